//! King and rook against king by retrograde analysis: every position and its distance to mate, as
//! tablebases would have them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use endings::{Endings, POSITIONS};
use movegen::{Color, Piece, PieceType, Position, PositionBuilder};
use search::{EndgameResult, Tablebases};

/// The tablebases, and the properties that they pretend to have.
pub(crate) struct RookTablebases {
    /// The most pieces that they claim to hold; 3 are true.
    pub(crate) largest: u32,
    /// Wins are cursed, losses blessed.
    pub(crate) cursed: bool,
    pub(crate) distances: bool,
    pub(crate) asked: AtomicU64,
}

impl RookTablebases {
    pub(crate) fn new() -> Self {
        Self { largest: 3, cursed: false, distances: true, asked: AtomicU64::new(0) }
    }
}

fn endings() -> &'static Endings {
    static ENDINGS: OnceLock<Endings> = OnceLock::new();
    ENDINGS.get_or_init(|| Endings::new(&[PieceType::Rook]))
}

/// The position with White to have the rook, if there is one on the board and nothing else.
fn with_white_rook(position: &Position) -> Option<Position> {
    let pieces = position.occupied().count();
    let rooks = position.pieces(PieceType::Rook);
    if pieces != 3 || rooks.is_empty() {
        return None;
    }
    if (rooks & position.color(Color::White)).any() {
        return Some(position.clone());
    }
    let mut builder = PositionBuilder::new().side_to_move(!position.side_to_move());
    for square in position.occupied() {
        let piece = position.piece_at(square)?;
        builder = builder.put(square.flip(), Piece::new(!piece.color(), piece.kind()));
    }
    builder.build().ok()
}

/// Plies to mate of a position with king and rook against king; `None` of another or of a draw.
pub(crate) fn mate_distance(position: &Position) -> Option<u32> {
    endings().mate(&with_white_rook(position)?).map(u32::from)
}

impl Tablebases for RookTablebases {
    fn largest(&self) -> u32 {
        self.largest
    }

    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
        assert!(
            position.occupied().count() <= self.largest && position.castling_rooks().is_empty()
        );
        self.asked.fetch_add(1, Ordering::Relaxed);
        if position.occupied().count() == 2 {
            return Some(EndgameResult::Draw);
        }
        with_white_rook(position)?;
        let win = if self.cursed { EndgameResult::Cursed } else { EndgameResult::Win };
        Some(match mate_distance(position) {
            None => EndgameResult::Draw,
            Some(plies) if plies % 2 == 1 => win,
            Some(_) => -win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !self.distances {
            return None;
        }
        let sign = match self.probe_wdl(position)? {
            EndgameResult::Draw => return Some(0),
            result if result > EndgameResult::Draw => 1,
            _ => -1,
        };
        // A side that is mated loses at once, a ply from the zero that tablebases do not have.
        let plies = mate_distance(position)?.max(1) as i32;
        Some(sign * if self.cursed { plies + 100 } else { plies })
    }
}

#[test]
fn the_longest_mate_with_a_rook_takes_sixteen_moves() {
    let all = (0..POSITIONS).filter_map(|index| endings::position(PieceType::Rook, index));
    let mates: Vec<_> = all.map(|at| (at.side_to_move(), endings().mate(&at))).collect();
    let longest =
        |side| mates.iter().filter(|(turn, _)| *turn == side).map(|(_, mate)| *mate).max();
    assert_eq!(Color::ALL.map(longest), [Some(Some(31)), Some(Some(32))]);
}
