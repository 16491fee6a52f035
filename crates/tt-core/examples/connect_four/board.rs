//! The board as two sets of cells, for any size that fits in a word.

/// The cells of both sides, seen from the side to move.
///
/// A column is `ROWS` cells and an empty one above, which stops lines of four from running into the
/// next column. For 7 columns of 6:
///
/// ```text
///  6 13 20 27 34 41 48   always empty
///  5 12 19 26 33 40 47
///  4 11 18 25 32 39 46
///  3 10 17 24 31 38 45
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Board<const COLUMNS: u32, const ROWS: u32> {
    own: u64,
    occupied: u64,
}

impl<const COLUMNS: u32, const ROWS: u32> Board<COLUMNS, ROWS> {
    /// Bits from one column to the next.
    const STRIDE: u32 = ROWS + 1;
    /// The lowest cell of each column.
    const BOTTOM: u64 = {
        assert!(COLUMNS * (ROWS + 1) <= u64::BITS, "the board does not fit in a word");
        let (mut cells, mut column) = (0, 0);
        while column < COLUMNS {
            cells |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        cells
    };
    const CELLS: u64 = Self::BOTTOM * ((1 << ROWS) - 1);

    /// The position after moves in columns, counted from 1 at the left; `None` if one of them has
    /// no room or ends the game, or a character is no column.
    pub(crate) fn after(columns: &str) -> Option<Self> {
        columns.chars().try_fold(Self::default(), |board, character| {
            let column =
                character.to_digit(10)?.checked_sub(1).filter(|&column| column < COLUMNS)?;
            let cell = board.moves() & Self::column(column);
            (cell != 0 && cell & board.winning_cells() == 0).then(|| board.play(cell))
        })
    }

    /// All cells of a column, counted from 0.
    pub(crate) fn column(column: u32) -> u64 {
        ((1 << ROWS) - 1) << (column * Self::STRIDE)
    }

    pub(crate) fn free(self) -> i8 {
        (Self::CELLS & !self.occupied).count_ones() as i8
    }

    /// The cells where a disc may fall.
    pub(crate) fn moves(self) -> u64 {
        (self.occupied + Self::BOTTOM) & Self::CELLS
    }

    /// The position after a disc on `cell`, seen from the other side.
    pub(crate) fn play(self, cell: u64) -> Self {
        Self { own: self.own ^ self.occupied, occupied: self.occupied | cell }
    }

    /// The cells that would complete a line of the side to move, whether discs may fall there now
    /// or not.
    fn winning_cells(self) -> u64 {
        Self::completions(self.own) & self.empty()
    }

    /// Returns the number of cells that would complete a line of the side to move once it has a
    /// disc on `cell`.
    pub(crate) fn threats_after(self, cell: u64) -> u32 {
        (Self::completions(self.own | cell) & self.empty() & !cell).count_ones()
    }

    /// Whether the side to move completes a line with its next disc.
    pub(crate) fn wins_at_once(self) -> bool {
        self.winning_cells() & self.moves() != 0
    }

    /// The moves after which the other side does not win at once.
    pub(crate) fn safe_moves(self) -> u64 {
        let threats = Self::completions(self.own ^ self.occupied) & self.empty();
        let moves = self.moves();
        let forced = moves & threats;
        // Two cells cannot be defended by one disc.
        let answers = if forced == 0 {
            moves
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        // A disc below a threat lets the other side on it.
        answers & !(threats >> 1)
    }

    /// Whether the side to move, and the other, could still have a line if all free cells were its
    /// own.
    pub(crate) fn chances(self) -> [bool; 2] {
        [self.own, self.own ^ self.occupied].map(|discs| Self::has_line(discs | self.empty()))
    }

    /// The position in fewer than 64 bits, never 0: in each column the discs of the side to move,
    /// and a mark on the lowest free cell. No other position has the same code.
    pub(crate) fn code(self) -> u64 {
        self.own + self.occupied + Self::BOTTOM
    }

    /// The lesser of the codes of the position and its mirror image.
    pub(crate) fn symmetric_code(self) -> u64 {
        let code = self.code();
        code.min(Self::mirrored(code))
    }

    fn mirrored(code: u64) -> u64 {
        let lane = (1 << Self::STRIDE) - 1;
        (0..COLUMNS).fold(0, |mirrored, column| {
            mirrored << Self::STRIDE | code >> (column * Self::STRIDE) & lane
        })
    }

    fn empty(self) -> u64 {
        Self::CELLS & !self.occupied
    }

    /// Upward, along a row, and along both diagonals.
    const STEPS: [u32; 4] = [1, ROWS + 1, ROWS, ROWS + 2];

    /// Returns every cell that completes a line of four whose other three are in `discs`; free or
    /// not, on the board or not.
    fn completions(discs: u64) -> u64 {
        Self::STEPS.into_iter().fold(0, |cells, step| {
            let (below, above) = (discs << step, discs >> step);
            let two_below = below & discs << (2 * step);
            let two_above = above & discs >> (2 * step);
            cells
                | two_below & (discs << (3 * step) | above)
                | two_above & (discs >> (3 * step) | below)
        })
    }

    fn has_line(discs: u64) -> bool {
        Self::STEPS.into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}
