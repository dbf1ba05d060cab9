"""Types of arguments and results, and type guards. The stub __init__.pyi uses some of these types too."""
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

import numpy
from numpy.typing import NDArray

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Row = dict[str, Any]  # a JSON object, from a file or from the output of the program
Told = Callable[[Row], object]  # the type of on_progress; training stops if the function returns False
Setting = tuple[str, str]  # (full name, text) of an option, as the program takes it
Options = Mapping[str, object]  # options as users pass them
Array = NDArray[numpy.float64]
Axes = Any  # matplotlib Axes; matplotlib may not be installed


def is_object(value: object) -> TypeGuard[Row]:
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple))
