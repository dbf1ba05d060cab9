#!/usr/bin/env python3
"""pytorch.py: compares the speed of lengthen with PyTorch and JAX on this machine; `make peer` installs both.

Prints a table for each part as soon as the part is measured. A table has the rates of lengthen and of PyTorch for each
precision, PyTorch's fastest way, and the ratios of the rates. --write also replaces the measured parts of this machine
in doc/peers.jsonl and doc/ratios.md. Other parts and machines keep their numbers. All rows of a part are from one run,
in which lengthen and PyTorch alternate.

  small        the encoder of width 64, training (pytorch_encoder.py); --tasks, --encodings and --lengths choose rows
  decoder      a small decoder of text tasks: training, decoding (pytorch_decoder.py)
  decoding     decoders of width 64, 256 and 512, 1 to 128 sequences of 64 to 1,024 tokens (decoding.py --pytorch)
  wide         decoders of 19, 110 and 148 million parameters: training, evaluation (pytorch_wide.py)
  translation  an encoder and a decoder: training, beam search (pytorch_translation.py; needs corpora/en-it, made by
               `sh tools/corpus.sh en-it corpora/en-it`)
  published    the encoder in the official code of Ruoss et al. 2023 under JAX (published_jax.py; needs --published)

  bench/pytorch.py small                                                        the rows of doc/ratios.md
  bench/pytorch.py small --tasks even_pairs,reverse_string --encodings none,sinusoid,relative --lengths 10,20,40,0
  bench/pytorch.py --write                                                      all parts but `published`
"""
import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
import textwrap

import decoding
import measure

HERE = os.path.dirname(os.path.abspath(__file__))
DOC = os.path.join(measure.ROOT, "doc")
RECORDS, PAGE = os.path.join(DOC, "peers.jsonl"), os.path.join(DOC, "ratios.md")
INTRODUCTION = """# Ratios to PyTorch and JAX

`make bench-peer` writes this page. [Speed compared with PyTorch and JAX](peers.md) explains the columns.
"""
CORPUS = "corpora/en-it"
SMALL = (("even_pairs", "none"), ("reverse_string", "sinusoid"), ("reverse_string", "relative"))
SMALL_TASKS, SMALL_ENCODINGS = ("even_pairs", "reverse_string"), ("none", "sinusoid", "relative")
LENGTHS = [20, 0]
PRECISIONS = "fp32", "bf16"


