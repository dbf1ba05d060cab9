import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from numpy.typing import ArrayLike, NDArray

from ._types import Array, Axes, Options, Path, Row, Told

Number = float | Any  # None without a score; Any, so that type checkers require no test for None
Lengths = int | range | Sequence[int | range] | str
Text = str | os.PathLike[str] | int | float | Sequence[str | int | float]
Names = str | Sequence[str]
Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Mapping[str, object]
Config = Path | Options

class Error(Exception): ...
class UsageError(Error, ValueError): ...
class FileError(Error, ValueError): ...
class Corrupt(FileError): ...
class Refused(Error, ValueError): ...
class Missing(Refused, ImportError): ...
class Diverged(Error): ...
class Mismatch(Error): ...
class SomeFailed(Error): ...
class Stopped(Error): ...
class Closed(Error, ValueError): ...

class Evaluation(Sequence[Row]):
    def __iter__(self) -> Iterator[Row]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    @property
    def rows(self) -> list[Row]: ...
    @property
    def score(self) -> Number: ...
    @property
    def scores(self) -> list[Row]: ...
    def frame(self) -> Any: ...
    def plot(self, metric: str | None = ..., axes: Axes = ...) -> Axes: ...

class Model:
    path: str
    def __init__(self, path: Path, threads: int = ...) -> None: ...
    def logits(self, input: ArrayLike) -> Array: ...
    def evaluate(
        self,
        lengths: Lengths | None = ...,
        variants: Mapping[str, Options | str] | None = ...,
        metric: str | None = ...,
        **options: OPTIONS_OF_EVALUATE,
    ) -> Evaluation: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def __enter__(self) -> Model: ...
    def __exit__(self, *_: object) -> None: ...

class Formula:
    """A formula as the value of an option (`lengthen help formula`)."""

    settings: dict[str, str]
    def __init__(
        self,
        formula: str | None = ...,
        *,
        bias: str | None = ...,
        frequency: str | None = ...,
        parameters: str | Mapping[str, object] | None = ...,
        numbers: str | Mapping[str, object] | None = ...,
    ) -> None: ...

class Run:
    path: str
    def __init__(self, path: Path) -> None: ...
    def __fspath__(self) -> str: ...
    def __hash__(self) -> int: ...
    @property
    def is_running(self) -> bool: ...
    def wait(self, timeout: float | None = ..., *, on_progress: Told | None = ...) -> Run: ...
    def stop(self) -> Run: ...
    def generate(
        self,
        prompts: str | Sequence[str],
        *,
        beam: int | None = ...,
        nbest: int | None = ...,
        limit: int | None = ...,
        record: int | None = ...,
        **options: OPTIONS_OF_EVALUATE,
    ) -> list[Row]:
        """Answers to prompts, as from `lengthen generate` or, with a beam, `lengthen translate`."""
    def plot(self, metric: str | None = ..., axes: Axes = ..., label: str | None = ...) -> Axes: ...
    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def record(self) -> Row: ...
    @property
    def metrics(self) -> list[Row]: ...
    @property
    def eval(self) -> list[Row]: ...
    @property
    def note(self) -> Row: ...
    @property
    def state(self) -> str: ...
    @property
    def score(self) -> Number: ...
    @property
    def metric(self) -> str | None: ...
    @property
    def unit(self) -> str | None: ...
    def check(self) -> None: ...
    def checkpoints(self) -> dict[str | int, str]: ...
    def model(self, checkpoint: str | int | None = ...) -> dict[str, NDArray[Any]]: ...
    def open(self, threads: int = ...) -> Model: ...
    def logits(self, input: ArrayLike) -> Array: ...
    def evaluate(
        self,
        lengths: Lengths | None = ...,
        variants: Mapping[str, Options | str] | None = ...,
        metric: str | None = ...,
        **options: OPTIONS_OF_EVALUATE,
    ) -> Evaluation:
        """Evaluates the model at these lengths, and again for each variant, {name: options}. Iterating yields rows as they finish."""

@overload
def train(
    config: Config | None = ...,
    *,
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    seed: int | None = ...,
    **options: OPTIONS,
) -> Run:
    """Trains like `lengthen train`, in a separate process. Returns a run, or a list of runs for several seeds or files."""

@overload
def train(
    config: Config | Sequence[Path] | None = ...,
    *,
    seed: range | Sequence[int],
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    **options: OPTIONS,
) -> list[Run]:
    """Trains one run for each seed, and returns a list of runs. Otherwise like train() with one seed."""

@overload
def train(
    config: Sequence[Path],
    *,
    seed: int | None = ...,
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    **options: OPTIONS,
) -> list[Run]:
    """Trains one run for each config file, and returns a list of runs. Otherwise like train() with one config."""

def runs(folder: Path = ...) -> list[Run]: ...

class Table(dict[str, Any]):
    @property
    def rows(self) -> list[Row]: ...
    def frame(self) -> Any: ...
    def plot(self, axes: Axes = ...) -> Axes: ...

