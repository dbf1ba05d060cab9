"""Reports that the program wrote: tables and figures."""
import html
import os
from collections.abc import Callable
from typing import Any

from . import figures
from ._types import Axes, Options, Row, is_object
from .errors import Error, UsageError
from .files import read_json
from .options import text
from .run import Run
from .showing import picture
from .tables import as_html, as_text, frame, rows



class Table(dict[str, Any]):
    """A table of a report: a dict, described in doc/schemas.md."""

    @property
    def rows(self) -> list[Row]:
        """A dict for each cell, with "label" (of its row), "column", "value", "low", "high" and "n". A table that is a
        list, such as `pairs`, has a dict for each line, with "label" and each column. See lengthen.rows."""
        return rows(self)

    def frame(self) -> Any:
        """The rows as a pandas DataFrame."""
        return frame(self.rows)

    def _as_shown(self) -> list[Row]:
        """A dict of cell texts for each row. Only the first row of a group has the group's name."""
        shown: list[Row] = []
        groups = [row["group"] for row in self["rows"]]
        for at, row in enumerate(self["rows"]):
            first = at == 0 or groups[at] != groups[at - 1]
            shown.append({**({"group": groups[at] if first else ""} if any(groups) else {}),
                          self.get("corner") or " ": row["label"],
                          **{column: cell["text"] for column, cell in zip(self["columns"], row["cells"])}})
        return shown

    def __repr__(self) -> str:
        try:
            return f"{self['title']}\n\n{as_text(self._as_shown())}\n\n{self['caption']}"
        except (KeyError, TypeError, AttributeError):  # not a table of a report
            return super().__repr__()

    __str__ = __repr__

    def _repr_html_(self) -> str:
        table = as_html(self._as_shown())
        return f"<p><b>{html.escape(self['title'])}</b></p>{table}<p>{html.escape(self['caption'])}</p>"

    def plot(self, axes: Axes = None) -> Axes:
        """Plots the values of each row with their 95 % intervals with matplotlib, one panel per group of rows. Returns the
        axes, or a list of axes for several groups."""
        if self["list"]:
            raise UsageError(f"the table {self['name']} is a list, which has no plot; expected one with rows and "
                             "columns, like mean")
        groups: dict[str, list[Row]] = {}
        for row in self["rows"]:
            groups.setdefault(row["group"] or "", []).append(row)
        made = figures.panels(max(len(groups), 1), axes)
        for panel, (group, rows) in zip(made, groups.items()):
            self._draw(panel, group, rows)
        return made if len(made) > 1 else made[0]

    def _draw(self, panel: Axes, group: str, rows: list[Row]) -> None:
        columns, step = self["columns"], 0.6 / max(len(rows), 1)
        for at, row in enumerate(rows):
            for place, cell in enumerate(row["cells"]):
                _draw_cell(panel, place + step * (at - (len(rows) - 1) / 2), f"C{at % 10}", cell)
            panel.plot([], [], "o", color=f"C{at % 10}", label=row["label"])
        unit = f" ({self['unit']})" if self["unit"] else ""
        words = group if group else f"{self['metric']}{unit}".replace("_", " ")
        panel.set(xticks=range(len(columns)), xticklabels=columns, ylabel=words)
        if len(columns) > 4:
            panel.tick_params(axis="x", rotation=45)
        panel.legend()


def _draw_cell(axes: Axes, x: float, color: str, cell: Row) -> None:
    value = cell.get("value")
    numbers: Row = cell.get("statistics") or {}
    if value is None:
        return
    axes.plot([x], [value], "o", color=color)
    if numbers.get("low_95") is not None:
        axes.vlines(x, numbers["low_95"], numbers["high_95"], color=color)


def read_tables(folder: str) -> dict[str, Table]:
    """Reads all tables in a folder, by name."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {name[:-5]: Table(read_json(os.path.join(folder, name))) for name in names if name.endswith(".json")}


def arguments(options: Options) -> list[str]:
    """Converts options to flags of `lengthen report`."""
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
    """A report on disk. `finding` is a sentence with the main result. `tables` is a dict of tables by name, `figures` a
    dict of paths of SVG files by name. `path` is the path of report.md."""

    def __init__(self, written: list[Row], run: Callable[[str], Run] = Run):
        """run: opens a run by the path or id that a table names."""
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
        """The column with the best mean in each row of the table `mean`. Returns a dict from row labels to dicts with
        "column" (the label of the best column), "mean" and "runs". Rows without finished runs or with a single column
        are skipped."""
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
        """Plots the curves of a figure with matplotlib, one panel per row of the grid. A dotted line marks the largest
        training length. Draws in a new figure, or on the given `axes` (one for each panel). Returns the axes, or a list
        of axes."""
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
        """The largest training length of the runs of a row, or None if it is unknown or differs between them."""
        try:
            scores: list[Row] = [self._run(name).record.get("score") or {}
                                 for cell in row["cells"] for name in cell.get("runs", [])]
        except (Error, OSError):  # the run directories are not here
            return None
        found = {score.get("trained") for score in scores}
        return found.pop() if len(found) == 1 else None
