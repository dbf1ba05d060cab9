#!/usr/bin/env python3
"""score_judge.py: a second implementation of BLEU and chrF from their definitions, with regular expressions and
counters.

Compares its scores with those of `lengthen score`, for single sentences (--sentence) and for the corpus. The texts are
random texts of a small alphabet with many characters that tokenizers treat specially, and characters of all of Unicode.
Prints the number of compared segments, or the first difference. Needs only Python.
"""
import json
import math
import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter


# ---- tokens ----

def western(line):
    line = re.sub(r"([ -&(-+/:-@\[-`{-~])", r" \1 ", line)
    line = re.sub(r"([^0-9])([.,])", r"\1 \2 ", line)
    line = re.sub(r"([.,])([^0-9])", r" \1 \2", line)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", line)


def tokens_13a(line):
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, meaning in ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"):
        line = line.replace(entity, meaning)
    return western(f" {line} ")


class Categories(dict):
    """Maps letters to the general category of characters, so that `re` can match it."""

    def __missing__(self, code):
        self[code] = {"P": "p", "S": "s", "N": "n"}.get(unicodedata.category(chr(code))[0], "x")
        return self[code]


categories = Categories()


def tokens_intl(line):
    for pattern, before, between, behind in ("[^n]p", "", " ", " "), ("p[^n]", " ", " ", ""), ("s", " ", "", " "):
        kinds, out, end = line.translate(categories), [], 0
        for found in re.finditer(pattern, kinds):
            out += [line[end:found.start()], before, between.join(line[found.start():found.end()]), behind]
            end = found.end()
        line = "".join(out) + line[end:]
    return line


# sacreBLEU's ranges. Its code has \u20000-\u2a6d6 and \u2f800-\u2fa1d. Since Python reads only four digits after \u, they
# become the first two ranges here.
CHINESE = re.compile("[\u2001-\u2a6d\u2f81-\u2fa1\u3400-\u4db5\u4e00-\u9fa5\u9fa6-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a"
                     "\ufa70-\ufad9\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf\u2ff0-\u2fff"
                     "\u3100-\u312f\u31a0-\u31bf\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u26ff\u2700-\u27bf\u3200-\u32ff"
                     "\u3300-\u33ff]")
TOKENIZE = {"13a": tokens_13a, "intl": tokens_intl, "none": str, "char": " ".join,
            "zh": lambda line: western(CHINESE.sub(lambda m: f" {m[0]} ", line.strip()))}


def ngrams(symbols, n):
    return Counter(tuple(symbols[i:i + n]) for i in range(len(symbols) - n + 1))


def filled(references):
    return [r for r in references if r.strip()] or [""]


# ---- BLEU: [correct_1..4, total_1..4, length, length of the reference] ----

def bleu_sums(hypothesis, references, options):
    read = lambda text: TOKENIZE[options["tokenize"]]((text.lower() if options["lowercase"] else text).rstrip()).split()
    hypothesis, references = read(hypothesis), [read(r) for r in filled(references)]
    correct, total = [], []
    for n in range(1, 5):
        most = Counter()
        for r in references:
            most |= ngrams(r, n)
        said = ngrams(hypothesis, n)
        correct.append(sum((said & most).values()))
        total.append(sum(said.values()))
    nearest = min((abs(len(r) - len(hypothesis)), len(r)) for r in references)[1]
    return correct + total + [len(hypothesis), nearest]


def bleu(sums, options):
    correct, total, (length, reference) = list(sums[:4]), list(sums[4:8]), sums[8:]
    penalty = 1.0 if length >= reference else math.exp(1 - reference / length) if length else 0.0
    if not any(correct):
        return 0.0, penalty
    precisions, halves, orders = [0.0] * 4, 1, 4
    for n in range(4):
        if options["smooth"] == "add-k" and n:
            correct[n] += options["value"]
            total[n] += options["value"]
        if not total[n]:
            break
        if options["effective"]:
            orders = n + 1
        if correct[n]:
            precisions[n] = 100 * correct[n] / total[n]
        elif options["smooth"] == "exp":
            halves *= 2
            precisions[n] = 100 / (halves * total[n])
        elif options["smooth"] == "floor":
            precisions[n] = 100 * options["value"] / total[n]
    logs = sum(math.log(p) if p else -9999999999 for p in precisions[:orders])
    return penalty * math.exp(logs / orders), penalty


