//! A perft in five lines, and what it must give.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use movegen::Position;

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().into_iter().map(|mv| perft(&position.make(mv), depth - 1)).sum()
}

#[cfg_attr(test, test)]
fn main() {
    let leaves = perft(&Position::startpos(), 4);
    assert_eq!(leaves, 197_281);
    println!("{leaves} leaves, four plies from the start");
}
