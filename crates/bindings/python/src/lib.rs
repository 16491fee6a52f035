//! The native module of the Python package `palimpsest`: boards, games and the engine under the
//! names of python-chess.

mod board;
mod chess_move;
mod commands;
mod engine;
mod epd;
mod error;
mod evaluate;
mod files;
mod game;
mod info;
mod level;
mod outcome;
mod piece;
mod positions;
mod records;
mod running;
mod score;
#[cfg(unix)]
mod shared;
mod svg;
mod tables;

use pyo3::prelude::*;

#[pymodule]
fn _palimpsest(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<chess_move::LegalMoves>()?;
    module.add_class::<chess_move::Move>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<files::GameReader>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::GameNode>()?;
    module.add_class::<game::Headers>()?;
    module.add_class::<game::Mainline>()?;
    module.add_class::<info::Analysis>()?;
    module.add_class::<info::Info>()?;
    module.add_class::<info::PlayResult>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<outcome::Termination>()?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<positions::Records>()?;
    module.add_class::<running::AnalysisStream>()?;
    module.add_class::<score::Cost>()?;
    module.add_class::<score::PovScore>()?;
    module.add_class::<score::Score>()?;
    #[cfg(unix)]
    module.add_class::<shared::SharedTable>()?;
    module.add_class::<tables::Book>()?;
    module.add_class::<tables::HashEntry>()?;
    module.add_class::<tables::HashFile>()?;
    module.add_class::<tables::Tablebase>()?;
    module.add("BUILT_FOR", level::BUILT_FOR)?;
    module.add("RUNS", level::runs())?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate_boards, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate_records, module)?)?;
    module.add_function(wrap_pyfunction!(files::read_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(files::write_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(score::judge_move, module)?)
}
