#!/usr/bin/env python3
"""sizes.py: times training steps of larger models, or of larger batches, with `lengthen bench`.

  bench/sizes.py models     width 128, 256 and 512, heads of 64 columns, feed-forward of four times the width, a causal
                            mask; batches of 16 sequences of 128, 256 and 512 tokens (reverse_string)
  bench/sizes.py batches    batches of 16 to 256 sequences; the default model on reverse_string, n = 20; batch sizes
                            whose step would take more than ten seconds are skipped
  bench/sizes.py models --set encoding=rope batch=4 --lengths 64,1024
  bench/sizes.py batches --set width=512 heads=8 model.feed_forward=2048 --lengths 64
"""
import measure

WIDTHS, HEAD, MODEL_LENGTHS = (128, 256, 512), 64, [64, 128, 256]
BATCHES, BATCH_LENGTHS, LONGEST = (16, 32, 64, 128, 256), [20], 10  # LONGEST: seconds of the longest step


def measure_models(asked):
    always = [("task", "reverse_string"), ("encoding", "sinusoid"), ("train.batch", 16), *asked.settings, ("mask", "causal")]
    for width in WIDTHS:
        size = [("model.width", width), ("model.heads", width // HEAD), ("model.feed_forward", 4 * width)]
        for length in asked.lengths or MODEL_LENGTHS:
            yield measure.step(asked.program, always + size, length, asked.seconds)


def measure_batches(asked):
    settings = [("task", "reverse_string"), ("encoding", "relative"), *asked.settings]
    for length in asked.lengths or BATCH_LENGTHS:
        rate = None
        for batch in BATCHES:
            if rate and batch > LONGEST * rate:
                break
            line = measure.step(asked.program, settings + [("train.batch", batch)], length, asked.seconds)
            rate = line["sequences_per_second"]
            yield {**line, "kind": "batches"}


WHAT = {"models": measure_models, "batches": measure_batches}


def main():
    parser = measure.parser_of(__doc__)
    parser.add_argument("what", choices=WHAT, help="what differs between rows")
    parser.add_argument("--lengths", type=measure.numbers, metavar="N,...", help="lengths of training steps; 0 is the mix")
    asked = parser.parse_args()
    for key, _ in asked.settings:
        if key in {"models": ("width", "model.width", "heads", "model.heads", "model.feed_forward", "mask"),
                   "batches": ("batch", "train.batch")}[asked.what]:
            parser.error(f"--set {key}: `{asked.what}` sets it; omit it")
    lines = list(WHAT[asked.what](asked))
    if asked.json:
        measure.print_lines(lines)
        return
    print(f"{measure.about(asked.program)}, {lines[0]['threads']} threads, {lines[0]['precision']}: "
          f"peak {lines[0]['peak_gflops']:.1f} GFLOP/s, measured\n")
    measure.print_table([("<training", lambda x: x["task"]), ("<encoding", lambda x: x["encoding"]),
                         ("width", lambda x: str(x["width"])), ("batch", lambda x: str(x["batch"])),
                         ("n", lambda x: str(x["length"] or "mix")), ("T", lambda x: str(x["tokens"] or "-")),
                         ("GFLOP", lambda x: f"{x['gflop_per_step']:.2f}"),
                         ("steps/s", lambda x: f"{x['steps_per_second']:.2f}"),
                         ("sequences/s", lambda x: f"{x['sequences_per_second']:.0f}"),
                         ("GFLOP/s", lambda x: f"{x['gflops']:.1f}"), ("of peak", lambda x: f"{100 * x['peak_share']:.0f} %"),
                         ("memory MiB", lambda x: f"{x['memory_bytes'] / 2**20:.1f}")], lines)


if __name__ == "__main__":
    main()
