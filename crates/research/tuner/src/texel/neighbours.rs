//! Weights that are neighbours in a table: their values should not differ raggedly.

use std::collections::HashMap;

use evaluation::Weights;

/// Tables by a count or a rank, in which a weight has the one before and the one after it.
const LINES: [&str; 12] = [
    "mobility_knight",
    "mobility_bishop",
    "mobility_rook",
    "mobility_queen",
    "pawn_phalanx",
    "pawn_supported",
    "pawn_candidate",
    "passed",
    "passed_unblocked",
    "passed_safe_path",
    "passed_safe_stop",
    "storm_rammed",
];
/// The table by square, four folded files in each rank.
const SQUARES: &str = "piece_square";
/// Tables by file and rank in which the first rank means no pawn at all.
const BY_FILE: [&str; 2] = ["shelter", "storm"];
const FILES: usize = 4;

/// Returns the indices of the neighbours of each weight, in the order of [`Weights::names`].
pub(crate) fn neighbours() -> Vec<Vec<usize>> {
    let names = Weights::names();
    let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let entries = names.iter().map(|name| {
        let beside = parse(name).map_or_else(Vec::new, |(table, at)| beside(table, &at));
        beside.iter().filter_map(|name| places.get(name.as_str()).copied()).collect()
    });
    entries.collect()
}

/// Returns a name's table and the numbers in its brackets.
fn parse(name: &str) -> Option<(&str, Vec<usize>)> {
    let (table, rest) = name.split_once('[')?;
    let numbers = rest.trim_end_matches(']').split("][");
    Some((table, numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?))
}

/// Returns the names of the neighbours of an entry of a table; some of them may not exist.
fn beside(table: &str, at: &[usize]) -> Vec<String> {
    let around = |place: usize| place.checked_sub(1).into_iter().chain([place + 1]);
    match *at {
        [kind, square] if table == SQUARES => {
            let (rank, file) = (square / FILES, square % FILES);
            let on_file = around(rank).map(|rank| (rank, file));
            let on_rank = around(file).filter(|&file| file < FILES).map(|file| (rank, file));
            let others = on_file.chain(on_rank);
            others.map(|(rank, file)| format!("{table}[{kind}][{}]", FILES * rank + file)).collect()
        }
        [file, rank] if BY_FILE.contains(&table) && rank > 0 => {
            let others = around(rank).filter(|&rank| rank > 0);
            others.map(|rank| format!("{table}[{file}][{rank}]")).collect()
        }
        [place] if LINES.contains(&table) => {
            around(place).map(|place| format!("{table}[{place}]")).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Vec<String> {
        let names = Weights::names();
        let index = names.iter().position(|other| other == name).unwrap();
        let mut found: Vec<String> =
            neighbours()[index].iter().map(|&other| names[other].clone()).collect();
        found.sort();
        found
    }

    #[test]
    fn tables_have_their_neighbours() {
        assert_eq!(of("mobility_rook[0]"), ["mobility_rook[1]"]);
        assert_eq!(of("mobility_rook[14]"), ["mobility_rook[13]"]);
        assert_eq!(of("passed[5]"), ["passed[4]", "passed[6]"]);
        assert_eq!(of("piece_square[2][31]"), ["piece_square[2][27]", "piece_square[2][30]"]);
        let knight = ["piece_square[1][1]", "piece_square[1][4]", "piece_square[1][6]"];
        assert_eq!(of("piece_square[1][5]"), [&knight[..], &["piece_square[1][9]"]].concat());
        assert_eq!(of("storm[2][1]"), ["storm[2][2]"]);
        assert!(of("storm[2][0]").is_empty(), "no pawn is no rank");
        assert!(of("material[1]").is_empty() && of("tempo").is_empty());
    }

    #[test]
    fn tables_that_are_named_exist() {
        let names = Weights::names();
        for table in LINES.iter().chain(&BY_FILE) {
            assert!(names.iter().any(|name| name.starts_with(&format!("{table}["))), "{table}");
        }
    }

    #[test]
    fn neighbourhood_is_mutual() {
        let all = neighbours();
        for (index, others) in all.iter().enumerate() {
            assert!(others.iter().all(|&other| all[other].contains(&index)), "{index}");
        }
    }
}
