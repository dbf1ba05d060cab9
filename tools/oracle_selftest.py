"""oracle_selftest.py: tests oracle.py and the models of python/lengthen/models: formulas against printed vectors,
blocks against torch.nn.TransformerEncoderLayer, gradients against finite differences.

The vectors are for one head of depth 4 and four tokens. The inputs are q, k, v and the incoming gradient G below, whose
entries are exact binary fractions. The expected values are rounded to seven digits.
"""
import io
import json
import math
import os
import struct
import sys
import tempfile
import types

import numpy
import torch

sys.dont_write_bytecode = True  # no __pycache__ among the sources
import oracle
from lengthen import FileError, Refused
from lengthen.files import scalar
from lengthen.models import attention, convolutions, encodings, experts, head, masks, recurrent, sublayers
from lengthen.models.config import Settings, below, blocks_of_order, config_of_block
from lengthen.models.module import laid_out
from lengthen.models.shapes import parameter_shapes, recurrent_shapes

Q = torch.tensor([[0.5, -0.25, 0.75, 0], [-0.5, 1, 0.25, -0.75], [0.25, 0.5, -1, 0.5], [1, -0.5, 0.5, 0.25]])
K = torch.tensor([[0.25, 0.5, -0.5, 1], [1, -0.75, 0.25, 0.5], [-0.5, 0.25, 0.75, -0.25], [0.5, 1, -0.25, 0.75]])
V = torch.tensor([[1, 0, -1, 0.5], [0, 2, 1, -0.5], [-1, 1, 0, 1.5], [0.5, -1, 2, 0.0]])
G = (torch.arange(4.0)[:, None] + 1) * (2 * torch.arange(4.0)[None, :] - 3) / 16
Q, K, V, G = Q.double(), K.double(), V.double(), G.double()
CAUSAL = torch.ones(4, 4, dtype=torch.bool).tril()


class Checks:
    """Counts comparisons and reports those that fail."""

    def __init__(self, out):
        self.out, self.done, self.failed = out, 0, 0

    def that(self, name, fine, words=""):
        self.done += 1
        self.failed += not fine
        if not fine:
            print(f"oracle.py: self-test: {name}: {words}", file=self.out)

    def near(self, name, found, wanted, tolerance=2e-7):
        found = torch.as_tensor(found).detach().double()
        wanted = torch.as_tensor(wanted, dtype=torch.float64)
        fine = found.shape == wanted.shape and bool((found - wanted).abs().max() <= tolerance * wanted.abs().max())
        self.that(name, fine, f"expected {wanted.tolist()}, found {found.tolist()}")


def rows(text):
    """A matrix from printed rows."""
    return [[float(x) for x in line.split()] for line in text.strip().split("\n")]


# ---- printed vectors ------------------------------------------------------------------------------------------------


def check_persistent(c):
    """One head. A single softmax covers two tokens and one persistent key-value pair."""
    eye = torch.eye(2).double()
    model = Settings(config(model_width=2, model_heads=1, model_order="a", persistent_pairs=1))
    w = {"output": eye, "persistent_keys": [[0.5, 0.5]], "persistent_values": [[0, 3]]}
    w.update(query=[[1, 2], [1, 2]], key=[[1, 0], [0, 1]], value=[[1, 1], [2, 0]])  # inputs are rows of a unit matrix
    w = {name: torch.as_tensor(x).double() for name, x in w.items()}
    c.near("persistent: o", attention.attention(model, w, eye[None], None, {})[0, 0], [0.965317, 1.456566], 1e-6)


def check_retrieval(c):
    """One head. The query (1, 0) retrieves two of three stored keys. A gate mixes the result with (.2, .8), the output of
    local attention."""
    model = types.SimpleNamespace(width=2, heads=1, key_heads=1, key_width=2, store_read=2)
    store = torch.tensor([[[1, 0, 1, 0], [0, 1, 0, 1], [-1, 0, 5, 5]]]).double()
    logits = attention.nearest(model, torch.tensor([[[[1.0, 0.0]]]]).double(), store)
    read = torch.softmax(logits, -1) @ store[..., 2:]
    c.near("memorizing: what is stored", read[0, 0, 0], [0.731059, 0.268941], 1e-6)
    for gate, wanted in ((0.0, [0.465529, 0.534471]), (-2.0, [0.263304, 0.736696])):
        share = torch.sigmoid(torch.tensor(gate).double())
        mixed = (1 - share) * torch.tensor([0.2, 0.8]).double() + share * read[0, 0, 0]
        c.near(f"memorizing: gate {gate}", mixed, wanted, 2e-6)


def check_plain_attention(c):
    logits = Q @ K.T / 2
    c.near("none: logits", logits, rows("""-0.1875 0.4375 0.125 -0.09375
        -0.25 -0.78125 0.4375 0.0625
        0.65625 -0.0625 -0.4375 0.625
        0 0.8125 -0.15625 0.03125"""))
    p = torch.softmax(logits.masked_fill(~CAUSAL, -torch.inf), -1)
    c.near("none: causal P, row 3", p[3], [0.1945289, 0.4383777, 0.1663894, 0.2007039])
    c.near("none: causal o", (p @ V)[1:], rows("""0.6297746 0.7404508 -0.2595492 0.1297746
        0.3649426 0.7186887 -0.2813113 0.4163686
        0.1284915 0.8424409 0.6452567 0.1276597"""))
    c.near("none: o, row 0", torch.softmax(logits, -1)[0] @ V, [0.03418189, 0.7509409, 0.5746492, 0.3030231])


def check_sinusoid(c):
    p = encodings.sinusoid(torch.tensor(3.0), 64)
    c.near("PE(3)", p[[0, 1, 32]], [0.141120, 0.778273, -0.989992], 1e-6)
    c.near("w_1", torch.asin(encodings.sinusoid(torch.tensor(1.0), 64)[1]), 0.749894, 1e-6)
    c.near("PE of width 4", encodings.sinusoid(torch.tensor([0, 1, 2, 3, -1, 100, 1.5]), 4), rows("""0 0 1 1
        0.841471 0.009999833 0.5403023 0.99995
        0.9092974 0.01999867 -0.4161468 0.9998
        0.14112 0.0299955 -0.9899925 0.99955
        -0.841471 -0.009999833 0.5403023 0.99995
        -0.5063656 0.841471 0.8623189 0.5403023
        0.997495 0.01499944 0.0707372 0.9998875"""), 5e-7)


def check_log_n(c):
    c.near("log-n: causal", masks.log_n(CAUSAL, 4, False)[:, 0], [0, 0.5, 0.7924813, 1])
    c.near("log-n: at least one", masks.log_n(torch.ones(8, 8).bool().tril(), 4, True)[[0, 2, 3, 7], 0], [1, 1, 1, 1.5])
    for m, wanted in ((64, [1, 1.166667, 1.333333, 2]), (512, [0.6666667, 0.7777778, 0.8888889, 1.333333])):
        found = [masks.log_n(torch.ones(1, n).bool(), m, False).item() for n in (64, 128, 256, 4096)]
        c.near(f"log-n: base {m}", found, wanted, 3e-7)


def check_learned(c):
    table = torch.zeros(6, 4, requires_grad=True)
    (table[torch.tensor([0, 2, 2, 5])] * G).sum().backward()
    c.near("learned: dP", table.grad[[0, 2, 5]], rows("""-0.1875 -0.0625 0.0625 0.1875
        -0.9375 -0.3125 0.3125 0.9375
        -0.75 -0.25 0.25 0.75"""))


def check_distances(c):
    line = torch.arange(4.0)
    c.near("distances: standard", encodings.distances(line, 4), line[None] - line[:, None])
    c.near("distances: positions 2 5 6 11", encodings.distances(torch.tensor([2.0, 5, 6, 11]), 4),
           rows("0 3 4 9\n-3 0 1 6\n-4 -1 0 5\n-9 -6 -5 0"))
    c.near("distances: by offset", encodings.distances(torch.tensor([-12.0, -7, -3, 0, 3, 7, 12]), 4),
           rows("0 3 7 12\n-3 0 3 7\n-7 -3 0 3\n-12 -7 -3 0"))
    c.near("distances: clamped rows", encodings.distances(torch.tensor([4.0, 9, 13, 15, 15, 15, 15]), 4),
           rows("15 15 15 15\n13 15 15 15\n9 13 15 15\n4 9 13 15"))


def check_alibi(c):
    bias = encodings.alibi_bias(encodings.distances(torch.arange(4.0), 4))
    c.near("alibi: T = 3", bias[:3, :3], rows("0 -1 -2\n-0.5 0 -1\n-1.5 -0.5 0"))
    c.near("alibi: T = 4", bias, rows("0 -1 -2 -3\n-0.5 0 -1 -2\n-1.5 -0.5 0 -1\n-2.5 -1.5 -0.5 0"))
    for logarithms in ("-8", "-4 -8", "-4 -8 -2", "-2 -4 -6 -8 -1 -3", "-1 -2 -3 -4 -5 -6 -7 -8",
                       "-1 -2 -3 -4 -5 -6 -7 -8 -0.5 -1.5"):
        wanted = [float(x) for x in logarithms.split()]
        c.near(f"alibi: slopes of {len(wanted)} heads", torch.log2(encodings.alibi_slopes(len(wanted))), wanted)
    check_alibi_sides(c, encodings.distances(torch.arange(4.0), 4))


