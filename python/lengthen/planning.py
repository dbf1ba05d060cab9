"""Writes sweep files from dicts, and displays sweeps."""
import contextlib
import html
import json
import os
import re
import tempfile
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from ._types import Options, Path, Row, is_list, is_object
from .errors import UsageError
from .options import settings, text
from .program import path_argument, path_text

if TYPE_CHECKING:
    from .sweep import Sweep


def _settled(options: dict[str, Any]) -> dict[str, Any]:
    """Converts options whose values may be ranges, arrays or a Formula to values of a sweep file."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        found.update(settings({name: value}) if hasattr(value, "settings") else {name: plain(value)})
    return found


def _is_choice(value: Any) -> bool:
    return hasattr(value, "settings")


def _labels(axis: str, values: Any) -> Any:
    """The values of an axis of the grid. If one of the values is a Formula, every value needs a label. The keys of a
    dict are labels. For a list, the labels are the names of choices and `formula`, `formula-2`, ..."""
    if is_list(values) and any(map(_is_choice, values)):
        named: dict[str, Any] = {}
        for value in values:
            name = "formula" if _is_choice(value) else text(value)
            more = sum(label.split("-")[0] == name for label in named)
            named[f"{name}-{more + 1}" if more else name] = value
        values = named
    if is_object(values) and any(not is_object(value) for value in values.values()):
        return {label: value if is_object(value) else {axis: value} for label, value in values.items()}
    return values


def plain(value: Any) -> Any:
    """Converts a value to JSON, which is valid YAML for a sweep file."""
    if is_object(value):
        return _settled({**value, "grid": {axis: _labels(axis, values) for axis, values in value["grid"].items()}}
                        if is_object(value.get("grid")) else value)
    if is_list(value):
        return [plain(one) for one in value]
    return value if isinstance(value, (str, bool, int, float)) else text(value)


@contextlib.contextmanager
def sweep_file(grid: Path | Options, out: Path | None) -> Generator[str]:
    """A context manager that gives the path of a sweep file. A dict is written to a temporary file. If the dict names a
    base file, the path of the base file is relative to the current directory."""
    if not isinstance(grid, dict):
        yield path_argument(grid)
        return
    if out is None:
        raise UsageError("out: a sweep planned from a dict needs a directory, such as out='sweeps/a'")
    written = plain(grid)
    base = written.get("base")
    if isinstance(base, str) and os.path.exists(base):
        written["base"] = os.path.abspath(base)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, os.path.basename(os.path.abspath(path_text(out, "out: "))) + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(written, file)
        try:
            yield path
        except UsageError as error:
            raise UsageError(re.sub(re.escape(path) + r"(:\d+)*", "grid", str(error))) from None


STATES = ("done", "running", "planned", "failed", "diverged", "paused", "stopped")


class Status(dict[str, Any]):
    """The number of runs of a sweep in each state."""

    def __init__(self, path: str, counts: Row):
        super().__init__(counts)
        self._path = path

    @property
    def words(self) -> str:
        return ", ".join(f"{self[state]} {state}" for state in STATES if self.get(state))

    def __repr__(self) -> str:
        return f"{self._path}: {self['runs']} runs: {self.words}"

    __str__ = __repr__


class Ended:
    """Converts the records of a sweep to records for a progress bar that counts runs."""

    def __init__(self, path: str, status: Row):
        self.path, self.total = path, status["runs"]
        self.done = sum(status[state] for state in ("done", "failed", "diverged", "stopped"))

    def __call__(self, record: Row) -> Row | None:
        if record.get("event") != "end":
            return None
        self.done += 1
        return {"run": self.path, "step": self.done, "steps": self.total}


def as_html(sweep: "Sweep") -> str:
    """The number of runs in each state, and the table `mean` of the last report."""
    counts = sweep.status()
    tables, path = sweep.tables, html.escape(sweep.path)
    shown = f"<p>The last report, {path}/report:</p>{tables['mean']._repr_html_()}" if "mean" in tables else ""
    return f"<p><b>{html.escape(counts['title'])}</b> ({path}): {counts.words}</p>{shown}"
