"""The encoder of Ruoss et al. 2023, with the encodings that need no random positions."""
from . import check, jax_code

# By our name of an encoding: the published program's name and options. ALiBi and RoPE have no options, but the program
# expects a record of options.
ENCODINGS = {"none": "NONE", "sinusoid": "SIN_COS", "relative": "RELATIVE", "rope": "ROTARY", "alibi": "ALIBI"}
FREE = r"encoding|model\.(width|heads|blocks|feed_forward|computation_steps)"


def model(run):
    encoding = run.config["encoding"]
    if encoding not in ENCODINGS:
        raise check.Refused(f"{run.path}: encoding: {encoding}: expected {', '.join(ENCODINGS)}")
    run.check_options({"architecture": "encoder"}, FREE)
    if run.config["model.feed_forward"] % run.config["model.width"]:
        raise check.Refused(f"{run.path}: model.feed_forward: the published program needs a multiple of model.width")
    return encoding


def parameters(run):
    """The parameters by the module names of Haiku."""
    given, found = check.Parameters(run), {}

    def put(module, **names):
        found.setdefault(module, {}).update({name: given.take(ours) for name, ours in names.items()})

    put("transformer_encoder/transformer_embedder/~embed_sequences/linear", w="embedding.weight")
    for i in range(run.config["model.blocks"]):
        attention = jax_code.numbered("transformer_encoder/multi_head_dot_product_attention", i)
        maps = ["query", "key", "value", "output"]
        if run.config["encoding"] == "relative":
            maps.insert(3, "relative")
            put(attention, relpos_contentbias=f"block.{i}.attention.content_bias",
                relpos_relativebias=f"block.{i}.attention.position_bias")
        for j, name in enumerate(maps):
            put(f"{attention}/{jax_code.numbered('linear', j)}", w=f"block.{i}.attention.{name}")
        for j in (0, 1):
            ours = f"block.{i}.feed_forward.{j + 1}"
            put(jax_code.numbered("transformer_encoder/linear", 2 * i + j), w=f"{ours}.weight", b=f"{ours}.bias")
            ours = f"block.{i}.norm{j + 1}"
            put(jax_code.numbered("transformer_encoder/layer_norm", 2 * i + j), scale=f"{ours}.scale", offset=f"{ours}.offset")
    put("linear", w="readout.weight", b="readout.bias")
    given.end()
    return found


def published(clone, run, rows):
    options = run.config
    return jax_code.logits("randomized_positional_encodings", clone, "transformer_encoder", {
        "output_size": run.arrays["readout.weight"].shape[1], "embedding_dim": options["model.width"],
        "num_layers": options["model.blocks"], "num_heads": options["model.heads"], "dropout_prob": None,
        "widening_factor": options["model.feed_forward"] // options["model.width"],
        "positional_encodings": ENCODINGS[options["encoding"]], "positional_encodings_params": {}}, parameters(run), run, rows)


PROGRAM = check.Program(
    name="randomized_positional_encodings", source="google-deepmind/randomized_positional_encodings",
    commit="e8c64749d8cad7772dc7ade75b32ef9b2b29b466", python="3.11", packages=jax_code.PACKAGES, modules=jax_code.MODULES,
    models="architecture encoder; encoding none, sinusoid, relative, rope, alibi", tolerance=2e-6, why=jax_code.WHY,
    model=model, draw=check.draw_sequences, describe=check.describe_sequences, ours=check.our_logits, published=published)
