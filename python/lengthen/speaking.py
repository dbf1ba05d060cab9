"""Generates text with trained models, by `lengthen generate` and `lengthen translate`."""
import re
from collections.abc import Iterable

from ._types import Options, Row
from .errors import UsageError
from .program import ask, path_argument
from .training import flags


def _given(own: Options) -> list[str]:
    return [f"--{name}={value}" for name, value in own.items() if value is not None]


def answer(path: str, prompts: str | Iterable[str], search: Options, saying: Options, options: Options) -> list[Row]:
    """The rows of `lengthen translate` if a beam is given, else the rows of `lengthen generate`."""
    prompts = [prompts] if isinstance(prompts, str) or not isinstance(prompts, Iterable) else list(prompts)
    if not all(isinstance(prompt, str) for prompt in prompts):
        raise UsageError(f"prompts: {repr(prompts)[:60]}: expected texts, such as ['0 1 1 0']")
    command, own, others = ("translate", search, saying) if search["beam"] is not None else ("generate", saying, search)
    for name in (name for name, value in others.items() if value is not None):
        raise UsageError(f"{name}: " + ("needs a beam, such as beam=4" if others is search else "not available with a beam"))
    arguments = [command, path_argument(path), *_given(own), *flags(options)]
    if not prompts:
        return []
    if not any("\n" in prompt for prompt in prompts):
        more = ["--file=-"] if command == "generate" else []
        try:
            return ask([*arguments, *more], text="".join(f"{prompt}\n" for prompt in prompts))
        except UsageError as error:
            words = re.sub(r"standard input:(\d+)", lambda line: f"prompts[{int(line[1]) - 1}]", str(error))
            raise UsageError(words) from None
    if command == "translate":
        raise UsageError("prompts: beam search reads one prompt per line; expected prompts without line feeds")
    return ask([*arguments, *(f"--prompt={prompt}" for prompt in prompts)])
