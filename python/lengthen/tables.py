"""Converts rows of results and tables of reports to data frames, text and HTML."""
import html
import importlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ._types import Axes, Row, is_list, is_object
from .errors import FileError, Missing, UsageError

if TYPE_CHECKING:
    from .run import Run

CURVES = ("eval", "metrics")  # lists in the rows of Sweep.results


def _needed(module: str, what: str, package: str, extra: str) -> Any:
    """Imports a module of an optional package, which only `what` needs."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise Missing(missing(what, package, extra)) from None


def missing(what: str, package: str, extra: str) -> str:
    return f"{what} needs {package}, which is not installed: pip install 'lengthen[{extra}]' or pip install {package}"


def _rows_of_runs(runs: "list[Run]") -> list[Row]:
    """Path, state and score of each run, and the options whose values differ between runs."""
    configs = [run.config for run in runs]
    names = dict.fromkeys(name for config in configs for name in config)
    values: Callable[[str], set[str]] = lambda name: {str(config[name]) for config in configs if name in config}
    differ = [name for name in names if name != "out" and len(values(name)) > 1]
    return [{"path": run.path, "state": run.state, "score": run.score, **{name: config.get(name) for name in differ}}
            for run, config in zip(runs, configs)]


def _rows_of(what: Any) -> list[Any]:
    if is_object(what):
        return rows(what)
    found: list[Any] = list(what) if hasattr(what, "__iter__") else [what]
    if found and all(hasattr(one, "config") for one in found):
        return _rows_of_runs(found)
    if not all(map(is_object, found)):
        raise UsageError(f"frame: {repr(what)[:60]}: expected rows (dicts), runs, or a table of a report")
    return [{name: value for name, value in row.items() if name not in CURVES or not is_list(value)} for row in found]


def frame(rows: "Iterable[Row] | Iterable[Run] | Row") -> Any:
    """Converts rows (a list of dicts), runs (such as those of lengthen.runs) or a table of a report to a pandas
    DataFrame. None becomes NaN in columns of numbers. For runs, the columns are path, state, score and every option
    that differs. The curves in results of a sweep are omitted."""
    found = _rows_of(rows)
    return _needed("pandas", "a DataFrame", "pandas", "frame").DataFrame(found)


def _value(cell: Row) -> Any:
    """The number of a cell, or its text if it has no number."""
    return cell.get("value", cell["text"])


def _measured(column: str, cell: Row) -> Row:
    numbers: Row = cell.get("statistics") or {}
    return {"column": column, "value": _value(cell), "low": numbers.get("low_95"), "high": numbers.get("high_95"),
            "n": numbers.get("count")}


def rows(table: Row) -> list[Row]:
    """Converts a table of a report to a list of dicts. A table that is a list (pairs, reach, runs) gives a dict for
    each line, with "label" and the number or text of each column. Any other table gives a dict for each cell, with
    "label" of the row, "column", "value", "low" and "high" of the 95 % interval, and "n", the number of runs or units
    of the cell. If rows are grouped, the dict also has "group"."""
    try:
        found: list[Row] = []
        grouped = any(row["group"] for row in table["rows"])
        for row in table["rows"]:
            head = {**({"group": row["group"]} if grouped else {}), "label": row["label"]}
            cells = list(zip(table["columns"], row["cells"]))
            found += [{**head, **{column: _value(cell) for column, cell in cells}}] if table.get("list") else \
                [{**head, **_measured(column, cell)} for column, cell in cells]
        return found
    except (KeyError, TypeError, AttributeError):
        raise FileError("not a table of a report: expected columns, and rows with group, label and cells") from None


def pyplot() -> Any:
    """Imports matplotlib.pyplot."""
    return _needed("matplotlib.pyplot", "a plot", "matplotlib", "plot")


def new_axes(axes: Axes) -> Axes:
    """Returns `axes`, or the axes of a new figure if `axes` is None."""
    return pyplot().subplots()[1] if axes is None else axes


def _shown(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def as_text(table: list[Row]) -> str:
    """Formats rows with the same members as a plain-text table."""
    lines = [list(table[0])] + [[_shown(value) for value in row.values()] for row in table] if table else []
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def as_html(table: list[Row]) -> str:
    """Formats rows with the same members as an HTML table."""
    def line(kind: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>"

    head = line("th", map(html.escape, table[0])) if table else ""
    rows = "".join(line("td", (html.escape(_shown(value)) for value in row.values())) for row in table)
    return f"<table>{head}{rows}</table>"
