"""Types of arguments and results, some of which the stub has too; and what tells them apart."""
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

import numpy
from numpy.typing import NDArray

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Row = dict[str, Any]  # of JSON: an object of a file, or of what the program prints
Told = Callable[[Row], object]  # on_progress; False stops
Setting = tuple[str, str]  # an option as the program takes it: full name, text
Options = Mapping[str, object]  # as callers give them
Array = NDArray[numpy.float64]
Axes = Any  # of matplotlib, which may not be there


def is_object(value: object) -> TypeGuard[Row]:
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple))
