#!/usr/bin/env python3
"""check_prose.py [LENGTHEN]: checks the prose of documents, comments and messages.

    sizes      README.md and CONTRIBUTING.md have at most 10,000 bytes each, all documents at most 33,000 words
               (without CHANGELOG.md and generated files)
    words      documents, comments and texts of the program have no phrase of the list below
    links      each link to a file or heading of this tree has an existing target
    verdicts   the text of a link to a claim of doc/claims.md is the verdict of the claim
    commands   each command shown in a document exists, with its flags, options and values (only if the program is
               given as LENGTHEN)

Prints a line `FILE:LINE: ERROR` for each error, and ends with status 1 if there are errors.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGEST = {"README.md": 10_000, "CONTRIBUTING.md": 10_000}  # bytes
MOST_WORDS = 33_000
GENERATED = re.compile(r"doc/schemas\.md|doc/claims\.md|doc/ratios\.md|doc/[\w-]+-small/.*")

# Phrases that native engineers do not write, and better ones.
PHRASES = [(re.compile(pattern, re.IGNORECASE), advice) for pattern, advice in (
    (r"\b(?:is|are|was|were|be|been|being) told\b", "reported, printed, given"),
    (r"\btold (?:to|of|by|what|which|how|apart)\b", "given, reported, distinguished"),
    (r"\btells? of\b", "describes, shows"),
    (r"\bsay(?:s|ing)? of (?:it|them|him|her|one)sel(?:f|ves)\b", "describes"),
    (r"\b(?:is|are|was|were|be) asked (?:for|of|with|by)\b", "needed, read, requested"),
    (r"\bwho (?:reads|asks|wants|knows|calls|uses|sees)\b", "name the reader: callers that ..., users who ..."),
    (r"\bknows? (?:nothing|no more|of no|nobody)\b", "does not depend on, has no"),
    (r"\bnobody (?:reads|asks|wants|knows|calls|uses|sees|needs)\b", "unused, unread"),
    (r"\bno such [a-z]+ (?:was|were|is) at hand\b", "not available, untested"),
    (r"\bby the clock\b", "wall time"),
    (r"\bnever tried\b", "untested"),
    (r"\b(?:is|are|was|were) (?:seen|read|used|needed) no more\b", "is no longer ..."),
    (r"\bleaves? word\b", "records"),
    (r"\bbehind the config\b", "after resolution"),
    (r"\bof equals\b", "ties"),
    (r"\bleft (?:out|aside)\b", "skipped, omitted, ignored"),
    (r"(?<!set )(?<!/)\btics\b(?![.]c)", "ticks"),
    (r"\btwins?\b", "duplicates"),
    (r"\bin which they differ\b", "that differ"),
    (r"\bwhat (?:is|are) no\b", "everything else"),
    (r"\bat its own (?:pace|time)\b", "..."),
    (r"\bgood for nothing\b", "unused"),
    (r"\bin vain\b", "without effect"),
    (r"\bnumbers? that (?:are|is) none\b", "not finite"),
    (r"\bas (?:well|good) as nothing\b", "almost nothing"),
    (r"\bhas? (?:it|them) in common\b", "share"),
    (r"\bweighs? alike\b", "are weighted equally"),
    (r"\bzeros to begin with\b", "must be zeroed before first use"),
)]


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


# ---- sizes ----------------------------------------------------------------------------------------------------------


def check_sizes(documents):
    for name, most in LARGEST.items():
        if not (ROOT / name).exists():
            yield name, 1, "missing"
        elif (size := (ROOT / name).stat().st_size) > most:
            yield name, 1, f"{size} bytes; at most {most}"
    words = {name: len(text_of(name).split()) for name in documents if name != "CHANGELOG.md" and not GENERATED.fullmatch(name)}
    if sum(words.values()) > MOST_WORDS:
        longest = ", ".join(f"{name} {words[name]}" for name in sorted(words, key=words.get, reverse=True)[:5])
        yield "*.md", 1, f"{sum(words.values())} words in all; at most {MOST_WORDS} (the longest: {longest})"


# ---- words ----------------------------------------------------------------------------------------------------------

C_PROSE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
SCRIPT_PROSE = re.compile(r'"""(?:.|\n)*?"""|#[^\n]*|"(?:\\.|[^"\\\n])*"')


def prose_of(name, text):
    """The comments and strings of a source file, with its line breaks, or the whole text of a document."""
    if name.endswith((".md", ".scd")):
        return text
    pattern = C_PROSE if re.search(r"\.(?:[ch]|cc|inc|def)$", name) else SCRIPT_PROSE
    kept, end = [], 0
    for found in pattern.finditer(text):
        kept.append(re.sub(r"[^\n]", " ", text[end:found.start()]))
        kept.append(found.group())
        end = found.end()
    return "".join(kept)


def check_words(names):
    for name in names:
        if name == "tools/check_prose.py":
            continue
        prose = prose_of(name, text_of(name))
        flat = re.sub(r"\n(?:[ \t]*(?://+|\*(?!/)|#+|\")?)?[ \t]*", lambda m: "\n" + " " * (len(m.group()) - 1), prose)
        one_line = re.sub(r"\s", " ", flat)  # same offsets as prose
        squeezed, offsets = [], []
        for offset, letter in enumerate(one_line):  # several spaces count as one, so that phrases match across lines
            if letter != " " or not squeezed or squeezed[-1] != " ":
                squeezed.append(letter)
                offsets.append(offset)
        line = "".join(squeezed)
        for pattern, advice in PHRASES:
            for found in pattern.finditer(line):
                yield name, prose.count("\n", 0, offsets[found.start()]) + 1, f'"{found.group()}": {advice}'


# ---- links ----------------------------------------------------------------------------------------------------------


def anchors(text):
    """Anchors of a document's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ +(.*)$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", head.lower())) for head in heads} | set(re.findall(r'<a id="([\w-]+)">', text))


