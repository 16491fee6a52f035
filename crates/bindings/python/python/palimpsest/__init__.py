"""Boards, moves and games of chess, under the names of python-chess."""

from palimpsest._palimpsest import (
    Board,
    Game,
    GameNode,
    GameReader,
    Headers,
    LegalMoves,
    Mainline,
    Move,
    Outcome,
    Piece,
    Termination,
    read_pgn,
    write_pgn,
)

__all__ = [
    "Board",
    "Game",
    "GameNode",
    "GameReader",
    "Headers",
    "LegalMoves",
    "Mainline",
    "Move",
    "Outcome",
    "Piece",
    "Termination",
    "read_pgn",
    "write_pgn",
]
