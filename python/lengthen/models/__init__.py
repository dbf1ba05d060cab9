# pyright: basic
"""The models of lengthen in PyTorch, written from the papers. The code prefers the obvious form to a fast form. It
shares nothing with the C library, because tools/oracle.py verifies the library with it. PyTorch is imported when a
model is created.

Sources: Vaswani et al. 2017 (encoder and decoder); Ruoss et al. 2023, "Randomized Positional Encodings Boost Length
Generalization of Transformers" (encoder block and its encodings); Dai et al. 2019 (relative attention, memory); Press
et al. 2022 (ALiBi, with the half step by which Ruoss et al.'s code distinguishes left and right); Su et al. 2021
(rotary); Csordas et al. 2022 (geometric attention); Raffel et al. 2020 (T5's bias and tied head); Grave et al. 2017
(adaptive softmax); Baevski & Auli 2019 (adaptive input); Chi et al. 2022 (KERPLE); Shaw et al. 2018 (vectors per
clipped distance); Golovneva et al. 2024 (CoPE); Lin et al. 2025 (forget gates); Li et al. 2023 (FIRE); Su 2021 (log-n
scaling); Xiong et al. 2020 (pre-norm); Zhang & Sennrich 2019 (RMS norm); Takase et al. 2022 (B2T); Wang et al. 2022
(DeepNorm); So et al. 2021 (Primer); Wu et al. 2019 (lightweight and dynamic convolution); Bachlechner et al. 2021
(ReZero); Shleifer et al. 2021 (NormFormer); Xie et al. 2023 (ResiDual); Huang et al. 2020 (T-Fixup); Devlin et al. 2019
and Le Scao et al. 2022 (norms of embeddings); Dehghani et al. 2019 (Universal Transformer); Lan et al. 2020 (ALBERT);
Shazeer 2020 (gated feed-forward networks); Delétang et al. 2023 (recurrent networks).

Shapes: B batch, T tokens, d width, H heads, D = d/H, G key heads. A matrix is stored as [fan_in, fan_out], used as x @ W.
"""
from typing import Any

from ..calls import evaluated
from ..errors import FileError, Missing, Refused
from .._types import Path
from ..run import Run
from ..tables import missing
from .config import Settings
from .shapes import check_shapes


def opened_model(where, config, arrays):
    """The module for a config and its parameters by name. where: a prefix for error messages."""
    settings = Settings(config)
    check_shapes(where, settings, {name: tuple(array.shape) for name, array in arrays.items()})
    kinds = {str(array.dtype) for array in arrays.values()}
    if kinds not in ({"float32"}, {"float64"}):
        found = ", ".join(sorted(kinds)) or "none"
        raise FileError(f"{where}: expected parameters of one type, F32 or F64, found {found}")
    try:
        from .module import Model
    except ImportError as error:
        if error.name != "torch":
            raise
        raise Missing(missing("a model as a module", "torch", "torch")) from None
    return Model(settings, arrays)


def torch_model(run: Run | Path, checkpoint: str | int | None = None) -> Any:
    """The trained model of a run (a Run or its path) as a torch.nn.Module. The module computes the logits of `lengthen
    inspect logits`: model(ids) for inputs [B, n], model.read(tokens) for whole sequences. checkpoint: as in Run.model.
    The options in eval.with of the run are applied.

    Every model of lengthen is supported, and tests compare all models with the library. Refused is raised if the
    program would reject the config. FileError is raised if the parameters do not match the config.
    """
    run = run if isinstance(run, Run) else Run(run)
    changes = run.config.get("eval.with")
    config = evaluated(run.path, changes) if changes else run.config
    return opened_model(run.path, config, run.model(checkpoint)).eval()