def check_links(documents):
    for name in documents:
        text = text_of(name)
        for found in re.finditer(r"\]\(([^)\s]+)\)", text):
            target = found.group(1)
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            path = (ROOT / name).parent / file if file else ROOT / name
            line = text.count("\n", 0, found.start()) + 1
            if not path.exists():
                yield name, line, f"{target} does not exist"
            elif anchor and anchor not in anchors(path.read_text(encoding="utf-8")):
                yield name, line, f"{target}: no heading has this anchor"


# ---- verdicts ----------------------------------------------------------------------------------------------------------

VERDICTS = {"holds": ("holds", "hold", "yes"), "refuted at this size": ("refuted", "no"), "undecided": ("undecided",),
            "not measured": ("not measured",)}


def verdicts():
    """The verdict of each claim on the page of claims."""
    page = text_of("doc/claims.md")
    rows = re.findall(r'^\| <a id="([\w-]+)"></a>.*? \| ([a-z ]+) \|', page, re.MULTILINE)
    return dict(rows) | {name: "not measured" for name in re.findall(r'^- <a id="([\w-]+)">', page, re.MULTILINE)}


def check_verdicts(documents):
    """Checks that the text of each link to a claim is the claim's verdict."""
    known = verdicts()
    for name in documents:
        text = text_of(name)
        for found in re.finditer(r"\[([^]]+)\]\((?:[\w./-]*/)?claims\.md#([\w-]+)\)", text):
            words, claim = re.sub(r"\s+", " ", found.group(1)).strip().lower(), found.group(2)
            verdict = known.get(claim)
            if verdict and words not in VERDICTS[verdict]:
                yield name, text.count("\n", 0, found.start()) + 1, f'"{words}": the verdict of {claim} is "{verdict}"'


# ---- commands -------------------------------------------------------------------------------------------------------


def shown_commands(text):
    """Line and text of each command in the indented blocks of a document."""
    lines, at = text.split("\n"), 0
    while at < len(lines):
        start, line = at + 1, lines[at]
        while line.startswith("    ") and line.endswith("\\") and at + 1 < len(lines):
            at += 1
            line = line[:-1] + " " + lines[at].strip()
        at += 1
        if line.startswith("    "):
            yield start, re.sub(r"^(make(?: \S+)+)  +.*", r"\1", line.strip())  # a description follows after two spaces


def words_of(command):
    """The words of each simple command of a line of shell, without redirections."""
    try:
        lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        lexer.commenters = "#"
        words = list(lexer)
    except ValueError:
        return
    simple, skip = [], False
    for word in [*words, ";"]:
        if re.fullmatch(r"[|&;()]+", word) or word in ("do", "done", "then"):
            if simple:
                yield simple
            simple = []
        elif re.fullmatch(r"[<>]+", word):
            skip = True
        elif skip:
            skip = False
        else:
            simple.append(word)


