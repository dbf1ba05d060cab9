# pyright: basic
"""The parts of sublayers: norms, linear maps, channel mixers and residual connections. w: parameters by short name."""
import math

import torch

from ..formula import evaluate
from .config import GATES

# The activation of each mixer. In a gated mixer, the activation is applied to the gate.
FUNCTIONS = {"relu": lambda relu, x: relu(x), "gelu": lambda relu, x: gelu(x),
             "gelu_tanh": lambda relu, x: gelu_tanh(x), "swish": lambda relu, x: x * torch.sigmoid(x),
             "squared_relu": lambda relu, x: x.clamp_min(0) ** 2,
             "glu": lambda relu, x: torch.sigmoid(x), "bilinear": lambda relu, x: x, "reglu": lambda relu, x: relu(x),
             "geglu": lambda relu, x: gelu(x), "swiglu": lambda relu, x: x * torch.sigmoid(x)}


def activated(model, x, gate):
    """The hidden layer of a channel mixer, from the output x of its first map. gate(): computes the gate's map."""
    if model.mixer == "formula":
        line, numbers = model.activation
        return evaluate(line, {**numbers, "x": x}).to(x.dtype)
    if model.mixer in GATES:
        return FUNCTIONS[model.mixer](model.relu, gate()) * x
    return FUNCTIONS[model.mixer](model.relu, x)


def gelu(x):
    return x * (1 + torch.erf(x / math.sqrt(2))) / 2


def gelu_tanh(x):
    return x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def normalised(model, x, w, name):
    """x after the model's norm, with the parameters called `name` in w."""
    if model.norm == "layer_norm":
        x = x - x.mean(-1, keepdim=True)
    x = x / torch.sqrt((x**2).mean(-1, keepdim=True) + model.epsilon)
    return x * w[f"{name}.scale"] + w.get(f"{name}.offset", 0)


def mapped(x, w, name):
    """x after the linear map called `name` in w."""
    return x @ w[name] if name in w else x @ w[f"{name}.weight"] + w[f"{name}.bias"]


def feed_forward(model, w, x):
    """The channel mixer (feed-forward network)."""
    f = activated(model, mapped(x, w, "feed_forward.1"), lambda: mapped(x, w, "feed_forward.gate"))
    if model.inner["hidden_norm"]:
        f = normalised(model, f, w, "feed_forward.norm")
    return mapped(f, w, "feed_forward.2")


def deepnorm_alpha(layers, stacks, encoder):
    """The factor alpha of Wang et al. 2022, figure 2. Two stacks must have the same number of layers."""
    if stacks == 1:
        return (2 * layers) ** 0.25
    return 0.81 * (layers**4 * layers) ** 0.0625 if encoder else (3 * layers) ** 0.25


def residual(model, w, number, x, f, bottom, encoder):
    """The residual connection of x and f, where f is the output of sublayer `number` of a block. w: the parameters of
    the block; bottom: the input of the layer if this is the last of several sublayers of the layer, else None; encoder:
    is this the encoder of an encoder-decoder?"""
    layers = len(model.layers)
    if model.residual == "rezero":  # Bachlechner et al. 2021
        return x + w[f"residual{number}.scale"] * f
    if model.residual == "channel" and f"residual{number}.scale" in w:
        return w[f"residual{number}.scale"] * x + f
    if model.residual == "deepnorm":
        return deepnorm_alpha(layers, 2 if model.architecture == "encoder_decoder" else 1, encoder) * x + f
    if model.residual == "b2t" and bottom is not None:
        return bottom + x + f
    if model.residual == "scalar" and bottom is not None:  # the code of Takase et al. 2022
        return min(layers**-0.15, layers / 12) * bottom + model.width**-0.2 * (x + f)
    return x + f
