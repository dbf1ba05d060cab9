"""The exceptions of this package. All are subclasses of Error; most messages come from the library or the program."""
import re


class Error(Exception):
    """Something failed."""


class UsageError(Error, ValueError):
    """An option, an argument or a path is wrong. The message describes the expected value."""


class FileError(Error, ValueError):
    """A file does not have the expected form. The message names the file and the reason."""


class Corrupt(FileError):
    """A checkpoint or a data file is damaged."""


class Refused(Error, ValueError):
    """This package does not support an option, a model or a call. The message names the unsupported part."""


class Missing(Refused, ImportError):
    """The call needs an optional package that is not installed."""


class Diverged(Error):
    """The loss became NaN or infinite."""


class Mismatch(Error):
    """A check found a difference."""


class SomeFailed(Error):
    """Some of several runs failed. The remaining runs are done."""


class Stopped(Error):
    """A call was stopped. Repeat the call to continue."""


class Closed(Error, ValueError):
    """The object is closed, or was opened before a fork."""


# The exception for each lg_status (lengthen.h). The exit status of the program is also an lg_status.
BY_STATUS: dict[int, type[Error]] = {1: Error, 2: UsageError, 3: SomeFailed, 4: Diverged, 5: Mismatch, 6: Corrupt, 75: Stopped}


def _without_dashes(words: str) -> str:
    words = re.sub(r"unknown flag --([\w.-]+)", r"there is no option '\1'", words)
    words = re.sub(r"(did you mean|here it is) ('?)(?:--)?([a-z]\w*(?:\.\w+)+)", lambda m: m[1] + " " + m[2] + m[3].replace(".", "_"), words)
    words = re.sub(r"(did you mean) --([\w-]+)(?=\?)", r"\1 '\2'", words)
    words = re.sub(r"(use|mean) --([a-z]+) (\w+)", r"\1 \2='\3'", words)
    return re.sub(r"(?<![\w-])--(?=[a-z])", "", words)


def in_python(words: str) -> str:
    """Rewrites a message of the program for Python: option names lose their dashes, except in quoted commands."""
    return "`".join(part if i % 2 else _without_dashes(part) for i, part in enumerate(words.split("`")))


def of_status(status: int, words: str) -> Error:
    """The exception for a nonzero status."""
    return BY_STATUS.get(status, Error)(in_python(words))