def check_alibi_sides(c, delta):
    sides = lambda name, heads=2, right=0.5, factors=None: encodings.alibi_of_sides(delta, heads, name, right, factors)
    plain = -delta.abs()
    c.near("alibi: half_shift", sides("half_shift"), encodings.alibi_slopes(2)[:, None, None] * encodings.alibi_bias(delta))
    c.near("alibi: symmetric", sides("symmetric")[0], plain / 16)
    for head, logits, o in ((0, [-0.1875, 0.6875, -0.21875, 0.03125], [0.1163496, 0.8057657, 0.6927085, 0.1344133]),
                            (1, [-0.01171875, 0.8046875, -0.16015625, 0.03125], [0.1276816, 0.8402853, 0.6482124, 0.1280695])):
        row = (Q @ K.T / 2 + sides("symmetric")[head])[3]
        c.near(f"alibi: symmetric, logits of row 3, head {head}", row, logits)
        c.near(f"alibi: symmetric, o of row 3, head {head}", torch.softmax(row, -1) @ V, o, 1e-6)
    below = plain * (delta <= 0)
    c.near("alibi: two_slopes", sides("two_slopes", right=0.25)[1] * 256, below + (plain - below) / 4)
    split = sides("split_heads", 3)
    c.near("alibi: split_heads, left", split[0], torch.where(delta > 0, torch.tensor(-1e30), plain / 16))
    c.near("alibi: split_heads, right", split[2], torch.where(delta < 0, torch.tensor(-1e30), plain / 256))
    hard = encodings.hard_alibi_bias(delta, 3, 2)
    c.that("hard_alibi", [[int(x < 0) for x in head[3]] for head in hard] == [[1, 1, 1, 0], [1, 1, 0, 0], [0] * 4])
    for name, parts in (("symmetric", (delta != 0,)), ("two_slopes", (delta < 0, delta > 0))):
        factors = [torch.ones(2, requires_grad=True) for _ in parts]
        (sides(name, factors=factors)[0] * G).sum().backward()
        wanted = [(plain * G * part).sum() / 16 for part in parts]
        c.near(f"alibi: {name}, gradients of factors", torch.stack([f.grad[0] for f in factors]), torch.stack(wanted))


def check_t5(c):
    delta = encodings.distances(torch.arange(4.0), 4)
    causal, both = encodings.t5_bucket(delta, True, 32, 128), encodings.t5_bucket(delta, False, 32, 128)
    c.near("t5: causal buckets", causal, rows("0 0 0 0\n1 0 0 0\n2 1 0 0\n3 2 1 0"))
    c.near("t5: two-sided buckets", both, rows("0 17 18 19\n1 0 17 18\n2 1 0 17\n3 2 1 0"))
    far = torch.arange(2000.0)
    for name, starts, found in (
            ("causal", (16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113),
             encodings.t5_bucket(-far, True, 32, 128)),
            ("left", (8, 12, 16, 23, 32, 46, 64, 91), encodings.t5_bucket(-far, False, 32, 128)),
            ("right", (8, 12, 16, 23, 32, 46, 64, 91), encodings.t5_bucket(far, False, 32, 128) - 16 * (far > 0))):
        first = starts[0]
        wanted = [t if t < first else first - 1 + sum(t >= s for s in starts) for t in range(2000)]
        c.near(f"t5: thresholds, {name}", found, wanted)
    for name, index, hidden, wanted in (
            ("causal", causal, ~CAUSAL, {0: 0.625, 1: -0.3125, 2: -0.8125, 3: -0.75}),
            ("two-sided", both, ~CAUSAL & CAUSAL, {0: 0.625, 1: -0.3125, 2: -0.8125, 3: -0.75, 17: 0.625, 18: 0.4375,
                                                    19: 0.1875})):
        table = torch.zeros(32, requires_grad=True)
        (table[index] * G.masked_fill(hidden, 0)).sum().backward()
        c.near(f"t5: {name} gradient", table.grad, [wanted.get(u, 0) for u in range(32)])


def check_kerple(c):
    t = torch.tensor([[1.0, 2, 3, 4, 8, 16, 64, 512]])
    values = {"log": [-0.4054651, -0.6263815, -0.7790723, -0.8958797, -1.198948, -1.522261, -2.197225, -3.231515],
              "power": [-0.5, -1.189207, -1.974111, -2.828427, -6.727171, -16, -90.50967, -1217.748]}
    row = {"log": [-0.7790723, 0.1861185, -0.5617151, 0.03125], "power": [-1.974111, -0.3767071, -0.65625, 0.03125]}
    o = {"log": [0.1238674, 0.596446, 0.8603069, 0.1477562], "power": [0.05723472, 0.3617217, 1.099001, 0.2124039]}
    gradient = {"log": (2.439894, 0.5384294), "power": (5.206128, 2.296327)}
    delta = encodings.distances(torch.arange(4.0), 4)
    for kernel in ("log", "power"):
        r1, r2 = torch.tensor([0.5], requires_grad=True), torch.tensor([1.25], requires_grad=True)
        c.near(f"kerple: {kernel}", encodings.kerple_bias(t, kernel, r1, r2)[0, 0], values[kernel])
        bias = encodings.kerple_bias(delta, kernel, r1, r2)[0]
        logits = Q @ K.T / 2 + bias
        c.near(f"kerple: {kernel}, logits of row 3", logits[3], row[kernel])
        c.near(f"kerple: {kernel}, o of row 3", torch.softmax(logits[3], -1) @ V, o[kernel], 1e-6)
        (bias * G * CAUSAL).sum().backward()
        c.near(f"kerple: {kernel}, gradients", torch.cat([r1.grad, r2.grad]), gradient[kernel])


def check_shaw(c):
    row, column = torch.arange(5.0)[:, None], torch.arange(4.0)[None, :]
    keys = (0.1 * (row + 1) * (1 - 2 * (column % 2)) + 0.05 * column).requires_grad_()
    values = 0.2 * (row - 2) + 0.1 * column
    index = encodings.clipped_rows(encodings.distances(torch.arange(4.0), 4), 2)
    c.near("shaw: rows", index, rows("2 3 4 4\n1 2 3 4\n0 1 2 3\n0 0 1 2"))
    logits = encodings.clipped_scores(Q[None, None], K[None, None], index, keys)[0, 0] / 2
    c.near("shaw: logits", logits, rows("""0.06875 0.76875 0.53125 0.3125
        -0.31875 -0.875 0.31875 -0.08125
        0.56875 -0.2375 -0.7 0.275
        0.11875 0.93125 0.05 0.325"""))
    o = encodings.clipped_values(torch.softmax(logits, -1), V, index, values)
    c.near("shaw: bidirectional o, row 0", o[0], [0.2719292, 1.101715, 1.070081, 0.8824541], 1e-6)
    o = encodings.clipped_values(torch.softmax(logits.masked_fill(~CAUSAL, float("-inf")), -1), V, index, values)
    c.near("shaw: causal o, rows 1..3", o[1:], rows("""0.5084675 0.7017143 -0.1982857 0.3084675
        0.1328411 0.4964409 -0.4035591 0.4210871
        -0.1490274 0.602837 0.6105366 0.16807"""))
    (logits * G).sum().backward()
    c.near("shaw: gradient of the keys' vectors", keys.grad, rows("""-0.5703125 0.109375 0.03125 -0.265625
        0.1953125 -0.296875 0.109375 0.125
        0.3828125 -0.1796875 0.0078125 0.1875
        0.0234375 0.2109375 -0.2890625 0.09375
        -0.03125 0.15625 0.140625 -0.140625"""))


def check_cope(c):
    t = torch.arange(4.0)
    e = torch.stack([0.1 * (t + 1), -0.05 * t, torch.full((4,), 0.2), 0.1 * (t % 2)], 1)
    p = encodings.contextual_positions(Q[None, None], K[None, None], CAUSAL, 3)[0, 0]
    c.near("cope: positions of row 3", p[3], [2.161471, 1.661471, 0.9688286, 0.5078119], 1e-6)
    x = encodings.contextual_scores(Q[None, None], K[None, None], CAUSAL, e)[0, 0]
    c.near("cope: scores of row 3", x[3], [0.4742206, 0.4161471, 0.3453243, 0.2761718], 1e-6)


def check_fire(c):
    p = torch.arange(4.0)
    w = {"distance_factor": [0.1], "threshold_factor": [2.5], "distance_bias.1.weight": [1.0, -1],
         "distance_bias.1.bias": [-0.25, 0.5], "distance_bias.2.weight": [[2.0], [1]], "distance_bias.2.bias": [0.1]}
    w = {name: torch.tensor(numbers, requires_grad=True) for name, numbers in w.items()}
    shares = encodings.fire_shares(p, w["distance_factor"], w["threshold_factor"], 0)
    c.near("fire: shares", shares * CAUSAL, rows("""0 0 0 0
        0.427125 0 0 0
        0.8170595 0.427125 0 0
        1 0.6949176 0.3632742 0"""), 1e-6)
    bias = encodings.fire_bias(p, w, 1, 0)[0]
    c.near("fire: bias", bias * CAUSAL, rows("""0.6 0 0 0
        0.527125 0.6 0 0
        1.234119 0.527125 0.6 0
        1.6 0.9898353 0.4632742 0.6"""), 1e-6)
    (bias * G * CAUSAL).sum().backward()
    wanted = [-0.3549868, 0.4156785, -3.0655292, -0.1494392, -3.75, 0.3125, -1.0640146, 0.3056892, -1.25]
    c.near("fire: gradients", torch.cat([x.grad.flatten() for x in w.values()]), wanted, 1e-6)


