#!/usr/bin/env python3
"""lengthen: runs the program in the package of Python, which is found without being imported."""
import importlib.util
import os
import runpy
import sys

program = os.path.join(importlib.util.find_spec("lengthen").submodule_search_locations[0], "bin", "lengthen")
if os.path.exists(program):
    os.execv(program, ["lengthen", *sys.argv[1:]])
runpy.run_module("lengthen", run_name="__main__", alter_sys=True)  # of a source tree: it knows where else to look
