//! Types that threads share: this compiles only if they are `Send` and `Sync`.

use core::convert::Infallible;

use movegen::keys::{AdditiveKeys, BchKeys, KeyTables, WideZobristKeys, ZobristKeys};
use movegen::pgn::{
    Game, Games, Line, MovesError, Node, PgnError, PgnFault, PgnGames, PgnReader, PgnRemark,
    PgnStream, PgnText, Remedy, Skip, StreamError, Tag, TreeBuilder,
};
use movegen::text::{EncodingError, TextError, TextLine, TextLines};
use movegen::{
    Bitboard, CastlingSide, Changes, Checks, Color, Direction, Epd, EpdError, EpdOperand,
    EpdOperation, EpdRead, EpdRemark, FenError, FenFault, FenField, FenRepair, File, GameEnd,
    GameResult, Generate, KeyHistory, KeyedPosition, Keys, Legality, Mended, Move, MoveError,
    MoveKind, MoveList, ParseSquareError, Piece, PieceType, Position, PositionBuilder, Promotions,
    Rank, SeeValues, Square, Squares, Variant,
};

fn threads_share<T: Send + Sync>() {}

#[test]
fn values_go_to_threads_and_are_shared_by_them() {
    threads_share::<(Bitboard, Color, Direction, File, Piece, PieceType, Rank, Square, Squares)>();
    threads_share::<(
        CastlingSide,
        Generate,
        Move,
        MoveError,
        MoveKind,
        MoveList,
        ParseSquareError,
        Promotions,
    )>();
    threads_share::<(
        Changes,
        Checks,
        KeyHistory,
        Legality,
        Position,
        PositionBuilder,
        SeeValues,
        Variant,
    )>();
    threads_share::<(
        KeyedPosition<AdditiveKeys>,
        KeyedPosition<BchKeys>,
        KeyedPosition<WideZobristKeys>,
    )>();
    threads_share::<(Keys<u64>, KeyTables<u64>, KeyedPosition<ZobristKeys>, GameEnd, GameResult)>();
    threads_share::<(Epd, EpdError, EpdOperand, EpdOperation, EpdRead, EpdRemark)>();
    threads_share::<(FenError, FenFault, FenField, FenRepair, Mended<Position>)>();
    threads_share::<(Game, Games<'_>, Line, Node, Tag, TreeBuilder, MovesError)>();
    threads_share::<(PgnError, PgnFault, PgnReader<'_>, PgnRemark, PgnText<'_>, Remedy, Skip)>();
    threads_share::<(PgnStream<fn()>, PgnGames<fn()>, StreamError<Infallible>)>();
    threads_share::<(EncodingError, TextError<Infallible>, TextLine, TextLines<fn()>)>();
}
