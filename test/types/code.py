"""code.py FOLDER DOCUMENT...: writes the code of each notebook, and the indented blocks of each Markdown document, to a
file in FOLDER. pyright checks these files in strict mode, because users copy this code."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from run_notebook import blocks  # noqa: E402

# A cell displays the value of its last line, and a block of a document may end with a bare name to show its value.
HEAD = "# pyright: strict, reportUnusedExpression=false, reportPrivateUsage=true, reportUnnecessaryIsInstance=true\n"


def cells(path):
    with open(path, encoding="utf-8") as file:
        return ["".join(cell["source"]) for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]


def main(folder, *documents):
    os.makedirs(folder, exist_ok=True)
    for path in documents:
        code = "\n".join(blocks(path) if path.endswith(".md") else cells(path))
        name = os.path.basename(path).replace("-", "_").replace(".", "_")
        with open(os.path.join(folder, f"{name}.py"), "w", encoding="utf-8") as file:
            file.write(HEAD + code + "\n")


main(*sys.argv[1:])
