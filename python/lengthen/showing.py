"""Displays a run as text, as HTML in a notebook, or as a plot."""
import html
import os
import re
import tempfile
from typing import TYPE_CHECKING

from ._types import Axes, Row
from .errors import Error, UsageError
from .figures import mark_trained, metric_name, with_unit
from .files import opened
from .program import ask, path_argument
from .tables import pyplot

if TYPE_CHECKING:
    from .run import Run

SHOWN = ("data", "architecture", "positions", "encoding", "encoding.bias", "mask", "model.width", "model.blocks",
         "train.steps", "train.seed")
MOST = 1 << 25  # bytes of a picture


def picture(path: str, width: int = 480) -> str:
    """An SVG file as HTML for a notebook page."""
    with opened(path, MOST) as file:
        drawn = file.read().decode("utf-8")
    drawn = re.sub(' width="[0-9]+" height="[0-9]+"', ' width="100%"', drawn[drawn.index("<svg"):], count=1)
    return f'<div style="max-width: {width}px">{drawn}</div>'


def curve(run: "Run") -> str:
    """The figure that `lengthen eval` draws of a finished run, or an empty text."""
    if run.state != "done" or not run.eval:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "curve.svg")
        try:
            ask(["eval", path_argument(run.path), f"--figure={path}"])
        except Error:  # gnuplot is missing
            return ""
        return picture(path)


def as_text(run: "Run") -> str:
    """One line with path, current state and score. If files are damaged, the line has only the path; calls that read
    the files report the damage."""
    try:
        now = type(run)(run.path)
        score = "" if now.score is None else f", {now.metric} {now.score:.4g}"
        return f"<Run {run.path}: {now.state}{score}>"
    except (Error, OSError, TypeError, ValueError, AttributeError):
        return f"<Run {run.path}>"


def as_html(run: "Run") -> str:
    """State, score, main options, and the curve over lengths."""
    score = "" if run.score is None else f", {with_unit(run.metric or '', None)} {run.score:.4g}"
    rows = "".join(f"<tr><th>{name}</th><td>{html.escape(str(run.config[name]))}</td></tr>"
                   for name in SHOWN if name in run.config)
    return f"<p><b>{html.escape(run.path)}</b>: {html.escape(run.state + score)}</p><table>{rows}</table>{curve(run)}"


def plot(run: "Run", metric: str | None, axes: Axes, label: str | None) -> Axes:
    metric, axes = metric_name(metric) or run.metric or "", axes or pyplot().gca()
    score: Row = run.record.get("score") or {}
    if not run.eval or metric not in run.eval[0]:
        if not run.eval:
            raise UsageError(f"{run.path} is not evaluated yet; run.wait() waits until it is")
        raise UsageError(f"metric: {run.path} has no {metric!r}; expected one of {', '.join(score.get('scores', {}))}")
    lengths, values = zip(*((row["length"], row[metric]) for row in run.eval))
    axes.plot(lengths, values, label=label or os.path.basename(run.path))
    mark_trained(axes, score.get("trained"))
    axes.set(xlabel="length", ylabel=with_unit(metric, run.unit if metric == run.metric else None))
    axes.legend()
    return axes
