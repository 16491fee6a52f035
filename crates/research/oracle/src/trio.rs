//! One position, held by three move generators.

use anyhow::{Context, Result, anyhow, ensure};
use movegen::{Move, Position, Variant};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

use crate::peers::cozy_walk;

/// A position as movegen, cozy-chess and shakmaty hold it. All of them are set to Chess960, of
/// which standard castling is a case.
#[derive(Clone)]
pub(crate) struct Trio {
    pub(crate) ours: Position,
    pub(crate) cozy: cozy_chess::Board,
    pub(crate) shakmaty: Chess,
}

#[derive(Debug)]
pub(crate) struct TrioMove {
    pub(crate) ours: Move,
    cozy: cozy_chess::Move,
    shakmaty: shakmaty::Move,
}

/// A move that all can name: from, to (castling: the rook's square), and what a pawn becomes, as
/// `64² · piece + 64 · to + from` with the knight 1 to the queen 4.
type Name = u32;

fn name(from: usize, to: usize, promoted: usize) -> Name {
    (promoted << 12 | to << 6 | from) as Name
}

#[cfg(test)]
impl TrioMove {
    pub(crate) fn shakmaty(&self) -> shakmaty::Move {
        self.shakmaty
    }
}

impl Trio {
    /// Reads a FEN with each program's own reader.
    pub(crate) fn read(fen: &str) -> Result<Self> {
        let ours = Position::from_fen(fen).with_context(|| fen.to_owned())?;
        Self::of(&ours)
    }

    /// Returns our position, and the ones that the others read from its FEN.
    pub(crate) fn of(ours: &Position) -> Result<Self> {
        let fen = ours.to_fen_as(Variant::Chess960);
        let cozy = read_cozy(&fen).with_context(|| format!("cozy-chess refuses {fen}"))?;
        let shakmaty = read_shakmaty(&fen).with_context(|| format!("shakmaty refuses {fen}"))?;
        Ok(Self { ours: ours.clone(), cozy, shakmaty })
    }

    /// Checks that the three list the same moves, and that our count is the length of our list. The
    /// moves, ordered by name.
    pub(crate) fn moves(&self) -> Result<Vec<TrioMove>> {
        let mut ours: Vec<Move> = self.ours.legal_moves().into_iter().collect();
        let mut cozy = Vec::with_capacity(ours.len());
        self.cozy.generate_moves(|moves| {
            cozy.extend(moves);
            false
        });
        let mut shakmaty: Vec<shakmaty::Move> = self.shakmaty.legal_moves().into_iter().collect();
        ours.sort_unstable_by_key(|&mv| our_name(mv));
        cozy.sort_unstable_by_key(|&mv| cozy_name(mv));
        shakmaty.sort_unstable_by_key(|&mv| shakmaty_name(mv));
        let names = |names: &mut dyn Iterator<Item = Name>| names.collect::<Vec<_>>();
        let our_names = names(&mut ours.iter().copied().map(our_name));
        let cozy_names = names(&mut cozy.iter().copied().map(cozy_name));
        let shakmaty_names = names(&mut shakmaty.iter().copied().map(shakmaty_name));
        if our_names != cozy_names || our_names != shakmaty_names {
            let shown = |names: &[Name]| names.iter().map(|&name| spell(name)).collect::<Vec<_>>();
            return Err(anyhow!(
                "{}\nmovegen    {:?}\ncozy-chess {:?}\nshakmaty   {:?}",
                self.ours.to_fen_as(Variant::Chess960),
                shown(&our_names),
                shown(&cozy_names),
                shown(&shakmaty_names)
            ));
        }
        let counted = self.ours.count_legal() as usize;
        ensure!(counted == ours.len(), "{:?}: {counted} counted, {ours:?}", self.ours);
        let mut leaves = 0;
        self.ours.for_each_child(|_, child| leaves += child.legal_moves().len() as u64);
        let counted = self.ours.count_leaves();
        ensure!(counted == leaves, "{:?}: {counted} leaves counted of {leaves}", self.ours);
        let triples = ours.into_iter().zip(cozy).zip(shakmaty);
        Ok(triples.map(|((ours, cozy), shakmaty)| TrioMove { ours, cozy, shakmaty }).collect())
    }

