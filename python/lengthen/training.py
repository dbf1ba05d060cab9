"""Training by processes of the program: starting, following, attaching again, stopping."""
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

LOOK = 0.1  # seconds between two looks at a run that another process trains
Begin = Callable[[], Program]
LOG = logging.getLogger("lengthen")


def _one_seed(name: str, value: Any) -> Any:
    """A list of seeds with one seed is a list for the program as well: its run has the name that it has among
    others."""
    if full_name(name) != "train.seed" or isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 1:
        return value
    return f"{value[0]}..{value[0]}"


def flags(options: Options) -> list[str]:
    """Options by name as arguments of the program."""
    return [f"--{name}={text}" for name, text in settings({name: _one_seed(name, x) for name, x in options.items()})]


def _sources(config: Any) -> tuple[list[str], dict[str, Any]]:
    """The files and run directories of `config` as arguments, and its options where it is a dict."""
    if config is None or isinstance(config, dict):
        return [], {} if config is None else {"config": config}
    return [path_argument(path) for path in (config if is_list(config) else [config])], {}


def _resolved(arguments: list[str], environment: bool) -> dict[str, list[str]]:
    """The values of each option that the program would train with, one for each run; it raises what is wrong."""
    values: dict[str, list[str]] = {}
    for row in ask([*arguments, "--print-config"], environment):
        values.setdefault(row["key"], []).append(row["value"])
    return values


def _name_defaults(values: dict[str, list[str]]) -> None:
    """Logs what a training without a task learns."""
    of = {name: found[0] for name, found in values.items()}
    LOG.warning("no task, preset or config: %s by default, %s steps with %s blocks of width %s on lengths %s, tested at "
                "lengths %s", of["data"], of["train.steps"], of["model.blocks"], of["model.width"],
                of["curriculum.lengths"], of["eval.lengths"])


def planned(config: Any = None, *, environment: bool = False, jobs: int | None = None, **options: Any) -> tuple[Begin,
            str | list[str]]:
    """What starts the process of a training, and the directories of its runs, in a list where several were asked
    for."""
    if config is None and not environment and all(options[name] is None for name in options.keys() - {"out"}):
        raise UsageError("nothing says what to train; expected preset='quick', or task=..., steps=...")
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
    """A process of a training, as soon as the directory of its first run is there or it has ended."""
    program = begin()
    for _ in program.records():
        if os.path.exists(os.path.join(path, "config.yaml")):
            break
    return program


def _told(on_progress: Told | None, record: Row) -> bool:
    return on_progress is None or on_progress(record) is not False


def follow(program: Program, paths: Iterable[str], on_progress: Told | None = None, counted: Callable[[Row],
           Row | None] | None = None) -> None:
    """Shows the records of a process until it has ended, and raises what it failed with. Where on_progress returns
    False it is asked to stop, which is no failure. counted: what a bar shows of a record, where that is not the
    record itself."""
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


# ---- runs that any process trains ----

def holder(path: str) -> str | None:
    """What the lock of a run says of the process that trains it; None where none does. The lock ends with its
    process."""
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
    """Asks the process that trains a run to write a checkpoint and to end, and waits until it has."""
    held = holder(path)
    for _ in range(100):
        if held != "":
            break
        time.sleep(LOOK / 10)  # who has just taken the lock is about to write its name
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
    """Raises what became of a run that nobody trains any more, unless it is done."""
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
    raise Stopped(f"{path} {how} after {at}; the same call goes on")


def _own(path: str, program: Program) -> Iterator[Row | None]:
    """Records of one run of a process of ours, until those end with its outcome; None where there is none yet."""
    for record in program.records(LOOK):
        mine = record if record is not None and path in (record.get("run"), record.get("dir")) else {}
        yield mine or None
        if "error" in mine:
            raise (Diverged if mine["status"] == "diverged" else Error)(mine["error"])
        if mine.get("status") in ("done", "already done"):
            return
    program.wait()


def _others(path: str) -> Iterator[Row | None]:
    """Rows of metrics.jsonl of a run while any process trains it; None where there is none yet."""
    steps, (_, at) = _record(path).get("steps"), _more(path, 0)
    while True:
        busy = holder(path) is not None  # before its rows are read
        rows, at = _more(path, at)
        yield from ({"run": path, "steps": steps, **row} for row in rows)
        if not busy:
            return
        yield None
        time.sleep(LOOK)


def _watch(records: Iterable[Row | None], path: str, on_progress: Told | None, timeout: float | None = None) -> bool:
    """Shows the records of a run. False: on_progress asks to stop."""
    begun = time.monotonic()
    with Bars([path]) as bars:
        for record in records:
            if timeout is not None and time.monotonic() - begun > timeout:
                raise TimeoutError(f"{path}: it is still being trained, after {timeout} seconds")
            if record is None:
                continue
            bars.show(record)
            if not _told(on_progress, record):
                return False
    return True


def _is_busy(error: Error) -> bool:
    """Did runs fail for no other reason than that other processes train them?"""
    return all("another process is training in it" in line or re.fullmatch(r"\d+ of \d+ runs failed", line)
               for line in str(error).split("\n"))


def attend(path: str, program: Program | None = None, on_progress: Told | None = None,
           timeout: float | None = None) -> bool:
    """Follows a run that a process trains until it has ended. program: the process, where this one started it. False:
    on_progress asks to stop."""
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
    """Trains runs until they are done: by a process of ours, and those that others train already, as one that was
    started before Python was, by these; a process of ours then tells what became of them."""
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
    """Does any process train this run, or will ours?"""
    if holder(path) is not None:
        return True
    return program is not None and not program.ended and not any(
        record and record.get("dir") == path for record in program.written())
