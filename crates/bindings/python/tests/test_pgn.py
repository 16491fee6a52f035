"""Games of PGN, compared with python-chess."""

import io
import os
from pathlib import Path

import chess
import chess.pgn
import pytest
from palimpsest import Board, Game, GameNode, Move, read_pgn, write_pgn
from random_games import random_game

# Games of the round trip.
ROUND_TRIPS = int(os.environ.get("PALIMPSEST_ROUND_TRIPS", "10000"))

GAMES = """[White "A"]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5 {good} 2. Nf3 (2. d4)) (1... e6) 2. Nf3 $1 1-0

[White "B"]
[FEN "no position"]

1. e4 *

[White "C"]

1. d4 d5 1/2-1/2
"""


def words(text: str) -> str:
    return " ".join(text.split())


def compare(ours: Game | GameNode, theirs: chess.pgn.GameNode) -> int:
    """Compares two trees below a node, and returns the number of their moves."""
    count = 0
    pairs: list[tuple[Game | GameNode, chess.pgn.GameNode]] = [(ours, theirs)]
    while pairs:
        ours, theirs = pairs.pop()
        assert words(ours.comment) == words(theirs.comment)
        variations = ours.variations
        assert [node.uci() for node in variations] == [node.move.uci() for node in theirs.variations]
        for mine, other in zip(variations, theirs.variations):
            assert mine.nags == other.nags
            assert words(mine.starting_comment) == words(other.starting_comment)
            pairs.append((mine, other))
        count += len(variations)
    return count


def test_random_games_survive_python_chess_both_ways() -> None:
    moves = 0
    for seed in range(ROUND_TRIPS):
        game = random_game(seed)
        text = str(game)
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None and not theirs.errors
        assert dict(game.headers) == dict(theirs.headers)
        moves += compare(game, theirs)
        back = next(read_pgn(io.StringIO(str(theirs))))
        assert not back.errors
        compare(back, theirs)
        assert next(read_pgn(io.BytesIO(text.encode()))) == game
    assert moves > 20 * ROUND_TRIPS


def test_a_tree_has_its_nodes() -> None:
    game = next(read_pgn(io.StringIO(GAMES)))
    first = game.next()
    assert first is not None and (first.san(), first.comment) == ("e4", "a comment")
    assert isinstance(first.parent, Game)
    assert [node.san() for node in first.variations] == ["e5", "c5", "e6"]
    main, sicilian, french = first.variations
    assert main.is_mainline() and not main.starts_variation() and sicilian.starts_variation()
    assert [node.san() for node in sicilian.variations] == ["Nf3", "d4"]
    deep = sicilian.variations[1]
    assert deep.parent == sicilian and sicilian.parent == first and french.parent == first
    assert deep.board().fen() == "rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"
    assert deep.ply() == 3 and deep.is_end() and hash(deep) == hash(sicilian.variations[1])
    assert [node.uci() for node in game.mainline()] == ["e2e4", "e7e5", "g1f3"]
    assert [str(move) for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    assert [node.nags for node in game.mainline()][-1] == {1}


def test_evaluations_and_clocks_are_those_of_python_chess() -> None:
    text = (
        "{[%eval 0.2]} 1. e4 {[%eval 0.17,12] [%clk 0:02:58]} e5 {[%clk 1:00:03.5] slow} "
        "2. Nf3 {[%eval #3]} Nc6 {[%eval #-2]} 3. Bc4 {[%eval -1.25] [%clk 0:00]} Nd4 {[%eval x]} *"
    )
    ours = next(read_pgn(io.StringIO(text)))
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    for node, other in zip(ours.mainline(), theirs.mainline(), strict=True):
        score, expected = node.eval(), other.eval()
        assert (score is None) == (expected is None) and node.clock() == other.clock()
        if score is not None and expected is not None:
            assert score.turn == expected.turn
            assert score.relative.mate() == expected.relative.mate()
            assert score.white().score() == expected.white().score()
    assert [node.clock() for node in ours.mainline()] == [178.0, 3603.5, None, None, None, None]
    seen = [node.eval() for node in ours.mainline()]
    assert [None if score is None else str(score.white()) for score in seen] == [
        *("+17", None, "#+3", "#-2", "-125", None),
    ]


def test_games_are_read_and_faults_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    games = read_pgn(path)
    first = next(games)
    assert first.headers["White"] == "A" and first.result == "1-0" and first.board() == Board()
    assert "Black" not in first.headers and first.headers.get("Black", "?") == "?"
    with pytest.raises(KeyError):
        first.headers["Black"]
    with pytest.raises(ValueError):
        next(games)
    assert [game.headers["White"] for game in games] == ["C"]


def test_games_are_built_and_written(tmp_path: Path) -> None:
    board = Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    game = Game.from_board(board)
    assert game.result == "0-1" and game.headers["Result"] == "0-1"
    node = game.variations[0]
    node.comment, node.nags = "a hole", [2]
    other = game.add_variation(Move.from_uci("e2e4"), comment="better", starting_comment="or")
    assert other.starting_comment == "or" and other.comment == "better"
    with pytest.raises(ValueError, match="not legal"):
        game.add_variation(Move.from_uci("e2e5"))
    with pytest.raises(ValueError, match="result"):
        game.headers["Result"] = "won"
    with pytest.raises(ValueError):
        game.headers["FEN"] = "8/8/8/8/8/8/8/8 w - - 0 1"
    path = tmp_path / "out.pgn"
    assert write_pgn(path, [game, game]) == 2
    assert [one == game for one in read_pgn(path)] == [True, True]
    text = io.StringIO()
    write_pgn(text, [game])
    assert "1. f3 $2 { a hole } ( { or } 1. e4 { better } )" in text.getvalue()


def test_files_that_fail_are_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no.pgn"):
        read_pgn(tmp_path / "no.pgn")
    with pytest.raises(OSError):
        read_pgn(tmp_path)
    with pytest.raises(OSError):
        write_pgn(tmp_path / "no" / "folder.pgn", [])

    class Broken(io.StringIO):
        def read(self, size: int | None = -1, /) -> str:
            raise ConnectionError("the line is dead")

    with pytest.raises(ConnectionError, match="the line is dead"):
        next(read_pgn(Broken()))
