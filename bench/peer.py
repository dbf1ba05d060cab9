"""peer.py: code that the scripts for PyTorch share: the environment of `make peer`, and the ways of running a step.

Each script tries matrix products in float32 and in bfloat16, combined with other choices that may be faster (one
process or two, one thread or all, other forms of attention). It then also compiles the fastest way of each precision
(torch.compile), which takes up to a minute of processor time. The fastest way counts.
If a way fails, standard error and the member `failed` of the result report it.
"""
import json
import os
import subprocess
import sys
import time
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = os.path.join(ROOT, "build", "peer", "pytorch")
PRECISIONS = "fp32", "bf16"
NEAR = 0.8  # a way is tried again if its best turn reaches this fraction of the speed of the precision's fastest way


def enter():
    """Restarts the script with the Python and PyTorch of `make peer`."""
    if os.path.abspath(sys.prefix) == HOME:
        return
    python, name = os.path.join(HOME, "bin", "python3"), os.path.basename(sys.argv[0])
    if not os.access(python, os.X_OK):
        sys.exit(f"{name}: PyTorch is missing: run `make peer`, which installs it in {os.path.relpath(HOME)}")
    os.environ.pop("OPENBLAS_CORETYPE", None)  # set for Debian's BLAS
    os.execv(python, [python, *sys.argv])


enter()
import torch

torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 100000
torch._dynamo.config.fail_on_recompile_limit_hit = True  # else a step above the limit would silently run eagerly


class Way(namedtuple("Way", "mode precision form threads")):
    """A way of running a step. form: a further choice of the script, such as the form of attention, or ""."""

    def __str__(self):
        count = f"{self.threads} thread{'s' * (self.threads > 1)}"
        return ", ".join(part for part in (self.mode, self.precision, self.form, count) if part)


def ways(forms=("",), threads=(1,)):
    return [Way("eager", p, f, t) for p in PRECISIONS for t in sorted(set(threads)) for f in forms]


def in_way(way, step, dynamic=None):
    """The function as the way requires it: compiled or not, with matrix products in float32 or bfloat16."""
    step = torch.compile(step, dynamic=dynamic) if way.mode == "compiled" else step

    def run(*arguments):
        with torch.autocast("cpu", torch.bfloat16, enabled=way.precision == "bf16"):
            return step(*arguments)

    return run


class Contest:
    """Times ways alternately. The best turn of each way counts. make(way) returns the timing function rate(seconds)."""

    def __init__(self, eager_ways, make):
        self.make, self.rates, self.made, self.failed = make, {}, {}, {}
        self.left = list(eager_ways)

    def turn(self, seconds):
        first = not self.rates
        for way in list(self.left):
            self.time(way, seconds)
        if first:
            for precision in PRECISIONS:
                best = max((w for w in self.rates if w.precision == precision), key=self.rates.get, default=None)
                if best:
                    self.left.append(best._replace(mode="compiled"))
                    self.time(self.left[-1], seconds)
        for precision in PRECISIONS:
            best = self.best(precision)[1]
            self.left = [w for w in self.left if w.precision != precision or self.rates[w] >= NEAR * best]

    def time(self, way, seconds):
        torch.set_num_threads(way.threads)
        try:
            if way not in self.made:
                self.made[way] = self.make(way)
            self.rates[way] = max(self.rates.get(way, 0), self.made[way](seconds))
        except Exception as error:  # PyTorch raises many kinds
            self.left.remove(way)
            self.failed[str(way)] = f"{type(error).__name__}: {str(error).strip().splitlines()[0][:200]}"
            print(f"{os.path.basename(sys.argv[0])}: {way} failed: {self.failed[str(way)]}", file=sys.stderr)

    def best(self, precision):
        """The fastest way of a precision, and the rate of this way."""
        rates = {w: r for w, r in self.rates.items() if w.precision == precision}
        way = max(rates, key=rates.get, default=None)
        return way and str(way), rates.get(way, 0)


def result(contest, ours, unit, **more):
    """The JSON object of one comparison: our rates by precision, and PyTorch's fastest way of each precision."""
    line = {**more, "unit": unit, "ours": ours, "theirs": {}, "ways": {}, "failed": contest.failed, "product": product()}
    for precision in PRECISIONS:
        way, rate = contest.best(precision)
        if way:
            line["theirs"][precision], line["ways"][precision] = rate, way
    line["ratio"] = max(ours.values()) / max(line["theirs"].values())
    line["tried"] = {str(way): rate for way, rate in contest.rates.items()}
    return line


def show(line):
    print(json.dumps(line), flush=True)


def product():
    """PyTorch's version, and GFLOP/s of one thread in a product of two 1024 x 1024 matrices, by precision."""
    global _product
    if not _product:
        threads, _product = torch.get_num_threads(), {"version": torch.__version__}
        torch.set_num_threads(1)
        for name, kind in zip(PRECISIONS, (torch.float32, torch.bfloat16)):
            a, b, best = torch.randn(1024, 1024).to(kind), torch.randn(1024, 1024).to(kind), float("inf")
            for _ in range(12):
                start = time.perf_counter()
                a @ b
                best = min(best, time.perf_counter() - start)
            _product[name] = round(2 * 1024**3 / best / 1e9, 1)
        torch.set_num_threads(threads)
    return _product


def product_in_child():
    """product() in a child process, for a script that forks later: its children must not inherit PyTorch's threads."""
    found = subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n"
                            "import peer; peer.show(peer.product())"], check=True, capture_output=True, text=True)
    return json.loads(found.stdout)


_product = {}
