"""The blocks of Python in the README and in the chapter of the book, run in a folder with games."""

import re
from pathlib import Path
from typing import Any

import pytest
from palimpsest import write_pgn
from random_games import random_game

CRATE = Path(__file__).parents[1]
PAGES = [CRATE / "README.md", CRATE.parents[2] / "docs/book/a-million-positions-in-python.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_pgn("games.pgn", [random_game(seed) for seed in range(30)])
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
