//! SR 10: fire.
//!
//! A [`DeclaredFire`] says who fires at which hex with how much. [`terms`] is the only judge of it: it refuses with the
//! rule that forbids, or gives the [`FireTerms`] with every modifier, the column and whom the result strikes.
//! [`FireTerms::outcomes`] reads the Fire Table for the ten faces of the die; the roll picks one of them, and [`odds`]
//! follows all of them to the end.
//!
//! What a rule of fire needs to know and the position does not hold is the [`FireHistory`] of the brigade Activation.

mod ammunition;
mod arc;
mod combine;
mod even_shares;
mod exchange;
mod firer;
mod grounds;
mod lane;
mod modifiers;
pub mod odds;
mod outcome;
mod possible_targets;
mod prepared;
mod scene;
mod spencer;
mod split;
mod stack;
pub mod supply;
mod target;
mod terms;
mod terrain;
mod weapon;
mod who;

pub use longroll_position::fire::{
    Assault, Ban, Banned, DeclaredFire, EventFire, ExtraTerm, FireHistory, FireOptions, FiringPart,
    NonPhasing, Occasion, PastFire, SectionAmmunition, Shooter, Shot, Spent, Work,
};

pub use ammunition::{AmmunitionChange, Wear, after as ammunition_after, ammunition_of, depletes};
pub use arc::{front_toward, is_enfiladed};
pub use combine::{divide_as_one, may_combine, must_combine, stack_has_not_fired};
pub use even_shares::{batteries_split, even_shares, held_back};
pub use exchange::{Simultaneity, leaves_reserve, may_answer, return_order};
pub use firer::FirerArm;
pub use grounds::grounds;
pub use lane::Lane;
pub use odds::{Odds, TargetStack, TargetUnit, odds};
pub use outcome::FireOutcome;
pub use possible_targets::targets;
pub use prepared::{may_prepare, may_use_rapid_fire};
pub use scene::FireScene;
pub use spencer::{fires_twice, second_fire};
pub use split::{Allocation, allocations, judge_shares, judge_split};
pub use stack::{bears_on, fire_shares, firers, share_of};
pub use target::{Struck, struck};
pub use terms::{FireTerms, FriendsCheck, Strikes, WornBy, may_fire_last_rounds, terms};
pub use weapon::{Load, load_at, longest_range, range_drm, weapon_of};
pub use who::{left_of, may_fire, may_spend_mp_after, too_steep};
