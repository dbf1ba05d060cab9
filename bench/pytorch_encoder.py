#!/usr/bin/env python3
"""pytorch_encoder.py: times the training step of lengthen's encoder in PyTorch, as fast as we can write it.

It does the same work as lengthen (Ruoss et al. 2023): new sequences every step, batches of 128, embeddings times 8,
five post-norm blocks (width 64, 8 heads, feed-forward 256), dropout 0.1, cross-entropy on the output slots, backward
pass, clipping by global norm, Adam. The code is optimized:

  - one product of width 192 for query, key and value
  - the last block computes only the rows that the loss needs
  - the table of relative positions is projected once per block and read through a strided view
  - eager dropout takes four 16-bit numbers from each random draw; compiled dropout is PyTorch's own, which is fused
  - one flat vector has all parameters, for clipping and Adam
  - denormals are flushed to zero, and the allocator keeps freed memory
  - long batches are cut into slices whose attention fits into the cache

Each case is tried with one process that uses all threads, and with several processes of one thread each. These
processes share a batch and add their gradients in shared memory. Matrix products are tried in float32 and, by autocast,
in bfloat16. The fastest way of each precision is then also compiled (torch.compile).
"""
import argparse
import ctypes
import functools
import json
import math
import mmap
import multiprocessing
import multiprocessing.connection
import os
import random
import resource
import signal
import sys
import threading
import time
from collections import namedtuple

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import peer
import torch
from torch.nn.functional import cross_entropy, embedding, layer_norm
from torch.nn.functional import dropout as dropout_of_torch

EXAMPLES = """examples:
  pytorch_encoder.py                                                    all tasks, encodings and lengths, about 2 s each
  pytorch_encoder.py --tasks reverse_string --encodings sinusoid --lengths 20 --seconds 10
  pytorch_encoder.py --processes 4 --threads 1 --lengths 0              0 is the uniform mix of the lengths 1..40
  pytorch_encoder.py --check                                            compare the step's gradients with oracle.py's

Prints one JSON object per line, with task, encoding, length and these members:
  configuration       such as "2x1 compiled bf16": 2 processes with 1 thread each
  steps_per_second    of the best repetition
  peak_rss_mib        of all processes together
  product             GFLOP/s of one thread in a product of matrices, by precision
If a way fails, it is reported and skipped.
exit status: 0 done, 1 failure, 2 usage, 5 --check found a difference
"""
WIDTH, HEADS, DEPTH, BLOCKS, BATCH, CLIP, RATE = 64, 8, 8, 5, 128, 1.0, 1e-3
SYMBOLS, CLASSES = 3, 2  # inputs: two bits and the empty symbol; outputs: two bits
DROP_LIMIT = -32768 + 6554  # dropout drops an element if its 16-bit number is below this limit: a tenth of all elements
MIX = 40  # length 0 stands for every length of 1..MIX once
SLICE_SCORES = 1 << 20  # attention scores of a slice, with one thread; with two threads, slices are slower (UNCUT)
UNCUT = 1 << 40

Case = namedtuple("Case", "task encoding length processes threads mode precision")

# ---- the model ------------------------------------------------------------------------------------------------------


def shapes(encoding):
    """Names and shapes of parameters, named as in oracle.py, but with query, key and value in one matrix."""
    block = {"attention.qkv": (WIDTH, 3 * WIDTH), "attention.output": (WIDTH, WIDTH)}
    if encoding == "relative":
        block.update({"attention.relative": (WIDTH, WIDTH), "attention.content_bias": (HEADS, DEPTH),
                      "attention.position_bias": (HEADS, DEPTH)})
    block.update({f"{norm}.{part}": (WIDTH,) for norm in ("norm1", "norm2") for part in ("scale", "offset")})
    block.update({"feed_forward.1.weight": (WIDTH, 4 * WIDTH), "feed_forward.1.bias": (4 * WIDTH,),
                  "feed_forward.2.weight": (4 * WIDTH, WIDTH), "feed_forward.2.bias": (WIDTH,)})
    return {"embedding.weight": (SYMBOLS, WIDTH), "readout.weight": (WIDTH, CLASSES), "readout.bias": (CLASSES,),
            **{f"block.{i}.{name}": shape for i in range(BLOCKS) for name, shape in block.items()}}


