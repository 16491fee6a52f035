"""Random games with variations, comments and annotations, the same for the same seed."""

import random

from palimpsest import Board, Game, GameNode

WORDS = ["threatens", "Dämme", "[%eval 0.17]", "[%clk 0:03:12]", "better", "was", "h4", "1-0", "!"]


def say(dice: random.Random) -> str:
    return " ".join(dice.choices(WORDS, k=dice.randint(1, 20))) if dice.random() < 0.1 else ""


def continue_line(dice: random.Random, node: Game | GameNode, board: Board, plies: int) -> None:
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            return
        nags = dice.sample(range(1, 10), k=dice.choice([0] * 8 + [1, 2]))
        move = moves[dice.randrange(len(moves))]
        child = node.add_variation(move, comment=say(dice), nags=nags)
        while dice.random() < 0.05:
            other = moves[dice.randrange(len(moves))]
            side = node.add_variation(other, comment=say(dice), starting_comment=say(dice))
            branch = board.copy(stack=False)
            branch.push(other)
            continue_line(dice, side, branch, dice.randint(0, 6))
        board.push(move)
        node = child


def random_game(seed: int) -> Game:
    """Returns a game of 10 to 120 plies; each twentieth is one of Chess960."""
    dice = random.Random(seed)
    board = Board.from_chess960_pos(dice.randrange(960)) if seed % 20 == 19 else Board()
    game = Game(board)
    game.headers["White"], game.headers["Round"] = f"Müller {seed}", str(seed)
    game.comment = say(dice)
    continue_line(dice, game, board, dice.randint(10, 120))
    game.headers["Result"] = board.result()
    return game
