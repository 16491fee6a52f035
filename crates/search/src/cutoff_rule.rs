//! [`CutoffRule`]: the demands on a table's entry that settles a node, beyond its draft.

/// The demands on an entry that settles a node, for
/// [`Switches::cutoff_rule`](crate::Switches::cutoff_rule). A win or loss that is proved settles it
/// without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutoffRule {
    /// The plies by which the draft of a fail high must exceed the node's depth.
    pub fail_high_plies: i32,
    /// The least depth at which an entry may settle a node that was expected to fail on the other
    /// side.
    pub surprise_depth: i32,
    /// The least depth at which the record of the child after the table's move, if there is one,
    /// must lie on the same side of the window.
    pub child_depth: i32,
}

impl CutoffRule {
    /// No demand beyond the draft: the engine's rule.
    pub const DRAFT: Self = Self { fail_high_plies: 0, surprise_depth: 0, child_depth: i32::MAX };
}
