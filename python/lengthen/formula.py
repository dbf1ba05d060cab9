# pyright: basic
"""Evaluates one-line formulas on numbers, arrays and tensors. `lengthen help formula` describes the language. The
program has already checked the formulas of a run, so this module makes few checks."""
import ast
import functools
import math
import operator
import re
from typing import Any

from .errors import Refused


@functools.lru_cache(1024)
def parsed(text):
    """Parses a formula into pairs (name, tree): its definitions, then the formula itself with the name None. Python's
    ast makes the trees after ^ is replaced by **, because the operators then have the same precedence as in Python.
    Names get the prefix "_", because they may be Python keywords (lambda)."""
    parts = []
    try:
        if len(text) > 4000 or "**" in text or not re.fullmatch(r"[\w\s.+\-*/^()\[\],;<>=!]*", text, re.ASCII):
            raise ValueError
        for part in text.split(";"):
            found: Any = re.fullmatch(r"\s*(?:(\w+)\s*=(?!=))?\s*(.*?)\s*", part)
            name, words = found.groups()
            words = re.sub(r"(?<![\w.])(?!(?:and|or|not)\b)(?=[A-Za-z])", "_", words)
            parts.append((name, ast.parse(words.replace("^", "**"), mode="eval").body))
        if [name for name, _ in parts].index(None) != len(parts) - 1:
            raise ValueError
    except (SyntaxError, AttributeError, ValueError, MemoryError, RecursionError):
        raise Refused(f"{text[:60]!r} is not a formula (see `lengthen help formula`)") from None
    return parts


def declared(text):
    """The parameters that a text such as "s[head] = -2; w[head, 32] = normal(0, 0.02)" declares. Returns a dict from
    names to pairs: does each head have its own values, and the size of the indexed axis (0: no index)."""
    found = {}
    for part in filter(str.strip, text.split(";")):
        words = re.fullmatch(r"\s*([A-Za-z]\w*)\s*(?:\[(head)?[, ]*(\d{1,5})?\])?\s*=.*", part, re.ASCII)
        if not words:
            raise Refused(f"{part[:60]!r} declares no parameter (see `lengthen help formula`)")
        found[words[1]] = (words[2] is not None, int(words[3] or 0))
    return found


def _bucket(d, count, longest):
    """The bucket of a distance d (Raffel et al. 2020). If |d| < count / 2, the bucket is |d|. Buckets of larger
    distances grow logarithmically, up to the distance `longest`."""
    distance, exact = abs(d), count // 2
    if not distance >= exact or count < 2 or not longest > exact:
        return int(distance) if distance < count - 1 else count - 1
    beyond = math.log(distance / exact) / math.log(longest / exact) * (count - exact)
    return int(exact + beyond) if beyond < count - 1 - exact else count - 1


