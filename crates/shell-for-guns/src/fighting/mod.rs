//! SfG 2.6 to 2.8 as questions: sight, cover, fire, charges, forced moves, conforming, melee.

pub mod charging;
pub mod conforming;
pub mod cover;
pub mod firing;
pub mod forced;
pub mod melee;
pub mod sight;
pub mod ways;
