"""Calls models of the two published programs that use JAX and Haiku. Both programs wrap a model so that it reads the
input, computation tokens and one empty token per output, as one-hot vectors. The folders of the programs are imported
as packages and may have any name.
"""
import sys
import types

import numpy

from . import check

PACKAGES = "numpy jax==0.10.2 dm-haiku==0.0.17 chex==0.1.92 optax==0.2.8 dm-tree==0.1.10 einshape==1.0 absl-py tqdm"
MODULES = ("jax", "haiku", "chex", "optax", "einshape", "tqdm")
WHY = "both compute in float32 and sum in different orders"


def numbered(name, index):
    """Haiku numbers the modules of one kind in order of creation, the first without a number."""
    return f"{name}_{index}" if index else name


def logits(package, clone, builder, options, parameters, run, rows):
    """The outputs of MODEL_BUILDERS[builder] of a clone with these parameters, for each sequence."""
    clone = check.check_clone(sys.modules[f"published.{package}"].PROGRAM, clone, "experiments/constants.py")
    module = types.ModuleType(package)
    module.__path__ = [clone]
    sys.modules[package] = module
    constants = __import__(f"{package}.experiments.constants", fromlist=["MODEL_BUILDERS"])
    utils = __import__(f"{package}.experiments.utils", fromlist=["make_model_with_empty_targets"])
    import haiku
    import jax

    jax.config.update("jax_enable_x64", run.double)
    steps = run.config["model.computation_steps"]
    model = constants.MODEL_BUILDERS[builder](return_all_outputs=True, **options)
    found = []
    for row in rows:
        task = types.SimpleNamespace(output_length=lambda n, m=len(row["target"]): m)
        wrapped = haiku.transform(utils.make_model_with_empty_targets(model, task, steps, False))
        ids = jax.nn.one_hot(numpy.array([row["input"]]), symbols_of(run) - 1 - (steps > 0))
        key = jax.random.PRNGKey(0)
        check_shapes(run, parameters, jax.eval_shape(wrapped.init, key, ids))
        found.append(numpy.asarray(wrapped.apply(parameters, key, ids))[0])
    return {"logits": numpy.concatenate(found)}


def symbols_of(run):
    """The number of tokens that the model reads: the tokens of the task, a computation token if the run has computation
    tokens, and the empty token."""
    name = "recurrent.input.weight" if run.config["architecture"] == "recurrent" else "embedding.weight"
    return len(run.arrays[name])


def check_shapes(run, parameters, wanted):
    """Compares the shapes of parameters, because Haiku does not report parameters that it never reads."""
    shapes = lambda tree: {f"{module}/{name}": tuple(x.shape) for module, own in tree.items() for name, x in own.items()}
    ours, theirs = shapes(parameters), shapes(wanted)
    wrong = sorted(name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name))
    if wrong:
        raise check.Refused(f"{run.path}: {wrong[0]}: shape {ours.get(wrong[0])}, in the published program {theirs.get(wrong[0])}")
