//! A twin that tries every way to give pawns the files that they began on.

/// Pawns as (file, steps from the second rank of their colour, rank).
fn list(set: u64, black: bool) -> Vec<(u32, u32, u32)> {
    (0..64)
        .filter(|square| set >> square & 1 == 1)
        .map(|square| {
            let (file, rank) = (square % 8, square / 8);
            (file, if black { 6 - rank } else { rank - 1 }, rank)
        })
        .collect()
}

/// All choices of different files to begin on that each pawn has had the steps for.
fn ways(pawns: &[(u32, u32, u32)]) -> Vec<Vec<u32>> {
    let Some((&(file, steps, _), rest)) = pawns.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for way in ways(rest) {
        for start in 0..8_u32 {
            if !way.contains(&start) && start.abs_diff(file) <= steps {
                all.push([vec![start], way.clone()].concat());
            }
        }
    }
    all
}

fn sum(pawns: &[(u32, u32, u32)], way: &[u32]) -> u32 {
    pawns.iter().zip(way).map(|(pawn, start)| pawn.0.abs_diff(*start)).sum()
}

fn least_of(pawns: &[(u32, u32, u32)]) -> Option<u32> {
    ways(pawns).iter().map(|way| sum(pawns, way)).min()
}

pub(super) fn least([white, black]: [u64; 2]) -> Option<[u32; 2]> {
    Some([least_of(&list(white, false))?, least_of(&list(black, true))?])
}

/// Returns the steps, from the second rank of its colour, of the pawn that began on `file` and is
/// on it still.
fn stayed(pawns: &[(u32, u32, u32)], way: &[u32], file: u32) -> Option<u32> {
    let mut both = pawns.iter().zip(way);
    both.find(|(pawn, start)| pawn.0 == file && **start == file).map(|(pawn, _)| pawn.1)
}

pub(super) fn can_arise([white, black]: [u64; 2], lost: [u32; 2]) -> bool {
    let (white, black) = (list(white, false), list(black, true));
    let beyond = |file| {
        let on = |pawns: &[(u32, u32, u32)]| -> Vec<u32> {
            pawns.iter().filter(|pawn| pawn.0 == file).map(|pawn| pawn.2).collect()
        };
        let (white, black) = (on(&white), on(&black));
        !white.is_empty()
            && !black.is_empty()
            && white.iter().all(|rank| black.iter().all(|other| rank > other))
    };
    let crossed: Vec<u32> = (0..8).filter(|&file| beyond(file)).collect();
    let (ways_of_white, ways_of_black) = (ways(&white), ways(&black));
    ways_of_white.iter().any(|white_way| {
        ways_of_black.iter().any(|black_way| {
            let mut ends = vec![[sum(&white, white_way), sum(&black, black_way)]];
            for &file in &crossed {
                let stayed = (stayed(&white, white_way, file), stayed(&black, black_way, file));
                if let (Some(by_white), Some(by_black)) = stayed {
                    let one = ends.iter().filter(|_| by_white >= 2).map(|e| [e[0] + 2, e[1]]);
                    let other = ends.iter().filter(|_| by_black >= 2).map(|e| [e[0], e[1] + 2]);
                    ends = one.chain(other).collect();
                }
            }
            ends.iter().any(|end| end[0] <= lost[1] && end[1] <= lost[0])
        })
    })
}
