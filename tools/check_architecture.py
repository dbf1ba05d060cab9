#!/usr/bin/env python3
"""check_architecture.py: checks that the documents for contributors name existing files and identifiers.

    tools/check_architecture.py                        checks; ends with status 1 if something is missing
    tools/check_architecture.py --apply FOLDER KIND... writes the examples of doc/add/KIND.md into a source tree
                                                       (all: every kind)

Reads ARCHITECTURE.md, CONTRIBUTING.md, doc/testing.md and doc/add/*.md. Checks:

    - files and folders in links and in code marks (relative to the root or to src/)
    - identifiers with an underscore
    - make targets

NAME, KIND and other words in capitals are placeholders. The examples of doc/add/ must apply to the source tree:

    - A block "```c PATH" is a new file.
    - In a block "```diff PATH", the lines that begin with a space or - must occur in the file exactly once, as
      consecutive lines. A backslash at the end of a line moves to column 120.
    - A block with + lines only is appended to the file.
"""
import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
DOCUMENTS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "doc/testing.md", *sorted(glob.glob("doc/add/*.md", root_dir=ROOT))]
FOLDERS = ("src", "include", "test", "tools", "python", "bench", "fuzz", "examples", "web/src")
LIMITS = {"ARCHITECTURE.md": 2000, "doc/testing.md": 1100, "doc/add/*.md": 3650}  # words
LIMIT_OF_CONTRIBUTING = 10000  # bytes
PATH = re.compile(r"[\w.*-]*/[\w./*-]*|[\w.-]+\.(?:c|cc|h|def|inc|py|pyi|sh|md|ts|bib|csv)")
PLACEHOLDER = re.compile(r"NAME|KIND|FLAVOUR|PROGRAM|COMMIT")

# A document in which the check must find errors: a file, a folder, a name, a target, a link, an example that does not
# apply, and one that is already applied.
PROBE = """`src/none.c` `src/none/` `%s` `make no-such-target` [none](none.md)
```diff src/graph/ops.def
 OP(none)
+OP(more)
```
```c src/graph/ops.h
```
""" % "_".join(("lg", "none", "such"))
PROBE_FAULTS = 7


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def exists(path):
    """Does a path exist, relative to the root or to src/? It may contain the wildcard *."""
    return any(glob.glob(os.path.join(ROOT, folder, path)) for folder in ("", "src", "include"))


def known_words():
    """All identifiers of the source tree."""
    words = set(re.findall(r"\w+", read(ROOT, "Makefile")))
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                if re.search(r"\.(c|cc|h|inc|def|py|pyi|sh|ts)$", name):
                    words.update(re.findall(r"\w+", read(place, name)))
    return words


def made_targets():
    lines = re.findall(r"^([\w .-]+):(?!=)", read(ROOT, "Makefile"), re.M)
    return {target for line in lines for target in line.split()}


def blocks(text):
    """The examples of a document: (kind, path, lines)."""
    for kind, path, body in re.findall(r"^```(c|yaml|diff) (\S+)\n(.*?)^```$", text, re.M | re.S):
        yield kind, path, body.splitlines()


def added(root, kind, path, lines):
    """The text of a file after applying an example; raises ValueError if it does not apply."""
    if kind != "diff":
        if os.path.exists(os.path.join(root, path)):
            raise ValueError(f"{path} already exists")
        return "\n".join(lines) + "\n"
    text = read(root, path)
    lines = [line[0] + f"{line[1:-1].rstrip():<119}\\" if line.endswith(" \\") else line for line in lines]
    old = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
    new = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
    if not old:
        return text + new
    if ("\n" + text).count("\n" + old) != 1:
        raise ValueError(f"{path} does not contain this exactly once: {old.strip()}")
    return ("\n" + text).replace("\n" + old, "\n" + new)[1:]


def apply(root, kinds):
    kinds = [os.path.basename(path)[:-3] for path in DOCUMENTS if "/add/" in path] if kinds == ["all"] else kinds
    for name in kinds:
        for kind, path, lines in blocks(read(ROOT, f"doc/add/{name}.md")):
            text = added(root, kind, path, lines)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
            print(path)


def faults(document, text, words, targets):
    for kind, path, lines in blocks(text):
        try:
            added(ROOT, kind, path, lines)
        except (OSError, ValueError) as error:
            yield f"the example does not apply: {error}"
    new = {path for kind, path, _ in blocks(text)}
    new |= set(re.findall(r"\w+", " ".join(line for _, _, lines in blocks(text) for line in lines)))
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(ROOT, os.path.dirname(document), link)):
            yield f"no file: {link}"
    marked = re.findall(r"`([^`]+)`", text) + re.findall(r"^    (.*)$", text, re.M)
    parent = ""  # the last folder named from the root: "`src/data/`: `task/`, `entry/`"
    for mark in marked:
        for target in re.findall(r"(?:^|\s)make ((?:[a-z][\w-]*(?: |$))+)", mark):
            for name in target.split():
                if name not in targets:
                    yield f"no target of make: {name}"
        for word in re.split(r"[\s,;()\[\]{}'\"]+", mark):
            word = word.rstrip(".:")
            if PLACEHOLDER.search(word) or word.startswith(("build/", "/", "--", "runs/", "sweeps/", "-")) or "=" in word:
                continue
            if PATH.fullmatch(word):
                if word.endswith("/") and os.path.isdir(os.path.join(ROOT, word)):
                    parent = word
                elif not exists(word) and not exists(parent + word) and word not in new:
                    yield f"no file: {word}"
            elif re.fullmatch(r"[a-zA-Z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)+", word) and word not in words | new:
                yield f"no such name in the source tree: {word}"


def main(arguments):
    if arguments[:1] == ["--apply"] and len(arguments) > 2:
        return apply(arguments[1], arguments[2:])
    if arguments:
        sys.exit(__doc__)
    words, targets, wrong = known_words(), made_targets(), []
    found = len(list(faults("README.md", PROBE, words, targets)))
    if found != PROBE_FAULTS:
        wrong.append(f"this check finds {found} of {PROBE_FAULTS} faults in its own probe")
    for document in DOCUMENTS:
        wrong += [f"{document}: {fault}" for fault in faults(document, read(ROOT, document), words, targets)]
    for pattern, most in LIMITS.items():
        count = sum(len(read(ROOT, path).split()) for path in glob.glob(pattern, root_dir=ROOT))
        if count > most:
            wrong.append(f"{pattern}: {count} words, more than {most}")
    size = len(read(ROOT, "CONTRIBUTING.md").encode())
    if size > LIMIT_OF_CONTRIBUTING:
        wrong.append(f"CONTRIBUTING.md: {size} bytes, more than {LIMIT_OF_CONTRIBUTING}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