def check_relative(c):
    w = torch.tensor(rows("0.5 0 0.25 0\n0 0.5 0 -0.25\n-0.25 0 0.5 0\n0 0.25 0 0.5"), requires_grad=True)
    u = torch.tensor([[0.1, -0.2, 0.3, 0.4]], requires_grad=True)
    v = torch.tensor([[-0.3, 0.2, 0.1, 0.5]], requires_grad=True)
    # The printed vectors multiply W_R (here w) by column vectors. Their distance is query - key, the negative of the
    # distance of encodings.distances.
    row = lambda distance: encodings.sinusoid(distance, 4) @ w.T
    c.near("relative: r", row(torch.tensor([0.0, 1, 2, 3, -1, -2])), rows("""0.25 -0.25 0.5 0.5
        0.5558111 -0.2449876 0.05978341 0.502475
        0.350612 -0.2399507 -0.4353978 0.5048997
        -0.1769381 -0.2348898 -0.5302763 0.5072739
        -0.2856599 -0.2549874 0.4805189 0.497475
        -0.5586854 -0.2599493 0.01925094 0.4949003"""), 5e-7)
    r = row(-encodings.distances(torch.arange(4.0), 4))[None]
    logits = encodings.relative_scores(Q[None, None], K[None, None], u, v, r)[0, 0] / 2
    c.near("relative: query 3, key 1", logits[3, 1], (1.625 + 0.3791134 + 0.525 + 0.05573632) / 2)
    for terms, wanted in (("a", 1.625), ("b", 0.3791134), ("c", 0.525), ("d", 0.05573632), ("acd", 2.20573632)):
        alone = encodings.relative_scores(Q[None, None], K[None, None], u, v, r, terms)[0, 0, 3, 1]
        c.near(f"relative: query 3, key 1, terms {terms}", alone, wanted, 5e-7)
    c.near("relative: logits, rows 0..1", logits[:2], rows("""0.26875 1.006398 0.2200369 -0.1537441
        -0.5841643 -0.74375 0.4331779 0.1090109"""), 5e-7)
    segment = torch.softmax(logits.masked_fill(~CAUSAL, -torch.inf), -1)[2:]
    c.near("relative: P, rows 2..3", segment, rows("""0.6009123 0.2769293 0.1221584 0
        0.1409027 0.4680357 0.172434 0.2186276"""), 5e-7)
    c.near("relative: o, rows 2..3", segment @ V, rows("""0.478754 0.676017 -0.323983 0.3452291
        0.07778245 0.8898778 0.7643881 0.09508459"""), 5e-7)
    (logits * G * CAUSAL).sum().backward()
    c.near("relative: du", u.grad[0], [-0.4375, 0.171875, 0.46875, -0.8515625])
    c.near("relative: dv", v.grad[0], [-0.08480481, 0.1457179, 0.5226428, -0.3176049], 5e-7)
    c.near("relative: dW", w.grad[[0, 3]], rows("""0.09997322 -0.006920636 0.7103508 0.1954332
        -0.3412326 -0.01546699 0.8035671 -0.2654258"""), 5e-7)


def check_rotary(c):
    p = torch.arange(4.0)
    q, k = encodings.rotate(Q, p), encodings.rotate(K, p)
    c.near("rotary: q1, q3, k1", torch.stack([q[1], q[3], k[1]]), rows("""-1.111622 0.1195668 0.2574874 -0.7474625
        -0.9194325 0.6361163 0.4922761 0.2648853
        1.171406 0.4362443 0.2449876 0.502475"""), 5e-7)
    logits = q @ k.T / 2
    c.near("rotary: logits", logits, rows("""-0.1875 0.3301912 0.3480916 -0.1462441
        -0.5471642 -0.78125 0.1622904 -0.01384385
        0.4273776 -0.3261495 -0.4375 0.4844538
        0.0534736 -0.2729133 -0.01416476 0.03125"""), 5e-7)
    c.near("rotary: o, row 3", torch.softmax(logits, -1)[3] @ V, [0.1525564, 0.3851328, 0.461613, 0.4240706], 5e-7)
    x = torch.zeros(1, 4, requires_grad=True)
    (encodings.rotate(x, torch.tensor([3.0])) * torch.tensor([0.25, -0.5, 1, 0.75])).sum().backward()
    c.near("rotary: backward", x.grad[0], [-0.3180581, 0.4597162, 1.022047, 0.719667], 5e-7)


def check_frequencies(c):
    ratio = lambda width, *stretch: encodings.rotary_frequencies(width, 1e4, stretch) / encodings.rotary_frequencies(width, 1e4)
    c.near("rotary: parts by rotations", ratio(16, "parts_rotations", 4, 64), [0.4722399, 0.3037356, 0.2504498] + 5 * [0.25], 5e-7)
    c.near("rotary: parts by index", ratio(16, "parts_index", 4, 64), [1, 0.75, 0.5] + 5 * [0.25], 5e-7)
    c.near("rotary: more parts by rotations", ratio(64, "parts_rotations", 4, 2048)[8:22:2],
           [1, 0.6692616, 0.4751796, 0.3660393, 0.3046652, 0.2701520, 0.2507438], 5e-7)
    c.near("rotary: more parts by index", ratio(64, "parts_index", 4, 2048)[8:22:2],
           [1, 0.8846154, 0.7692308, 0.6538462, 0.5384615, 0.4230769, 0.3076923], 5e-7)
    c.near("rotary: interpolated", ratio(8, "interpolated", 4, 40), 4 * [0.25])
    c.near("rotary: a larger base", encodings.rotary_frequencies(64, 1e4, ("ntk", 2, 40)),
           encodings.rotary_frequencies(64, 20452.2289), 1e-8)


def check_clipped_rotary(c):
    p = torch.arange(5.0)
    delta = encodings.distances(p, 5)
    for divisor, far in ((0, [2, 2]), (2, [3, 2.5])):
        clipped = encodings.clipped_distances(delta, 2, divisor)
        c.near(f"rotary: distances, divisor {divisor}", -clipped[4], [*far, 2, 1, 0])
        c.near(f"rotary: distances of keys to the right, divisor {divisor}", clipped[:, 4], [*far, 2, 1, 0])
    generator = torch.Generator().manual_seed(7)
    for fraction, halves in ((1.0, False), (0.6, False), (1.0, True), (0.6, True)):
        q, k = torch.randn(2, 3, 5, 8, generator=generator)
        turned = [encodings.rotate(x, p, 100.0, fraction, halves) for x in (q, k)]
        logits = encodings.rotary_scores(q, k, delta, 100.0, fraction, halves)
        c.near(f"rotary: scores, {fraction}, halves {halves}", logits, turned[0] @ turned[1].transpose(-1, -2), 1e-9)
    ones = torch.ones(5, 4)
    # All queries and keys are ones. A score is the sum of 2 cos(D f) over two pairs of columns, with f = 1 and 0.01.
    row = encodings.rotary_scores(ones, ones, encodings.clipped_distances(delta, 2, 0))[4] / 2
    c.near("rotary: clipped scores of ones", row, [0.5836532, 0.5836532, 0.5836532, 1.5402523, 2], 5e-7)
    row = encodings.rotary_scores(ones, ones, encodings.clipped_distances(delta, 2, 2))[4] / 2
    c.near("rotary: compressed scores of ones", row, [0.009557537, 0.1985439, 0.5836532, 1.5402523, 2], 5e-7)


def check_xpos(c):
    p = torch.arange(4.0)
    for base, row, o, query in ((512, "0.05312683 -0.2711805 -0.01388556 0.03125", "0.1523404 0.3857696 0.4619046 0.4238226", 3),
                                (2, "0.01156644 -0.03267169 0.03376851 0.03125", "0.121901 0.4791192 0.4992387 0.38892", 3),
                                (2, "-0.1875 0.5604399 0.6679093 -0.486934", None, 0)):
        for center in (0, 2):  # the centre does not change the result
            q, k = (encodings.decayed(encodings.rotate(x, p), p - center, 0.4, base, side) for x, side in ((Q, 1), (K, -1)))
            logits = (q @ k.T / 2)[query]
            c.near(f"xpos: base {base}, logits of row {query}", logits, rows(row)[0], 5e-7)
            if o:
                c.near(f"xpos: base {base}, o of row {query}", torch.softmax(logits, -1) @ V, rows(o)[0], 5e-7)
    turn = lambda zeta: [encodings.decayed(encodings.rotate(x, p), p, 0.4, 2, side, zeta) for x, side in ((Q, 1), (K, -1))]
    (q, k), (plain_q, plain_k) = turn(0.5), (encodings.rotate(x, p) for x in (Q, K))
    c.near("xpos: one factor of all pairs", q @ k.T, plain_q @ plain_k.T * 0.5 ** ((p[:, None] - p) / 2), 1e-6)


def check_tupe(c):
    table = torch.tensor([[0.5, -0.5, 0.25, 1], [0.1, 0.2, 0.3, 0.4], [-0.3, 0.6, 0, 0.5], [0.8, -0.1, -0.4, 0.2], [0, 0.7, -0.6, -0.2]])
    uq = torch.tensor([[0.5, 0, 0.25, 0], [0, 0.5, 0, -0.25], [-0.25, 0, 0.5, 0], [0, 0.25, 0, 0.5]])
    uk = torch.tensor([[0.25, 0.25, 0, 0], [0, 0.5, 0.25, 0], [0, 0, -0.5, 0.25], [0.25, 0, 0, 0.5]])
    products = lambda x: encodings.position_products(x, lambda v: v @ uq.T, lambda v: v @ uk.T, 2)
    all_ = products(table)
    c.near("tupe: head 0", all_[0, 1:, 1:], rows("""0.0046875 0.0046875 0.0109375 0.0109375
        0.0096875 0.020625 -0.02625 0.004375
        0.0025 -0.00375 0.03375 0.01625
        0.029375 0.054375 -0.043125 0.026875"""))
    c.near("tupe: head 1", all_[1, 1:, 1:], rows("""0.025 0.0296875 0.053125 0.003125
        0.043125 0.0396875 0.069375 -0.010625
        0.0184375 -0.0184375 -0.03875 -0.05375
        0.0159375 -0.0121875 -0.02625 -0.04125"""))
    c.near("tupe: the first token", torch.stack([all_[:, 0, 0], all_[:, 1, 1]]), [[0.046875, 0.1171875], [0.0046875, 0.025]])
    normal = products((table - table.mean(-1, keepdim=True)) / torch.sqrt(table.var(-1, False)[:, None] + 1e-5))
    c.near("tupe: normalised, the first token", torch.stack([normal[:, 0, 0], normal[:, 1, 1]]),
           [[0.3954032, 0.06666439], [0.1561251, 0.1249001]], 5e-7)
    c.near("tupe: normalised, cells", torch.stack([normal[0, 2, 2], normal[0, 4, 3], normal[1, 3, 4]]),
           [0.09721502, -0.2722076, -0.2478182], 5e-7)
    set_apart = encodings.apart(all_[:, 1:, 1:], (all_[:, 0, 0], all_[:, 1, 1]))
    c.near("tupe: apart, head 0", set_apart[0], rows("""0.046875 0.046875 0.046875 0.046875
        0.0046875 0.020625 -0.02625 0.004375
        0.0046875 -0.00375 0.03375 0.01625
        0.0046875 0.054375 -0.043125 0.026875"""))


