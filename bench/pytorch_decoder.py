#!/usr/bin/env python3
"""pytorch_decoder.py: times training and greedy decoding of a small decoder in lengthen and in PyTorch, alternately.

The model is the preset decoder-small with encoding none (pre-norm RMSNorm, ReLU, no biases, tied output layer). The
data is copy_cmc with 2 to 10 words. PyTorch trains on buckets: all sequences of a batch have one length, so nothing is
padded. The time of a step is the mean over lengths.

The PyTorch code is optimized:
  training    one product for query, key and value; logits of target rows only; parameters and gradients in flat vectors
              for clipping and AdamW; denormals flushed to zero
  decoding    inference mode; a cache that is written in place; logits of the last row only; in bf16, weights and caches
              in bfloat16; the best of several batch sizes
It is timed with one thread and all threads, with attention as matrix products and as scaled_dot_product_attention
("sdpa"), in both precisions, eager and compiled (peer.py).

It prints a JSON object for training and another for decoding: by precision, the rate of lengthen, the best rate of
PyTorch, and how PyTorch reached it. peak_share counts padding as work.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer
import torch
from torch.nn.functional import cross_entropy, dropout, embedding, scaled_dot_product_attention

WIDTH, HEADS, BLOCKS, HIDDEN, BATCH, LENGTHS = 128, 8, 3, 512, 32, range(2, 11)
DEPTH, RATE, DECAY, CLIP = WIDTH // HEADS, 7e-4, 0.05, 1.0
DATA = ["--data", "copy_cmc", "--data.alphabet", "26"]
MODEL = ["--preset", "decoder-small", "--encoding", "none", *DATA, "--curriculum.lengths", "2..10", "--data.examples",
         "20000"]
NO_DROPOUT = [word for site in ("", "_embedding", "_attention", "_hidden", "_final")
              for word in ("--model.dropout" + site, "0")]
SHAPES = [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, HIDDEN), (HIDDEN, WIDTH)] * BLOCKS


# ---- the model ------------------------------------------------------------------------------------------------------


class Model:
    """Parameters: first matrices, which have weight decay; then gains and token embeddings, without weight decay."""

    def __init__(self, words, kind=torch.float32):
        shapes = SHAPES + [(WIDTH,)] * (2 * BLOCKS + 1) + [(words, WIDTH)]
        sizes = [math.prod(s) for s in shapes]
        torch.manual_seed(0)
        self.flat, self.gradient = (torch.randn(sum(sizes)) * 0.05).to(kind), torch.zeros(sum(sizes), dtype=kind)
        self.decayed = sum(math.prod(s) for s in SHAPES)
        self.first, self.second, self.steps, self.all = torch.zeros_like(self.flat), torch.zeros_like(self.flat), 0, []
        at = 0
        for shape, size in zip(shapes, sizes):
            p = torch.nn.Parameter(self.flat[at:at + size].view(shape))
            p.grad = self.gradient[at:at + size].view(shape)
            self.all.append(p)
            at += size

    def block(self, i):
        gains = self.all[len(SHAPES):]
        return (*self.all[4 * i:4 * i + 4], gains[2 * i], gains[2 * i + 1])

    def table(self):
        return self.all[-1]

    def read_out(self, x):
        return norm(x, self.all[-2]) @ self.table().t() * WIDTH**-0.5

    def update(self):
        g, self.steps = self.gradient, self.steps + 1
        g.mul_((CLIP / (g.norm() + 1e-6)).clamp(max=1))
        self.first.mul_(0.9).add_(g, alpha=0.1)
        self.second.mul_(0.999).addcmul_(g, g, value=0.001)
        self.flat[:self.decayed].mul_(1 - RATE * DECAY)
        scale = (self.second / (1 - 0.999**self.steps)).sqrt_().add_(1e-8)
        self.flat.addcdiv_(self.first, scale, value=-RATE / (1 - 0.9**self.steps))
        g.zero_()


def norm(x, gain):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * gain


def feed_forward(x, w, p):
    return dropout(torch.relu(x @ w[2]), p) @ w[3] if p else torch.relu(x @ w[2]) @ w[3]


def by_products(q, k, v, mask, p):
    scores = q @ k.transpose(2, 3)
    weights = torch.softmax(scores if mask is None else scores + mask, -1)
    return (dropout(weights, p) if p else weights) @ v


def by_sdpa(q, k, v, mask, p):
    return scaled_dot_product_attention(q, k, v, None if mask is None else mask.to(q.dtype), dropout_p=p, scale=1)


FORMS = {"products": by_products, "sdpa": by_sdpa}


def loss_of(model, attend, ids, target, p):
    """The loss for tokens `ids` [B,T]. target [B,m]: the tokens that the last m rows predict."""
    drop = (lambda x: dropout(x, p)) if p else (lambda x: x)
    B, T = ids.shape
    mask = torch.full((T, T), -math.inf).triu(1)
    x = drop(embedding(ids, model.table()))
    for i in range(BLOCKS):
        w = model.block(i)
        q, k, v = (norm(x, w[4]) @ w[0]).view(B, T, 3, HEADS, DEPTH).permute(2, 0, 3, 1, 4)
        x = x + drop(attend(q, k, v, mask, p).transpose(1, 2).reshape(B, T, WIDTH) @ w[1])
        x = x + drop(feed_forward(norm(x, w[5]), w, p))
    return cross_entropy(model.read_out(drop(x[:, -target.shape[1]:])).flatten(0, 1).float(), target.flatten())


# ---- data -----------------------------------------------------------------------------------------------------------


def records(program, length, count, split):
    """Token ids of sources and targets, each [count, n or m]."""
    lines = subprocess.run([program, "sample", *DATA, "--split", split, "--length", str(length), "--count",
                            str(count), "--json"], check=True, capture_output=True, text=True).stdout.splitlines()
    all_ids = [json.loads(line) for line in lines]
    return torch.tensor([x["input"] for x in all_ids]), torch.tensor([x["target"] for x in all_ids])


# ---- training -------------------------------------------------------------------------------------------------------


def batches_of(program):
    made = []
    for n in LENGTHS:
        source, target = records(program, n, BATCH, "train")
        made.append((torch.cat([source, target[:, :-1]], 1), target))
    return made


def their_training(way, words, batches, p):
    """Returns a function that times training, in steps per second. Each length gets the same number of steps."""
    model, loss = Model(words), peer.in_way(way, loss_of, dynamic=True)

    def rate(seconds):
        count, start = 0, time.perf_counter()
        while count == 0 or time.perf_counter() - start < seconds:
            for ids, target in batches:
                loss(model, FORMS[way.form], ids, target, p).backward()
                model.update()
            count += len(batches)
        return count / (time.perf_counter() - start)

    rate(0)
    return rate


def our_training(program, precision, p, seconds, threads):
    line = subprocess.run([program, "bench", *MODEL, *([] if p else NO_DROPOUT), "--length", "0", "--batch", str(BATCH),
                           "--threads", str(threads), "--precision", precision, "--seconds", str(seconds), "--json"], check=True, capture_output=True,
                          text=True).stdout.splitlines()[0]
    x = json.loads(line)
    return x["steps_per_second"], x["peak_share"], x["memory_bytes"] / 2**20


# ---- decoding -------------------------------------------------------------------------------------------------------

PROMPTS, NEW, LONGEST = 500, 40, 10


def step(model, attend, ids, at, mask, keys, values):
    """Reads ids [B,T], the tokens from index `at` on, and returns the next tokens [B,1]."""
    (B, T), x = ids.shape, embedding(ids, model.table())
    for i in range(BLOCKS):
        w = model.block(i)
        q, k, v = (norm(x, w[4]) @ w[0]).view(B, T, 3, HEADS, DEPTH).permute(2, 0, 3, 1, 4)
        keys[i, :, :, at:at + T], values[i, :, :, at:at + T] = k, v
        o = attend(q, keys[i, :, :, :at + T], values[i, :, :, :at + T], mask, 0)
        x = x + o.transpose(1, 2).reshape(B, T, WIDTH) @ w[1]
        x = x + feed_forward(norm(x, w[5]), w, 0)
    return model.read_out(x[:, -1:]).argmax(2)


def decode(model, run, attend, prompts):
    """Decodes NEW tokens greedily after prompts [B,n]."""
    B, n = prompts.shape
    keys, values = torch.empty(2, BLOCKS, B, HEADS, n + NEW, DEPTH, dtype=model.flat.dtype)
    ids = step(model, attend, prompts, 0, torch.full((n, n), -math.inf, dtype=model.flat.dtype).triu(1), keys, values)
    said = [ids]
    for at in range(n, n + NEW - 1):
        ids = run(model, attend, ids, at, None, keys, values)
        said.append(ids)
    return torch.cat(said, 1)


def their_decoding(way, prompts):
    """Returns a function that times decoding, in tokens per second."""
    model = Model(int(prompts.max()) + 1, torch.float32 if way.precision == "fp32" else torch.bfloat16)
    run = torch.compile(step, dynamic=True) if way.mode == "compiled" else step
    attend, size = FORMS_OF_DECODING[way.form]

    def rate(_):
        with torch.inference_mode():
            start = time.perf_counter()
            for first in range(0, PROMPTS, size):
                decode(model, run, attend, prompts[first:first + size])
            return PROMPTS * NEW / (time.perf_counter() - start)

    rate(0)
    return rate


FORMS_OF_DECODING = {f"{form}, batches of {size}": (attend, size) for form, attend in FORMS.items() for size in (PROMPTS, 125, 50)}


def our_decoding(program, run, prompts, threads):
    """Tokens per second of the command. The time includes the start and the output of the program."""
    start = time.perf_counter()
    lines = subprocess.run([program, "generate", run, "--file", prompts, "--limit", str(NEW), "--threads",
                            str(threads), "--json"], check=True, capture_output=True, text=True).stdout.splitlines()
    seconds = time.perf_counter() - start
    return sum(len(json.loads(line)["ids"]) for line in lines) / seconds


# ---- all ------------------------------------------------------------------------------------------------------------


def best_training(program, turns):
    batches = batches_of(program)
    words = int(max(int(ids.max()) for x in batches for ids in x)) + 1
    for p in (0.1, 0):
        ours = {precision: (0, 0, 0) for precision in peer.PRECISIONS}
        contest = peer.Contest(peer.ways(FORMS, THREADS), lambda way, p=p: their_training(way, words, batches, p))
        for _ in range(turns):
            for precision, known in ours.items():
                ours[precision] = max(known, *(our_training(program, precision, p, 1, n) for n in THREADS))
            contest.turn(2)
        line = peer.result(contest, {precision: found[0] for precision, found in ours.items()}, "steps/s", what="training", dropout=p)
        peer.show({**line, "peak_share": ours["fp32"][1], "memory_mib": ours["fp32"][2]})


def best_decoding(program, turns):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "prompts")
        for precision in peer.PRECISIONS:
            subprocess.run([program, "train", *MODEL, "--precision", precision, "--steps", "1", "--eval.lengths", "2", "--out",
                            os.path.join(folder, precision), "-q"], check=True, stdout=subprocess.DEVNULL)
        text = subprocess.run([program, "sample", *DATA, "--split", "test", "--length", str(LONGEST), "--count",
                               str(PROMPTS), "--text"], check=True, capture_output=True, text=True).stdout
        prompts = [line.split("\t")[0] for line in text.splitlines()]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(prompts) + "\n")
        ids, ours = records(program, LONGEST, PROMPTS, "test")[0], dict.fromkeys(peer.PRECISIONS, 0)
        contest = peer.Contest(peer.ways(FORMS_OF_DECODING, THREADS), lambda way: their_decoding(way, ids))
        for _ in range(turns):
            for precision in ours:
                rates = [our_decoding(program, os.path.join(folder, precision), path, n) for n in THREADS]
                ours[precision] = max(ours[precision], *rates)
            contest.turn(0)
    peer.show(peer.result(contest, ours, "tokens/s", what="decoding", prompts=PROMPTS, tokens=NEW))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="build/release/lengthen")
    parser.add_argument("--turns", type=int, default=4)
    given = parser.parse_args()
    THREADS = sorted({1, len(os.sched_getaffinity(0))})
    torch.set_flush_denormal(True)
    best_training(given.program, given.turns)
    best_decoding(given.program, given.turns)
