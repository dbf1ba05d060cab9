"""Trains in processes of the program: starts, follows, re-attaches to and stops them."""
import errno
import fcntl
import logging
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ._types import Options, Row, Told, is_list
from .errors import Diverged, Error, Stopped, UsageError
from .files import opened, read_json, read_more
from .options import full_name, settings
from .program import Program, ask, log_in, path_argument, path_text
from .progress import Bars

LOOK = 0.1  # seconds between two polls of a run that another process trains
Begin = Callable[[], Program]
LOG = logging.getLogger("lengthen")


def _one_seed(name: str, value: Any) -> Any:
    """Writes a list with one seed as a range, so the program names its run as it does for several seeds."""
    if full_name(name) != "train.seed" or isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 1:
        return value
    return f"{value[0]}..{value[0]}"


def flags(options: Options) -> list[str]:
    """Converts options to flags of the program."""
    return [f"--{name}={text}" for name, text in settings({name: _one_seed(name, x) for name, x in options.items()})]


def _sources(config: Any) -> tuple[list[str], dict[str, Any]]:
    """Splits `config` into arguments (files and run directories) and options (a dict)."""
    if config is None or isinstance(config, dict):
        return [], {} if config is None else {"config": config}
    return [path_argument(path) for path in (config if is_list(config) else [config])], {}


def _resolved(arguments: list[str], environment: bool) -> dict[str, list[str]]:
    """For each option, the values of all runs that the program would train. Raises errors in the options."""
    values: dict[str, list[str]] = {}
    for row in ask([*arguments, "--print-config"], environment):
        values.setdefault(row["key"], []).append(row["value"])
    return values


def _name_defaults(values: dict[str, list[str]]) -> None:
    """Warns that no task was given, and logs the defaults."""
    of = {name: found[0] for name, found in values.items()}
    LOG.warning("no task, preset or config: %s by default, %s steps with %s blocks of width %s on lengths %s, tested at "
                "lengths %s", of["data"], of["train.steps"], of["model.blocks"], of["model.width"],
                of["curriculum.lengths"], of["eval.lengths"])


def planned(config: Any = None, *, environment: bool = False, jobs: int | None = None, **options: Any) -> tuple[Begin,
            str | list[str]]:
    """Returns a function that starts the training process, and the directory of the run. If several runs were
    requested, returns a list of directories instead."""
    if config is None and not environment and all(options[name] is None for name in options.keys() - {"out"}):
        raise UsageError("nothing to train; expected preset='quick', or task=..., steps=...")
    path_text(options.get("out") or "", "out: ")
    files, chosen = _sources(config)
    own = flags({**chosen, **options})
    arguments = ["train", *files, *own, *([] if jobs is None else [f"--jobs={jobs}"])]
    values = _resolved(arguments, environment)
    if not files and not chosen and all(options.get(name) is None for name in ("preset", "task", "data")):
        _name_defaults(values)
    out = values["out"]
    several = isinstance(config, (list, tuple)) or any(re.match(r"--train\.seed=.*(,|\.\.)", flag) for flag in own)
    return (lambda: Program([*arguments, "--progress"], environment, words=log_in(out[0]),
                             about=out[0] + (", ...: " if out[1:] else ": ")), out if several else out[0])


def begun(begin: Begin, path: str) -> Program:
    """Starts a training process. Returns it as soon as the directory of its first run exists, or the process has
    ended."""
    program = begin()
    for _ in program.records():
        if os.path.exists(os.path.join(path, "config.yaml")):
            break
    return program


def _told(on_progress: Told | None, record: Row) -> bool:
    return on_progress is None or on_progress(record) is not False


def follow(program: Program, paths: Iterable[str], on_progress: Told | None = None, counted: Callable[[Row],
           Row | None] | None = None) -> None:
    """Shows the records of a process until the process has ended, and raises its error. If on_progress returns False,
    the process is asked to stop, and no error is raised. counted: converts a record to a record for a progress bar that
    counts runs."""
    stopped = False
    with Bars(paths, "run" if counted else "step") as bars:
        try:
            for record in filter(None, program.records()):
                bars.show(counted(record) if counted else record)
                if not stopped and not _told(on_progress, record):
                    stopped = True
                    program.stop()
            program.wait()
        except Stopped:
            if not stopped:
                raise
        except BaseException:
            program.end()
            raise


# ---- runs that this or another process trains ----

def holder(path: str) -> str | None:
    """The text in the lock file of a run, which names the process that trains it, or None if no process holds the lock.
    The system releases the lock when the process ends."""
    try:
        with opened(os.path.join(path, ".lock"), 256) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                    raise
                return file.read(256).decode("utf-8", "replace")
    except FileNotFoundError:
        pass
    return None


