"""python -m lengthen: the program lengthen, with these arguments."""
import os
import sys

from .program import find

os.execv(find(), ["lengthen", *sys.argv[1:]])
