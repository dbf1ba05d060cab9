#!/usr/bin/env python3
"""bench_peer.py: every ratio of speed of the documents again, on this machine: lengthen beside PyTorch and JAX.

Runs the scripts that time a part each, keeps what they measure in doc/peers.jsonl, and writes the tables of
doc/peers.md from it. Parts that are not asked for stay as they were measured, each with the name of its machine.

  translation  an encoder and a decoder: training, beam search (bench_translation.py; needs corpora/en-it, made by
               `sh tools/corpus.sh en-it corpora/en-it`)
  small        the encoder of width 64 (pytorch_baseline.py)
  published    the same in the published program of Ruoss et al. 2023 under JAX (published_jax.py; needs --published)
  decoder      a small decoder of text tasks: training, decoding (bench_decoder.py)
  decoding     decoders of width 64, 256 and 512, 1 to 128 sequences of 64 to 1,024 tokens (pytorch_decode.py)
  wide         decoders of 19, 110 and 148 million parameters: training, evaluation (bench_wide.py)
"""
import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import textwrap

TOOLS = os.path.dirname(os.path.abspath(__file__))
DOC = os.path.join(os.path.dirname(TOOLS), "doc")
RECORDS, PAGE = os.path.join(DOC, "peers.jsonl"), os.path.join(DOC, "peers.md")
MARK = "<!-- what follows is written by `make bench-peer` -->"
CORPUS = "corpora/en-it"
SMALL = (("even_pairs", "none"), ("reverse_string", "sinusoid"), ("reverse_string", "relative"))
LENGTHS = (20, 0)
PRECISIONS = "fp32", "bf16"
DECODERS = ((64, 2), (256, 6), (512, 6))  # width and blocks, as `lengthen bench --decode` has them
BATCHES, TOKENS = (1, 8, 32, 128), (64, 256, 1024)