    /// Returns the position after a move that [`Trio::moves`] gave.
    pub(crate) fn make(&self, mv: &TrioMove) -> Self {
        let mut child = self.clone();
        child.ours = self.ours.make(mv.ours);
        child.cozy.play_unchecked(mv.cozy);
        child.shakmaty.play_unchecked(mv.shakmaty);
        child
    }

    /// Checks that our FEN is the one that shakmaty writes (X-FEN; en passant if a capture is
    /// legal).
    pub(crate) fn compare_fens(&self) -> Result<()> {
        let theirs = Fen::from_position(&self.shakmaty, EnPassantMode::Legal).to_string();
        let ours = self.ours.to_fen_as(Variant::Standard);
        ensure!(ours == theirs, "movegen writes {ours}, shakmaty {theirs}");
        Ok(())
    }

    /// Leaves `depth` plies deep, at least one, by cozy-chess and by shakmaty.
    pub(crate) fn perft(&self, depth: u32) -> Result<u64> {
        let cozy = cozy_walk::<false>(&self.cozy, depth);
        let shakmaty = shakmaty::perft(&self.shakmaty, depth);
        ensure!(
            cozy == shakmaty,
            "{} depth {depth}: cozy-chess counts {cozy}, shakmaty {shakmaty}",
            self.ours.to_fen_as(Variant::Chess960)
        );
        Ok(cozy)
    }
}

/// Returns cozy-chess's reading of a Shredder-FEN.
pub(crate) fn read_cozy(fen: &str) -> Result<cozy_chess::Board> {
    cozy_chess::Board::from_fen(fen, true).map_err(|error| anyhow!("{error:?}"))
}

/// shakmaty's reading of a FEN. Positions with checks that no last move can have given are
/// accepted, because problems and test suites have them.
pub(crate) fn read_shakmaty(fen: &str) -> Result<Chess> {
    let read: Fen = fen.parse()?;
    read.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| anyhow!("{error}"))
}

fn our_name(mv: Move) -> Name {
    name(mv.from().index(), mv.to().index(), mv.promoted().map_or(0, |kind| kind.index()))
}

fn cozy_name(mv: cozy_chess::Move) -> Name {
    name(mv.from as usize, mv.to as usize, mv.promotion.map_or(0, |piece| piece as usize))
}

fn shakmaty_name(mv: shakmaty::Move) -> Name {
    let from = mv.from().expect("no piece is dropped in chess");
    name(from.into(), mv.to().into(), mv.promotion().map_or(0, |role| role as usize - 1))
}

fn spell(name: Name) -> String {
    let square = |index: u32| movegen::Square::from_index(index as usize & 63);
    let promoted = ["", "n", "b", "r", "q"][(name >> 12) as usize & 7];
    format!("{}{}{promoted}", square(name), square(name >> 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_read_count_and_spell_alike() {
        let trio =
            Trio::read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -").unwrap();
        assert_eq!(trio.moves().unwrap().len(), 48);
        assert_eq!(trio.perft(3).unwrap(), 97_862);
        let short = trio.ours.parse_uci("e1g1").unwrap();
        let moves = trio.moves().unwrap();
        let castled = trio.make(moves.iter().find(|mv| mv.ours == short).unwrap());
        castled.compare_fens().unwrap();
        assert_eq!(castled.moves().unwrap().len(), 43);
        assert_eq!(spell(our_name(trio.ours.parse_uci("e1c1").unwrap())), "e1a1");
    }

    /// The comparison fails on three positions that are not the same.
    #[test]
    fn a_difference_is_seen() {
        let mut trio = Trio::read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        trio.shakmaty = read_shakmaty("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert!(trio.moves().unwrap_err().to_string().contains("e1a1"));
        assert!(trio.compare_fens().is_err());
        assert!(trio.perft(1).is_err());
    }

    #[test]
    fn promotions_have_names() {
        let trio = Trio::read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let mut names: Vec<String> =
            trio.moves().unwrap().iter().map(|mv| spell(our_name(mv.ours))).collect();
        names.retain(|name| name.starts_with("a7"));
        assert_eq!(names, ["a7a8n", "a7a8b", "a7a8r", "a7a8q"]);
    }
}