def stream(*command, asks=""):
    """Yields the JSON objects that a command prints, one per line. asks: the command's standard input, a few KB."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        child.stdin.write(asks)
        child.stdin.close()
        yield from map(json.loads, child.stdout)
    if child.returncode:
        sys.exit(f"pytorch.py: {' '.join(command)} ended with status {child.returncode}")


def script(name, *arguments, asks=""):
    return stream(sys.executable, os.path.join(HERE, name), *arguments, asks=asks)


# ---- the parts: each yields records with the members what, unit, ours, theirs, ways and failed ----------------------


def measure_translation(asked):
    if not os.path.isdir(CORPUS):
        sys.exit(f"pytorch.py: {CORPUS} is missing: sh tools/corpus.sh en-it {CORPUS}")
    for x in script("pytorch_translation.py", asked.program, CORPUS, "--turns", str(asked.turns)):
        yield {**x, "what": {"training": "training", "beam 4": "beam search, beam of 4"}[x["what"]] + ", one thread"}


def small_name(task, encoding, length):
    return f"{task}, {encoding}, n = {length or '1..40'}"


def our_small(program, task, encoding, length, seconds):
    return {p: measure.step(program, [("task", task), ("encoding", encoding), ("precision", p)], length, seconds)["steps_per_second"]
            for p in PRECISIONS}


def small_cases(asked):
    """Pairs of task and encoding: the rows of doc/ratios.md or, with --tasks or --encodings, all combinations."""
    if not asked.tasks and not asked.encodings:
        return SMALL
    return [(t, e) for t in asked.tasks or SMALL_TASKS for e in asked.encodings or SMALL_ENCODINGS]


def measure_small(asked):
    for task, encoding in small_cases(asked):
        for length in asked.lengths:
            ours, best = {}, {}
            for _ in range(asked.turns):
                now = our_small(asked.program, task, encoding, length, asked.seconds)
                ours = {p: max(rate, ours.get(p, 0)) for p, rate in now.items()}
                for x in script("pytorch_encoder.py", "--tasks", task, "--encodings", encoding, "--lengths", str(length),
                                "--seconds", str(4 * asked.seconds), "--repeats", "4" if length else "2"):
                    if x["steps_per_second"] > best.get(x["precision"], x)["steps_per_second"] or x["precision"] not in best:
                        best[x["precision"]] = x
            yield {"what": small_name(task, encoding, length), "unit": "steps/s", "ours": ours,
                   "theirs": {p: x["steps_per_second"] for p, x in best.items()},
                   "ways": {p: x["configuration"] for p, x in best.items()}, "product": x["product"]}


def measure_published(asked):
    if not asked.published:
        sys.exit("pytorch.py: the part published needs --published FOLDER, a checkout of the published program")
    length = LENGTHS[0]  # one length: JAX compiles a step for each length of a mix
    for task, encoding in SMALL:
        ours = our_small(asked.program, task, encoding, length, asked.seconds)
        (x,) = script("published_jax.py", "--source", asked.published, "--tasks", task, "--encodings", encoding, "--lengths",
                      str(length))
        yield {"what": small_name(task, encoding, length), "unit": "steps/s", "ours": {"fp32": ours["fp32"]},
               "theirs": {"fp32": x["steps_per_second"]}, "ways": {"fp32": "published"}, "product": {"version": x["versions"]}}


def measure_decoder(asked):
    for x in script("pytorch_decoder.py", asked.program, "--turns", str(asked.turns)):
        what = f"training, dropout {x['dropout']:g}" if x["what"] == "training" else "decoding of 500 prompts"
        yield {**x, "what": what}


def measure_decoding(asked):
    beside = os.path.join(HERE, "pytorch_decoding.py")
    cases = argparse.Namespace(program=asked.program, seconds=asked.seconds, batches=decoding.BATCHES, lengths=decoding.LENGTHS)
    rows = decoding.measure_all(cases, [], beside, PRECISIONS)
    for x, other in zip(rows, rows):  # pairs: fp32, bf16
        yield {**x, "what": f"width {x['width']}, batch {x['batch']}, {x['tokens']} tokens", "unit": "tokens/s",
               "ours": {p: y["tokens_per_second"] for p, y in zip(PRECISIONS, (x, other))}}


def measure_wide(asked):
    names = {"wide": "training, 6 blocks of width 512", "base": "training, decoder-base",
             "long": "evaluation at 2,048 tokens, 30 blocks of width 576"}
    for x in script("pytorch_wide.py", asked.program, "--turns", str(asked.turns), "--seconds", str(4 * asked.seconds)):
        yield {**x, "what": names[x["model"]]}


PARTS = {"translation": ("Translation", measure_translation), "small": ("Small encoders, width 64", measure_small),
         "published": ("The published program under JAX", measure_published),
         "decoder": ("A small decoder of text tasks", measure_decoder),
         "decoding": ("Greedy decoding with caches", measure_decoding), "wide": ("Wide decoders", measure_wide)}


# ---- records and tables ---------------------------------------------------------------------------------------------


def machine():
    """The processor's name, its features that matter for speed, and its number of cores."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        facts = {line.split(":")[0].strip(): line.split(":")[1].strip() for line in lines if ":" in line}
    flags = facts.get("flags", "").split()
    known = {"avx512f": "AVX-512", "avx512_bf16": "AVX-512 bf16", "amx_bf16": "AMX"}
    kinds = [name for flag, name in known.items() if flag in flags]
    return ", ".join([facts.get("model name", platform.machine()), f"{len(os.sched_getaffinity(0))} virtual cores", *kinds])