def check_sandwich(c):
    t = torch.tensor([[1.0, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]])
    for frequencies, values in ((64, """-1.906316 -6.618139 -11.81377 -15.41397 -18.27949 -24.29835 -28.32219 -33.47994 -42.70116
                                        -43.47517 -49.95684 -50.91575 -56.36583 -67.38261"""),
                                (4, """-0.464744 -1.436282 -2.03511 -1.733391 -1.452024 -2.99976 -2.215348 -0.8149094 -2.441529
                                       -3.015163 -3.134443 -3.472237 -4.396495 -4.39808""")):
        c.near(f"sandwich: {frequencies} frequencies", 8 * encodings.sandwich_bias(t, 1, frequencies, 10000.0)[0],
               rows(values.replace("\n", " ")), 5e-6)
    bias = encodings.sandwich_bias(encodings.distances(torch.arange(4.0), 4), 2, 4, 10000.0)
    for head, o in enumerate(("0.08960738 0.7250597 0.7650723 0.1653266", "0.1076603 0.7875009 0.7051382 0.1460202")):
        c.near(f"sandwich: o of row 3, head {head}", torch.softmax((Q @ K.T / 2 + bias[head])[3], -1) @ V, rows(o)[0], 5e-7)


def check_geometric(c):
    all_seen = torch.ones(4, 4, dtype=torch.bool)
    c.near("geometric: P = 1/2", attention.geometric(torch.zeros(4, 4), all_seen, False),
           rows("0 .5 .25 .125\n.25 0 .5 .125\n.125 .25 0 .5\n.125 .25 .5 0"))
    logits = (Q @ K.T / 2).requires_grad_()
    weight = attention.geometric(logits, all_seen, False)
    c.near("geometric: A", weight, rows("""0 .6076632 .208413 .08765435
        .1717743 0 .6076632 .1137264
        .1183626 .1688768 0 .6513549
        .08283041 .3733224 .4610168 0"""), 5e-7)
    gradient = torch.autograd.grad((weight * G).sum(), logits)[0]
    c.near("geometric: dl, row 2", gradient[2], [-0.0227422, 0.0159227, 0, 0.19173], 5e-6)
    weight = attention.geometric(logits, all_seen, True)
    c.near("geometric: normalised, row 3", weight[3], [0.0903109, 0.4070375, 0.5026516, 0], 5e-7)
    c.near("geometric: normalised o, row 3", weight[3] @ V, [-0.4123407, 1.316727, 0.3167266, 0.5956141], 5e-7)
    gradient = torch.autograd.grad((weight * G).sum(), logits)[0]
    c.near("geometric: normalised dl, row 2", gradient[2], [-0.0365362, 0.00791116, 0, 0.1921], 5e-6)


def check_fox(c):
    """Forgetting Transformer with gates 1/2, 1/4 and 1/8, from logits -ln 1, -ln 3 and -ln 7."""
    x = encodings.forgotten(-torch.log(torch.tensor([1.0, 3, 7]))[None, :, None])[0, 0]
    c.near("fox", x / math.log(2), [[0, 0, 0], [-2, 0, 0], [-5, -3, 0]], 1e-12)


def check_sinks(c):
    """The weights of two keys with scores ln 2 and ln 3:
    - softmax, without a sink: 2/5 and 3/5
    - softmax1, a sink with score 0: 2/6 and 3/6
    - sink, with score ln 3: 2/8 and 3/8"""
    logits = torch.log(torch.tensor([2.0, 3.0])).view(1, 1, 1, 2)
    for kind, w, sums in (("softmax", {}, 5), ("softmax1", {}, 6), ("sink", {"sink": torch.log(torch.tensor([3.0]))}, 8)):
        own = types.SimpleNamespace(attention=kind)
        weight = torch.softmax(torch.cat([logits, attention.sink_logit(own, w, logits)], -1), -1)[..., :2]
        c.near(f"{kind}: weights", weight, logits.exp() / sums, 1e-12)


def check_linear(c):
    """The feature of x is elu(x) + 1. The keys -ln 2, 0 and 1 have the features 1/2, 1 and 2. The query 0 has the feature
    1, so its products with the keys are 1/2, 1 and 2, before division by their sum."""
    k = torch.tensor([-math.log(2), 0, 1])[:, None]
    for seen, wanted in (([True] * 3, [1 / 7, 2 / 7, 4 / 7]), ([True, True, False], [1 / 3, 2 / 3, 0])):
        c.near("linear attention", attention.linear(torch.zeros(1, 1), k, torch.tensor(seen))[0], wanted, 1e-12)


def check_convolutions(c):
    x = torch.tensor([1.0, 2, 3, 4])[None, :, None]
    thirds, u = torch.tensor([0.5 / 3, 0.5 / 3, 0.5])[:, None], lambda y: y.flatten().tolist()
    c.near("primer", u(convolutions.depthwise(x, thirds, False)), [0.5, 1.166667, 2, 2.833333], 1e-6)
    c.near("primer, centred", u(convolutions.depthwise(x, thirds, True)), [7 / 6, 2, 17 / 6, 7 / 6], 1e-6)
    logits = torch.tensor([0, math.log(2), math.log(3)])[None, None, :, None].expand(1, 4, -1, -1)
    for causal, wanted in ((True, [0.5, 1.333333, 2.333333, 3.333333]), (False, [1.333333, 2.333333, 3.333333, 1.833333])):
        weight = convolutions.tap_weights(logits, causal, False, 4)
        c.near("light convolution", u(convolutions.weighted(x, weight, causal)), wanted, 1e-6)
    rows = torch.tensor([[1.0, 0], [0, 1], [1, 1]])[None]
    each = torch.tensor([[1.0, 0, 1], [0, 1, -1], [1, 1, 0]])[None, :, :, None]
    found = convolutions.weighted(rows, convolutions.tap_weights(each, True, False, 3), True)
    c.near("dynamic convolution", u(found), [0.422319, 0, 0.665241, 0.090031, 0.577681, 0.577681], 1e-6)
    four = torch.tensor([3.0, 2, 1, 0])[None, None, :, None].expand(1, 2, -1, -1)
    for there, wanted in ((False, [0.087144, 0.032059]), (True, [0.731059, 0.268941])):
        c.near("taps beyond the sequence", u(convolutions.tap_weights(four, True, there, 2))[6:], wanted, 1e-5)


def check_masks(c):
    def picture(mask, reach):
        return ["".join(".#"[x] for x in row) for row in masks.visible(mask, 6, reach).int().tolist()]

    c.that("mask: causal", picture("causal", None)[2] == "###...")
    c.that("mask: window 5", picture("window", 5) == ["###...", "####..", "#####.", ".#####", "..####", "...###"])
    c.that("mask: window 4 is window 5", picture("window", 4) == picture("window", 5))
    c.that("mask: chunk 4", picture("chunk", 4) == ["####.."] * 4 + ["....##"] * 2)
    c.that("mask: chunk 4, causal",
           picture("chunk", (4, "causal")) == ["#.....", "##....", "###...", "####..", "....#.", "....##"])
    c.that("mask: window 4, half",
           picture("window", (4, "half")) == ["##....", "###...", ".###..", "..###.", "...###", "....##"])
    c.that("mask: window 4, causal",
           picture("window", (4, "causal")) == ["#.....", "##....", "###...", "####..", ".####.", "..####"])
    c.that("mask: window 5, edge_shift", picture("window", (5, "edge_shift")) == ["#####."] * 3 + [".#####"] * 3)
    c.that("mask: bca 2", picture("bca", 2) == ["#.....", "##....", "###...", "####..", "..###.", "..####"])
    c.that("mask: three blocks of 2", picture("three_blocks", 2) == ["####.."] * 2 + ["######"] * 2 + ["..####"] * 2)
    tokens = torch.tensor([3, 4, 9, 5, 6, 9])
    packed = types.SimpleNamespace(mask="document", reach=None, separator=9, memory=0, same_length="no")
    seen = masks.seen_keys(packed, tokens, 6)
    c.that("mask: document", ["".join(".#"[x] for x in row) for row in seen.int().tolist()] == [
        "#.....", "##....", "###...", "...#..", "...##.", "...###"])
    c.that("positions: document", oracle.begins_anew([0, 1, 2, 0, 1, 2], tokens, 9))
    c.that("positions: not of documents", not oracle.begins_anew([0, 1, 2, 3, 4, 5], tokens, 9))
    for keys, rows in (("memory", [".###..", "..###.", "...###"]), ("memory_and_self", ["####..", ".####.", "..####"])):
        model = types.SimpleNamespace(memory=3, same_length=keys)
        seen = masks.visible("causal", 6) & masks.same_length(model, 6)
        c.that(f"mask: same_length {keys}", ["".join(".#"[x] for x in row) for row in seen[3:].int().tolist()] == rows)


# ---- models ---------------------------------------------------------------------------------------------------------


def config(**changes):
    """A tiny model's config.yaml as a dict."""
    settings = {"encoding": "none", "positions": "standard", "mask": "full", "attention": "softmax",
                "block": "post_norm", "scale": "inverse_sqrt", "model.width": 8, "model.heads": 2, "model.blocks": 2,
                "architecture": "encoder", "cell": "lstm", "store": "none", "data": "reverse_string"}
    settings.update({key.replace("_", ".", 1): value for key, value in changes.items()})
    if settings["positions"] != "standard":
        settings.setdefault("positions.L", 16)
    return {name: scalar(value) if isinstance(value, str) else value for name, value in settings.items()}


