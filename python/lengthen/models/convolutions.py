# pyright: basic
"""Convolutions over time: of queries, keys and values (primer), and sublayers that replace attention."""
import math
from typing import Any

import torch

from .sublayers import mapped, normalised


def shifted(x, by):
    """x [B,T,d] shifted so that row t of the result is row t + by of x, or zeros outside x."""
    zeros = torch.zeros_like(x)
    if abs(by) >= x.shape[1]:
        return zeros
    return torch.cat([x[:, by:], zeros[:, :by]], 1) if by >= 0 else torch.cat([zeros[:, :-by], x[:, :by]], 1)


def depthwise(x, kernel, centred) -> Any:
    """So et al. 2021: y_t = c_0 x_t + c_1 x_{t-1} + c_2 x_{t-2} for each column; kernel [3,d] has c_2 first. If centred,
    the kernel covers rows t-1, t and t+1."""
    behind = 1 if centred else 0
    return sum(kernel[j] * shifted(x, j - 2 + behind) for j in range(3))


def tap_weights(logits, causal, only_there, tokens):
    """The softmax over the K taps (Wu et al. 2019, equation 2) of logits [..., K, H], for each of T tokens: [..., T, K,
    H]. If only_there is true, the softmax excludes taps beyond the sequence."""
    taps = logits.shape[-2]
    before = taps - 1 if causal else taps // 2
    index = lambda count: torch.arange(count, device=logits.device)
    read = index(tokens)[:, None] + index(taps)[None, :] - before
    hidden = ((read < 0) | (read >= tokens))[..., None] & only_there
    return torch.softmax(logits.masked_fill(hidden, -math.inf), -2)


def weighted(u, weight, causal):
    """Wu et al. 2019, equations 1 and 3: u [B,T,d], weight [B or 1,T,K,H]; each head has d/H neighbouring columns."""
    taps, heads = weight.shape[-2:]
    before = taps - 1 if causal else taps // 2
    each = weight.repeat_interleave(u.shape[-1] // heads, -1)
    return sum(each[:, :, j] * shifted(u, j - before) for j in range(taps))


def convolution(model, w, letter, x, taps, causal):
    """A sublayer of light (l) or dynamic (d) convolution on x [B,T,d]. w: the parameters of the block."""
    name = {"l": "light", "d": "dynamic"}[letter]
    u = mapped(x, w, f"{name}.value")
    if model.kernel_gate:
        u = u * torch.sigmoid(mapped(x, w, f"{name}.gate"))
    if letter == "l":
        logits = w["light.kernel"][None, None].expand(1, x.shape[1], -1, -1)
    else:
        logits = mapped(u, w, "dynamic.kernel").view(*u.shape[:2], taps, model.kernels)
    weight = tap_weights(logits, causal, model.renormalised, x.shape[1])
    out = mapped(weighted(u, weight, causal), w, f"{name}.output")
    return normalised(model, out, w, f"{name}.norm") if model.inner["attention_norm"] else out
