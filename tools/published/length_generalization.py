"""The decoder of Kazemnejad et al. 2023: T5's decoder with other encodings. Its classes are imported without the
framework for experiments around them."""
import os
import sys
import types
import warnings

import numpy

from . import check

ENCODINGS = {"none": "none", "t5": "t5_relative_bias", "alibi": "alibi", "rope": "new_rotary", "sinusoid": "abs_sinusoid"}
FREE = (r"encoding|encoding\.(sides|fraction)|architecture\.vocabulary|norm\.epsilon"
        r"|model\.(width|heads|blocks|feed_forward)")
FIXED = {"architecture": "decoder", "scale": "one", "block": "pre_norm", "norm": "rms_norm", "mixer": "relu",
         "head": "tied", "head.scaled": True, "model.bias": False, "model.embedding_scale": "one"}
NEEDED = {"alibi": ("encoding.sides", "symmetric"), "rope": ("encoding.fraction", 0.25)}


def model(run):
    config, encoding = run.config, run.config["encoding"]
    if encoding not in ENCODINGS:
        raise check.Refused(f"{run.path}: encoding: {encoding}: expected {', '.join(ENCODINGS)}")
    run.check_options(FIXED, FREE)
    name, value = NEEDED.get(encoding, ("encoding", encoding))
    if config[name] != value:
        raise check.Refused(f"{run.path}: {name}: {config[name]}: the published program has {value}; train a run with it")
    if not any(name.startswith("data.") for name in config):
        raise check.Refused(f"{run.path}: data: {config['data']}: expected a text task, whose inputs end with a separator")
    return ENCODINGS[encoding]


def parameters(run):
    """The parameters by the names of the module; a linear map of PyTorch is [outputs, inputs]."""
    given = check.Parameters(run)
    table = given.take("embedding.weight")
    found = {"shared.weight": table, "decoder.embed_tokens.weight": table, "lm_head.weight": table}
    if run.config["encoding"] == "t5":
        found["decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"] = given.take("attention.bucket_bias").T
    for i in range(run.config["model.blocks"]):
        theirs, ours = f"decoder.block.{i}.layer", f"block.{i}"
        for name in ("query", "key", "value", "output"):
            found[f"{theirs}.0.SelfAttention.{name[0]}.weight"] = given.take(f"{ours}.attention.{name}").T
        for j, name in ((1, "wi"), (2, "wo")):
            found[f"{theirs}.2.DenseReluDense.{name}.weight"] = given.take(f"{ours}.feed_forward.{j}").T
        for j, place in ((1, 0), (2, 2)):
            found[f"{theirs}.{place}.layer_norm.weight"] = given.take(f"{ours}.norm{j}.scale")
    found["decoder.final_layer_norm.weight"] = given.take("norm.scale")
    given.end()
    return found


def imported(clone):
    """The module models/custom_t5_decoder_only.py. Its imports from the framework are a base class with a registry, and a
    tokenizer that it names in annotations."""
    registry = type("Registrable", (), {"register": classmethod(lambda cls, *names: lambda registered: registered)})
    for name, members in (("common", {"Registrable": registry}), ("tokenization_utils", {"Tokenizer": object}),
                          ("models", {"__path__": [os.path.join(clone, "src", "models")]})):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)
    from models import custom_t5_decoder_only
    return custom_t5_decoder_only


def opened(clone, run):
    """The module of the clone, with our parameters."""
    import torch
    import transformers

    torch.set_num_threads(1)  # faster for small models
    torch.set_default_dtype(torch.float64 if run.double else torch.float32)
    transformers.logging.set_verbosity_error()
    code = imported(check.check_clone(PROGRAM, clone, "src/models/custom_t5_decoder_only.py"))
    config = run.config
    module = code.CustomDecoderOnlyT5(transformers.T5Config(
        vocab_size=len(run.arrays["embedding.weight"]), d_model=config["model.width"], num_heads=config["model.heads"],
        d_kv=config["model.width"] // config["model.heads"], d_ff=config["model.feed_forward"],
        num_layers=config["model.blocks"], dropout_rate=0, layer_norm_epsilon=config["norm.epsilon"], use_cache=False),
        position_encoding_type=ENCODINGS[config["encoding"]])
    for attention in module.modules():
        if isinstance(attention, code.CustomT5Attention):  # the default of earlier versions of transformers
            attention.relative_attention_max_distance = 128
    left = module.load_state_dict({name: torch.tensor(x) for name, x in parameters(run).items()}, strict=False)
    # Parameters that no model reads, and layer 1, which our models do not have.
    unused = ("layer.1.", "relative_attention_bias", "wpe", "fixed_rotary_embedding", "decoder.alibi")
    missing = [name for name in left.missing_keys if not any(part in name for part in unused)] + left.unexpected_keys
    if missing:
        raise check.Refused(f"{run.path}: parameters differ from those of the published program: {', '.join(missing)}")
    return module.to(torch.get_default_dtype()).eval()


def published(clone, run, rows):
    import torch

    module, logits, losses, count = opened(clone, run), [], 0.0, 0
    for row in rows:
        n, m = len(row["input"]), len(row["target"])
        ids = torch.tensor([row["input"] + row["target"]])
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # transformers warns of the program's calls
            out = module(input_ids=ids, labels=torch.tensor([[-100] * n + row["target"]]))
        logits.append(out.logits[0, n - 1 : -1].numpy())
        losses, count = losses + float(out.loss) * m, count + m
    return {"logits": numpy.concatenate(logits), "mean loss": losses / count}


PROGRAM = check.Program(
    name="length-generalization", source="McGill-NLP/length-generalization",
    commit="40f8a445f976d795ff0e19fc2b7530e36386eabc", python="3.11",
    packages="'numpy<2' torch==2.0.1 transformers==4.30.2", modules=("torch", "transformers"),
    models="presets decoder-...; encoding none, t5, sinusoid, alibi with encoding.sides symmetric, rope with "
           "encoding.fraction 0.25", tolerance=2e-6,
    why="both compute in float32 and sum in different orders",
    model=model, draw=check.draw_sequences, describe=check.describe_sequences, ours=check.our_logits, published=published)
