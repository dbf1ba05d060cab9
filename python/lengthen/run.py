"""Run: a run directory. train() creates runs, runs() finds them."""
import functools
import numbers
import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike, NDArray

from . import showing, speaking, training
from ._types import Array, Axes, Options, Path, Row, Told, is_object
from .errors import FileError, UsageError
from .evaluation import Evaluation, evaluate
from .files import MOST_MAPPED, opened, parse_config, read_config, read_header, read_json, read_jsonl, read_safetensors
from .model import Model
from .options import Config, function
from .program import Program, path_text

# With one of these statuses, run.json describes the files of the run.
STOPPED = ("paused", "preempted", "evaluating", "done", "diverged")


class Checkpoints(dict[str | int, str]):
    """Paths of checkpoints, by step or "best"."""

    def __missing__(self, name: object) -> str:
        raise KeyError(f"no checkpoint {name!r}; there are: {', '.join(map(str, self)) or 'none'} (eval_every=N keeps the "
                       "best one, train_keep=N the last N)")


class Run:
    """A run directory, as written by `lengthen train --out DIR`. Each file is read once, on first use. While a run is
    being trained, create a new Run to read its files again."""

    _program: Program | None = None  # the process that trains the run, if this Python started it

    def __init__(self, path: Path):
        self.path = path_text(path)
        if not os.path.isfile(self._file("config.yaml")):
            raise FileError(f"{self.path}: not a run directory: there is no config.yaml")

    def __repr__(self) -> str:
        return showing.as_text(self)

    def __fspath__(self) -> str:
        return self.path

    def __eq__(self, other: object) -> bool:
        return self.path == other.path if isinstance(other, Run) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.path)

    def __reduce__(self) -> tuple[type["Run"], tuple[str]]:
        return Run, (self.path,)

    def _file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def _rows(self, name: str) -> list[Row]:
        return read_jsonl(self._file(name)) if os.path.exists(self._file(name)) else []

    @functools.cached_property
    def config(self) -> Config:
        """Every option of the run, by full name: run.config["model.width"]. Warns if config.yaml was edited after
        training."""
        config = read_config(self._file("config.yaml"))
        edited = sorted(name for name, value in self._trained().items() if config.get(name, value) != value)
        if edited:
            warnings.warn(f"{self._file('config.yaml')} was edited: it is not the config that the run was trained with "
                          f"({', '.join(edited)})", stacklevel=3)
        return Config(config)

    def _identity(self, name: str) -> tuple[int, str] | None:
        """Step and digest from the header of a safetensors file. None if the file or these members do not exist."""
        path = self._file(name)
        if not os.path.exists(path):
            return None
        try:
            with opened(path, MOST_MAPPED) as file:
                notes = read_header(path, file)[0]["__metadata__"]
            return int(notes["step"]), notes["checksum"]
        except (FileError, KeyError, TypeError, ValueError):
            return None  # read_safetensors reports the damage

    def _compare(self, name: str, step: int | None, digest: str | None) -> None:
        """Raises FileError if the step or the digest of a file differs from these. A digest of None is not compared."""
        found = self._identity(name)
        if found is None or found == (step, found[1] if digest is None else digest):
            return
        if read_json(self._file("run.json")) != self.record:
            raise FileError(f"{self.path}: the run continued after run.json was read; make a new Run")
        raise FileError(f"{self._file(name)}: step {found[0]}, digest {found[1]}; run.json describes a file of step {step}"
                        + (f", digest {digest}" if digest else "") + " (`lengthen eval` of this run prints what to do)")

    def check(self) -> None:
        """Raises FileError if run.json of a stopped or finished run does not describe the files in the directory.
        Missing files are no error. Runs that are being trained are not checked. If an earlier version wrote run.json,
        it has no digests, and only steps are compared. state, score and model() call check()."""
        status, described, best = (self.record.get(name) for name in ("status", "checkpoint", "best"))
        if status not in STOPPED:
            return
        described = described if is_object(described) else {}
        self._compare("model.safetensors", self.record.get("step"), described.get("model"))
        if status == "paused":
            self._compare("state.safetensors", self.record.get("step"), described.get("state"))
        if is_object(best) and "digest" in best:
            self._compare(os.path.join("checkpoints", "best.safetensors"), best.get("step"), best["digest"])

    @functools.cached_property
    def _checked(self) -> Row:
        self.check()
        return self.record

    def _trained(self) -> Row:
        """The options stored in model.safetensors when training ended; {} if they are unknown."""
        path = self._file("model.safetensors")
        if "ended" not in self.record or not os.path.exists(path):
            return {}
        try:
            with opened(path, MOST_MAPPED) as file:
                notes = read_header(path, file)[0].get("__metadata__")
            return parse_config(path, notes["config"]) if is_object(notes) else {}
        except (FileError, KeyError, AttributeError):
            return {}  # model() reports the damage

    @functools.cached_property
    def record(self) -> Row:
        """The contents of run.json (status, step, seconds, score, machine, ...); {} before the first step."""
        return read_json(self._file("run.json")) if os.path.exists(self._file("run.json")) else {}

    @functools.cached_property
    def metrics(self) -> list[Row]:
        """A dict for each logged step (split "train") and each validation (split "test" or "validation")."""
        return self._rows("metrics.jsonl")

    @functools.cached_property
    def eval(self) -> list[Row]:
        """A dict for each evaluated length: length, token_accuracy, cross_entropy, exact_match, ..."""
        return self._rows("eval.jsonl")

    @functools.cached_property
    def note(self) -> Row:
        """The note and tags set by `lengthen note`: {"note": text, "tags": [words]}."""
        written = read_json(self._file("note.json")) if os.path.exists(self._file("note.json")) else {}
        note, tags = written.get("note", ""), written.get("tags", "")
        if not isinstance(note, str) or not isinstance(tags, str):
            raise FileError(f"{self._file('note.json')}: expected texts as note and tags")
        return {"note": note, "tags": tags.split()}

    @property
    def state(self) -> str:
        """The status in run.json:

        planned     before the first step
        running     in training, or its process was killed
        evaluating  trained, and being evaluated
        done        trained and evaluated
        preempted   stopped; the same call of train() resumes the run
        paused      stopped at a rung of a sweep
        diverged    the loss became NaN or infinite"""
        return self._checked.get("status", "planned")

    def _scored(self) -> Row:
        """The score of run.json, with metric and unit; {} before the run has a score."""
        scored: object = self._checked.get("score") or {}
        if not is_object(scored):
            raise FileError(f"{self._file('run.json')}: expected an object as score")
        return scored

    @property
    def score(self) -> float | None:
        """The score of the run, usually the mean over lengths beyond the training lengths. None before the run is done,
        or if no such length was evaluated."""
        return self._scored().get("score")

    @property
    def metric(self) -> str | None:
        """The metric of the score: "token_accuracy", "exact_match", "perplexity", ..."""
        return self._scored().get("metric", self.config.get("metric"))

    @property
    def unit(self) -> str | None:
        """The unit of the score: "parts of 1", "nats per token", ...; None in records of earlier versions."""
        return self._scored().get("unit")

    def checkpoints(self) -> "Checkpoints":
        """The files in checkpoints/: {"best": path, 4000: path, ...}, where numbers are steps. Training writes "best" only
        if eval_every is set, and steps only if train_keep is set."""
        folder = self._file("checkpoints")
        found = Checkpoints()
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            stem, ending = os.path.splitext(name)
            if ending == ".safetensors":
                found[int(stem[5:]) if re.fullmatch("step-[0-9]+", stem) else stem] = os.path.join(folder, name)
        return found

    def model(self, checkpoint: str | int | None = None) -> dict[str, NDArray[Any]]:
        """The parameters as read-only NumPy arrays, by name; doc/files.md lists the names. A matrix is [inputs, outputs],
        used as x @ W. checkpoint: a key of checkpoints(); by default the model that `lengthen eval` opens."""
        self.check()
        if checkpoint is None and self.config.get("eval.checkpoint") == "best":
            checkpoint = "best"
        if checkpoint is None:
            return read_safetensors(self._file("model.safetensors"))
        if checkpoint not in self.checkpoints():
            raise FileError(f"{self.path}: no checkpoint {checkpoint!r}; there are: "
                            f"{', '.join(map(str, self.checkpoints())) or 'none'}")
        return read_safetensors(self.checkpoints()[checkpoint])

    def generate(self, prompts: str | Iterable[str], *, beam: int | None = None, nbest: int | None = None,
                 limit: int | None = None, record: int | None = None, **options: Any) -> list[Row]:
        """Generates a continuation for one prompt or several prompts by greedy decoding. Returns a dict for each
        prompt, with `text`, `words`, `probabilities`, ..., as `lengthen generate --json` prints them. If `beam` is
        given, beam search returns the nbest best `hypotheses`, as `lengthen translate --json` does. Other options are
        those of evaluation (positions, mask, eval.*)."""
        search, saying = {"beam": beam, "nbest": nbest}, {"limit": limit, "record": record}
        return speaking.answer(self.path, prompts, search, saying, options)

    def plot(self, metric: str | None = None, axes: Axes = None, label: str | None = None) -> Axes:
        """Plots a metric (by default the metric of the score) against the evaluated length with matplotlib. A dotted
        line marks the largest training length. label: the label of the curve, by default the name of the directory.
        Returns the axes."""
        return showing.plot(self, metric, axes, label)

    def _repr_html_(self) -> str:
        return showing.as_html(self)

    def open(self, threads: int = 0) -> Model:
        """Opens the trained model in this process: with run.open() as model: model.logits([0, 1])."""
        return Model(self.path, threads)

    @functools.cached_property
    def _opened(self) -> Model:
        return self.open()

    def logits(self, input: ArrayLike) -> Array:
        """Logits [outputs, classes] for one input, a list of token ids; see Model.logits. The model stays open."""
        if self._opened.closed:  # opened before a fork
            del self._opened
        return self._opened.logits(input)

    def evaluate(self, lengths: Any = None, variants: Mapping[str, Options | str] | None = None,
                 metric: str | None = None, **options: Any) -> Evaluation:
        """Evaluates the model at these lengths with these options (eval.*, positions, mask, scale and their options), and
        once more with each variant. `variants` maps names to options. Returns an Evaluation, which computes rows while
        you iterate. Writes nothing to the run directory. The numbers equal those of `lengthen eval`."""
        return evaluate(self.path, {"lengths": lengths, "metric": metric, **options}, variants)

    @classmethod
    def _started(cls, path: str, program: Program) -> "Run":
        """A run that a child process trains. Its directory may not exist yet."""
        run = cls.__new__(cls)
        run.path, run._program = path, program
        return run

    def _again(self) -> "Run":
        """Drops all cached files."""
        for name in [name for name in vars(self) if name not in ("path", "_program")]:
            del self.__dict__[name]
        return self

    @property
    def is_running(self) -> bool:
        """Is a process training or evaluating this run now, on this machine or on one that shares its file system?"""
        return training.is_running(self.path, self._program)

    def wait(self, timeout: float | None = None, *, on_progress: Told | None = None) -> "Run":
        """Waits until training has ended, no matter which process trains the run, and returns the run. If training
        failed or was stopped, raises the same exceptions as train().

        on_progress: a function that gets each row of metrics.jsonl as a dict, or each record of the program if this
        Python started training. If the function returns False, training is stopped.
        timeout: the number of seconds after which TimeoutError is raised.

        Ctrl-C ends only the waiting; stop() ends the training."""
        function("on_progress", on_progress)
        if timeout is not None and not isinstance(timeout, numbers.Real):
            raise UsageError(f"timeout: {repr(timeout)[:60]}: expected a number of seconds")
        if not training.attend(self.path, self._program, on_progress, timeout):
            self.stop()
        return self._again()

    def stop(self) -> "Run":
        """Asks the process that trains this run to write a checkpoint and end, and waits until it has ended. Other runs
        that the same process trains also stop. The same call of train() resumes them. If no process trains the run,
        stop() does nothing."""
        if self._program is not None:
            self._program.end()
        training.stop(self.path)
        return self._again()


