"""Rows of results, and tables of reports."""
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
