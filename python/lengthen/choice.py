"""Formula: a mechanism of your own as the value of an option."""
from collections.abc import Mapping

from .errors import UsageError


def _declared(words: str | Mapping[str, object] | None) -> str | None:
    """A dict as the text "s[head] = -2; w = 1"; a text is returned as it is."""
    return words if words is None or isinstance(words, str) else \
        "; ".join(f"{name} = {value}" for name, value in words.items())


class Formula:
    """Your own mechanism in one line, as the value of an option. `lengthen help formula` describes the language.

        encoding=Formula(bias="-exp(s) * abs(d)^power", parameters="s[head] = -2", numbers={"power": 0.5})
        encoding=Formula(frequency="10000^(-k / K)")
        mask=Formula("j <= i and i - j < width", numbers={"width": 16})
        scale=Formula("s * log(n) / sqrt(dk)", parameters={"s[head]": 0.25})
        mixer=Formula("x * sigmoid(x)"), schedule=Formula("min(step / 100, 1)")

    An encoding takes `bias` or `frequency`. Every other option takes the formula itself. `parameters` are trained,
    `numbers` are constants. Each of them is a dict of names and values, or a string as on the command line."""

    def __init__(self, formula: str | None = None, *, bias: str | None = None, frequency: str | None = None,
                 parameters: str | Mapping[str, object] | None = None, numbers: str | Mapping[str,
                 object] | None = None):
        given = {"formula": formula, "bias": bias, "frequency": frequency, "parameters": _declared(parameters),
                 "numbers": _declared(numbers)}
        if formula is bias is frequency is None:
            raise UsageError("Formula: expected a formula, or bias= or frequency= for an encoding")
        self.settings = {"name": "formula", **{name: words for name, words in given.items() if words is not None}}

    def check(self, option: str) -> None:
        """Raises UsageError if that option does not take this kind of formula."""
        encodes = option.rpartition(".")[2] == "encoding"
        if encodes and "formula" in self.settings:
            raise UsageError(f"{option}: an encoding takes Formula(bias=...) or Formula(frequency=...)")
        if not encodes and "formula" not in self.settings:
            raise UsageError(f"{option}: bias= and frequency= are for encodings only; expected Formula('...')")

    def __repr__(self) -> str:
        return f"Formula({', '.join(f'{name}={words!r}' for name, words in list(self.settings.items())[1:])})"
