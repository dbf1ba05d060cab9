"""The program lengthen as a process of its own, in a session of its own: it goes on when this process ends."""
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
PAUSE = 0.02  # seconds between two looks at what a process says


def find() -> str:
    """The path of the program: that of the package, of the source tree around it, beside an installed one, or on the
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
    """The variables of the environment for the program, without those that would be options of a run."""
    return {name: value for name, value in os.environ.items() if environment or not name.startswith("LENGTHEN_")}


def path_text(path: Any, of: str = "") -> str:
    """A path as a text. of: what its error begins with."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise UsageError(f"{of}{repr(path)[:60]} is no path; expected a text or an os.PathLike") from None


def path_argument(path: Any) -> str:
    """A path that is no flag."""
    path = path_text(path)
    return os.path.join(".", path) if path.startswith("-") else path


class _Process(subprocess.Popen[bytes]):
    """A process that may outlive this one: to forget it is no leak."""

    def __del__(self) -> None:
        self.poll()


def log_in(folder: str) -> IO[bytes]:
    """log.txt in the directory of a run, for the words of the program that trains it; a file without a name where
    that is not ours to make."""
    try:
        os.makedirs(folder, exist_ok=True)
        names = os.listdir(folder)
        if "config.yaml" in names or all(name.startswith((".lock", "log.")) for name in names):
            file = os.open(os.path.join(folder, "log.txt"),
                           os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
            if stat.S_ISREG(os.fstat(file).st_mode):
                return os.fdopen(file, "ab+")
            os.close(file)
    except OSError:  # which the program meets, too, and tells
        pass
    return tempfile.TemporaryFile()


class Program:
    """The program with --json, started. It writes into files, since a pipe would end it with its reader; any number
    of readers follow its records. words: the file of its standard error, which goes on there. about: what its
    warnings begin with."""

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
        """The records that it has written from a byte on; then where the next one begins."""
        data = os.pread(self._out.fileno(), os.fstat(self._out.fileno()).st_size - at, at)
        lines, end, _ = data.rpartition(b"\n")  # the last one may be half written
        yield from map(json.loads, lines.split(b"\n") if end else ())
        return at + len(lines + end)

    def records(self, pause: float = PAUSE) -> Iterator[Row | None]:
        """Its records as dicts, from the first one, as they come, until it has ended. None where there is none yet."""
        at = 0
        while True:
            ended = self.ended  # what it wrote before this is read below
            at = yield from self.written(at)
            if ended:
                return
            yield None
            try:
                self._process.wait(pause)
            except subprocess.TimeoutExpired:
                pass

    def stop(self) -> None:
        """Asks it to write a checkpoint and to end; its end is not waited for. A second signal would end it at once."""
        if not self._asked and not self.ended:
            self._process.send_signal(signal.SIGTERM)
        self._asked = True

    def _said(self) -> str:
        self._words.seek(self._from)
        return self._words.read().decode("utf-8", "surrogateescape")

    def words(self) -> str:
        """The words of its errors; they begin a line and go on in lines that are indented."""
        said = self._said()
        return "\n".join(re.findall(r"^lengthen: (.*(?:\n[ \t].*)*)", said, re.M)) or said.strip()

    def wait(self) -> None:
        """Waits for its end and tells its warnings. Raises what it failed with. A signal in Python that raises asks
        it to stop, and is raised when its checkpoint is written."""
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
            raise Stopped(f"the program was ended by signal {number} ({signal.strsignal(number)}); the same call goes "
                          "on")
        if status == PREEMPTED:
            raise Stopped(self.words() or "the program was stopped; the same call goes on")
        if status:
            raise of_status(status, self.words())

    def end(self) -> None:
        """Asks it to stop, and waits until it has written what is needed to go on."""
        self.stop()
        self._process.wait()


def ask(arguments: Iterable[str], environment: bool = False, text: str | None = None) -> list[Row]:
    """The records of the program with these arguments, when it has ended."""
    program = Program(arguments, environment, text)
    program.wait()
    return list(program.written())