class Parameters:
    """One flat vector for Adam, and leaf tensors by name that share its memory."""

    def __init__(self, encoding):
        wanted = shapes(encoding)
        self.flat = torch.empty(sum(math.prod(shape) for shape in wanted.values()), requires_grad=True)
        self.named, start = {}, 0
        for name, shape in wanted.items():
            size = math.prod(shape)
            values = self.flat.detach()[start : start + size].view(shape)
            initialize(name, values)
            self.named[name] = values.requires_grad_()
            start += size
        self.blocks = [self.below(f"block.{i}.") for i in range(BLOCKS)]

    def below(self, prefix):
        return {name[len(prefix):]: w for name, w in self.named.items() if name.startswith(prefix)}

    def take_gradients(self, out):
        """Moves the gradients of the leaves into the flat vector `out`."""
        torch.cat([w.grad.view(-1) for w in self.named.values()], out=out)
        for w in self.named.values():
            w.grad = None


def initialize(name, w):
    """Truncated normals of scale 1/sqrt(fan_in); 0.02 for embedding and relative biases; norm gains 1; else 0."""
    if name.endswith(".scale"):
        w.fill_(1)
    elif name.endswith("_bias") or name == "embedding.weight":
        torch.nn.init.trunc_normal_(w, std=0.02, a=-0.04, b=0.04)
    elif w.dim() == 2:
        scale = 1 / math.sqrt(w.shape[0])
        torch.nn.init.trunc_normal_(w, std=scale, a=-2 * scale, b=2 * scale)
    else:
        w.zero_()


@functools.cache
def sinusoid(begin, end):
    """PE(p) of positions or distances p in begin..end-1: sines, then cosines."""
    angle = torch.arange(begin, end).double()[:, None] * 10000.0 ** (-torch.arange(0, WIDTH, 2).double() / WIDTH)
    return torch.cat([angle.sin(), angle.cos()], 1).float()


