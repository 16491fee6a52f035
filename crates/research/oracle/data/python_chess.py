"""Holds what movegen says against python-chess: `python3 python_chess.py FOLDER`.

FOLDER/ours.jsonl has a fact a line, FOLDER/games.pgn the games whose trees are among them. Each
difference is printed, and what was compared; the games and lines of EPD are written as python-chess
writes them, to theirs.pgn and theirs.epd. The exit status is 1 if anything differs.
"""

import json
import logging
import pathlib
import sys

import chess
import chess.pgn


def differences(what, ours, theirs):
    """One difference, or none, as a list."""
    return [] if ours == theirs else [f"{what}: ours {ours!r}, theirs {theirs!r}"]


def uci(board, move):
    """Castling as the king taking its rook."""
    return board.uci(move, chess960=True)


def words(comment):
    """A comment with single spaces: only spaces and ends of lines separate words."""
    return " ".join(word for word in comment.replace("\n", " ").split(" ") if word)


def unescaped(value):
    """A tag's value, which python-chess keeps as it stands in the file."""
    plain, letters = "", iter(value)
    for letter in letters:
        plain += next(letters, "") if letter == "\\" else letter
    return plain


def end(board):
    """How the game has ended or may be ended, by the first rule that applies."""
    rules = {
        "checkmate": board.is_checkmate,
        "stalemate": board.is_stalemate,
        "insufficient material": board.is_insufficient_material,
        "75 moves": board.is_seventyfive_moves,
        "fivefold repetition": board.is_fivefold_repetition,
        "threefold repetition": lambda: board.is_repetition(3),
        "50 moves": board.is_fifty_moves,
    }
    return next((name for name, holds in rules.items() if holds()), None)


def position(board):
    """What is said of a position."""
    moves = [[uci(board, move), board.san(move), board.gives_check(move)] for move in board.legal_moves]
    return {
        "fen": board.fen(en_passant="legal"),
        "shredder": board.shredder_fen(en_passant="legal"),
        "moves": sorted(moves),
        "check": board.is_check(),
        "end": end(board),
    }


def line(fact):
    """A game of moves: each of its positions."""
    board = chess.Board(fact["start"], chess960=True)
    found = differences("start", fact["positions"][0], position(board))
    for move, ours in zip(fact["line"], fact["positions"][1:], strict=True):
        board.push(board.parse_uci(move))
        found += differences(board.fen(), ours, position(board))
    return found


def nodes(node, board, ply, found):
    """The moves below a node, each variation behind the move that it replaces."""
    for child in node.variations:
        comments = [words(child.starting_comment), words(child.comment)]
        found.append([ply, uci(board, child.move), sorted(child.nags), *comments])
        board.push(child.move)
        nodes(child, board, ply + 1, found)
        board.pop()
    return found


def tree(fact, game):
    """A game of the file."""
    board = game.board()
    return (
        differences("errors", [], game.errors)
        + differences("tags", fact["tags"], {k: unescaped(v) for k, v in game.headers.items()})
        + differences("start", fact["start"], board.fen(en_passant="legal"))
        + differences("comment", fact["comment"], words(game.comment))
        + differences("moves", fact["nodes"], nodes(game, board, 1, []))
    )


def start(fact):
    """A start of Chess960."""
    board = chess.Board.from_chess960_pos(fact["number"])
    return differences("start", fact["fen"], board.fen()) + differences(
        "number", fact["number"], chess.Board(fact["fen"], chess960=True).chess960_pos()
    )


def epd(fact, written):
    """A line of EPD with moves, a text and a number."""
    board, operations = chess.Board.from_epd(fact["epd"], chess960=True)
    read = {
        name: sorted(uci(board, move) for move in value) if name in ("bm", "am") else value
        for name, value in operations.items()
    }
    written.append(board.epd(en_passant="legal", **operations))
    return differences(fact["epd"], fact["operations"], {"hmvc": 0, "fmvn": 1} | read)


class MainLine(chess.pgn.BaseVisitor):
    """Collects the tag Round and the moves of the main line."""

    def begin_game(self):
        self.number, self.moves = None, []

    def visit_header(self, name, value):
        if name == "Round":
            self.number = value

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.moves.append(board.uci(move))

    def handle_error(self, error):
        pass

    def result(self):
        return self.number, " ".join(self.moves)


def games_of(fact, folder, tokens):
    """A file of many games: the main lines. Beside an odd token python-chess may lose a part, or a game."""
    with open(folder / fact["file"], encoding=fact["encoding"], newline="") as file:
        read = iter(lambda: chess.pgn.read_game(file, Visitor=MainLine), None)
        theirs = list(read)
    if not fact["tokens"]:
        ours = [(str(number), line) for number, line in enumerate(fact["lines"])]
        pairs = enumerate(zip(ours, theirs))
        found = differences(f"{fact['file']}, games", len(ours), len(theirs))
        return found + [f"{fact['file']}, game {n}: {a}, {b}" for n, (a, b) in pairs if a != b]
    lines = dict(reversed(theirs))
    for number, (token, line) in enumerate(zip(fact["tokens"], fact["lines"], strict=True)):
        tokens.setdefault(token, []).append(lines.get(str(number)) == line)
    return []


def main(folder):
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    counts, found, games, lines, tokens = {}, [], [], [], {}
    with (
        open(folder / "ours.jsonl", encoding="utf-8") as facts,
        open(folder / "games.pgn", encoding="utf-8") as file,
    ):
        for fact in map(json.loads, facts):
            if "file" in fact:
                kind, new = "files of many games", games_of(fact, folder, tokens)
                counts["games of files"] = counts.get("games of files", 0) + len(fact["lines"])
            elif "line" in fact:
                kind, new = "random games", line(fact)
                counts["positions"] = counts.get("positions", 0) + len(fact["positions"])
            elif "nodes" in fact:
                kind, game = "games of the file", chess.pgn.read_game(file)
                new = tree(fact, game)
                games.append(str(game))
                counts["moves of the file"] = counts.get("moves of the file", 0) + len(fact["nodes"])
            elif "number" in fact:
                kind, new = "starts", start(fact)
            else:
                kind, new = "lines of EPD", epd(fact, lines)
            counts[kind] = counts.get(kind, 0) + 1
            found += [f"{kind} {counts[kind]}: {difference}" for difference in new]
        if chess.pgn.read_game(file) is not None:
            found.append("python-chess reads more games than movegen")
    (folder / "theirs.pgn").write_text("\n\n".join(games) + "\n", encoding="utf-8")
    (folder / "theirs.epd").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for difference in found[:20]:
        print(difference)
    equal = [token for token, same in tokens.items() if all(same)]
    print(f"odd tokens beside which python-chess reads the same main line: {len(equal)} of {len(tokens)}")
    what = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
    print(f"python-chess {chess.__version__}: {what}: {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
