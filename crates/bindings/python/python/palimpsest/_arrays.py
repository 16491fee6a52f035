"""Positions, evaluations and records of a table as arrays of NumPy."""

import os
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, Union

from palimpsest._palimpsest import (
    Board,
    Move,
    _evaluate_boards,
    _evaluate_records,
    _HashFile,
    _Records,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# The fields of a position. `bitboards` are the sets of pawns, knights, bishops, rooks, queens and kings, then White's
# and Black's pieces, a bit each from a1 = 0. `evaluation` is that of the comment, in centipawns from White's view, and
# -32768 without one. `result` is 1, 0 or -1 from White's view, and -2 if it is not known.
POSITION = [
    ("bitboards", "<u8", (8,)),
    ("castling", "<u8"),
    ("key", "<u8"),
    ("game", "<u4"),
    ("ply", "<u2"),
    ("move", "<u2"),
    ("evaluation", "<i2"),
    ("clock", "<u2"),
    ("en_passant", "i1"),
    ("turn", "?"),
    ("result", "i1"),
    ("reserved", "u1"),
]

# The fields of a record of a hash table. `move` is in the engine's own 16 bits; `bound` is 1, an upper bound, 2, a lower
# one, or 3, exact.
RECORD = [
    ("key", "<u8"),
    ("move", "<u2"),
    ("score", "<i2"),
    ("evaluation", "<i2"),
    ("depth", "<i2"),
    ("age", "<u4"),
    ("bound", "u1"),
    ("is_pv", "?"),
    ("reserved", "<u2"),
]

Source = Union[str, "os.PathLike[str]", IO[str], IO[bytes]]


class positions(Iterator["npt.NDArray[Any]"]):
    """The positions of the games of a file, in arrays of at least `batch` rows, but for the last one.

    The rows are those of `POSITION`: each position of the main line of each game, the last one with no move (0).
    Games that cannot be read are skipped and counted; with `strict` they raise ValueError. `progress` shows a bar if
    tqdm is installed.
    """

    def __init__(
        self, file: Source, *, batch: int = 65536, strict: bool = False, progress: bool = False
    ) -> None:
        self._records = _Records(file, batch, strict)
        self._bar = _bar() if progress else None

    @property
    def games(self) -> int:
        """The games read so far."""
        return self._records.games

    @property
    def skipped(self) -> int:
        """The games that could not be read so far."""
        return self._records.skipped

    def __iter__(self) -> "positions":
        return self

    def __next__(self) -> "npt.NDArray[Any]":
        import numpy as np

        before = self.games
        batch = np.frombuffer(self._records.read(), dtype=POSITION)
        if self._bar is not None:
            self._bar.update(self.games - before)
        if not len(batch):
            if self._bar is not None:
                self._bar.close()
            raise StopIteration
        return batch


def _bar() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(unit=" games")


def planes(batch: "npt.NDArray[Any]") -> "npt.NDArray[np.uint8]":
    """Returns positions as planes of 0 and 1: rows, White's pawns to kings and then Black's, ranks, files."""
    import numpy as np

    sets = batch["bitboards"]
    by_color = sets[:, 6:, None] & sets[:, None, :6]
    planes = np.ascontiguousarray(by_color, dtype="<u8").view(np.uint8)
    return np.unpackbits(planes, bitorder="little").reshape(len(batch), 12, 8, 8)


def move_of(bits: int) -> Move:
    """Returns a move of the field `move`; 0 is the null move."""
    bits = int(bits)
    return Move(bits & 63, bits >> 6 & 63, bits >> 12 or None) if bits else Move.null()


def evaluate_batch(
    batch: Union["npt.NDArray[Any]", Iterable[Union[Board, str]]], *, threads: int = 1
) -> "npt.NDArray[np.int32]":
    """Returns the engine's static evaluations, in centipawns from the side to move's view.

    A batch is an array of `positions`, or boards and texts of FEN.
    """
    import numpy as np

    if isinstance(batch, np.ndarray):
        if batch.dtype != np.dtype(POSITION):
            raise ValueError(f"expected an array of positions, found one of {batch.dtype}")
        return np.frombuffer(_evaluate_records(batch.tobytes(), threads), dtype="<i4")
    boards = [Board(one) if isinstance(one, str) else one for one in batch]
    return np.frombuffer(_evaluate_boards(boards, threads), dtype="<i4")


class HashFile(_HashFile):
    """A file of the engine's hash table: `get` looks a board up; iteration yields the records of `to_numpy`."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_numpy())

    def to_numpy(self) -> "npt.NDArray[Any]":
        """Returns the records in the order of the file, as an array that pandas.DataFrame takes too."""
        import numpy as np

        return np.frombuffer(self._records(), dtype=RECORD)

    def plot(self, axes: Any = None) -> Any:
        """Draws how many records have each depth, by bound, and returns the axes. It needs matplotlib."""
        import numpy as np

        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.subplots()[1]
        records = self.to_numpy()
        least = records["depth"].min(initial=0)
        below = np.zeros(records["depth"].max(initial=0) - least + 1, dtype=int)
        for bound, name in [(3, "exact"), (2, "lower bound"), (1, "upper bound"), (0, "no score")]:
            depths = records["depth"][records["bound"] == bound]
            counts = np.bincount(depths - least, minlength=len(below))
            if counts.any():
                axes.bar(np.arange(len(below)) + least, counts, bottom=below, label=name)
            below += counts
        top = 1.05 * max(below.max(), 1)
        axes.set(xlabel="depth in plies", ylabel="records", ylim=(0, top))
        axes.set_title(f"{len(records):,} records")
        axes.legend()
        return axes