def kept(shape):
    """1 where dropout keeps, 0 where it drops."""
    size = math.prod(shape)
    bits = torch.empty((size + 3) // 4, dtype=torch.int64).random_(-(2**63), None).view(torch.int16)
    return (bits[:size] >= DROP_LIMIT).float().view(shape)


def add_dropped(h, o, dropout):
    """h + dropout(o)"""
    if torch.compiler.is_compiling():
        return h + dropout_of_torch(o, 0.1) if dropout else h + o
    return torch.addcmul(h, o, kept(o.shape).to(o.dtype), value=1 / 0.9) if dropout else h + o


def attention(w, h, batch, tokens, queries, offsets):
    """Multi-head attention of the last `queries` slots to all slots. h [B*T, d]; offsets: PE of -(T-1)..T-1 or None."""
    qkv = (h @ w["attention.qkv"]).view(batch, tokens, 3, HEADS, DEPTH).permute(2, 3, 0, 1, 4).contiguous()
    q, k, v = (x.view(HEADS * batch, tokens, DEPTH) for x in qkv.unbind())
    q = q[:, tokens - queries :] * DEPTH**-0.5
    if offsets is None:
        scores = torch.bmm(q, k.transpose(1, 2))
    else:
        q = q.view(HEADS, batch * queries, DEPTH)
        content = (q + w["attention.content_bias"][:, None] * DEPTH**-0.5).view(HEADS * batch, queries, DEPTH)
        position = q + w["attention.position_bias"][:, None] * DEPTH**-0.5
        r = (offsets @ w["attention.relative"]).view(2 * tokens - 1, HEADS, DEPTH).permute(1, 2, 0)
        by_offset = torch.bmm(position, r)
        # Row t needs columns T-1-t .. 2T-2-t: a view whose row stride is one element less than the matrix's.
        span = 2 * tokens - 1
        shifted = by_offset.as_strided((HEADS * batch, queries, tokens), (queries * span, span - 1, 1), queries - 1)
        scores = torch.baddbmm(shifted, content, k.transpose(1, 2))
    o = torch.bmm(torch.softmax(scores, -1), v).view(HEADS, batch, queries, DEPTH)
    return o.permute(1, 2, 0, 3).reshape(batch * queries, WIDTH) @ w["attention.output"]


def table_of(encoding, tokens):
    """The sinusoids of the positions (encoding sinusoid) or of the distances (encoding relative), or None."""
    return {"sinusoid": lambda: sinusoid(0, tokens), "relative": lambda: sinusoid(1 - tokens, tokens)}.get(encoding, lambda: None)()


def forward(parameters, sequence, outputs, encoding, dropout, table):
    """Logits [B*m, C] of the last m slots of the sequence [B,T]. The last block computes only those slots."""
    batch, tokens = sequence.shape
    h = embedding(sequence, parameters.named["embedding.weight"]) * math.sqrt(WIDTH)
    if encoding == "sinusoid":
        h = h + table
        h = add_dropped(torch.zeros_like(h), h, dropout)
    offsets = table if encoding == "relative" else None
    last_slots = lambda x: x.view(batch, -1, WIDTH)[:, -outputs:].reshape(-1, WIDTH)
    h, rows = h.view(-1, WIDTH), tokens
    for i, w in enumerate(parameters.blocks):
        if i == BLOCKS - 1:
            rows = outputs
        o = attention(w, h, batch, tokens, rows, offsets)
        h = add_dropped(h if rows == tokens else last_slots(h), o, dropout)
        z = layer_norm(h, (WIDTH,), w["norm1.scale"], w["norm1.offset"])
        f = torch.addmm(w["feed_forward.1.bias"], z, w["feed_forward.1.weight"]).relu_()
        f = torch.addmm(w["feed_forward.2.bias"], f, w["feed_forward.2.weight"])
        h = layer_norm(add_dropped(z, f, dropout), (WIDTH,), w["norm2.scale"], w["norm2.offset"])
    return torch.addmm(parameters.named["readout.bias"], h, parameters.named["readout.weight"])


def loss_of(parameters, ids, wanted, encoding, dropout, table):
    """The sum of losses divided by BATCH * m, and the logits."""
    found = forward(parameters, ids, wanted.shape[1], encoding, dropout, table)
    return cross_entropy(found.float(), wanted.reshape(-1), reduction="sum") / (BATCH * wanted.shape[1]), found


def add_gradients(parameters, loss, sequence, target, case, dropout, scores):
    """Adds the gradients of the loss (see loss_of) to the leaves, in slices of at most about `scores` attention scores.
    Returns the logits [B,m,C]."""
    sequences = max(1, scores // (HEADS * sequence.shape[1] ** 2))
    slices = -(-len(sequence) // sequences)
    logits = []
    for ids, wanted in zip(sequence.chunk(slices), target.chunk(slices)):
        value, found = loss(parameters, ids, wanted, case.encoding, dropout, table_of(case.encoding, ids.shape[1]))
        value.backward()
        logits.append(found.detach())
    return torch.cat(logits).view(*target.shape, CLASSES)


def draw_batch(task, length, batch):
    """Input sequences [B,T] and targets [B,m]. The target of even_pairs is whether the first and last bit differ; the
    target of reverse_string is the bits in reverse order."""
    bits = torch.randint(0, 2, (batch, length))
    target = bits.flip(1) if task == "reverse_string" else (bits[:, :1] != bits[:, -1:]).long()
    return torch.cat([bits, torch.full_like(target, SYMBOLS - 1)], 1), target


# ---- one process of a case ------------------------------------------------------------------------------------------


class Trainer:
    """One of the processes that train one model. All processes hold the same parameters and moments: after the barrier
    of a step, each process adds the gradients of all processes in the same order. Two sets of gradients alternate, so
    one barrier per step is enough."""

    def __init__(self, case, rank, gradients, barrier):
        self.case, self.barrier, self.gradients, self.steps = case, barrier, gradients, 0
        torch.manual_seed(0)
        self.parameters = Parameters(case.encoding)
        self.flat = self.parameters.flat
        self.flat.grad = torch.empty_like(self.flat)
        self.adam = torch.optim.Adam([self.flat], lr=RATE, foreach=True)
        torch.manual_seed(1 + rank)
        self.rank, self.share = rank, (BATCH + rank) // case.processes
        self.scores = SLICE_SCORES if case.threads == 1 else UNCUT
        self.loss = peer.in_way(case, loss_of, dynamic=None if case.length else True)

    def step(self, length):
        sequence, target = draw_batch(self.case.task, length, self.share)
        add_gradients(self.parameters, self.loss, sequence, target, self.case, True, self.scores)
        mine = self.gradients[self.steps % 2]
        self.parameters.take_gradients(mine[self.rank])
        self.barrier.wait()
        torch.sum(mine, 0, out=self.flat.grad)
        norm = self.flat.grad.norm()
        if norm >= CLIP:
            self.flat.grad.mul_(CLIP / norm)
        self.adam.step()
        self.steps += 1


def shared_tensor(*shape):
    """Zeros in anonymous memory that forked children share."""
    return torch.frombuffer(mmap.mmap(-1, 4 * math.prod(shape)), dtype=torch.float32).view(shape)


def prepare_process(threads):
    """Changes settings of this process for its lifetime."""
    libc = ctypes.CDLL(None)
    libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: ends with the parent
    for setting, value in ((-1, 1 << 30), (-2, 64 << 20), (-4, 0)):  # M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_MAX:
        libc.mallopt(setting, value)  # keep freed memory, since new pages cost more than the arithmetic on them
    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)


def time_steps(trainer, lengths):
    start = time.perf_counter()
    for length in lengths:
        trainer.step(length)
    return time.perf_counter() - start


def work(case, rank, seconds, repeats, gradients, results, barrier):
    """Runs in a child process: warms up, then times repetitions. results: [0] steps of a repetition, [1] steps per
    second, [2..] peak memory of each process in MiB. The first process sets the number of steps for all processes."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its children
        prepare_process(case.threads)
        trainer = Trainer(case, rank, gradients, barrier)
        warm_up = [case.length] * 3 if case.length else [MIX, MIX // 4, MIX // 2]
        time_steps(trainer, warm_up)
        once = time_steps(trainer, warm_up) / len(warm_up)
        if rank == 0:
            results[0] = max(1, round(seconds / repeats / once))
        barrier.wait()
        steps = [case.length] * int(results[0])
        if not case.length:  # whole rounds of all lengths, so that every repetition does the same work
            steps = list(range(1, MIX + 1)) * max(1, round(len(steps) / MIX))
            random.Random(0).shuffle(steps)  # the same order in every process
        for _ in range(repeats):
            barrier.wait()
            rate = len(steps) / time_steps(trainer, steps)
            if rank == 0:
                results[1] = max(results[1].item(), rate)
        results[2 + rank] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    except threading.BrokenBarrierError:
        sys.exit(1)  # another process failed and has reported its error
    except BaseException:
        barrier.abort()  # releases the others, which wait for this process
        raise


# ---- all cases ------------------------------------------------------------------------------------------------------


def run_case(case, seconds, repeats):
    """Runs a case in new processes; returns (steps per second, MiB)."""
    context = multiprocessing.get_context("fork")
    size = sum(math.prod(shape) for shape in shapes(case.encoding).values())
    gradients, results = shared_tensor(2, case.processes, size), shared_tensor(2 + case.processes)
    barrier = context.Barrier(case.processes, timeout=600)
    arguments = (seconds, repeats, gradients, results, barrier)
    children = [context.Process(target=work, args=(case, rank, *arguments)) for rank in range(case.processes)]
    try:
        for child in children:
            child.start()
        running = children
        while running:
            multiprocessing.connection.wait([child.sentinel for child in running])
            running = [child for child in running if child.is_alive()]
            failed = [child.exitcode for child in children if child.exitcode]
            if failed:
                raise ChildProcessError(f"a process of {case_name(case)} ended with status {failed[0]}")
    finally:
        for child in children:
            if child.pid:
                child.kill()
                child.join()
    return results[1].item(), results[2:].sum().item()


def case_name(case):
    return f"{case.task}, {case.encoding}, n = {case.length or f'1..{MIX}'}, {way_name(case)}"


def way_name(case):
    return f"{case.processes}x{case.threads} {case.mode} {case.precision}"


def print_case(case, options):
    """Times a case and prints its line; returns steps per second, or 0 if it failed."""
    try:
        rate, memory = run_case(case, options.seconds, options.repeats)
    except ChildProcessError as error:
        print(f"pytorch_encoder.py: {error}", file=sys.stderr)
        return 0
    peer.show({"task": case.task, "encoding": case.encoding, "length": case.length, "configuration": way_name(case),
               "precision": case.precision, "steps_per_second": round(rate, 3), "peak_rss_mib": round(memory, 1),
               "product": options.product})
    return rate


def run_cases(options):
    for task in options.tasks:
        for encoding in options.encodings:
            for length in options.lengths:
                for precision in peer.PRECISIONS:
                    cases = [Case(task, encoding, length, *c, "eager", precision) for c in options.configurations]
                    rates = {case: print_case(case, options) for case in cases}
                    print_case(max(rates, key=rates.get)._replace(mode="compiled"), options)


# ---- is it the same step? -------------------------------------------------------------------------------------------


def split_qkv(named):
    """The parameters with the oracle's names as NumPy arrays: splits the 192-wide matrix into query, key and value."""
    result = {}
    for name, w in named.items():
        parts = ("query", "key", "value") if name.endswith(".qkv") else ("",)
        for part, columns in zip(parts, w.detach().chunk(len(parts), -1)):
            result[name.removesuffix("qkv") + part] = columns.numpy()
    return result


def difference(case, length, scores):
    """(error, tensor): the largest relative error of logits and gradients against oracle.py, without dropout."""
    sys.path.insert(0, os.path.join(peer.ROOT, "tools"))
    import oracle

    parameters = Parameters(case.encoding)
    sequence, target = draw_batch(case.task, length, BATCH)
    logits = add_gradients(parameters, loss_of, sequence, target, case, False, scores)
    config = {"encoding": case.encoding, "positions": "standard", "mask": "full", "attention": "softmax",
              "block": "post_norm", "scale": "inverse_sqrt", "model.width": WIDTH, "model.heads": HEADS,
              "model.blocks": BLOCKS}
    model = oracle.model_of(config, split_qkv(parameters.named))
    gradients = split_qkv({name: w.grad for name, w in parameters.named.items()})
    probe = {"input": sequence[:, :length].numpy(), "target": target.numpy(), "logits": logits.numpy(),
             "loss": cross_entropy(logits.view(-1, CLASSES), target.view(-1)).numpy()}
    probe.update({f"grad.{name}": gradient for name, gradient in gradients.items()})
    rows = oracle.best_comparison(model, probe, "float32", 1e-4)[0]
    return max((max(errors), name) for name, *errors in rows)


def check(options):
    """Prints the differences for every task and encoding, with whole batches and with slices. Returns True if all
    differences are at most 1e-4."""
    torch.manual_seed(0)
    good = True
    for task in options.tasks:
        for encoding in options.encodings:
            for scores, manner in ((UNCUT, "whole"), (20000, "sliced")):
                error, name = difference(Case(task, encoding, 9, 1, 1, "eager", "fp32"), 9, scores)
                good &= error <= 1e-4
                print(f"{task}, {encoding}, {manner}: largest relative error {error:.1e} in {name}")
    return good


# ---- command line ---------------------------------------------------------------------------------------------------


def words(known):
    """An argparse type: a comma-separated choice among `known`."""

    def parse(text):
        for word in text.split(","):
            if word not in known:
                raise argparse.ArgumentTypeError(f"'{word}' is not one of {', '.join(known)}")
        return text.split(",")

    return parse


def lengths(text):
    if not all(word.isdigit() for word in text.split(",")):
        raise argparse.ArgumentTypeError(f"'{text}': expected lengths such as 10,20,0")
    return [int(word) for word in text.split(",")]


def positive(kind, most):
    """An argparse type: a number above 0 and at most `most`."""

    def parse(text):
        value = kind(text)
        if not 0 < value <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is not above 0 and at most {most}")
        return value

    parse.__name__ = kind.__name__  # for argparse's messages
    return parse


def parse_options():
    tasks, encodings = ("even_pairs", "reverse_string"), ("none", "sinusoid", "relative")
    parser = argparse.ArgumentParser(description=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--tasks", type=words(tasks), default=list(tasks), help=f"default: {','.join(tasks)}")
    add("--encodings", type=words(encodings), default=list(encodings), help=f"default: {','.join(encodings)}")
    add("--lengths", type=lengths, default=[10, 20, 40, 0], help=f"default: 10,20,40,0; 0 is the mix 1..{MIX}")
    add("--seconds", type=positive(float, 86400), default=2.0,
        help=f"seconds per case, after warm-up (default: 2); a repetition of the mix takes at least {MIX} steps")
    add("--repeats", type=positive(int, 1000), default=2, help="repetitions that share the seconds (default: 2)")
    add("--processes", type=positive(int, BATCH),
        help="with --threads: one configuration instead of two (one thread on each core; one process on all cores)")
    add("--threads", type=positive(int, 1024), help="threads of each process")
    add("--check", action="store_true", help="compare gradients with oracle.py's instead of timing")
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    options.configurations = [(cores, 1), (1, cores)] if cores > 1 else [(1, 1)]
    if options.processes or options.threads:
        options.configurations = [(options.processes or 1, options.threads or 1)]
    return options


def main():
    options = parse_options()
    options.product = peer.product_in_child()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # an exit ends the children
    try:
        if options.check:
            return 0 if check(options) else 5
        run_cases(options)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        print(f"pytorch_encoder.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
