#!/usr/bin/python3
"""pytorch_translation.py: times training and beam search of an encoder-decoder in lengthen and in PyTorch, alternately.

The model has width 256, 4 + 4 blocks (pre-norm, ReLU), sinusoids and a tied output layer. tools/corpus.sh makes the
corpus and its subwords (doc/translation.md). Batches have pairs of similar sizes and a maximum number of tokens,
padding included (curriculum token_batches). All times are processor time of one thread.

The PyTorch code:
  training    batches built by the same rule, with masks only for batches with padding; one product for query, key and
              value; flat vectors of parameters and gradients; denormals flushed to zero
  decoding    sentences of one length together, in inference mode, with a beam of four hypotheses per sentence; caches
              that are written in place and reordered by beam; keys and values of cross-attention computed once; in
              bf16, weights and caches in bfloat16; the best of several numbers of sentences per batch
It tries attention as matrix products and as PyTorch's own function (sdpa), and the ways of peer.py.

Rates count source and target tokens without padding. `share` is the fraction of the measured float32 peak that
operations on these tokens reach. Prints one JSON object for training and one for decoding.
"""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer
import torch
from torch.nn.functional import cross_entropy, dropout, embedding, layer_norm, scaled_dot_product_attention

WIDTH, HEADS, BLOCKS, HIDDEN, DROP, RATE = 256, 4, 4, 1024, 0.1, 1e-4
DEPTH, BEAM, EXTRA = WIDTH // HEADS, 4, 10
LAYERS = [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH)]  # self-attention
CROSS = [(WIDTH, WIDTH), (WIDTH, 2 * WIDTH), (WIDTH, WIDTH)]
MIXER = [(WIDTH, HIDDEN), (HIDDEN, WIDTH)]


def settings(folder, tokens, precision):
    files = {f"data.{name}": f"{folder}/{file}" for name, file in (
        ("source", "train.en"), ("target", "train.it"), ("test_source", "test.en"), ("test_target", "test.it"),
        ("subwords", "joint.model"))}
    values = {**files, "data": "translation", "data.longest": "100", "architecture": "encoder_decoder", "block": "pre_norm",
              "head": "tied", "encoding": "sinusoid", "model.width": WIDTH, "model.heads": HEADS, "model.blocks": BLOCKS,
              "model.feed_forward": HIDDEN, "model.dropout": DROP, "train.lr": RATE, "eval.lengths": 10,
              "eval.sequences": 1, "curriculum": "token_batches", "curriculum.tokens": tokens, "threads": 1, "precision": precision}
    return [word for key, value in values.items() for word in (f"--{key}", str(value))]


# ---- data -----------------------------------------------------------------------------------------------------------


def pieces(folder, split, language):
    """Token ids of each line, followed by the end token."""
    with open(f"{folder}/{split}.{language}", encoding="utf-8") as lines:
        text = subprocess.run(["spm_encode", f"--model={folder}/joint.model", "--output_format=id"], stdin=lines,
                              check=True, capture_output=True, text=True).stdout.splitlines()
    return [[int(x) for x in line.split()] + [2] for line in text]


def pairs_of(folder):
    """Pairs of the training files with at most 100 ids on each side."""
    sides = zip(pieces(folder, "train", "en"), pieces(folder, "train", "it"))
    return [(s, t) for s, t in sides if 1 < len(s) <= 100 and 1 < len(t) <= 100]


def cut(pairs, tokens):
    """Batches of pairs sorted by size, of at most `tokens` tokens with padding."""
    batches, batch, n, m = [], [], 0, 0
    for s, t in sorted(pairs, key=lambda x: (len(x[0]), len(x[1]))):
        grown = max(n, len(s)), max(m, len(t))
        if batch and (len(batch) + 1) * sum(grown) > tokens:
            batches.append(batch)
            batch, grown = [], (len(s), len(t))
        n, m = grown
        batch.append((s, t))
    return batches + [batch]


def tensors(batch):
    """Source, target input, target and padding masks of a batch; a mask is None without padding."""
    n, m = max(len(s) for s, _ in batch), max(len(t) for _, t in batch)
    fill = lambda x, size, by: x + [by] * (size - len(x))
    source = torch.tensor([fill(s, n, 0) for s, _ in batch])
    target = torch.tensor([fill(t, m, -100) for _, t in batch])
    begun = torch.cat([torch.ones(len(batch), 1, dtype=torch.long), target[:, :-1].clamp(min=0)], 1)
    lengths = torch.tensor([len(s) for s, _ in batch])
    hidden = None
    if int(lengths.min()) < n:
        hidden = torch.where(torch.arange(n) < lengths[:, None], 0.0, -math.inf)[:, None, None]
    return source, begun, target, hidden


