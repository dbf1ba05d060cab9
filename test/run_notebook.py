#!/usr/bin/env python3
"""run_notebook.py NOTEBOOK: runs the code cells of a notebook (nbformat 4), one after another, without Jupyter. A cell that
fails ends it with its traceback. What cells print is printed."""
import json
import sys

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
            assert all(output["output_type"] in ("stream", "display_data") for output in cell["outputs"])
            yield "".join(cell["source"])


def main(path):
    names = {"__name__": "__main__"}
    for number, source in enumerate(cells(path), 1):
        exec(compile(source, f"cell {number}", "exec"), names)


if __name__ == "__main__":
    main(sys.argv[1])
