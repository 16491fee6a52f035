"""Drives a UCI engine with python-chess: games with ponder, analyses, Chess960.

usage: python_chess.py ENGINE GAMES PLIES SECONDS

Plays so many games of at most so many plies, each side with this clock and a tenth of a second a move. Any
line that python-chess cannot read, an illegal move or an option that is refused ends the program with an
error. Prints one line of figures; clocks that ran out are among them, for a busy machine is no fault.
"""

import logging
import random
import sys
import time

import chess
import chess.engine

# What lichess-bot's default configuration sends, without SyzygyPath and with a smaller table.
OPTIONS = {"Move Overhead": 100, "Threads": 4, "Hash": 64, "UCI_ShowWDL": True}
INCREMENT = 0.1
OPENING = 8  # random plies, so that the games differ


class Listener(logging.Handler):
    """Keeps what python-chess warns of: lines that it cannot read, text on standard error."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())


def opening(source, chess960):
    """A board after random moves that is not yet decided."""
    while True:
        board = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        for _ in range(OPENING):
            board.push(source.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def play(engine, board, plies, seconds):
    """Plays a game of the engine against itself; how often a clock ran out."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    fallen = 0
    game = object()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < plies:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=INCREMENT,
            black_inc=INCREMENT,
        )
        start = time.monotonic()
        ponder = len(board.move_stack) % 4 < 2
        answer = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=ponder)
        left = clocks[board.turn] - (time.monotonic() - start)
        if left <= 0:
            fallen, left = fallen + 1, seconds
        assert "pv" not in answer.info or answer.info["pv"][0] == answer.move, answer
        assert "score" in answer.info and "wdl" in answer.info, answer
        clocks[board.turn] = left + INCREMENT
        board.push(answer.move)
    return fallen


def analyse(engine):
    """The ways in which programs ask for analyses."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines
    assert lines[0]["score"].white() == chess.engine.Mate(1), lines
    assert [move.uci() for move in lines[0]["pv"]] == ["f3f7"], lines
    roots = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    answer = engine.play(board, chess.engine.Limit(nodes=5000), root_moves=roots)
    assert answer.move in roots, answer
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5 and info.get("pv"):
                break
    answer = engine.play(chess.Board(), chess.engine.Limit(time=0.05))
    assert answer.move in chess.Board().legal_moves
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.play(mated, chess.engine.Limit(depth=3)).move is None


def main():
    program, games, plies, seconds = sys.argv[1], *map(int, sys.argv[2:4]), float(sys.argv[4])
    listener = Listener()
    logging.getLogger("chess.engine").addHandler(listener)
    source = random.Random(1)
    played, fallen = 0, 0
    with chess.engine.SimpleEngine.popen_uci(program, timeout=60) as engine:
        engine.configure(OPTIONS)
        for number in range(games):
            board = opening(source, chess960=number % 4 == 3)
            fallen += play(engine, board, plies, seconds)
            played += len(board.move_stack) - OPENING
        analyse(engine)
    assert not listener.heard, listener.heard
    print(f"{games} games, {played} moves, {fallen} clocks ran out")


main()