@functools.lru_cache(None)
def _computed():
    """The elementwise operations of formulas, by function name or by the ast class of an operator."""
    import torch

    class Step(torch.autograd.Function):
        """f(x, ...) with zero gradient wherever the adjoint or the slope is 0. Without this rule, a branch of an if
        that was not taken could contribute 0 times infinity = NaN, even through earlier definitions."""

        @staticmethod
        def forward(ctx, f, *x):
            ctx.f = f
            ctx.save_for_backward(*x)
            return f(*x)

        @staticmethod
        def backward(ctx, adjoint):
            with torch.enable_grad():
                x = [y.detach().requires_grad_() for y in ctx.saved_tensors]
                slopes = torch.autograd.grad(ctx.f(*x).sum(), x)
            return None, *((adjoint * slope).masked_fill((adjoint == 0) | (slope == 0), 0) for slope in slopes)

    def power(x, y):
        """x^y. Where x <= 0, x^y is not smooth in y, and the derivative by y is set to 0."""
        above = x > 0
        return torch.where(above, x.masked_fill(~above, 1) ** y, x.masked_fill(above, 1) ** y.detach())

    names = "abs exp log log2 log1p sqrt sin cos tanh sigmoid erf floor ceil round sign"
    logsigmoid = torch.nn.functional.logsigmoid
    steps = {**{name: getattr(torch, name) for name in names.split()},
             "relu": lambda x: x.masked_fill(~(x > 0), 0), "gelu": torch.nn.functional.gelu, "logsigmoid": logsigmoid,
             "softplus": lambda x: -logsigmoid(-x), ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Pow: power, ast.USub: operator.neg}
    choices = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
               ast.NotEq: operator.ne, ast.Not: lambda x: x == 0, ast.And: lambda x, y: (x != 0) & (y != 0),
               ast.Or: lambda x, y: (x != 0) | (y != 0)}
    as_step = lambda f: lambda *x: Step.apply(f, *torch.broadcast_tensors(*x))
    as_number = lambda f: lambda *x: f(*x).double()
    return {**{key: as_step(f) for key, f in steps.items()}, **{key: as_number(f) for key, f in choices.items()},
            "if": lambda c, x, y: torch.where(c != 0, x, y), "min": lambda x, y: torch.where(y < x, y, x),
            "max": lambda x, y: torch.where(y > x, y, x)}


def evaluate(text, operands, parameters=None):
    """The value of a formula, a tensor in double precision with gradients.
    text: a formula of config.yaml, or the result of parsed().
    operands: numbers or tensors by name, which broadcast.
    parameters: tensors by name. A parameter with an index is a vector, any other parameter is a scalar."""
    import torch
    computed, parameters = _computed(), parameters or {}
    given = {"pi": math.pi, "e": math.e, **parameters, **operands}
    device = next((x.device for x in given.values() if isinstance(x, torch.Tensor)), None)
    number = lambda x: torch.as_tensor(x, dtype=torch.float64, device=device)

    def value(n, scope, rounds=1):
        """The value of a tree. rounds: the number of iterations of the enclosing sums. Raises an error for every tree that
        is not part of the language."""
        of, kind = lambda part: value(part, scope, rounds), type(n)
        if kind is ast.Constant and type(n.value) in (int, float):
            return number(float(n.value))
        if kind is ast.Name:
            return scope[n.id[1:]]
        if kind is ast.UnaryOp:
            return computed[type(n.op)](of(n.operand))
        if kind is ast.BinOp:
            return computed[type(n.op)](value(n.left, scope, rounds), value(n.right, scope, rounds))
        if kind is ast.BoolOp:
            return functools.reduce(computed[type(n.op)], map(of, n.values))
        if kind is ast.Compare and len(n.ops) == 1:
            return computed[type(n.ops[0])](of(n.left), of(n.comparators[0]))
        if kind is ast.Subscript:  # rounds the index down and clamps it to the table
            table = scope[n.value.id[1:]]
            return table[of(n.slice).nan_to_num(0).clamp(0, len(table) - 1).long()]
        if kind is not ast.Call or n.keywords:
            raise ValueError
        if n.func.id == "_sum":
            name, count, term = n.args
            return total(name, count, term, scope, rounds)
        arguments = list(map(of, n.args))
        if n.func.id == "_bucket":
            d, places = arguments[0].detach().unique(return_inverse=True)
            count, longest = (x.item() for x in arguments[1:])
            return number([_bucket(x, int(count), longest) for x in d.tolist()])[places]
        return computed[n.func.id[1:]](*arguments)

    def total(name, count, term, scope, rounds):
        """The sum of a term over name = 0, 1, ..., count - 1. The count is a single number."""
        most = value(count, scope, rounds).item()
        most, result = int(min(most, 4096)) if most > 0 else 0, number(0.0)
        if rounds * most > 1 << 18:
            raise ValueError
        for k in range(most):
            result = result + value(term, {**scope, name.id[1:]: number(float(k))}, rounds * max(most, 1))
        return result

    scope = {name: number(x) for name, x in given.items()}
    try:
        for name, tree in parsed(text) if isinstance(text, str) else text:
            scope[name] = value(tree, scope)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"{str(text)[:60]!r} has an unknown name or form") from None
    return scope[None]


