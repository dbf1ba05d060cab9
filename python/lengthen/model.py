"""Model: a trained model, opened in this process."""
import ctypes
import os
from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import ArrayLike

from . import _library as c
from ._native import Context, interruptible
from ._types import Array, Options, Path
from .errors import UsageError
from .evaluation import Evaluation, evaluate
from .program import path_text


class Model:
    """A trained model, opened from a run directory or from a file in its checkpoints/. Threads may share a model; their
    calls wait for each other. Close it, or use it in a with statement, to free its memory."""

    @interruptible
    def __init__(self, path: Path, threads: int = 0):
        self.path = path_text(path)
        if not os.path.exists(self.path):
            raise UsageError(f"{self.path}: no such file or directory; expected a run directory, or a file in its "
                             "checkpoints/")
        self._threads, self._context = threads, Context(threads)
        with self._context.calling():
            self._run = self._context.open_run(self.path)

    @interruptible
    def logits(self, input: ArrayLike) -> Array:
        """Logits [outputs, classes] for one input, a list of token ids. An autoregressive model decodes greedily, so
        the output is logits(input).argmax(1). `lengthen inspect logits` prints the same numbers."""
        try:
            ids: Any = numpy.asarray(input)
        except ValueError:
            ids = numpy.empty((0, 0))
        if ids.ndim != 1 or ids.dtype.kind not in "iu" or not 1 <= len(ids) <= c.LG_LENGTH_MAX or \
                not 0 <= ids.min() <= ids.max() < 1 << 31:
            raise UsageError(f"input: expected 1..{c.LG_LENGTH_MAX} token ids, integers in one dimension")
        tokens = (ctypes.c_int32 * len(ids))(*ids.tolist())
        outputs, classes = ctypes.c_int(), ctypes.c_int()
        with self._context.calling() as context:
            def ask(numbers: Any, capacity: int) -> int:
                return context.library.lg_run_logits(self._run, tokens, len(ids), numbers, capacity, ctypes.byref(outputs),
                                                     ctypes.byref(classes))

            status = ask(None, 0)
            if outputs.value * classes.value == 0:
                context.check(status)
            found = numpy.empty((outputs.value, classes.value))
            context.check(ask(found.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), found.size))
        return found

    def evaluate(self, lengths: Any = None, variants: Mapping[str, Options | str] | None = None,
                 metric: str | None = None, **options: Any) -> Evaluation:
        """See Run.evaluate."""
        with self._context.calling():
            pass
        return evaluate(self.path, {"lengths": lengths, "metric": metric, **options}, variants, self._threads)

    @property
    def closed(self) -> bool:
        return self._context.closed

    def close(self) -> None:
        """Waits for calls of other threads, then frees the model."""
        self._context.close()

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Model({self.path!r}{', closed' if self.closed else ''})"
