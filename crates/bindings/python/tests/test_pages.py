"""The blocks of Python in the README and in the chapter of the book, and the notebook."""

import os
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from palimpsest import write_pgn
from random_games import random_game

CRATE = Path(__file__).parents[1]
DOCS = CRATE.parents[2] / "docs"
PAGES = [CRATE / "README.md", DOCS / "book/a-million-positions-in-python.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_pgn("games.pgn", [random_game(seed) for seed in range(30)])
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)


def test_the_notebook_runs(tmp_path: Path) -> None:
    """Runs all cells; with PALIMPSEST_WRITE_NOTEBOOK, keeps their output in the notebook."""
    path = DOCS / "python.ipynb"
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    resources = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(notebook, resources=resources, record_timing=False)
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    pictures = [output for cell in cells for output in cell.outputs if "data" in output]
    assert len(cells) >= 6 and any("image/svg+xml" in output.data for output in pictures)
    if "PALIMPSEST_WRITE_NOTEBOOK" in os.environ:
        nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
