"""Has lichess-bot start the engine by its default configuration, and plays games through its wrapper.

usage: lichess_bot.py ENGINE FOLDER GAMES      (FOLDER: a checkout of lichess-bot)

lichess-bot is under the AGPL: it is run, and nothing of it stands in the project. Of its configuration one
value differs: the table is smaller. Any warning ends the program with an error.
"""

import logging
import os
import random
import sys

import chess
import chess.engine
import yaml

SECONDS = 1.0
OPENING = 6  # random plies, so that the games differ
LONGEST = 200  # plies


class Listener(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())


def main():
    program, folder, games = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.chdir(folder)
    sys.path.insert(0, ".")
    from lib import config, engine_wrapper

    with open("config.yml.default") as file:
        settings = yaml.safe_load(file)
    engine = settings["engine"]
    engine["dir"], engine["name"] = os.path.split(program)
    engine["uci_options"]["Hash"] = 64
    config.insert_default_values(settings)
    ponder = engine["ponder"]
    listener = Listener()
    logging.getLogger().addHandler(listener)
    source = random.Random(2)
    played = 0
    for _ in range(games):
        # As the bot does: a new process for each game.
        with engine_wrapper.create_engine(config.Configuration(settings)) as wrapper:
            board = chess.Board()
            for _ in range(OPENING):
                board.push(source.choice(list(board.legal_moves)))
            while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
                limit = chess.engine.Limit(
                    white_clock=SECONDS, black_clock=SECONDS, white_inc=0.1, black_inc=0.1
                )
                answer = wrapper.search(board, limit, ponder, False, [])
                assert answer.move in board.legal_moves, (board.fen(), answer)
                wrapper.add_comment(answer, board)
                board.push(answer.move)
                played += 1
            assert wrapper.name().startswith("Palimpsest "), wrapper.name()
            assert wrapper.get_stats(), "the bot has nothing to tell"
    assert not listener.heard, listener.heard
    names = ", ".join(sorted(engine["uci_options"]))
    print(f"{games} games, {played} moves, ponder {ponder}; options: {names}")


main()
