//! The code blocks of the book's chapters, compiled and run with the documentation tests.
#![forbid(unsafe_code)]

/// A chapter, as the documentation of a type that nobody sees.
macro_rules! chapters {
    ($($(#[$condition:meta])? $name:ident = $page:literal),* $(,)?) => {$(
        #[cfg(doctest)]
        $(#[$condition])?
        #[doc = include_str!(concat!("../../../../docs/book/", $page))]
        struct $name;
    )*};
}

chapters! {
    Introduction = "introduction.md",
    WhyATable = "why-a-table.md",
    ChooseYourLayout = "choose-your-layout.md",
    KeysWithAGuarantee = "keys-with-a-guarantee.md",
    #[cfg(unix)]
    ATableBetweenProcesses = "a-table-between-processes.md",
    ATableUnderACppEngine = "a-table-under-a-cpp-engine.md",
    AMillionPositionsInPython = "a-million-positions-in-python.md",
    PawnHashing = "pawn-hashing.md",
    AnEngineInAnAfternoon = "an-engine-in-an-afternoon.md",
    AnEngineInAnHour = "an-engine-in-an-hour.md",
}
