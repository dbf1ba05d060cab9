#!/usr/bin/python3
"""pytorch_decode.py: greedy decoding by lengthen's decoder in PyTorch, as fast as we know how, timed.

The model is post-norm with ReLU, T5's bias or none, and a linear read-out; a step reads one token of every sequence
with the keys and values of all tokens before it, and chooses the next. What makes it fast: inference mode; caches that
are allocated once and written in place; query, key and value as one product; the bias of a query as a slice of one row.
PyTorch's batched products of single rows are one call each, so products of queries and keys are also tried as sums of
element-wise products; the step is also tried compiled (torch.jit.script), and with one thread and with all. The fastest
way is found for each case, and timed from then on.

Reads a case a line, one JSON object (width, heads, blocks, feed_forward, encoding, symbols, classes, sequences, tokens,
threads, seconds), times the last step of sequences of so many tokens, and prints one JSON object a line:
tokens_per_second, what way was the fastest (configuration), and product: how fast PyTorch multiplies matrices here, and
with which OPENBLAS_CORETYPE (peer_blas.py).
"""
import json
import math
import os
import sys
import time
from typing import List

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer_blas

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a BLAS with threads of its own would fight PyTorch's
try:
    import torch
    from torch import Tensor
except ImportError as missing:
    sys.exit(f"pytorch_decode.py: needs {missing.name}: install the Debian package python3-torch and use /usr/bin/python3")

NAMES = ("qkv", "output", "norm1.scale", "norm1.offset", "ff1", "ff1.bias", "ff2", "ff2.bias", "norm2.scale",
         "norm2.offset")


def attend_by_products(q: Tensor, k: Tensor, v: Tensor, bias: Tensor, scale: float) -> Tensor:
    """q [B,H,D], k and v [B,H,T,D], bias [H,1,T]; the means of v, [B,H,D]."""
    B, H, T, D = k.shape
    scores = torch.bmm(q.reshape(B * H, 1, D), k.view(B * H, T, D).transpose(1, 2)).view(B, H, 1, T)
    weights = torch.softmax(scores * scale + bias, -1)
    return torch.bmm(weights.view(B * H, 1, T), v.view(B * H, T, D)).view(B, H, D)


def attend_by_sums(q: Tensor, k: Tensor, v: Tensor, bias: Tensor, scale: float) -> Tensor:
    scores = (k * (q * scale).unsqueeze(2)).sum(-1) + bias.squeeze(1)
    return (v * torch.softmax(scores, -1).unsqueeze(3)).sum(2)


SOURCE = '''
def product(x: Tensor, w: Tensor) -> Tensor:
    return torch.mv(w.t(), x[0]).unsqueeze(0) if x.shape[0] == 1 else torch.mm(x, w)


def step(ids: Tensor, at: int, heads: int, embedding: Tensor, readout: Tensor, readout_bias: Tensor,
         weights: List[Tensor], keys: List[Tensor], values: List[Tensor], biases: Tensor) -> Tensor:
    """Reads ids [B], tokens number `at`, and chooses the next."""
    width = embedding.shape[1]
    depth = width // heads
    scale = 1 / math.sqrt(depth)
    bias = biases[:, :, biases.shape[2] - 1 - at:]
    x = torch.nn.functional.embedding(ids, embedding) * math.sqrt(width)
    for i in range(len(keys)):
        w = weights[10 * i: 10 * i + 10]
        qkv = product(x, w[0]).view(x.shape[0], 3, heads, depth)
        keys[i].select(2, at).copy_(qkv.select(1, 1))
        values[i].select(2, at).copy_(qkv.select(1, 2))
        o = attend(qkv.select(1, 0), keys[i], values[i], bias, scale)
        z = torch.layer_norm(x + product(o.reshape(-1, width), w[1]), [width], w[2], w[3])
        f = (product(z, w[4]) + w[5]).relu_()
        x = torch.layer_norm(z + product(f, w[6]) + w[7], [width], w[8], w[9])
    return torch.addmm(readout_bias, x, readout).argmax(1)
'''


class Case:
    """A model with full caches."""

    def __init__(self, wanted):
        width, hidden, heads = wanted["width"], wanted["feed_forward"], wanted["heads"]
        B, T, depth = wanted["sequences"], wanted["tokens"], width // heads
        shapes = ((width, 3 * width), (width, width), (width,), (width,), (width, hidden), (hidden,), (hidden, width),
                  (width,), (width,), (width,))
        torch.manual_seed(0)
        random = lambda *shape: torch.randn(shape) / math.sqrt(shape[0])
        self.ids = torch.zeros(B, dtype=torch.int64)
        cache = lambda: torch.empty(B, heads, T, depth).fill_(0.1)
        biases = random(heads, 1, T) if wanted["encoding"] == "t5" else torch.zeros(heads, 1, T)
        self.sequences, self.threads = B, wanted["threads"]
        self.arguments = (T - 1, heads, random(wanted["symbols"], width), random(width, wanted["classes"]),
                          random(wanted["classes"]), [random(*s) for _ in range(wanted["blocks"]) for s in shapes],
                          [cache() for _ in range(wanted["blocks"])], [cache() for _ in range(wanted["blocks"])],
                          biases)
        self.way = self.fastest()

    def steps(self, way, seconds, least):
        """Steps a second."""
        torch.set_num_threads(way[2])
        count, start = 0, time.perf_counter()
        while count < least or time.perf_counter() - start < seconds:
            self.ids = STEPS[way[:2]](self.ids, *self.arguments)
            count += 1
        return count / (time.perf_counter() - start)

    def rate(self, way):
        self.steps(way, 0.02, 3 if way[1] == "script" else 1)  # scripts are compiled when they first run
        return self.steps(way, 0.05, 2)

    def fastest(self):
        ways = [(attend, "eager", threads) for attend in ("products", "sums") for threads in {1, self.threads}]
        best = max(ways, key=self.rate)
        return max(best, (best[0], "script", best[2]), key=self.rate)


def make_steps():
    """The step in each way; the source is on disk, for torch.jit.script reads it there."""
    import importlib.util
    import tempfile

    steps = {}
    with open(__file__, encoding="utf-8") as me:
        whole = me.read()
    for name in ("products", "sums"):
        begin, end = whole.index(f"def attend_by_{name}"), whole.index("\n\n\n", whole.index(f"def attend_by_{name}"))
        text = whole[begin:end].replace(f"attend_by_{name}", "attend")
        with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
            file.write(f"import math\nimport torch\nfrom typing import List\nfrom torch import Tensor\n\n\n{text}\n\n{SOURCE}")
            file.flush()
            spec = importlib.util.spec_from_file_location(f"steps_{name}", file.name)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            steps[name, "eager"] = module.step
            steps[name, "script"] = torch.jit.script(module.step)
    return steps


def main():
    torch.set_flush_denormal(True)
    known, case = None, None
    for line in sys.stdin:
        wanted = json.loads(line)
        seconds = wanted.pop("seconds")
        with torch.inference_mode():
            if wanted != known:
                case = None  # its memory first
                known, case = wanted, Case(wanted)
            case.steps(case.way, seconds / 4, 1)
            rate = case.steps(case.way, seconds, 1)
        attend, mode, threads = case.way
        print(json.dumps({"tokens_per_second": rate * case.sequences,
                          "configuration": f"{attend}, {mode}, {threads} thread{'s' * (threads > 1)}", "product": PRODUCT}), flush=True)


if __name__ == "__main__":
    PRODUCT = peer_blas.choose()
    STEPS = make_steps()
    main()