class Report:
    path: str
    finding: str
    tables: dict[str, Table]
    figures: dict[str, str]
    @property
    def best(self) -> dict[str, Row]: ...
    def plot(self, figure: str = ..., axes: Axes = ...) -> Axes: ...

class Comparison:
    label: str
    sentence: str
    table: Table
    unit: str
    unit_of: str
    units: int
    pairs: int
    difference: Number
    low: float | None
    high: float | None
    p: float | None
    least_p: float | None
    remark: str

def compare(
    runs_a: Path | Run | Evaluation | Sequence[Path | Run | Evaluation],
    runs_b: Path | Run | Evaluation | Sequence[Path | Run | Evaluation],
    metric: str | None = ...,
) -> Comparison:
    """Compares two groups of runs, paired by task and seed."""

class Sweep:
    path: str
    def __init__(self, path: Path) -> None: ...
    @classmethod
    def plan(cls, grid: Path | Options, out: Path | None = ..., *, environment: bool = ...) -> Sweep: ...
    def run(self, workers: int | None = ..., *, on_progress: Told | None = ..., environment: bool = ...) -> Sweep: ...
    def status(self) -> Row: ...
    def report(
        self,
        *,
        rows: Names | None = ...,
        columns: Names | None = ...,
        mean: Names | None = ...,
        best: Names | None = ...,
        where: Options | str | None = ...,
        metric: str | None = ...,
        tables: Names | None = ...,
        figures: Names | None = ...,
        html: bool = ...,
        no_pictures: bool = ...,
        out: Path | None = ...,
    ) -> Report: ...
    def plot(
        self,
        figure: str = ...,
        axes: Axes = ...,
        *,
        rows: Names | None = ...,
        columns: Names | None = ...,
        where: Options | str | None = ...,
        metric: str | None = ...,
    ) -> Any: ...
    def __fspath__(self) -> str: ...
    def __getitem__(self, id: str) -> Run: ...
    @property
    def manifest(self) -> Row: ...
    @property
    def axes(self) -> list[str]: ...
    @property
    def results(self) -> list[Row]: ...
    @property
    def tables(self) -> dict[str, Table]: ...

class Encoding:
    def __init__(self, options: list[tuple[str, str]]) -> None: ...
    def matrices(
        self, length: int | None = ..., q: ArrayLike | None = ..., k: ArrayLike | None = ...
    ) -> dict[str, Array]: ...
    def bias(self, length: int) -> Array: ...
    def embedding(self, length: int) -> Array: ...
    def rotation(self, length: int) -> tuple[Array, Array]: ...
    def positions(self, length: int) -> Array: ...
    def scores(self, q: ArrayLike, k: ArrayLike) -> Array: ...
    def plot(self, length: int = ..., axes: Axes = ...) -> Axes: ...

@dataclass(frozen=True)
class Count:
    parameters: int
    active: int
    shapes: dict[str, tuple[int, ...]]
    training: float
    evaluation: float
    @property
    def seconds(self) -> float: ...

@dataclass(frozen=True)
class Entry:
    axis: str
    name: str
    summary: str
    paper: str
    formula: str
    properties: str
    example: str
    published: str
    options: dict[str, str]

class Catalogue(list[Entry]): ...

def config(config: Files | None = ..., *, preset: Names | None = ..., **options: OPTIONS) -> dict[str, Any]:
    """All options of a run with these options, by full name, as typed values."""

def count(*, preset: Names | None = ..., config: Files | None = ..., **options: OPTIONS) -> Count:
    """The size of the model with these options, and the operations of its run."""

def sample(
    data: DATA | None = ...,
    length: int | None = ...,
    count: int = ...,
    split: Literal["train", "test", "validation"] = ...,
    *,
    preset: Names | None = ...,
    config: Files | None = ...,
    **options: OPTIONS_OF_SAMPLE,
) -> list[Row]:
    """Samples of data, as from `lengthen sample --json`."""

def encoding(
    name: ENCODING,
    *,
    preset: Names | None = ...,
    config: Files | None = ...,
    **options: OPTIONS_OF_ENCODING,
) -> Encoding:
    """An untrained positional encoding, with its options (`max_distance`) and those of the run."""

def catalogue(axis: AXES | None = ...) -> Catalogue: ...
def frame(rows: Sequence[Row] | Sequence[Run] | Row) -> Any:
    """Rows, runs, or a table of a report as a pandas DataFrame."""

def rows(table: Row) -> list[Row]: ...
def read_config(path: Path) -> dict[str, Any]: ...
def read_json(path: Path) -> Row: ...
def read_jsonl(path: Path) -> list[Row]: ...
def read_safetensors(path: Path) -> dict[str, NDArray[Any]]: ...
def torch_model(run: Run | Path, checkpoint: str | int | None = ...) -> Any: ...
