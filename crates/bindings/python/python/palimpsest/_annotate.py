"""Annotations of a game by the engine."""

from typing import List, Optional, Union

from palimpsest._engine import Engine
from palimpsest._palimpsest import Analysis, Cost, Game, GameNode, Score, judge

# Moves of the better line behind a bad move.
_LINE = 6


def annotate(
    game: Game,
    engine: Engine,
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    variations: bool = True,
) -> List[Cost]:
    """Annotates the main line, and returns the cost of each of its moves.

    Each position is searched to the limit. A move gets the evaluation behind it, from White's view
    (`[%eval 0.17]`), the annotation of a bad move, and the better line as a variation. Null moves
    are left alone, and Ctrl-C ends the work behind the last whole move.
    """

    board = game.board()
    before = engine.analyse(board, depth=depth, nodes=nodes, time=time)
    costs: List[Cost] = []
    parent: Union[Game, GameNode] = game
    for node in game.mainline():
        board.push(node.move)
        after = engine.analyse(board, depth=depth, nodes=nodes, time=time)
        if before.interrupted or after.interrupted:
            break
        best = before.score.relative
        played = best if node.move == before.move else -after.score.relative
        cost = judge(best, played)
        costs.append(cost)
        node.comment = f"{node.comment} {_command(after)}".strip()
        if cost.nag is not None:
            node.nags = node.nags | {cost.nag}
            if variations:
                line = parent
                for move in before.pv[:_LINE]:
                    line = line.add_variation(move)
        before, parent = after, node
    return costs


def _command(found: Analysis) -> str:
    score: Score = found.score.white()
    mate = score.mate()
    if mate is None:
        return f"[%eval {(score.score() or 0) / 100:.2f}]"
    return f"[%eval #{mate}]" if mate else ""  # a mate on the board needs no evaluation
