# pyright: basic
"""Self-attention, cross-attention, and attention to memories. w: parameters by short name."""
import math
from typing import Any

import torch

from .config import OF_OFFSETS, READ_DISTANCES, below, is_causal
from .convolutions import depthwise
from .encodings import (clipped_rows, clipped_scores, clipped_values, contextual_scores, distances, forgotten,
                        position_bias, relative_scores, replaced_distances, rotary_scores, sinusoid, stretch_of, turned)
from .masks import scaled, seen_keys
from .sublayers import mapped, normalised


def geometric(logits, seen, l1):
    """Geometric attention: A[t,s] = P[t,s] * product over k in C(t,s) of (1 - P[t,k]). P is sigmoid(logits), but 0 at
    s = t and at masked keys. C(t,s) has the positions that are closer to t than s is. If s is left of t, C(t,s) also
    has the position at the same distance to the right of t."""
    t, s, k = torch.meshgrid(*[torch.arange(logits.shape[-1], device=logits.device)] * 3, indexing="ij")
    before = (((k - t).abs() < (s - t).abs()) | ((s < t) & (k - t == t - s))) & (k != t)
    open_ = seen & (t != s)[..., 0]
    stop = torch.nn.functional.logsigmoid(logits)
    passed = torch.nn.functional.logsigmoid(-logits).masked_fill(~open_, 0)
    weight = torch.exp(stop + torch.einsum("...tk,tsk->...ts", passed, before.to(logits.dtype))) * open_
    return weight / weight.sum(-1, keepdim=True).clamp_min(1e-12) if l1 else weight


def linear(q, k, seen):
    """The weights of linear attention (Katharopoulos et al. 2020): phi(query) . phi(key) with phi(x) = elu(x) + 1,
    divided by the sum of these products over the visible keys."""
    products = (torch.nn.functional.elu(q) + 1) @ (torch.nn.functional.elu(k) + 1).transpose(-1, -2)
    weight = products.masked_fill(~seen, 0)
    return weight / weight.sum(-1, keepdim=True)


def sink_logit(model, w, logits):
    """The extra logit [B,H,T,1] of the softmax: 0 (softmax1, Miller 2023) or one number per head (gpt-oss, OpenAI
    2025). No value belongs to this logit. For other attention functions the result is empty, [B,H,T,0]. logits:
    [B,H,T,S]."""
    if model.attention == "sink":
        return w["sink"][:, None, None].expand(*logits.shape[:-1], 1)
    return torch.zeros_like(logits[..., : int(model.attention == "softmax1")])


