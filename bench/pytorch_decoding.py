#!/usr/bin/env python3
"""pytorch_decoding.py: times greedy decoding of lengthen's decoder in PyTorch, as fast as we can write it.

The model is post-norm with ReLU, T5's bias or no encoding, and a linear output layer. A step reads one token of every
sequence with the cached keys and values of the tokens before it, and chooses the next token.

The code is optimized: inference mode; caches that are allocated once and written in place; one product for query, key
and value; the bias of a query as a slice of one row; in bf16, weights and caches in bfloat16, which halve the bytes to
read. It tries three forms of attention: batched matrix products, sums of element-wise products, and PyTorch's own
function (sdpa). Each form is tried eager and compiled, with one thread and with all threads (peer.py).

Reads one JSON object per line, which describes a case: width, heads, blocks, feed_forward, encoding, symbols, classes,
sequences, tokens, threads, seconds. Times the step that reads the last of `tokens` tokens. Prints one JSON object per
case:

  tokens_per_second    of the fastest way, which `configuration` names
  theirs, ways         the rate of the fastest way of each precision, and its name
  failed               ways that failed
  product              GFLOP/s of a matrix product

If a case is repeated, only the ways that were near the fastest way are timed again.
"""
import json
import math
import sys
import time

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer
import torch
from torch.nn.functional import embedding, layer_norm, linear, scaled_dot_product_attention


def attend_by_products(q, k, v, bias):
    """q [B,H,1,D], k and v [B,H,T,D], bias [H,1,T]; returns the weighted means of v, [B,H,1,D]."""
    return torch.softmax(q @ k.transpose(2, 3) * q.shape[3] ** -0.5 + bias, -1) @ v


def attend_by_sums(q, k, v, bias):
    scores = (k * (q * q.shape[3] ** -0.5)).sum(-1) + bias.squeeze(1)
    return (v * torch.softmax(scores, -1).unsqueeze(3)).sum(2, keepdim=True)


def attend_by_sdpa(q, k, v, bias):
    return scaled_dot_product_attention(q, k, v, bias.expand(q.shape[0], -1, -1, -1))


FORMS = {"products": attend_by_products, "sums": attend_by_sums, "sdpa": attend_by_sdpa}


def step(ids, at, heads, attend, embedding_table, readout, readout_bias, blocks, biases):
    """Reads ids [B], the tokens at index `at`, and returns the next tokens."""
    width = embedding_table.shape[1]
    bias = biases[:, :, biases.shape[2] - 1 - at:]
    x = embedding(ids, embedding_table) * math.sqrt(width)
    for qkv, output, scale1, offset1, ff1, bias1, ff2, bias2, scale2, offset2, keys, values in blocks:
        q, key, value = linear(x, qkv).view(x.shape[0], 3, heads, 1, width // heads).unbind(1)
        keys[:, :, at:at + 1], values[:, :, at:at + 1] = key, value
        o = attend(q, keys, values, bias).reshape(-1, width)
        z = layer_norm(x + linear(o, output), (width,), scale1, offset1)
        f = linear(torch.relu(linear(z, ff1, bias1)), ff2, bias2)
        x = layer_norm(z + f, (width,), scale2, offset2)
    return linear(x, readout, readout_bias).argmax(1)


class Case:
    """A model with full caches, and the contest of its ways."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.contest = peer.Contest(peer.ways(FORMS, (1, wanted["threads"])), self.prepare)
        self.arguments = {p: self.make(kind) for p, kind in (("fp32", torch.float32), ("bf16", torch.bfloat16))}

    def make(self, kind):
        w = self.wanted
        width, hidden, heads, B, T = w["width"], w["feed_forward"], w["heads"], w["sequences"], w["tokens"]
        torch.manual_seed(0)
        random = lambda *shape: (torch.randn(shape) / math.sqrt(shape[-1])).to(kind)
        cache = lambda: torch.full((B, heads, T, width // heads), 0.1, dtype=kind)
        shapes = ((3 * width, width), (width, width), (width,), (width,), (hidden, width), (hidden,), (width, hidden), (width,),
                  (width,), (width,))
        blocks = [(*(random(*s) for s in shapes), cache(), cache()) for _ in range(w["blocks"])]
        biases = random(heads, 1, T) if w["encoding"] == "t5" else torch.zeros(heads, 1, T, dtype=kind)
        return random(w["symbols"], width), random(w["classes"], width), random(w["classes"]), blocks, biases

    def prepare(self, way):
        run, attend, arguments = STEPS[way.mode], FORMS[way.form], self.arguments[way.precision]
        at, heads, ids = self.wanted["tokens"] - 1, self.wanted["heads"], torch.zeros(self.wanted["sequences"], dtype=torch.int64)

        def rate(seconds):
            nonlocal ids
            count, start = 0, time.perf_counter()
            while count < 2 or time.perf_counter() - start < seconds:
                ids = run(ids, at, heads, attend, *arguments)
                count += 1
            return count * self.wanted["sequences"] / (time.perf_counter() - start)

        rate(0.02)  # compiles and warms up
        return rate

    def answer(self, seconds):
        self.contest.turn(seconds)
        line = peer.result(self.contest, {"fp32": 0}, "tokens/s")
        fastest = max(line["theirs"], key=line["theirs"].get)
        return {"tokens_per_second": line["theirs"][fastest], "configuration": line["ways"][fastest],
                **{name: line[name] for name in ("theirs", "ways", "failed", "product")}}


STEPS = {"eager": step, "compiled": torch.compile(step, dynamic=True)}


def main():
    torch.set_flush_denormal(True)
    case = None
    for text in sys.stdin:
        wanted = json.loads(text)
        seconds = wanted.pop("seconds")
        with torch.inference_mode():
            if not case or wanted != case.wanted:
                case = None  # frees its memory first
                case = Case(wanted)
            peer.show(case.answer(seconds / 2))


if __name__ == "__main__":
    main()
