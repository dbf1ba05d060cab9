"""Reports of the program: tables, figures, and the paired comparison of runs."""
import html
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from typing import Any

from . import figures
from ._types import Axes, Options, Path, Row, is_object
from .errors import Error, UsageError
from .files import MOST_LINES, opened, read_config, read_json
from .options import OPTIONS, text
from .program import ask
from .run import Run
from .showing import picture
from .tables import as_html, as_text, frame, new_axes, rows

KEPT = ("config.yaml", "run.json", "eval.jsonl")  # what a report reads of a run
Group = Path | Run | Iterable[Path | Run]


class Table(dict[str, Any]):
    """A table of a report, a dict as doc/files.md describes it."""

    @property
    def rows(self) -> list[Row]:
        """A dict for each cell: "label" of its row, "column", "value", "low", "high", "n"; of a list as pairs, for each
        line: "label", and each column. See lengthen.rows."""
        return rows(self)

    def frame(self) -> Any:
        """The rows as a pandas DataFrame."""
        return frame(self.rows)

    def _as_shown(self) -> list[Row]:
        """The texts of the cells, a dict for each row."""
        return [{self.get("corner") or " ": row["label"],
                 **{column: cell["text"] for column, cell in zip(self["columns"], row["cells"])}}
                for row in self["rows"]]

    def __repr__(self) -> str:
        try:
            return f"{self['title']}\n\n{as_text(self._as_shown())}\n\n{self['caption']}"
        except (KeyError, TypeError, AttributeError):  # no table of a report
            return super().__repr__()

    __str__ = __repr__

    def _repr_html_(self) -> str:
        table = as_html(self._as_shown())
        return f"<p><b>{html.escape(self['title'])}</b></p>{table}<p>{html.escape(self['caption'])}</p>"

    def plot(self, axes: Axes = None) -> Axes:
        """Draws the numbers of each row, with their 95 % intervals, with matplotlib. Returns the axes."""
        if self["list"]:
            raise UsageError(f"the table {self['name']} is a list of words and numbers; expected one with rows and "
                             "columns, as mean")
        axes, columns = new_axes(axes), self["columns"]
        for at, row in enumerate(self["rows"]):
            for place, cell in enumerate(row["cells"]):
                _draw_cell(axes, place + 0.1 * at, f"C{at}", cell)
            axes.plot([], [], "o", color=f"C{at}", label=row["label"])
        words = f"{self['metric']} ({self['unit']})".replace("_", " ")
        axes.set(xticks=range(len(columns)), xticklabels=columns, ylabel=words)
        axes.legend()
        return axes


def _draw_cell(axes: Axes, x: float, color: str, cell: Row) -> None:
    value = cell.get("value")
    numbers: Row = cell.get("statistics") or {}
    if value is None:
        return
    axes.plot([x], [value], "o", color=color)
    if numbers.get("low_95") is not None:
        axes.vlines(x, numbers["low_95"], numbers["high_95"], color=color)


