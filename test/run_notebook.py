#!/usr/bin/env python3
"""run_notebook.py NOTEBOOK...: runs the code cells of notebooks (nbformat 4), one after another, without Jupyter. Of a
Markdown document it runs the indented blocks except those of a shell, with the numbers of steps divided by STEPS. A
cell that fails ends the program with its traceback. The output of a notebook's cells is printed, that of a document is
not; the value of a cell's last line is displayed as in Jupyter. Without matplotlib or pandas, stand-ins that do nothing
replace them."""
import ast
import contextlib
import importlib.util
import io
import json
import logging
import re
import sys
import textwrap
import unittest.mock

STEPS = 50  # documents train with fewer steps by this factor
CELL = {"cell_type", "id", "metadata", "source"}


def cells(path):
    """The sources of the code cells of a notebook whose parts are those of nbformat 4.5."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    assert set(notebook) == {"cells", "metadata", "nbformat", "nbformat_minor"}, sorted(notebook)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        code = cell["cell_type"] == "code"
        assert set(cell) == CELL | ({"outputs", "execution_count"} if code else set()), sorted(cell)
        assert all(isinstance(line, str) for line in cell["source"])
        if code:
            assert {output["output_type"] for output in cell["outputs"]} <= {"stream", "display_data", "execute_result"}
            yield "".join(cell["source"])


def blocks(path):
    """The Python blocks of a Markdown document."""
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", file.read(), re.M)
    for block in map(textwrap.dedent, found):
        if not block.startswith("pip "):
            block = re.sub(r'train\(preset="\w+"(?!.*steps)', r"\g<0>, steps=4000", block)
            yield re.sub(r"(steps\"?[=:] ?)(\d+)", lambda steps: steps[1] + str(int(steps[2]) // STEPS), block)


def show(value):
    if value is not None:
        getattr(value, "_repr_html_", value.__repr__)()


def run(path):
    names = {"__name__": "__main__"}
    document = path.endswith(".md")
    for number, source in enumerate(blocks(path) if document else cells(path), 1):
        tree = ast.parse(source, f"cell {number}")
        last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(io.StringIO() if document else sys.stdout):
            exec(compile(tree, f"{path}: cell {number}", "exec"), names)
        if last:
            show(eval(compile(last, f"{path}: cell {number}", "eval"), names))
    print(f"{path.rpartition('/')[2]}: {number} cells")


if __name__ == "__main__":
    for names in (["matplotlib", "matplotlib.pyplot"], ["pandas"]):
        if importlib.util.find_spec(names[0]) is None:
            sys.modules.update(dict.fromkeys(names, unittest.mock.MagicMock()))
    logging.getLogger("lengthen").addHandler(logging.NullHandler())
    for notebook in sys.argv[1:]:
        run(notebook)
