# pyright: basic
"""Token embeddings and output heads."""
from typing import Any

import torch

from .sublayers import mapped


def token_vectors(model, weights, tokens):
    """Token vectors: rows of the table. With adaptive input (Baevski & Auli 2019), each cluster of ids has a table,
    whose rows are projected to the model width."""
    if "embedding.weight" in weights:
        vectors = weights["embedding.weight"][tokens]
        return vectors @ weights["embedding.projection"] if "embedding.projection" in weights else vectors
    vectors = []
    for i, (begin, end) in enumerate(zip([0, *model.cutoffs], [*model.cutoffs, model.symbols])):
        table = weights[f"embedding.cluster.{i}.weight"][: end - begin]
        vectors.append(table @ weights[f"embedding.cluster.{i}.projection"] if model.divisor > 1 else table)
    return torch.cat(vectors)[tokens]


def adaptive_softmax(model, weights, read):
    """Log probabilities of all ids (Grave et al. 2017). The first softmax covers the short list and the
    clusters. An id of a cluster has the log probability of the cluster plus its log probability within the cluster."""
    result: list[Any] = []
    short_list: Any = None
    for i, (begin, end) in enumerate(zip([0, *model.cutoffs], [*model.cutoffs, model.classes])):
        x, table = read, weights[f"{'embedding' if model.token_tables == 'tied' else 'readout'}.cluster.{i}.weight"]
        if model.divisor > 1:
            x = x @ weights[f"{'readout' if model.own_map(i) else 'embedding'}.cluster.{i}.projection"].T
        columns = end - begin + (len(model.cutoffs) if i == 0 else 0)
        z = x @ table[:columns].T + weights.get(f"readout.cluster.{i}.bias", 0)
        inner = z - torch.logsumexp(z, -1, keepdim=True)
        if i == 0:
            short_list = inner
            result.append(inner[..., :end])
        else:
            result.append(inner + short_list[..., model.cutoffs[0] + i - 1 : model.cutoffs[0] + i])
    return torch.cat(result, -1)


def logits_of(model, weights, read):
    """The logits [B,m,C] of rows `read` [B,m,d]. weights: the parameters of the stack by name."""
    if model.head == "tied":
        read = read @ weights["embedding.projection"].T if "embedding.projection" in weights else read
        logits = model.head_scale * read @ weights["embedding.weight"][: model.classes].T
        return logits + weights["readout.bias"] if model.head_bias else logits
    return adaptive_softmax(model, weights, read) if model.head == "adaptive" else mapped(read, weights, "readout")
