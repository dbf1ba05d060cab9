"""Rows of results, and tables of reports."""
import html

from .errors import FileError, Refused


def frame(rows):
    """Rows (a list of dicts) as a pandas DataFrame, None as NaN in columns of numbers."""
    try:
        import pandas
    except ImportError:
        raise Refused("a DataFrame needs pandas, which is not installed (Debian: python3-pandas); "
                      "the rows themselves are dicts") from None
    return pandas.DataFrame(rows)


def rows(table):
    """A table of a report as a list of dicts: "group", "label", and for each column the number of its cell, or the text
    where it is no number."""
    try:
        return [{"group": row["group"], "label": row["label"],
                 **{column: cell.get("value", cell["text"]) for column, cell in zip(table["columns"], row["cells"])}}
                for row in table["rows"]]
    except (KeyError, TypeError, AttributeError):
        raise FileError("not a table of a report: expected columns, and rows with group, label and cells") from None


def pyplot():
    """matplotlib.pyplot, which only drawing needs."""
    try:
        import matplotlib.pyplot
    except ImportError:
        raise Refused("a plot needs matplotlib, which is not installed (Debian: python3-matplotlib)") from None
    return matplotlib.pyplot


def as_html(table):
    """Rows of the same members as a table of a notebook."""
    def line(kind, cells):
        return "<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>"

    def shown(value):
        return "" if value is None else f"{value:.4g}" if isinstance(value, float) else html.escape(str(value))

    head = line("th", map(html.escape, table[0])) if table else ""
    return f"<table>{head}{''.join(line('td', map(shown, row.values())) for row in table)}</table>"
