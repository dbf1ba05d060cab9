#!/usr/bin/env python3
"""variants.py: times training steps of each variant of the block against the plain block (post-norm, ReLU).

The models are decoders with two blocks. At width 64, a batch has 128 sequences of 64 tokens; at width 512, it has 16
sequences. The data is a Markov chain: every token is predicted, so no row is pruned. Variants have about as many
parameters as the plain block. All times are processor time of one thread. The models alternate, and the median of seven
turns counts. "operations" and "time" are ratios to the plain block. "time / operations" is 1 if the time of a step is
proportional to its operations.

  bench/variants.py                                   all variants
  bench/variants.py swiglu,light,dynamic --set width=64
  bench/variants.py --length 254 --set batch=8
"""
import re

import measure

# "w" is the width of the model: 4w means 4 times the width. The hidden width of the feed-forward network (4w in the
# plain block) makes the number of parameters about equal to the plain block's, except in variants that change this
# number on purpose (experts, shared blocks). For recurrent networks with a stack or tape, the hidden width makes the
# number of parameters about equal at width 64. An encoder with memory tokens reads twice as many tokens as the plain
# decoder.
VARIANTS = {
    "pre_norm": "block=pre_norm",
    "dual_norm": "block=dual_norm",
    "no_norm": "block=no_norm",
    "t_fixup": "block=no_norm initialisation=t_fixup",
    "rezero": "block=no_norm residual=rezero",
    "scalar": "block=no_norm residual=scalar",
    "channel": "block=pre_norm residual=channel",
    "b2t": "residual=b2t",
    "deepnorm": "residual=deepnorm",
    "normformer": "block=normformer",
    "rms_norm": "norm=rms_norm",
    "embedding_norm": "model.embedding_norm=after_positions",
    "sandwich": "model.order=sandwich:1",
    "macaron": "model.order=macaron model.feed_forward=2w",
    "gelu": "mixer=gelu",
    "gelu_tanh": "mixer=gelu_tanh",
    "swish": "mixer=swish",
    "squared_relu": "mixer=squared_relu",
    "glu": "mixer=glu model.feed_forward=2.75w",
    "bilinear": "mixer=bilinear model.feed_forward=2.75w",
    "reglu": "mixer=reglu model.feed_forward=2.75w",
    "geglu": "mixer=geglu model.feed_forward=2.75w",
    "swiglu": "mixer=swiglu model.feed_forward=2.75w",
    "primer_ez": "projection=primer mixer=squared_relu",
    "primer": "projection=primer mixer=squared_relu projection.shared=true block=primer norm.epsilon=1e-6",
    "all_attention": "model.order=a",
    "memory_tokens": "data=reverse_string architecture=encoder architecture.memory_tokens=10",
    "light": "model.order=lf model.feed_forward=4.5w",
    "dynamic": "model.order=df model.feed_forward=4.5w",
    "gating": "model.order=gf",
    "switch": "model.order=se",
    "base": "model.order=sb",
    "sparse_all_mlp": "model.order=gb",
    "shared": "model.share=all",
    "universal": "model.share=all model.step_signal=true",
    "perceiver_ar": "architecture=perceiver_ar",
    "perceiver_io": "architecture=perceiver_io data=reverse_string architecture.latents=32 "
        "model.blocks=1 model.feed_forward=2w",
    "elman": "architecture=recurrent cell=elman data=reverse_string architecture.hidden=3.4w",
    "lstm": "architecture=recurrent cell=lstm data=reverse_string architecture.hidden=2w",
    "stack_rnn": "architecture=stack_rnn data=reverse_string architecture.hidden=4.3w",
    "nd_stack_rnn": "architecture=nd_stack_rnn data=reverse_string architecture.hidden=4.2w",
    "tape_rnn": "architecture=tape_rnn data=reverse_string architecture.hidden=3.9w",
}
SIZES = {64: 128, 512: 16}  # batch size by width; at width 512, each group of gradient accumulation has one sequence
LENGTH = 62
PLAIN = [("data", "markov_chain"), ("model.blocks", 2)]