def commit():
    done = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def read_records():
    try:
        with open(RECORDS, encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    except FileNotFoundError:
        return []


def number(x):
    return "" if x is None else f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def best(rates):
    return max(rates.values())


def way_of(name, precision):
    """The name of a way in a column of its precision: "2x1 eager bf16" (pytorch_encoder.py) is "eager, 2 processes"."""
    name = name.replace(f", {precision}", "").replace(f" {precision}", "")
    found = re.fullmatch(r"(\d+)x(\d+) (\w+)", name)
    if not found:
        return name
    processes, threads, mode = found.groups()
    counts = ((processes, "processes"), (threads, "threads" if processes == "1" else "threads each"))
    return ", ".join([mode, *(f"{count} {what}" for count, what in counts if count != "1")])


def columns(records):
    """Returns the headings, and a function that makes the cells of a record. Omits columns without numbers, and the
    column of units if all units are equal."""
    peer = "JAX" if records[0]["part"] == "published" else "PyTorch"
    unit = ["unit"] if len({x["unit"] for x in records}) > 1 else []
    shown = [p for p in PRECISIONS if any(p in x["ours"] for x in records)]
    ratios = ["fp32 to fp32", "best to best"][-len(shown):]

    def cells(x):
        ours, theirs, ways = x["ours"], x["theirs"], x["ways"]
        fp32 = f"{ours['fp32'] / theirs['fp32']:.2f}" if "fp32" in theirs else ""
        return [x["what"], *(x[name] for name in unit), *(number(ours.get(p)) for p in shown),
                *(f"{number(theirs[p])} ({way_of(ways[p], p)})" if p in theirs else "" for p in shown),
                *[fp32, f"**{best(ours) / best(theirs):.2f}**"][-len(ratios):]]

    return ["what", *unit, *(f"{side} {p}" for side in ("lengthen", peer) for p in shown), *ratios], cells


def about(records):
    """A sentence about the numbers of a part."""
    first, units = records[0], {x["unit"] for x in records}
    product = first.get("product") or {}
    peer = f"JAX {product.get('version', '')}".replace("JAX JAX", "JAX") if first["part"] == "published" else \
        f"PyTorch {product.get('version', '')}"
    if "fp32" in product:
        peer += f" (1024 x 1024 matrix products on one thread: {product['fp32']:.0f} GFLOP/s in fp32, {product['bf16']:.0f} in bf16)"
    text = "; ".join([first["date"], f"lengthen {first['commit']}", peer]) + (f". In {units.pop()}:" if len(units) == 1 else ".")
    return "\n".join(textwrap.wrap(text, 120))


def table(part, records):
    """The lines of a part of a machine's section."""
    heads, cells = columns(records)
    yield f"\n### {PARTS[part][0]}\n"
    yield about(records) + "\n"
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    yield from ("| " + " | ".join(cells(x)) + " |" for x in records)
    for way, why in {w: why for x in records for w, why in x.get("failed", {}).items()}.items():
        yield f"\n{way} failed: {why}"


def write_page(records):
    lines = [INTRODUCTION.rstrip()]
    for name in sorted({x["machine"] for x in records}):
        lines.append(f"\n## {name}")
        for part in PARTS:
            if mine := [x for x in records if (x["machine"], x["part"]) == (name, part)]:
                lines += table(part, mine)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def keep(records):
    with open(RECORDS, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x) + "\n" for x in records)
    write_page(records)


def need(peer):
    """Exits before any measurement if PyTorch or JAX is missing."""
    if not os.access(os.path.join(measure.ROOT, "build", "peer", peer.lower(), "bin", "python3"), os.X_OK):
        measure.fail(f"{peer} is missing: run `make peer`, which installs it in build/peer/{peer.lower()}")


def measure_part(part, asked):
    """Measures a part and prints its table; with --write, replaces each of its records as soon as it is measured."""
    about = {"part": part, "machine": machine(), "date": datetime.date.today().isoformat(), "commit": commit()}
    keys, found = ("what", "unit", "ours", "theirs", "ways", "failed", "product", "tried"), []

    def others(names=None):
        """All records except this part of this machine. If names are given, only the part's rows of these names are
        omitted."""
        return [x for x in read_records() if (x["part"], x["machine"]) != (part, about["machine"])
                or names is not None and x["what"] not in names]

    for x in PARTS[part][1](asked):
        found.append({**about, **{key: x[key] for key in keys if key in x}})
        if asked.json:
            measure.print_lines(found[-1:])
        if asked.write:
            keep(others({row["what"] for row in found}) + found)
    if asked.write:
        keep(others() + found)
    if found and not asked.json:
        print("\n".join(table(part, found)), flush=True)


def main():
    parser = measure.parser_of(__doc__)
    add = parser.add_argument
    add("parts", nargs="?", type=measure.listed(PARTS), metavar="PART,...",
        help="parts: " + ", ".join(PARTS) + " (all; published only with --published)")
    add("--write", action="store_true", help="replace these parts of this machine in doc/peers.jsonl and doc/ratios.md")
    add("--published", metavar="FOLDER", help="randomized_positional_encodings, a checkout of the published program")
    add("--turns", type=measure.number(int, 1), default=2, metavar="N", help="turns of each side; the best turn counts (2)")
    add("--tasks", type=measure.listed(SMALL_TASKS), metavar="NAME,...", help="tasks of small: " + ", ".join(SMALL_TASKS))
    add("--encodings", type=measure.listed(SMALL_ENCODINGS), metavar="NAME,...", help="encodings of small: " + ", ".join(SMALL_ENCODINGS))
    add("--lengths", type=measure.numbers, default=LENGTHS, metavar="N,...", help="lengths of the part small (20,0); 0 is the mix 1..40")
    asked = parser.parse_args()
    if asked.settings:
        parser.error("--set: the PyTorch scripts have fixed models; use bench/compare.py for other settings")
    if asked.write and (asked.tasks or asked.encodings or asked.lengths != LENGTHS):
        parser.error("--write: doc/ratios.md has fixed rows; omit --tasks, --encodings and --lengths")
    for part in asked.parts or [part for part in PARTS if part != "published" or asked.published]:
        need("JAX" if part == "published" else "PyTorch")
        measure_part(part, asked)


if __name__ == "__main__":
    main()
