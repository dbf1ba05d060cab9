#!/usr/bin/python3
"""bench_decoder.py: a small decoder of text tasks in lengthen and in PyTorch, in turns: training and greedy decoding.

The model is that of the preset decoder-small with encoding none (pre-norm by root mean square, ReLU, no biases, tied
read-out), the data copy_cmc of 2 to 10 words. PyTorch trains on buckets: the sequences of a batch have one length, so
that nothing is padded, and the time of a step is the mean over the lengths. What makes it fast: query, key and value as
one product; read-out of the target's rows alone; parameters and gradients in flat vectors, for clipping and AdamW;
denormals flushed; one thread and all are tried, and the better one counts. Decoding has a cache that is written in
place, inference mode, the read-out of the last row alone, and the best of several batch sizes.

Prints one JSON object for each of both: ours, theirs (the best turn of each, with one thread or all), and the ratio.
peak_share counts padding as work; product is how fast PyTorch multiplies matrices here, and with which
OPENBLAS_CORETYPE (peer_blas.py).
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
import peer_blas

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a BLAS with threads of its own would fight PyTorch's
try:
    import torch
    from torch.nn.functional import cross_entropy, dropout, embedding
except ImportError as missing:
    sys.exit(f"bench_decoder.py: needs {missing.name}: install the Debian package python3-torch and use /usr/bin/python3")

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
    """Matrices first, which decay; then gains and the table of tokens, which do not."""

    def __init__(self, words):
        shapes = SHAPES + [(WIDTH,)] * (2 * BLOCKS + 1) + [(words, WIDTH)]
        sizes = [math.prod(s) for s in shapes]
        torch.manual_seed(0)
        self.flat, self.gradient = torch.randn(sum(sizes)) * 0.05, torch.zeros(sum(sizes))
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


def train_step(model, ids, target, p):
    """ids [B,T]; target [B,m]: what the last m rows predict."""
    drop = (lambda x: dropout(x, p)) if p else (lambda x: x)
    B, T = ids.shape
    mask = torch.full((T, T), -math.inf).triu(1)
    x = drop(embedding(ids, model.table()))
    for i in range(BLOCKS):
        w = model.block(i)
        q, k, v = (norm(x, w[4]) @ w[0]).view(B, T, 3, HEADS, DEPTH).permute(2, 0, 3, 1, 4)
        weights = drop(torch.softmax(q @ k.transpose(2, 3) + mask, -1))
        x = x + drop((weights @ v).transpose(1, 2).reshape(B, T, WIDTH) @ w[1])
        x = x + drop(feed_forward(norm(x, w[5]), w, p))
    loss = cross_entropy(model.read_out(drop(x[:, -target.shape[1]:])).flatten(0, 1), target.flatten())
    loss.backward()
    model.update()
    return loss


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


def time_training(model, batches, p, seconds):
    """Steps a second, as many of each length."""
    count, start = 0, time.perf_counter()
    while count == 0 or time.perf_counter() - start < seconds:
        for ids, target in batches:
            train_step(model, ids, target, p)
        count += len(batches)
    return count / (time.perf_counter() - start)


def our_training(program, p, seconds, threads):
    line = subprocess.run([program, "bench", *MODEL, *([] if p else NO_DROPOUT), "--length", "0", "--batch", str(BATCH),
                           "--threads", str(threads), "--seconds", str(seconds), "--json"], check=True, capture_output=True,
                          text=True).stdout.splitlines()[0]
    x = json.loads(line)
    return x["steps_per_second"], x["peak_share"], x["memory_bytes"] / 2**20


# ---- decoding -------------------------------------------------------------------------------------------------------

PROMPTS, NEW, LONGEST = 500, 40, 10


def decode(model, prompts):
    """Greedy decoding of NEW tokens; prompts [B,n]."""
    B, n = prompts.shape
    keys, values = torch.empty(2, BLOCKS, B, HEADS, n + NEW, DEPTH)
    mask, ids, said = torch.full((n, n), -math.inf).triu(1), prompts, []
    for at in [0] + list(range(n, n + NEW - 1)):
        x, T = embedding(ids, model.table()), ids.shape[1]
        for i in range(BLOCKS):
            w = model.block(i)
            q, k, v = (norm(x, w[4]) @ w[0]).view(B, T, 3, HEADS, DEPTH).permute(2, 0, 3, 1, 4)
            keys[i, :, :, at:at + T], values[i, :, :, at:at + T] = k, v
            scores = q @ keys[i, :, :, :at + T].transpose(2, 3)
            weights = torch.softmax(scores + mask if T > 1 else scores, -1)
            x = x + (weights @ values[i, :, :, :at + T]).transpose(1, 2).reshape(B, T, WIDTH) @ w[1]
            x = x + feed_forward(norm(x, w[5]), w, 0)
        ids = model.read_out(x[:, -1:]).argmax(2)
        said.append(ids)
    return torch.cat(said, 1)


def time_decoding(model, prompts, size):
    with torch.inference_mode():
        start = time.perf_counter()
        for first in range(0, PROMPTS, size):
            decode(model, prompts[first:first + size])
        return PROMPTS * NEW / (time.perf_counter() - start)


def our_decoding(program, run, prompts, threads):
    """Tokens a second of the command, start and output of the program included."""
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
        ours, theirs = [], []
        for _ in range(turns):
            for threads in {1, THREADS}:
                ours.append(our_training(program, p, 1, threads))
                torch.set_num_threads(threads)
                theirs.append(time_training(Model(words), batches, p, 2))
        rate, share, memory = max(ours)
        print(json.dumps({"what": "training", "dropout": p, "ours": rate, "theirs": max(theirs), "unit": "steps/s",
                          "ratio": rate / max(theirs), "peak_share": share, "memory_mib": memory, "product": PRODUCT}), flush=True)


def best_decoding(program, turns):
    with tempfile.TemporaryDirectory() as folder:
        run, path = os.path.join(folder, "run"), os.path.join(folder, "prompts")
        subprocess.run([program, "train", *MODEL, "--steps", "1", "--eval.lengths", "2", "--out", run, "-q"], check=True,
                       stdout=subprocess.DEVNULL)
        text = subprocess.run([program, "sample", *DATA, "--split", "test", "--length", str(LONGEST), "--count",
                               str(PROMPTS), "--text"], check=True, capture_output=True, text=True).stdout
        prompts = [line.split("\t")[0] for line in text.splitlines()]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(prompts) + "\n")
        ids, ours, theirs = records(program, LONGEST, PROMPTS, "test")[0], [], []
        for _ in range(turns):
            for threads in {1, THREADS}:
                ours.append(our_decoding(program, run, path, threads))
                torch.set_num_threads(threads)
                theirs += [time_decoding(Model(int(ids.max()) + 1), ids, size) for size in (PROMPTS, 125, 50)]
    print(json.dumps({"what": "decoding", "prompts": PROMPTS, "tokens": NEW, "ours": max(ours), "theirs": max(theirs),
                      "unit": "tokens/s", "ratio": max(ours) / max(theirs), "product": PRODUCT}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="build/release/lengthen")
    parser.add_argument("--turns", type=int, default=4)
    given = parser.parse_args()
    PRODUCT = peer_blas.choose()
    THREADS = len(os.sched_getaffinity(0))
    torch.set_flush_denormal(True)
    best_training(given.program, given.turns)
    best_decoding(given.program, given.turns)
