#!/usr/bin/env python3
"""published.py: checks that our model is the published model.

    tools/published.py PROGRAM CLONE RUN      compares a trained run with a published program
    tools/published.py --recorded FILE...     compares our program with recorded outputs, without any clone

Puts the parameters of a run into a published program, feeds both programs the same inputs, and prints a line for each
output:

    program  model  inputs  output  largest difference  of magnitude  rounding  verdict

Magnitude is the largest number in the published program's output. Rounding is the difference of the published program
from itself in double precision. The programs agree if the difference is at most the tolerance below times the
magnitude. They also agree if the difference is at most 8 times the rounding and 1 % of the magnitude, because a
recurrent network whose state grows amplifies rounding.

CLONE is a git clone of the published program, which is not part of lengthen. The code of the clone is imported. Two
programs are adapted. The byte masks of Transformer-XL become booleans, as later versions of PyTorch require. Of
length-generalization only the model is imported, without the framework for experiments. Build lengthen, then run this
tool in the source tree of lengthen, with a Python that has the packages:

    git clone https://github.com/google-deepmind/randomized_positional_encodings clone
    python3 -m venv venv && venv/bin/pip install PACKAGES
    build/release/lengthen train --preset quick --encoding rope --out runs/rope
    venv/bin/python tools/published.py randomized_positional_encodings clone runs/rope
"""
import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import zipfile

sys.dont_write_bytecode = True  # no __pycache__ in the clone
from published import check, length_generalization, neural_networks_chomsky_hierarchy, randomized_positional_encodings, transformer_xl

import numpy

PROGRAMS = {module.PROGRAM.name: module.PROGRAM for module in (
    randomized_positional_encodings, neural_networks_chomsky_hierarchy, transformer_xl, length_generalization)}
FILES = ("config.yaml", "model.safetensors")


def catalogue():
    lines = ["programs:"]
    for program in PROGRAMS.values():
        lines.append(f"  {program.name}")
        for text in (f"https://github.com/{program.source}, tested at commit {program.commit[:12]}",
                     f"models: {program.models}", f"tolerance {program.tolerance:g}: {program.why}",
                     f"tested with Python {program.python}: pip install {program.packages}"):
            lines += textwrap.wrap(text, 110, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)
    return "\n".join(lines + ["", "exit status: 0 agreement, 1 a difference above the tolerance, or an error, 2 usage"])


def report(program, model, inputs, rows):
    """Prints a line for each output; returns whether all agree."""
    for row in rows:
        verdict = "agrees" if row.agrees(program.tolerance) else "DIFFERS"
        print(f"{program.name}  {model}  {inputs}  {row.what}  {row.largest:.1e}  of {row.magnitude:.3g}  "
              f"rounding {row.rounding:.0e}  {verdict}")
    return all(row.agrees(program.tolerance) for row in rows)


def versions(program):
    """The installed versions of the packages that the program imports."""
    found = {name: getattr(importlib.import_module(name), "__version__", "") for name in (*program.modules, "numpy")}
    return {name: version for name, version in found.items() if version}


def commit_of(clone):
    """The commit of a clone, or None if git finds none."""
    found = subprocess.run(["git", "-C", clone, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


def record(file, program, clone, run, given, published, rounding):
    """Writes inputs, outputs of the published program, and our run. Dates are fixed, so that equal records are equal files."""
    about = {"program": program.name, "commit": commit_of(clone), "versions": versions(program), "inputs": given, "rounding": rounding}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        add = lambda name, data: out.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
        add("record.json", json.dumps(about, indent=1) + "\n")
        for name in FILES:
            add(f"run/{name}", pathlib.Path(run.path, name).read_bytes())
        for what, x in published.items():
            with tempfile.TemporaryFile() as array:
                numpy.save(array, numpy.asarray(x))
                array.seek(0)
                add(f"{what}.npy", array.read())


def compare(program, given):
    """Compares a run with the published program in a clone. Returns whether all outputs agree."""
    check.check_packages(program)
    run = check.Trained(given.run)
    model = program.model(run)
    drawn = program.draw(run, given.lengths, given.sequences)
    ours, published = program.ours(run, drawn), program.published(given.clone, run, drawn)
    rounding = check.rounding_of(published, program.published(given.clone, run.in_double(), drawn))
    good = report(program, model, program.describe(drawn), check.differences(ours, published, rounding))
    if given.record:
        record(given.record, program, given.clone, run, drawn, published, rounding)
    return good


def opened(file):
    """The record as a zip file."""
    try:
        return zipfile.ZipFile(file)
    except zipfile.BadZipFile:
        raise check.Refused(f"{file}: not a record (of tools/published.py --record)") from None


def compare_recorded(file):
    """Compares our program with a record, in a temporary folder. Returns whether all outputs agree."""
    with tempfile.TemporaryDirectory() as folder, opened(file) as members:
        members.extractall(folder)
        about = json.loads(members.read("record.json"))
        program, drawn = PROGRAMS[about["program"]], about["inputs"]
        published = {name[:-4]: numpy.load(os.path.join(folder, name)) for name in members.namelist() if name.endswith(".npy")}
        here = os.getcwd()
        os.chdir(folder)
        try:
            if "text" in drawn:
                pathlib.Path("text").write_bytes(drawn["text"].encode("latin-1"))
            run = check.Trained("run")
            return report(program, program.model(run), program.describe(drawn),
                          check.differences(program.ours(run, drawn), published, about["rounding"]))
        finally:
            os.chdir(here)


def arguments():
    parser = argparse.ArgumentParser(prog="published.py", description=__doc__, epilog=catalogue(),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", choices=PROGRAMS, metavar="PROGRAM", help="one of those below")
    parser.add_argument("clone", nargs="?", metavar="CLONE", help="folder with the published program")
    parser.add_argument("run", nargs="?", metavar="RUN", help="directory of a trained run")
    parser.add_argument("--lengths", default="2,7,20", help="lengths of inputs; transformer-xl: of segments (2,7,20)")
    parser.add_argument("--sequences", type=int, default=3, help="sequences of each length (3)")
    parser.add_argument("--record", metavar="FILE", help="write inputs, outputs of the published program and the run, as "
                        "test/published/*.zip")
    parser.add_argument("--recorded", nargs="+", metavar="FILE", help="compare our program with these records")
    given = parser.parse_args()
    if not given.recorded and not given.run:
        parser.error("expected PROGRAM CLONE RUN, or --recorded FILE...; --help explains them")
    try:
        given.lengths = [int(n) for n in given.lengths.split(",")]
    except ValueError:
        parser.error(f"--lengths {given.lengths}: expected numbers, as 2,7,20")
    return given


def main():
    given = arguments()
    try:
        if given.recorded:
            good = [compare_recorded(os.path.abspath(file)) for file in given.recorded]
        else:
            good = [compare(PROGRAMS[given.program], given)]
    except (check.Refused, check.lengthen.Error, OSError) as error:
        sys.exit(f"published.py: {error}")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