def scaled(settings, width):
    """The settings of a variant as pairs, with numbers for multiples of the width."""
    pairs = [word.split("=", 1) for word in settings.split()]
    return [(key, int(float(value[:-1]) * width + 0.5) if re.fullmatch(r"[0-9.]+w", value) else value) for key, value in pairs]


def compare(timer, name, plain, base, asked):
    """Times the variant and the plain block alternately, and returns a row. The model of the plain block is already
    open."""
    number, settings = plain
    width = int(settings["model.width"])
    model, _ = timer.open(name, "steps", base + scaled(VARIANTS[name], width), asked.length)
    ours, theirs = timer.turns([model, number], asked.seconds)
    timer.close(model)
    x, p = ours[-1], theirs[-1]
    line = {"kind": "variant", "variant": name, "settings": VARIANTS[name], "width": width, "batch": x["sequences"],
            "tokens": x["tokens"], "parameters": x["parameters"], "gflop_per_step": x["gflop"],
            "seconds": measure.median(t["seconds"] for t in ours), "plain_parameters": p["parameters"],
            "plain_gflop_per_step": p["gflop"], "plain_seconds": measure.median(t["seconds"] for t in theirs),
            "operations_ratio": x["gflop"] / p["gflop"],
            "time_ratio": measure.median(a["seconds"] / b["seconds"] for a, b in zip(ours, theirs))}
    line["time_over_operations"] = line["time_ratio"] / line["operations_ratio"]
    return line


def measure_all(asked):
    timer, lines = measure.Timer(asked.program), []
    own = any(key in ("width", "model.width") for key, _ in asked.settings)
    sizes = [[]] if own else [[("model.width", width), ("model.feed_forward", 4 * width), ("train.batch", batch)]
                              for width, batch in SIZES.items()]
    for size in sizes:
        base = PLAIN + size + asked.settings
        plain = timer.open("the plain block", "steps", base, asked.length)
        for name in asked.variants:
            lines.append(compare(timer, name, plain, base, asked))
            measure.progress(len(lines), len(asked.variants) * len(sizes), "variants")
        timer.close(plain[0])
    return lines


def print_tables(lines, asked):
    print(f"{measure.about(asked.program)}, one thread, processor time; parameters, operations and time: relative to the plain block")
    for width in dict.fromkeys(x["width"] for x in lines):
        x = next(x for x in lines if x["width"] == width)
        print(f"plain, width {width}: {x['plain_parameters']} parameters, {x['plain_gflop_per_step']:.2f} GFLOP per step, "
              f"{1e3 * x['plain_seconds']:.2f} ms")
    print()
    measure.print_table([("<variant", lambda x: x["variant"]), ("width", lambda x: str(x["width"])),
                         ("parameters", lambda x: f"{x['parameters'] / x['plain_parameters']:.2f}"),
                         ("GFLOP", lambda x: f"{x['gflop_per_step']:.2f}"), ("ms", lambda x: f"{1e3 * x['seconds']:.2f}"),
                         ("operations", lambda x: f"{x['operations_ratio']:.2f}"), ("time", lambda x: f"{x['time_ratio']:.2f}"),
                         ("time / operations", lambda x: f"{x['time_over_operations']:.2f}")], lines)


def main():
    parser = measure.parser_of(__doc__)
    parser.add_argument("variants", nargs="?", type=measure.listed(VARIANTS), default=list(VARIANTS), metavar="NAME,...",
                        help="variants (all): " + ", ".join(VARIANTS))
    parser.add_argument("--length", type=measure.number(int, 1), default=LENGTH, metavar="N", help=f"sequence length ({LENGTH})")
    asked = parser.parse_args()
    lines = measure_all(asked)
    if asked.json:
        measure.print_lines(lines)
    else:
        print_tables(lines, asked)


if __name__ == "__main__":
    main()