def train(config: Any = None, *, preset: str | Sequence[str] | None = None, out: Path | None = None,
          on_progress: Told | None = None, wait: bool = True, environment: bool = False, jobs: int | None = None,
          **options: Any) -> Run | list[Run]:
    """Trains a model like `lengthen train`, in a separate process, and returns its Run. If `seed` is a list or a range,
    or if `config` is a list of files, returns a list of runs. The same call resumes a training that was stopped,
    follows a training that is still running, and returns a finished run at once.

        train(preset="quick", encoding="rope", steps=2000, out="runs/rope")
        more = train(run, steps=4000)    # a new Run; `run` keeps the files that it has read
        train({"model": {"width": 32}}, task="reverse_string", seed=range(1, 6), curriculum_lengths=range(1, 11))

    config: a dict of options, a YAML file, a run directory to continue, or a list of files and directories.
    options: the options of `lengthen help options`, with underscores instead of dots.
    out: the directory, by default runs/<hash> (see Run.path).
    on_progress: a function that gets each record of the program as a dict (doc/schemas.md: `train --json`). If the
    function returns False, training is stopped, and the run is returned.
    wait: if False, the call returns as soon as training has begun; see Run.wait.
    environment: if True, LENGTHEN_* variables apply.
    jobs: the number of runs to train at the same time.

    Ctrl-C writes a checkpoint and stops training."""
    function("on_progress", on_progress)
    if not isinstance(wait, bool):
        raise UsageError(f"wait: {repr(wait)[:60]}: expected True or False")
    begin, made = training.planned(config, environment=environment, jobs=jobs, preset=preset, out=out, **options)
    paths = made if isinstance(made, list) else [made]
    if wait:
        training.complete(begin, paths, on_progress)
        trained = [Run(path) for path in paths]
    else:
        program = training.begun(begin, paths[0])
        trained = [Run._started(path, program) for path in paths]
    return trained if isinstance(made, list) else trained[0]


def runs(folder: Path = "runs") -> list[Run]:
    """All runs below a folder, sorted by path. Symbolic links are not followed."""
    folder = path_text(folder)
    if not os.path.isdir(folder):
        there = os.path.exists(folder)
        raise FileError(f"{folder}: {'it is a file; expected a folder' if there else 'no such folder'}")
    found = [Run(path) for path, _, files in os.walk(folder) if "run.json" in files and "config.yaml" in files]
    return sorted(found, key=lambda run: run.path)
