"""code.py FOLDER DOCUMENT...: writes what users copy, the code of notebooks and the indented blocks of documents in
Markdown, into FOLDER, one file each, as strict pyright reads them."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from run_notebook import blocks  # noqa: E402

# Cells show what their last line is worth, and blocks name things to explain them.
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
