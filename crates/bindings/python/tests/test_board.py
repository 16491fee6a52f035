"""Boards and moves, compared with python-chess."""

import copy
import pickle
import random

import chess
import pytest
from hypothesis import given, settings, strategies
from palimpsest import Board, Move, Piece, Termination

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COUNTS = [
    (chess.STARTING_FEN, 5, 4_865_609),
    (KIWIPETE, 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
]


def random_board(seed: int, plies: int, chess960: bool) -> chess.Board:
    dice = random.Random(seed)
    board = chess.Board.from_chess960_pos(dice.randrange(960)) if chess960 else chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    return board


def loop(board: Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += loop(board, depth - 1)
        board.pop()
    return nodes


@pytest.mark.parametrize(("fen", "depth", "nodes"), COUNTS)
def test_perft_gives_the_published_counts(fen: str, depth: int, nodes: int) -> None:
    board = Board(fen)
    assert board.perft(depth) == nodes
    assert loop(board, 3) == board.perft(3)
    assert board == Board(fen) and board.move_stack == []


positions = strategies.builds(
    random_board, strategies.integers(0, 2**32), strategies.integers(0, 160), strategies.booleans()
)


@settings(max_examples=300, deadline=None)
@given(positions)
def test_a_board_is_that_of_python_chess(theirs: chess.Board) -> None:
    ours = Board.from_chess(theirs)
    assert ours.fen() == theirs.fen() and ours.board_fen() == theirs.board_fen()
    assert (ours.turn, ours.ply()) == (theirs.turn, theirs.ply())
    assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
    for square in chess.SQUARES:
        piece = theirs.piece_at(square)
        assert str(ours.piece_at(square)) == str(piece)
    assert ours.occupied == theirs.occupied
    assert ours.castling_rights == theirs.clean_castling_rights()
    assert ours.pieces_mask(chess.ROOK, chess.BLACK) == theirs.pieces_mask(chess.ROOK, chess.BLACK)
    assert str(ours) == str(theirs)
    assert sorted(map(str, ours.legal_moves)) == sorted(map(str, theirs.legal_moves))
    for move in theirs.legal_moves:
        mine = Move.from_uci(move.uci())
        assert mine in ours.legal_moves and ours.is_legal(mine)
        assert ours.san(mine) == theirs.san(move)
        assert str(ours.parse_san(theirs.san(move))) == move.uci()
        assert ours.is_capture(mine) == theirs.is_capture(move)
        assert ours.is_castling(mine) == theirs.is_castling(move)
        assert ours.is_en_passant(mine) == theirs.is_en_passant(move)
        assert ours.gives_check(mine) == theirs.gives_check(move)
    for claim in (False, True):
        ended, expected = ours.outcome(claim_draw=claim), theirs.outcome(claim_draw=claim)
        assert (ended is None) == (expected is None)
        if ended is not None and expected is not None:
            assert (ended.result(), ended.winner) == (expected.result(), expected.winner)
        assert ours.result(claim_draw=claim) == theirs.result(claim_draw=claim)
    assert ours.is_check() == theirs.is_check()
    assert ours.can_claim_draw() == theirs.can_claim_draw()
    assert ours.is_repetition() == theirs.is_repetition()
    back = ours.to_chess()
    assert back.fen() == theirs.fen() and back.move_stack == theirs.move_stack
    assert pickle.loads(pickle.dumps(ours)) == ours


@given(strategies.text())
def test_no_text_is_more_than_refused(text: str) -> None:
    for read in (Board, Move.from_uci, Board().parse_san, Board().push_uci, Board.from_epd):
        try:
            read(text)
        except ValueError as error:
            assert str(error)


def test_moves_are_values() -> None:
    move = Move.from_uci("e7e8q")
    assert (move.from_square, move.to_square, move.promotion) == (52, 60, chess.QUEEN)
    assert move == Move(52, 60, chess.QUEEN) and hash(move) == hash(Move(52, 60, 5))
    assert move != Move(52, 60) and repr(move) == "Move.from_uci('e7e8q')"
    assert pickle.loads(pickle.dumps(move)) == move
    assert not Move.null() and Move.null().uci() == "0000"
    for text in ("", "e2", "e2e9", "e2e4k", "e2e2", "éé"):
        with pytest.raises(ValueError, match="expected a move"):
            Move.from_uci(text)
    for promotion in (0, 1, 6, 7):
        with pytest.raises(ValueError, match="promotion"):
            Move(52, 60, promotion)


def test_what_is_refused_changes_nothing() -> None:
    board = Board()
    for bad in (Move.from_uci("e2e5"), Move.from_uci("e7e5")):
        assert not board.is_legal(bad)
        with pytest.raises(ValueError, match="not legal"):
            board.push(bad)
    with pytest.raises(ValueError):
        board.push_san("Ke2")
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    assert board == Board()
    with pytest.raises(ValueError, match="2 ranks, not 8"):
        Board("8/8 w")
    with pytest.raises(ValueError, match="square"):
        board.piece_at(64)


def test_a_null_move_passes_the_turn() -> None:
    board = Board()
    board.push(Move.null())
    assert not board.turn and board.pop() == Move.null() and board.turn
    checked = Board("4k3/8/8/8/7q/8/8/4K3 w - - 0 1")
    with pytest.raises(ValueError, match="check"):
        checked.push(Move.null())


def test_castling_is_written_as_the_variant_asks() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert str(Board(fen).parse_san("O-O")) == "e1g1"
    assert str(Board(fen, chess960=True).parse_san("O-O")) == "e1h1"
    assert Board.from_chess960_pos(518).board_fen() == Board().board_fen()
    with pytest.raises(ValueError, match="959"):
        Board.from_chess960_pos(960)


def test_copies_are_apart() -> None:
    board = Board()
    board.push_san("e4")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert other.peek() == board.peek()
        other.pop()
        assert other != board
    assert board.copy(stack=False).move_stack == [] and board.root() == Board()


def test_ends_have_their_reasons() -> None:
    board = Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        assert not board.is_game_over()
        board.push_san(san)
    end = board.outcome()
    assert end is not None and end.termination == Termination.CHECKMATE and end.winner is False
    assert repr(end) == "Outcome(termination=Termination.CHECKMATE, winner=False)"
    assert board.is_checkmate() and not board.is_stalemate()


def test_lines_are_written_as_python_chess_writes_them() -> None:
    board = Board()
    line = [Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")]
    theirs = chess.Board().variation_san(map(chess.Move.from_uci, map(str, line)))
    assert board.variation_san(line) == theirs == "1. e4 e5 2. Nf3"


def test_epd_is_read_and_written() -> None:
    line = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; acd 12; c0 "a; b"; ce -5;'
    board, operations = Board.from_epd(line)
    assert operations == {"bm": [Move.from_uci("d6d1")], "acd": 12, "c0": "a; b", "ce": -5}
    assert board.epd(**operations) == line
    theirs, expected = chess.Board.from_epd(line)
    assert theirs.fen() == board.fen() and expected["c0"] == operations["c0"]
    pv = [Move.from_uci("e2e4"), Move.from_uci("e7e5")]
    assert Board().epd(pv=pv, noop=None).endswith("pv e4 e5; noop;")
    assert Board.from_epd(Board().epd(pv=pv))[1] == {"pv": pv}
    with pytest.raises(ValueError, match="opcode"):
        Board().epd(**{"no opcode": 1})
    with pytest.raises(TypeError, match="expected text"):
        Board().epd(bm=object())  # type: ignore[arg-type]


def test_pieces_and_drawings() -> None:
    knight = Piece.from_symbol("n")
    assert (knight.piece_type, knight.color, knight) == (2, False, Piece(2, False))
    board = Board()
    board.push_san("e4")
    drawn = board._repr_svg_()
    assert drawn.count("<rect") == 64 and drawn.count("<g transform") >= 32
    assert drawn.count("#cdd26a") == 2
