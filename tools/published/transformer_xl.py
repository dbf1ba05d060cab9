"""Transformer-XL in PyTorch (Dai et al. 2019): a text read in segments with a memory."""
import os
import sys

import numpy

from . import check

FREE = (r"architecture\.memory|encoding\.shared_terms|mask\.same_length|positions(\.width)?|head\.bias"
        r"|model\.(width|heads|blocks|feed_forward)")


def model(run):
    config = run.config
    if config["data"] != "text" or config["data.tokens"] != "bytes" or config["data.test_file"]:
        raise check.Refused(f"{run.path}: data: expected the bytes of one file (data: text, data.tokens: bytes)")
    if not os.path.isfile(config["data.file"]):
        raise check.Refused(f"{run.path}: data.file: {config['data.file']}: not found; start this tool in the folder in "
                            "which the run was trained")
    if not config["architecture.memory"]:
        raise check.Refused(f"{run.path}: architecture.memory: 0: expected a model with a memory")
    run.check_options({"architecture": "decoder", "encoding": "relative", "encoding.shared_terms": True, "head": "tied",
                       "head.bias": True}, FREE)
    for name, value in (("encoding.shared_terms", True), ("head.bias", True)):
        if config[name] != value:
            raise check.Refused(f"{run.path}: {name}: {config[name]}: the published program has {value}")
    if config["mask.same_length"] not in ("no", "memory") or config["positions"] not in ("standard", "clipped"):
        raise check.Refused(f"{run.path}: expected mask.same_length no or memory, and positions standard or clipped")
    clamp = f", clamp_len {config['positions.width']}" if config["positions"] == "clipped" else ""
    return "memory" + (", same_length" if config["mask.same_length"] == "memory" else "") + clamp


def draw(run, lengths, _):
    """The text, and the lengths of segments."""
    with open(run.config["data.file"], "rb") as file:
        text = file.read()
    return {"text": text.decode("latin-1"), "lengths": lengths}


def evaluated(run, lengths):
    """Our evaluation with one text stream: a row for each length of segments."""
    return [next(iter(run.run.evaluate(lengths=[length], eval_lanes=1))) for length in lengths]


def ours(run, given):
    return {"mean loss": numpy.array([row["cross_entropy"] for row in evaluated(run, given["lengths"])])}


def describe(given):
    return f"{len(given['text'])} bytes in segments of {', '.join(map(str, given['lengths']))}"


def parameters(run):
    """The parameters by the names of the module; a linear map of PyTorch is [outputs, inputs]."""
    given = check.Parameters(run)
    table = given.take("embedding.weight")
    found = {"word_emb.emb_layers.0.weight": table, "crit.out_layers.0.weight": table,
             "crit.out_layers.0.bias": given.take("readout.bias"), "r_w_bias": given.take("attention.content_bias"),
             "r_r_bias": given.take("attention.position_bias")}
    for i in range(run.config["model.blocks"]):
        theirs, ours = f"layers.{i}", f"block.{i}"
        maps = [given.take(f"{ours}.attention.{name}") for name in ("query", "key", "value")]
        found[f"{theirs}.dec_attn.qkv_net.weight"] = numpy.concatenate(maps, 1).T
        relative = given.take(f"{ours}.attention.relative").copy()
        relative[: len(relative) // 2] *= -1  # our model reads sines of key - query, the published one of query - key
        found[f"{theirs}.dec_attn.r_net.weight"] = relative.T
        found[f"{theirs}.dec_attn.o_net.weight"] = given.take(f"{ours}.attention.output").T
        for place, j in (("dec_attn", 1), ("pos_ff", 2)):
            found[f"{theirs}.{place}.layer_norm.weight"] = given.take(f"{ours}.norm{j}.scale")
            found[f"{theirs}.{place}.layer_norm.bias"] = given.take(f"{ours}.norm{j}.offset")
            layer = f"{theirs}.pos_ff.CoreNet.{3 * (j - 1)}"
            found[f"{layer}.weight"] = given.take(f"{ours}.feed_forward.{j}.weight").T
            found[f"{layer}.bias"] = given.take(f"{ours}.feed_forward.{j}.bias")
    given.end()
    return found


def opened(clone, run, memory):
    """The module of the clone, with our parameters."""
    import torch

    torch.set_num_threads(1)  # faster for small models
    torch.set_default_dtype(torch.float64 if run.double else torch.float32)
    clone = check.check_clone(PROGRAM, clone, "pytorch/mem_transformer.py")
    sys.path[:0] = [os.path.join(clone, "pytorch"), os.path.join(clone, "pytorch", "utils")]
    torch.Tensor.byte = torch.Tensor.bool  # later versions of PyTorch accept only boolean masks
    torch.version.cuda = torch.version.cuda or "0.0"  # read on import, unused
    from mem_transformer import MemTransformerLM

    config, width, heads = run.config, run.config["model.width"], run.config["model.heads"]
    module = MemTransformerLM(
        len(run.arrays["embedding.weight"]), config["model.blocks"], heads, width, width // heads,
        config["model.feed_forward"], 0.0, 0.0, tie_weight=True, d_embed=width, tgt_len=1, ext_len=0, mem_len=memory,
        same_length=config["mask.same_length"] == "memory",
        clamp_len=config["positions.width"] if config["positions"] == "clipped" else -1)
    own = {name: x for name, x in module.named_buffers() if name == "pos_emb.inv_freq"}  # frequencies of the sinusoids
    module.load_state_dict({**own, **{name: torch.tensor(x) for name, x in parameters(run).items()}})
    return module.to(torch.get_default_dtype()).eval()


def published(clone, run, given):
    import torch

    text, means = torch.tensor(list(given["text"].encode("latin-1"))), []
    for row in evaluated(run, given["lengths"]):
        length, count, memory = row["length"], row["targets"]["count"], row["memory"]
        module, mems, losses = opened(clone, run, memory), (), []
        scored = -(-count // length)
        for i in range(scored + -(-memory // length), 0, -1):  # the first segments only fill the memory
            begin = len(text) - 1 - i * length
            segment = text[begin : begin + length + 1, None]
            with torch.no_grad():
                loss, *mems = module(segment[:-1], segment[1:], *mems)
            if i <= scored:
                losses.append(loss[:, 0] if i < scored else loss[length * scored - count :, 0])
        means.append(float(torch.cat(losses).double().mean()))
    return {"mean loss": numpy.array(means)}


PROGRAM = check.Program(
    name="transformer-xl", source="kimiyoung/transformer-xl", commit="44781ed21dbaec88b280f74d9ae2877f52b492a5",
    python="3.11", packages="'numpy<2' torch==2.0.1", modules=("torch",),
    models="architecture decoder with architecture.memory; encoding relative with encoding.shared_terms; head tied with "
           "head.bias", tolerance=1e-7, why="a mean of many losses, in which rounding cancels; a memory shorter by one token "
           "differs by 3e-4", model=model, draw=draw, describe=describe, ours=ours, published=published)
