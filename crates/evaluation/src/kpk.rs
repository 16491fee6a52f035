//! King and pawn against king: the winner of every position, computed when the crate is compiled.
//!
//! Retrograde analysis (Ströhlein, 1970) by sets: for each square of the pawn and of its king, the
//! squares of the lone king that lose are one bitboard, and a step of the analysis is a few
//! operations on it. The table holds pawns on the files a to d; the rest is mirrored. 24 KiB.

use movegen::{Color, Square};

use crate::geometry::PerColor;

/// Squares of a pawn: files a to d by ranks 2 to 7, as `4 · (rank − 1) + file`.
const PAWN_SQUARES: usize = 24;

/// By the pawn's square and that of the king beside it: the squares of the lone king for which the
/// side with the pawn wins.
type Wins = [[u64; 64]; PAWN_SQUARES];

/// The wins with the side with the pawn to move, and with the lone king to move.
static WINS: [Wins; 2] = solve();

/// Returns whether the side with the pawn, `strong`, wins. `kings` and `pawn` are a legal position.
pub(crate) fn is_won(kings: PerColor<Square>, pawn: Square, strong: Color, to_move: Color) -> bool {
    // From White's view, the pawn on the files a to d.
    let mirror = pawn.file().index() > 3;
    let place = |square: Square| {
        let square = square.relative(strong);
        if mirror { square.mirror() } else { square }
    };
    let pawn = place(pawn);
    let [king, lone] = [strong, !strong].map(|color| place(kings[color.index()]));
    let of_pawn = &WINS[usize::from(to_move != strong)][index(pawn.index())];
    of_pawn[king.index()] >> lone.index() & 1 != 0
}

/// Returns the index of a pawn's square, which is on the files a to d and the ranks 2 to 7.
const fn index(square: usize) -> usize {
    4 * (square / 8 - 1) + square % 8
}

/// Solves pawn by pawn, those near promotion first: a pawn's move leads to what is solved already.
const fn solve() -> [Wins; 2] {
    let mut wins = [[[0; 64]; PAWN_SQUARES]; 2];
    let mut rank = 6;
    while rank > 0 {
        let mut file = 0;
        while file < 4 {
            let pawn = 8 * rank + file;
            let [strong, lone] = solve_pawn(pawn, &wins[1]);
            wins[0][index(pawn)] = strong;
            wins[1][index(pawn)] = lone;
            file += 1;
        }
        rank -= 1;
    }
    wins
}

/// Solves one square of the pawn, for the side with the pawn to move and for the lone king to move.
/// `after_push` holds what is won, with the lone king to move, of the pawns farther on.
const fn solve_pawn(pawn: usize, after_push: &Wins) -> [[u64; 64]; 2] {
    let pawn_set = 1 << pawn;
    let pawn_attacks = beside(pawn_set << 8);
    let (mut strong, mut lone) = ([0; 64], [0; 64]);
    let mut king = 0;
    while king < 64 {
        strong[king] = won_by_push(pawn, king, after_push);
        king += 1;
    }
    let mut changed = true;
    while changed {
        changed = false;
        king = 0;
        while king < 64 {
            if king != pawn {
                let guarded = neighbours(1 << king) | pawn_attacks;
                let taken = 1 << king | pawn_set;
                // The lone king loses if each of its moves does, and it has one or is in check.
                let allowed = !(guarded | 1 << king);
                let safe = allowed & !strong[king];
                let stuck = !neighbours(allowed) & !pawn_attacks;
                let legal = !(neighbours(1 << king) | taken);
                lone[king] = legal & !neighbours(safe) & !stuck;
            }
            king += 1;
        }
        king = 0;
        while king < 64 {
            if king != pawn {
                let legal = !(neighbours(1 << king) | pawn_attacks | 1 << king | pawn_set);
                let mut won = strong[king];
                let mut moves = neighbours(1 << king) & !pawn_set;
                while moves != 0 {
                    won |= lone[moves.trailing_zeros() as usize];
                    moves &= moves - 1;
                }
                won &= legal;
                changed |= won != strong[king];
                strong[king] = won;
            }
            king += 1;
        }
    }
    [strong, lone]
}

/// Returns the squares of the lone king for which moving the pawn wins.
const fn won_by_push(pawn: usize, king: usize, after_push: &Wins) -> u64 {
    let stop = 1 << (pawn + 8);
    let around = neighbours(1 << king);
    let legal = !(around | beside(stop) | 1 << king | 1 << pawn | stop);
    if king == pawn || king == pawn + 8 {
        return 0;
    }
    if pawn >= 48 {
        // The new queen, or a rook where a queen would stalemate, wins if it is not taken.
        return if around & stop != 0 { legal } else { legal & !neighbours(stop) };
    }
    let mut won = after_push[index(pawn + 8)][king];
    if pawn < 16 && king != pawn + 16 {
        won |= after_push[index(pawn + 16)][king];
    }
    won & legal
}

