//! The search's numbers, each written once. Margins are in centipawns, reductions in 1/1024 ply.

tunables::tunables! {
    /// All numbers of the search that a tuner may move.
    ///
    /// The fields are read and written as they are, within their ranges by
    /// [`set`](crate::Tunables::set), or from a file by [`read`](crate::Tunables::read). A
    /// [`Pool`](crate::Pool) holds those that its searches go by:
    ///
    /// ```
    /// use search::movegen::Position;
    /// use search::{Params, Pool, Tunables};
    ///
    /// let mut tuned = Params::default();
    /// tuned.read("# as tuned\nrazor_base = 180\nfutility_slope = 60\n")?;
    /// let error = tuned.read("razor_base = 190\nfutility_slope = 6").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2: futility_slope = 6 is outside 30..=160 centipawns per ply"
    /// );
    /// assert_eq!(tuned.razor_base, 180, "nothing is half applied");
    ///
    /// let mut pool = Pool::new(|| |_: &Position| 0);
    /// *pool.params_mut() = tuned;
    /// pool.clear();
    /// assert_eq!(pool.params().futility_slope, 60, "they stay when a new game begins");
    /// # Ok::<(), search::TuneError>(())
    /// ```
    pub struct Params {
        /// Half the width of the first aspiration window.
        aspiration_delta: 12, 5..=50, step 2, "centipawns";
        /// Growth of the aspiration window after a failure.
        aspiration_growth: 40, 10..=200, step 8, "percent";

        /// Weight of the pawns in the correction of the evaluation.
        correction_pawns: 70, 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of each colour's pieces in the correction of the evaluation.
        correction_pieces: 70, 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of the minor pieces in the correction of the evaluation.
        correction_minors: 60, 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of the last two moves in the correction of the evaluation.
        correction_moves: 60, 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// The plies without progress at which nothing would be left of the static evaluation: it
        /// fades in proportion to them.
        progress_damping: 210, 120..=600, step 12, "plies";

        /// Razoring: how far below alpha a node must be at depth 0.
        razor_base: 220, 50..=600, step 20, "centipawns";
        /// Razoring: more of it for each ply squared.
        razor_slope: 140, 20..=400, step 15, "centipawns per ply squared";
        /// Reverse futility: the greatest depth.
        reverse_futility_depth: 9, 3..=16, step 1, "plies";
        /// Reverse futility: how far above beta for each ply.
        reverse_futility_slope: 60, 30..=150, step 5, "centipawns per ply";
        /// Reverse futility: how much less if the side to move is improving.
        reverse_futility_improving: 68, 0..=150, step 6, "centipawns";

        /// Reverse futility: with a beta lower than this below 0 the side to move may be about to
        /// be mated, and is pruned near the horizon only.
        reverse_futility_lost: 300, 100..=3000, step 50, "centipawns";

        /// How far above beta a lower bound of the table, from a search somewhat too shallow, must
        /// be to settle a node.
        table_cut_margin: 232, 80..=1000, step 15, "centipawns";
        /// Null move: the least reduction.
        null_base: 4, 2..=6, step 1, "plies";
        /// Null move: depth that adds one ply of reduction.
        null_depth_divisor: 4, 2..=8, step 1, "plies";
        /// Null move: evaluation above beta that adds one ply of reduction.
        null_eval_divisor: 167, 60..=400, step 15, "centipawns";
        /// Null move: at depth 0, how far the static evaluation may lie below beta.
        null_margin: 117, 0..=400, step 15, "centipawns";
        /// Null move: how much less of that for each ply.
        null_slope: 17, 5..=40, step 2, "centipawns per ply";
        /// Null move: from here on a fail high is verified.
        null_verification_depth: 14, 8..=24, step 1, "plies";

        /// ProbCut: how far above beta the shallow search must come.
        prob_cut_margin: 176, 60..=350, step 12, "centipawns";
        /// ProbCut: how much less if the side to move is improving.
        prob_cut_improving: 50, 0..=120, step 6, "centipawns";


        /// Late move pruning: the moves that a node of depth 0 would search if the side to move is
        /// improving; for each ply squared it is one more.
        late_moves: 3, 1..=10, step 1, "moves";

        /// Futility of quiet moves: the greatest reduced depth.
        futility_depth: 9, 3..=14, step 1, "plies";
        /// Futility of quiet moves: the margin at depth 0.
        futility_base: 66, 0..=250, step 10, "centipawns";
        /// Futility of quiet moves: more for each ply.
        futility_slope: 76, 30..=160, step 6, "centipawns per ply";
        /// History that is worth one centipawn of futility margin.
        futility_history: 512, 128..=2048, step 48, "history";
        /// History pruning: the reduced depth from which there is none.
        history_pruning_depth: 6, 1..=14, step 1, "plies";
        /// History pruning: the worst history that a quiet move may have, for each ply.
        history_pruning: 5528, 1500..=15000, step 400, "history per ply";
        /// Capture history that is worth one centipawn, of futility margin and of loss by exchange.
        capture_history: 32, 8..=128, step 4, "history";
        /// Static exchange: the greatest loss of a quiet move, for each reduced ply squared.
        exchange_quiet: 29, 8..=60, step 3, "centipawns per ply squared";
        /// Static exchange: the greatest loss of a quiet move that gives check, for each ply.
        exchange_check: 95, 0..=300, step 8, "centipawns per ply";
        /// Static exchange: the greatest loss of a capture, for each ply.
        exchange_capture: 95, 30..=200, step 8, "centipawns per ply";
        /// Futility of captures: the margin at depth 0.
        capture_futility_base: 185, 50..=500, step 15, "centipawns";
        /// Futility of captures: more for each reduced ply.
        capture_futility_slope: 180, 50..=400, step 12, "centipawns per ply";

        /// Singular extension: the least depth.
        singular_depth: 7, 4..=10, step 1, "plies";
        /// Singular extension: how far below the hash move's score the others must fail, for each
        /// ply.
        singular_slope: 72, 20..=200, step 8, "1/64 centipawn per ply";
        /// How far below that again for a double extension.
        double_extension: 18, 0..=80, step 4, "centipawns";
        /// Double extensions allowed in one line.
        double_extensions: 3, 0..=20, step 1, "extensions";

        /// Extension of a check that loses nothing by exchange.
        check_extension: 1, 0..=1, step 1, "plies";

        /// Reduction of quiet moves at log2 = 0.
        reduction_quiet_base: 986, 0..=2000, step 60, "1/1024 ply";
        /// Reduction of quiet moves for each log2(depth) · log2(move number).
        reduction_quiet_slope: 238, 100..=400, step 10, "1/1024 ply";
        /// Reduction of captures at log2 = 0.
        reduction_capture_base: 0, -500..=1500, step 60, "1/1024 ply";
        /// Reduction of captures for each log2(depth) · log2(move number).
        reduction_capture_slope: 134, 60..=300, step 10, "1/1024 ply";
        /// Less reduction where a principal variation passes, or passed.
        reduction_pv: 960, 0..=2500, step 80, "1/1024 ply";
        /// More reduction where a fail high is expected.
        reduction_cut_node: 1634, 0..=3000, step 90, "1/1024 ply";
        /// More reduction if the side to move is not improving.
        reduction_worsening: 621, 0..=1500, step 60, "1/1024 ply";
        /// More reduction of quiet moves if the hash move captures.
        reduction_tactical: 771, 0..=2000, step 60, "1/1024 ply";
        /// More reduction if children often failed high.
        reduction_fail_highs: 911, 0..=2000, step 60, "1/1024 ply";
        /// Less reduction of killers.
        reduction_killer: 865, 0..=2500, step 70, "1/1024 ply";
        /// Less reduction of moves that give check.
        reduction_check: 822, 0..=2500, step 70, "1/1024 ply";
        /// History of a quiet move that takes one ply off its reduction.
        reduction_history: 15613, 6000..=60000, step 1500, "history";
        /// Late moves are reduced this much more once an earlier move has raised alpha.
        reduction_raised: 795, 0..=2500, step 70, "1/1024 ply";
        /// Late moves are reduced this much more if they are bad by their history where the
        /// opponent's last move was good by its own, and this much less the other way round.
        reduction_opponent: 359, 0..=2500, step 70, "1/1024 ply";
        /// Hindsight: a node below a move that was reduced by at least this much is searched deeper
        /// if that move did not lose anything by the evaluation.
        hindsight_deeper: 3, 2..=8, step 1, "plies";
        /// Hindsight: a node below a reduced move is searched less deep if that move lost more
        /// than this by the evaluation.
        hindsight_margin: 151, 50..=500, step 12, "centipawns";
        /// How far a reduced search must beat the best score for a deeper one.
        deeper_margin: 45, 10..=150, step 6, "centipawns";

        /// History bonus of a move that failed high, for each ply.
        bonus_slope: 160, 40..=400, step 12, "history per ply";
        /// The greatest history bonus.
        bonus_limit: 1700, 600..=4000, step 100, "history";
        /// History penalty of a move that was tried in vain, for each ply.
        malus_slope: 188, 40..=400, step 12, "history per ply";
        /// The greatest history penalty.
        malus_limit: 1300, 400..=4000, step 100, "history";

        /// History bonus of a quiet move for each centipawn that the two evaluations about it say
        /// that it gained.
        gain_slope: 15, 0..=60, step 3, "history per centipawn";
        /// The loss that a move of no gain seems to make: both evaluations count the right to move.
        gain_offset: 7, 0..=80, step 4, "centipawns";
        /// The greatest bonus or penalty of this kind.
        gain_limit: 1307, 200..=4000, step 100, "history";

        /// Quiescence: how far a capture's gain may fall short of alpha.
        quiescence_futility: 126, 40..=350, step 12, "centipawns";
    }
}
