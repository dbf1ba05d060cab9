"""Paired comparison of two groups of runs, computed by `lengthen report`."""
import html
import json
import os
import shutil
import tempfile
from collections.abc import Iterable

from ._types import Path, Row
from .errors import UsageError
from .evaluation import Evaluation
from .files import MOST_LINES, opened, read_config, read_json
from .options import OPTIONS, text
from .program import ask
from .report import Report, Table, arguments
from .run import Run

KEPT = ("config.yaml", "run.json", "eval.jsonl")  # the files of a run that a report reads
Member = Path | Run | Evaluation
Group = Member | Iterable[Member]


def _copy(run: Path | Run, place: str) -> None:
    """Copies the files of a run that a report reads."""
    os.makedirs(place)
    for name in KEPT:
        source = os.path.join(os.fsdecode(run), name)
        if os.path.exists(source):
            with opened(source, MOST_LINES) as file, open(os.path.join(place, name), "wb") as copy:
                shutil.copyfileobj(file, copy)


def _copy_evaluation(evaluation: Evaluation, place: str) -> None:
    """Copies a run. In the copy, the rows and the score of an evaluation replace those of the run."""
    path, rows, score = evaluation.as_results()
    _copy(path, place)
    record = {**read_json(os.path.join(place, "run.json")), "score": score}
    with open(os.path.join(place, "run.json"), "w", encoding="utf-8") as file:
        json.dump(record, file)
    with open(os.path.join(place, "eval.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    config = read_config(os.path.join(place, "config.yaml"))
    config["eval.lengths"] = ",".join(str(row["length"]) for row in rows)
    with open(os.path.join(place, "config.yaml"), "w", encoding="utf-8") as file:
        file.writelines(f"{name}: {text(value) if isinstance(value, bool) else json.dumps(value)}\n" for name, value in config.items())


def _copy_group(members: list[Member], folder: str) -> None:
    for number, member in enumerate(members):
        place = os.path.join(folder, str(number))
        _copy_evaluation(member, place) if isinstance(member, Evaluation) else _copy(member, place)


class Comparison:
    """A paired test of two groups of runs.

    difference  the mean score of the first group minus the mean score of the second group, in `unit`
    low, high   the bounds of its 95 % interval
    p           the p-value
    least_p     the smallest p-value that is possible with this number of pairs
    pairs       the number of pairs of runs
    units       the number of independent units, which are tasks or seeds (`unit_of`)
    sentence    the result in words
    remark      what remains undecided

    Unknown values are None."""

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
        found = "no known difference" if self.difference is None else f"{shown(self.difference, '+.3g')} {unit}{between}"
        return f"<Comparison {self.label}: {found}{p}{remark}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.sentence)}</p>{self.table._repr_html_()}"


def _members(group: Group) -> list[Member]:
    """The runs of a group. Raises UsageError unless every run has a score."""
    members = [group] if isinstance(group, (str, bytes, os.PathLike, Evaluation)) else list(group)
    if not members:
        raise UsageError("compare: a group has no run; expected runs, like those of lengthen.runs('runs/a')")
    for member in members:
        if not isinstance(member, Evaluation) and Run(member).score is None:
            raise UsageError(f"compare: {os.fsdecode(member)} has no score; expected finished runs, evaluated beyond "
                             "their training lengths")
    return members


ALIKE = ("compare: expected two groups of runs: within a group only data and seed may differ, between the groups at least "
         "one other option")
TOLD = 3  # an error names at most this many options
UNMIXED = ("metric", "protocol", "threads")  # options without a dot that do not change the model


def _paired_by(name: str) -> bool:
    return name in ("out", "train.seed", "data") or name.startswith("data.")


def _differences(configs: dict[str, Row]) -> list[str]:
    """The options other than data and seed in which runs differ, each with two of its values. configs: the config of
    each run, by path."""
    found: list[str] = []
    for name in dict.fromkeys(name for config in configs.values() for name in config if not _paired_by(name)):
        values = {str(config.get(name)): f"{config.get(name, 'not set')} in {path}" for path, config in configs.items()}
        if len(values) > 1:
            found.append(f"{name} ({', '.join(list(values.values())[:2])})")
    return found


def _configs(members: list[Member]) -> dict[str, Row]:
    paths = [member.as_results()[0] if isinstance(member, Evaluation) else os.fsdecode(member) for member in members]
    return {path: read_config(os.path.join(path, "config.yaml")) for path in paths}


def _mixes(read: list[dict[str, Row]]) -> bool:
    """Does an axis vary within one group, and does it have other values in the other group? `lengthen report` would
    then compare parts of one group with each other."""
    for name in (name for name in OPTIONS if "." not in name and name not in UNMIXED and not _paired_by(name)):
        first, second = ({str(config.get(name)) for config in configs.values()} for configs in read)
        if first != second and len(first) + len(second) > 2:
            return True
    return False


def _unlike(read: list[dict[str, Row]]) -> str:
    """The message ALIKE, which states the rule, followed by the way in which these groups violate it."""
    for which, configs in zip(("first", "second"), read):
        differ = _differences(configs)
        if differ:
            more = f" and {len(differ) - TOLD} more" if len(differ) > TOLD else ""
            return f"{ALIKE}; runs of the {which} group differ in {', '.join(differ[:TOLD])}{more}"
    if not _differences({**read[0], **read[1]}):
        return f"{ALIKE}; all these runs have the same options"
    pairs = [{(config.get("data"), config.get("train.seed")) for config in configs.values()} for configs in read]
    return ALIKE if pairs[0] & pairs[1] else f"{ALIKE}; no run of the first group has the same data and seed as a run of the second"


def compare(runs_a: Group, runs_b: Group, metric: str | None = None) -> Comparison:
    """Compares the scores of two groups of runs, paired by task and seed, and returns a Comparison. Runs of one group
    may differ only in task and seed. The two groups must differ in another option. To compare at other lengths, pass
    evaluations:

        compare([run.evaluate(lengths=lengths) for run in a], [run.evaluate(lengths=lengths) for run in b])

    `lengthen report` does the computation."""
    groups = [_members(runs_a), _members(runs_b)]
    with tempfile.TemporaryDirectory() as folder:
        for name, members in zip("ab", groups):
            _copy_group(members, os.path.join(folder, name))
        read = [_configs(members) for members in groups]
        asked = {"tables": "pairs", "figures": "", "no_pictures": True, "metric": metric}
        try:
            report = Report(ask(["report", folder, *arguments(asked)]))
        except UsageError as error:
            blames = str(error).startswith("tables pairs") or folder in str(error)
            raise UsageError(_unlike(read) if blames else str(error)) from None
    if len(report.tables["pairs"]["rows"]) != 1 or not report.tables["pairs"].rows[0]["pairs"] or _mixes(read):
        raise UsageError(_unlike(read))
    return Comparison(report.tables["pairs"], report.finding)
