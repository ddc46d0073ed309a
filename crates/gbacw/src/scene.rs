//! What a question may look at.

/// What a question may look at: the movement chapter's scene serves all of them.
pub type At<'a> = longroll_movement::Scene<'a>;
