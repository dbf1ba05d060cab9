#!/usr/bin/env python3
"""published_jax.py: training steps per second of the official code of Ruoss et al. 2023, under JAX.

Imports the official code from --source, a checkout of google-deepmind/randomized_positional_encodings in a folder named
randomized_positional_encodings. Calls the TrainingWorker as experiments/example.py of the official code does:

  model        encoder of 5 blocks, width 64, 8 heads, dropout 0.1, one-hot tokens
  training     batches of 128 sequences, Adam with learning rate 1e-3, gradients clipped at 1
  tasks        those of the paper

Only the curriculum is ours. It repeats one length, or visits the lengths 1..40 in a fixed order, and reads the clock.
JAX compiles a step for each length, so every length is visited once before the clock starts. XLA uses all available
processors.

Prints one JSON object per line: task, encoding, length (0: the mix of 1..40), steps_per_second, versions.
"""
import argparse
import json
import os
import random
import sys
import time

sys.dont_write_bytecode = True  # no __pycache__ among the sources
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = os.path.join(ROOT, "build", "peer", "jax")
def enter():
    """Restarts the script with the Python and JAX of `make peer`."""
    if os.path.abspath(sys.prefix) == HOME:
        return
    python = os.path.join(HOME, "bin", "python3")
    if not os.access(python, os.X_OK):
        sys.exit(f"published_jax.py: JAX is missing: run `make peer`, which installs it in {os.path.relpath(HOME)}")
    os.execv(python, [python, *sys.argv])


enter()
import haiku as hk
import jax
import jax.numpy as jnp

MIX = 40
ENCODINGS = {"none": ("NONE", {}), "sinusoid": ("SIN_COS", {"max_time": 10000}), "relative": ("RELATIVE", {"max_time": 10000})}


class Clock:
    """A curriculum: each length once, to compile its step; then `steps` timed steps; then one untimed step."""

    def __init__(self, length, steps):
        known = [length] if length else list(range(1, MIX + 1))
        rounds = known * max(2 if length else 1, round(steps / len(known)))
        random.Random(0).shuffle(rounds)
        self.lengths, self.first, self.times, self.worker = known * (3 if length else 1) + rounds, len(known) * (3 if length else 1), {}, None

    def sample_sequence_length(self, step):
        if step in (self.first, len(self.lengths)):
            jax.block_until_ready(self.worker._params)  # JAX computes asynchronously
            self.times[step] = time.perf_counter()
        return self.lengths[min(step, len(self.lengths) - 1)]

    def rate(self):
        return (len(self.lengths) - self.first) / (self.times[len(self.lengths)] - self.times[self.first])


def train(task_name, encoding, clock):
    """Like main() of the official example."""
    from randomized_positional_encodings.experiments import constants, training, utils

    task = constants.TASK_BUILDERS[task_name]()
    positions, parameters = ENCODINGS[encoding]
    model = constants.MODEL_BUILDERS["transformer_encoder"](
        output_size=task.output_size, return_all_outputs=True, num_layers=5, embedding_dim=64, dropout_prob=0.1,
        positional_encodings=positions, positional_encodings_params=parameters)
    model = hk.transform(utils.make_model_with_empty_targets(model, task, 0, task.output_length(10) == 1))

    def loss(output, target):
        return jnp.mean(jnp.sum(task.pointwise_loss_fn(output, target), axis=-1)), {}

    def accuracy(output, target):
        mask = task.accuracy_mask(target)
        return jnp.sum(mask * task.accuracy_fn(output, target)) / jnp.sum(mask)

    clock.worker = training.TrainingWorker(training.ClassicTrainingParams(
        seed=0, model_init_seed=0, training_steps=len(clock.lengths), log_frequency=100, length_curriculum=clock, batch_size=128,
        task=task, model=model, loss_fn=loss, learning_rate=1e-3, l2_weight=0.0, accuracy_fn=accuracy))
    clock.worker.run()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--source", required=True, help="the checkout, .../randomized_positional_encodings")
    parser.add_argument("--tasks", default="even_pairs,reverse_string")
    parser.add_argument("--encodings", default=",".join(ENCODINGS))
    parser.add_argument("--lengths", default="20,0", help="0 is the mix 1..40 (20,0)")
    parser.add_argument("--steps", type=int, default=40, help="timed steps (40)")
    given = parser.parse_args()
    source = os.path.abspath(given.source)
    if os.path.basename(source) != "randomized_positional_encodings" or not os.path.isdir(os.path.join(source, "experiments")):
        parser.error(f"--source {given.source}: expected a folder randomized_positional_encodings with the published program")
    sys.path.insert(0, os.path.dirname(source))
    for task in given.tasks.split(","):
        for encoding in given.encodings.split(","):
            for length in map(int, given.lengths.split(",")):
                clock = Clock(length, given.steps)
                train(task, encoding, clock)
                print(json.dumps({"task": task, "encoding": encoding, "length": length, "steps_per_second": clock.rate(),
                                  "versions": f"JAX {jax.__version__}, Haiku {hk.__version__}"}), flush=True)


if __name__ == "__main__":
    main()
