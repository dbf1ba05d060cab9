# pyright: basic
"""Model: a trained model as a torch.nn.Module."""
from typing import Any

import numpy
import torch

from ..errors import Refused
from .config import TASKS, below
from .head import logits_of
from .positions import by_reader, draws_of
from .recurrent import recurrent_forward
from .stack import perceiver_io, rows_of_memory, run_stack

END = 1  # the end token of targets, if the data have such a token


def shapes_of(module):
    """Names and shapes of a module's own parameters, for its repr."""
    return ", ".join(f"{name}: {list(array.shape)}" for name, array in module._parameters.items())


class Part(torch.nn.Module):
    """One part of a parameter name, such as "attention" in block.0.attention.query, with everything below it."""

    def extra_repr(self):
        return shapes_of(self)


def plant(module, name, array):
    """Adds the parameter a.b.c to a tree of modules, so that state_dict has the names of the file."""
    *path, last = name.split(".")
    for part in path:  # not add_module: a parameter may have the same name as a module
        module = module._modules.setdefault(part, Part())
    # Not register_parameter: it rejects names of module methods, such as a formula's parameter "half".
    module._parameters[last] = torch.nn.Parameter(torch.tensor(numpy.array(array)))


def laid_out(model, given, target):
    """The tokens [B,T] that the model reads, and the index of the first output among them.

    Encoders read the input, computation tokens, and one empty token per output. Autoregressive encoders read one empty
    token and then the outputs; the token before an output predicts it. With model.decode in_place, encoders read only
    the input, and each token predicts one output. Decoders read the input and the outputs except the last. If the input
    does not end with a separator token, decoders read an empty token in its place. They read no computation tokens."""
    batch, n = given.shape
    empty = model.symbols - 1
    fill = lambda symbol, count: given.new_full((batch, count), symbol)
    if model.architecture == "perceiver_io":  # one empty token per output
        return fill(empty, target.shape[1]), 0
    if model.architecture == "encoder_decoder":  # the encoder reads the input
        return torch.cat([fill(END if model.begins_with_end else empty, 1), target[:, :-1]], 1), 0
    if model.architecture in ("decoder", "perceiver_ar"):
        parts = [given] + ([] if model.separated else [fill(empty, 1)])
        return torch.cat(parts + [target[:, :-1]], 1), sum(x.shape[1] for x in parts) - 1
    if model.in_place:
        return given, 0
    thought = fill(empty - 1, model.steps * n)
    rest = [fill(empty, 1), target] if model.autoregressive else [fill(empty, target.shape[1])]
    return torch.cat([given, thought, *rest], 1), n + model.steps * n


def checked(ids, kinds, what):
    """Checks token ids [B,T], which must be below `kinds`, and converts them to int64. what: a prefix for errors."""
    if not isinstance(ids, torch.Tensor) or ids.dim() != 2 or ids.is_floating_point() or ids.is_complex():
        found = f"{list(ids.shape)} of {ids.dtype}" if isinstance(ids, torch.Tensor) else type(ids).__name__
        raise Refused(f"{what}: expected a tensor of ids [B, n], whole numbers, found {found}")
    ids = ids.long()
    wrong = ids[(ids < 0) | (ids >= kinds)]  # torch would count negative indices from the end
    if len(wrong):
        raise Refused(f"{what}: token {wrong[0].item()}: the model has the tokens 0..{kinds - 1}")
    return ids


