"""bpe_judge.py learn COUNT FILE...
bpe_judge.py learn-0.1 COUNT FILE...
bpe_judge.py apply CODES FILE

A second implementation of src/data/bpe.c, slow and simple. It was written only from the paper (Sennrich et al. 2016,
algorithm 1) and the description of subword-nmt's format. It learns merges and prints them as a file of codes, or splits
the words of a file into subwords. Files of codes of version 0.1 have no first line, and the end of a word is a separate
symbol in them, as in the paper.
"""

import collections
import sys


def merge(symbols, left, right):
    out = []
    for symbol in symbols:
        if out and out[-1] == (left, False) and symbol == right:
            out[-1] = (left + right, True)  # the result of a merge begins no other pair in this round
        else:
            out.append((symbol, False))
    return [text for text, _ in out]


def characters(word, version):
    return [*word, "</w>"] if version == "0.1" else [*word[:-1], word[-1] + "</w>"]


def pairs_of(symbols):
    return list(zip(symbols, symbols[1:]))


def learn(count, names, version):
    words = collections.Counter(word for name in names for line in open(name, encoding="utf-8") for word in line.split())
    taken = {word: characters(word, version) for word in words}
    if version != "0.1":
        print("#version:", version)
    for _ in range(count):
        uses = collections.Counter()
        for word, symbols in taken.items():
            for pair in pairs_of(symbols):
                uses[pair] += words[word]
        best = max(uses, key=lambda pair: (uses[pair], pair))
        print(*best)
        taken = {word: merge(symbols, *best) for word, symbols in taken.items()}


def apply(word, codes, version):
    symbols = characters(word, version)
    while True:
        there = set(pairs_of(symbols))
        first = next((code for code in codes if code in there), None)
        if not first:
            break
        symbols = merge(symbols, *first)
    symbols[-1] = symbols[-1][: -len("</w>")]
    symbols = [symbol for symbol in symbols if symbol]
    return [symbol + "@@" for symbol in symbols[:-1]] + symbols[-1:]


def main(what, first, *names):
    if what.startswith("learn"):
        learn(int(first), names, "0.1" if what == "learn-0.1" else "0.2")
        return
    lines = open(first, encoding="utf-8").read().splitlines()
    version = "0.2" if lines[0].startswith("#version") else "0.1"
    codes = [tuple(line.split()) for line in lines[version == "0.2" :]]
    for line in open(names[0], encoding="utf-8"):
        print(*(piece for word in line.split() for piece in apply(word, codes, version)))


main(*sys.argv[1:])
