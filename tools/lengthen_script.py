#!/usr/bin/env python3
"""lengthen: runs the program that the Python package contains. Finds the package without importing it."""
import importlib.util
import os
import runpy
import sys

program = os.path.join(importlib.util.find_spec("lengthen").submodule_search_locations[0], "bin", "lengthen")
if os.path.exists(program):
    os.execv(program, ["lengthen", *sys.argv[1:]])
runpy.run_module("lengthen", run_name="__main__", alter_sys=True)  # in a source tree, the package finds the program
