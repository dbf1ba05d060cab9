"""bpe_judge.py learn COUNT FILE...
bpe_judge.py apply CODES FILE

A judge of src/data/bpe.c, written from the paper (Sennrich et al. 2016, algorithm 1) and from the words of subword-nmt's
format alone, slow and plain: learns merges, which it prints as a file of codes; or takes the words of a file apart.
"""

import collections
import sys


def merge(symbols, left, right):
    out = []
    for symbol in symbols:
        if out and out[-1] == (left, False) and symbol == right:
            out[-1] = (left + right, True)  # what was merged in this round begins no other pair
        else:
            out.append((symbol, False))
    return [text for text, _ in out]


def characters(word):
    return list(word[:-1]) + [word[-1] + "</w>"]


def pairs_of(symbols):
    return list(zip(symbols, symbols[1:]))


def learn(count, names):
    words = collections.Counter(word for name in names for line in open(name, encoding="utf-8") for word in line.split())
    taken = {word: characters(word) for word in words}
    print("#version: 0.2")
    for _ in range(count):
        uses = collections.Counter()
        for word, symbols in taken.items():
            for pair in pairs_of(symbols):
                uses[pair] += words[word]
        best = max(uses, key=lambda pair: (uses[pair], pair))
        print(*best)
        taken = {word: merge(symbols, *best) for word, symbols in taken.items()}


def apply(word, codes):
    symbols = characters(word)
    while True:
        there = set(pairs_of(symbols))
        first = next((code for code in codes if code in there), None)
        if not first:
            break
        symbols = merge(symbols, *first)
    symbols[-1] = symbols[-1][: -len("</w>")]
    return [symbol + "@@" for symbol in symbols[:-1]] + symbols[-1:]


def main(what, first, *names):
    if what == "learn":
        learn(int(first), names)
        return
    codes = [tuple(line.split()) for line in open(first, encoding="utf-8").read().splitlines()[1:]]
    for line in open(names[0], encoding="utf-8"):
        print(*(piece for word in line.split() for piece in apply(word, codes)))


main(*sys.argv[1:])