def stream(*command, asks=""):
    """JSON objects that a command prints, one a line, as they come; asks: what it reads, a few KB."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        child.stdin.write(asks)
        child.stdin.close()
        yield from map(json.loads, child.stdout)
    if child.returncode:
        sys.exit(f"bench_peer.py: {' '.join(command)} ended with status {child.returncode}")


def lines_of(*command):
    return list(stream(*command))


def script(name, *arguments, asks=""):
    return stream(sys.executable, os.path.join(TOOLS, name), *arguments, asks=asks)


# ---- the parts: each yields records: what, unit, ours, theirs, ways, failed -----------------------------------------


def measure_translation(asked):
    if not os.path.isdir(CORPUS):
        sys.exit(f"bench_peer.py: {CORPUS} is missing: sh tools/corpus.sh en-it {CORPUS}")
    for x in script("bench_translation.py", asked.program, CORPUS, "--turns", str(asked.turns)):
        yield {**x, "what": {"training": "training", "beam 4": "beam search, beam of 4"}[x["what"]] + ", one thread"}


def small_name(task, encoding, length):
    return f"{task}, {encoding}, n = {length or '1..40'}"


def our_small(program, task, encoding, length, seconds):
    x = lines_of(program, "bench", "--task", task, "--encoding", encoding, "--length", str(length), "--seconds", str(seconds),
                 "--compare", "precision=bf16", "--json")[0]
    return {"fp32": x["steps_per_second"], "bf16": x["versus_steps_per_second"]}


def measure_small(asked):
    for task, encoding in SMALL:
        for length in LENGTHS:
            ours, best = {}, {}
            for _ in range(asked.turns):
                now = our_small(asked.program, task, encoding, length, asked.seconds)
                ours = {p: max(rate, ours.get(p, 0)) for p, rate in now.items()}
                for x in script("pytorch_baseline.py", "--tasks", task, "--encodings", encoding, "--lengths", str(length),
                                "--seconds", str(4 * asked.seconds), "--repeats", "4" if length else "2"):
                    if x["steps_per_second"] > best.get(x["precision"], x)["steps_per_second"] or x["precision"] not in best:
                        best[x["precision"]] = x
            yield {"what": small_name(task, encoding, length), "unit": "steps/s", "ours": ours,
                   "theirs": {p: x["steps_per_second"] for p, x in best.items()},
                   "ways": {p: x["configuration"] for p, x in best.items()}, "product": x["product"]}


def measure_published(asked):
    if not asked.published:
        sys.exit("bench_peer.py: the part published needs --published FOLDER, a checkout of the published program")
    length = LENGTHS[0]  # alone: the program compiles a step for each length of a mix
    for task, encoding in SMALL:
        ours = our_small(asked.program, task, encoding, length, asked.seconds)
        (x,) = script("published_jax.py", "--source", asked.published, "--tasks", task, "--encodings", encoding, "--lengths",
                      str(length))
        yield {"what": small_name(task, encoding, length), "unit": "steps/s", "ours": {"fp32": ours["fp32"]},
               "theirs": {"fp32": x["steps_per_second"]}, "ways": {"fp32": "published"}, "product": {"version": x["versions"]}}


def measure_decoder(asked):
    for x in script("bench_decoder.py", asked.program, "--turns", str(asked.turns)):
        what = f"training, dropout {x['dropout']:g}" if x["what"] == "training" else "decoding of 500 prompts"
        yield {**x, "what": what}


def measure_decoding(asked):
    threads = len(os.sched_getaffinity(0))
    for width, blocks in DECODERS:
        size = {"width": width, "heads": 8, "blocks": blocks, "feed_forward": 4 * width}
        flags = ["--width", str(width), "--heads", "8", "--model.blocks", str(blocks), "--model.feed_forward", str(4 * width)]
        cases = [(B, T) for B in BATCHES for T in TOKENS]
        ours, theirs = {case: {} for case in cases}, {}
        for _ in range(asked.turns):
            for p in PRECISIONS:
                for x in lines_of(asked.program, "bench", "--decode", *flags, "--precision", p, "--seconds", str(asked.seconds),
                                  "--json"):
                    known = ours[x["batch"], x["tokens"]]
                    known[p] = max(known.get(p, 0), x["tokens_per_second"])
        asks = [{**size, "encoding": "t5", "symbols": 32, "classes": 32, "sequences": B, "tokens": T, "threads": threads,
                 "seconds": asked.seconds} for B, T in cases for _ in range(asked.turns)]
        answers = script("pytorch_decode.py", asks="".join(json.dumps(ask) + "\n" for ask in asks))
        for ask, answer in zip(asks, answers):  # of a case asked several times the last answer has the best turns
            theirs[ask["sequences"], ask["tokens"]] = answer
        for case in cases:
            yield {**theirs[case], "what": f"width {width}, batch {case[0]}, {case[1]} tokens", "unit": "tokens/s",
                   "ours": ours[case]}


def measure_wide(asked):
    names = {"wide": "training, 6 blocks of width 512", "base": "training, decoder-base",
             "long": "evaluation at 2,048 tokens, 30 blocks of width 576"}
    for x in script("bench_wide.py", asked.program, "--turns", str(asked.turns), "--seconds", str(4 * asked.seconds)):
        yield {**x, "what": names[x["model"]]}


PARTS = {"translation": ("Translation", measure_translation), "small": ("Small encoders, width 64", measure_small),
         "published": ("The published program under JAX", measure_published),
         "decoder": ("A small decoder of text tasks", measure_decoder),
         "decoding": ("Greedy decoding with caches", measure_decoding), "wide": ("Wide decoders", measure_wide)}


# ---- records and tables ---------------------------------------------------------------------------------------------


def machine():
    """The processor as the system names it, what of it matters for speed, and its cores."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        facts = {line.split(":")[0].strip(): line.split(":")[1].strip() for line in lines if ":" in line}
    flags = facts.get("flags", "").split()
    known = {"avx512f": "AVX-512", "avx512_bf16": "AVX-512 bf16", "amx_bf16": "AMX"}
    kinds = [name for flag, name in known.items() if flag in flags]
    return ", ".join([facts.get("model name", platform.machine()), f"{len(os.sched_getaffinity(0))} virtual cores", *kinds])