def check_patterns(c):
    """Lists of choices by block, and the parameters that blocks share."""
    mixed = config(encoding="t5,rope:300:pairs=halves,t5,t5:8", mask="window:5:form=causal,causal", model_blocks=5,
                   encoding_buckets=32, encoding_max_distance=128, encoding_base=10000, mask_width=81)
    blocks = [config_of_block(mixed, i) for i in range(5)]
    of = lambda key: [own[key] for own in blocks]
    c.that("pattern: encodings", of("encoding") == ["t5", "rope", "t5", "t5", "t5"])
    c.that("pattern: masks", of("mask") == ["window", "causal", "window", "causal", "window"])
    c.that("pattern: options by value", of("mask.width") == [5, 81, 5, 81, 5])
    c.that("pattern: options by name", [own.get("encoding.pairs") for own in blocks] == [None, "halves", None, None, None])
    c.that("pattern: buckets", of("encoding.buckets") == [32, 32, 32, 8, 32])
    c.that("pattern: owners", [own.owner for own in Settings(mixed).of_blocks] == ["", "block.1.", "", "block.3.", ""])


def random_arrays(settings, symbols=3, classes=2, positions=16, seed=1):
    """Parameters of a random model: gains near 1, all others large enough to make every path matter."""
    random = numpy.random.default_rng(seed)
    if settings["architecture"] == "recurrent":
        shapes = recurrent_shapes(Settings(settings), symbols, classes)
    else:
        shapes = parameter_shapes(Settings(settings), symbols, classes, lambda own: positions)
    ones = (".scale", ".alpha", ".beta")
    return {name: (1.0 if name.endswith(ones) else 0.0) + 0.4 * random.standard_normal(shape)
            for name, shape in shapes.items()}


def check_norms(c):
    x, g = torch.tensor([1.0, 2, 3, 4], requires_grad=True), torch.tensor([0.1, -0.2, 0.3, 0.4])
    for norm, y, dx in (("layer_norm", [-1.3416354, -0.4472118, 0.4472118, 1.3416354],
                         [0.1431063, -0.2504391, 0.0715544, 0.0357784]),
                        ("rms_norm", [0.3651481, 0.7302963, 1.0954444, 1.4605925],
                         [0.0097373, -0.1265846, 0.0292120, 0.0389493])):
        settings = config(norm=norm)
        found = sublayers.normalised(Settings(settings), x, {"n.scale": torch.ones(4)}, "n")
        c.near(norm, found, y)
        c.near(f"{norm}: dx", torch.autograd.grad((found * g).sum(), x)[0], dx, 5e-7)


def check_head_norms(c):
    """Norms of heads (3, 4) and (1, -1), with mean squares 12.5 and 1, or means 3.5 and 0 and variances 1/4 and 1;
    gains 1 and 2."""
    x, gains = torch.tensor([3.0, 4, 1, -1]), {"query_norm.scale": torch.tensor([1.0, 2])}
    for kind, y in (("none", x), ("rms", [3 / 12.5**0.5, 8 / 12.5**0.5, 1, -2]), ("layer", [-1, 2, 1, -2])):
        model = types.SimpleNamespace(qk_norm=kind, width=4, heads=2, epsilon=0)
        c.near(f"qk_norm {kind}", attention.head_norm(model, gains, x, "query"), y, 1e-12)


def check_functions(c):
    x = torch.tensor([-3.0, -1, -0.5, 0.5, 1, 3], requires_grad=True)
    for name, y, slope in (
            ("gelu", [-0.0040497, -0.1586553, -0.1542688, 0.3457312, 0.8413447, 2.9959503],
             [-0.0119456, -0.0833155, 0.1325049, 0.8674951, 1.0833155, 1.0119456]),
            ("gelu_tanh", [-0.0036374, -0.1588080, -0.1542860, 0.3457140, 0.8411920, 2.9963626],
             [-0.0115842, -0.0829641, 0.1326301, 0.8673699, 1.0829641, 1.0115842]),
            ("swish", [-0.1422776, -0.2689414, -0.1887703, 0.3112297, 0.7310586, 2.8577224],
             [-0.0881041, 0.0723295, 0.2600388, 0.7399612, 0.9276705, 1.0881041])):
        found = sublayers.FUNCTIONS[name](None, x)
        c.near(name, found, y)
        c.near(f"{name}: slope", torch.autograd.grad(found.sum(), x)[0], slope)


def check_orders(c):
    """Sandwich orders of four sublayers of each kind (Press, Smith & Levy 2020)."""
    for k, wanted in enumerate(("sfsfsfsf", "ssfsfsff", "sssfsfff", "ssssffff")):
        blocks = blocks_of_order(f"sandwich:{k}", 4)
        c.that(f"sandwich:{k}", "".join(blocks) == wanted and all(len(set(b)) == len(b) for b in blocks), f"{blocks}")


def check_residuals(c):
    """Each kind of residual, computed by hand for a model of 12 layers and width 64."""
    x, f, bottom, w = (torch.tensor(v) for v in ([1.0, 2], [3.0, 5], [7.0, 11], [0.5, 2]))
    so, sr, alpha = 0.43528, 0.68885, 24**0.25
    for residual, of, wanted in (("add", bottom, [4, 7]), ("b2t", bottom, [11, 18]), ("b2t", None, [4, 7]),
                                 ("scalar", bottom, [4 * so + 7 * sr, 7 * so + 11 * sr]), ("scalar", None, [4, 7]),
                                 ("rezero", None, [2.5, 12]), ("channel", None, [3.5, 9]),
                                 ("deepnorm", None, [alpha + 3, 2 * alpha + 5])):
        settings = Settings(config(residual=residual, model_blocks=12, model_width=64))
        found = sublayers.residual(settings, {"residual1.scale": w}, 1, x, f, of, False)
        c.near(f"residual: {residual}", found, wanted, 6e-5)
    for stacks, encoder, wanted in ((1, False, 36**0.25), (2, False, 54**0.25), (2, True, 0.81 * 18 ** (5 / 16))):
        c.that("deepnorm: alpha", abs(sublayers.deepnorm_alpha(18, stacks, encoder) - wanted) < 1e-12)


def check_parameter_counts(c):
    for settings, wanted in ((config(), 248962), (config(encoding="relative"), 248962 + 21120),
                             (config(encoding="learned"), 248962 + 64 * 2048),
                             (config(attention="geometric"), 248962 + 5535)):
        settings.update({"model.width": 64, "model.heads": 8, "model.blocks": 5})
        shapes = parameter_shapes(Settings(settings), 3, 2, lambda own: 2048)
        c.that("parameter count", sum(int(numpy.prod(s)) for s in shapes.values()) == wanted, f"expected {wanted}")
    for cell, wanted in (("elman", 3 * 256 + 256 * 256 + 2 * 256 + 257 * 2), ("lstm", 259 * 1024 + 1024 + 257 * 2)):
        shapes = recurrent_shapes(Settings(config(architecture="recurrent", cell=cell, architecture_hidden=256)), 3, 2)
        c.that(f"{cell}: parameters", sum(int(numpy.prod(s)) for s in shapes.values()) == wanted, f"expected {wanted}")
    rnn, read, k = 3 * 256 + 256 * 256 + 2 * 256 + 257 * 2, 8 * 256, 257
    for settings, wanted in ((dict(store="stack", store_count=1, store_columns=8, store_cells=0), rnn + read + k * 3 + k * 8),
                             (dict(store="tape", store_count=1, store_columns=8, store_cells=9, store_hidden=64),
                              rnn + read + k * 5 + k * 64 + 65 * 64 + 65 * 8),
                             (dict(store="nd_stack", store_states=2, store_symbols=2, store_reading="states"),
                              rnn + 4 * 256 + k * 40)):
        shapes = recurrent_shapes(Settings(config(architecture="recurrent", cell="elman", architecture_hidden=256, **settings)), 3, 2)
        count = sum(int(numpy.prod(s)) for s in shapes.values())
        c.that(f"{settings['store']}: parameters", count == wanted, f"expected {wanted}, found {count}")


def check_against_torch_layer(c):
    """A model without positions equals a stack of PyTorch's encoder layers."""
    for mask in ("full", "causal"):
        settings = config(mask=mask)
        model = oracle.model_of(settings, random_arrays(settings))
        tokens = torch.randint(0, 3, (3, 7))
        weights = dict(model.named_parameters())
        h = 8**0.5 * weights["embedding.weight"][tokens]
        hidden = ~torch.ones(7, 7, dtype=torch.bool).tril() if mask == "causal" else None
        for i in range(2):
            w = below(weights, f"block.{i}.")
            layer = torch.nn.TransformerEncoderLayer(8, 2, 32, dropout=0, batch_first=True, dtype=torch.float64)
            layer.load_state_dict({
                "self_attn.in_proj_weight": torch.cat([w[f"attention.{x}"].T for x in ("query", "key", "value")]),
                "self_attn.in_proj_bias": torch.zeros(24), "self_attn.out_proj.weight": w["attention.output"].T,
                "self_attn.out_proj.bias": torch.zeros(8),
                "linear1.weight": w["feed_forward.1.weight"].T, "linear1.bias": w["feed_forward.1.bias"],
                "linear2.weight": w["feed_forward.2.weight"].T, "linear2.bias": w["feed_forward.2.bias"],
                "norm1.weight": w["norm1.scale"], "norm1.bias": w["norm1.offset"],
                "norm2.weight": w["norm2.scale"], "norm2.bias": w["norm2.offset"]})
            h = layer(h, src_mask=hidden)
        wanted = h[:, -4:] @ weights["readout.weight"] + weights["readout.bias"]
        found = model.read(tokens)[:, 3:]
        c.near(f"block: torch's layer, {mask}", found, wanted.detach(), 1e-12)


