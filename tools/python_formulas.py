#!/usr/bin/python3
"""python_formulas.py DOUBLE_PROGRAM [COUNT [SEED]]: checks that formulas have the same values in Python and in C.

Makes random formulas, which the program prints without redundant parentheses. Evaluates each formula in Python and in
C, for three heads and several distances. Exit status 5: some values differ.
"""
import json
import math
import os
import random
import re
import subprocess
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from lengthen import Refused, formula  # noqa: E402

HEADS, LENGTH, TOLERANCE = 3, 20, 1e-10
PARAMETERS = "s[head] = uniform(-1, 1); lambda = -1.3; w[head, 5] = normal(0, 1); half[4] = normal(1, 1)"
USED = " + 0*(s + lambda + w[0] + half[0])"  # every parameter must be used
SIGNS = (" + ", "-", "*", "/", "^", "^", " < ", "<=", ">", ">=", "==", "!=", " and ", " or ")
CALLS = (*("abs(A) exp(A) log(A) log2(A) log1p(A) sqrt(A) sin(A) cos(A) tanh(0.1*A) sigmoid(A) logsigmoid(A) "
           "softplus(A) relu(A) gelu(A) erf(A) floor(A) ceil(A) round(A) sign(A) w[A] half[A] min(A,A) max(A,A) "
           "if(A,A,A) if(A,A,A) bucket(A,7,16) bucket(A,32,100) bucket(A,2,3) sum(k,3,A*k) sum(k,2*head-1,k-A) "
           "sum(k,H,sum(j,k,A/(j+1))) -A -A -(A)").split(), "(not A)", "(not (A))")


def written(r, depth):
    """The text of a random expression. Without parentheses, precedence may change its structure."""
    if depth == 0:
        return r.choice("d d d 0.1*d head H s lambda pi e 0 1 2 3 .5 1e-3 25".split())
    part = lambda: written(r, depth - 1) if r.random() < 0.4 else f"({written(r, r.randrange(depth))})"
    if r.random() < 0.5:
        return r.choice(SIGNS).join((part(), part()))
    return re.sub("A", lambda _: written(r, r.randrange(depth)), r.choice(CALLS))


def told(program, text, *words):
    """The JSON objects that the program prints for a bias, or None if it rejects the formula."""
    done = subprocess.run([program, "inspect", "encoding", "formula", "--json", "--heads", str(HEADS), "--length",
                           str(LENGTH), "--encoding.bias", text + USED, "--encoding.parameters", PARAMETERS, *words],
                          capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()] if done.returncode == 0 else None


def difference(program, text):
    """The largest difference, relative for values above 1, or None if the program rejects the formula."""
    told_of, options = told(program, text), told(program, text, "--print-config")
    if told_of is None:
        return None
    canonical = next(row["value"] for row in options if row["key"] == "encoding.bias")
    numbers = lambda x: [numbers(y) for y in x] if isinstance(x, list) else math.nan if x is None else x
    given = {row["what"]: torch.tensor(numbers(row["data"]), dtype=torch.float64) for row in told_of}
    wanted, d = given["bias"], torch.arange(LENGTH)[:, None] - torch.arange(LENGTH)
    s, one, w, half = (given[f"formula.{name}"] for name in ("s", "lambda", "w", "half"))
    found = torch.stack([formula.evaluate(canonical, {"d": d, "head": head, "H": HEADS}, {
        "s": s[0, head], "lambda": one[0, 0], "w": w[head], "half": half[0]}).expand(d.shape) for head in range(HEADS)])
    finite = found.isfinite()
    if not torch.equal(finite, wanted.isfinite()):
        return math.inf
    return float(((found - wanted).abs() / wanted.abs().clamp_min(1))[finite].max()) if finite.any() else 0.0


def is_refused(text):
    try:
        formula.evaluate(text, {"d": torch.arange(3)}, {"w": torch.zeros(2)})
    except Refused:
        return True
    print(f"{text} was accepted")
    return False


def agrees_on_masks(program):
    """Is a mask causal in Python if and only if the program accepts it for a decoder?"""
    masks = ("j <= i", "j<4 or j<=i", "d=i-j; d>=0 and d<w", "d=i-j; d>=-1", "0<=i-j", "j-i<=0", "j<i or (j==i and 1)", "1",
             "abs(i-j)<2", "not (j>i)", "a=j<=i; b=a and a; b and j>i-3", "w-5 or j<=i", "i-j>=w-5", "min(j<=i,1)")
    takes = lambda mask: subprocess.run([program, "train", "--architecture", "decoder", "--data", "duplicate_string", "--mask", "formula",
                                         "--mask.formula", mask, "--mask.numbers", "w = 5", "--print-config"],
                                        capture_output=True).returncode == 0
    wrong = [mask for mask in masks if takes(mask) != formula.shows_causal(mask, {"w": 5.0})]
    for mask in wrong:
        print(f"{mask}: Python and the program differ in whether it is causal")
    return not wrong


def main(program, count=400, seed=1):
    wrong = ("", "x", "d d", "d.real", "d()", "abs(d, d)", "(lambda: d)()", "d if d else d", "1 < d < 2", "'d'", "2j", "w[0:1]",
             "d; d", "a = d", "sum(k, 4096, sum(j, 4096, d))", "(" * 999, "-" * 3999 + "d", "9" * 3999)
    x, s = torch.tensor([-2.0, 0, 2]), torch.tensor(2.0, requires_grad=True)
    formula.evaluate("x^s", {"x": x}, {"s": s}).sum().backward()  # the derivative by s is 0 where x <= 0
    if not all(map(is_refused, wrong)) or not agrees_on_masks(program) or not math.isclose(s.grad, 4 * math.log(2), rel_tol=1e-6):
        return 5
    r, done, finite, worst = random.Random(int(seed)), 0, 0, 0.0
    while done < int(count):
        text = written(r, r.randrange(2, 5))
        found = difference(program, text)
        if found is None:
            continue
        done, worst = done + 1, max(worst, found)
        if not found <= TOLERANCE:
            print(f"{text}: values differ by {found:.1e}")
    print(f"{done} random formulas: values differ by at most {worst:.1e}")
    return 0 if worst <= TOLERANCE else 5


if __name__ == "__main__":
    torch.set_num_threads(1)
    sys.exit(main(*sys.argv[1:]))
