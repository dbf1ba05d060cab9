#!/usr/bin/env python3
"""pytorch_wide.py: times training steps and evaluation of wide decoders in lengthen and in PyTorch, alternately.

Language models of the characters of doc/*.md, without positional encoding or with RoPE:
  wide    6 blocks of width 512, 8 heads, pre-norm, ReLU; 8 sequences of 256 tokens, no dropout
  base    the preset decoder-base (109.6 million parameters, vocabulary of 32,100, dropout 0.1 in five places);
          8 sequences of 256 tokens
  long    30 blocks of width 576, 9 heads, gated feed-forward of 1,536, RMSNorm, RoPE, vocabulary of 49,152 (148 million
          parameters): evaluation of sequences of 2,048 tokens with logits of every token
The PyTorch code is optimized: one product for query, key and value; parameters, gradients and moments in flat vectors
for clipping and Adam; denormals flushed to zero. Evaluation uses inference mode and, in bf16, bfloat16 weights. All
threads are used. Attention is tried as matrix products and as PyTorch's own function (sdpa, with its causal mask), in
the ways of peer.py.

Prints one JSON object for each model: tokens per second of lengthen and PyTorch by precision, and PyTorch's fastest
ways.
"""
import argparse
import functools
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer
import torch
from torch.nn.functional import cross_entropy, dropout, embedding, layer_norm, rms_norm, scaled_dot_product_attention, silu

Shape = namedtuple("Shape", "blocks width heads hidden words batch tokens gated rope drop clip")
SHAPES = {"wide": Shape(6, 512, 8, 2048, 128, 8, 256, False, False, 0, 1),
          "base": Shape(12, 768, 12, 3072, 32100, 8, 256, False, False, 0.1, 1),
          "long": Shape(30, 576, 9, 1536, 49152, 1, 2048, True, True, 0, 1)}
TEXT = ["--data", "text", "--architecture", "decoder"]
OURS = {"wide": [*TEXT, "--encoding", "none", "--block", "pre_norm", "--model.dropout", "0"],
        "base": ["--preset", "decoder-base", *TEXT, "--encoding", "none"],
        "long": [*TEXT, "--architecture.vocabulary", "49152", "--encoding", "rope", "--mixer", "swiglu", "--norm", "rms_norm",
                 "--block", "pre_norm", "--model.bias=false", "--head", "tied", "--model.dropout", "0", "--protocol", "pass"]}


def options(name, text):
    s = SHAPES[name]
    sizes = {"width": s.width, "heads": s.heads, "blocks": s.blocks, "model.feed_forward": s.hidden, "data.file": text}
    return OURS[name] + [word for key, value in sizes.items() for word in (f"--{key}", str(value))]


# ---- the model ------------------------------------------------------------------------------------------------------


class Model:
    def __init__(self, shape, kind):
        w, h = shape.width, shape.hidden
        block = [(w, 3 * w), (w, w), (w, 2 * h if shape.gated else h), (h, w), (w,), (w,)]
        shapes = [(shape.words, w), (w,)] + block * shape.blocks
        self.shape, sizes = shape, [math.prod(s) for s in shapes]
        torch.manual_seed(0)
        self.flat, self.all, at = (torch.randn(sum(sizes)) * 0.02).to(kind), [], 0
        self.gradient = torch.zeros_like(self.flat) if kind == torch.float32 else None
        for s, size in zip(shapes, sizes):
            p = torch.nn.Parameter(self.flat[at:at + size].view(s))
            if self.gradient is not None:
                p.grad = self.gradient[at:at + size].view(s)
            self.all.append(p)
            at += size
        self.table, self.gain = self.all[:2]
        self.blocks = [self.all[2 + 6 * i:8 + 6 * i] for i in range(shape.blocks)]
        self.adam, depth = None, w // shape.heads
        angle = torch.arange(shape.tokens)[:, None] * 10000.0 ** (-torch.arange(0, depth, 2) / depth)
        self.cos, self.sin = angle.cos().to(kind), angle.sin().to(kind)

    def update(self):
        if not self.adam:
            whole = self.flat.detach().requires_grad_()
            whole.grad = self.gradient
            self.adam = torch.optim.Adam([whole], lr=1e-3, fused=True)
        self.gradient.mul_((self.shape.clip / (self.gradient.norm() + 1e-6)).clamp(max=1))
        self.adam.step()
        self.gradient.zero_()


