#!/usr/bin/env python3
"""convert_ids.py: converts kept runs (tools/keep_runs.py) of version 0.2.0 to the ids and records of version 0.3.0.

    tools/convert_ids.py build/release/lengthen doc/*/*.jsonl.xz

An id is a digest of the config. Since version 0.3.0 it is the digest of all options by their current names, so the
program resolves each config. run.json gets the new schema, the new hash and the digest of the tests. If run.json lacks
the reason why training ended, it gets that reason. Runs that are already converted do not change. A file of 500 runs
takes about seven seconds.
"""
import concurrent.futures
import ctypes
import ctypes.util
import json
import lzma
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import keep_runs

OLD, NEW = "lengthen.run/1", "lengthen.run/2"
NO_TESTS = ("eval.batch", "eval.every", "eval.validation")  # as in src/run/eval_digest.c


class Hash128(ctypes.Structure):
    _fields_ = (("low", ctypes.c_uint64), ("high", ctypes.c_uint64))


def digest_of(text):
    """The digest XXH3-128, like lg_digest in src/base/file.h."""
    library = ctypes.CDLL(ctypes.util.find_library("xxhash"))
    library.XXH3_128bits.restype = Hash128
    library.XXH3_128bits.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
    data = text.encode()
    h = library.XXH3_128bits(data, len(data))
    return f"{h.high:016x}{h.low:016x}"


def settings_of(program, config):
    """The options of a config by key, resolved by the program."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(config)
        file.flush()
        call = [program, "train", "--config", file.name, "--out", "<hash>", "--print-config", "--json"]
        said = subprocess.run(call, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        sys.exit(f"convert_ids.py: {said.stderr.strip()}")
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    return {x["key"]: x["value"] for x in lines}


def evaluation_of(settings):
    """The digest of the options that affect results of tests."""
    keys = [k for k in settings if k == "protocol" or (k.startswith("eval.") and k not in NO_TESTS)]
    return digest_of("".join(f"{k}: {settings[k]}\n" for k in sorted(keys)))


def with_member(text, key, value):
    """The text of run.json with a new value of an existing member."""
    changed, count = re.subn(rf'(?m)^  "{key}": ".*"', f'  "{key}": "{value}"', text)
    if count != 1:
        sys.exit(f"convert_ids.py: run.json has {key} {count} times")
    return changed


def converted(program, line):
    kept = json.loads(line)
    files = kept["files"]
    if f'"schema": "{OLD}"' not in files["run.json"]:
        return line
    settings = settings_of(program, files["config.yaml"])
    id = settings["out"][:16]
    record = with_member(files["run.json"], "schema", NEW)
    record = with_member(record, "hash", settings["out"])
    record = with_member(record, "evaluation", evaluation_of(settings))
    if '\n  "ended": ' not in record:
        record = re.sub(r'(?m)^(  "steps": .*)$', r'\1\n  "ended": "steps",', record)
    files["config.yaml"] = files["config.yaml"].replace(f"\nout: runs/{kept['run']}\n", f"\nout: runs/{id}\n")
    files["run.json"] = record
    return json.dumps({"run": id, "files": files}, ensure_ascii=False) + "\n"


def convert(program, file):
    with keep_runs.open_lines(file, "r") as lines, concurrent.futures.ThreadPoolExecutor() as workers:
        made = list(workers.map(lambda line: converted(program, line), lines))
    ids = {json.loads(line)["run"] for line in made}
    if len(ids) != len(made):
        sys.exit(f"convert_ids.py: {file}: {len(made)} runs have {len(ids)} ids")
    new = file.with_name("new-" + file.name)
    data = "".join(made).encode()
    new.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) if file.suffix == ".xz" else data)
    os.replace(new, file)
    print(f"{file}: {len(made)} runs")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for file in sys.argv[2:]:
        convert(sys.argv[1], pathlib.Path(file))


if __name__ == "__main__":
    main()