def check_against_torch_decoder(c):
    """An encoder-decoder without positions equals stacks of PyTorch's layers."""
    settings = config(architecture="encoder_decoder", mask="causal")
    for shared in (False, True):
        shapes = parameter_shapes(Settings(settings), 4, 3, lambda own: 0, 4 if shared else 2, shared, lambda own: 0)
        model = oracle.model_of(settings, {name: 0.4 * torch.randn(shape).numpy() for name, shape in shapes.items()})
        given, tokens = torch.randint(0, 2, (3, 5)), torch.randint(0, 4, (3, 7))
        weights = dict(model.named_parameters())
        table = lambda name: weights["embedding.weight" if shared else f"{name}.embedding.weight"]
        state = lambda w, kind, name: {
            f"{name}.in_proj_weight": torch.cat([w[f"{kind}.{x}"].T for x in ("query", "key", "value")]),
            f"{name}.in_proj_bias": torch.zeros(24), f"{name}.out_proj.weight": w[f"{kind}.output"].T,
            f"{name}.out_proj.bias": torch.zeros(8)}
        rest = lambda w, norms: {
            "linear1.weight": w["feed_forward.1.weight"].T, "linear1.bias": w["feed_forward.1.bias"],
            "linear2.weight": w["feed_forward.2.weight"].T, "linear2.bias": w["feed_forward.2.bias"],
            **{f"norm{i}.{a}": w[f"norm{i}.{b}"] for i in range(1, norms + 1)
               for a, b in (("weight", "scale"), ("bias", "offset"))}}
        new = lambda kind: kind(8, 2, 32, dropout=0, batch_first=True, dtype=torch.float64)
        source, h = (8**0.5 * table(name)[x] for name, x in (("encoder", given), ("decoder", tokens)))
        for i in range(2):
            w, layer = below(weights, f"encoder.block.{i}."), new(torch.nn.TransformerEncoderLayer)
            layer.load_state_dict({**state(w, "attention", "self_attn"), **rest(w, 2)})
            source = layer(source)
        for i in range(2):
            w, layer = below(weights, f"decoder.block.{i}."), new(torch.nn.TransformerDecoderLayer)
            layer.load_state_dict({**state(w, "attention", "self_attn"), **state(w, "cross", "multihead_attn"), **rest(w, 3)})
            h = layer(h, source, tgt_mask=~torch.ones(7, 7, dtype=torch.bool).tril())
        wanted = h @ weights["decoder.readout.weight"] + weights["decoder.readout.bias"]
        found = model.read(tokens, source=given)
        c.near(f"encoder and decoder: torch's layers, shared table: {shared}", found, wanted.detach(), 1e-12)


def check_against_torch_cells(c):
    """Recurrent networks equal those of PyTorch. PyTorch's LSTM orders gates as i f g o and does not add 1 to the
    forget gate."""
    order = lambda x: torch.cat([x.chunk(4, -1)[i] for i in (0, 2, 1, 3)], -1).t()
    for cell, kind in (("elman", torch.nn.RNN), ("lstm", torch.nn.LSTM)):
        settings = config(architecture="recurrent", cell=cell, architecture_hidden=5)
        model = oracle.model_of(settings, random_arrays(settings))
        weights, tokens = dict(model.named_parameters()), torch.randint(0, 3, (3, 7))
        w = below(weights, "recurrent.")
        turn = order if cell == "lstm" else lambda x: x.t()
        second = torch.tensor([0.0] * 5 + [1] * 5 + [0] * 10) if cell == "lstm" else w["state.bias"]
        layer = kind(3, 5, batch_first=True, dtype=torch.float64, **({"nonlinearity": "relu"} if cell == "elman" else {}))
        layer.load_state_dict({"weight_ih_l0": turn(w["input.weight"]), "weight_hh_l0": turn(w["state.weight"]),
                               "bias_ih_l0": turn(w["input.bias"]), "bias_hh_l0": second})
        h = torch.relu(layer(torch.nn.functional.one_hot(tokens, 3).double())[0])[:, 3:]
        found = model.read(tokens)[:, 3:]
        c.near(f"{cell}: torch's", found, h @ weights["readout.weight"] + weights["readout.bias"], 1e-12)


def run_store(kind, options, moves, values=None):
    """The values that one sequence reads from a stack or tape after each move. moves: the logits of the actions. They are
    passed as states of the network, which the weights, a unit matrix, map to the same logits. values: the value that
    each move writes."""
    n = len(moves[0])
    w = {"actions.weight": torch.eye(n, n + 1)[:, :n], "actions.bias": torch.zeros(n)}
    layers = ("write",) if values is None or kind is recurrent.Stack else ("write.1", "write.2", "write.3")
    store, found = kind(w, options, 1, len(moves), options.get("inputs", 0), torch.relu), []
    for t, move in enumerate(moves):
        for layer in layers:  # the written value is a bias
            last = values is not None and layer in ("write", "write.3")
            size = len(values[t]) if values is not None else 1
            w[f"{layer}.weight"] = torch.zeros(n if layer in ("write", "write.1") else size, size)
            w[f"{layer}.bias"] = torch.tensor(values[t]) if last else torch.zeros(size)
        store.move(torch.tensor([move]))
        found.append(store.read()[0].tolist())
    return found


def sum_runs(weights, q, s, steps):
    """alpha [q,s] of a pushdown automaton with q states and s symbols: the total weight of the runs that end in a state
    with a symbol on top of the stack, by enumerating all runs. The bottom symbol, 0, is never popped or replaced. The
    symbol above it is never popped."""
    runs = {(0, (0,)): 1.0}
    for t in range(steps):
        push, pop, replace = weights[t]
        after = {}
        def add(state, stack, weight):
            after[state, stack] = after.get((state, stack), 0) + weight
        for (state, stack), weight in runs.items():
            z = stack[-1]
            for r in range(q):
                for y in range(s):
                    add(r, (*stack, y), weight * push[state, z, r, y])
                    if len(stack) > 1:
                        add(r, (*stack[:-1], y), weight * replace[state, z, r, y])
                if len(stack) > 2:
                    add(r, stack[:-1], weight * pop[state, z, r])
        runs = after
    alpha = numpy.zeros((q, s))
    for (state, stack), weight in runs.items():
        alpha[state, stack[-1]] += weight
    return alpha


def check_stores(c):
    """Stacks and tapes of recurrent networks, by hand and by enumeration of runs."""
    hard = lambda i, n: [60.0 if j == i else -60.0 for j in range(n)]
    push, pop, noop = (hard(i, 3) for i in range(3))
    options = {"count": 1, "columns": 1, "joint": False, "cells": 0}
    found = run_store(recurrent.Stack, options, [push, push, noop, push, pop, pop, pop, pop],
                      [[1.0], [2.0], [9.0], [3.0], [9.0], [9.0], [9.0], [9.0]])
    c.near("stack", torch.tensor(found)[:, 0], torch.tensor([1.0, 2, 2, 3, 2, 1, 0, 0]), 1e-12)
    stay, left, right, jump_left, jump_right = (hard(i, 5) for i in range(5))
    found = run_store(recurrent.Tape, {"count": 1, "columns": 1, "cells": 16, "inputs": 3},
                      [stay, right, right, right, jump_left, stay, right], [[float(i)] for i in range(1, 8)])
    c.near("tape", torch.tensor(found)[:, 0], torch.tensor([1.0, 0, 0, 0, 2, 6, 3]), 1e-12)
    for q, s in ((1, 2), (2, 2), (2, 1)):
        size, random = q * s * (2 * q * s + q), numpy.random.default_rng(q + s)
        moves = random.standard_normal((5, size))
        found = run_store(recurrent.RunStack, {"states": q, "symbols": s, "reading": "states"}, moves.tolist())
        p = torch.softmax(torch.tensor(moves), -1).numpy()
        cut = lambda x: (x[: (q * s) ** 2].reshape(q, s, q, s), x[(q * s) ** 2 : -((q * s) ** 2)].reshape(q, s, q),
                         x[-((q * s) ** 2) :].reshape(q, s, q, s))
        for steps in range(1, 6):
            alpha = sum_runs([cut(x) for x in p], q, s, steps).reshape(-1)
            c.near(f"stack of all runs, {q} states, {s} symbols, {steps} steps", torch.tensor(found[steps - 1]),
                   torch.tensor(alpha / (alpha.sum() + 0.001)), 1e-12)


def check_against_torch_softmax(c):
    """An adaptive softmax equals PyTorch's adaptive softmax, which has no map before the short list and no biases in
    clusters."""
    for divisor, cutoffs in ((2, (3, 5)), (2, (4,)), (1, (2, 5, 6))):
        settings = config(head="adaptive", head_cutoffs=",".join(map(str, cutoffs)), head_divisor=divisor,
                          head_embedding="table")
        model = oracle.model_of(settings, random_arrays(settings, symbols=9, classes=9))
        w, d, model.settings.classes = {n: x.detach() for n, x in model.named_parameters()}, 8, 9
        layer = torch.nn.AdaptiveLogSoftmaxWithLoss(d, 9, cutoffs, divisor, head_bias=True, dtype=torch.float64)
        if divisor > 1:
            w["readout.cluster.0.projection"] = torch.eye(d)
        layer.head.load_state_dict({"weight": w["readout.cluster.0.weight"], "bias": w["readout.cluster.0.bias"]})
        for i, tail in enumerate(layer.tail, 1):
            w[f"readout.cluster.{i}.bias"] *= 0
            first = w[f"readout.cluster.{i}.projection"] if divisor > 1 else torch.eye(d)
            tail.load_state_dict({"0.weight": first, "1.weight": w[f"readout.cluster.{i}.weight"]})
        x = torch.randn(7, d)
        found = head.adaptive_softmax(model.settings, w, x)
        c.near(f"adaptive softmax, {cutoffs}: torch's", found, layer.log_prob(x).detach(), 1e-12)
        target = torch.randint(0, 9, (7,))
        c.near(f"adaptive softmax, {cutoffs}: torch's loss", -found[range(7), target].mean(), layer(x, target).loss, 1e-12)


def check_objective(c):
    """Label smoothing by hand, over all classes and over the wrong classes. PyTorch smooths over all classes."""
    logits, target = torch.tensor([[2.0, 1, 0, -1]], dtype=torch.float64), torch.tensor([0])
    for over, smoothing, z, wanted in (("all", 0, 0, .4401897), ("all", .1, 0, .5901897), ("others", .1, 0, .6401897),
                                       ("all", 0, .01, .4997350)):
        settings = {**config(), "loss.smoothing": smoothing, "loss.smoothing_over": over, "loss.z": z}
        c.near(f"objective: {over}, {smoothing}, {z}", oracle.objective(settings, logits, target)[0], wanted)
        if over == "all" and z == 0:
            own = torch.nn.functional.cross_entropy(logits, target, label_smoothing=smoothing)
            c.near(f"objective: torch's, {smoothing}", oracle.objective(settings, logits, target)[0], own, 1e-12)


