"""The engine, with methods for asyncio."""

import asyncio
from collections.abc import Sequence
from typing import Optional

from palimpsest._palimpsest import Analysis, Board, Move, _Engine


class Engine(_Engine):
    """An engine: a table of `hash` MiB, threads, tablebases and a book of PolyGlot's format."""

    async def analyse_async(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        lines: int = 1,
        root_moves: Optional[Sequence[Move]] = None,
    ) -> Analysis:
        """Searches as `analyse` does, while the loop goes on; a cancelled task stops the search."""
        if depth is None and nodes is None and time is None and mate is None:
            raise ValueError("expected depth, nodes, time or mate, found no limit")
        stream = self.stream(
            board, depth=depth, nodes=nodes, time=time, mate=mate, lines=lines, root_moves=root_moves
        )
        try:
            return await asyncio.to_thread(stream.wait)
        except asyncio.CancelledError:
            stream.stop()
            raise
