"""complete.py: checks that jedi, which completes names in notebooks and many editors, completes every option of every
call that takes options. Prints the number of completed names, or the missing names."""
import inspect
import sys
import time

import jedi

import lengthen
from lengthen.options import OPTIONS, keywords

SETUP = """
import lengthen as lg
run = lg.Run("runs/a")
sweep = lg.Sweep("sweeps/a")
model = lg.Model("runs/a")
"""
# Each beginning of a call with the called function and the prefixes of its options. Calls without options of a run have
# no prefixes: ().
EVERY = ("",)
EVALUATED = ("eval.", "positions", "mask", "scale", "encoding.", "data.", "protocol", "threads")
CALLS = [("lg.train(", lengthen.train, EVERY), ("lg.config(", lengthen.config, EVERY),
         ("lg.count(", lengthen.count, EVERY), ("lg.encoding('rope', ", lengthen.encoding, EVERY),
         ("lg.sample(", lengthen.sample, ("data.", "curriculum", "eval.lengths", "train.seed")),
         ("run.evaluate(", lengthen.Run.evaluate, EVALUATED), ("model.evaluate(", lengthen.Model.evaluate, EVALUATED),
         ("run.generate('0', ", lengthen.Run.generate, EVALUATED), ("lg.Sweep.plan(", lengthen.Sweep.plan, ()),
         ("sweep.run(", lengthen.Sweep.run, ()), ("sweep.report(", lengthen.Sweep.report, ()),
         ("sweep.plot(", lengthen.Sweep.plot, ()), ("lg.compare(", lengthen.compare, ()),
         ("run.plot(", lengthen.Run.plot, ()), ("run.wait(", lengthen.Run.wait, ())]


def wanted(function, starts):
    """Parameters of the function, and keywords of the options with these prefixes."""
    own = {name for name, p in inspect.signature(function).parameters.items()
           if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and name not in ("self", "name", "prompts")}
    options = {name for name, full in keywords().items() if "." not in name and full.startswith(starts)} if starts else set()
    return own | options - ({"encoding"} if function is lengthen.encoding else set())


def completed(call):
    lines = SETUP + call
    found = jedi.Script(lines).complete(lines.count("\n") + 1, len(call))
    return {one.name.removesuffix("=") for one in found if one.name.endswith("=")}


def members_of(what):
    lines = f"{SETUP}{what}."
    return {one.name for one in jedi.Script(lines).complete(lines.count("\n") + 1, len(what) + 1)}


def main():
    began, count, missing = time.process_time(), 0, []
    for call, function, starts in CALLS:
        names = wanted(function, starts)
        missing += [f"{call}: {name}=" for name in sorted(names - completed(call))]
        count += len(names)
    for what, kind in (("run", lengthen.Run), ("sweep", lengthen.Sweep), ("lg", lengthen)):
        names = set(lengthen.__all__) if kind is lengthen else {name for name in vars(kind) if name[0] != "_"}
        missing += [f"{what}.{name}" for name in sorted(names - members_of(what))]
        count += len(names)
    print("\n".join(f"jedi does not complete {name}" for name in missing) or f"jedi completes {count} names of {len(CALLS)} calls "
          f"({len(OPTIONS)} options), in {time.process_time() - began:.0f} s")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