def operations(pairs, words):
    """FLOPs of a training step on these pairs, without padding: three times the FLOPs of the forward pass."""
    total, products = 0, lambda shapes: 2 * sum(a * b for a, b in shapes)
    for s, t in pairs:
        n, m = len(s), len(t)
        total += BLOCKS * (n * products(LAYERS + MIXER + CROSS[1:2]) + m * products(LAYERS + MIXER + [CROSS[0], CROSS[2]]))
        total += m * products([(WIDTH, words)]) + BLOCKS * 4 * WIDTH * (n * n + m * (m + 1) / 2 + n * m)
    return 3 * total


# ---- PyTorch --------------------------------------------------------------------------------------------------------


class Model:
    """Matrices and gains of encoder and decoder, in one flat vector that Adam updates."""

    def __init__(self, words):
        norms = [(WIDTH,)] * 2
        encoder, decoder = LAYERS + MIXER + norms * 2, LAYERS + CROSS + MIXER + norms * 3
        shapes = [(words, WIDTH)] + norms * 2 + encoder * BLOCKS + decoder * BLOCKS
        sizes = [math.prod(s) for s in shapes]
        torch.manual_seed(0)
        self.flat, self.gradient = torch.randn(sum(sizes)) * 0.05, torch.zeros(sum(sizes))
        self.first, self.second, self.steps, at, made = torch.zeros_like(self.flat), torch.zeros_like(self.flat), 0, 0, []
        for shape, size in zip(shapes, sizes):
            p = torch.nn.Parameter(self.flat[at:at + size].view(shape))
            p.grad = self.gradient[at:at + size].view(shape)
            made.append(p)
            at += size
        self.table, self.ends, made = made[0], (made[1:3], made[3:5]), made[5:]
        size = len(encoder)
        self.encoder = [made[i * size:(i + 1) * size] for i in range(BLOCKS)]
        rest, size = made[BLOCKS * size:], len(decoder)
        self.decoder = [rest[i * size:(i + 1) * size] for i in range(BLOCKS)]
        angle = torch.arange(256.0)[:, None] * 10000 ** (-torch.arange(WIDTH // 2) * 2 / WIDTH)
        self.positions = torch.cat([angle.sin(), angle.cos()], 1)

    def embed(self, ids, at=0):
        return embedding(ids, self.table) * WIDTH**0.5 + self.positions[at:at + ids.shape[1]]

    def to(self, kind):
        """Converts all parameters to this type, for decoding only."""
        self.table, self.positions = self.table.detach().to(kind), self.positions.to(kind)
        cast = lambda some: [p.detach().to(kind) for p in some]
        self.ends, self.encoder, self.decoder = [[cast(x) for x in some] for some in (self.ends, self.encoder, self.decoder)]
        return self

    def update(self):
        g, self.steps = self.gradient, self.steps + 1
        self.first.mul_(0.9).add_(g, alpha=0.1)
        self.second.mul_(0.98).addcmul_(g, g, value=0.02)
        scale = (self.second / (1 - 0.98**self.steps)).sqrt_().add_(1e-8)
        self.flat.addcdiv_(self.first, scale, value=-RATE / (1 - 0.9**self.steps))
        g.zero_()


def norm(x, gain, offset):
    return layer_norm(x, (WIDTH,), gain, offset, 1e-5)


def heads(x, parts):
    return x.view(*x.shape[:2], parts, HEADS, DEPTH).permute(2, 0, 3, 1, 4)


def attend_by_products(q, k, v, mask):
    scores = q @ k.transpose(2, 3) * DEPTH**-0.5
    return torch.softmax(scores if mask is None else scores + mask, -1) @ v


def attend_by_sdpa(q, k, v, mask):
    return scaled_dot_product_attention(q, k, v, None if mask is None else mask.to(q.dtype))


FORMS = {"products": attend_by_products, "sdpa": attend_by_sdpa}


def rows_of(y):
    return y.transpose(1, 2).reshape(y.shape[0], -1, WIDTH)


def mix(x, w1, w2):
    return torch.relu(x @ w1) @ w2


def encode(model, attend, source, hidden, p):
    x = dropout(model.embed(source), p, p > 0)
    for w in model.encoder:
        y = rows_of(attend(*heads(norm(x, *w[4:6]) @ w[0], 3), hidden)) @ w[1]
        x = x + dropout(y, p, p > 0)
        x = x + dropout(mix(norm(x, *w[6:8]), w[2], w[3]), p, p > 0)
    return norm(x, *model.ends[0])


def loss_of(model, attend, source, begun, target, hidden):
    memory, m = encode(model, attend, source, hidden, DROP), begun.shape[1]
    causal = torch.full((m, m), -math.inf).triu(1)
    x = dropout(model.embed(begun), DROP)
    for w in model.decoder:
        x = x + dropout(rows_of(attend(*heads(norm(x, *w[7:9]) @ w[0], 3), causal)) @ w[1], DROP)
        (q,), (k, v) = heads(norm(x, *w[9:11]) @ w[2], 1), heads(memory @ w[3], 2)
        x = x + dropout(rows_of(attend(q, k, v, hidden)) @ w[4], DROP)
        x = x + dropout(mix(norm(x, *w[11:13]), w[5], w[6]), DROP)
    logits = norm(x, *model.ends[1]) @ model.table.t()
    return cross_entropy(logits.flatten(0, 1), target.flatten())


def step_of(model, attend, ids, at, scores, first, cross, caches):
    """Reads a token of each hypothesis. Returns the next tokens, their scores, and the hypotheses that they extend."""
    x = model.embed(ids, at)
    for w, cache, (k, v) in zip(model.decoder, caches, cross):
        q, key, value = heads(norm(x, *w[7:9]) @ w[0], 3)
        cache[0, :, :, at:at + 1], cache[1, :, :, at:at + 1] = key, value
        x = x + rows_of(attend(q, cache[0, :, :, :at + 1], cache[1, :, :, :at + 1], None)) @ w[1]
        x = x + rows_of(attend(heads(norm(x, *w[9:11]) @ w[2], 1)[0], k, v, None)) @ w[4]
        x = x + mix(norm(x, *w[11:13]), w[5], w[6])
    logs = torch.log_softmax((norm(x[:, 0], *model.ends[1]) @ model.table.t()).float(), -1)
    words = logs.shape[1]
    best, chosen = (scores[..., None] + logs.view(*scores.shape, words)).flatten(1).topk(2 * BEAM)
    scores, chosen = best[:, :BEAM], chosen[:, :BEAM]
    return (chosen % words).view(-1, 1), scores, (first + chosen // words).flatten()


def search(model, step, attend, source, steps):
    """Beam search of `steps` steps for sentences [B,n] of one length. Hypotheses do not stop at the end token."""
    count = len(source)
    memory = encode(model, attend, source, None, 0)
    cross = [heads(memory @ w[3], 2).repeat_interleave(BEAM, 1) for w in model.decoder]
    caches = torch.empty(BLOCKS, 2, count * BEAM, HEADS, steps, DEPTH, dtype=memory.dtype)
    ids, scores = torch.ones(count * BEAM, 1, dtype=torch.long), torch.full((count, BEAM), -math.inf)
    scores[:, 0] = 0
    first = torch.arange(count)[:, None] * BEAM
    for at in range(steps):
        ids, scores, rows = step(model, attend, ids, at, scores, first, cross, caches)
        caches[:, :, :, :, :at + 1] = caches[:, :, :, :, :at + 1].index_select(2, rows)


# ---- timing ---------------------------------------------------------------------------------------------------------


def seconds_of(command, text=None):
    """Processor time of a command, in seconds."""
    usage = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    before = usage()
    subprocess.run(command, check=True, capture_output=True, text=True, input=text)
    return usage() - before


STEPS = (4, 54)  # of a short training and a long one


def our_trainings(program, given):
    """Seconds of a short training, which mostly reads the corpus, and of a long training."""
    with tempfile.TemporaryDirectory() as folder:
        return [seconds_of([program, "train", *given, "--steps", str(count), "--out", os.path.join(folder, str(count)),
                            "-q"]) for count in STEPS]


def least_difference(turns):
    """The shortest time of the long training minus the shortest time of the short training. The smallest difference
    within one turn would be too small if other work slowed down the short training."""
    short, long = (min(times) for times in zip(*turns))
    return long - short


def their_training(way, words, batches, real):
    """Trains on all batches; returns tokens per second, without padding."""
    model, loss = Model(words), peer.in_way(way, loss_of, dynamic=True)

    def rate(_):
        start = time.process_time()
        for batch in batches:
            loss(model, FORMS[way.form], *batch).backward()
            model.update()
        return real * len(batches) / (time.process_time() - start)

    for batch in batches:
        loss(model, FORMS[way.form], *batch).backward()
        model.update()
    return rate


def peak_of(program):
    lines = subprocess.run([program, "bench", "--length", "20", "--task", "reverse_string", "--encoding", "none",
                            "--seconds", "0.2", "--threads", "1", "--json"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return json.loads(lines[0])["peak_gflops"] * 1e9


def compare_training(asked, pairs, words):
    batches = cut(pairs, asked.tokens)
    chosen = batches[len(batches) // 40::len(batches) // 20][:20]
    made = [tensors(batch) for batch in chosen]
    real = sum(len(s) + len(t) for batch in chosen for s, t in batch) / len(chosen)
    work = sum(operations(batch, words) for batch in chosen) / len(chosen)
    trainings = {precision: [] for precision in peer.PRECISIONS}
    contest = peer.Contest(peer.ways(FORMS), lambda way: their_training(way, words, made, real))
    for _ in range(asked.turns):
        for precision, times in trainings.items():
            times.append(our_trainings(asked.program, settings(asked.folder, asked.tokens, precision)))
        contest.turn(0)
    peak = peak_of(asked.program)
    ours = {p: real * (STEPS[1] - STEPS[0]) / least_difference(times) for p, times in trainings.items()}
    line = peer.result(contest, ours, "tokens/s without padding", what="training", tokens_a_batch=real, threads=1)
    share = lambda rates: {p: rate * work / real / peak for p, rate in rates.items()}
    peer.show({**line, "peak_gflops": peak / 1e9, "our_share": share(ours), "their_share": share(line["theirs"])})


def their_decoding(way, words, tests, steps):
    """Translates all sentences; returns tokens of the best hypotheses per second."""
    model, (attend, size) = Model(words).to(torch.float32 if way.precision == "fp32" else torch.bfloat16), FORMS_OF_SEARCH[way.form]
    step = torch.compile(step_of, dynamic=True) if way.mode == "compiled" else step_of

    def rate(_):
        start = time.process_time()
        with torch.inference_mode():
            for at in range(0, len(tests), size):
                search(model, step, attend, torch.tensor(tests[at:at + size]), steps)
        return len(tests) * steps / (time.process_time() - start)

    rate(0)
    return rate


FORMS_OF_SEARCH = {f"{form}, {size} sentences": (attend, size) for form, attend in FORMS.items() for size in (64, 16, 4)}


def compare_decoding(asked, words):
    length, count = 16, 64
    with open(f"{asked.folder}/test.en", encoding="utf-8") as file:
        alike = [(ids, line) for ids, line in zip(pieces(asked.folder, "test", "en"), file.read().splitlines())
                 if len(ids) == length][:count]
    tests, text = [ids for ids, _ in alike], "".join(line + "\n" for _, line in alike)
    ours, steps = {precision: [] for precision in peer.PRECISIONS}, length + EXTRA
    contest = peer.Contest(peer.ways(FORMS_OF_SEARCH), lambda way: their_decoding(way, words, tests, steps))
    with tempfile.TemporaryDirectory() as temporary:
        for precision in ours:
            subprocess.run([asked.program, "train", *settings(asked.folder, asked.tokens, precision), "--steps", "1", "--out",
                            os.path.join(temporary, precision), "-q"], check=True, capture_output=True)
        for _ in range(asked.turns):
            for precision, times in ours.items():
                command = [asked.program, "translate", os.path.join(temporary, precision), "--beam", str(BEAM), "--threads",
                           "1", "--eval.length_extra", str(EXTRA), "-q"]
                times.append((seconds_of(command, ""), seconds_of(command, text)))
            contest.turn(0)
    rates = {p: len(tests) * steps / least_difference(times) for p, times in ours.items()}
    peer.show(peer.result(contest, rates, "output tokens/s (best hypotheses)", what="beam 4", sentences=len(tests), steps=steps,
                          threads=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="build/release/lengthen")
    parser.add_argument("folder", nargs="?", default="corpora/en-it")
    parser.add_argument("--tokens", type=int, default=2000, help="tokens per batch (2000)")
    parser.add_argument("--turns", type=int, default=2)
    options = parser.parse_args()
    torch.set_flush_denormal(True)
    train_pairs = pairs_of(options.folder)
    vocabulary = max(max(s + t) for s, t in train_pairs) + 1
    compare_training(options, train_pairs, vocabulary)
    compare_decoding(options, vocabulary)