# ---- run directories ------------------------------------------------------------------------------------------------


def write_tensors(path, arrays):
    header, blob = {}, b""
    for name, a in arrays.items():
        a = numpy.ascontiguousarray(a)
        kind = {"f4": "F32", "f8": "F64", "i4": "I32", "i8": "I64"}[a.dtype.str[1:]]
        header[name] = {"dtype": kind, "shape": list(a.shape), "data_offsets": [len(blob), len(blob) + a.nbytes]}
        blob += a.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + blob)


def write_run(directory, settings, arrays, probe):
    with open(os.path.join(directory, "config.yaml"), "w", encoding="utf-8") as file:
        file.write("# canonical\n" + "".join(
            f"{key}: {str(value).lower() if isinstance(value, bool) else value}\n" for key, value in settings.items()))
    write_tensors(os.path.join(directory, "model.safetensors"), arrays)
    write_tensors(os.path.join(directory, "probe.safetensors"), probe)


def loss_of(model, probe):
    with torch.no_grad():
        given, target = (torch.tensor(probe[name]).long() for name in ("input", "target"))
        draws = {name[10:]: x for name, x in probe.items() if name.startswith("positions.")}
        logits = model(given, target=target, positions=draws or None)
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten()).item()


def probe_of(settings, arrays, draws):
    """A model, and the oracle's results for two sequences."""
    random = numpy.random.default_rng(2)
    probe = {"input": random.integers(0, 2, (2, 3)).astype("i4"), "target": random.integers(0, 2, (2, 2)).astype("i4")}
    probe.update({f"positions.{name}": numpy.array(draw) for name, draw in draws.items()})
    model = oracle.model_of(settings, arrays)
    probe.update(oracle.evaluate(model, probe, oracle.Relu()))
    return model, probe


def check_slopes(c, name, model, probe, step=1e-5):
    """Gradients agree with central differences of the loss in two random directions of each array."""
    c.near(f"{name}: loss", loss_of(model, probe), probe["loss"], 1e-12)
    scale = max(float(abs(value).max()) for key, value in probe.items() if key.startswith("grad."))
    for array, weight in model.named_parameters():
        for turn in range(2):
            direction, sides = torch.randn(weight.shape), []
            direction /= direction.norm()
            for by in (step, -2 * step):
                weight.data += by * direction
                sides.append(loss_of(model, probe))
            weight.data += step * direction
            found = float((torch.tensor(probe[f"grad.{array}"]) * direction).sum())
            wanted = (sides[0] - sides[1]) / (2 * step)
            c.that(f"{name}: slope {turn} of {array}", abs(found - wanted) <= 1e-7 * scale, f"{found}, not {wanted}")


