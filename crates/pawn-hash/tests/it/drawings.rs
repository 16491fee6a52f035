//! The boards drawn in the documentation of `PawnStructure` are true.

use pawn_hash::{PawnStructure, WHITE, Wing};

/// White's set of the field called `name`.
fn field(structure: &PawnStructure, name: &str) -> u64 {
    match name {
        "attacks" => structure.attacks[WHITE],
        "double_attacks" => structure.double_attacks[WHITE],
        "attack_spans" => structure.attack_spans[WHITE],
        "half_open_files" => structure.half_open_files[WHITE],
        "open_files" => structure.open_files,
        "passed" => structure.passed[WHITE],
        "candidates" => structure.candidates[WHITE],
        "isolated" => structure.isolated[WHITE],
        "doubled" => structure.doubled[WHITE],
        "backward" => structure.backward[WHITE],
        "phalanx" => structure.phalanx[WHITE],
        "supported" => structure.supported[WHITE],
        "connected" => structure.connected[WHITE],
        "blocked" => structure.blocked[WHITE],
        "rammed" => structure.rammed[WHITE],
        "levers" => structure.levers[WHITE],
        "weak" => structure.weak[WHITE],
        "exposed" => structure.exposed[WHITE],
        "islands" => structure.islands[WHITE],
        "leading_passer" => structure.leading_passer[WHITE],
        "shelter" => structure.shelter[WHITE][Wing::KingSide as usize],
        "storm" => structure.storm[WHITE][Wing::KingSide as usize],
        _ => panic!("no test knows the field {name}"),
    }
}

/// The squares of a drawing, given from a8 to h1, that show `symbol`.
fn squares(drawing: &[&str], symbol: &str) -> u64 {
    let mut set = 0;
    for (row, line) in drawing.iter().enumerate() {
        let cells = line.split(' ').enumerate();
        for (file, _) in cells.filter(|(_, cell)| *cell == symbol) {
            set |= 1 << ((7 - row) * 8 + file);
        }
    }
    set
}

#[test]
fn every_drawing_shows_what_is_computed() {
    let source = include_str!("../../src/structure.rs");
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut checked = 0;
    for line in source.lines().map(str::trim) {
        if let Some((pawns, set)) =
            line.strip_prefix("/// ").and_then(|drawn| drawn.split_once("     "))
        {
            left.push(pawns);
            right.push(set);
        } else if let Some(declaration) = line.strip_prefix("pub ").filter(|_| !left.is_empty()) {
            let (name, _) = declaration.split_once(':').expect("a field has a type");
            assert_eq!(left.len(), 8, "{name}: eight ranks");
            let structure = PawnStructure::of([squares(&left, "P"), squares(&left, "p")]);
            assert_eq!(field(&structure, name), squares(&right, "x"), "{name}");
            (left, right) = (Vec::new(), Vec::new());
            checked += 1;
        }
    }
    assert_eq!(checked, 22, "every field has a drawing");
}