def shows_causal(text, numbers):
    """Does the form of a mask formula prove that the mask is 0 wherever j > i? If not, the program treats the mask as
    not causal. Recognized forms are j <= i and i - j >= 0, on either side of an "and" or on both sides of an "or"."""
    # All definitions; the definitions that depend on neither i nor j; whether each definition is proven causal.
    known, fixed, shown = {}, [], {}

    def meant(n):
        while type(n) is ast.Name and n.id in known:
            n = known[n.id]
        return n

    def number(n):
        reads = {x.id for x in ast.walk(n) if type(x) is ast.Name}
        varies = reads & {"_i", "_j", *known.keys() - {f"_{name}" for name, _ in fixed}}
        return None if varies else evaluate([*fixed, (None, n)], numbers).item()

    def is_operand(n, name):
        return type(n) is ast.Name and n.id == f"_{name}"

    def later(x, y):
        """Are (x, y) either (i, j), or i - j and a constant >= 0?"""
        if is_operand(x, "i") and is_operand(y, "j"):
            return True
        less = type(x) is ast.BinOp and type(x.op) is ast.Sub
        if not less or not is_operand(meant(x.left), "i") or not is_operand(meant(x.right), "j"):
            return False
        least = number(y)
        return least is not None and least >= 0

    def shows(n):
        if type(n) is ast.Name and n.id in shown:
            return shown[n.id]
        if type(n) is ast.BoolOp:
            return (any if type(n.op) is ast.And else all)(map(shows, n.values))
        if type(n) is not ast.Compare:
            return number(n) == 0
        x, y, op = meant(n.left), meant(n.comparators[0]), type(n.ops[0])
        return (op in (ast.Gt, ast.GtE, ast.Eq) and later(x, y)) or (op in (ast.Lt, ast.LtE, ast.Eq) and later(y, x))

    for name, tree in parsed(text):
        if number(tree) is not None:
            fixed.append((name, tree))
        known[f"_{name}"], shown[f"_{name}"] = tree, shows(tree)
    return shown["_None"]


def declared_shapes(declarations, heads):
    """The shape of each declared parameter, by name. declarations: a text such as "s[head] = -2; w[head, 32] =
    normal(0, 1)"."""
    return {name: [heads] * by_head + [count or 1] * (count > 0 or not by_head)
            for name, (by_head, count) in declared(declarations).items()}


def declared_numbers(declarations):
    """The declared constants, by name; formulas use them as operands. declarations: a text such as "rate = 0.5 >= 0;
    width = 64"."""
    found = {}
    for part in filter(str.strip, declarations.split(";")):
        words: Any = re.fullmatch(r"\s*([A-Za-z]\w*)\s*=\s*(-?[\d.]+(?:[eE][-+]?\d+)?)\s*(?:[<>]=.*)?", part, re.ASCII)
        try:
            found[words[1]] = float(words[2])
        except (TypeError, ValueError):
            raise Refused(f"{part[:60]!r} declares no number (see `lengthen help formula`)") from None
    return found


def evaluate_heads(text, declarations, arrays, heads, operands, like):
    """The values of a formula for each head, [H, *S], where S is the shape of the tensor `like`. arrays: the declared
    parameters, in the shapes of declared_shapes."""
    import torch
    rows, of = [], lambda array, head, by_head, count: array[head] if by_head else array if count else array[0]
    for head in range(heads):
        parameters = {name: of(arrays[name], head, *axes) for name, axes in declared(declarations).items()}
        rows.append(evaluate(text, {**operands, "head": head, "H": heads}, parameters).expand(like.shape)[None])
    return torch.cat(rows, 0)
