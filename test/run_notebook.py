#!/usr/bin/env python3
"""run_notebook.py NOTEBOOK...: runs the code cells of notebooks (nbformat 4), one after another, without Jupyter. A
cell that fails ends it with its traceback. What cells print is printed, and what their last line is worth shows
itself as there. Where there is no matplotlib, something stands for it that draws nothing."""
import ast
import importlib.util
import json
import sys
import unittest.mock

CELL = {"cell_type", "id", "metadata", "source"}


def cells(path):
    """The sources of the code cells, of a notebook whose parts are those of nbformat 4.5."""
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


def show(value):
    if value is not None:
        getattr(value, "_repr_html_", value.__repr__)()


def run(path):
    names = {"__name__": "__main__"}
    for number, source in enumerate(cells(path), 1):
        tree = ast.parse(source, f"cell {number}")
        last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path}: cell {number}", "exec"), names)
        if last:
            show(eval(compile(last, f"{path}: cell {number}", "eval"), names))
    print(f"{path.rpartition('/')[2]}: {number} cells")


if __name__ == "__main__":
    if importlib.util.find_spec("matplotlib") is None:
        sys.modules["matplotlib"] = sys.modules["matplotlib.pyplot"] = unittest.mock.MagicMock()
    for notebook in sys.argv[1:]:
        run(notebook)
