"""Tablebases, books and hash tables."""

import struct
import sys
from pathlib import Path

import chess
import chess.polyglot
import matplotlib
import numpy as np
import pandas
import pytest
from palimpsest import RECORD, Board, Book, Engine, HashFile, Move, Tablebase

matplotlib.use("agg")

TABLES = Path(__file__).parents[4] / "crates/syzygy/examples/data"


def test_tablebases_know_results() -> None:
    tables = Tablebase(TABLES)
    board = Board("8/8/8/3k4/8/8/8/K6R w - - 0 1")
    assert (tables.max_pieces, tables.probe_wdl(board), tables.probe_dtz(board)) == (3, 2, 29)
    board.push_uci("h1h2")
    assert tables.probe_wdl(board) == -2
    with pytest.raises(KeyError, match="pieces"):
        tables.probe_wdl(Board())
    with pytest.raises(ValueError, match="nowhere"):
        Tablebase(["/nowhere"])
    found = Engine(hash=1, syzygy=TABLES).analyse(Board("8/8/8/3k4/8/8/8/K6R w - - 0 1"), depth=3)
    assert found.score.relative.score(mate_score=32_000) or 0 > 1_000


def test_books_are_read_as_python_chess_reads_them(tmp_path: Path) -> None:
    board, path = Board(), tmp_path / "book.bin"
    assert board.polyglot_key == chess.polyglot.zobrist_hash(chess.Board())
    entries = [("e2e4", 9), ("d2d4", 9), ("g1f3", 3)]
    with path.open("wb") as file:
        for uci, weight in entries:
            move = Move.from_uci(uci)
            bits = move.to_square | move.from_square << 6
            file.write(struct.pack(">QHHI", board.polyglot_key, bits, weight, 0))
    book = Book(path)
    ours = [(move.uci(), weight) for move, weight in book.find_all(board)]
    with chess.polyglot.open_reader(path) as reader:
        theirs = [(entry.move.uci(), entry.weight) for entry in reader.find_all(chess.Board())]
    assert sorted(ours) == sorted(theirs) and book.find(board).uci() == "e2e4"
    played = Engine(hash=1, book=path).play(board, depth=1)
    assert played.is_book and played.score is None and played.move is not None
    board.push_san("a3")
    with pytest.raises(IndexError):
        book.find(board)
    assert book.find_all(board) == []


def test_a_hash_file_has_its_records(tmp_path: Path) -> None:
    engine, path = Engine(hash=1), tmp_path / "table"
    found = engine.analyse(Board(), depth=8)
    saved = engine.save_hash(path)
    file = HashFile(path)
    entry = file.get(Board())
    assert len(file) == saved and entry is not None
    assert entry.move == found.move and (entry.depth, entry.bound) == (8, "exact")
    records = file.to_numpy()
    assert records.dtype == np.dtype(RECORD) and len(records) == saved
    assert (records["depth"] == 8).any() and records["depth"].max() < 40
    assert [record["key"] for record in file] == records["key"].tolist()
    axes = file.plot()
    bars = [patch for patch in axes.patches if patch.get_height()]
    assert sum(patch.get_height() for patch in bars) == saved
    assert sum(p.get_height() for p in bars if round(p.get_x() + p.get_width() / 2) == 8) == (
        records["depth"] == 8
    ).sum()
    assert pandas.DataFrame(records)["depth"].max() == records["depth"].max()
    assert file.get(Board("8/8/8/3k4/8/8/8/K6R w - - 0 1")) is None
    with pytest.raises(ValueError, match="none"):
        HashFile(tmp_path / "none")
    path.write_bytes(b"no table")
    with pytest.raises(ValueError):
        HashFile(path)


@pytest.mark.skipif(sys.platform == "win32", reason="shared tables need Unix")
def test_a_shared_table_is_seen_while_an_engine_has_it(tmp_path: Path) -> None:
    from palimpsest import SharedTable

    engine, name = Engine(hash=1), str(tmp_path / "shared")
    assert engine.share_hash(name, hash=1) == 1
    found = engine.analyse(Board(), depth=6)
    table = SharedTable(name)
    entry = table.get(Board())
    assert entry is not None and entry.move == found.move and len(table.attached) == 2
    assert table.nbytes == 1 << 20 and table.hashfull() > 0
    del table
    assert engine.share_hash("") == 1
    with pytest.raises(ValueError, match="shared"):
        SharedTable(name)
