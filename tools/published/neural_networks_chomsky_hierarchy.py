"""The recurrent networks of Delétang et al. 2023: RNN and LSTM, each without memory, with stacks or with tapes."""
import numpy

from . import check, jax_code

# The published names of models, by cell and store.
MODELS = {("elman", "none"): "rnn", ("lstm", "none"): "lstm", ("elman", "stack"): "stack_rnn",
          ("lstm", "stack"): "stack_lstm", ("elman", "tape"): "tape_rnn"}
CORES = {"none": "", "stack": "stack_rnn_core/~/", "tape": "tape_input_length_jump_core/~/"}
FREE = r"cell|store|store\.(count|columns|cells|hidden|joint)|architecture\.hidden|model\.computation_steps"


def model(run):
    cell, store = run.config["cell"], run.config["store"]
    if (cell, store) not in MODELS:
        raise check.Refused(f"{run.path}: cell: {cell} with store: {store}: expected one of "
                            + ", ".join(f"{c} with {s}" for c, s in MODELS))
    run.check_options({"architecture": "recurrent"}, FREE)
    if store == "stack" and run.config["store.count"] > 1 and not run.config["store.joint"]:
        raise check.Refused(f"{run.path}: store.joint: false: the published program has one softmax over the actions of all "
                            "stacks; train a run with --store.joint")
    return MODELS[cell, store]


def parameters(run):
    """The parameters by the module names of Haiku."""
    given, found = check.Parameters(run), {}
    take = lambda name: given.take(f"recurrent.{name}")

    def put(module, weight, bias):
        found[module] = {"w": weight, "b": bias}

    cell, store, count = run.config["cell"], run.config["store"], run.config["store.count"] if run.config["store"] != "none" else 0
    read = [take("input.weight")] + ([take("reading.weight")] if count else [])
    if cell == "lstm":  # one map of the input, the readings and the state
        put(f"{CORES[store]}lstm/linear", numpy.concatenate(read + [take("state.weight")]), take("input.bias"))
    else:
        put(f"{CORES[store]}vanilla_rnn/linear", numpy.concatenate(read), take("input.bias"))
        put(f"{CORES[store]}vanilla_rnn/linear_1", take("state.weight"), take("state.bias"))
    if store == "stack":
        put("stack_rnn_core/linear", take("write.weight"), take("write.bias"))
        put("stack_rnn_core/linear_1", take("actions.weight"), take("actions.bias"))
    if store == "tape":  # one map of the actions of each tape
        for i in range(3):
            put(f"tape_input_length_jump_core/mlp/~/linear_{i}", take(f"write.{i + 1}.weight"), take(f"write.{i + 1}.bias"))
        weights, biases = (numpy.split(take(f"actions.{name}"), count, -1) for name in ("weight", "bias"))
        for i, (weight, bias) in enumerate(zip(weights, biases)):
            put(f"tape_input_length_jump_core/{jax_code.numbered('linear', i)}", weight, bias)
    put("linear", given.take("readout.weight"), given.take("readout.bias"))
    given.end()
    return found


def published(clone, run, rows):
    config = run.config
    options = {"output_size": run.arrays["readout.weight"].shape[1], "hidden_size": config["architecture.hidden"]}
    if config["store"] == "stack":  # cells: 0 means one for each token
        tokens = max(len(row["input"]) * (1 + config["model.computation_steps"]) + len(row["target"]) for row in rows)
        options.update(stack_cell_size=config["store.columns"], stack_size=config["store.cells"] or tokens + 1,
                       n_stacks=config["store.count"])
    if config["store"] == "tape":
        options.update(memory_cell_size=config["store.columns"], memory_size=config["store.cells"],
                       n_tapes=config["store.count"], mlp_layers_size=(config["store.hidden"],) * 2)
    return jax_code.logits("neural_networks_chomsky_hierarchy", clone, model(run), options, parameters(run), run, rows)


PROGRAM = check.Program(
    name="neural_networks_chomsky_hierarchy", source="google-deepmind/neural_networks_chomsky_hierarchy",
    commit="2b8eb4bee872acf5b637fcc672f01c06939dc4ef", python="3.11", packages=jax_code.PACKAGES, modules=jax_code.MODULES,
    models="architecture recurrent; cell elman or lstm; store none, stack, tape (elman)", tolerance=2e-6, why=jax_code.WHY,
    model=model, draw=check.draw_sequences, describe=check.describe_sequences, ours=check.our_logits, published=published)
