#!/usr/bin/env python3
"""decoding.py: tokens per second of greedy decoding with a KV cache, against the roofline of the machine and, with
--pytorch, against PyTorch in alternate turns.

Times the decoding of the last token, for every combination of:

  width       64 (the preset `copy`), 256, 512
  batch       1, 8, 32, 128 sequences
  length      64, 256, 1024 tokens

The roofline is the smaller of two limits. One limit is the peak FLOP/s. The other limit is the memory bandwidth for
reading the weights once and the keys and values of all sequences. Peak and bandwidth are measured in the same run. The
best of five turns counts. PyTorch decodes with the same model in the fastest of several ways (pytorch_decoding.py);
`make peer` installs PyTorch.

  bench/decoding.py
  bench/decoding.py --pytorch --seconds 2
  bench/decoding.py --batches 1 --lengths 256 --set width=256 heads=8 blocks=6 model.feed_forward=1024
  bench/decoding.py --set encoding=rope precision=bf16
"""
import json
import os
import subprocess
import sys

import measure

ROUNDS = 5
SIZES = ((64, 8, 2), (256, 8, 6), (512, 8, 6))  # width, heads, blocks: preset copy, a small and a medium language model
BATCHES, LENGTHS = [1, 8, 32, 128], [64, 256, 1024]
DEFAULTS = [("data", "copy_cmc"), ("architecture", "decoder"), ("encoding", "t5"), ("model.dropout", 0)]
OF_SIZE = "width", "heads", "blocks", "feed_forward"
# The settings that the PyTorch model supports, with encoding t5 or none.
PEER = {"architecture": "decoder", "positions": "standard", "mask": "causal", "scale": "inverse_sqrt",
        "attention": "softmax", "residual": "add", "block": "post_norm", "norm": "layer_norm", "mixer": "relu",
        "head": "linear", "model.precision": "fp32", "model.key_heads": "0", "model.bias": "true",
        "model.embedding_scale": "sqrt_width"}


class Peer:
    """The script that decodes in PyTorch, as a process that answers requests."""

    def __init__(self, script):
        self.script = script
        if not os.access(script, os.R_OK):
            measure.fail(f"--pytorch {script}: not a readable file")
        self.process = subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **case):
        try:
            self.process.stdin.write(json.dumps(case) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            measure.fail(f"--pytorch: {self.script} ended with status {self.process.wait()}")
        try:
            return {"tokens_per_second": float(json.loads(answer)["tokens_per_second"]), **json.loads(answer)}
        except (ValueError, KeyError, TypeError):
            measure.fail(f"--pytorch: {self.script} expected its speed, found {answer.strip()[:80]}")


def check_peer(settings):
    for key, value in PEER.items():
        if settings.get(key, value) != value:
            measure.fail(f"--pytorch: PyTorch decodes with {key}={value}, not {settings[key]}")
    if settings.get("encoding", "none") not in ("t5", "none"):
        measure.fail(f"--pytorch: PyTorch decodes with encoding=t5 or none, not {settings['encoding']}")


def measure_row(timer, peer, models, case, seconds):
    """Returns a row for each open model. The models and PyTorch are timed alternately, so that noise of the machine
    affects all of them equally."""
    (sequences, tokens), settings = case, models[0][1]
    size = {key: int(settings[f"model.{key}"]) for key in OF_SIZE}
    encoding, theirs = settings.get("encoding", "none"), {"tokens_per_second": 0}
    for _ in range(ROUNDS):
        lines = [timer.ask("decoding", time=model, sequences=sequences, tokens=tokens, seconds=seconds / ROUNDS)
                 for model, _ in models]
        if peer:
            now = peer.ask(**size, encoding=encoding, symbols=lines[0]["symbols"], classes=lines[0]["classes"],
                           sequences=sequences, tokens=tokens, threads=lines[0]["threads"], seconds=seconds / ROUNDS)
            theirs = max(now, theirs, key=lambda x: x["tokens_per_second"])
    for line in lines:
        line = {"kind": "decode", "encoding": encoding, **size, "batch": line.pop("sequences"), **line}
        if peer:
            line.update({"peer_tokens_per_second": theirs["tokens_per_second"],
                         "peer_configuration": theirs.get("configuration", ""),
                         "ratio": line["tokens_per_second"] / theirs["tokens_per_second"],
                         **{key: theirs.get(key, {}) for key in ("theirs", "ways", "failed", "product")}})
        yield line


def measure_all(asked, settings, script=None, precisions=(None,)):
    """Returns rows of all precisions and all sizes. If the settings choose a size, it is the only one. None stands for
    the precision in the settings."""
    own = {key for key, _ in settings} & {*OF_SIZE, *(f"model.{key}" for key in OF_SIZE)}
    sizes = [[]] if own else [[("model.width", w), ("model.heads", h), ("model.blocks", b), ("model.feed_forward", 4 * w)]
                              for w, h, b in SIZES]
    timer, peer, done = measure.Timer(asked.program), None, 0
    for size in sizes:
        base = DEFAULTS + size + settings
        models = [timer.open("decoding", "decoding", base + ([("precision", p)] if p else [])) for p in precisions]
        if script:
            check_peer(models[0][1])
            peer = peer or Peer(script)
        for case in [(b, t) for b in asked.batches for t in asked.lengths]:
            yield from measure_row(timer, peer, models, case, asked.seconds)
            done += 1
            measure.progress(done, len(sizes) * len(asked.batches) * len(asked.lengths), "decoding")
        timer.close(*(model for model, _ in reversed(models)))


def print_table(lines, asked):
    first, form = lines[0], lambda key, pattern="{}", factor=1: lambda x: pattern.format(x[key] * factor)
    print(f"{measure.about(asked.program)}, {first['threads']} threads, {first['precision']}: greedy decoding, "
          f"encoding {first['encoding']}\n")
    columns = [(key, form(key)) for key in ("width", "blocks", "batch", "tokens")]
    columns += [("tokens/s", form("tokens_per_second", "{:.0f}")), ("roof", form("roof", "{:.0f}")),
                ("<bound by", form("bound")), ("of roof", form("roof_share", "{:.0f} %", 100)),
                ("GFLOP/s", form("gflops", "{:.1f}")), ("GB/s", form("bandwidth", "{:.1f}")),
                ("MiB per step", form("bytes_per_step", "{:.1f}", 2**-20))]
    if "ratio" in first:
        columns += [("PyTorch tokens/s", form("peer_tokens_per_second", "{:.0f}")), ("ratio", form("ratio", "{:.1f}")),
                    ("<PyTorch's way", form("peer_configuration"))]
    measure.print_table(columns, lines)
    measure.print_product(first.get("product"))


def main():
    parser = measure.parser_of(__doc__)
    add = parser.add_argument
    add("--batches", type=measure.numbers, default=BATCHES, metavar="N,...", help="sequences at once (1,8,32,128)")
    add("--lengths", type=measure.numbers, default=LENGTHS, metavar="N,...", help="tokens per sequence (64,256,1024)")
    add("--pytorch", nargs="?", const=os.path.join(measure.ROOT, "bench", "pytorch_decoding.py"), metavar="SCRIPT",
        help="also decode in PyTorch, with pytorch_decoding.py or another script")
    asked = parser.parse_args()
    lines = list(measure_all(asked, asked.settings, asked.pytorch))
    if asked.json:
        measure.print_lines(lines)
    else:
        print_table(lines, asked)


if __name__ == "__main__":
    main()
