"""Draws figures of a report with matplotlib, from their CSV files."""
import csv
import os
import re

import numpy

from ._types import Axes, is_list
from .errors import UsageError
from .files import opened
from .tables import pyplot

MOST = 1 << 25  # bytes of a CSV file
CURVES = ("curves", "best_curves", "differences", "efficiency", "choice")  # figures that consist of curves
ACROSS = 3  # panels per row


def check(figure: str) -> None:
    """Raises UsageError unless a figure consists of curves."""
    if figure not in CURVES:
        raise UsageError(f"figure: {str(figure)[:60]!r} has no curves to draw; expected one of {', '.join(CURVES)} "
                         "(report().figures has the pictures of all)")


def read_curves(path: str) -> tuple[list[str], list[tuple[float, ...]]]:
    """The column names of a CSV file, and its columns."""
    with opened(path, MOST) as file:
        head, *lines = csv.reader(file.read().decode("utf-8").splitlines())
    return head, list(zip(*([float(x or "nan") for x in line] for line in lines)))


def title_of(path: str) -> str:
    """The title of a panel, from the name of its file: "bucket_sort" for curves-01-bucket_sort.csv."""
    found = re.fullmatch(r"\w+-\d+-(.*)\.csv", os.path.basename(path))
    return found[1] if found else ""


def mark_trained(axes: Axes, length: int | None) -> None:
    """Draws one dotted line at the largest training length."""
    if length and not any(line.get_gid() == "trained" for line in axes.lines):
        axes.axvline(length, linestyle=":", color="gray", gid="trained")


def metric_name(metric: str | None) -> str | None:
    """The name of a metric in rows: "token_accuracy" for "accuracy"."""
    return "token_accuracy" if metric == "accuracy" else metric


def with_unit(metric: str, unit: str | None) -> str:
    return metric.replace("_", " ") + (f" ({unit})" if unit and unit != "parts of 1" else "")


def panels(count: int, axes: Axes) -> list[Axes]:
    """`count` axes of matplotlib: the given axes, whose number must match, or the axes of a new figure."""
    if axes is None:
        rows, columns = -(-count // ACROSS), min(count, ACROSS)
        figure = pyplot().figure(figsize=(6.4 * columns, 4.8 * rows), layout="constrained")
        return [figure.add_subplot(rows, columns, 1 + at) for at in range(count)]
    several = is_list(axes) or isinstance(axes, numpy.ndarray)
    made: list[Axes] = numpy.asarray(axes, object).ravel().tolist() if several else [axes]
    if len(made) != count:
        raise UsageError(f"axes: {len(made)} for {count} panels, one for each row of the grid; expected {count}, None, "
                         "or one row, such as where={'task': 'reverse_string'}")
    return made


def draw(axes: Axes, path: str, title: str, trained: int | None) -> None:
    """Plots each column of a CSV file against the first column."""
    head, columns = read_curves(path)
    bands = {name: values for name, values in zip(head[1:], columns[1:]) if name.endswith((": lowest", ": highest"))}
    for name, values in zip(head[1:], columns[1:]):
        if name in bands:
            continue
        label = name.partition(": ")[0]
        axes.plot(columns[0], values, label=label)
        low, high = (next((x for key, x in bands.items() if key.startswith(f"{label}: ") and key.endswith(end)), None)
                     for end in ("lowest", "highest"))
        if low is not None and high is not None:  # shades the range over runs
            axes.fill_between(columns[0], low, high, color=axes.lines[-1].get_color(), alpha=0.15, linewidth=0)
    if "length" in head[0]:
        mark_trained(axes, trained)
    axes.set(xlabel=head[0], ylabel=head[1].rpartition(": ")[2], title=title)
    axes.legend()
