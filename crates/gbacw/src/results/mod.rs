//! SR 12: combat results. Whoever is checked, disordered, hit or driven back anywhere in the rules comes through here.
//!
//! | room | rules |
//! | --- | --- |
//! | [`cohesion`] | SR 2.6, 11.73, 12.31, 17.31; BB 13.42, 30.0-udd: the questions |
//! | [`check`] | SR 12.32, 12.33: a roll, and what failing it does |
//! | [`second_disorder`] | SR 12.35, 12.36; BB T-second-disorder |
//! | [`loss`] | SR 12.2, 8.35, 8.37: strength lost, collapse |
//! | [`losses`] | SR 12.23, 12.35e, 12.71: what a loss does besides: the questions |
//! | [`removal`] | SR 12.2, 12.5, 12.8: a unit leaves the map |
//! | [`shrink`] | SR 8.42, 8.43, 8.5-combat: a line that has become too weak |
//! | [`strike`] | SR 8.35, 12.2, 12.3; BB 12.35, 14.76: a result of the fire table on a hex |
//! | [`clash`] | SR 8.36, 12.2 to 12.5: a result of an assault, or of its checks, on both sides |
//! | [`advance`] | SR 12.6-fire: the firer follows |
//! | [`group`] | SR 12.46, 12.54, 12.8: friends who roll because of one event |
//! | [`falls`] | SR 12.44: where a unit may fall back to: the questions |
//! | [`way_back`] | SR 12.41, 12.44-d, 8.47; BB 12.45: the hexes of such a way, and what their ground asks |
//! | [`retreat`] | SR 12.4, 8.47; BB 12.45, 9.44-swamp-retreat, 14.46 |
//! | [`walk`] | SR 12.44-d: the ground on the way back |
//! | [`refuge`] | SR 12.73: leaders alone next to the enemy |
//! | [`blown`] | SR 11.59: Blown cavalry under a blow |
//! | [`crews`] | SR 12.81: abandoned guns get a crew again |
//! | [`leader_loss`] | SR 12.71; BB 4.11-Juse, 12.77 |
//!
//! The way of one loss: [`LossStep`] → too weak a line draws in ([`ShrinkStep`]) → the stack's checks ([`CheckStep`]) → a
//! second Disorder looks up the table ([`second_disorder`]) → [`RetreatStep`] → the friends it went through are checked
//! in their turn. Every link is a frame that may ask its owner. What a move brings with it at once (a
//! leader who must choose his refuge, guns that must face) is put on top of the pending work and asked before anything else.

mod advance;
mod blown;
mod check;
mod clash;
mod cohesion;
mod crews;
mod falls;
mod group;
mod leader_loss;
mod loss;
mod losses;
mod refuge;
mod removal;
mod retreat;
mod second_disorder;
mod shrink;
mod strike;
mod walk;
mod way_back;

pub use advance::{Advance, AdvanceMoveStep, AdvanceStep};
pub(crate) use advance::{Advancer, advances, from_beside, judge_advance};
pub(crate) use blown::comes_into_order;
pub(crate) use check::disorder;
pub use check::{Check, CheckStep, Checked, Occasion, check_roll};
pub use clash::{Blow, ClashStep, Stack};
pub use cohesion::{cohesion, fatigue_level, leaders_with, udd_roll, udd_terms};
pub(crate) use crews::{are_guns_left, crew_guns, crew_guns_in, has_guns_to_man};
pub(crate) use falls::columns_back;
pub use falls::{falls, leaves_area};
pub use group::GroupStep;
pub(crate) use group::{Retirees, shake, shake_in_swamp};
pub use leader_loss::LossRollStep;
pub(crate) use leader_loss::{is_gone, kill_leaders_of_nobody, single_out};
pub use loss::LossStep;
pub(crate) use losses::{collapses_further, loser};
pub(crate) use refuge::displace_exposed;
pub use refuge::{DisplaceStep, RefugeStep};
pub(crate) use removal::{leave_map, remove};
pub use retreat::{Account, Retreat, RetreatStep};
pub(crate) use retreat::{Falling, FallsLook, fall, fall_back, lose_guns_in_woods};
pub use shrink::ShrinkStep;
pub use strike::{Hit, Shock, StrikeStep};
pub use walk::{Stop, Walk};
pub use way_back::Fall;
pub(crate) use way_back::{stops_on, woods_on_way};
