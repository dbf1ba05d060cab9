# pyright: basic
"""Positions of tokens: which parts of a model read them, and their defaults."""
import numpy
import torch

from ..errors import Refused
from .config import POSITION_TABLES, READ_DISTANCES, READ_POSITIONS, below
from .masks import documents


def readers(model):
    """The parts of a model that read positions, as triples: settings, stream ("" or "source."), name."""
    streams = [("", model)] + [("source.", model.sources)] * (model.architecture in ("encoder_decoder", "perceiver_io"))
    found = []
    for stream, settings in streams if model.architecture != "recurrent" else []:
        if settings.encoding in ("sinusoid", "learned"):
            found.append((settings, stream, "embedding"))
        else:
            found += [(own, stream, str(i)) for i, own in enumerate(settings.of_blocks)
                      if own.encoding in (*READ_DISTANCES, *READ_POSITIONS)]
    if model.cross is not None:
        found += [(model, "", "cross.queries"), (model.sources, "source.", "cross.keys")]
    return found


def name_of(stream, name):
    """The name of a reader's positions. A probe of the program names this array "positions." and the name."""
    return name if name.startswith("cross.") else stream + name


def of_documents(ids, separator):
    """Positions that restart at 0 in each document of a sequence [T]."""
    index, of = torch.arange(len(ids), device=ids.device), documents(ids, separator)
    begins = torch.cat([of.new_ones(1, dtype=torch.bool), of[1:] != of[:-1]])
    return index - (index * begins).cummax(0).values


def usual(own, stream, name, tokens, ids):
    """The positions of a sampler that is not random. A random sampler raises Refused."""
    if own.positions == "document":
        return of_documents(ids, own.law["separator"])
    if own.positions != "standard":
        raise Refused(f"positions: {own.positions} draws positions at random: pass those of '{name_of(stream, name)}', "
                      "as model(ids, positions=[...]), one number per token; `lengthen inspect logits RUN --input "
                      "'0 1' --json` prints those of an input")
    chunked = own.mask == "chunk" and not stream and not name.startswith("cross.")  # restart in each chunk
    return torch.arange(tokens) % (min(own.chunk, tokens) if chunked else tokens)


def by_reader(model, positions):
    """Converts a list of positions for each block to a dict by reader. A single list applies to all readers."""
    listed = isinstance(positions, (list, tuple)) and any(isinstance(row, (list, tuple)) for row in positions)
    if not listed and getattr(positions, "ndim", 0) != 2:
        return positions
    names = [name for _, stream, name in readers(model) if not stream and not name.startswith("cross.")]
    if len(positions) not in (1, len(names)):
        raise Refused(f"positions: {len(positions)} lists for one sequence; expected one, or one for each of "
                      f"{', '.join(names) or 'no blocks'}")
    return positions[0] if len(positions) == 1 else dict(zip(names, positions))


def given(positions, stream, name):
    """The positions that the caller gave for a reader, or None."""
    if not isinstance(positions, dict):
        return None if stream else positions
    full = name_of(stream, name)
    return positions.get(full, positions.get(int(full) if full.isdigit() else full))


def draws_of(model, weights, positions, lengths, ids):
    """The positions [T] of every reader by name, or for some encodings distances [2T-1], in double precision.
    positions: the positions that the caller gave; lengths: the number of tokens of each stream; ids [T]: the sequence;
    weights: all parameters by name."""
    draws = {"ids": ids}
    for own, stream, name in readers(model):
        tokens, full, draw = lengths[stream], name_of(stream, name), given(positions, stream, name)
        draw = usual(own, stream, name, tokens, ids) if draw is None else draw
        try:
            draw = draw if isinstance(draw, torch.Tensor) else torch.tensor(numpy.array(draw, float))
            draw = draw.to(ids.device, torch.float64)
        except (TypeError, ValueError, RuntimeError) as error:
            raise Refused(f"positions of '{full}': expected numbers ({error})") from None
        distances = own.encoding in READ_DISTANCES and not name.startswith("cross.") and not own.width_of_distances
        if tuple(draw.shape) not in [(tokens,)] + [(2 * tokens - 1,)] * distances or not bool(draw.isfinite().all()):
            wanted = f"{tokens} numbers{' or distances' if distances else ''}"
            raise Refused(f"positions of '{full}': expected {wanted}, found shape {tuple(draw.shape)}")
        prefix = "encoder." if stream and model.architecture == "encoder_decoder" else model.prefix
        table = weights.get(prefix + own.owner + POSITION_TABLES.get(own.encoding, ""))
        if table is not None and tokens and not 0 <= draw.min() <= draw.max() < len(table):
            raise Refused(f"positions of '{full}': {draw.max():g} is outside the table of {len(table)} rows")
        draws[full] = draw
    if model.cross is not None:
        draws["cross"] = draws["cross.queries"], draws["cross.keys"], below(weights, "cross.")
    return draws
