//! The square-by-square twin of `PawnStructure`.

/// The square-by-square reading of the definitions, for one colour.
///
/// `up` is +1 if the colour's pawns move north, −1 if south.
pub(crate) struct Twin {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) up: i32,
}

fn has(set: u64, file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank) && set >> (rank * 8 + file) & 1 == 1
}

impl Twin {
    pub(crate) fn own(&self, file: i32, rank: i32) -> bool {
        has(self.own, file, rank)
    }

    pub(crate) fn enemy(&self, file: i32, rank: i32) -> bool {
        has(self.enemy, file, rank)
    }

    /// The ranks before `rank`, as this colour walks.
    pub(crate) fn before(&self, rank: i32) -> impl Iterator<Item = i32> {
        let up = self.up;
        (1..8).map(move |step| rank + up * step).filter(|rank| (0..8).contains(rank))
    }

    pub(crate) fn level_or_behind(&self, rank: i32) -> impl Iterator<Item = i32> {
        let up = self.up;
        (0..8).map(move |step| rank - up * step).filter(|rank| (0..8).contains(rank))
    }

    pub(crate) fn attackers(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1].into_iter().filter(|&f| self.own(f, rank - self.up)).count()
    }

    pub(crate) fn in_attack_span(&self, file: i32, rank: i32) -> bool {
        [file - 1, file + 1]
            .into_iter()
            .any(|f| self.level_or_behind(rank - self.up).any(|r| self.own(f, r)))
    }

    pub(crate) fn half_open(&self, file: i32) -> bool {
        (0..8).all(|rank| !self.own(file, rank))
    }

    pub(crate) fn sentries(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1]
            .into_iter()
            .filter(|&f| self.before(rank).any(|r| self.enemy(f, r)))
            .count()
    }

    pub(crate) fn escorts(&self, file: i32, rank: i32) -> usize {
        [file - 1, file + 1]
            .into_iter()
            .filter(|&f| self.level_or_behind(rank).any(|r| self.own(f, r)))
            .count()
    }

    pub(crate) fn free_file(&self, file: i32, rank: i32) -> bool {
        self.before(rank).all(|r| !self.own(file, r) && !self.enemy(file, r))
    }

    pub(crate) fn passed(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.free_file(file, rank) && self.sentries(file, rank) == 0
    }

    pub(crate) fn candidate(&self, file: i32, rank: i32) -> bool {
        if !self.own(file, rank) || !self.free_file(file, rank) {
            return false;
        }
        let sentries = self.sentries(file, rank);
        sentries > 0 && self.escorts(file, rank) >= sentries
    }

    pub(crate) fn isolated(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.half_open(file - 1) && self.half_open(file + 1)
    }

    pub(crate) fn doubled(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.before(rank).any(|r| self.own(file, r))
    }

    pub(crate) fn backward(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank)
            && !self.isolated(file, rank)
            && self.escorts(file, rank) == 0
            && [file - 1, file + 1].into_iter().any(|f| self.enemy(f, rank + 2 * self.up))
    }

    pub(crate) fn phalanx(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && (self.own(file - 1, rank) || self.own(file + 1, rank))
    }

    pub(crate) fn supported(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.attackers(file, rank) > 0
    }

    pub(crate) fn blocked(&self, file: i32, rank: i32) -> bool {
        let stop = rank + self.up;
        self.own(file, rank) && (self.own(file, stop) || self.enemy(file, stop))
    }

    pub(crate) fn rammed(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank) && self.enemy(file, rank + self.up)
    }

    pub(crate) fn lever(&self, file: i32, rank: i32) -> bool {
        self.own(file, rank)
            && [file - 1, file + 1].into_iter().any(|f| self.enemy(f, rank + self.up))
    }

    pub(crate) fn weak(&self, file: i32, rank: i32) -> bool {
        self.isolated(file, rank) || self.backward(file, rank)
    }

    pub(crate) fn exposed(&self, file: i32, rank: i32) -> bool {
        self.weak(file, rank) && (0..8).all(|r| !self.enemy(file, r))
    }

    pub(crate) fn island_begins(&self, file: i32) -> bool {
        !self.half_open(file) && self.half_open(file - 1)
    }

    /// The leading passed pawn: rank by rank from the top, files from a to h.
    pub(crate) fn leading_passer(&self) -> u64 {
        let from_the_top = (0..8).map(|step| if self.up > 0 { 7 - step } else { step });
        let leader = from_the_top
            .flat_map(|rank| (0..8).map(move |file| (file, rank)))
            .find(|&(file, rank)| self.passed(file, rank));
        leader.map_or(0, |(file, rank)| 1 << (rank * 8 + file))
    }

    /// Walks up each file from the colour's first rank to the first pawn of `set`, on the files
    /// that matter to a king on the square `king`.
    pub(crate) fn first_before(&self, set: u64, king: u32) -> u64 {
        let files = match king % 8 {
            0..=2 => 0..=2,
            3..=4 => 2..=5,
            _ => 5..=7,
        };
        let first = |file: u32| {
            let upwards = (0..8).map(|step| if self.up > 0 { step } else { 7 - step });
            upwards.map(|rank| rank * 8 + file).find(|square| set >> square & 1 == 1)
        };
        files.filter_map(first).fold(0, |found, square| found | 1 << square)
    }
}

pub(crate) fn collect(property: impl Fn(i32, i32) -> bool) -> u64 {
    collect_in(u64::MAX, property)
}

/// The set of the members of `among` with a property.
pub(crate) fn collect_in(among: u64, property: impl Fn(i32, i32) -> bool) -> u64 {
    (0..64)
        .filter(|square| among >> square & 1 == 1 && property(square % 8, square / 8))
        .fold(0, |set, square| set | 1 << square)
}
