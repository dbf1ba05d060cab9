"""Converts options from Python keywords and values to the names and texts that the program and the library take.

A keyword is the full name of an option with underscores instead of dots (`data_tokens` for `data.tokens`), or its short
name (`steps`). Dicts take full names, nested or not: {"data": {"tokens": "words"}} or {"data.tokens": "words"}.
"""
import difflib
import functools
import numbers
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ._declared import OPTIONS
from ._types import Options, Setting, is_list, is_object
from .errors import UsageError

# Keywords that name presets and config files instead of options. Each takes one or several.
SOURCES = ("preset", "config")


@functools.lru_cache(None)
def keywords() -> dict[str, str]:
    """Maps every keyword of an option to its full name."""
    found: dict[str, str] = {}
    for name, short in OPTIONS.items():
        found[name] = found[name.replace(".", "_")] = name
        if short:
            found[short] = name
    return found


def full_name(name: str) -> str:
    """The full name of an option: "data_tokens" becomes "data.tokens", "steps" becomes "train.steps". An unknown name
    is returned unchanged."""
    return keywords().get(name, name)


def nearest(name: str, names: Iterable[str]) -> str:
    """A suggestion for the error about an unknown name, or an empty text."""
    near = difflib.get_close_matches(name, names, 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


class Config(dict[str, Any]):
    """All options and their values, by full name. Short names work too: config["lr"] is config["train.lr"]."""

    def __missing__(self, name: str) -> Any:
        full = full_name(name)
        if full in self and full != name:
            return self[full]
        raise KeyError(f"there is no option {name!r} in this config"
                       + nearest(str(name), [known for known, of in keywords().items() if of in self]))


def _range(value: range) -> str:
    """A range of lengths or seeds as text: range(1, 6) becomes "1..5"."""
    if not value:
        raise ValueError("is empty")
    first, last, step = min(value), max(value), abs(value.step)
    if first == last:
        return str(first)
    return f"{first}..{last}" + (f":{step}" if step > 1 else "")


def _list(values: Sequence[object]) -> str:
    if len(values) == 0:
        raise ValueError("is empty")
    return ",".join(map(text, values))


def _pairs(values: Options) -> str:
    """Options as one text for eval.with: "mask: window, mask.width: 16"."""
    return ", ".join(f"{name}: {quoted(value)}" for name, value in settings(values))


def quoted(value: str) -> str:
    """A text as a YAML scalar, quoted if needed."""
    return value if value and all(c.isalnum() or c in "_./+-" for c in value) and value[0] != "-" else \
        '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def text(value: Any) -> str:
    """A value as the text of a flag of the program. Raises ValueError or TypeError. Callers add the name of the option
    to the message."""
    if hasattr(value, "tolist"):  # NumPy arrays and numbers
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        value = float(value)
        return str(int(value)) if value.is_integer() else repr(value)  # 2e4 steps become "20000"
    if isinstance(value, range):
        return _range(value)
    if is_list(value):
        return _list(value)
    if is_object(value):
        return _pairs(value)
    try:
        words = os.fsdecode(value)
    except TypeError:
        raise TypeError(f"is a {type(value).__name__}; expected a string, a number, a bool, a range or a list") from None
    if re.search("[\0\ud800-\udc7f\udd00-\udfff]", words):  # U+DC80..U+DCFF are bytes of a path
        raise ValueError("contains a NUL or an invalid character")
    return words


def integer(name: str, value: Any, low: int, high: int) -> int:
    """Checks that a value is an int in low..high, to be passed to C. Floats and bools are rejected."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or not low <= int(value) <= high:
        raise UsageError(f"{name}: {str(value)[:60]}: expected an int of {low}..{high}")
    return int(value)


def function(name: str, value: object) -> None:
    """Checks that a value is a function or None."""
    if value is not None and not callable(value):
        raise UsageError(f"{name}: {repr(value)[:60]}: expected a function that takes a dict")


def _members(value: Any) -> Any:
    """The nested options of a dict or of a Formula; other values are returned as they are."""
    return getattr(value, "settings", value)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yields (name, value), or one such pair for each nested option."""
    if not isinstance(name, str):
        raise UsageError(f"{str(name)[:60]} is not the name of an option; expected a string")
    if hasattr(value, "settings"):
        value.check(full_name(name))
    below = _members(value)
    if not is_object(below) or full_name(name) == "eval.with":
        yield name, value
        return
    if not below:
        raise UsageError(f"{name}: an empty dict sets nothing")
    above = name if name in _groups() else full_name(name)
    for member, inner in below.items():
        yield from _flat(name if member == "name" else f"{above}.{member}", inner)


@functools.lru_cache(None)
def _groups() -> set[str]:
    """All prefixes of option names that end before a dot: "model", "data", "encoder.encoding"."""
    return {name[:at] for name in OPTIONS for at, c in enumerate(name) if c == "."}


def _texts(name: str, value: Any) -> Iterator[Setting]:
    several: Sequence[Any] = value if name in SOURCES and is_list(value) else [value]
    for one in several:
        try:
            yield name, text(one)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"{name}: {str(one)[:60] or repr(one)} {error}") from None


def settings(options: Options) -> list[Setting]:
    """Converts options by keyword or full name to a list of pairs (full name, text), in the same order, which stand for
    the flags --NAME=TEXT. Options whose value is None are skipped. `preset` names one or several presets, `config` one
    or several YAML files. If `config` is a dict, it holds options, and the other arguments override them."""
    own: dict[str, Any] = dict(options)
    below: dict[str, Any] = own.pop("config") if is_object(own.get("config")) else {}
    given: list[tuple[str, Any]] = []
    found: dict[str, list[Setting]] = {}
    for group in (below, own):
        seen: dict[str, str] = {}
        for name, value in (pair for name, value in group.items() for pair in _flat(name, value)):
            if value is None:
                continue
            full = full_name(name)
            if full in seen:
                raise UsageError(f"{name} and {seen[full]} are the same option, {full}; give one of them")
            seen[full] = name
            given.append((full, value))
    for full, value in given:
        found[full] = list(_texts(full, value))
    return [pair for pairs in found.values() for pair in pairs]
