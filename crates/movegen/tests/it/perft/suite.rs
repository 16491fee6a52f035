//! Files of counts: `FEN ;D1 20 ;D2 400`, comments begin with `#`.

use movegen::Position;

/// A position and its leaves by depth in plies.
pub(crate) struct Case {
    pub(crate) position: Position,
    pub(crate) counts: Vec<(u32, u64)>,
}

pub(crate) fn parse(text: &str) -> Vec<Case> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(" ;D");
            let position = Position::from_fen(parts.next().unwrap()).unwrap();
            let counts = parts.map(|part| {
                let (depth, leaves) = part.trim().split_once(' ').unwrap();
                (depth.parse().unwrap(), leaves.parse().unwrap())
            });
            Case { position, counts: counts.collect() }
        })
        .collect()
}
