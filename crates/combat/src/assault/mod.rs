//! SR 11: assault.
//!
//! An [`Assault`] says who attacks which hexes; the [`AssaultPhase`] holds all of one brigade Activation, with what was fixed in
//! Step 1. The engine keeps it, rolls and moves; everything here is asked of an [`AssaultScene`] and changes nothing.
//!
//! * Before: [`may_charge`], [`judge_charge_path`].
//! * Step 1: [`may_assault`], [`duty`], [`charge`], [`target_hexes`], [`judge_assault`], [`judge_designations`].
//! * Steps 2 to 4: [`may_retreat_before`], [`needs_commitment`], [`envelopments`], [`pre_assault_checks`],
//!   [`pre_assault_terms`], [`may_countercharge`].
//! * Step 6: [`sweep_order`], [`assault_terms`] with [`AssaultTerms::outcome`], [`next_to_advance`], [`may_continue`],
//!   [`extra_advances`], [`bloody_stall_losses`], [`post_assault`]; [`assault_odds`] takes commitment, checks and table together.

mod advance;
mod advantage;
mod assault_ground;
mod assault_odds;
mod assault_scene;
mod assault_terms;
mod bloody_stall;
mod brigadier;
mod charging;
mod cohesion_check;
mod commitment;
mod continuing;
mod countercharge;
mod declared;
mod designation;
mod eligible;
mod enemies;
mod envelopment;
mod grounds;
mod post_assault;
mod ratio;
mod retreat_before;
mod strength;
mod sweep;

pub use advance::{may_advance, next_to_advance, won_hexes};
pub use advantage::{AssaultPosition, Seen, position, seen_from, threatened_hexes};
pub use assault_ground::{bars_assault, ground_across, ground_of};
pub use assault_odds::{AssaultOdds, assault_odds, roused};
pub use assault_scene::AssaultScene;
pub use assault_terms::{AssaultOutcome, AssaultTerms, assault_terms};
pub use bloody_stall::{StallLosses, bloody_stall_losses};
pub use brigadier::{brigadier_term, unled};
pub use charging::{how_it_stands, judge_charge_path, may_charge};
pub use cohesion_check::{PreAssaultCheck, pre_assault_checks, pre_assault_terms};
pub use commitment::needs_commitment;
pub use continuing::{
    Earned, ExtraAdvance, FreeTurn, Leg, extra_advances, may_continue, obligation,
};
pub use countercharge::{Countercharge, may_countercharge, may_ride};
pub use declared::{Assault, AssaultPhase, Attacker, Charge, Footprint, Role};
pub use designation::{Fault, judge_assault, judge_designations, lone_assault, uncombined};
pub use eligible::{Duty, attacker, charge, duty, may_assault, may_follow_up, why_not};
pub use enemies::{bystanders, defenders, fire_lines, footprint, target_hexes};
pub use envelopment::envelopments;
pub use grounds::grounds;
pub use post_assault::{Fighter, Fought, PostAssault, post_assault};
pub use ratio::{Ratio, Rounding, ratio, rounding};
pub use retreat_before::{may_retreat_before, retreat_cause, retreats_before, rolls_after_retreat};
pub use strength::{Force, ForcePart, attacking_force, defending_force};
pub use sweep::sweep_order;
