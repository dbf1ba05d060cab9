# pyright: basic
"""Stacks of blocks: encoders, decoders and Perceivers. draws: positions by reader (positions.py), and the tokens as
"ids"; weights: the parameters of a stack by name; w: the parameters of a block."""
import torch

from .attention import attention, cross_attention, memory_attention, stored_rows
from .config import MIXERS, below, is_causal
from .convolutions import convolution
from .encodings import sinusoid
from .experts import base_layer, spatial_gating, switch
from .head import token_vectors
from .shapes import IS_NORM, taps_of
from .sublayers import feed_forward, normalised, residual


def added_positions(model, weights, draws, tokens):
    """The position vectors that the encoding adds to the embeddings of this many tokens, or None. Every segment of a
    text has the same positions: they start again at the first position."""
    if "embedding" not in draws:
        return None
    at = draws["embedding"][:tokens]
    if model.encoding == "sinusoid":
        waves = sinusoid(at + model.first, model.width, model.base)
        waves = torch.stack(waves.chunk(2, -1), -1).flatten(-2) if model.interleaved else waves
        return model.position_factor * waves
    if model.encoding == "learned":
        return model.position_factor * weights["embedding.position"][at.long()]
    return None


def embedded(model, weights, tokens, draws):
    """Returns the embeddings [B,T,d] of tokens [B,T] including added position vectors, and these position vectors (or
    0)."""
    h = model.embedding_scale * token_vectors(model, weights, tokens)
    added = added_positions(model, weights, draws, tokens.shape[1])
    added = 0 if added is None else added.to(h.dtype)
    if model.embedding_norm == "before_positions":
        h = normalised(model, h, weights, "embedding.norm")
    h = h + added
    return normalised(model, h, weights, "embedding.norm") if model.embedding_norm == "after_positions" else h, added


def run_stack(model, weights, tokens, draws, source=None, past=None, begin=0):
    """The output [B,T,d] of a stack of blocks for tokens [B,T]; see run_blocks. begin: the first row of the latents of a
    perceiver_ar."""
    h, added = embedded(model, weights, tokens, draws)
    if model.architecture != "perceiver_ar":
        return run_blocks(model, weights, h, draws, source, past, added=added)
    keys = normalised(model, h, weights, "block.0.norm_keys") if model.block in ("pre_norm", "primer") else h
    return run_blocks(model, weights, h @ weights["latent"], draws, keys=keys, begin=begin, added=added)


def run_blocks(model, weights, h, draws, source=None, past=None, keys=None, begin=0, closed=True, added=0):
    """The output of the blocks for input h [B,T,d].
    source: the output of another stack. Each block attends to it after self-attention.
    past: the memory [B,M,d] of each block. The last rows of the block's input replace it.
    keys, begin (Perceiver AR, Hawthorne et al. 2022): the rows for keys and values of the first attention, and the
    first row that later attentions see.
    closed: apply the final norm?
    added: the position vectors of the embeddings."""
    total = h  # the sum of all sublayer outputs (Xie et al. 2023)
    layer, done = h, 0  # the input of the current layer; number of sublayers done
    begins = {sum(map(len, model.layers[:i])) for i in range(len(model.layers) + 1)}  # values of `done` at layer starts
    mixers = 0
    hidden = 0 if past is None else rows_of_memory(model, past)
    state = {"h": memory_vectors(model, weights, h.shape[0])}  # the memory rows
    plain = state["h"] is not None and model.memory_form == "plain"

    def block_of(stream, i):
        w = below(weights, f"{stream}block.{model.sets[i]}.")
        norms = below(weights, f"{stream}block.{model.norm_sets[i]}.").items()
        return {**w, **{name: x for name, x in norms if IS_NORM.search(name)}}

    for i, letters in enumerate(model.order):
        w, rest = block_of("", i), "".join(model.order[i:])
        view = model.of_blocks[i]
        causal, common = is_causal(view.mask, view.reach), {**weights, **below(weights, view.owner)}
        if state["h"] is not None and not plain and any(x in MIXERS for x in rest):
            for j, letter in enumerate(letters):
                remember(model, block_of("memory.", i), j + 1, letter, state, h, done + j in begins,
                         done + j + 1 in begins)
        if model.step_signal:  # Dehghani et al. 2019, equations 6 and 7
            h = h + (added if i > 0 else 0) + sinusoid(torch.tensor(i + 1.0, dtype=torch.float64), model.width).to(h)
        total = h if i == 0 else total
        memory, sublayers = h[:, :0], []

        def recall(x):
            """Memorizing attention of a segment. Other blocks have memory rows in front of the segment. This block has
            as many masked rows of zeros there, so that tokens have the same positions in all blocks. Updates the
            store."""
            of = below(w, "attention.")
            rows = torch.cat([x.new_zeros(x.shape[0], hidden, model.width), x], 1)
            store = x.new_zeros(x.shape[0], 0, 2 * model.key_width) if past is None else past[i]
            y = attention(view, of, rows, draws.get(str(i)), common, begin=hidden, store=store, ids=draws.get("ids"))
            if past is not None and model.kept_pairs:
                past[i] = torch.cat([store, stored_rows(view, of, x)], 1)[:, -model.kept_pairs :]
            return y[:, hidden:]

        latents = lambda apply: lambda x: torch.cat([torch.zeros_like(x[:, :begin]), apply(x[:, begin:])], 1)
        attend = lambda x: attention(view, below(w, "attention."), x, draws.get(str(i)), common,
                                     keys if i == 0 else None, begin if i else 0, beside, ids=draws.get("ids"))
        for letter in letters:
            if letter in "feb":
                apply = {"f": feed_forward, "e": switch, "b": base_layer}[letter]
                sublayers.append((letter, latents(lambda x, apply=apply: apply(model, w, x))))
                continue
            taps, mixers = taps_of(model, mixers), mixers + 1
            convolve = lambda x, letter=letter, taps=taps: convolution(model, w, letter, x, taps, causal)
            gate = lambda x: spatial_gating(model, w, x, causal)
            mix = {"s": attend, "a": attend, "k": recall, "g": gate}.get(letter, convolve)
            sublayers.append((letter, lambda x, mix=mix: mix(torch.cat([memory, x], 1))[:, memory.shape[1] :]))
            if source is not None:
                read = lambda x: cross_attention(model, below(w, "cross."), x, source, draws.get("cross"),
                                                 f"block.{model.sets[i]}.")
                sublayers.append(("c", read))
        for number, (letter, apply) in enumerate(sublayers, 1):
            given, beside = h, state["h"]
            if letter != "c" and done in begins:
                layer = h
            if letter in MIXERS and letter != "k" and past is not None and model.memory:
                memory, past[i] = past[i], torch.cat([past[i], h], 1).detach()[:, -model.memory :]
                if model.block in ("pre_norm", "primer"):
                    memory = normalised(model, memory, w, f"norm{number}")
            done += letter != "c"
            ends = done in begins and not (letter in MIXERS and source is not None)
            before = model.block == "pre_norm" or (model.block == "primer" and letter != "f")
            if beside is not None and before:
                beside = normalised(model, beside, w, f"norm{number}")
            f = apply(normalised(model, h, w, f"norm{number}") if before else h)
            f = normalised(model, f, w, f"norm{number}") if model.block == "primer" and letter == "f" else f
            bottom = layer if ends and layer is not h else None
            total = total + (w[f"residual{number}.scale"] * f if model.residual == "rezero" else f)
            h = residual(model, w, number, h, f, bottom, source is None)
            h = normalised(model, h, w, f"norm{number}") if model.block in ("post_norm", "dual_norm") else h
            if plain and any(x in MIXERS for x in rest[number:]):
                remember(model, w, number, letter, state, given, done - 1 in begins, ends)
    if model.block == "dual_norm":
        return h + normalised(model, total, weights, "norm")
    return normalised(model, h, weights, "norm") if model.block in ("pre_norm", "primer") and closed else h