def commit():
    done = subprocess.run(["git", "-C", TOOLS, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
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


def row(x):
    ours, theirs, ways = x["ours"], x["theirs"], x["ways"]
    way = lambda p: ways[p].replace(f", {p}", "").replace(f" {p}", "")
    peer = [f"{number(theirs[p])} ({way(p)})" if p in theirs else "" for p in PRECISIONS]
    fp32 = ours["fp32"] / theirs["fp32"] if "fp32" in theirs else None
    cells = [x["what"], x["unit"], *(number(ours.get(p)) for p in PRECISIONS), *peer, f"{fp32:.2f}" if fp32 else "",
             f"**{best(ours) / best(theirs):.2f}**"]
    return "| " + " | ".join(cells) + " |"


def table(part, records):
    first, peer = records[0], "JAX" if part == "published" else "PyTorch"
    heads = ["what", "unit", "lengthen fp32", "lengthen bf16", f"{peer} fp32", f"{peer} bf16", "fp32 to fp32", "better to better"]
    product, failed = first.get("product") or {}, {w: why for x in records for w, why in x.get("failed", {}).items()}
    of_product = ""
    if "fp32" in product:
        of_product = f" ({product['fp32']:.0f} and {product['bf16']:.0f} GFLOP/s in a product of 1024 x 1024, one thread)"
    yield f"\n## {PARTS[part][0]}\n"
    about = f"{first['machine']}; {first['date']}; lengthen {first['commit']}; {peer} {product.get('version', '')}{of_product}."
    yield "\n".join(textwrap.wrap(about.replace("JAX JAX", "JAX"), 120)) + "\n"
    yield "| " + " | ".join(heads) + " |"
    yield "|---|---|" + "---|" * (len(heads) - 2)
    yield from map(row, records)
    for way, why in failed.items():
        yield f"\n{way} failed: {why}"


def write_page(records):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    lines = [line for part in PARTS for mine in [[x for x in records if x["part"] == part]] if mine for line in table(part, mine)]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text[:text.index(MARK)] + MARK + "\n" + "\n".join(lines) + "\n")


def keep(records):
    with open(RECORDS, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(x) + "\n" for x in records)
    write_page(records)


def measure(part, asked):
    """Measures a part and replaces its records, each as soon as it is there."""
    about = {"part": part, "machine": machine(), "date": datetime.date.today().isoformat(), "commit": commit()}
    keys, found = ("what", "unit", "ours", "theirs", "ways", "failed", "product", "tried"), []
    for x in PARTS[part][1](asked):
        found.append({**about, **{key: x[key] for key in keys if key in x}})
        now = [known["what"] for known in found]
        keep([known for known in read_records() if known["part"] != part or known["what"] not in now] + found)
    keep([x for x in read_records() if x["part"] != part] + found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/lengthen")
    parser.add_argument("--parts", default=None, help="of " + ",".join(PARTS) + " (all; published where --published is given)")
    parser.add_argument("--published", help="a folder randomized_positional_encodings with the published program")
    parser.add_argument("--turns", type=int, default=2, help="of both sides, of which the best counts (2)")
    parser.add_argument("--seconds", type=float, default=1, help="of one short measurement (1)")
    asked = parser.parse_args()
    parts = asked.parts.split(",") if asked.parts else [part for part in PARTS if part != "published" or asked.published]
    for part in parts:
        if part not in PARTS:
            parser.error(f"--parts {part}: one of {', '.join(PARTS)} is needed")
    for part in parts:
        measure(part, asked)


if __name__ == "__main__":
    main()
