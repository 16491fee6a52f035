"""Plays games through PolyGlot, the adapter between UCI and the protocol of xboard.

usage: polyglot.py ENGINE POLYGLOT GAMES
"""

import logging
import os
import random
import sys

import chess
import chess.engine

OPENING = 6  # random plies, so that the games differ
LONGEST = 120  # plies
DEPTH = 6


class Listener(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        message = record.getMessage()
        # What the adapter offers and python-chess does not know is no fault of the engine.
        if "Rejecting feature" not in message:
            self.heard.append(message)


def main():
    program, adapter, games = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    listener = Listener()
    logging.getLogger("chess.engine").addHandler(listener)
    command = [adapter, "-noini", "-ec", program, "-ed", os.getcwd()]
    source = random.Random(3)
    played = 0
    with chess.engine.SimpleEngine.popen_xboard(command, timeout=30) as engine:
        for _ in range(games):
            board = chess.Board()
            for _ in range(OPENING):
                board.push(source.choice(list(board.legal_moves)))
            game = object()
            while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
                answer = engine.play(board, chess.engine.Limit(depth=DEPTH), game=game)
                if answer.move is None:  # the adapter claims a draw
                    break
                board.push(answer.move)
                played += 1
    assert played > games, "the adapter gave up"
    assert not listener.heard, listener.heard
    print(f"{games} games, {played} moves")


main()
