#!/usr/bin/env python3
"""Computes the counts of `lengthen analyze outputs RUN` and `analyze confusion RUN` a second time, from the answers
that `lengthen eval` prints.

    answers_judge.py ANSWERS EVAL OUTPUTS OUTPUTS_FROM_END CONFUSION

All five arguments are files of JSON lines:

    ANSWERS, EVAL       `eval RUN --show all --count N --json`; both may be the same file
    OUTPUTS             `analyze outputs RUN --json`
    OUTPUTS_FROM_END    `analyze outputs RUN --from end --json`
    CONFUSION           `analyze confusion RUN --json`

Every target token of the data must count in the scores."""
import collections
import json
import sys


def lines(path, schema):
    with open(path, encoding="utf-8") as file:
        objects = [json.loads(line) for line in file]
    return [x for x in objects if x["schema"].startswith(schema + "/")]


def main():
    answers, lengths = lines(sys.argv[1], "lengthen.answer"), lines(sys.argv[2], "lengthen.eval")
    counts = {"start": collections.defaultdict(lambda: [0, 0, 0]), "end": collections.defaultdict(lambda: [0, 0, 0])}
    pairs = collections.Counter()
    for answer in answers:
        target, said, length = answer["target_ids"], answer["ids"], answer["length"]
        for j, token in enumerate(target):
            for end, position in (("start", j + 1), ("end", len(target) - j)):
                sums = counts[end][length, position]
                sums[0] += 1
                sums[1] += said[j:j + 1] == [token]
                sums[2] += j >= len(said)
            words = answer["words"][j] if j < len(said) else None
            pairs[length, token, said[j] if j < len(said) else -1, answer["target_words"][j], words] += 1
    faults = []
    for end, path in (("start", sys.argv[3]), ("end", sys.argv[4])):
        told = [((x["length"], x["position"]), [x["tokens"], x["right"], x["missing"]])
                for x in lines(path, "lengthen.output") if x["from"] == end]
        if told != sorted(counts[end].items()):
            faults.append(f"positions from the {end} differ")
    told = [((x["length"], x["target_id"], -1 if x["said_id"] is None else x["said_id"], x["target"], x["said"]),
             x["tokens"]) for x in lines(sys.argv[5], "lengthen.confusion")]
    if told != sorted(pairs.items(), key=lambda x: x[0][:3]):
        faults.append("pairs differ")
    for x in lengths:
        of = [sums for (length, _), sums in counts["start"].items() if length == x["length"]]
        tokens, right, missing = (sum(s[i] for s in of) for i in range(3))
        ratio = right / tokens
        # If a model outputs the end token too early, token accuracy also compares the tokens that it would output next.
        if tokens != x["tokens"] or ratio > x["token_accuracy"] + 1e-8 or (
                not missing and abs(ratio - x["token_accuracy"]) > 1e-8):
            faults.append(f"token accuracy of length {x['length']}: {right} of {tokens}, not {x['token_accuracy']}")
    for fault in faults:
        print(fault)
    wrong = sum(n for pair, n in pairs.items() if pair[1] != pair[2])
    missing = sum(n for pair, n in pairs.items() if pair[2] == -1)
    print("differ" if faults else "agree", "wrong" if wrong else "none wrong", "missing" if missing else "none missing")


main()
