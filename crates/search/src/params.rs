//! The search's numbers; their values are in `params.txt`, which a tuner writes. Margins are in
//! centipawns, reductions in 1/1024 ply.

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
    pub struct Params = "params.txt" {
        /// Half the width of the first aspiration window.
        aspiration_delta: 5..=50, step 2, "centipawns";
        /// Growth of the aspiration window after a failure.
        aspiration_growth: 10..=200, step 8, "percent";

        /// Weight of the pawns in the correction of the evaluation.
        correction_pawns: 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of each colour's pieces in the correction of the evaluation.
        correction_pieces: 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of the minor pieces in the correction of the evaluation.
        correction_minors: 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Weight of the last two moves in the correction of the evaluation.
        correction_moves: 0..=200, step 8, "1/1024 of a learnt centipawn";
        /// Correction of the evaluation: depth of a search whose error counts once; it counts in
        /// proportion to the depth.
        correction_depth: 2..=32, step 1, "plies";
        /// Correction of the evaluation: the most that one search teaches.
        correction_step: 32..=1024, step 24, "centipawns";
        /// Plies without progress at which the static evaluation would be 0; it falls in proportion
        /// to them.
        progress_damping: 120..=600, step 12, "plies";

        /// Razoring: margin below alpha at depth 0.
        razor_base: 50..=600, step 20, "centipawns";
        /// Razoring: growth of the margin for each ply squared.
        razor_slope: 20..=400, step 15, "centipawns per ply squared";
        /// Reverse futility: greatest depth.
        reverse_futility_depth: 3..=16, step 1, "plies";
        /// Reverse futility: margin above beta for each ply.
        reverse_futility_slope: 30..=150, step 5, "centipawns per ply";
        /// Reverse futility: decrease of the margin if the side to move is improving.
        reverse_futility_improving: 0..=150, step 6, "centipawns";

        /// Reverse futility: amount below 0 beyond which beta means a danger of mate; then only
        /// nodes near the horizon are pruned.
        reverse_futility_lost: 100..=3000, step 50, "centipawns";

        /// Table: margin above beta of a lower bound from a search somewhat too shallow that ends a
        /// node.
        table_cut_margin: 80..=1000, step 15, "centipawns";
        /// Null move: least reduction.
        null_base: 2..=6, step 1, "plies";
        /// Null move: depth that adds one ply of reduction.
        null_depth_divisor: 2..=8, step 1, "plies";
        /// Null move: evaluation above beta that adds one ply of reduction.
        null_eval_divisor: 60..=400, step 15, "centipawns";
        /// Null move: greatest deficit of the static evaluation below beta at depth 0.
        null_margin: 0..=400, step 15, "centipawns";
        /// Null move: decrease of that deficit for each ply.
        null_slope: 5..=40, step 2, "centipawns per ply";
        /// Null move: least depth at which a fail high is verified.
        null_verification_depth: 8..=24, step 1, "plies";

        /// ProbCut: margin above beta for the shallow search.
        prob_cut_margin: 60..=350, step 12, "centipawns";
        /// ProbCut: decrease of the margin if the side to move is improving.
        prob_cut_improving: 0..=120, step 6, "centipawns";

        /// Late move pruning: moves to search at depth 0 if the side to move is improving; each ply
        /// squared adds one.
        late_moves: 1..=10, step 1, "moves";

        /// Futility of quiet moves: greatest reduced depth.
        futility_depth: 3..=14, step 1, "plies";
        /// Futility of quiet moves: margin at depth 0.
        futility_base: 0..=250, step 10, "centipawns";
        /// Futility of quiet moves: growth of the margin for each ply.
        futility_slope: 30..=160, step 6, "centipawns per ply";
        /// Futility of quiet moves: history that is worth one centipawn of margin.
        futility_history: 128..=2048, step 48, "history";
        /// History pruning: reduced depth from which no move is pruned.
        history_pruning_depth: 1..=14, step 1, "plies";
        /// History pruning: worst allowed history of a quiet move for each ply.
        history_pruning: 1500..=15000, step 400, "history per ply";
        /// Capture history that is worth one centipawn of futility margin and of loss by exchange.
        capture_history: 8..=128, step 4, "history";
        /// Static exchange: greatest loss of a quiet move, for each reduced ply squared.
        exchange_quiet: 8..=60, step 3, "centipawns per ply squared";
        /// Static exchange: greatest loss of a quiet move that gives check, for each ply.
        exchange_check: 0..=300, step 8, "centipawns per ply";
        /// Static exchange: greatest loss of a capture, for each ply.
        exchange_capture: 30..=200, step 8, "centipawns per ply";
        /// Futility of captures: margin at depth 0.
        capture_futility_base: 50..=500, step 15, "centipawns";
        /// Futility of captures: growth of the margin for each reduced ply.
        capture_futility_slope: 50..=400, step 12, "centipawns per ply";

        /// Singular extension: least depth.
        singular_depth: 4..=10, step 1, "plies";
        /// Singular extension: margin below the hash move's score at which the other moves must
        /// fail, for each ply.
        singular_slope: 20..=200, step 8, "1/64 centipawn per ply";
        /// Double extension: further margin below the singular margin.
        double_extension: 0..=80, step 4, "centipawns";
        /// Double extension: greatest number in one line.
        double_extensions: 0..=20, step 1, "extensions";

        /// Extension of a check that loses nothing by exchange.
        check_extension: 0..=1, step 1, "plies";

        /// Reduction of quiet moves at log2 = 0.
        reduction_quiet_base: 0..=2000, step 60, "1/1024 ply";
        /// Reduction of quiet moves for each log2(depth) · log2(move number).
        reduction_quiet_slope: 100..=400, step 10, "1/1024 ply";
        /// Reduction of captures at log2 = 0.
        reduction_capture_base: -500..=1500, step 60, "1/1024 ply";
        /// Reduction of captures for each log2(depth) · log2(move number).
        reduction_capture_slope: 60..=300, step 10, "1/1024 ply";
        /// Decrease of the reduction on a present or former principal variation.
        reduction_pv: 0..=2500, step 80, "1/1024 ply";
        /// Increase of the reduction where a fail high is expected.
        reduction_cut_node: 0..=3000, step 90, "1/1024 ply";
        /// Increase of the reduction if the side to move is not improving.
        reduction_worsening: 0..=1500, step 60, "1/1024 ply";
        /// Increase of the reduction of quiet moves if the hash move is a capture.
        reduction_tactical: 0..=2000, step 60, "1/1024 ply";
        /// Increase of the reduction if children often failed high.
        reduction_fail_highs: 0..=2000, step 60, "1/1024 ply";
        /// Decrease of the reduction of killers.
        reduction_killer: 0..=2500, step 70, "1/1024 ply";
        /// Decrease of the reduction of moves that give check.
        reduction_check: 0..=2500, step 70, "1/1024 ply";
        /// History of a quiet move that decreases its reduction by one ply.
        reduction_history: 6000..=60000, step 1500, "history";
        /// Increase of the reduction of late moves after an earlier move has raised alpha.
        reduction_raised: 0..=2500, step 70, "1/1024 ply";
        /// Increase of the reduction of late moves with a bad history after an opponent's move with
        /// a good one; decrease in the opposite case.
        reduction_opponent: 0..=2500, step 70, "1/1024 ply";
        /// Hindsight: least reduction of a move below which the node is searched deeper, if the
        /// move lost nothing by the evaluation.
        hindsight_deeper: 2..=8, step 1, "plies";
        /// Hindsight: loss of a reduced move by the evaluation above which the node below it is
        /// searched less deep.
        hindsight_margin: 50..=500, step 12, "centipawns";
        /// Margin above the best score at which a reduced search is repeated deeper.
        deeper_margin: 10..=150, step 6, "centipawns";
        /// Growth of that margin for each ply.
        deeper_slope: 0..=640, step 16, "1/64 centipawn per ply";
        /// Margin above the best score below which a reduced search is repeated less deep, for each
        /// ply.
        shallower_slope: 0..=640, step 16, "1/64 centipawn per ply";

        /// History bonus of a move that failed high, for each ply.
        bonus_slope: 40..=400, step 12, "history per ply";
        /// Greatest history bonus.
        bonus_limit: 600..=4000, step 100, "history";
        /// History penalty of a move that was tried without a cutoff, for each ply.
        malus_slope: 40..=400, step 12, "history per ply";
        /// Greatest history penalty.
        malus_limit: 400..=4000, step 100, "history";

        /// History bonus of a quiet move for each centipawn of gain between the evaluations before
        /// and after it.
        gain_slope: 0..=60, step 3, "history per centipawn";
        /// Loss of a move without gain, because both evaluations include the right to move.
        gain_offset: 0..=80, step 4, "centipawns";
        /// Greatest bonus or penalty by gain.
        gain_limit: 200..=4000, step 100, "history";

        /// Quiescence: greatest deficit of a capture's gain below alpha.
        quiescence_futility: 40..=350, step 12, "centipawns";
    }
}

#[cfg(test)]
mod tests {
    use tunables::Tunables;

    use super::Params;

    #[test]
    fn the_file_has_a_line_for_each_number_and_no_other() {
        let numbers = Params::ALL.iter().map(|it| format!("{} = {}\n", it.name, it.default));
        assert_eq!(numbers.collect::<String>(), include_str!("params.txt"));
    }
}