def judged(settings, arrays, probe, tolerance=1e-7):
    """The result of the oracle for a run directory with these contents, and its output."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as directory:
        write_run(directory, settings, arrays, probe)
        return oracle.judge(directory, "probe.safetensors", tolerance, False, out), out.getvalue()


def check_runs(c):
    by_offset, other = numpy.array([-9.0, -5, -4, -2, 0, 2, 4, 5, 9]), numpy.arange(-12.0, 13, 3)
    ascending, shuffled = numpy.array([1, 4, 5, 9, 14], dtype="i4"), numpy.array([9.0, 1, 14, 5, 4])
    clamped = numpy.array([2.0, 7, 8, 14, 15, 15, 15, 15, 15])
    window, chunk = {"mask": "window", "mask_width": 3}, {"mask": "chunk", "mask_chunk": 4}
    cases = [
        (config(), {}),
        (config(encoding="sinusoid", positions="unsorted"), {"embedding": shuffled}),
        (config(encoding="learned", positions="randomized"), {"embedding": ascending}),
        (config(encoding="relative", positions="randomized"), {"0": by_offset, "1": other}),
        (config(encoding="relative", mask="causal", model_decode="autoregressive", encoding_base=100), {}),
        (config(encoding="alibi", positions="randomized", **window), {"0": ascending, "1": by_offset}),
        (config(encoding="rope", positions="unsorted", **chunk), {"0": [9, 1, 14, 5, 9], "1": [1.0, 4, 5, 9, 1]}),
        (config(encoding="relative", positions="released"), {"0": clamped, "1": clamped}),
        (config(encoding="rope", scale="one", model_computation_steps=1, model_feed_forward=6), {}),
        (config(attention="geometric", attention_l1="false"), {}),
        (config(attention="geometric", attention_l1="true", mask="causal"), {}),
        (config(model_qk_norm="rms", encoding="rope"), {}), (config(model_qk_norm="layer", model_bias="false"), {}),
        (config(encoding="fox", mask="causal"), {}),
        (config(attention="softmax1", mask="causal"), {}), (config(attention="sink"), {}),
        (config(attention="linear", mask="causal"), {}),
        (config(block="pre_norm", norm="rms_norm", norm_epsilon=0.1, mixer="gelu", head="tied"), {}),
        (config(block="pre_norm", norm_epsilon=0.1, mixer="swiglu", head="tied", head_scaled="true",
                model_bias="false"), {}),
        (config(norm="rms_norm", mixer="gelu_tanh", model_bias="false", model_embedding_scale="one"), {}),
        (config(mixer="glu"), {}), (config(mixer="bilinear"), {}), (config(mixer="geglu"), {}),
        (config(mixer="swish"), {}), (config(mixer="squared_relu"), {}),
        (config(head="adaptive"), {}), (config(head="adaptive", head_cutoffs=1), {}),
        (config(head="adaptive", head_cutoffs=1, head_divisor=2, head_embedding="untied", head_projections="none"), {}),
        (config(head="adaptive", head_cutoffs=1, head_embedding="table", model_bias="false"), {}),
        (config(residual="b2t"), {}), (config(residual="b2t", model_order="fsf"), {}),
        (config(residual="b2t", model_order="sfsf|f"), {}),
        (config(residual="scalar", block="no_norm"), {}), (config(residual="rezero", block="no_norm"), {}),
        (config(residual="channel", block="pre_norm"), {}), (config(residual="deepnorm"), {}),
        (config(projection="primer", mask="causal", encoding="rope"), {}),
        (config(projection="primer", projection_centred="true", projection_shared="true"), {}),
        (config(projection="primer", block="primer", mixer="squared_relu", mask="causal", norm_epsilon=0.1), {}),
        (config(model_order="lf", convolution_taps="3,2"), {}),
        (config(model_order="lf", convolution_taps=9, convolution_renorm_padding="true", mask="causal"), {}),
        (config(model_order="dfl", convolution_taps="3,7", convolution_heads=4, mask="causal"), {}),
        (config(model_order="df", convolution_gate="false", convolution_bias="true", residual="b2t",
                convolution_renorm_padding="true"), {}),
        (config(block="pre_norm", block_attention_norm="true", block_head_scale="heads", block_hidden_norm="true",
                residual="channel", residual_sublayers="feed_forward"), {}),
        (config(block_head_scale="output", mixer="geglu", block_hidden_norm="true", norm="rms_norm"), {}),
        (config(block="dual_norm"), {}), (config(block="dual_norm", residual="rezero", norm="rms_norm"), {}),
        (config(block="dual_norm", residual="channel"), {}),
        (config(model_share="all", model_step_signal="true", encoding="sinusoid"), {}),
        (config(model_share="0,0", model_share_norms="false", block="pre_norm", model_embedding_width=3, head="tied"), {}),
        (config(encoding="sinusoid", model_embedding_norm="before_positions"), {}),
        (config(encoding="learned", model_embedding_norm="after_positions", norm="rms_norm"), {}),
        (config(encoding="sinusoid", block="no_norm", initialisation_scale_positions="true"), {}),
    ]
    for settings, draws in cases:
        settings.update({"model.width": 4, "model.heads": 2})
        arrays = random_arrays(settings, symbols=4)
        model, probe = probe_of(settings, arrays, draws)
        made_of = [settings.get(key) for key in ("encoding", "mask", "attention", "mixer", "residual", "projection",
                                                 "model.order")]
        name = f"run: {', '.join(map(str, made_of))}"
        check_slopes(c, name, model, probe)
        c.that(name, *judged(settings, arrays, probe))
        one = next(name for name in ("attention.key", "light.output.weight", "dynamic.output.weight")
                   if f"grad.block.0.{name}" in probe)
        wrong = {f"grad.block.0.{one}": probe[f"grad.block.0.{one}"] * 1.01}
        c.that(f"{name}: wrong gradient", not judged(settings, arrays, {**probe, **wrong}, 1e-4)[0], "was accepted")
        wrong = {"loss": numpy.array(numpy.nan)}
        c.that(f"{name}: NaN", not judged(settings, arrays, {**probe, **wrong})[0], "was accepted")
        single = {key: value.astype("f4") for key, value in arrays.items()}
        c.that(f"{name}: float32 model", *judged(settings, single, probe, 1e-4))


def check_experts(c):
    """Routing of tokens to two experts: Fedus et al. 2021, equations 1 to 6; Lewis et al. 2021, section 3.1."""
    c.that("experts: room for two", experts.greedy_experts([0, 0, 0, 1], 2) == [0, 0, -1, 1])
    affinity = [[2, 1], [1.8, 1.7], [1.5, 0.2], [0.3, 0.1]]
    c.that("experts: balanced", experts.balanced_experts(affinity) == [0, 1, 0, 1])
    odd = experts.balanced_experts([[3, 0], [3, 0], [3, 0]])
    c.that("experts: three tokens", sorted(odd) == [0, 0, 1], str(odd))
    logits = torch.tensor([[2.0, 0], [1, 0], [0.5, 0], [0, 1]]).double()
    model = types.SimpleNamespace(relu=torch.relu, training=True, experts={"count": 2, "capacity": 1, "capacity_least": 1, "balance": 1, "z_loss": 0},
                                  auxiliary=[], mixer="relu", bias=False)
    w = {"experts.router": torch.eye(2).double(), "experts.1": torch.eye(2).double().expand(2, 2, 2),
         "experts.2": torch.eye(2).double().expand(2, 2, 2)}
    y = experts.switch(model, w, logits[None])[0]
    gates = torch.tensor([0.880797, 0.731059, 0, 0.731059]).double()
    c.that("experts: gates", bool(((y - gates[:, None] * logits).abs() < 1e-6).all()), str(y))
    c.that("experts: balance", abs(float(model.auxiliary[0]) - 1.1258141) < 1e-6, str(model.auxiliary))


def check_kinks(c):
    """If the argument of a ReLU is zero, the oracle accepts the gradients of both slopes, but rejects a wrong gradient."""
    settings = config()
    arrays = random_arrays(settings)
    # The argument of the first hidden unit of block 0 is zero for every token.
    arrays["block.0.feed_forward.1.weight"][:, 0] = 0
    arrays["block.0.feed_forward.1.bias"][0] = 0
    probe = {"input": numpy.array([[0, 1, 1]], "i4"), "target": numpy.array([[1]], "i4")}
    model, relu = oracle.model_of(settings, arrays), oracle.Relu(1e-9)
    oracle.evaluate(model, probe, relu)
    c.that("kinks: noted", set(relu.near) == {(0, 32 * t) for t in range(4)}, str(relu.near))
    relu.turned = {relu.near[1], relu.near[3]}
    probe.update(oracle.evaluate(model, probe, relu))
    c.that("kinks: accepted", *judged(settings, arrays, probe, 1e-9))
    wrong = {"grad.block.0.feed_forward.1.bias": probe["grad.block.0.feed_forward.1.bias"] + 0.1}
    c.that("kinks: wrong gradient", not judged(settings, arrays, {**probe, **wrong}, 1e-4)[0], "was accepted")


def check_rounding(c):
    """For a float32 run, the oracle accepts the results of PyTorch in float32 even if the tolerance is smaller than their
    errors, but rejects a wrong gradient. For a float64 run, it rejects the same results."""
    settings = config(encoding="relative")
    arrays = {name: value.astype("f4") for name, value in random_arrays(settings).items()}
    probe = {"input": numpy.array([[0, 1, 1]], "i4"), "target": numpy.array([[1, 0]], "i4")}
    single = oracle.evaluate(oracle.model_of(settings, arrays, torch.float32), probe)
    c.that("rounding: in float32", all(value.dtype == "f4" for value in single.values()))
    probe.update(single)
    agrees, words = judged(settings, arrays, probe, 1e-10)
    c.that("rounding: accepted", agrees and "because PyTorch's own error" in words, words)
    wrong = {"grad.embedding.weight": probe["grad.embedding.weight"] * numpy.float32(1.0001)}
    c.that("rounding: wrong gradient", not judged(settings, arrays, {**probe, **wrong}, 1e-10)[0], "was accepted")
    double = {name: value.astype("f8") for name, value in arrays.items()}
    c.that("rounding: float64", not judged(settings, double, probe, 1e-10)[0], "was accepted")
    c.that("rounding: never too much", oracle.allowed(1e-4, "float32", [("a", 1, 1)], lambda: [("a", 9, 9)])[0] == oracle.MOST)


def check_inputs(c):
    given, target = torch.tensor([[0, 1, 1]]), torch.tensor([[1, 0]])
    for changes, symbols, wanted, slot in (
            ({}, 3, [0, 1, 1, 2, 2], 3), ({"model_computation_steps": 2}, 4, [0, 1, 1] + [2] * 6 + [3, 3], 9),
            ({"model_decode": "autoregressive"}, 3, [0, 1, 1, 2, 1, 0], 3)):
        settings = config(**changes)
        sequence, first = laid_out(oracle.model_of(settings, random_arrays(settings, symbols)).settings, given, target)
        c.that(f"input: {changes}", sequence[0].tolist() == wanted and first == slot, f"{sequence.tolist()}, {first}")


def check_laws(c):
    """Possible samples of position samplers with range 16 for 3 tokens."""
    cases = {
        "randomized": ([0, 3, 15], [-9, -2, 0, 2, 9]),
        "unsorted": ([3, 15, 0],),
        "released": ([7, 9, 15, 15, 15],),
        "not randomized": ([0, 3, 16], [3, 0, 5], [0, 0, 3], [0, 2.5, 3], [-9, -3, 0, 2, 9], [-9, -9, 0, 9, 9],
                           [-16, -2, 0, 2, 16]),
        "not unsorted": ([3, 3, 1], [1, 2, 16]),
        "not released": ([7, 9, 15, 15, 14], [9, 7, 15, 15, 15], [7, 9, 0, 1, 2]),
    }
    for words, draws in cases.items():
        settings = config(encoding="relative", positions=words.split()[-1])
        for draw in draws:
            c.that(f"draw: {words}, {draw}", oracle.lawful(Settings(settings), draw, 3) != words.startswith("not"))


def check_formulas(c):
    """Possible positions and distances of samplers with a formula, for 3 tokens."""
    shift, clip = {"shift": 4}, {"width": 1, "compress": 0}
    cape = {"global_shift": 1, "local_shift": 0.5, "max_scale": 1.1, "center": True}
    pi = {"factor": 1, "trained": 2}
    cases = (("shifted", shift, [4, 5, 6], True), ("shifted", shift, [5, 6, 7], False),
             ("shifted", shift, [1, 3, 4], False), ("shifted", shift, [-2, -1, 0, 1, 2], True),
             ("augmented", cape, [-0.4, 0.9, 1.3], True), ("augmented", cape, [-2.9, 0.9, 1.3], False),
             ("augmented", cape, [-0.4, 0.9, 0.8], False), ("interpolated", pi, [0, 2 / 3, 4 / 3], True),
             ("interpolated", pi, [0, 1, 2], False), ("equal_mean", {"law": "exponential"}, [0, 2.5, 5], True),
             ("equal_mean", {"law": "fixed"}, [0, 2.5, 5], False), ("equal_mean", {"law": "fixed"}, [0, 1.5, 3], True),
             ("equal_mean", {"law": "beta", "longest": 4}, [0, 1.7, 3.4], True),
             ("equal_mean", {"law": "beta", "longest": 4}, [0, 2.5, 5], False),
             ("equal_mean", {"law": "beta", "longest": 3}, [0, 1.7, 3.4], False),
             ("equal_mean", {"law": "beta", "longest": 3}, [0, 1.5, 3], True),
             ("clipped", clip, [-1, -1, 0, 1, 1], True), ("clipped", clip, [-2, -1, 0, 1, 2], False),
             ("clipped", {"width": 1, "compress": 4}, [-1.25, -1, 0, 1, 1.25], True))
    for sampler, law, draw, wanted in cases:
        c.that(f"draw: {sampler}, {draw}", oracle.lawful_by_formula(sampler, law, draw, 3) == wanted)


def check_sides(c):
    """A source and a target, of two tokens each, share shift and scale."""
    law = {"global_shift": 5, "local_shift": 0.5, "max_scale": 2, "center": False}
    still = {**law, "local_shift": 0}
    cases = ((still, [3, 4], 1, [3, 4], True), (still, [3, 4], 1, [3.5, 4.5], False),
             (still, [6, 8], 1, [6, 8], True), (still, [6, 8], 1, [3, 4], False), (still, [6, 8], 2, [6, 10], True),
             (still, [6, 8], 2, [6, 8], False), (law, [3, 4], 1, [3.9, 4.2], True), (law, [3, 4], 1, [7, 8], False),
             (law, [8, 9], 1, [8, 9], True), (still, [12, 13], 1, [12, 13], False))
    for number, (settings, target, step, source, wanted) in enumerate(cases):
        c.that(f"sides {number}", oracle.augmented_as_one(settings, [(target, 1), (source, step)]) == wanted)


def check_refusals(c):
    settings = config(encoding="rope", positions="randomized")
    arrays = random_arrays(settings)
    probe = {"input": numpy.zeros((2, 3), "i4"), "target": numpy.zeros((2, 2), "i4")}
    short = {f"positions.{i}": numpy.arange(3 + i) for i in range(2)}
    for words, changed, files in (
            ("those of '0'", {}, probe),
            ("shape (3,)", {}, {**probe, **short}),
            ("no matrix 'target'", {}, {"input": probe["input"]}),
            ("encoding: 'braille'", {"encoding": "braille"}, probe),
            ("mask.width", {"mask": "window"}, probe),
            ("attention.content_bias: expected shape", {"encoding": "relative"}, probe)):
        try:
            judged({**settings, **changed}, arrays, files)
            c.that(f"refusal: {words}", False, "was accepted")
        except (FileError, Refused) as error:
            c.that(f"refusal: {words}", words in str(error), str(error))


def run(out):
    """Prints failures and a summary. True if all checks pass."""
    c = Checks(out)
    torch.manual_seed(1)
    for check in (check_plain_attention, check_persistent, check_retrieval, check_sinusoid, check_learned, check_distances,
                  check_alibi, check_t5, check_kerple, check_shaw, check_cope, check_fire, check_log_n, check_relative,
                  check_rotary, check_frequencies, check_clipped_rotary, check_xpos, check_tupe, check_sandwich, check_geometric, check_fox, check_sinks, check_linear,
                  check_convolutions, check_masks, check_norms, check_head_norms, check_functions, check_orders, check_residuals,
                  check_patterns, check_parameter_counts, check_against_torch_layer, check_against_torch_decoder,
                  check_against_torch_cells, check_stores, check_against_torch_softmax, check_objective, check_inputs,
                  check_laws, check_formulas, check_sides, check_experts, check_runs, check_kinks, check_rounding,
                  check_refusals):
        check(c)
    print(f"oracle.py: self-test: {c.done - c.failed} of {c.done} checks hold", file=out)
    return not c.failed


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    sys.exit(0 if run(sys.stdout) else 5)
