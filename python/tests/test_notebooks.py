"""Every notebook runs from its first cell to its last one."""

import ast
import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
#: Notebooks that need a library that is not installed for the tests: they run where it is.
NEEDS = {"train-a-policy": "torch"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            ast.parse(cell.source)
            assert not cell.outputs, "notebooks are kept without what they print"
    pytest.importorskip(NEEDS.get(path.stem, "sys"))
    monkeypatch.setenv("KONTRA_NOTEBOOK_STEPS", "60")
    resources = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 5