def read_tables(folder: str) -> dict[str, Table]:
    """The tables of a folder, by name."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {name[:-5]: Table(read_json(os.path.join(folder, name))) for name in names if name.endswith(".json")}


def arguments(options: Options) -> list[str]:
    """Options of `lengthen report` as its flags."""
    found: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if is_object(value):  # where
            found += [f"{flag}={axis}={text(labels)}" for axis, labels in value.items()]
        elif value is True:
            found.append(flag)
        elif value is not None and value is not False:
            found.append(f"{flag}={text(value)}")
    return found


class Report:
    """What a report wrote: `finding`, the sentence of what was found; `tables` and `figures` (paths of SVG) by name;
    `path` of the page report.md."""

    def __init__(self, written: list[Row], run: Callable[[str], Run] = Run):
        """run: opens a run that a table names, by its path or its id."""
        self._run = run

        def of(kind: str, ending: str) -> dict[str, str]:
            return {row["name"]: row["path"] for row in written if row["kind"] == kind and row["path"].endswith(ending)}

        self.tables = {name: Table(read_json(path)) for name, path in of("table", ".json").items()}
        self.figures = of("picture", ".svg")
        self._data: dict[str, list[str]] = {}
        for row in written:
            if row["kind"] == "data":
                self._data.setdefault(row["name"], []).append(row["path"])
        self.path = of("index", ".md").get("report")
        self.finding = next((row.get("finding", "") for row in written if row["kind"] == "index"), "")

    def __repr__(self) -> str:
        return f"<Report {self.path}: {self.finding}>"

    @property
    def best(self) -> dict[str, Row]:
        """The column with the best mean of each row of the table `mean`, by the label of the row: a dict of its
        label, its mean and its runs. A row is left out while none of its runs is done, and where it has one column
        alone."""
        found: dict[str, Row] = {}
        table: Row = self.tables.get("mean", {"rows": [], "columns": []})
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"]):
                if cell.get("best"):
                    found[row["label"]] = {"column": column, "mean": cell["value"],
                                           "runs": [self._run(name) for name in cell.get("runs", [])]}
        return found

    def _repr_html_(self) -> str:
        shown = "".join(picture(path) for name, path in self.figures.items() if name == "curves")
        mean = self.tables["mean"]._repr_html_() if "mean" in self.tables else ""
        return f"<p>{html.escape(self.finding)}</p>{mean}{shown}"

    def plot(self, figure: str = "curves", axes: Axes = None) -> Axes:
        """Draws the curves of a figure with matplotlib, with the dotted line where the lengths of training end. A panel
        for each row of the grid, in a new figure or on `axes`, one for each. Returns the axes, a list of several."""
        figures.check(figure)
        if figure not in self._data:
            there = [name for name in self._data if name in figures.CURVES]
            raise UsageError(f"figure: this report has no {figure!r}; expected one of {', '.join(there) or 'none'}")
        paths = self._data[figure]
        made = figures.panels(len(paths), axes)
        rows: list[Row] = self.tables["mean"]["rows"] if "mean" in self.tables else []
        for at, (panel, path) in enumerate(zip(made, paths)):
            row: Row = rows[at] if len(rows) == len(paths) else {"label": figures.title_of(path), "cells": []}
            figures.draw(panel, path, row["label"] if len(paths) > 1 else "", self._trained(row))
        return made if len(made) > 1 else made[0]

    def _trained(self, row: Row) -> int | None:
        """Where the lengths of training end in the runs of a row; None where it is not known, or not one length."""
        try:
            scores: list[Row] = [self._run(name).record.get("score") or {}
                                 for cell in row["cells"] for name in cell.get("runs", [])]
        except (Error, OSError):  # they are elsewhere
            return None
        found = {score.get("trained") for score in scores}
        return found.pop() if len(found) == 1 else None


# ---- two groups of runs ----

def _copied(runs: list[Path | Run], folder: str) -> None:
    for number, run in enumerate(runs):
        place = os.path.join(folder, str(number))
        os.makedirs(place)
        for name in KEPT:
            source = os.path.join(os.fsdecode(run), name)
            if os.path.exists(source):
                with opened(source, MOST_LINES) as file, open(os.path.join(place, name), "wb") as copy:
                    shutil.copyfileobj(file, copy)


class Comparison:
    """A paired test of two groups of runs: `difference` of the mean scores (the first less the second), `low` and
    `high` of its 95 % interval, `p` and `least_p` (what so many pairs can reach), in `unit`; `pairs` of runs and
    `units` of this `unit_of` (task or seed); `remark` says what is undecided, `sentence` what was found. None where
    it is not known."""

    def __init__(self, table: Table, finding: str):
        row = table.rows[0]
        self.label, self.sentence, self.table = row["label"], finding, table
        self.unit_of, self.units, self.pairs = row["unit"], row["units"], row["pairs"]
        self.difference, self.low, self.high = row["mean difference"], row["from"], row["to"]
        self.p, self.least_p, self.remark = row["p"], row["least p"], row["remark"]
        self.unit = table["units"][table["columns"].index("mean difference")]

    def __repr__(self) -> str:
        def shown(value: float, form: str) -> str:
            return format(value, form).replace("-", "\u2212")

        unit = "points" if self.unit == "percentage points" else self.unit
        between = "" if self.low is None else f" (95 % {shown(self.low, '.3g')} to {shown(self.high, '.3g')})"
        p, remark = "" if self.p is None else f", p = {self.p:.3g}", f"; {self.remark}" if self.remark else ""
        found = "no difference is known" if self.difference is None else f"{shown(self.difference, '+.3g')} {unit}{between}"
        return f"<Comparison {self.label}: {found}{p}{remark}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.sentence)}</p>{self.table._repr_html_()}"


ALIKE = ("compare: expected two groups of runs, which differ within a group in data and seed alone, and from each other "
         "in another option")
TOLD = 3  # of the options in which a group differs, so many are named
UNMIXED = ("metric", "protocol", "threads")  # axes and the like that make no other model


def _paired_by(name: str) -> bool:
    return name in ("out", "train.seed", "data") or name.startswith("data.")


def _differences(configs: dict[str, Row]) -> list[str]:
    """The options in which runs differ that are no pairs, each with the values of two runs. configs: by path."""
    found: list[str] = []
    for name in dict.fromkeys(name for config in configs.values() for name in config if not _paired_by(name)):
        values = {str(config.get(name)): f"{config.get(name, 'not there')} in {path}" for path, config in configs.items()}
        if len(values) > 1:
            found.append(f"{name} ({', '.join(list(values.values())[:2])})")
    return found


def _configs(runs: list[Path | Run]) -> dict[str, Row]:
    files = {path: os.path.join(path, "config.yaml") for path in map(os.fsdecode, runs)}
    return {path: read_config(file) for path, file in files.items() if os.path.isfile(file)}


def _mixes(read: list[dict[str, Row]]) -> bool:
    """Does an axis vary within a group, and not alike in both? The program then compares the parts of that group."""
    for name in (name for name in OPTIONS if "." not in name and name not in UNMIXED and not _paired_by(name)):
        first, second = ({str(config.get(name)) for config in configs.values()} for configs in read)
        if first != second and len(first) + len(second) > 2:
            return True
    return False


def _unlike(read: list[dict[str, Row]]) -> str:
    """ALIKE, with what is not as it expects."""
    for which, configs in zip(("first", "second"), read):
        differ = _differences(configs)
        if differ:
            more = f" and {len(differ) - TOLD} more" if len(differ) > TOLD else ""
            return f"{ALIKE}; runs of the {which} group differ in {', '.join(differ[:TOLD])}{more}"
    if not _differences({**read[0], **read[1]}):
        return f"{ALIKE}; all these runs have the same options"
    pairs = [{(config.get("data"), config.get("train.seed")) for config in configs.values()} for configs in read]
    return ALIKE if pairs[0] & pairs[1] else f"{ALIKE}; no run of the first has data and seed of one of the second"


def compare(runs_a: Group, runs_b: Group, metric: str | None = None) -> Comparison:
    """Compares two groups of runs by `lengthen report`: scores paired by task and seed, a Comparison. The runs of a
    group differ in data and seed alone, the groups in any other options."""
    groups: list[list[Path | Run]] = [
        [runs] if isinstance(runs, (str, bytes, os.PathLike)) else list(runs) for runs in (runs_a, runs_b)]
    if not all(groups):
        raise UsageError("compare: a group has no run; expected runs, as those of lengthen.runs('runs/a')")
    with tempfile.TemporaryDirectory() as folder:
        for name, runs in zip("ab", groups):
            _copied(runs, os.path.join(folder, name))
        read = [_configs(runs) for runs in groups]
        asked = {"tables": "pairs", "figures": "", "no_pictures": True, "metric": metric}
        try:
            report = Report(ask(["report", folder, *arguments(asked)]))
        except UsageError as error:
            raise UsageError(_unlike(read) if str(error).startswith("tables pairs") else str(error)) from None
    if len(report.tables["pairs"]["rows"]) != 1 or _mixes(read):
        raise UsageError(_unlike(read))
    return Comparison(report.tables["pairs"], report.finding)
