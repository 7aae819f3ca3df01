"""Runs the code of a notebook from its first cell to its last one, where Jupyter is not installed: python run_notebook.py FILE"""

import json
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
names = {"__name__": "__main__"}
for number, cell in enumerate(cells):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
print(f"{path.name}: {len(cells)} cells")
