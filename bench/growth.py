#!/usr/bin/env python3
"""growth.py: how the time of a training step grows with the number of tokens, 256 to 4096.

The time of full attention grows with the square of the number of tokens. The time of attention to a window of 512 keys,
of attention to blocks of 256 keys (BCA) and of convolutions grows linearly. The blocks of a Perceiver IO process
latents, so their time is constant. The last case subtracts the times of two models to get the time of six such blocks.

By default, the width is 64 and a batch has four sequences. All times are processor time of one thread. The lengths of a
case are timed alternately, and the median of seven turns counts.

  bench/growth.py
  bench/growth.py --cases attention,window --set batch=1
  bench/growth.py --lengths 256,1024 --seconds 0.3
"""
import measure

CHAIN = [("data", "markov_chain"), ("model.blocks", 2)]
PERCEIVER = [("data", "parity_check"), ("architecture", "perceiver_io"), ("architecture.latents", 64)]
# Name: (heading, settings, settings of a model whose time is subtracted, or None).
CASES = {
    "attention": ("attention", CHAIN, None),
    "window": ("attention, window of 512", CHAIN + [("mask", "window"), ("mask.form", "causal"), ("mask.width", 512)], None),
    "blocks": ("attention, blocks of 256", CHAIN + [("mask", "bca"), ("mask.block", 256)], None),
    "light": ("light convolution", CHAIN + [("model.order", "lf")], None),
    "dynamic": ("dynamic convolution", CHAIN + [("model.order", "df")], None),
    "perceiver": ("Perceiver IO, reads and a block", PERCEIVER + [("model.blocks", 1)], None),
    "perceiver_blocks": ("Perceiver IO, six blocks more", PERCEIVER + [("model.blocks", 7)], PERCEIVER + [("model.blocks", 1)]),
}
TOKENS = [256, 512, 1024, 2048, 4096]


def text(settings):
    return " ".join(f"{key}={value}" for key, value in settings)


def measure_case(timer, name, asked):
    """Rows of a case; its lengths are timed alternately."""
    heading, settings, less = CASES[name]
    models = []
    for case in [settings] + [less] * (less is not None):
        for tokens in asked.lengths:
            n = tokens - 2 if settings[0] == CHAIN[0] else tokens  # a chain of length n has n + 2 tokens
            models.append(timer.open(heading, "steps", [("train.batch", 4)] + case + asked.settings, n)[0])
    found = timer.turns(models, asked.seconds)
    timer.close(*reversed(models))
    for all_of, subtracted in zip(found, found[len(asked.lengths):] or [None] * len(found)):
        rest = subtracted or [{"gflop": 0, "seconds": 0}] * len(all_of)
        yield {"kind": "growth", "step": heading, "settings": text(settings), **({"less": text(less)} if less else {}),
               "tokens": all_of[-1]["tokens"], "gflop_per_step": all_of[-1]["gflop"] - rest[-1]["gflop"],
               "seconds": measure.median(a["seconds"] - b["seconds"] for a, b in zip(all_of, rest))}


def print_table(lines, asked):
    first = {}
    for x in lines:
        first.setdefault(x["step"], x)
    times = lambda key, digits: lambda x: f"{x[key] / first[x['step']][key]:.{digits}f}"
    print(f"{measure.about(asked.program)}, one thread, processor time\n")
    measure.print_table([("<step", lambda x: x["step"]), ("tokens", lambda x: str(x["tokens"])),
                         ("GFLOP", lambda x: f"{x['gflop_per_step']:.3f}"), ("ms", lambda x: f"{1e3 * x['seconds']:.2f}"),
                         ("tokens x", times("tokens", 0)), ("operations x", times("gflop_per_step", 2)),
                         ("time x", times("seconds", 2))], lines)


def main():
    parser = measure.parser_of(__doc__)
    parser.add_argument("--cases", type=measure.listed(CASES), default=list(CASES), metavar="NAME,...",
                        help="cases (all): " + ", ".join(CASES))
    parser.add_argument("--lengths", type=measure.numbers, default=TOKENS, metavar="N,...",
                        help="tokens (" + ",".join(map(str, TOKENS)) + "); the first is the reference")
    asked = parser.parse_args()
    timer, lines = measure.Timer(asked.program), []
    for i, name in enumerate(asked.cases):
        lines += measure_case(timer, name, asked)
        measure.progress(i + 1, len(asked.cases), "growth")
    if asked.json:
        measure.print_lines(lines)
    else:
        print_table(lines, asked)


if __name__ == "__main__":
    main()