class Program:
    """The commands, flags and options that the program's help lists."""

    def __init__(self, path):
        self.path, self.helps = path, {}
        self.options = set(re.findall(r"--([a-z][\w.-]*)", self.run("help", "options")[1]))
        self.commands = set(re.findall(r"^  ([a-z]+) ", self.run("help")[1], re.MULTILINE))

    def run(self, *words, **more):
        done = subprocess.run([self.path, *words], capture_output=True, text=True, timeout=120, check=False, **more)
        return done.returncode, done.stdout, done.stderr

    def help_of(self, verbs):
        if verbs not in self.helps:
            status, out, _ = self.run(*verbs, "--help")
            self.helps[verbs] = out if status == 0 else None
        return self.helps[verbs]

    def has_flag(self, text, name):
        """Does a help text or the list of options have this flag, possibly with the prefix of a stack?"""
        return re.search(rf"--{re.escape(name)}(?![\w.-])", text) or \
            re.sub(r"^(?:encoder|decoder|cross)\.", "", name) in self.options

    def complaint(self, words):
        """The error in a command line as a message, or None."""
        if not words or words[0].startswith("-"):
            return None
        if words[0] not in self.commands:
            return f"there is no command {words[0]}"
        verbs = tuple(words[:1])
        if len(words) > 1 and re.fullmatch("[a-z]+", words[1]) and self.help_of(tuple(words[:2])) is not None:
            verbs = tuple(words[:2])
        text = self.help_of(verbs) or ""
        for word in words[len(verbs):]:
            name = re.match(r"--([a-z][\w.-]*)", word)
            if name and not self.has_flag(text, name.group(1)):
                return f"{' '.join(verbs)} has no flag {name.group()}"
        placeholder = any("$" in word or re.fullmatch("[A-Z]+|(?:runs|sweeps|[.]|)/.*", word) for word in words)
        if verbs[0] in ("list", "show", "help", "train") and not placeholder:
            with tempfile.TemporaryDirectory() as empty:
                status, _, err = self.run(*words, *(["--print-config"] if verbs == ("train",) else []), cwd=empty)
            missing = re.search(r"No such file|cannot open|does not exist|there is no (?:run|(?:config )?file)", err)
            if status not in (0, 75) and not missing:
                return err.strip().split("\n")[0]
        return None


def check_commands(documents, program):
    targets = set(re.findall(r"^([a-z][\w-]*(?: [a-z][\w-]*)*):", text_of("Makefile"), re.MULTILINE))
    targets = {word for line in targets for word in line.split()}
    for name in documents:
        if name == "CHANGELOG.md":
            continue
        for line, command in shown_commands(text_of(name)):
            for words in words_of(command):
                while words and re.fullmatch(r"[A-Za-z_]+=.*", words[0]):
                    words = words[1:]
                if not words:
                    continue
                if words[0] == "lengthen":
                    complaint = program.complaint(words[1:])
                elif words[0] == "make":
                    wrong = [w for w in words[1:] if re.fullmatch(r"[a-z][\w-]*", w) and w not in targets]
                    complaint = f"make has no target {wrong[0]}" if wrong else None
                elif words[0] in ("sh", "python3") and len(words) > 1 and re.match(r"(?:tools|test|bench)/", words[1]):
                    complaint = None if (ROOT / words[1]).exists() else f"there is no {words[1]}"
                else:
                    complaint = None
                if complaint:
                    yield name, line, complaint


def main():
    documents = tracked("*.md")
    sources = tracked("src/*", "include/*", "python/*.py", "tools/*.py", "tools/*.sh", "bench/*", "examples/*.c",
                      "doc/*.scd", "presets/*.yaml")
    sources = [name for name in sources if re.search(r"\.(?:[ch]|cc|inc|def|py|sh|yaml|scd)$", name)]
    wrong = [*check_sizes(documents), *check_words([*documents, *sources]), *check_links(documents),
             *check_verdicts(documents)]
    if len(sys.argv) > 1:
        wrong += check_commands(documents, Program(str(pathlib.Path(sys.argv[1]).resolve())))
    for name, line, what in wrong:
        print(f"{name}:{line}: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