# ---- chrF: [hypothesis, reference, match] of each order ----

def chrf_words(text):
    words = []
    for w in text.split():
        mark = r"[!-/:-@\[-`{-~]"
        if len(w) > 1 and re.match(mark, w[-1]):
            words += [w[:-1], w[-1]]
        elif len(w) > 1 and re.match(mark, w[0]):
            words += [w[0], w[1:]]
        else:
            words.append(w)
    return words


def chrf_pair(hypothesis, reference, options):
    sums = []
    for read, orders in (lambda t: "".join(t.split()), options["characters"]), (chrf_words, options["words"]):
        for n in range(1, orders + 1):
            h, r = ngrams(read(hypothesis), n), ngrams(read(reference), n)
            sums += [sum(h.values()) if r else 0, sum(r.values()), sum((h & r).values())]
    return sums


def chrf_sums(hypothesis, references, options):
    if options["lowercase"]:
        hypothesis, references = hypothesis.lower(), [r.lower() for r in references]
    pairs = [chrf_pair(hypothesis, r, options) for r in filled(references)]
    return max(pairs, key=lambda sums: chrf(sums, options)) # ties go to the first


def chrf(sums, options):
    orders = [(h, r, m) for h, r, m in zip(sums[::3], sums[1::3], sums[2::3]) if h and r]
    if not orders:
        return 0.0
    precision = sum(m / h for h, _, m in orders) / len(orders)
    recall = sum(m / r for _, r, m in orders) / len(orders)
    weight = options["beta"] ** 2
    return 100 * (1 + weight) * precision * recall / (weight * precision + recall) if precision + recall else 0.0


# ---- comparison ----

def run(*arguments):
    done = subprocess.run(["lengthen", "score", *map(str, arguments), "--json", "-q"], stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"score {arguments}: status {done.returncode}")
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def write(name, lines):
    with open(name, "wb") as f:
        f.write("".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))
    return name


def agree(what, found, wanted):
    same = found == wanted if isinstance(wanted, list) else abs(found - wanted) <= 1e-7 * max(1, abs(wanted))
    if not same:
        sys.exit(f"{what}: {found}, expected {wanted}")


def compare_bleu(hypotheses, references, files, options):
    flags = ["--tokenize", options["tokenize"], "--smooth", options["smooth"]]
    if options["smooth"] in ("floor", "add-k"):
        flags += ["--smooth-value", options["value"]]
    if options["lowercase"]:
        flags.append("--lowercase")
    all_sums = [bleu_sums(h, r, options) for h, r in zip(hypotheses, references)]
    total = [sum(column) for column in zip(*all_sums)]
    for sentence, rows in (True, all_sums), (False, [total]):
        found = run(*files, *flags, *(["--sentence"] if sentence else []))
        options["effective"] = sentence
        for i, (sums, o) in enumerate(zip(rows, found, strict=True)):
            what = f"BLEU {options}, segment {i + 1 if sentence else 'all'}"
            if sentence:
                what += f", {hypotheses[i]!r} / {references[i]!r}"
            agree(what, o["counts"] + o["totals"] + [o["hypothesis_length"], o["reference_length"]], sums)
            score, penalty = bleu(sums, options)
            agree(what, o["score"], score)
            agree(what, o["brevity_penalty"], penalty)


def compare_chrf(hypotheses, references, files, options):
    flags = ["--metric", "chrf", "--char-order", options["characters"], "--word-order", options["words"], "--beta",
             options["beta"]] + (["--lowercase"] if options["lowercase"] else [])
    all_sums = [chrf_sums(h, r, options) for h, r in zip(hypotheses, references)]
    total = [sum(column) for column in zip(*all_sums)]
    for sentence, rows in (True, all_sums), (False, [total]):
        found = run(*files, *flags, *(["--sentence"] if sentence else []))
        for i, (sums, o) in enumerate(zip(rows, found, strict=True)):
            what = f"chrF {options}, segment {i + 1 if sentence else 'all'}"
            if sentence:
                what += f", {hypotheses[i]!r} / {references[i]!r}"
            agree(what, [o["totals"], o["reference_totals"], o["counts"]], [sums[0::3], sums[1::3], sums[2::3]])
            agree(what, o["score"], chrf(sums, options))


