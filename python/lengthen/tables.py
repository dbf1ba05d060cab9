"""Rows of results, and tables of reports."""
import html

from .errors import FileError, Refused


def _rows_of_runs(runs):
    """Path, state and score of each run, and the options that differ between the runs that have them."""
    configs = [run.config for run in runs]
    names = dict.fromkeys(name for config in configs for name in config)
    values = lambda name: {str(config[name]) for config in configs if name in config}
    differ = [name for name in names if name != "out" and len(values(name)) > 1]
    return [{"path": run.path, "state": run.state, "score": run.score, **{name: config.get(name) for name in differ}}
            for run, config in zip(runs, configs)]


def _rows_of(what):
    if isinstance(what, dict):
        return rows(what)
    what = list(what)
    return _rows_of_runs(what) if what and all(hasattr(one, "config") for one in what) else what


def frame(rows):
    """Rows (a list of dicts), runs (those of lengthen.runs) or a table of a report as a pandas DataFrame, None as NaN in
    columns of numbers. Of runs it has path, state, score and the options that differ."""
    try:
        import pandas
    except ImportError:
        raise Refused("a DataFrame needs pandas, which is not installed (Debian: python3-pandas); "
                      "the rows themselves are dicts") from None
    return pandas.DataFrame(_rows_of(rows))


def _value(cell):
    """The number of a cell, or the text where it is no number."""
    return cell.get("value", cell["text"])


def _measured(column, cell):
    numbers = cell.get("statistics") or {}
    return {"column": column, "value": _value(cell), "low": numbers.get("low_95"), "high": numbers.get("high_95"),
            "n": numbers.get("count")}


def rows(table):
    """A table of a report as a list of dicts. Of a list (pairs, reach, runs) there is one for each line: "label", and the
    number or the text of each column. Of other tables there is one for each cell: "label" of its row, "column", "value",
    "low" and "high" of the 95 % interval, and "n", how many runs or units it is made from. "group" is there where rows
    are grouped."""
    try:
        found, grouped = [], any(row["group"] for row in table["rows"])
        for row in table["rows"]:
            head = {**({"group": row["group"]} if grouped else {}), "label": row["label"]}
            cells = list(zip(table["columns"], row["cells"]))
            found += [{**head, **{column: _value(cell) for column, cell in cells}}] if table.get("list") else \
                [{**head, **_measured(column, cell)} for column, cell in cells]
        return found
    except (KeyError, TypeError, AttributeError):
        raise FileError("not a table of a report: expected columns, and rows with group, label and cells") from None


def pyplot():
    """matplotlib.pyplot, which only drawing needs."""
    try:
        import matplotlib.pyplot
    except ImportError:
        raise Refused("a plot needs matplotlib, which is not installed (Debian: python3-matplotlib)") from None
    return matplotlib.pyplot


def new_axes(axes):
    """These axes, or those of a new figure."""
    return pyplot().subplots()[1] if axes is None else axes


def _shown(value):
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def as_text(table):
    """Rows of the same members as a table of a terminal."""
    lines = [list(table[0])] + [[_shown(value) for value in row.values()] for row in table] if table else []
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def as_html(table):
    """Rows of the same members as a table of a notebook."""
    def line(kind, cells):
        return "<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>"

    head = line("th", map(html.escape, table[0])) if table else ""
    rows = "".join(line("td", (html.escape(_shown(value)) for value in row.values())) for row in table)
    return f"<table>{head}{rows}</table>"
