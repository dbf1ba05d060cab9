# pyright: basic
"""Sublayers with experts (Switch, BASE) or with spatial gating."""
import math

import torch

from .sublayers import activated, gelu, mapped, normalised


def mixer_of_experts(model, w, name, x, expert):
    """The channel mixer with the maps of each token's expert. expert: integers [B,T]; -1 means none and gives 0."""
    y, maps = torch.zeros_like(x), tuple(f"{name}.{part}" for part in ("1", "2", "gate"))
    for e in range(model.experts["count"]):
        own = {of: weights[e] for of, weights in w.items() if of.startswith(maps)}
        rows = x[expert == e]
        f = activated(model, mapped(rows, own, maps[0]), lambda: mapped(rows, own, maps[2]))
        y[expert == e] = mapped(f, own, maps[1])
    return y


def greedy_experts(choice, slots):
    """The expert of each token of a sequence, or -1 if the chosen expert already has `slots` tokens. choice: the id of
    the chosen expert of each token."""
    taken, result = {}, []
    for e in choice:
        taken[e] = taken.get(e, 0) + 1
        result.append(e if taken[e] <= slots else -1)
    return result


def slots_of(model, tokens):
    """The capacity of an expert for a sequence of this many tokens, in training or in evaluation."""
    factor = model.experts["capacity" if model.training else "capacity_eval"]
    if factor < 0:
        factor = 0 if model.is_causal else 2
    share = math.floor(min(tokens, tokens * factor / model.experts["count"]))
    return max(int(model.experts["capacity_least"]), share) if factor > 0 else tokens


def switch(model, w, x):
    """Switch layers (Fedus, Zoph & Shazeer 2021): top-1 routing, where each sequence is a group. In training, the
    auxiliary losses are appended to model.auxiliary."""
    count = model.experts["count"]
    logits = x @ w["experts.router"]
    p = torch.softmax(logits, -1)
    choice, slots = logits.argmax(-1), slots_of(model, x.shape[1])
    expert = torch.tensor([greedy_experts(row.tolist(), slots) for row in choice], device=x.device)
    if model.training and model.auxiliary is not None:
        share = torch.nn.functional.one_hot(choice, count).to(x.dtype).mean(1)
        balance = count * (share * p.mean(1)).sum(-1)
        squares = (torch.logsumexp(logits, -1) ** 2).mean(-1)
        model.auxiliary.append((model.experts["balance"] * balance + model.experts["z_loss"] * squares).sum())
    return p.gather(-1, choice[..., None]) * mixer_of_experts(model, w, "experts", x, expert)


def cheapest(cost):
    """The column of each row in the assignment with the smallest total cost (algorithm of Kuhn and Munkres). cost: a
    square matrix as a list of rows."""
    n = len(cost)
    u, v, match = [0.0] * (n + 1), [0.0] * (n + 1), [0] * (n + 1)
    for i in range(1, n + 1):
        match[0], j0, least, way, used = i, 0, [math.inf] * (n + 1), [0] * (n + 1), [False] * (n + 1)
        while match[j0]:
            used[j0], i0, delta, j1 = True, match[j0], math.inf, 0
            for j in range(1, n + 1):
                if used[j]:
                    continue
                reduced = cost[i0 - 1][j - 1] - u[i0] - v[j]
                if reduced < least[j]:
                    least[j], way[j] = reduced, j0
                if least[j] < delta:
                    delta, j1 = least[j], j
            for j in range(n + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            match[j0], j0 = match[way[j0]], way[j0]
    columns = [0] * n
    for j in range(1, n + 1):
        columns[match[j] - 1] = j - 1
    return columns


def balanced_experts(affinity):
    """The balanced assignment of a sequence's tokens to experts, from affinities [T,E]. Each expert gets T // E tokens,
    and T % E experts get one more token. Dummy rows fill the remaining places."""
    tokens, count = len(affinity), len(affinity[0])
    even, more = tokens // count, tokens % count
    places = [(e, False) for e in range(count) for _ in range(even)] + [(e, True) for e in range(count)]
    cost = [[-row[e] for e, _ in places] for row in affinity]
    cost += [[0.0 if extra else 1e9 for _, extra in places] for _ in range(count - more)]
    return [places[j][0] for j in cheapest(cost)[:tokens]]


def base_layer(model, w, x):
    """BASE layers (Lewis et al. 2021). In training all experts get the same number of tokens. In evaluation each token
    is routed to its best expert."""
    logits = x @ w["base.centroids"]
    balanced = lambda: [balanced_experts(rows.detach().tolist()) for rows in logits]
    expert = torch.tensor(balanced(), device=x.device) if model.training else logits.argmax(-1)
    z = x
    for k in range(model.experts["sublayers"]):
        z = z + mixer_of_experts(model, w, f"base.{k}", normalised(model, z, w, f"base.{k}.norm"), expert)
    return torch.sigmoid(logits.gather(-1, expert[..., None])) * (z - x)


def spatial_gating(model, w, x, causal):
    """Spatial gating (Liu et al. 2021) with deterministic routing (Yu et al. 2022): each chunk of columns has its own
    matrix over tokens."""
    tokens, width = x.shape[1], model.gated_columns
    u, v = gelu(mapped(x, w, "gating.1")).split(width, -1)
    chunks = normalised(model, v, w, "gating.norm").unflatten(-1, (model.chunks, -1))
    m = w["gating.tokens"][:, :tokens, :tokens]
    m = torch.tril(m) if causal else m
    mixed = torch.einsum("etj,bjec->btec", m, chunks) + w["gating.tokens.bias"][:, :tokens].T[..., None]
    return mapped(u * mixed.flatten(-2), w, "gating.2")