class Model(torch.nn.Module):
    """A trained model. Its parameters have the names and the dtype of model.safetensors. The model computes in this
    dtype, on the device of the parameters; double() converts it to double precision. It has no dropout; to train it
    further, add your own. Experts route tokens as in training after train(), and as in evaluation after eval(). To
    collect the auxiliary losses of experts, set settings.auxiliary = [] before a forward pass in training; the pass
    appends the losses."""

    def __init__(self, settings, arrays):
        super().__init__()
        self.settings = settings
        for name, array in arrays.items():
            plant(self, name, array)

    def extra_repr(self):
        return shapes_of(self)

    def forward(self, given, outputs=None, target=None, positions=None):
        """Logits [B, m, C] of the m outputs for inputs `given`, token ids [B, n].

        outputs: m, by default the number of outputs of the task for n tokens.
        target: token ids [B, m], which only autoregressive models read. Without a target they decode greedily.
        Encoders, recurrent networks and Perceiver IO read the input and m empty tokens and predict all outputs at once.
        positions: required if the run draws positions at random. T is the number of tokens that the model reads: n + m
        for an encoder, all tokens before the last output for a decoder. Possible values:
        - positions [T], as `lengthen inspect positions randomized --length T --json` prints them
        - distances [2T-1], for encodings that read distances
        - positions [B, T], if they differ between sequences
        - a dict of such arrays, with the names of `lengthen inspect probe`: "embedding" or the index of a block,
          "source.0" for the encoder of an encoder-decoder, "cross.queries" and "cross.keys"
        - for a single input, a list with one list per block, as `lengthen inspect logits --json` prints it"""
        model = self.settings
        given = checked(given, self._kinds(sources=True), "input")
        if target is not None:
            target = checked(target, max(model.classes, model.symbols), "target")
            outputs = target.shape[1]
            if len(target) != len(given):
                raise Refused(f"target: {len(target)} sequences for {len(given)} inputs")
        outputs = self._outputs(given.shape[1], outputs)
        if not given.shape[1]:
            raise Refused("input: expected a token or more")
        if not outputs or not len(given):
            return next(self.parameters()).new_zeros(len(given), outputs, model.classes)
        answers = model.architecture in ("decoder", "perceiver_ar", "encoder_decoder") or model.autoregressive
        if target is not None or not answers:
            return self._answer(given, given.new_zeros(len(given), outputs) if target is None else target, positions)
        if positions is not None:
            raise Refused("positions: an autoregressive model needs a target with them, as model(ids, target=..., positions=...)")
        rows, said = [], given[:, :0]
        for _ in range(outputs):
            rows.append(self._answer(given, torch.cat([said, given.new_zeros(len(given), 1)], 1), None)[:, -1:])
            said = torch.cat([said, rows[-1].argmax(-1)], 1)
        return torch.cat(rows, 1)

    def read(self, tokens, positions=None, source=None):
        """Logits [B, T, C] at every token of `tokens`, ids [B, T]. The logits of a decoder predict the next token.
        source: the input of the encoder, for an encoder-decoder. positions: as in forward."""
        model = self.settings
        if model.architecture.startswith("perceiver"):
            raise Refused(f"architecture: {model.architecture} has logits only at outputs: call the model instead")
        if model.architecture == "recurrent" and model.store == "tape":
            raise Refused("store: a tape needs to know the length of the input: call the model instead")
        tokens = checked(tokens, self._kinds(), "tokens")
        if model.architecture == "encoder_decoder":
            if source is None:
                raise Refused("architecture: encoder_decoder needs a source, as read(tokens, source=input)")
            source = checked(source, self._kinds(sources=True), "source")
        if 0 in tokens.shape:
            return next(self.parameters()).new_zeros(*tokens.shape, model.classes)
        return self.logits_at(tokens, 0, tokens.shape[1], positions, source, tokens.shape[1])

    def _kinds(self, sources=False):
        """The number of token ids that the model reads, or that its encoder reads."""
        own = {"encoder_decoder": "encoder.", "perceiver_io": "input."}.get(self.settings.architecture)
        if sources and own and not self.settings.shared:
            return len(dict(self.named_parameters())[own + "embedding.weight"])
        return self.settings.symbols

    def _outputs(self, n, outputs):
        model = self.settings
        if outputs is None and model.in_place:
            outputs = n
        if outputs is None and model.data in TASKS:
            outputs = TASKS[model.data][0](n)
        if outputs is None:
            raise Refused(f"outputs: their number is unknown for data: {model.data}; expected outputs=...")
        if not isinstance(outputs, int) or not 0 <= outputs or (model.mean_of_latents and outputs > 1):
            raise Refused(f"outputs: expected {'0 or 1' if model.mean_of_latents else '0 or more'}, found {outputs}")
        if model.in_place and outputs not in (0, n):
            raise Refused(f"outputs: with model.decode: in_place, {n} tokens have {n} outputs, not {outputs}")
        return outputs

    def _answer(self, given, target, positions):
        tokens, first = laid_out(self.settings, given, target)
        apart = self.settings.architecture in ("encoder_decoder", "perceiver_io")
        return self.logits_at(tokens, first, target.shape[1], positions, given if apart else None, given.shape[1])

    def _reads_apart(self, positions):
        """Do sequences of a batch have different positions or masks, so that each must be computed alone?"""
        model = self.settings
        given = positions.values() if isinstance(positions, dict) else [] if positions is None else [positions]
        return any(own.mask == "document" or own.positions == "document" for own in model.of_blocks) or any(
            numpy.ndim(x) == 2 for x in given)

    def _stack(self, weights, prefix):
        """The parameters of a stack, including the token tables if all stacks share them."""
        tables = {name: w for name, w in weights.items() if name.startswith("embedding.") and self.settings.shared}
        return {**tables, **below(weights, prefix)}

    def logits_at(self, tokens, first, outputs, positions: Any = None, source=None, inputs=0, past=None):
        """Logits [B,m,C] at the m = `outputs` positions from `first` on, for sequences [B,T]. source: tokens [B,n] of the
        second stack; inputs: the number of input tokens; past: the memory of each block, as in run_blocks."""
        model = self.settings
        model.training = self.training
        if len(tokens) > 1 and self._reads_apart(positions):
            of = lambda x, i: x[i] if numpy.ndim(x) == 2 else x
            all_of = lambda i: {name: of(x, i) for name, x in positions.items()}
            return torch.cat([self.logits_at(tokens[i : i + 1], first, outputs,
                                             all_of(i) if isinstance(positions, dict) else of(positions, i),
                                             None if source is None else source[i : i + 1], inputs, past)
                              for i in range(len(tokens))])
        weights = dict(self.named_parameters())
        if model.architecture == "recurrent":
            return recurrent_forward(model, weights, tokens, first, outputs, inputs)
        if any("g" in letters for letters in model.order) and tokens.shape[1] > model.rows_of_gating:
            raise Refused(f"gating.length: {tokens.shape[1]} tokens, expected at most {model.rows_of_gating}")
        lengths = {"": tokens.shape[1] + (rows_of_memory(model, past) if past else 0),
                   "source.": 0 if source is None else source.shape[1]}
        if len(tokens) == 1:
            positions = by_reader(model, positions)
        draws, stack = draws_of(model, weights, positions, lengths, tokens[0]), self._stack(weights, model.prefix)
        if model.architecture == "perceiver_io":
            h = perceiver_io(model, stack, self._stack(weights, "input."), tokens, source, draws)
        elif model.architecture == "encoder_decoder":
            read = run_stack(model.sources, self._stack(weights, "encoder."), source, below(draws, "source."))
            h = run_stack(model, stack, tokens, draws, read)
        else:
            h = run_stack(model, stack, tokens, draws, past=past, begin=first)
        return logits_of(model, stack, h[:, first : first + outputs])
