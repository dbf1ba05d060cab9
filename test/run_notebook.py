#!/usr/bin/env python3
"""run_notebook.py FILE...: runs notebooks from top to bottom, each in a new kernel. Checks that the outputs have the
saved kinds and that the printed text equals the saved text. Of a Markdown document it runs the indented blocks of
Python, with the numbers of steps divided by STEPS. The value of a block's last line is displayed as in a notebook, and
printed text is discarded. If a cell or block fails, the program ends with the traceback."""
import ast
import contextlib
import io
import logging
import os
import re
import sys
import textwrap

STEPS = 50  # documents train with fewer steps by this factor


def kinds(cell):
    """The kinds of data that a cell has displayed, or the text that it has printed."""
    return [output.text if output.output_type == "stream" else sorted(output.data) for output in cell.outputs]


def run_notebook(path):
    import nbclient
    import nbformat
    notebook = nbformat.read(path, nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    saved = [kinds(cell) for cell in cells]
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": os.getcwd()}}).execute()
    for cell, wanted in zip(cells, saved):
        assert kinds(cell) == wanted, f"{path}: saved with {wanted}, now {kinds(cell)}:\n{cell.source}"
    return len(cells)


def blocks(path):
    """The blocks of Python of a document in Markdown."""
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", file.read(), re.M)
    return [block for block in map(textwrap.dedent, found) if not block.startswith("pip ")]


def shortened(block):
    block = re.sub(r'train\(preset="\w+"(?!.*steps)', r"\g<0>, steps=4000", block)
    return re.sub(r"(steps\"?[=:] ?)(\d+)", lambda steps: steps[1] + str(int(steps[2]) // STEPS), block)


def show(value):
    if value is not None:
        getattr(value, "_repr_html_", value.__repr__)()


def run_document(path):
    names, found = {"__name__": "__main__"}, blocks(path)
    for number, source in enumerate(map(shortened, found), 1):
        tree = ast.parse(source, f"block {number}")
        last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(tree, f"{path}: block {number}", "exec"), names)
        if last:
            show(eval(compile(last, f"{path}: block {number}", "eval"), names))
    return len(found)


if __name__ == "__main__":
    logging.getLogger("lengthen").addHandler(logging.NullHandler())
    for name in sys.argv[1:]:
        count = run_document(name) if name.endswith(".md") else run_notebook(name)
        print(f"{os.path.basename(name)}: {count} {'blocks' if name.endswith('.md') else 'cells'}")
