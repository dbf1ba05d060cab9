# pyright: basic
"""Recurrent networks and their external memories: stacks and tapes."""
from typing import Any

import torch

from .config import below
from .sublayers import mapped


def elman_step(w, x, state, relu):
    """One step of an Elman network. Returns the output and the new states. x [B,I]: one-hot rows; state: [B,K]."""
    h, = state
    h = relu(x @ w["input.weight"] + w["input.bias"] + h @ w["state.weight"] + w["state.bias"])
    return h, (h,)


def lstm_step(w, x, state, relu):
    """One step of an LSTM. A linear map of x and h gives the input gate, candidate, forget gate and output gate, in
    this order."""
    h, c = state
    z = torch.cat([x, h], 1) @ torch.cat([w["input.weight"], w["state.weight"]]) + w["input.bias"]
    i, g, f, o = z.chunk(4, 1)
    c = torch.sigmoid(f + 1) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    return h, (h, c)


class Stack:
    """K stacks of cells in R^C, all zero at first (Joulin & Mikolov 2015). A step mixes push, pop and noop with weights
    p."""

    def __init__(self, w, options, batch, tokens, inputs, relu):
        self.w, self.k, self.c = w, options["count"], options["columns"]
        self.joint, cells = options["joint"], options["cells"] or tokens
        self.cells = w["actions.bias"].new_zeros(batch, self.k, cells, self.c)

    def read(self):
        return self.cells[:, :, 0].flatten(1)

    def move(self, h):
        batch = len(h)
        actions = h @ self.w["actions.weight"] + self.w["actions.bias"]
        p = torch.softmax(actions if self.joint else actions.view(batch, self.k, 3), -1).view(batch, self.k, 3)
        push, pop, noop = (p[..., i, None, None] for i in range(3))
        pushed = (h @ self.w["write.weight"] + self.w["write.bias"]).view(batch, self.k, 1, self.c)
        zero = torch.zeros_like(pushed)
        above = torch.cat([pushed, self.cells[:, :, :-1]], 2)
        below = torch.cat([self.cells[:, :, 1:], zero], 2)
        self.cells = push * above + pop * below + noop * self.cells


class Tape:
    """K tapes (Baby-NTM): rings of cells in R^C. At first all cells are zero and the head is at cell 0. Each action
    writes, then moves."""

    def __init__(self, w, options, batch, tokens, inputs, relu):
        self.w, self.k, self.c, self.inputs, self.relu = w, options["count"], options["columns"], inputs, relu
        self.cells: Any = w["actions.bias"].new_zeros(batch, self.k, options["cells"], self.c)

    def read(self):
        return self.cells[:, :, 0].flatten(1)

    def move(self, h):
        batch = len(h)
        layer = lambda x, i: x @ self.w[f"write.{i}.weight"] + self.w[f"write.{i}.bias"]
        hidden = self.relu(layer(self.relu(layer(h, 1)), 2))
        written = layer(hidden, 3).view(batch, self.k, 1, self.c)
        actions = (h @ self.w["actions.weight"] + self.w["actions.bias"]).view(batch, self.k, 5)
        p = torch.softmax(actions, -1)
        m = torch.cat([written, self.cells[:, :, 1:]], 2)
        moves = (0, -1, 1, -self.inputs, self.inputs)  # stay, left, right, jump left, jump right
        self.cells = sum(p[..., i, None, None] * torch.roll(m, move, 2) for i, move in enumerate(moves))


class RunStack:
    """The stack of a nondeterministic automaton (DuSell & Chiang 2020), computed directly from the sums of the paper:
    gamma[i, t] is [B,Q,S,Q,S], the total weight of all runs from a configuration at time i to one at time t."""

    def __init__(self, w, options, batch, tokens, inputs, relu):
        self.w, self.q, self.s = w, options["states"], options["symbols"]
        self.states, self.gamma, self.t = options["reading"] == "states", {}, 0
        start = w["actions.bias"].new_zeros(batch, self.q, self.s)
        start[:, 0, 0] = 1
        self.alpha, self.reading = [start], start.new_zeros(batch, self.q * self.s if self.states else self.s)

    def read(self):
        return self.reading

    def move(self, h):
        q, s, batch = self.q, self.s, len(h)
        weights = torch.softmax(h @ self.w["actions.weight"] + self.w["actions.bias"], -1)
        push, pop, replace = weights.split([(q * s) ** 2, q * q * s, (q * s) ** 2], -1)
        replace, pop = replace.view(batch, q, s, q, s), pop.view(batch, q, s, q)
        self.t += 1
        now, g = self.t, self.gamma
        for i in range(now - 1):
            total = torch.einsum("bqxsz,bszry->bqxry", g[i, now - 1], replace)
            for k in range(i + 1, now - 1):
                total = total + torch.einsum("bqxuy,buysz,bszr->bqxry", g[i, k], g[k, now - 1], pop)
            g[i, now] = total
        g[now - 1, now] = push.view(batch, q, s, q, s)
        self.alpha.append(sum(torch.einsum("bqx,bqxry->bry", self.alpha[i], g[i, now]) for i in range(now)))
        v = self.alpha[-1].flatten(1) if self.states else self.alpha[-1].sum(1)
        self.reading = v / (v.sum(-1, keepdim=True) + 0.001)


def recurrent_forward(model, weights, tokens, first, outputs, inputs):
    """Logits of a recurrent network, which starts from zero states. At each step it reads a one-hot token and the value
    read from its memory. inputs: the number of input tokens, which is the jump width of a tape."""
    step, states = {"elman": (elman_step, 1), "lstm": (lstm_step, 2)}[model.cell]
    w, read, store = below(weights, "recurrent."), [], None
    x = torch.nn.functional.one_hot(tokens, model.symbols).to(w["input.bias"].dtype)
    state = (x.new_zeros(len(tokens), model.hidden),) * states
    if model.store != "none":
        kind = {"stack": Stack, "tape": Tape, "nd_stack": RunStack}[model.store]
        store = kind(w, model.store_options, len(tokens), tokens.shape[1], inputs, model.relu)
        w = {**w, "input.weight": torch.cat([w["input.weight"], w["reading.weight"]])}
    for t in range(first + outputs):
        h, state = step(w, x[:, t] if store is None else torch.cat([x[:, t], store.read()], 1), state, model.relu)
        read.append(h)
        if store is not None:
            store.move(h)
    return mapped(model.relu(torch.stack(read[first:], 1)), weights, "readout")
