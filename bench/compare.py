#!/usr/bin/env python3
"""compare.py: times training steps with and without one setting, alternately in one run.

The table has steps/s with the setting, steps/s without it, and the ratio of the second to the first. Each speed is the
best of all turns of `lengthen bench`. For example, "precision=fp32" with --set precision=bf16 measures the gain of
bf16.

  bench/compare.py precision=fp32 --set precision=bf16 --lengths 20
  bench/compare.py encoding=rope --tasks reverse_string --encodings none,sinusoid
  bench/compare.py head=adaptive --set data=text data.file=book.txt architecture=decoder --tasks text --lengths 128
"""
import measure


def measure_row(asked, settings, length):
    """Times both sides alternately, so that noise of the machine affects both sides equally."""
    ours, theirs = [], []
    for _ in range(asked.turns):
        ours.append(measure.step(asked.program, settings, length, asked.seconds))
        theirs.append(measure.step(asked.program, settings + [asked.other], length, asked.seconds))
    rate = lambda x: x["steps_per_second"]
    best, other = max(ours, key=rate), max(map(rate, theirs))
    return {**best, "versus": "=".join(asked.other), "versus_steps_per_second": other, "ratio": rate(best) / other}


def main():
    parser = measure.parser_of(__doc__)
    add = parser.add_argument
    add("other", type=measure.setting, metavar="OPTION=VALUE", help="the setting that only one side has")
    add("--tasks", default="even_pairs,reverse_string", metavar="NAME,...", help="tasks or data (even_pairs,reverse_string)")
    add("--encodings", default="none,sinusoid,relative", metavar="NAME,...", help="encodings (none,sinusoid,relative)")
    add("--lengths", type=measure.numbers, default=[10, 20, 40, 0], metavar="N,...",
        help="lengths of a training step (10,20,40,0); 0 is the mix that training draws")
    add("--turns", type=measure.number(int, 1), default=5, metavar="N", help="turns of each side; the best turn counts (5)")
    asked, lines = parser.parse_args(), []
    for task in asked.tasks.split(","):
        for encoding in asked.encodings.split(","):
            for length in asked.lengths:
                lines.append(measure_row(asked, [*asked.settings, ("task", task), ("encoding", encoding)], length))
    if asked.json:
        measure.print_lines(lines)
        return
    print(f"{measure.about(asked.program)}, {lines[0]['threads']} threads; ratio: steps/s without {'='.join(asked.other)}, divided by steps/s with it\n")
    measure.print_table([("<training", lambda x: x["task"]), ("<encoding", lambda x: x["encoding"]),
                         ("n", lambda x: str(x["length"] or "mix")), ("GFLOP", lambda x: f"{x['gflop_per_step']:.2f}"),
                         ("steps/s", lambda x: f"{x['steps_per_second']:.1f}"),
                         ("of peak", lambda x: f"{100 * x['peak_share']:.0f} %"),
                         (lines[0]["versus"], lambda x: f"{x['versus_steps_per_second']:.1f}"),
                         ("ratio", lambda x: f"{x['ratio']:.2f}")], lines)


if __name__ == "__main__":
    main()