PIECES = ["a", "b", "the", "The", "cat", "1", "23", "4.5", "1,200", ".", ",", "-", "'", "$", "(", ")", "\"", "/", "&",
          "&amp;", "&quot;", "&lt;", "&gt;", "<skipped>", "<", ">", "\u00e9", "\u00c9", "\u00df", "\u0130", "\u03a3",
          "\u03c3", "\u00ab", "\u20ac", "\u00bd", "\u0663", "\u4e2d", "\u6587", "\u3002", "\uff01", "\u2014", "\u2026",
          "\U0001f600", "\U00020000", "\u0301", "\u00b7", "\u200b", "\ufeff", "\udcff", "\udcc3", "\udce2\udc82",
          "\udced\udca0\udc80", "\r", "\x7f", "\x01"]
SPACES = [" ", " ", " ", " ", " ", "", "", "", "  ", "\t", "\u00a0", "\u3000", "\u2003", "\x1c", "\x85", "\u2028"]


def random_line(draw):
    size = draw.choice([0, 1, 2, 3, 5, 8, 13])
    return "".join(draw.choice(PIECES) + draw.choice(SPACES) for _ in range(size)) if size else draw.choice(SPACES)


def vary(draw, line):
    """A line that shares much with another one."""
    words = re.split("( )", line)
    for _ in range(draw.randrange(3)):
        words[draw.randrange(len(words))] = draw.choice(PIECES)
    return "".join(words)


def decoded(lines):
    """The lines as Python reads them from a file: adjacent single bytes may form a character."""
    return [line.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape") for line in lines]


def compare_random(seed, count):
    draw = random.Random(seed)
    first = [random_line(draw) for _ in range(count)]
    hypotheses = decoded(vary(draw, line) if draw.random() < 0.8 else random_line(draw) for line in first)
    columns = [decoded(first), decoded(vary(draw, line) for line in first)]
    write("hypotheses", hypotheses)
    files = ["hypotheses"] + [write(f"reference{i}", column) for i, column in enumerate(columns)]
    compared = 0
    for tokenize, smooth, value, lowercase, several in (
            ("13a", "exp", 0, False, False), ("13a", "exp", 0, True, True), ("intl", "floor", 0.1, False, True),
            ("intl", "exp", 0, True, False), ("zh", "add-k", 1, False, False), ("zh", "none", 0, False, True),
            ("char", "floor", 0.37, True, False), ("none", "add-k", 2.5, True, True)):
        used = 2 if several else 1
        options = {"tokenize": tokenize, "smooth": smooth, "value": value, "lowercase": lowercase}
        compare_bleu(hypotheses, list(zip(*columns[:used])), files[:used + 1], options)
        compared += count
    for characters, words, beta, lowercase, several in ((6, 0, 2, False, False), (6, 2, 2, False, True),
                                                        (4, 1, 3, True, True), (1, 3, 1, True, False)):
        used = 2 if several else 1
        options = {"characters": characters, "words": words, "beta": beta, "lowercase": lowercase}
        compare_chrf(hypotheses, list(zip(*columns[:used])), files[:used + 1], options)
        compared += count
    print(f"{compared} segments agree")


def compare_unicode():
    """Characters that exist since Unicode 3.2, so that no library is too old: a few hundred on each line."""
    known = [c for c in map(chr, range(0x80, 0x30000)) if unicodedata.ucd_3_2_0.category(c) not in ("Cn", "Cs")]
    letters = [f"1{c}2 a{c}b" for c in known]
    lines = [" ".join(letters[i:i + 300]) for i in range(0, len(letters), 300)]
    write("hypotheses", lines)
    write("reference0", [line.lower() for line in lines])
    for tokenize in "intl", "13a", "zh":
        options = {"tokenize": tokenize, "smooth": "exp", "value": 0, "lowercase": tokenize == "intl"}
        compare_bleu(lines, [(line.lower(),) for line in lines], ["hypotheses", "reference0"], options)
    print("characters of Unicode agree")


compare_random(int(sys.argv[1]) if len(sys.argv) > 1 else 1, int(sys.argv[2]) if len(sys.argv) > 2 else 300)
compare_unicode()