/// Returns the squares to the left and to the right of those of the set.
const fn beside(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    (set & !FILE_A) >> 1 | (set & !(FILE_A << 7)) << 1
}

/// Returns the squares that a king on one of the set attacks.
const fn neighbours(set: u64) -> u64 {
    let row = set | beside(set);
    row << 8 | row >> 8 | beside(set)
}

#[cfg(test)]
mod tests {
    use movegen::{Move, PieceType, Position};

    use super::*;

    /// The squares of the kings and the pawn, and whether White, the side with the pawn, is to
    /// move.
    type Node = (Square, Square, Square, bool);

    fn position((king, lone, pawn, to_move): Node) -> Option<Position> {
        let mut board = [['1'; 8]; 8];
        for (square, letter) in [(king, 'K'), (lone, 'k'), (pawn, 'P')] {
            let place = &mut board[7 - square.rank().index()][square.file().index()];
            if *place != '1' {
                return None;
            }
            *place = letter;
        }
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let side = if to_move { 'w' } else { 'b' };
        Position::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).ok()
    }

    /// The result of a move: White wins, does not win, or it depends on another position.
    enum Child {
        Won,
        NotWon,
        Node(Node),
    }

    fn child(position: &Position, mv: Move) -> Child {
        let child = position.make(mv);
        let [king, lone] = Color::ALL.map(|color| child.king(color));
        if let Some(pawn) = child.pieces(PieceType::Pawn).first() {
            return Child::Node((king, lone, pawn, child.side_to_move() == Color::White));
        }
        let mates = child.pieces(PieceType::Queen) | child.pieces(PieceType::Rook);
        let answers = child.legal_moves();
        let taken = answers.iter().any(|&answer| child.is_capture(answer));
        let stalemate = answers.is_empty() && !child.in_check();
        if mates.any() && !taken && !stalemate { Child::Won } else { Child::NotWon }
    }

    /// Returns the index of a node in a list, below `NODES`.
    fn place((king, lone, pawn, to_move): Node) -> usize {
        let kings = 64 * king.index() + lone.index();
        2 * (4096 * pawn.index() + kings) + usize::from(to_move)
    }

    const NODES: usize = 2 * 64 * 64 * 64;

    /// Returns all legal positions with the pawn on the files a to d.
    fn nodes() -> Vec<(Node, Position)> {
        let pawns = Square::ALL.into_iter().filter(|square| square.file().index() < 4);
        let kings = || Square::ALL.into_iter().flat_map(|k| Square::ALL.map(|l| (k, l)));
        let nodes = pawns.flat_map(|p| kings().map(move |(king, lone)| (king, lone, p)));
        nodes
            .flat_map(|(king, lone, pawn)| [true, false].map(|side| (king, lone, pawn, side)))
            .filter_map(|node| Some((node, position(node)?)))
            .collect()
    }

    /// Solves naively: takes each position's moves from the move generator, and enters wins until
    /// nothing changes.
    fn solve_naively(nodes: &[(Node, Position)]) -> Vec<bool> {
        let outcomes: Vec<Vec<Child>> = nodes
            .iter()
            .map(|(_, position)| {
                position.legal_moves().into_iter().map(|mv| child(position, mv)).collect()
            })
            .collect();
        let mut won = vec![false; NODES];
        let mut changed = true;
        while changed {
            changed = false;
            for ((node, position), outcomes) in nodes.iter().zip(&outcomes) {
                let wins = |outcome: &Child| match outcome {
                    Child::Won => true,
                    Child::NotWon => false,
                    Child::Node(node) => won[place(*node)],
                };
                let now = !won[place(*node)]
                    && if outcomes.is_empty() {
                        !node.3 && position.in_check()
                    } else if node.3 {
                        outcomes.iter().any(wins)
                    } else {
                        outcomes.iter().all(wins)
                    };
                won[place(*node)] |= now;
                changed |= now;
            }
        }
        won
    }

    #[test]
    fn every_position_is_won_or_drawn_as_a_naive_solver_says() {
        let nodes = nodes();
        let naive = solve_naively(&nodes);
        for &(node, _) in &nodes {
            let (king, lone, pawn, to_move) = node;
            let side = if to_move { Color::White } else { Color::Black };
            let won = naive[place(node)];
            assert_eq!(is_won([king, lone], pawn, Color::White, side), won, "{node:?}");
            let mirrored = [king.mirror(), lone.mirror()];
            assert_eq!(is_won(mirrored, pawn.mirror(), Color::White, side), won, "{node:?}");
            let flipped = [lone.flip(), king.flip()];
            assert_eq!(is_won(flipped, pawn.flip(), Color::Black, !side), won, "{node:?}");
        }
        let wins = naive.iter().filter(|&&won| won).count();
        assert_eq!((nodes.len(), wins), (165_676, 111_282));
    }
}
