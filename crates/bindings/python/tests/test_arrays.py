"""Batches of positions, and evaluations."""

import io
import threading
import time

import chess
import chess.pgn
import numpy as np
import pytest
from palimpsest import Board, Game, Move, evaluate_batch, move_of, planes, positions, write_pgn
from random_games import random_game

GAMES = 60


def text_of(games: list[Game]) -> str:
    text = io.StringIO()
    write_pgn(text, games)
    return text.getvalue()


def test_positions_are_those_of_python_chess() -> None:
    text = text_of([random_game(seed) for seed in range(GAMES)])
    reader = positions(io.StringIO(text), batch=500)
    batches = list(reader)
    assert (reader.games, reader.skipped) == (GAMES, 0) and len(batches) > 1
    assert all(len(batch) >= 500 for batch in batches[:-1])
    rows = iter(np.concatenate(batches))
    source = io.StringIO(text)
    for number in range(GAMES):
        game = chess.pgn.read_game(source)
        assert game is not None
        node: chess.pgn.GameNode = game
        while True:
            row, board, following = next(rows), node.board(), node.next()
            masks = [board.pieces_mask(kind, True) | board.pieces_mask(kind, False)
                     for kind in chess.PIECE_TYPES]
            assert row["bitboards"].tolist() == masks + [board.occupied_co[1], board.occupied_co[0]]
            assert row["castling"] == board.clean_castling_rights()
            assert (row["game"], row["ply"]) == (number, node.ply() - game.ply())
            assert (row["turn"], row["clock"]) == (board.turn, board.halfmove_clock)
            legal = board.ep_square if board.has_legal_en_passant() else -1
            assert row["en_passant"] == legal
            expected = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": -2}[game.headers["Result"]]
            assert row["result"] == expected
            played = "0000" if following is None else following.move.uci()
            assert str(move_of(row["move"])) == played
            evaluated = "[%eval 0.17]" in node.comment and node is not game
            assert row["evaluation"] == (17 if evaluated else -32768)
            assert row["key"] == Board(board.fen(), chess960=board.chess960).key
            if following is None:
                break
            node = following
    assert next(rows, None) is None


def test_mates_in_comments_have_a_worth() -> None:
    text = "1. e4 {[%eval #3]} e5 {[%eval #-2]} 2. Nf3 {[%eval -1.25,20]} Nc6 {[%eval x]} *"
    (batch,) = positions(io.StringIO(text))
    assert batch["evaluation"].tolist() == [-32768, 31997, -31998, -125, -32768]


def test_games_that_cannot_be_read_are_counted() -> None:
    text = '[FEN "none"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n'
    reader = positions(io.StringIO(text))
    assert len(next(reader)) == 2 and (reader.games, reader.skipped) == (1, 1)
    with pytest.raises(ValueError):
        next(positions(io.StringIO(text), strict=True))
    with pytest.raises(ValueError, match="batch"):
        positions(io.StringIO(text), batch=0)
    assert list(positions(io.StringIO(""), progress=True)) == []


def test_counts_can_be_asked_for_while_another_thread_reads() -> None:
    class Slow(io.StringIO):
        def read(self, size: int | None = -1, /) -> str:
            time.sleep(0.05)
            return super().read(min(size or 0, 500))

    reader = positions(Slow(text_of([random_game(seed) for seed in range(5)])))
    thread = threading.Thread(target=lambda: list(reader))
    thread.start()
    while thread.is_alive():
        assert reader.games <= 5 and reader.skipped == 0
        time.sleep(0.001)
    assert reader.games == 5


def test_planes_are_the_board() -> None:
    (batch,) = positions(io.StringIO("1. e4 e5 2. Nf3 *"))
    drawn = planes(batch)
    assert drawn.shape == (4, 12, 8, 8) and drawn.sum() == 4 * 32
    assert drawn[0, 0, 1].tolist() == [1] * 8 and drawn[0, 6, 6].tolist() == [1] * 8
    assert drawn[1, 0, 3, 4] == 1 and drawn[3, 1, 2, 5] == 1 and drawn[0, 11, 7, 4] == 1


def test_evaluations_are_the_same_from_records_and_boards() -> None:
    text = text_of([random_game(seed) for seed in range(GAMES)])
    batch = np.concatenate(list(positions(io.StringIO(text))))
    values = evaluate_batch(batch)
    assert values.dtype == np.int32 and len(values) == len(batch) and len(set(values.tolist())) > 100
    assert (values == evaluate_batch(batch, threads=3)).all()
    game = random_game(0)
    boards = [game.board()] + [node.board() for node in game.mainline()]
    first = batch["game"] == 0
    assert values[first].tolist() == evaluate_batch(boards).tolist()
    fens = [board.fen() for board in boards]
    assert values[first].tolist() == evaluate_batch(fens, threads=2).tolist()
    assert evaluate_batch([]).tolist() == []
    queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert evaluate_batch([queen_up])[0] > 500
    with pytest.raises(ValueError, match="array of positions"):
        evaluate_batch(np.zeros(3))
    with pytest.raises(ValueError, match="position 1"):
        evaluate_batch(np.concatenate([batch[:1], np.zeros(1, dtype=batch.dtype)]))


def test_moves_have_bits() -> None:
    assert move_of(0) == Move.null() and move_of(12 | 28 << 6) == Move.from_uci("e2e4")
    assert move_of(52 | 60 << 6 | 5 << 12) == Move.from_uci("e7e8q")
