//! SR 11.56: cavalry that meets a charge with a charge.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// How a stack comes to countercharge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Countercharge {
    /// Under Attack orders: at will.
    Automatic,
    /// Under Advance orders: if this unit passes a UDD, which Disorders nobody (reading 112).
    ByCheck(UnitId),
}

/// SR 11.56: whether the cavalry of an assaulted hex may countercharge.
///
/// # Errors
/// The rule that forbids it.
pub fn may_countercharge(
    look: &AssaultScene<'_>,
    hex: HexId,
    assaults: &[Assault],
) -> Result<Countercharge, Refusal> {
    todo!("{look:?} {hex:?} {assaults:?}")
}
