//! Ammunition, leader loss, darkness and fatigue: small tables of single figures.

use serde::Serialize;

/// BB 10.92: resupply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AmmunitionTable {
    /// BB 10.92-sa: small arms succeed on this or less.
    pub small_arms_success: i8,
    /// BB 10.92-sa: DRM on a Road.
    pub road_drm: i8,
    /// BB 10.92-sa: DRM on a Trail.
    pub trail_drm: i8,
    /// BB 10.92-sa: hexes from a Road.
    pub small_arms_road_distance: u8,
    /// BB 10.92-sa: hexes from a Trail.
    pub small_arms_trail_distance: u8,
    /// BB 10.92-art: hexes from a Road.
    pub artillery_road_distance: u8,
    /// BB 10.92-art: hexes from a Trail.
    pub artillery_trail_distance: u8,
    /// BB 10.92-camp: succeeds on this or less in a camp, on the first day.
    pub camp_success: i8,
}

/// Dice that kill leaders, tire men and darken the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hazards {
    /// SR 12.71: a leader is killed on this or less.
    pub leader_loss: i8,
    /// BB 12.77: DRM to the compulsory roll if an ability was used.
    pub leader_loss_ability_drm: i8,
    /// SR 16.12: night fire DRM at range 1, 2, 3, 4; beyond it goes on by the same rule.
    pub night_fire: Vec<i8>,
    /// SR 16.11, 16.12: ranges are divided by this in the dark, rounded up.
    pub dark_range_divisor: u8,
    /// SR 17.31: penalty by fatigue level 0 to 4.
    pub fatigue_penalty: Vec<u8>,
    /// SR 17.22-1: Activations a turn without fatigue.
    pub free_activations: u8,
    /// SR 17.22-1: March equivalents on roads without fatigue.
    pub free_march_equivalents: u8,
    /// SR 17.23: levels a turn from Activations at most.
    pub activation_levels_limit: u8,
    /// SR 17.26: a battery's fourth march equivalent costs a gun on this or more.
    pub artillery_wear: u8,
    /// SR 16.23: stragglers never bring a unit above its strength less this.
    pub straggler_margin: u8,
    /// BB 13.52: SP a unit loses when it returns from rout or fails to.
    pub rout_recovery_loss: u8,
}
