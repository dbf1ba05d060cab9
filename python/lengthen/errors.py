"""What this package raises. All are an Error; their words are those of the library or the program."""
import re


class Error(Exception):
    """Something failed."""


class UsageError(Error, ValueError):
    """An option, an argument or a path is wrong; the words say what would be right."""


class FileError(Error, ValueError):
    """A file is not what it should be; the words say which one, and why."""


class Corrupt(FileError):
    """A checkpoint or a data file is damaged."""


class Refused(Error, ValueError):
    """What was asked for is not built here; the words say what it is."""


class Missing(Refused, ImportError):
    """A package that only this call needs is not installed."""


class Diverged(Error):
    """The loss became NaN or infinite."""


class Mismatch(Error):
    """A verification found a difference."""


class SomeFailed(Error):
    """Some of several runs failed; the others are done."""


class Stopped(Error):
    """A call was stopped; the same call goes on."""


class Closed(Error, ValueError):
    """The object is closed, or belongs to the process that this one was forked from."""


# By the outcome of a call of the library, which is also the exit status of the program (lg_status of lengthen.h).
BY_STATUS: dict[int, type[Error]] = {1: Error, 2: UsageError, 3: SomeFailed, 4: Diverged, 5: Mismatch, 6: Corrupt, 75: Stopped}


def _without_dashes(words: str) -> str:
    words = re.sub(r"unknown flag --([\w.-]+)", r"there is no option '\1'", words)
    words = re.sub(r"(did you mean|here it is) ('?)(?:--)?([a-z]\w*(?:\.\w+)+)", lambda m: m[1] + " " + m[2] + m[3].replace(".", "_"), words)
    words = re.sub(r"(did you mean) --([\w-]+)(?=\?)", r"\1 '\2'", words)
    words = re.sub(r"(use|mean) --([a-z]+) (\w+)", r"\1 \2='\3'", words)
    return re.sub(r"(?<![\w-])--(?=[a-z])", "", words)


def in_python(words: str) -> str:
    """Words of the program as Python tells them: names of options without dashes, but in the commands that they
    quote."""
    return "`".join(part if i % 2 else _without_dashes(part) for i, part in enumerate(words.split("`")))


def of_status(status: int, words: str) -> Error:
    """The exception for a status that is not 0."""
    return BY_STATUS.get(status, Error)(in_python(words))
