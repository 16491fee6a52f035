//! King and rook against king by retrograde analysis: every position and its distance to mate, as
//! tablebases would have them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use movegen::{Color, Piece, PieceType, Position, PositionBuilder, Square};
use search::{EndgameResult, Tablebases};

/// Squares of the two kings and the rook, and the side to move.
const POSITIONS: usize = 2 * 64 * 64 * 64;

/// The values for a position that no game can have, and for one that is drawn.
const IMPOSSIBLE: u8 = u8::MAX;
const DRAWN: u8 = u8::MAX - 1;

/// The tablebases, and the properties that they pretend to have.
pub(crate) struct RookTablebases {
    /// The most pieces that they claim to hold; 3 are true.
    pub(crate) largest: u32,
    /// Wins are cursed, losses blessed.
    pub(crate) cursed: bool,
    /// They know distances.
    pub(crate) distances: bool,
    /// The number of results that were asked for.
    pub(crate) asked: AtomicU64,
}

impl RookTablebases {
    /// The true ones.
    pub(crate) fn new() -> Self {
        Self { largest: 3, cursed: false, distances: true, asked: AtomicU64::new(0) }
    }
}

/// Plies to mate, for each position: even if White, whose the rook is, is to be mated, which never
/// happens, so odd for White to move and even for Black.
fn distances() -> &'static [u8] {
    static DISTANCES: OnceLock<Vec<u8>> = OnceLock::new();
    DISTANCES.get_or_init(analyse)
}

fn index(to_move: Color, white: Square, black: Square, rook: Square) -> usize {
    ((to_move.index() * 64 + white.index()) * 64 + black.index()) * 64 + rook.index()
}

fn position_of(index: usize) -> Option<Position> {
    let square = |shift: usize| Square::from_index(index >> shift & 63);
    let (white, black, rook) = (square(12), square(6), square(0));
    if white == black || white == rook || black == rook {
        return None;
    }
    let builder = PositionBuilder::new()
        .put(white, Piece::WhiteKing)
        .put(black, Piece::BlackKing)
        .put(rook, Piece::WhiteRook);
    builder.side_to_move(Color::ALL[index >> 18]).build().ok()
}

/// The index of a position with a white rook; `None` if the rook is gone.
fn index_of(position: &Position) -> Option<usize> {
    let rook = position.colored(Color::White, PieceType::Rook).first()?;
    let kings = Color::ALL.map(|color| position.king(color));
    Some(index(position.side_to_move(), kings[0], kings[1], rook))
}

/// Starts at the mates and goes back a ply at a time.
fn analyse() -> Vec<u8> {
    let mut distances = vec![IMPOSSIBLE; POSITIONS];
    let mut children: Vec<Vec<Option<usize>>> = vec![Vec::new(); POSITIONS];
    for index in 0..POSITIONS {
        let Some(position) = position_of(index) else { continue };
        let moves = position.legal_moves();
        let mated = moves.is_empty() && position.in_check();
        distances[index] = if mated { 0 } else { DRAWN };
        children[index] = moves.iter().map(|&mv| index_of(&position.make(mv))).collect();
    }
    for ply in 1..=u8::try_from(2 * 16).expect("few plies") {
        let white_moves = ply % 2 == 1;
        let range = if white_moves { 0..POSITIONS / 2 } else { POSITIONS / 2..POSITIONS };
        let known = |child: &Option<usize>| child.is_some_and(|child| distances[child] < ply);
        let found: Vec<usize> = range
            .filter(|&index| distances[index] == DRAWN && !children[index].is_empty())
            .filter(|&index| {
                let mut children = children[index].iter();
                if white_moves { children.any(known) } else { children.all(known) }
            })
            .collect();
        found.into_iter().for_each(|index| distances[index] = ply);
    }
    distances
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
    let index = index_of(&with_white_rook(position)?)?;
    let distance = distances()[index];
    assert_ne!(distance, IMPOSSIBLE, "{position:?}");
    (distance != DRAWN).then_some(distance.into())
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
    let distances = distances();
    let longest = |range: &[u8]| range.iter().copied().filter(|&plies| plies < DRAWN).max();
    assert_eq!(longest(&distances[..POSITIONS / 2]), Some(31));
    assert_eq!(longest(&distances[POSITIONS / 2..]), Some(32));
}