def stop(path: str) -> None:
    """Asks the process that trains a run to write a checkpoint and end, and waits for it."""
    held = holder(path)
    for _ in range(100):
        if held != "":
            break
        time.sleep(LOOK / 10)  # a process that has just taken the lock is about to write its name
        held = holder(path)
    if held is None:
        return
    words = re.fullmatch(r"process (\d+) on (.*)", held)
    if not words or words[2] != socket.gethostname():
        raise Error(f"{path}: it is trained by {held or 'another process'}; stop it there")
    try:
        os.kill(int(words[1]), signal.SIGTERM)
    except ProcessLookupError:
        pass
    while holder(path) == held:
        time.sleep(LOOK)


def _record(path: str) -> Row:
    file = os.path.join(path, "run.json")
    return read_json(file) if os.path.exists(file) else {}


def _more(path: str, begin: int) -> tuple[list[Row], int]:
    file = os.path.join(path, "metrics.jsonl")
    return read_more(file, begin) if os.path.exists(file) else ([], 0)


def finish(path: str) -> None:
    """For a run that no process trains any more: raises an error with its outcome, unless the run is done."""
    record = _record(path)
    status, at = record.get("status"), f"step {record.get('step', 0)} of {record.get('steps', '?')}"
    words = record.get("error")
    if status == "done":
        return
    if status == "diverged":
        raise Diverged(words or f"{path}: the loss is not finite after {at}")
    if words:
        raise Error(words)
    how = "was stopped" if status in ("preempted", "paused") else "is not done, and no process trains it: it was killed"
    raise Stopped(f"{path} {how} after {at}; run the same call again to resume")


def _own(path: str, program: Program) -> Iterator[Row | None]:
    """Yields the records of one of our process's runs until the run ends, and None whenever no record is ready. Raises
    the error of the run."""
    for record in program.records(LOOK):
        mine = record if record is not None and path in (record.get("run"), record.get("dir")) else {}
        yield mine or None
        if "error" in mine:
            raise (Diverged if mine["status"] == "diverged" else Error)(mine["error"])
        if mine.get("status") in ("done", "already done"):
            return
    program.wait()


def _others(path: str) -> Iterator[Row | None]:
    """Yields rows of metrics.jsonl while any process trains the run, and None whenever no row is ready."""
    steps, (_, at) = _record(path).get("steps"), _more(path, 0)
    while True:
        busy = holder(path) is not None  # checked before reading, so no row is missed
        rows, at = _more(path, at)
        yield from ({"run": path, "steps": steps, **row} for row in rows)
        if not busy:
            return
        yield None
        time.sleep(LOOK)


def _watch(records: Iterable[Row | None], path: str, on_progress: Told | None, timeout: float | None = None) -> bool:
    """Shows the records of a run. Returns False if on_progress asked to stop."""
    begun = time.monotonic()
    with Bars([path]) as bars:
        for record in records:
            if timeout is not None and time.monotonic() - begun > timeout:
                raise TimeoutError(f"{path}: still training after {timeout} seconds")
            if record is None:
                continue
            bars.show(record)
            if not _told(on_progress, record):
                return False
    return True


def _is_busy(error: Error) -> bool:
    """Did runs fail only because other processes train them?"""
    return all("another process is training in it" in line or re.fullmatch(r"\d+ of \d+ runs failed", line)
               for line in str(error).split("\n"))


def attend(path: str, program: Program | None = None, on_progress: Told | None = None,
           timeout: float | None = None) -> bool:
    """Follows a run until training has ended. program: the process, if this Python started it. Returns False if
    on_progress asked to stop."""
    try:
        going = _watch(_own(path, program) if program else _others(path), path, on_progress, timeout)
    except Error as error:
        if program is None or not _is_busy(error):
            raise
        return attend(path, None, on_progress, timeout)
    if going:
        finish(path)
    return going


def complete(begin: Begin, paths: list[str], on_progress: Told | None) -> None:
    """Trains runs until they are done. If another process already trains some of them, waits for that process, and then
    starts the program again, which reports the outcome of these runs."""
    while True:
        try:
            return follow(begin(), paths, on_progress)
        except Error as error:
            if not _is_busy(error):
                raise
        for path in paths:
            try:
                going = _watch(_others(path), path, on_progress)
            except BaseException:
                stop(path)
                raise
            if not going:
                return stop(path)


def is_running(path: str, program: Program | None = None) -> bool:
    """Does any process train this run, or will our process still train it?"""
    if holder(path) is not None:
        return True
    return program is not None and not program.ended and not any(
        record and record.get("dir") == path for record in program.written())