def memory_vectors(model, weights, batch):
    """The initial memory rows [B,m,d], scaled like token vectors (Burtsev et al. 2020), or None."""
    if "memory_tokens.weight" not in weights:
        return None
    rows = model.embedding_scale * weights["memory_tokens.weight"]
    return rows.expand(batch, *rows.shape)


def remember(model, w, number, letter, state, tokens, begins, ends):
    """Applies one sublayer to the memory rows, which attend to tokens [B,T,d]. state: `h`, the memory rows, and
    `layer`, the memory rows at the input of the layer."""
    h, norm = state["h"], f"norm{number}"
    state["layer"] = h if begins else state["layer"]
    before = model.block == "pre_norm" or (model.block == "primer" and letter != "f")
    normed = lambda x: normalised(model, x, w, norm) if before else x
    if letter == "f":
        f = feed_forward(model, w, normed(h))
    else:
        f = memory_attention(model, below(w, "attention."), normed(h), normed(tokens))
    f = normalised(model, f, w, norm) if model.block == "primer" and letter == "f" else f
    bottom = state["layer"] if ends and state["layer"] is not h else None
    h = residual(model, w, number, h, f, bottom, True)
    state["h"] = normalised(model, h, w, norm) if model.block in ("post_norm", "dual_norm") else h


def read_rows(model, w, queries, rows, added):
    """The block of a Perceiver: queries [B,O,d] attend to rows [B,T,d], followed by a channel mixer. added: with a residual
    connection from the queries?"""
    o = cross_attention(model, below(w, "attention."), normalised(model, queries, w, "norm1"),
                        normalised(model, rows, w, "norm_keys"))
    h = queries + o if added else o
    return h + feed_forward(model, w, normalised(model, h, w, "norm2"))


def perceiver_io(model, weights, source, tokens, given, draws):
    """Perceiver IO (Jaegle et al. 2022): latents attend to the input tokens `given` [B,n], then queries, made from the
    tokens [B,O], attend to the latents. If the model has no queries, the result is the mean of the latents (Jaegle et
    al. 2021). source: the parameters for reading the input."""
    x, _ = embedded(model, source, given, below(draws, "source."))
    z = weights["latents"].expand(len(given), -1, -1)
    for _ in range(model.repeats):
        z = read_rows(model, below(weights, "encode."), z, x, True)
        z = run_blocks(model, weights, z, {}, closed=False)
    z = normalised(model, z, weights, "norm")
    if model.mean_of_latents:
        return z.mean(1, keepdim=True)
    queries, _ = embedded(model, weights, tokens, draws)
    return read_rows(model, below(weights, "decode."), queries, z, model.query_residual)


def rows_of_memory(model, past):
    """The number of memory rows in front of a segment."""
    return max([0] + [memory.shape[1] for memory, letters in zip(past, model.order) if "k" not in letters])
