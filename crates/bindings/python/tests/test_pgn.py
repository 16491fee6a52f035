"""Games of PGN."""

from pathlib import Path

import pytest
from palimpsest import Board, read_pgn

GAMES = """[White "A"]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0

[White "B"]
[FEN "no position"]

1. e4 *

[White "C"]

1. d4 d5 1/2-1/2
"""


def test_games_are_read_and_faults_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    games = read_pgn(path)
    first = next(games)
    assert dict(first.headers)["White"] == "A" and first.result == "1-0"
    assert [str(move) for move in first.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    assert "a comment" in str(first) and first.board() == Board()
    with pytest.raises(ValueError):
        next(games)
    assert [dict(game.headers)["White"] for game in games] == ["C"]


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no.pgn"):
        read_pgn(tmp_path / "no.pgn")
