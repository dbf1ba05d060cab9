# pyright: basic
"""Positional encodings. Positions p [T] and distances delta = key - query [T, T] are tensors in double precision. Values
that depend only on positions are also in double precision. They are converted to the model's dtype when they are
combined with the model's numbers."""
import math
import re
from typing import Any

import torch

from ..formula import evaluate, evaluate_heads
from .config import below, is_causal
from .shapes import alibi_factors
from .sublayers import mapped


def sinusoid(p, width, base=10000.0):
    """PE(p): sin(p w_i) for i < width/2, then cos(p w_i), w_i = base^(-2i/width). p has any shape and any sign."""
    angle = p[..., None] * base ** (-torch.arange(0, width, 2, dtype=p.dtype, device=p.device) / width)
    return torch.cat([torch.sin(angle), torch.cos(angle)], -1)


def rotary_frequencies(turned, base, stretch=None):
    """Frequencies f_i = base^(-2i/R) for R = `turned` rotated columns, adapted to sequences s times as long as the m
    tokens of training. stretch: (method, s, m), or (formula, 1, values). A formula reads k = i, r = R, T and constants;
    `values` has T and the constants. Methods:
    - interpolated: f / s (Chen et al. 2023)
    - ntk: f with the base replaced by base s^(R/(R-2))
    - parts_rotations: (1-g) f/s + g f, where g depends on the number of rotations in m tokens (Peng et al. 2024)
    - parts_index: like parts_rotations, but g depends on the index i (the code of Peng et al.). The bounds of g are the
      rounded indices of the pairs that rotate 32 times and once in m tokens.
    - parts_unrounded: like parts_index, without rounding the bounds
    - llama3: g depends on the wavelength, between m/4 and m
    - a list of factors: f divided by these factors (LongRoPE)"""
    index = torch.arange(turned // 2, dtype=torch.float64)
    how, s, m = stretch or ("trained", 1, 1)
    if isinstance(m, dict):
        return evaluate(how, {**m, "k": index, "r": turned})
    if how == "ntk":
        base = base * s ** (turned / (turned - 2))
    f = base ** (-2 * index / turned)
    if how == "parts_rotations":
        g = ((m * f / (2 * math.pi) - 1) / (32 - 1)).clamp(0, 1)
    elif how == "llama3":
        wavelength = 2 * math.pi / f
        g = ((m / wavelength - 1) / (4 - 1)).clamp(0, 1)
    elif isinstance(how, list):
        return f / f.new_tensor((how + [1.0] * len(f))[:len(f)])
    elif how in ("parts_index", "parts_unrounded"):
        place = lambda turns: turned * math.log(m / (2 * math.pi * turns)) / (2 * math.log(base))
        down, up = (math.floor, math.ceil) if how == "parts_index" else (float, float)
        low, high = max(down(place(32)), 0), min(up(place(1)), turned - 1)
        g = 1 - ((index - low) / (high - low if high > low else 0.001)).clamp(0, 1)
    else:
        g = 0 if how == "interpolated" else 1
    return (1 - g) * f / s + g * f


def rotate(x, p, base=10000.0, fraction=1.0, halves=False, stretch=None):
    """RoPE: rotates pairs of the first R = max(2, 2 floor(fraction D / 2)) columns of x [..., T, D]. Pair i is rotated
    by the angle p f_i. It has the columns (2i, 2i+1), or with `halves` (i, R/2 + i). The other columns are
    unchanged."""
    turned = max(2, 2 * int(fraction * x.shape[-1] / 2))
    x, rest = x[..., :turned], x[..., turned:]
    angle = p[:, None] * rotary_frequencies(turned, base, stretch).to(p.device)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x.chunk(2, -1) if halves else (x[..., 0::2], x[..., 1::2])
    pair = [a * cos - b * sin, b * cos + a * sin]
    return torch.cat([torch.cat(pair, -1) if halves else torch.stack(pair, -1).flatten(-2), rest], -1)


def clipped_distances(delta, width, divisor):
    """Distances delta clipped at the width (Su 2023). The part of a distance beyond the width is divided by the divisor
    (Leaky ReRoPE). If the divisor is 0, this part is removed (ReRoPE)."""
    beyond = (delta.abs() - width).clamp_min(0)
    return delta.sign() * (delta.abs() - beyond + (beyond / divisor if divisor else 0))


def grouped_distances(p, delta, width, group):
    """Self-Extend (Jin et al. 2024), for positions p with distances delta. Distances up to width - 1 stay unchanged.
    Larger distances become distances between group numbers floor(p / group), shifted to continue at the width."""
    number = (p / group).floor()
    far = (number[None, :] - number[:, None]).abs() + width - math.floor(width / group)
    return torch.where(delta.abs() > width - 1, delta.sign() * far, delta)


def stretch_of(place, tokens):
    """The argument `stretch` of rotary_frequencies for a sequence of this many tokens."""
    if getattr(place, "frequency", ""):
        return place.frequency, 1, {**place.numbers, "T": tokens}
    if place.encoding != "rope":
        return None
    a, m = place.extension, place.trained
    s = max(1, a * tokens / m - (a - 1)) if place.dynamic else a
    if place.stretched == "longrope":
        return place.factors if tokens > m else place.short_factors, s, m
    return place.stretched, s, m


def grown(x, place, stretch):
    """x [..., D] with its rotated columns multiplied by t ln s + 1 (YaRN), where t is place.temperature. For longrope
    they are also multiplied by sqrt(1 + ln s / ln m)."""
    fraction, amplitude = place.fraction, place.temperature * math.log(stretch[1]) + 1
    if place.stretched == "longrope":
        amplitude *= math.sqrt(1 + math.log(stretch[1]) / math.log(stretch[2]))
    turned = max(2, 2 * int(fraction * x.shape[-1] / 2))
    return torch.cat([x[..., :turned] * amplitude, x[..., turned:]], -1)


def rotary_scores(q, k, delta, base=10000.0, fraction=1.0, halves=False, stretch=None):
    """The scores of rotated queries and keys [..., T, D] for arbitrary distances delta [T query, T key], which need not be
    differences of positions. Each pair of columns is a complex number, and a score is the sum over pairs of the real
    part of conj(q) k e^(i delta f)."""
    turned = max(2, 2 * int(fraction * q.shape[-1] / 2))
    angle = delta[..., None] * rotary_frequencies(turned, base, stretch).to(delta.device)
    cos, sin = angle.cos().to(q.dtype), angle.sin().to(q.dtype)
    pairs = [x[..., :turned].chunk(2, -1) if halves else (x[..., 0:turned:2], x[..., 1:turned:2]) for x in (q, k)]
    (qa, qb), (ka, kb) = pairs
    product = lambda a, b, turn: torch.einsum("...tp,...sp,tsp->...ts", a, b, turn)
    logits = product(qa, ka, cos) + product(qb, kb, cos) + product(qb, ka, sin) - product(qa, kb, sin)
    return logits + q[..., turned:] @ k[..., turned:].transpose(-1, -2)


def decayed(x, p, gamma, scale_base, side, zeta=0):
    """XPOS: multiplies pair i of queries x [..., T, D] (side 1) by z_i^(p / scale_base), and divides pair i of keys
    (side -1) by the same factor. If zeta is 0, z_i grows from gamma / (1 + gamma) for the first pair to almost 1 for
    the last pair. Otherwise z_i = zeta."""
    part = torch.arange(0, x.shape[-1], 2, dtype=torch.float64, device=p.device) / x.shape[-1]
    z = torch.full_like(part, zeta) if zeta else (part + gamma) / (1 + gamma)
    return x * (z ** (side * p[:, None] / scale_base)).repeat_interleave(2, -1).to(x.dtype)


def distances(draw, tokens, of_offsets=False):
    """Distances key - query, [T query, T key]. draw: positions [T], or distances [2T-1] for the offsets -(T-1)..T-1.
    of_offsets: is `draw` a list of distances? For T = 1 the size of `draw` does not show which it is."""
    if len(draw) == tokens and not of_offsets:
        return draw[None, :] - draw[:, None]
    index = torch.arange(tokens, device=draw.device)
    return draw[index[None, :] - index[:, None] + tokens - 1]


def alibi_slopes(heads):
    """ALiBi slopes 2^(-8(a+1)/H) if H is a power of two. Otherwise the slopes for the power of two below H, then every
    second slope for twice that power."""
    power = 2 ** int(math.log2(heads))
    series = lambda n: [2.0 ** (-8.0 * (a + 1) / n) for a in range(n)]
    return torch.tensor(series(power) + series(2 * power)[0::2][: heads - power], dtype=torch.float64)


def alibi_bias(delta):
    """The bias before slopes: 0 for delta = 0, -delta for keys to the right, and delta + 1/2 for keys to the left. The
    half step distinguishes left from right."""
    return torch.where(delta < 0, delta + 0.5, -delta)


def alibi_of_sides(delta, heads, sides, right_slope, factors):
    """The ALiBi bias of each head. Values of `sides`:
    - half_shift: slope * alibi_bias
    - symmetric: -slope * |distance|
    - two_slopes: like symmetric, but with another slope for keys to the right
    - split_heads: half of the heads see keys to the left, the other half keys to the right, and all heads see their own
      token. The slopes of a half of h heads are those of a model with h heads.
    factors: trained factors of the slopes, one list for both sides or one list for each side. If empty, all are 1."""
    if sides == "split_heads":
        left = (heads + 1) // 2
        slopes = torch.cat([alibi_slopes(n) for n in (left, heads - left) if n])[:, None, None].to(delta.device)
        right = (torch.arange(heads, device=delta.device) >= left)[:, None, None]
        return torch.where(torch.where(right, delta < 0, delta > 0), -1e30, -slopes * delta.abs())
    slopes = alibi_slopes(heads)[:, None, None].to(delta.device)
    if sides == "two_slopes":
        left, right = (x[:, None, None] for x in factors) if factors else (1, right_slope)
        return slopes * torch.where(delta < 0, left * delta, -right * delta)
    penalty = {"half_shift": alibi_bias, "symmetric": lambda d: -d.abs()}[sides](delta)
    return slopes * penalty * (factors[0][:, None, None] if factors else 1)


def hard_alibi_bias(delta, heads, local):
    """Hard-ALiBi (Jelassi et al. 2024): each head h < local masks keys at a distance of h + 1 or more to the left.
    Other heads have no bias."""
    h = torch.arange(heads, device=delta.device)[:, None, None]
    return torch.where((h < local) & (-delta >= h + 1), -1e30, 0.0)


def t5_bucket(delta, causal, buckets, most):
    """Buckets of the distances delta = key - query, as in T5's code (which uses query - key)."""
    side = torch.zeros_like(delta, dtype=torch.long)
    n = -delta.round() if delta.is_floating_point() else -delta
    if causal:
        n = n.clamp_min(0)
    else:
        buckets //= 2
        side = (n < 0) * buckets
        n = n.abs()
    exact = buckets // 2
    # Rounding may put an exact bucket boundary just below a whole number; 1e-9 is far below all other gaps.
    growth = torch.log(n.clamp_min(1) / exact) / math.log(most / exact) * (buckets - exact)
    large = (exact + torch.floor(growth + 1e-9).long()).clamp_max(buckets - 1)
    return side + torch.where(n < exact, n.long(), large)


def kerple_bias(delta, kernel, r1, r2):
    """-r1 log(1 + r2 |delta|) or -r1 |delta|^r2, for each head. PyTorch's derivative of 0^r2 = 0 by r2 is 0."""
    r1, r2 = r1[:, None, None], r2[:, None, None]
    return -r1 * (torch.log(1 + r2 * delta.abs()) if kernel == "log" else delta.abs() ** r2)


def formula_bias(own, delta, w, queries: Any = None, keys: Any = None):
    """The bias [H,T,T] of a formula in d = query - key. w: the formula's parameters by short name; queries, keys: the
    positions of queries and keys, if the formula may read them."""
    operands, places = {**own.numbers, "dk": own.width // own.heads, "T": len(delta)}, None
    if queries is not None and re.search(r"\bp_[ij]\b", own.line):
        operands.update({"p_i": queries[:, None], "p_j": keys[None, :]})
    else:  # evaluates each distance once
        delta, places = delta.unique(return_inverse=True)
    operands["d"] = 0 - delta
    bias = evaluate_heads(own.line, own.declared, below(w, "formula."), own.heads, operands, delta)
    return bias if places is None else bias[:, places]


def position_products(vectors, query, key, heads):
    """Position-to-position logits [H,n,n] of position vectors [n,d]: query(vectors) . key(vectors) / sqrt(2 d/H)."""
    split = lambda x: x.view(len(x), heads, -1).transpose(0, 1)
    return split(query(vectors)) @ split(key(vectors)).transpose(1, 2) / math.sqrt(2 * vectors.shape[1] / heads)


def apart(bias, first):
    """The bias [H,T,T] with two changes: the row of query 0 is first[0] [H], and the rest of the column of key 0 is
    first[1] [H]."""
    bias = torch.cat([first[1][:, None, None].expand(-1, bias.shape[1], 1), bias[:, :, 1:]], 2)
    return torch.cat([first[0][:, None, None].expand(-1, 1, bias.shape[2]), bias[:, 1:]], 1)


def tupe_bias(model, whole, draw):
    """The TUPE bias: Ke, He & Liu 2021, equations 7 to 10. whole: the parameters of the stack by name."""
    lead = model.first_token == "rows"
    rows = torch.cat([draw.new_zeros(int(lead)), lead + draw]).long()
    vectors = whole["attention.position"][rows]
    if model.released:
        vectors = vectors - vectors.mean(-1, keepdim=True)
        vectors = vectors / torch.sqrt((vectors**2).mean(-1, keepdim=True) + model.epsilon)
        vectors = vectors * whole["attention.position_norm.scale"] + whole["attention.position_norm.offset"]
    query, key = (lambda x, name=name: mapped(x, whole, f"attention.position_{name}") for name in ("query", "key"))
    products = position_products(vectors, query, key, model.heads)
    bias = products[:, lead:, lead:]
    if model.relative:
        causal = is_causal(model.mask, model.reach)
        bucket = t5_bucket(draw[None, :] - draw[:, None], causal, model.buckets, model.max_distance)
        bias = bias + whole["attention.bucket_bias"][:, bucket]
    if model.first_token == "alike":
        return bias
    return apart(bias, whole["attention.first_token"] if not lead else (products[:, 0, 0], products[:, 1, 1]))


def sandwich_bias(delta, heads, frequencies, base):
    """H / (8 (h+1)) times the sum of cos(delta f) - 1 over all frequencies f, for each head h."""
    index = torch.arange(frequencies, dtype=delta.dtype, device=delta.device)
    angle = delta[..., None] * base ** (-index / frequencies)
    factor = heads / (8.0 * torch.arange(1, heads + 1, dtype=delta.dtype, device=delta.device))
    return factor[:, None, None] * (angle.cos() - 1).sum(-1)


def clipped_rows(delta, clip):
    """Table rows of the clipped distances delta = key - query: Shaw, Uszkoreit & Vaswani 2018, equation 8."""
    return delta.round().clamp(-clip, clip).long() + clip


def clipped_scores(q, k, rows, keys):
    """q_t . (k_s + a[t,s]), unscaled, where a = keys[rows]. q, k [B,H,T,D]; keys [2K+1,D]."""
    return torch.einsum("bhtd,bhsd->bhts", q, k) + torch.einsum("bhtd,tsd->bhts", q, keys[rows])


def clipped_values(weight, v, rows, values):
    """sum over s of weight[t,s] (v_s + a[t,s]), where a = values[rows]."""
    return weight @ v + torch.einsum("...ts,tsd->...td", weight, values[rows])


def contextual_positions(q, k, seen, most):
    """CoPE positions: the sum over visible keys j = s..t of the gates sigmoid(q_t . k_j / sqrt(D)), at most `most`
    (Golovneva et al. 2024, equations 3 and 4). q, k [B,H,T,D]."""
    gates = torch.sigmoid(torch.einsum("bhtd,bhsd->bhts", q, k) / math.sqrt(q.shape[-1])) * seen
    return gates.flip(-1).cumsum(-1).flip(-1).clamp_max(most)


def contextual_scores(q, k, seen, e):
    """q_t . e[p], interpolated between whole positions (Golovneva et al. 2024, equation 5). e [P+1,D]."""
    p = contextual_positions(q, k, seen, len(e) - 1)
    z = torch.einsum("bhtd,pd->bhtp", q, e)
    low, high = p.floor().long(), p.ceil().long()
    weight = p - p.floor()
    return ((1 - weight) * z.gather(-1, low) + weight * z.gather(-1, high)) * seen


def fire_shares(p, c, longest, epsilon=1e-6):
    """psi(|p_t - p_s|) / psi(max(|p_t|, |p_s|, longest)) with psi(x) = ln(|c| x + 1), for positions p [T] (Li et al.
    2023, equation 7). The absolute values and the epsilon are those of public implementations."""
    psi = lambda x: torch.log(c.abs() * x + 1)
    far = torch.maximum(torch.maximum(p[:, None].abs(), p[None, :].abs()), longest)
    return psi((p[:, None] - p[None, :]).abs()) / (psi(far) + epsilon)


def fire_bias(p, w, threshold, epsilon=1e-6):
    """The FIRE bias [H,T,T]: a network with widths 1, F, H, applied to fire_shares. w: its parameters by short name."""
    x = fire_shares(p, w["distance_factor"], w["threshold_factor"].abs() * threshold, epsilon)[..., None]
    x = x.to(w["distance_bias.1.weight"].dtype)
    hidden = (x * w["distance_bias.1.weight"] + w["distance_bias.1.bias"]).clamp_min(0)
    return (hidden @ w["distance_bias.2.weight"] + w["distance_bias.2.bias"]).movedim(-1, 0)


def relative_scores(q, k, u, v, r, terms="abcd"):
    """(a) q_t.k_s + (b) q_t.r(s-t) + (c) u.k_s + (d) v.r(s-t), unscaled. q, k [B,H,T,D]; u, v [H,D]; r [H,T,T,D]."""
    parts = {"a": lambda: torch.einsum("bhtd,bhsd->bhts", q, k), "b": lambda: torch.einsum("bhtd,htsd->bhts", q, r),
             "c": lambda: torch.einsum("hd,bhsd->bhs", u, k)[:, :, None], "d": lambda: torch.einsum("hd,htsd->hts", v, r)}
    logits = q.new_zeros(*q.shape[:3], k.shape[2])
    for term in terms:
        logits = logits + parts[term]()
    return logits


def forgotten(gates):
    """Lin et al. 2025: the bias [B,H,T,T] for query t and key s, the sum of ln sigmoid(gates[u]) over u = s+1..t. gates
    [B,T,H]."""
    total = torch.nn.functional.logsigmoid(gates).cumsum(1).transpose(1, 2)
    return (total[..., :, None] - total[..., None, :]).tril()


# ---- the parts of an encoding that attention uses -------------------------------------------------------------------


def replaced_distances(model, p, delta):
    """The modified distances of rope (ReRoPE or Self-Extend) for positions p with distances delta."""
    if model.group:
        return grouped_distances(p, delta, model.width_of_distances, model.group)
    return clipped_distances(delta, model.width_of_distances, model.compress)


def turned(model, q, k, p, s, tokens):
    """Queries and keys [B,H,..,D] rotated by their positions p and s, in a sequence of this many tokens."""
    if model.encoding == "xpos":
        return tuple(decayed(rotate(x, at, model.base), at, model.gamma, model.scale_base, side, model.zeta)
                     for x, at, side in ((q, p, 1), (k, s, -1)))
    stretch = stretch_of(model, tokens)
    if model.encoding == "rope":
        q, k = (grown(x, model, stretch) for x in (q, k))
        if not model.width_of_distances:
            q, k = (rotate(x, at, model.base, model.fraction, model.halves, stretch) for x, at in ((q, p), (k, s)))
    elif model.frequency:
        q, k = (rotate(x, at, stretch=stretch) for x, at in ((q, p), (k, s)))
    return q, k


def bias_of_alibi(model, w, whole, delta, p, s):
    factors = [whole[name] for name in alibi_factors(model)]
    return alibi_of_sides(delta, model.heads, model.sides, model.right_slope, factors)


def bias_of_t5(model, w, whole, delta, p, s):
    bucket = t5_bucket(delta, is_causal(model.mask, model.reach), model.buckets, model.max_distance)
    return whole["attention.bucket_bias"][:, bucket]


def bias_of_kerple(model, w, whole, delta, p, s):
    bias = kerple_bias(delta, model.kernel, *(whole[f"attention.kernel_{name}"] for name in ("r1", "r2")))
    return bias / math.sqrt(model.width // model.heads) if model.bias_in_scale else bias


def bias_of_fire(model, w, whole, delta, p, s):
    return fire_bias(p, below(whole, "attention.") if model.shared_bias else w, model.threshold)


def bias_of_formula(model, w, whole, delta, p, s):
    own = below(whole, "attention.") if model.shared_bias else w
    return formula_bias(model, delta, own, p, s) if model.line else None


# The bias [H,T,S] that each encoding adds to the logits, from the distances delta or the positions p and s of queries and
# keys. w: the parameters of the attention by short name; whole: those of its stack by name.
BIASES = {"alibi": bias_of_alibi, "t5": bias_of_t5, "kerple": bias_of_kerple, "fire": bias_of_fire,
          "formula": bias_of_formula,
          "hard_alibi": lambda model, w, whole, delta, p, s: hard_alibi_bias(delta, model.heads, model.local_heads),
          "sandwich": lambda model, w, whole, delta, p, s: sandwich_bias(delta, model.heads, model.frequencies,
                                                                         model.base),
          "tupe": lambda model, w, whole, delta, p, s: tupe_bias(model, whole, p)}


def position_bias(model, w, whole, delta, p, s):
    """The bias of an encoding (see BIASES), or None if it has none."""
    return BIASES[model.encoding](model, w, whole, delta, p, s) if model.encoding in BIASES else None
