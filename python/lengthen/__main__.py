"""python -m lengthen ARGUMENTS: runs the program lengthen."""
import os
import sys

from .program import find

os.execv(find(), ["lengthen", *sys.argv[1:]])