def by_query(model, x):
    """Repeats each head of keys or values [..,G D] for the query heads that share it, [..,d] (Ainslie et al. 2023)."""
    heads = x.unflatten(-1, (model.key_heads, model.width // model.heads))
    return heads.repeat_interleave(model.heads // model.key_heads, -2).flatten(-2)


def head_norm(model, w, x, name):
    """x [..,N] with the D columns of each head normalised as model.qk_norm says: by their root mean square (Qwen3), or to
    mean 0 and variance 1 (Dehghani et al. 2023). The gains are [D]."""
    if model.qk_norm == "none":
        return x
    heads = x.unflatten(-1, (-1, model.width // model.heads))
    if model.qk_norm == "layer":
        heads = heads - heads.mean(-1, keepdim=True)
    heads = heads / torch.sqrt((heads**2).mean(-1, keepdim=True) + model.epsilon)
    return (heads * w[f"{name}_norm.scale"] + w.get(f"{name}_norm.offset", 0)).flatten(-2)


def projected(model, w, h, rows):
    """Queries [B,T,d] from h, and keys and values [B,T,G D] from `rows`. For the projection "primer", h and `rows` must
    be equal."""
    q, k, v = projected_plainly(model, w, h, rows)
    return head_norm(model, w, q, "query"), head_norm(model, w, k, "key"), v


def projected_plainly(model, w, h, rows):
    k, v = rows @ w["key"], rows @ w["value"]
    if model.projection == "linear":
        return h @ w["query"], k, v
    centred = model.centred and not is_causal(model.mask, model.reach)
    k, v = (depthwise(x, w[f"{name}_kernel"], centred) for x, name in ((k, "key"), (v, "value")))
    q = k @ w["query"] if model.shared_keys else depthwise(h @ w["query"], w["query_kernel"], centred)
    return q, k, v


def attention(model, w, h, draw, whole, keys=None, begin=0, beside=None, store=None, ids=None):
    """Multi-head attention of one block on h [B,T,d].
    w: the parameters of the attention by short name; whole: the parameters of the stack by name.
    draw: as in distances(). begin, ids: as in seen_keys().
    keys: the rows for keys and values, by default h.
    beside: memory rows [B,m,d]. Queries attend to memory rows and tokens (Burtsev et al. 2020), or, as a bottleneck, to
    memory rows alone.
    store: stored keys and values [B,S,2 G D] of a memorizing sublayer (Wu et al. 2022), or None."""
    tokens, depth = h.shape[1], model.width // model.heads
    rows = h if keys is None else keys
    heads = lambda x: x.unflatten(-1, (model.heads, depth)).transpose(-3, -2)  # [.., T, d] to [.., H, T, D]
    q, k, v = projected(model, w, h, rows)
    q, k, v = heads(q), heads(by_query(model, k)), heads(by_query(model, v))
    seen = seen_keys(model, ids, tokens, begin, h.device)
    if model.attention == "geometric":
        return attention_output(model, w, geometric(directed(model, w, h, q, k), seen, model.l1) @ v)
    if model.attention == "linear":
        return attention_output(model, w, linear(q, k, seen) @ v)
    if store is not None:
        q, k = w["temperature"].abs()[:, None, None] * unit(q), unit(k)
    logits = scores(model, w, whole, q, k, draw, seen, store is None)
    if model.encoding == "fox":
        logits = logits + forgotten(mapped(rows, w, "forget_gate"))
    if beside is not None and model.memory_form == "bottleneck":
        logits = torch.full_like(logits, -math.inf)
    others = nearest(model, q, store) if store is not None and model.joint else scores_beside(model, w, q, seen, beside)
    sink = sink_logit(model, w, logits)
    weight = torch.softmax(torch.cat([logits.masked_fill(~seen, -math.inf), others, sink], -1), -1)
    weight, of_others = weight[..., :tokens], weight[..., tokens : weight.shape[-1] - sink.shape[-1]]
    mixed = clipped_values(weight, v, *clipped(model, w, draw, tokens)[::2]) if model.encoding == "shaw" else weight @ v
    if "persistent_values" in w:
        mixed = mixed + of_others @ (math.sqrt(model.persistent) * heads(w["persistent_values"]))
    if store is not None:
        mixed = retrieved(model, w, mixed, of_others, q, heads(by_query(model, store[..., model.key_width :])), store)
    if beside is not None:
        mixed = mixed + of_others @ heads(by_query(model, beside @ w["value"]))
    return attention_output(model, w, mixed)


def directed(model, w, h, q, k):
    """The logits of geometric attention: content, and a term for the left or the right side."""
    right, left = mapped(h, w, "direction").transpose(1, 2).split(model.heads, 1)
    index = torch.arange(h.shape[1], device=h.device)
    direction = torch.where(index[None, :] > index[:, None], right[..., None], left[..., None])
    content = torch.einsum("bhtd,bhsd->bhts", q + w["content_bias"][:, None], k)
    return w["alpha"] * content + w["beta"] * direction + w["gamma"]


def clipped(model, w, draw, tokens):
    """For shaw: the table row of each distance, and the tables for keys and for values."""
    rows = clipped_rows(distances(draw, tokens, model.positions in OF_OFFSETS), model.clip)
    return rows, *(w["distance_vectors" if model.shared_table else f"distance_{of}"] for of in ("keys", "values"))


def scores(model, w, whole, q, k, draw, seen, is_scaled):
    """The logits [B,H,T,T] of queries and keys, including the encoding. whole: the parameters of the stack by name."""
    tokens = q.shape[-2]
    of_offsets, reads = model.positions in OF_OFFSETS, model.encoding in READ_DISTANCES or model.width_of_distances
    delta = distances(draw, tokens, of_offsets) if reads else None
    at = draw if draw is not None and len(draw) == tokens and not of_offsets else None
    q, k = turned(model, q, k, at, at, tokens)
    if model.encoding == "relative":
        biases = below(whole, "attention.") if model.shared_terms else w
        r = sinusoid(delta, model.width, model.base).to(q.dtype) @ w["relative"] if set("bd") & set(model.terms) else None
        r = None if r is None else r.unflatten(-1, (model.heads, -1)).movedim(-2, 0)
        logits = relative_scores(q, k, biases.get("content_bias"), biases.get("position_bias"), r, model.terms)
    elif model.encoding == "shaw":
        logits = clipped_scores(q, k, *clipped(model, w, draw, tokens)[:2])
    elif model.width_of_distances:
        logits = rotary_scores(q, k, replaced_distances(model, at, delta), model.base, model.fraction, model.halves,
                               stretch_of(model, tokens))
    else:
        logits = torch.einsum("bhtd,bhsd->bhts", q, k)
    term = contextual_scores(q, k, seen, w["contextual_positions"]) if model.encoding == "cope" else 0
    if model.encoding == "cope" and model.term_in_scale:
        logits, term = logits + term, 0
    logits = scaled(model, logits, seen, w) if is_scaled else logits
    bias = position_bias(model, w, whole, delta, at, at)
    return logits + term if bias is None else logits + bias.to(logits.dtype)


def retrieved(model, w, mixed, of_others, q, values, store):
    """Combines the outputs of heads [B,H,T,D] with stored values [B,H,S,D] (Wu et al. 2022)."""
    if model.joint:
        return mixed + of_others @ values
    if not store.shape[1] and model.bypass:
        return mixed
    gate = torch.sigmoid(w["gate"])[:, None, None]
    return (1 - gate) * mixed + gate * (torch.softmax(nearest(model, q, store), -1) @ values)


def attention_output(model, w, mixed):
    """The output of attention [B,T,d], from the outputs of its heads [B,H,T,D]."""
    batch, _, tokens, depth = mixed.shape
    if model.head_factors == "heads":  # Shleifer et al. 2021, section 2.1
        mixed = mixed * w["head_scale"][:, None, None]
    out = mixed.transpose(1, 2).reshape(batch, tokens, model.heads * depth) @ w["output"]
    if model.head_factors == "output":  # their code: scales slices of output columns, not heads
        out = out * w["head_scale"].repeat_interleave(depth)
    return normalised(model, out, w, "norm") if model.inner["attention_norm"] else out


def scores_beside(model, w, q, seen, beside):
    """Logits [B,H,T,N] of queries [B,H,T,D] with keys that are not tokens and have no positions: persistent keys of each
    head (Sukhbaatar et al. 2019, section 3.2), or memory rows [B,N,d]. N = 0 if there are none."""
    depth = q.shape[-1]
    if "persistent_keys" in w:
        keys = math.sqrt(depth) * w["persistent_keys"].view(1, -1, model.heads, depth)
    elif beside is not None:
        keys = by_query(model, head_norm(model, w, beside @ w["key"], "key")).unflatten(-1, (model.heads, depth))
    else:
        return q[..., :0]
    scores = torch.einsum("bhtd,bnhd->bhtn", q, keys.expand(q.shape[0], *keys.shape[1:]))
    return scaled(model, scores, seen, w)


def unit(x):
    """Rows scaled to unit length, with the epsilon of the code of Wu et al. 2022."""
    return x * (x.pow(2).sum(-1, keepdim=True) + 1e-6) ** -0.5


def nearest(model, q, store):
    """Logits [B,H,T,S] of queries with all stored keys (Wu et al. 2022). Each query keeps its largest logits; all
    others are -inf."""
    keys = by_query(model, store[..., : model.key_width]).unflatten(-1, (model.heads, -1))
    logits = torch.einsum("bhtd,bshd->bhts", q, keys)
    chosen = logits.topk(min(model.store_read, store.shape[1]), -1).indices
    return logits.masked_fill(~torch.zeros_like(logits, dtype=torch.bool).scatter(-1, chosen, True), -math.inf)


def stored_rows(model, w, x):
    """The rows [B,T,2 G D] that are stored for a segment x [B,T,d]: keys of unit length, then values."""
    _, k, v = projected(model, w, x, x)
    return torch.cat([unit(k.unflatten(-1, (model.key_heads, -1))).flatten(2), v], -1).detach()


def memory_attention(model, w, h, tokens):
    """Attention of memory rows h [B,m,d] to tokens [B,T,d] and to themselves, without positions."""
    depth, every = model.width // model.heads, torch.cat([tokens, h], 1)
    heads = lambda x: x.view(*x.shape[:-1], model.heads, depth).transpose(1, 2)
    q, k = (head_norm(model, w, x @ w[name], name) for x, name in ((h, "query"), (every, "key")))
    logits = torch.einsum("bhtd,bhsd->bhts", heads(q), heads(by_query(model, k)))
    logits = scaled(model, logits, torch.ones_like(logits[0, 0, :, : tokens.shape[1]]), w)  # n = T in scales that depend on the number of keys
    return attention_output(model, w, torch.softmax(logits, -1) @ heads(by_query(model, every @ w["value"])))


def cross_attention(model, w, h, source, places: Any = None, block=""):
    """Attention of h [B,T,d] to all of source [B,n,d]. places: if cross-attention has an encoding, the positions of
    queries, the positions of keys, and the parameters of the encoding. The prefix `block` marks the encoding's
    parameters of this block."""
    heads = lambda x: x.unflatten(-1, (model.heads, -1)).transpose(1, 2)
    q, k, v = h @ w["query"], source @ w["key"], source @ w["value"]
    if model.projection == "primer" and model.cross_kernels:
        centred = model.centred and not is_causal(model.mask, model.reach)
        q, k, v = depthwise(q, w["query_kernel"], centred), *(
            depthwise(x, w[f"{name}_kernel"], True) for x, name in ((k, "key"), (v, "value")))
    q, k = heads(head_norm(model, w, q, "query")), heads(by_query(model, head_norm(model, w, k, "key")))
    nowhere: Any = (None, None, None)
    p, s, whole = places or nowhere
    if places:
        q, k = turned(model.cross, q, k, p, s, 0)  # 0 tokens: the frequencies must not depend on the length
    logits = torch.einsum("bhtd,bhsd->bhts", q, k)
    logits = scaled(model, logits, torch.ones_like(logits[0, 0]), w)
    if places:
        bias = position_bias(model.cross, below(whole, f"{block}attention."), whole, s[None, :] - p[:, None], p, s)
        logits = logits if bias is None else logits + bias.to(h.dtype)
    mixed = torch.softmax(logits, -1) @ heads(by_query(model, v))
    return mixed.transpose(1, 2).flatten(2) @ w["output"]
