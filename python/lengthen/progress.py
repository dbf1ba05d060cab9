"""Bars of progress by tqdm, where it is installed."""
import os
import warnings


def _bar():
    try:
        with warnings.catch_warnings():  # in a notebook without widgets
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return type("Bar", (tqdm,), {"monitor_interval": 0})  # without the thread that would look after it


def _shown(record):
    """What a record tells behind the bar."""
    score = record.get("score")
    if isinstance(score, (int, float)):
        return {record.get("metric") or "score": f"{score:.4g}"}
    told = {}
    if record.get("loss") is not None:
        told["loss"] = f"{record['loss']:.4g}"
    if record.get("evaluated"):
        told["lengths"] = f"{record['evaluated']}/{record['lengths']}"
    return told


class Bars:
    """A bar for each run, whose records it is shown."""

    def __init__(self, paths, unit="step"):
        self._make, self._bars, self._told, self._unit = _bar(), {}, {}, unit
        self._paths = list(paths)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for bar in self._bars.values():
            bar.close()

    def show(self, record):
        """A record of the program; None, or one without steps, shows nothing."""
        record = record or {}
        path, done = record.get("run") or record.get("dir"), record.get("step")
        if self._make is None or path not in self._paths or done is None:
            return
        if path not in self._bars and record.get("steps") is None:
            return  # the end of a run that was done before
        if path not in self._bars:
            self._bars[path] = self._make(total=record.get("steps"), initial=done, unit=self._unit,
                                          desc=os.path.basename(path))
        bar = self._bars[path]
        self._told.setdefault(path, {}).update(_shown(record))
        bar.set_postfix(self._told[path], refresh=False)
        bar.update(done - bar.n)
        bar.refresh()
