"""Progress bars, if tqdm is installed."""
import os
import warnings
from collections.abc import Iterable
from typing import Any

from ._types import Row


def _bar() -> Any:
    try:
        with warnings.catch_warnings():  # tqdm warns in notebooks without widgets
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm  # pyright: ignore[reportMissingModuleSource]
    except ImportError:
        return None
    return type("Bar", (tqdm,), {"monitor_interval": 0})  # 0: no monitor thread


def _shown(record: Row) -> dict[str, str]:
    """The numbers of a record to show after the bar."""
    score = record.get("score")
    if isinstance(score, (int, float)):
        return {record.get("metric") or "score": f"{score:.4g}"}
    told: dict[str, str] = {}
    if record.get("loss") is not None:
        told["loss"] = f"{record['loss']:.4g}"
    if record.get("evaluated"):
        told["lengths"] = f"{record['evaluated']}/{record['lengths']}"
    return told


class Bars:
    """One progress bar per run, updated by the records of the program."""

    def __init__(self, paths: Iterable[str], unit: str = "step"):
        self._make, self._unit, self._paths = _bar(), unit, list(paths)
        self._bars: dict[str, Any] = {}
        self._told: dict[str, dict[str, str]] = {}

    def __enter__(self) -> "Bars":
        return self

    def __exit__(self, *_: object) -> None:
        for bar in self._bars.values():
            bar.close()

    def show(self, record: Row | None) -> None:
        """Updates the bar of a record's run. None and records without steps are ignored."""
        record = record or {}
        path, done = record.get("run") or record.get("dir"), record.get("step")
        if self._make is None or path not in self._paths or done is None:
            return
        if path not in self._bars and record.get("steps") is None:
            return  # the run was already finished
        if path not in self._bars:
            self._bars[path] = self._make(total=record.get("steps"), initial=done, unit=self._unit,
                                          desc=os.path.basename(path))
        bar = self._bars[path]
        self._told.setdefault(path, {}).update(_shown(record))
        bar.set_postfix(self._told[path], refresh=False)
        bar.update(done - bar.n)
        bar.refresh()
