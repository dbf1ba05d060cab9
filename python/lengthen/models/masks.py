# pyright: basic
"""Attention masks, and scales of the logits, which may depend on the number of visible keys."""
import math
from typing import Any

import torch

from ..formula import evaluate, evaluate_heads
from .config import below


def window(t, s, tokens, width, form):
    """Visible keys s of queries t in a window of a form other than symmetric."""
    if form == "half":
        return (t - s).abs() <= (width - 1) // 2
    if form == "causal":
        return (t - s >= 0) & (t - s < width)
    first = (t - width // 2).clamp(0, max(tokens - width, 0))  # edge_shift
    return (s >= first) & (s < first + width)


def visible(mask, tokens, reach: Any = None, device: Any = None):
    """The mask [T query, T key], True for visible keys. reach: as in is_causal."""
    index = torch.arange(tokens, device=device)
    t, s = index[:, None], index[None, :]
    if mask == "formula":
        return (evaluate(reach[0], {**reach[1], "i": t, "j": s}) != 0).expand(tokens, tokens)
    if mask == "window" and isinstance(reach, tuple):
        return window(t, s, tokens, *reach)
    if mask == "bca":
        return (s <= t) & (s // reach >= t // reach - 1)
    if mask == "three_blocks":
        return (t // reach - s // reach).abs() <= 1
    if mask in ("causal", "document"):  # seen_keys masks other documents
        return s <= t
    if mask == "window":
        return (t - s).abs() <= reach // 2
    if mask == "chunk":
        tokens, causal = reach if isinstance(reach, tuple) else (reach, False)
        return (t // tokens == s // tokens) & ((s <= t) if causal else True)
    if mask == "lambda":
        return (s <= t) & ((t - s < reach[0]) | (s < reach[1]))
    return (t == t) & (s == s)


def documents(tokens, separator):
    """The document number of each token of a sequence [T]. A separator is the last token of its document (Krell et al.
    2021)."""
    ends = (tokens == separator).long()
    return ends.cumsum(0) - ends


def same_length(model, tokens, device=None):
    """A mask with the same number of visible keys for every query (Dai et al. 2019). With a memory of M rows, a query
    sees M keys including its own position, or M keys and its own position: the two implementations of the paper
    differ."""
    index = torch.arange(tokens, device=device)
    most = {"memory": model.memory, "memory_and_self": model.memory + 1}.get(model.same_length, 0)
    return index[:, None] - index[None, :] < (most if model.memory and most else tokens)


def seen_keys(model, ids, tokens, begin=0, device=None):
    """The mask that combines all options that hide keys. ids [T]: the sequence. Tokens before `begin` are visible only
    to themselves."""
    seen = visible(model.mask, tokens, model.reach, device) & same_length(model, tokens, device)
    if model.mask == "document":
        of = documents(ids, model.separator)
        seen = seen & (of[:, None] == of[None, :])
    if begin:
        index = torch.arange(tokens, device=device)
        seen = seen & (index >= begin) | (index[:, None] == index[None, :])
    return seen


def log_n(seen, keys, at_least_one):
    """ln n / ln m for each query, where n is its number of visible keys and m is `keys`."""
    tau = torch.log(seen.sum(-1, keepdim=True).double()) / math.log(keys)
    return tau.clamp_min(1) if at_least_one else tau


def scaled(model, logits, seen, w):
    """The logits [.., T query, T key] times their scale. seen: the attention mask; w: the parameters of the attention by
    short name."""
    depth = model.width // model.heads
    if model.scale == "formula":
        n = seen.sum(-1)
        factor = evaluate_heads(model.scale_line, model.scale_declared, below(w, "scale."), model.heads,
                                {**model.scale_numbers, "n": n, "dk": depth}, n)
        return logits * factor.to(logits.dtype)[..., None]
    scale = model.times if model.scale == "log_n" else model.scale
    logits = logits * {"one": 1, "inverse_sqrt_2d": 1 / math.sqrt(2 * depth)}.get(scale, 1 / math.sqrt(depth))
    if model.scale == "log_n":
        logits = logits * log_n(seen, model.scale_keys, model.at_least_one).to(logits.dtype)
    return logits
