//! Where a unit can go now.

/// Room for searches with facings.
#[derive(Debug, Clone, Default)]
pub struct FacingScratch {}
