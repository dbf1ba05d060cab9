# PyTorch for the check of types: the same whether it is installed or not, and its own annotations would take pyright as
# long as all else does.
from typing import Any

def __getattr__(name: str) -> Any: ...
