"""parallel_corpus.py LANGUAGE LISTS FILES FOLDER

Makes aligned texts in English and LANGUAGE (it, de, fr), one pair per line, from the downloads of tools/corpus.sh:

    LISTS   apt's indices: paragraphs of descriptions of packages, joined by Description-md5
    FILES   unpacked packages: strings of LibreOffice's interface (.mo) and paragraphs of the Debian Reference (HTML)

Writes FOLDER/train.en, train.LANGUAGE, validation.*, test.*. Skips these pairs:

    - pairs that are not translations: equal sides, one side three times as long as the other, different digits
    - pairs that are not text: less than half of the characters are letters
    - pairs that are too long

If several sources differ only in case, digits and spaces, only the first of them is kept. The hash of a source decides
its split (2 % validation, 2 % test), so no source is in two splits, and other texts do not change the split.
"""

import collections
import glob
import hashlib
import html.parser
import os
import re
import struct
import sys

SHARES = {"test": 2, "validation": 2}  # percent; the others are for training
LONGEST = 800  # maximum characters of a side


# ---- descriptions of packages ----

def paragraphs(description):
    """The summary line and the paragraphs; None for paragraphs with preformatted lines."""
    first, *lines = description
    found = [first]
    current = []
    for line in lines + ["."]:
        if line == ".":
            if current:
                plain = not any(part.startswith(" ") or re.match(r"[-*+o•·] ", part) for part in current)
                found.append(" ".join(current) if plain else None)
            current = []
        else:
            current.append(line)
    return found


def read_descriptions(lists, language):
    """Descriptions by digest of the English description."""
    found = {}
    for path in sorted(glob.glob(os.path.join(lists, "*_Translation-" + language))):
        digest, description = None, None
        for line in open(path, encoding="utf-8"):
            line = line.rstrip("\n")
            if line.startswith("Description-md5: "):
                digest = line.split(" ", 1)[1]
            elif line.startswith("Description-" + language + ": "):
                description = found.setdefault(digest, [])
                description.append(line.split(": ", 1)[1])
            elif line.startswith(" ") and description is not None:
                description.append(line[1:])
            elif line == "":
                digest, description = None, None
    return found


def pair_descriptions(lists, language):
    english, other = read_descriptions(lists, "en"), read_descriptions(lists, language)
    for digest, description in english.items():
        if digest not in other:
            continue
        a, b = paragraphs(description), paragraphs(other[digest])
        if len(a) == len(b):
            yield from ((x, y) for x, y in zip(a, b) if x and y)


# ---- strings of an interface ----

def read_mo(path):
    data = open(path, "rb").read()
    count, originals, translations = struct.unpack_from("<3I", data, 8)
    for i in range(count):
        texts = []
        for table in (originals, translations):
            size, at = struct.unpack_from("<2I", data, table + 8 * i)
            texts.append(data[at:at + size].decode("utf-8"))
        yield texts[0].split("\4")[-1].split("\0")[0], texts[1].split("\0")[0]


def plain_string(text):
    """The string without shortcut marks and markup, in one line."""
    text = re.sub(r"<[^<>]*>", "", text)
    return text.replace("~", "").replace("\n", " ")


def pair_strings(files, language):
    for path in sorted(glob.glob(os.path.join(files, "usr/lib/libreoffice/program/resource", language, "LC_MESSAGES/*.mo"))):
        for source, target in read_mo(path):
            if source:
                yield plain_string(source), plain_string(target)


# ---- a manual ----

class Paragraphs(html.parser.HTMLParser):
    """The texts of <p>."""

    def __init__(self):
        super().__init__()
        self.found, self.open = [], False

    def handle_starttag(self, tag, attributes):
        if tag == "p":
            self.open = True
            self.found.append("")

    def handle_endtag(self, tag):
        if tag == "p":
            self.open = False

    def handle_data(self, data):
        if self.open:
            self.found[-1] += data


def read_chapter(path):
    parser = Paragraphs()
    parser.feed(open(path, encoding="utf-8").read())
    return parser.found


def pair_manual(files, language):
    for path in sorted(glob.glob(os.path.join(files, "usr/share/debian-reference/*.en.html"))):
        other = path.replace(".en.html", "." + language + ".html")
        if os.path.exists(other):
            a, b = read_chapter(path), read_chapter(other)
            if len(a) == len(b):
                yield from zip(a, b)


# ---- all ----

def clean(text):
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def letters(text):
    return sum(c.isalpha() for c in text)


def is_pair(source, target):
    sizes = len(source), len(target)
    return (source != target and 0 < min(sizes) and max(sizes) <= LONGEST and max(sizes) <= 3 * min(sizes) + 20
            and 2 * letters(source) >= sizes[0] and 2 * letters(target) >= sizes[1]
            and sorted(re.findall(r"\d+", source)) == sorted(re.findall(r"\d+", target)))


def key_of(source):
    return re.sub(r"\d+", "0", source.casefold())


def split_of(key):
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % 100
    for split, share in SHARES.items():
        if number < share:
            return split
        number -= share
    return "train"


def main(language, lists, files, folder):
    kinds = {"descriptions": pair_descriptions(lists, language), "strings": pair_strings(files, language),
             "manual": pair_manual(files, language)}
    names = ["train", "validation", "test"]
    to = {(split, side): open(os.path.join(folder, split + "." + side), "w", encoding="utf-8")
          for split in names for side in ("en", language)}
    seen, counts = set(), collections.Counter()
    for kind, pairs in kinds.items():
        for source, target in pairs:
            source, target = clean(source), clean(target)
            key = key_of(source)
            counts[kind, "read"] += 1
            if not is_pair(source, target) or key in seen:
                continue
            seen.add(key)
            split = split_of(key)
            counts[kind, split] += 1
            to[split, "en"].write(source + "\n")
            to[split, language].write(target + "\n")
    for file in to.values():
        file.close()
    print("%-13s %8s %8s %10s %6s" % ("pairs", "read", *names))
    for kind in kinds:
        print("%-13s %8d %8d %10d %6d" % (kind, counts[kind, "read"], *(counts[kind, split] for split in names)))
    print("%-13s %8d %8d %10d %6d" % ("all", sum(counts[kind, "read"] for kind in kinds),
                                      *(sum(counts[kind, split] for kind in kinds) for split in names)))


if __name__ == "__main__":
    main(*sys.argv[1:])
