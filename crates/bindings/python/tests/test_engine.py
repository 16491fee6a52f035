"""Analyses and moves."""

import asyncio
import io
import os
import signal
import threading
import time
from pathlib import Path

import chess.pgn
import pytest
from palimpsest import Analysis, Board, Engine, Game, Info, Move, Score, annotate, judge

MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def test_an_analysis_has_its_lines() -> None:
    board = Board(MATE)
    found = Engine(hash=1).analyse(board, depth=4, lines=3)
    assert found.move is not None and board.san(found.move) == "Qxf7#"
    assert found.score.is_mate() and found.score.relative.mate() == 1
    assert (str(found.score), str(found.score.black())) == ("#+1", "#-1")
    assert [line.multipv for line in found.lines] == [1, 2, 3] and len(found) == 3
    first, second = found[0], found[1]
    assert first.score == found.score and first.pv == found.pv and first.depth == 4
    assert first.score.relative > second.score.relative and second.nodes > 0
    assert sum(first.wdl) == 1000 and not found.interrupted
    assert found.board == board and "<svg" in found._repr_svg_()


def test_scores_are_those_of_both_sides() -> None:
    board = Board("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")
    score = Engine(hash=1).analyse(board, nodes=2000).score
    relative = score.relative.score(mate_score=100_000)
    assert relative is not None and relative < -500
    assert score.white() == -score.black() and score.white() > score.black()
    assert score.pov(False) == score.relative and score.white().expectation() > 0.9


def test_searches_are_the_same_again() -> None:
    engine = Engine(hash=1)
    first = engine.analyse(Board(), nodes=5000)
    engine.new_game()
    again = engine.analyse(Board(), nodes=5000)
    assert (first.pv, first.score, first.nodes) == (again.pv, again.score, again.nodes)
    moves = [Move.from_uci("a2a3")]
    assert engine.analyse(Board(), depth=3, root_moves=moves).move == moves[0]


def test_what_is_refused_says_why() -> None:
    engine = Engine(hash=1)
    with pytest.raises(ValueError, match="found no limit"):
        engine.analyse(Board())
    with pytest.raises(ValueError, match="seconds"):
        engine.analyse(Board(), time=-1.0)
    with pytest.raises(ValueError, match="1 line"):
        engine.analyse(Board(), depth=1, lines=0)
    with pytest.raises(ValueError, match="not legal"):
        engine.analyse(Board(), depth=1, root_moves=[Move.from_uci("e2e5")])
    with pytest.raises(ValueError):
        Engine(hash=0)
    with pytest.raises(ValueError, match="nowhere"):
        Engine(syzygy="/nowhere")
    with pytest.raises(OSError):
        Engine(book="/nowhere/book.bin")


def test_a_mated_side_has_no_move() -> None:
    board = Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    found = Engine(hash=1).analyse(board, depth=3)
    assert found.move is None and found.pv == [] and found.score.relative.mate() == 0


def test_a_stream_is_stopped() -> None:
    engine = Engine(hash=1)
    depths = []
    with engine.stream(Board()) as lines:
        for info in lines:
            assert isinstance(info, Info)
            depths.append(info.depth)
            if info.depth >= 5:
                lines.stop()
    assert depths[:5] == sorted(depths[:5]) and depths[-1] >= 5
    lines = engine.stream(Board())
    assert next(lines).depth >= 1
    del lines
    assert engine.analyse(Board(), depth=2).depth == 2


def test_other_threads_run_while_a_search_does() -> None:
    engine, ticks, done = Engine(hash=1), [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    engine.analyse(Board(), time=0.5)
    done.set()
    thread.join()
    assert ticks[0] > 20


def test_threads_share_an_engine() -> None:
    engine, found = Engine(hash=1, threads=2), []

    def analyse() -> None:
        found.append(engine.analyse(Board(), nodes=3000).depth)

    threads = [threading.Thread(target=analyse) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and engine.threads == 2
    engine.threads = 1
    assert (engine.threads, engine.hash) == (1, 1)


def test_ctrl_c_stops_a_search_and_what_is_known_comes_back() -> None:
    # A shell starts what runs in its background with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        found = Engine(hash=1).analyse(Board(), time=60.0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.interrupted and found.move is not None and found.depth > 0


def test_a_search_runs_beside_the_loop_of_asyncio() -> None:
    async def both() -> tuple[Analysis, int]:
        engine, turns = Engine(hash=1), 0
        task = asyncio.create_task(engine.analyse_async(Board(), time=0.3))
        while not task.done():
            await asyncio.sleep(0.01)
            turns += 1
        endless = asyncio.create_task(engine.analyse_async(Board(), time=600.0))
        await asyncio.sleep(0.1)
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless
        assert (await engine.analyse_async(Board(), depth=3)).depth == 3
        return await task, turns

    found, turns = asyncio.run(both())
    assert found.move is not None and turns > 5


def test_games_are_played() -> None:
    engine, board = Engine(hash=1), Board()
    while board.ply() < 20:
        result = engine.play(board, nodes=500)
        assert result.move is not None
        board.push(result.move)
    assert result.score is not None and not result.is_book
    weak = [engine.play(Board(), depth=4, elo=800, seed=7).move for _ in range(2)]
    assert weak[0] == weak[1]
    assert engine.play(Board(), clock=1.0, increment=0.1).move is not None


def test_a_table_is_saved_and_loaded(tmp_path: Path) -> None:
    engine, path = Engine(hash=1), tmp_path / "table"
    engine.analyse(Board(), nodes=20_000)
    saved = engine.save_hash(path)
    later = Engine(hash=2)
    assert saved > 0 and later.load_hash(path) == saved
    with pytest.raises(ValueError, match="none"):
        later.load_hash(tmp_path / "none")


def test_a_game_is_annotated() -> None:
    board = Board()
    for san in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"):
        board.push_san(san)
    game, engine = Game.from_board(board), Engine(hash=1)
    costs = annotate(game, engine, depth=6)
    assert len(costs) == 7 and costs[5].nag == 4 and costs[5].points > 0.3
    assert costs[6].centipawns == 0 and costs[6].accuracy == 100.0
    nodes = list(game.mainline())
    assert nodes[5].nags == {4} and nodes[0].comment.startswith("[%eval ")
    assert nodes[5].comment == "[%eval #1]"
    assert len(nodes[4].variations) == 2 and nodes[4].variations[1].san() != "Nf6"
    theirs = chess.pgn.read_game(io.StringIO(str(game)))
    assert theirs is not None and not theirs.errors
    evaluated = theirs.next()
    assert evaluated is not None and evaluated.eval() is not None
    assert judge(Score.cp(100), Score.cp(-300)).nag == 4


def test_scores_are_made() -> None:
    assert Score.cp(34).score() == 34 and str(-Score.cp(34)) == "-34"
