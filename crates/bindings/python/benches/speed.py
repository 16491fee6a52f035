"""Prints a table of speeds beside python-chess, and beside other libraries that are installed.

All work on one thread, in turns, one after the other; a figure is the median of its turns, by the time of the
processor, so that other programs disturb it less.
"""

import copy
import importlib
import io
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
from palimpsest import Board, evaluate_batch, positions, read_pgn, write_pgn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from random_games import random_game  # noqa: E402

GAMES = 500
BOARDS = 1000
TURNS = 5
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DEPTH = 3
# Those of all depths, and the root.
NODES = 97_862 + 2_039 + 48 + 1

Work = Callable[[], int]


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


rust_chess, cozy_chess = optional("rust_chess"), optional("cozy_chess")


def loop(board: Any, depth: int) -> int:
    """Makes each move to a depth: boards of python-chess and of this library."""
    nodes = 1
    if depth:
        for move in board.legal_moves:
            board.push(move)
            nodes += loop(board, depth - 1)
            board.pop()
    return nodes


def loop_rust_chess(board: Any, depth: int) -> int:
    nodes = 1
    if depth:
        for move in list(board.generate_legal_moves()):
            nodes += loop_rust_chess(board.make_move_new(move, False), depth - 1)
    return nodes


def loop_cozy_chess(board: Any, depth: int) -> int:
    nodes = 1
    if depth:
        for move in board.generate_moves():
            child = copy.copy(board)
            child.play_unchecked(move)
            nodes += loop_cozy_chess(child, depth - 1)
    return nodes


def counted(nodes: int) -> int:
    assert nodes == NODES, nodes
    return nodes


def legal_rust_chess(board: Any) -> int:
    board.reset_move_generator()
    return len(list(board.generate_legal_moves()))


def trees(text: str, walk: bool) -> tuple[Work, Work]:
    def theirs() -> int:
        file, count = io.StringIO(text), 0
        while (game := chess.pgn.read_game(file)) is not None:
            count += 1
            if walk:
                sum(len(node.comment) + node.move.to_square for node in game.mainline())
        return count

    def ours() -> int:
        count = 0
        for game in read_pgn(io.StringIO(text)):
            count += 1
            if walk:
                sum(len(node.comment) + node.move.to_square for node in game.mainline())
        return count

    return theirs, ours


def rows(text: str) -> tuple[Work, Work]:
    def theirs() -> int:
        file, sets = io.StringIO(text), []
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in [*game.mainline_moves(), None]:
                sets.append(
                    (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
                     board.occupied_co[True], board.occupied_co[False], board.turn)
                )
                if move is not None:
                    board.push(move)
        return len(sets)

    return theirs, lambda: sum(len(batch) for batch in positions(io.StringIO(text)))


