"""Boards, moves and games of chess, under the names of python-chess."""

from palimpsest._palimpsest import (
    Board,
    Game,
    GameReader,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Termination,
    read_pgn,
)

__all__ = [
    "Board",
    "Game",
    "GameReader",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Termination",
    "read_pgn",
]