def turn(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


def by_products(q, k, v, p):
    T = q.shape[2]
    weights = torch.softmax(q @ k.transpose(2, 3) * q.shape[3] ** -0.5 + torch.full((T, T), -math.inf, dtype=q.dtype).triu(1), -1)
    return (dropout(weights, p) if p else weights) @ v


def by_sdpa(q, k, v, p):
    return scaled_dot_product_attention(q, k, v, dropout_p=p, is_causal=True)


FORMS = {"products": by_products, "sdpa": by_sdpa}


def logits_of(model, attend, ids):
    s = model.shape
    drop = (lambda x: dropout(x, s.drop)) if s.drop else (lambda x: x)
    B, T = ids.shape
    norm = (lambda x, gain: rms_norm(x, (s.width,), gain, 1e-5)) if s.gated else (lambda x, gain: layer_norm(x, (s.width,), gain))
    x = drop(embedding(ids, model.table))
    for qkv, output, inner, outer, gain1, gain2 in model.blocks:
        q, k, v = (norm(x, gain1) @ qkv).view(B, T, 3, s.heads, -1).permute(2, 0, 3, 1, 4)
        if s.rope:
            q, k = turn(q, model.cos, model.sin), turn(k, model.cos, model.sin)
        x = x + drop(attend(q, k, v, s.drop).transpose(1, 2).reshape(B, T, s.width) @ output)
        f = norm(x, gain2) @ inner
        if s.gated:
            gate, value = f.chunk(2, -1)
            f = silu(gate) * value
        else:
            f = drop(torch.relu(f))
        x = x + drop(f @ outer)
    return norm(drop(x), model.gain) @ model.table.t()


def loss_of(model, attend, ids, target):
    return cross_entropy(logits_of(model, attend, ids).flatten(0, 1).float(), target.flatten())


# ---- timing ---------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=2)
def shared_model(shape, kind):
    """The model that all ways of timing share, so that parameters, gradients and moments are in memory once."""
    return Model(shape, kind)


def their_rate(name, way):
    """Returns a function that times training steps or evaluation, in tokens per second."""
    shape, trains = SHAPES[name], name != "long"
    model = shared_model(shape, torch.float32 if trains or way.precision == "fp32" else torch.bfloat16)
    loss = peer.in_way(way, loss_of) if trains else torch.compile(loss_of) if way.mode == "compiled" else loss_of
    ids = torch.randint(0, shape.words, (shape.batch, shape.tokens))

    def step():
        if trains:
            loss(model, FORMS[way.form], ids, ids).backward()
            return model.update()
        with torch.inference_mode():
            loss(model, FORMS[way.form], ids, ids)

    def rate(seconds):
        count, start = 0, time.perf_counter()
        while count < 2 or time.perf_counter() - start < seconds:
            step()
            count += 1
        return count * ids.numel() / (time.perf_counter() - start)

    step()
    return rate


def our_training(program, name, text, seconds):
    """Tokens per second by precision."""
    s, rates = SHAPES[name], {}
    for precision in peer.PRECISIONS:
        line = subprocess.run([program, "bench", *options(name, text), "--batch", str(s.batch), "--length", str(s.tokens),
                               "--seconds", str(seconds), "--precision", precision, "--json"], check=True, capture_output=True,
                              text=True).stdout.splitlines()[0]
        rates[precision] = json.loads(line)["steps_per_second"] * s.batch * s.tokens
    return rates


def our_evaluation(program, name, text, folder):
    """Tokens per second of evaluation by precision. The time for two sequences is subtracted from the time for six."""
    s, rates = SHAPES[name], {}
    for precision in peer.PRECISIONS:
        run, seconds = os.path.join(folder, precision), []
        if not os.path.exists(run):
            subprocess.run([program, "train", *options(name, text), "--precision", precision, "--batch", "1",
                            "--curriculum.lengths", "16", "--steps", "1", "--eval.lengths", "16", "--eval.sequences", "1", "--out",
                            run, "-q"], check=True, capture_output=True)
        for count in (2, 6):
            start = time.perf_counter()
            subprocess.run([program, "eval", run, "--lengths", str(s.tokens), "--eval.sequences", str(count), "-q"], check=True,
                           capture_output=True)
            seconds.append(time.perf_counter() - start)
        rates[precision] = 4 * s.tokens / (seconds[1] - seconds[0])
    return rates


def compare(asked, name, folder):
    contest = peer.Contest(peer.ways(FORMS, (len(os.sched_getaffinity(0)),)), lambda way: their_rate(name, way))
    ours = {}
    for _ in range(asked.turns):
        now = our_evaluation(asked.program, name, asked.text, folder) if name == "long" else our_training(
            asked.program, name, asked.text, asked.seconds)
        ours = {precision: max(rate, ours.get(precision, 0)) for precision, rate in now.items()}
        contest.turn(asked.seconds)
    peer.show(peer.result(contest, ours, "tokens/s", what="evaluation" if name == "long" else "training", model=name,
                          threads=len(os.sched_getaffinity(0))))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="build/release/lengthen")
    parser.add_argument("--models", default=",".join(SHAPES), help=",".join(SHAPES))
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=4)
    given = parser.parse_args()
    torch.set_flush_denormal(True)
    with tempfile.TemporaryDirectory() as temporary:
        given.text = os.path.join(temporary, "text")
        with open(given.text, "w", encoding="utf-8") as whole:
            for page in sorted(glob.glob(os.path.join(peer.ROOT, "doc", "*.md"))):
                with open(page, encoding="utf-8") as part:
                    whole.write(part.read())
        for model_name in given.models.split(","):
            compare(given, model_name, temporary)
