"""measure.py: functions that the scripts of this folder share. They parse the command line, print tables, and run
`lengthen bench --json` and build/.../bench/timer (timer.c), which times several models alternately."""
import argparse
import json
import os
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True  # no __pycache__ among the sources
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TURNS = 7
# Short names of options in these scripts.
SHORT = {"task": "data", "width": "model.width", "heads": "model.heads", "blocks": "model.blocks", "batch": "train.batch",
         "precision": "model.precision"}


def fail(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


# ---- the command line -----------------------------------------------------------------------------------------------


def setting(text):
    """An argparse type: OPTION=VALUE."""
    key, sign, value = text.partition("=")
    if not key or not sign:
        raise argparse.ArgumentTypeError(f"'{text}': expected OPTION=VALUE, such as width=64")
    return key, value


def number(kind, least):
    """An argparse type: a number of at least `least`."""

    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not value >= least:
            raise argparse.ArgumentTypeError(f"'{text}': expected a {'whole ' * (kind is int)}number, {least} or more")
        return value

    return parse


def listed(known):
    """An argparse type: names from `known`, separated by commas."""

    def parse(text):
        for word in text.split(","):
            if word not in known:
                raise argparse.ArgumentTypeError(f"there is no '{word}'; there are {', '.join(known)}")
        return text.split(",")

    return parse


def numbers(text):
    """An argparse type: integers separated by commas."""
    return [number(int, 0)(word) for word in text.split(",")]


def parser_of(document, seconds=1.0):
    """A parser with the options of all scripts; --help prints `document`."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--program", default=os.path.join(ROOT, "build", "release", "lengthen"), metavar="FILE",
        help="the program to time (build/release/lengthen)")
    add("--set", dest="settings", type=setting, nargs="+", action="extend", default=[], metavar="OPTION=VALUE",
        help="options of the config, as `lengthen help options` lists them: --set width=64 heads=8")
    add("--seconds", type=number(float, 0.01), default=seconds, metavar="S", help=f"time for each row ({seconds:g})")
    add("--json", action="store_true", help="one JSON object per row instead of the table")
    return parser


def flags_of(settings):
    """Settings as flags of the program, which accepts each option only once. Of several pairs with the same option, the
    last one wins."""
    return [f"--{key}={value}" for key, value in {SHORT.get(key, key): value for key, value in settings}.items()]


# ---- the program ----------------------------------------------------------------------------------------------------


def run(program, *arguments):
    """The output of a command of the program. If it fails, exits with its message."""
    try:
        done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        fail(f"--program {program}: {error.strerror}; `make` builds build/release/lengthen")
    if done.returncode:
        fail(f"`lengthen {' '.join(arguments)}` ended with status {done.returncode}")
    return done.stdout


def rows(program, *flags):
    """Rows of `lengthen bench --json`."""
    return [json.loads(line) for line in run(program, "bench", "--json", "--quiet", *flags).splitlines()]


def step(program, settings, length, seconds):
    """The row of training steps at one length. Length 0 is the mix of lengths that training draws."""
    return rows(program, "--length", str(length), "--seconds", str(seconds), *flags_of(settings))[0]


def machine(program, measured=False):
    return json.loads(run(program, "doctor", "--json", *([] if measured else ["--fast"])))


def about(program):
    m = machine(program)
    return f"{m['cpu']}, {m['kernels']} kernels"


# ---- models timed alternately by build/.../bench/timer ---------------------------------------------------------------


class Timer:
    """A process of bench/timer, which holds several models. It is built beside the program."""

    def __init__(self, program):
        if not os.access(program, os.X_OK):
            fail(f"--program {program}: there is no such program; `make` builds build/release/lengthen")
        path = os.path.join(os.path.dirname(os.path.realpath(program)), "bench", "timer")
        try:
            self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            fail(f"{path}: {error.strerror}: run `make {os.path.relpath(path, ROOT)}`, which builds it")

    def ask(self, name, **question):
        """Returns the answer to a request. `name` is the name of the model in error messages."""
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            fail(f"{name}: the timer ended with status {self.process.wait()}")
        if "error" in answer:
            fail(f"{name}: {answer['error']}")
        return answer

    def open(self, name, kind, settings, length=0):
        """Opens a model of kind "steps" or "decoding" from settings; returns its number and all its settings."""
        answer = self.ask(name, open=kind, length=length, settings=[(key, str(value)) for key, value in settings])
        return answer["model"], answer["settings"]

    def close(self, *models):
        for model in models:
            self.ask("close", close=model)

    def turns(self, models, seconds):
        """Times training steps of models alternately, TURNS turns each; returns the answers of each model's turns."""
        found = [[] for _ in models]
        for _ in range(TURNS):
            for model, answers in zip(models, found):
                answers.append(self.ask("steps", time=model, seconds=seconds / TURNS))
        return found


def median(values):
    return statistics.median(values)


# ---- printing -------------------------------------------------------------------------------------------------------


def progress(done, total, what):
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {total}" + ("\n" if done == total else ""), end="", file=sys.stderr, flush=True)


def print_lines(lines):
    for line in lines:
        print(json.dumps(line))


def print_table(columns, lines):
    """columns: (heading, format of a line); a heading that begins with "<" is aligned left. Missing members: "-"."""

    def cell(form, line):
        try:
            return form(line)
        except KeyError:
            return "-"

    heads = [head.lstrip("<") for head, _ in columns]
    cells = [heads] + [[cell(form, line) for _, form in columns] for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for row in cells:
        words = [word.ljust(w) if head.startswith("<") else word.rjust(w) for word, w, (head, _) in zip(row, widths, columns)]
        print("  ".join(words).rstrip())


def print_product(product):
    """Prints the GFLOP/s that PyTorch reaches in a matrix product, as a line below a table."""
    if product and "fp32" in product:
        print(f"\nPyTorch {product['version']} multiplies matrices of 1024 x 1024 at {product['fp32']:.0f} GFLOP/s with one "
              f"thread, in bf16 at {product['bf16']:.0f}.")