def table() -> list[tuple[str, str, dict[str, Work]]]:
    games = [random_game(seed) for seed in range(GAMES)]
    pgn = io.StringIO()
    write_pgn(pgn, games)
    text = pgn.getvalue()
    # Each seventh position of games of standard chess.
    fens: list[str] = []
    for game in games:
        if not game.board().chess960 and len(fens) < BOARDS:
            fens += [node.board().fen() for node in list(game.mainline())[::7]]
    fens = fens[:BOARDS]
    ours, theirs = [Board(fen) for fen in fens], [chess.Board(fen) for fen in fens]
    moves = [(board, list(board.legal_moves)) for board in ours]
    their_moves = [(board, list(board.legal_moves)) for board in theirs]
    sans = [(board, [board.san(move) for move in of]) for board, of in moves]
    their_sans = [(board, san) for board, (_, san) in zip(theirs, sans)]

    def both(their: Work, our: Work) -> dict[str, Work]:
        return {"python-chess": their, "palimpsest": our}

    def walk(boards: Any, method: str) -> Work:
        return lambda: sum(len([getattr(board, method)(it) for it in of]) for board, of in boards)

    def pushes(boards: Any) -> Work:
        def work() -> int:
            count = 0
            for board, of in boards:
                for move in of:
                    board.push(move)
                    board.pop()
                    count += 1
            return count

        return work

    lists = both(
        lambda: sum(len(list(board.legal_moves)) > 0 for board in theirs),
        lambda: sum(len(list(board.legal_moves)) > 0 for board in ours),
    )
    read = both(
        lambda: len([chess.Board(fen) for fen in fens]), lambda: len([Board(fen) for fen in fens])
    )
    written = both(
        lambda: len([board.fen() for board in theirs]), lambda: len([board.fen() for board in ours])
    )
    loops = both(
        lambda: counted(loop(chess.Board(KIWIPETE), DEPTH)),
        lambda: counted(loop(Board(KIWIPETE), DEPTH)),
    )
    if rust_chess is not None:
        rust = [rust_chess.Board(fen) for fen in fens]
        lists["rust-chess"] = lambda: sum(legal_rust_chess(board) > 0 for board in rust)
        read["rust-chess"] = lambda: len([rust_chess.Board(fen) for fen in fens])
        written["rust-chess"] = lambda: len([board.get_fen() for board in rust])
        loops["rust-chess"] = lambda: counted(loop_rust_chess(rust_chess.Board(KIWIPETE), DEPTH))
    if cozy_chess is not None:
        of = cozy_chess.Board.from_fen
        shredder = [chess.Board(fen).shredder_fen() for fen in fens]
        cozy = [of(fen, True) for fen in shredder]
        lists["cozy-chess-py"] = lambda: sum(len(board.generate_moves()) > 0 for board in cozy)
        read["cozy-chess-py"] = lambda: len([of(fen, True) for fen in shredder])
        written["cozy-chess-py"] = lambda: len([board.fen() for board in cozy])
        kiwipete = of(chess.Board(KIWIPETE).shredder_fen(), True)
        loops["cozy-chess-py"] = lambda: counted(loop_cozy_chess(kiwipete, DEPTH))
    batch = next(positions(io.StringIO(text)))
    return [
        ("PGN as trees, with comments and variations", "games", both(*trees(text, False))),
        ("… and a walk through each main line", "games", both(*trees(text, True))),
        ("PGN as sets of squares", "positions", both(*rows(text))),
        ("legal moves, as a list", "boards", lists),
        ("FEN read", "boards", read),
        ("FEN written", "boards", written),
        ("SAN written", "moves", both(walk(their_moves, "san"), walk(moves, "san"))),
        ("SAN read", "moves", both(walk(their_sans, "parse_san"), walk(sans, "parse_san"))),
        ("push and pop", "moves", both(pushes(their_moves), pushes(moves))),
        ("perft by a loop, each move made", "nodes", loops),
        ("`Board.perft(6)`", "nodes", {"palimpsest": lambda: Board().perft(6)}),
        ("`evaluate_batch`", "positions", {"palimpsest": lambda: len(evaluate_batch(batch))}),
    ]


def rate(work: Work) -> float:
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def main() -> None:
    names = ["python-chess", "rust-chess", "cozy-chess-py", "palimpsest"]
    print("| work | a second | " + " | ".join(names) + " | times python-chess |")
    print("|---|---|" + "---:|" * (len(names) + 1))
    for what, unit, works in table():
        rates: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(TURNS):
            for name, work in works.items():
                rates[name].append(rate(work))
        medians = {name: statistics.median(of) for name, of in rates.items()}
        cells = [f"{medians[name]:,.0f}" if name in medians else "" for name in names]
        times = ""
        if "python-chess" in medians:
            times = f"{medians['palimpsest'] / medians['python-chess']:.1f}"
        print(f"| {what} | {unit} | " + " | ".join(cells) + f" | {times} |", flush=True)


if __name__ == "__main__":
    main()
