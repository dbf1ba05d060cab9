"""Code for all published programs: reads a run and its options, runs our program, and compares outputs."""
import copy
import importlib.util
import os
import re
import sys
from typing import Any, Callable, NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "python"))  # after PYTHONPATH, so that tests choose a build
try:
    import numpy
except ImportError:
    sys.exit("published.py: NumPy is missing: pip install numpy")
import lengthen
from lengthen.program import ask

# Options that change no output of a trained model.
NO_EFFECT = re.compile(r"(train|eval|seed|optimizer|schedule|curriculum|data|loss|initialisation)(\..*)?"
                       r"|log|out|threads|metric|protocol|model\.dropout.*|[a-z]+\.dropout.*")


class Refused(Exception):
    """This check is not possible. The message has the reason and a remedy."""


class Program(NamedTuple):
    """A published program. tolerance: the largest allowed difference, relative to the largest published number. model:
    returns the name of the run's model in the printed table, or raises Refused if the program does not have this model.
    draw: returns inputs for a run, as JSON stores them. ours, published: return outputs by name for these inputs."""
    name: str
    source: str
    commit: str
    python: str
    packages: str
    modules: tuple[str, ...]
    models: str
    tolerance: float
    why: str
    model: "Callable[[Trained], str]"
    draw: "Callable[[Trained, list[int], int], Any]"
    describe: Callable[[Any], str]
    ours: "Callable[[Trained, Any], dict[str, Any]]"
    published: "Callable[[str, Trained, Any], dict[str, Any]]"


class Trained:
    """A trained run: options and parameters."""

    double = False  # are the parameters, and with them the published program, in double precision?

    def __init__(self, path: str):
        self.run = lengthen.Run(path)
        self.path, self.config = self.run.path, self.run.config
        if self.config["eval.with"]:
            raise Refused(f"{path}: eval.with changes the model in evaluation; train a run without it")
        self.arrays = {name: numpy.array(array) for name, array in self.run.model().items()}

    def in_double(self) -> "Trained":
        other = copy.copy(self)
        other.arrays, other.double = {name: array.astype(float) for name, array in self.arrays.items()}, True
        return other

    def check_options(self, fixed: dict[str, Any], free: str) -> None:
        """Refuses options without a counterpart in the published program. fixed: values that are built into the
        published program; free: a pattern of the options that the published program also has. All other options that
        change outputs must have their defaults."""
        kept = {name: value for name, value in self.config.items() if re.fullmatch(free, name)}
        data = {name: value for name, value in self.config.items() if re.fullmatch(r"(data|curriculum)(\..*)?", name)}
        wanted = lengthen.config({**data, **kept, **fixed})
        for name, value in self.config.items():
            if name not in kept and not NO_EFFECT.fullmatch(name) and wanted.get(name) != value:
                there = f"has {wanted[name]}" if name in wanted else "does not have this option"
                raise Refused(f"{self.path}: {name}: {value}: the published program {there}; train a run without it")


class Parameters:
    """Takes the parameters of a run one by one, so that none is forgotten."""

    def __init__(self, run: Trained):
        self.path, self.left = run.path, dict(run.arrays)

    def take(self, *names: str) -> Any:
        """The parameter of the first of these names that the run has."""
        for name in names:
            if name in self.left:
                return self.left.pop(name)
        raise Refused(f"{self.path}: there is no parameter {' or '.join(names)}")

    def end(self) -> None:
        if self.left:
            raise Refused(f"{self.path}: the published program has no counterpart of {', '.join(self.left)}")


# ---- sequences of tokens --------------------------------------------------------------------------------------------


def draw_sequences(run: Trained, lengths: list[int], count: int) -> list[dict[str, Any]]:
    """Test sequences of each length: {"input": ids, "target": ids}."""
    rows = []
    for length in lengths:
        try:
            drawn = ask(["sample", "--config", os.path.join(run.path, "config.yaml"), "--split", "test",
                         "--length", str(length), "--count", str(count)])
        except lengthen.Error as error:
            raise Refused(f"{run.path}: no test sequences of length {length}: {error}; choose others with --lengths") from None
        rows += [{"input": row["input"], "target": row["target"]} for row in drawn]
    return rows


def describe_sequences(rows: list[dict[str, Any]]) -> str:
    lengths = sorted({len(row["input"]) for row in rows})
    return f"{len(rows)} sequences of {lengths[0]}..{lengths[-1]} tokens"


def our_logits(run: Trained, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The logits of each target token, given the ones before it, and the mean loss."""
    logits, losses = [], []
    for row in rows:
        words = [" ".join(map(str, row[name])) for name in ("input", "target")]
        found, = ask(["inspect", "logits", run.path, "--input", words[0], "--target", words[1]])
        logits.append(numpy.array(found["data"]))
        losses += [-x for x in found["log_probabilities"]]
    return {"logits": numpy.concatenate(logits), "mean loss": numpy.mean(losses)}


# ---- comparison -----------------------------------------------------------------------------------------------------


# If a published program amplifies its own rounding (a recurrent network whose state grows), the difference may exceed
# the tolerance. It may reach this multiple of the published program's difference from itself in double precision, up to
# a limit.
ROUNDING, MOST = 8, 1e-2


class Difference(NamedTuple):
    what: str
    largest: float
    magnitude: float
    rounding: float

    def agrees(self, tolerance: float) -> bool:
        allowed = max(tolerance * self.magnitude, min(ROUNDING * self.rounding, MOST * self.magnitude))
        return self.largest <= allowed  # false for NaN


def largest(x: Any, y: Any) -> float:
    return float(numpy.abs(numpy.asarray(x, float) - numpy.asarray(y, float)).max())


def rounding_of(published: dict[str, Any], double: dict[str, Any]) -> dict[str, float]:
    """The largest differences of the published program from itself in double precision."""
    return {what: largest(x, double[what]) for what, x in published.items()}


def differences(ours: dict[str, Any], published: dict[str, Any], rounding: dict[str, float]) -> list[Difference]:
    """One difference for each output of the published program."""
    for what, x in published.items():
        if numpy.shape(x) != numpy.shape(ours[what]):
            raise Refused(f"{what}: the published program has shape {numpy.shape(x)}, ours {numpy.shape(ours[what])}")
    return [Difference(what, largest(x, ours[what]), largest(x, 0), rounding[what]) for what, x in published.items()]


def check_packages(program: Program) -> None:
    missing = [name for name in program.modules if importlib.util.find_spec(name) is None]
    if missing:
        raise Refused(f"{program.name} needs {', '.join(missing)}, which {sys.executable} does not have. Make an environment "
                      f"and run this tool with its Python:\n    python3 -m venv venv && venv/bin/pip install {program.packages}\n"
                      f"    venv/bin/python tools/published.py ...")


def check_clone(program: Program, clone: str, file: str) -> str:
    """The absolute path of a clone that has this file."""
    if not os.path.isfile(os.path.join(clone, file)):
        raise Refused(f"{clone}: expected a clone of {program.source} with the file {file}:\n"
                      f"    git clone https://github.com/{program.source}")
    return os.path.abspath(clone)
