"""Sweep: a sweep directory, with its plan, runs, results and reports."""
import functools
import os
import re
import tempfile
from collections.abc import Sequence
from typing import Any

from . import planning
from ._types import Axes, Options, Path, Row, Told, is_list, is_object
from .errors import Error, FileError
from .figures import check
from .files import is_size, read_jsonl, scalar
from .options import function, integer
from .program import Program, ask, path_argument, path_text
from .report import Report, Table, arguments, read_tables
from .run import Run
from .training import follow

MOST_JOBS = 1024
Names = str | Sequence[str] | None


def _is_id(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _label(text: Any) -> Any:
    """A label of an axis, as a number if it is one."""
    return scalar(text) if isinstance(text, str) and re.match("[-+]?[0-9]", text) else text


def _check_plan(path: str, plan: Row) -> None:
    """Checks the members of the first line of a manifest that Sweep uses."""
    axes = plan.get("axes")
    if not is_list(axes) or not all(is_object(a) and isinstance(a.get("axis"), str) for a in axes):
        raise FileError(f"{path}:1: expected a list of axes with their names")
    if not all(isinstance(plan.get(key), str) for key in ("name", "title")):
        raise FileError(f"{path}:1: expected texts as name and title")


class Sweep:
    """A sweep directory, as written by `lengthen sweep plan`. The plan is read once. Results and tables are read again
    on each access."""

    def __init__(self, path: Path):
        self.path = path_text(path)
        self._plan = self._file("manifest.jsonl")
        if not os.path.isfile(self._plan):
            runs = os.path.isdir(self.path) and any(os.path.exists(self._file(name, "config.yaml"))
                                                    for name in os.listdir(self.path))
            raise FileError(f"{self.path}: not a sweep directory: there is no manifest.jsonl"
                            + (f"; it has runs: lengthen.runs({self.path!r})" if runs else ""))

    def __repr__(self) -> str:
        try:
            return f"<Sweep {self.status()!r}>"
        except (Error, OSError):  # damaged files, or the program is missing
            return f"<Sweep {self.path}>"

    def _file(self, *names: str) -> str:
        return os.path.join(self.path, *names)

    @functools.cached_property
    def _lines(self) -> list[Row]:
        """The lines of the manifest: the sweep, one line per run, costs, checksums."""
        lines = read_jsonl(self._plan)
        if not lines or lines[0].get("schema") not in ("lengthen.manifest/1", "lengthen.manifest/2"):
            raise FileError(f"{self._plan}: expected the schema lengthen.manifest/2 in its first line")
        planned: Any = lines[0].get("runs")
        if not is_size(planned) or len(lines) != planned + 3:
            raise FileError(f"{self._plan}: expected {planned} runs and two more lines: the file is truncated or damaged")
        for number, line in enumerate(lines[1:-2], 2):
            if not _is_id(line.get("id")):
                raise FileError(f"{self._plan}:{number}: expected a run with an id of 16 hex digits")
        _check_plan(self._plan, lines[0])
        return lines

    @property
    def manifest(self) -> Row:
        """The first line of the plan: name, title, base, axes (with the options that their labels set), runs, ..."""
        return self._lines[0]

    @property
    def axes(self) -> list[str]:
        """The names of the axes of the grid, in the order of the sweep file."""
        return [axis["axis"] for axis in self.manifest["axes"]]

    @classmethod
    def plan(cls, grid: Path | Options, out: Path | None = None, *, environment: bool = False) -> "Sweep":
        """Plans a sweep like `lengthen sweep plan`, and returns it.

        grid: a sweep file, the name of a sweep file that comes with the program, or a dict with the contents of a sweep
        file (`lengthen help sweep`). The values in a dict may be ranges and Formulas.
        out: the directory, by default sweeps/NAME for a file.

        If the grid has grown, planning again extends the plan. Otherwise it does nothing."""
        with planning.sweep_file(grid, out) as path:
            planned, = ask(["sweep", "plan", path, *([] if out is None else [f"--out={path_text(out, 'out: ')}"])], environment)
        return cls(planned["dir"])

    def run(self, workers: int | None = None, *, on_progress: Told | None = None, environment: bool = False) -> "Sweep":
        """Trains the remaining runs in separate processes, like `lengthen sweep run`. The same call resumes a sweep
        that was stopped.

        workers: the number of processes at a time, by default one per processor. Results do not depend on it.
        on_progress: a function that gets each record of the program as a dict (doc/schemas.md: `sweep run --json`). If
        the function returns False, the sweep is stopped. Ctrl-C also stops the sweep."""
        function("on_progress", on_progress)
        jobs = [] if workers is None else [f"--jobs={integer('workers', workers, 1, MOST_JOBS)}"]
        count = self.status()
        follow(Program(["sweep", "run", path_argument(self.path), *jobs], environment), [self.path], on_progress,
               planning.Ended(self.path, count))
        return self

    def status(self) -> planning.Status:
        """The progress of the sweep: a dict with the number of runs that are planned, running, done, failed, ..., as
        `lengthen sweep status` counts them. A run that was stopped counts as planned."""
        told = ask(["sweep", "status", path_argument(self.path)])
        return planning.Status(self.path, next(row for row in told if row["schema"] == "lengthen.sweep/1"))

    def report(self, *, rows: Names = None, columns: Names = None, mean: Names = None, best: Names = None,
               where: Options | str | None = None, metric: str | None = None, tables: Names = None,
               figures: Names = None, html: bool = False, no_pictures: bool = False, out: Path | None = None) -> Report:
        """Writes tables and figures like `lengthen report`, and returns a Report.

        rows, columns, mean, best: axes of the grid, such as "task" or ["encoding", "positions"].
        where: only runs with these labels, such as {"seed": range(1, 4)}.
        tables, figures: names of the tables and figures to write ("" for none).
        html: also write index.html?
        out: the folder. By default, the folder `report` of the sweep directory, where the previous report is
        replaced."""
        flags = arguments(dict(rows=rows, columns=columns, mean=mean, best=best, where=where, metric=metric,
                               tables=tables, figures=figures, html=html, no_pictures=no_pictures, out=out))
        return Report(ask(["report", path_argument(self.path), *flags]), self.__getitem__)

    def plot(self, figure: str = "curves", axes: Axes = None, *, rows: Names = None, columns: Names = None,
             where: Options | str | None = None, metric: str | None = None) -> Axes:
        """Plots the curves of a new report with matplotlib, by default a metric against length, averaged over seeds.
        Each row of the grid has a panel, in a new figure or on the given `axes` (one for each panel). The report on
        disk stays unchanged. Returns the axes, or a list of axes. figure: curves, best_curves, differences, efficiency
        or choice."""
        check(figure)
        with tempfile.TemporaryDirectory() as folder:
            return self.report(tables="mean", figures=figure, no_pictures=True, rows=rows, columns=columns, where=where,
                               metric=metric, out=folder).plot(figure, axes)

    def _repr_html_(self) -> str:
        """The number of runs in each state, and the table `mean` of the last report."""
        return planning.as_html(self)

    def __fspath__(self) -> str:
        return self.path

    def __reduce__(self) -> tuple[type["Sweep"], tuple[str]]:
        return Sweep, (self.path,)

    def __getitem__(self, id: str) -> Run:
        """The run with this id. Raises FileError if the run directory does not exist, because the run has not started
        or another machine has trained it."""
        if not _is_id(id):
            raise FileError(f"{self.path}: {repr(id)[:60]} is not the id of a run: expected 16 hex digits")
        return Run(self._file("runs", id))

    def _told(self) -> dict[str, Row]:
        """Results by run id, from shards/ (written by `lengthen sweep worker --shard`) and from results.jsonl
        (`lengthen sweep results`). Later files override earlier ones."""
        told: dict[str, Row] = {}
        shards = self._file("shards")
        files = [self._file("results.jsonl")]
        if os.path.isdir(shards):
            files = [os.path.join(shards, name) for name in sorted(os.listdir(shards)) if name.endswith(".jsonl")] + files
        for path in filter(os.path.exists, files):
            told.update({row["id"]: row for row in read_jsonl(path) if _is_id(row.get("id"))})
        return told

    def _result(self, line: Row, told: dict[str, Row]) -> Row:
        """The row of a planned run, from its directory, or from the result files if the directory has no score."""
        row = {"id": line["id"], **{axis: _label(line.get(axis)) for axis in self.axes}}
        there = os.path.exists(self._file("runs", line["id"], "config.yaml"))
        run = self[line["id"]] if there else None
        if run is None or run.score is None:
            told = told.get(line["id"], {})
            state = told.get("state", run.state if run else "planned")
            row.update({"state": state, **{name: told.get(name) for name in ("score", "metric", "unit")}})
        else:
            row.update({"state": run.state, "score": run.score, "metric": run.metric, "unit": run.unit})
        return {**row, "eval": run.eval if run else [], "metrics": run.metrics if run else []}

    @property
    def results(self) -> list[Row]:
        """A dict for each planned run, in the order of the plan. Its members are id, the label on each axis (numbers as
        int or float), state, score, metric, unit, and the curves "eval" (over lengths) and "metrics" (over steps) as in
        Run. The curves are [] if the run directory is missing. If a result file records a failure, the state is
        "failed". Otherwise the state is that of the run directory."""
        told = self._told()
        return [self._result(line, told) for line in self._lines[1:-2]]

    @property
    def tables(self) -> dict[str, Table]:
        """The tables of the last report by name; {} without a report. A Table is a dict, described in doc/schemas.md."""
        return read_tables(self._file("report", "tables"))
