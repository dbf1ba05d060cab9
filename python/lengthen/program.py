"""Runs the program lengthen as a child process in its own session, so it continues when this process ends."""
import json
import logging
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Generator, Iterable, Iterator
from typing import IO, Any

from ._types import Row
from .errors import Error, Stopped, UsageError, in_python, of_status

log = logging.getLogger("lengthen")
PREEMPTED = 75
PAUSE = 0.02  # seconds between two polls of a process


def find() -> str:
    """The path of the program: in the package, in the source tree around it, beside the installed package, or on the
    PATH."""
    package = os.path.dirname(os.path.abspath(__file__))
    above = os.path.join(package, "..", "..")
    for place in ((package, "bin"), (above, "build", "release"), (above, "..", "..", "bin")):
        path = os.path.normpath(os.path.join(*place, "lengthen"))
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    path = shutil.which("lengthen")
    if path is None:
        raise Error(f"the program lengthen is neither in {package}/bin nor on the PATH; build it with `make`")
    return path


def surroundings(environment: bool) -> dict[str, str]:
    """Environment variables for the program. LENGTHEN_* variables, which set options, are kept only if `environment` is
    true."""
    return {name: value for name, value in os.environ.items() if environment or not name.startswith("LENGTHEN_")}


def path_text(path: Any, of: str = "") -> str:
    """A path as a string. of: a prefix for the error message."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise UsageError(f"{of}{repr(path)[:60]} is not a path; expected a string or an os.PathLike") from None


def path_argument(path: Any) -> str:
    """A path as an argument. If the path begins with "-", "./" is put in front."""
    path = path_text(path)
    return os.path.join(".", path) if path.startswith("-") else path


class _Process(subprocess.Popen[bytes]):
    """A process that may outlive this one. Dropping it raises no ResourceWarning."""

    def __del__(self) -> None:
        self.poll()


def log_in(folder: str) -> IO[bytes]:
    """Opens log.txt in the directory of a run, for the messages of the program that trains it. Returns a temporary file
    if the directory is not a run or cannot be written."""
    try:
        os.makedirs(folder, exist_ok=True)
        names = os.listdir(folder)
        if "config.yaml" in names or all(name.startswith((".lock", "log.")) for name in names):
            file = os.open(os.path.join(folder, "log.txt"),
                           os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
            if stat.S_ISREG(os.fstat(file).st_mode):
                return os.fdopen(file, "ab+")
            os.close(file)
    except OSError:  # the program meets the same error and reports it
        pass
    return tempfile.TemporaryFile()


class Program:
    """A process of the program, started with --json. The process writes to files instead of pipes: a write to a pipe
    without a reader would kill it. Any number of readers can follow its records. words: a file to which standard error
    is appended. about: a prefix for warnings of the process."""

    def __init__(self, arguments: Iterable[str], environment: bool = False, text: str | None = None,
                 words: IO[bytes] | None = None, about: str = ""):
        self._out, self._words = tempfile.TemporaryFile(), words or tempfile.TemporaryFile()
        self._about = about
        self._from, self._asked = os.fstat(self._words.fileno()).st_size, False
        with tempfile.TemporaryFile() as given:
            given.write((text or "").encode("utf-8", "surrogateescape"))
            given.seek(0)
            self._process = _Process([find(), *arguments, "--json"], stdin=given, stdout=self._out, stderr=self._words,
                                     env=surroundings(environment), start_new_session=True)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def written(self, at: int = 0) -> Generator[Row, None, int]:
        """Yields the records written from offset `at` on; returns the offset of the record after them."""
        data = os.pread(self._out.fileno(), os.fstat(self._out.fileno()).st_size - at, at)
        lines, end, _ = data.rpartition(b"\n")  # the last line may be half written
        yield from map(json.loads, lines.split(b"\n") if end else ())
        return at + len(lines + end)

    def records(self, pause: float = PAUSE) -> Iterator[Row | None]:
        """Yields all records as dicts until the process has ended, with None whenever no record is ready."""
        at = 0
        while True:
            ended = self.ended  # checked before reading, so no record is missed
            at = yield from self.written(at)
            if ended:
                return
            yield None
            try:
                self._process.wait(pause)
            except subprocess.TimeoutExpired:
                pass

    def stop(self) -> None:
        """Asks the process to write a checkpoint and end. Does not wait. Sends only one signal, because a second signal
        would kill the process at once."""
        if not self._asked and not self.ended:
            self._process.send_signal(signal.SIGTERM)
        self._asked = True

    def _said(self) -> str:
        self._words.seek(self._from)
        return self._words.read().decode("utf-8", "surrogateescape")

    def words(self) -> str:
        """The error messages of the process. A message starts a line with "lengthen: " and may continue on indented
        lines."""
        said = self._said()
        return "\n".join(re.findall(r"^lengthen: (.*(?:\n[ \t].*)*)", said, re.M)) or said.strip()

    def wait(self) -> None:
        """Waits for the process to end, logs its warnings, and raises its error. If a signal handler raises an
        exception (Ctrl-C), the process is asked to stop, and the exception is raised again after the checkpoint is
        written."""
        try:
            self._process.wait()
        except BaseException:
            self.end()
            raise
        for warning in re.findall(r"^warning(?:, \d+ times)?: (.*(?:\n[ \t].*)*)", self._said(), re.M):
            log.warning("%s", self._about + in_python(warning))
        status = self._process.returncode
        if status < 0 or status > 128:
            number = -status if status < 0 else status - 128
            raise Stopped(f"the program was ended by signal {number} ({signal.strsignal(number)}); run the same call again "
                          "to resume")
        if status == PREEMPTED:
            raise Stopped(self.words() or "the program was stopped; run the same call again to resume")
        if status:
            raise of_status(status, self.words())

    def end(self) -> None:
        """Asks the process to stop, and waits until it has written its checkpoint and ended."""
        self.stop()
        self._process.wait()


def ask(arguments: Iterable[str], environment: bool = False, text: str | None = None) -> list[Row]:
    """Runs the program with these arguments to its end, and returns its records."""
    program = Program(arguments, environment, text)
    program.wait()
    return list(program.written())
