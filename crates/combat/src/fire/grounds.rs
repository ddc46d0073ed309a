//! What a fire is fired under: the rules beside the one that grants it and those of its modifiers.
//!
//! Nothing here decides anything. [`super::terms`] has judged the fire; this says by which rules, for whoever asks.

use longroll_board::{Bearing, HexId};
use longroll_core::Terms;
use longroll_rule::Rule;

use crate::grounds::{Found, Grounds};

use super::ammunition::Wear;
use super::firer::FirerArm;
use super::lane::lane;
use super::scene::FireScene;
use super::spencer::{fires_twice, has_spencers};
use super::target::struck;
use super::terms::FireTerms;
use super::terrain;
use super::weapon::{Load, weapon_of};
use longroll_position::fire::{DeclaredFire, FiringPart, Occasion};

/// The rules behind a fire that has been judged, in the order of its course: who, how far, whither, with what, and what it wears.
#[must_use]
pub fn grounds(look: &FireScene<'_>, fire: &DeclaredFire, shots: &[FireTerms]) -> Vec<Grounds> {
    let mut found = Found::default();
    let Some(first) = shots.first() else {
        return found.0;
    };
    occasion(look, fire, &mut found);
    for firer in &fire.from {
        let weapon = weapon_of(look, *firer);
        found.add(weapon.rule, "its row of the range table");
    }
    way(look, fire, first, &mut found);
    load(look, fire, first, &mut found);
    modifiers(first, &mut found);
    found.add(Rule::SR_10_17, "one die, on the column of the SP that fire");
    ammunition(look, fire, shots, &mut found);
    if shots.len() > 1 && !fire.options.rapid {
        found.add(
            Rule::SR_14_3,
            "Spencers in Good Order and on foot fire twice",
        );
    }
    found.0
}

fn arm(look: &FireScene<'_>, firer: FiringPart) -> FirerArm {
    let unit = firer.part.unit;
    FirerArm::of(look.facts(unit), look.state(unit))
}

/// When it is fired, and in which turn with the shots of Spencers.
fn occasion(look: &FireScene<'_>, fire: &DeclaredFire, found: &mut Found) {
    let guns = fire
        .from
        .iter()
        .any(|firer| arm(look, *firer) == FirerArm::Guns);
    let spencers = fire
        .from
        .iter()
        .any(|firer| fires_twice(look, firer.part.unit));
    match fire.occasion {
        Occasion::Event(_) => return,
        Occasion::Phasing => {
            if guns {
                found.add(
                    Rule::SR_10_62,
                    "guns fire with their brigade, their division or their leader",
                );
            }
            if spencers {
                found.add(Rule::SR_14_31, "fire, answers, and the second shot");
            }
            return;
        }
        Occasion::Return { struck, .. } => {
            found.add(Rule::SR_10_25, "who is seen sees");
            answer_with_spencers(look, fire, spencers, struck, found);
        }
        Occasion::PreAssault if spencers => {
            found.add(Rule::SR_14_36, "two shots before an assault");
        }
        Occasion::Withdrawal if spencers => {
            found.add(Rule::SR_14_35, "two shots before the enemy leaves");
        }
        Occasion::PreAssault | Occasion::Withdrawal | Occasion::Approach => {}
    }
    found.add(
        Rule::BB_nonphasing_chart,
        "each kind once in an enemy brigade Activation",
    );
}

/// SR 14.3: in which turn an answer comes where one of both has Spencers.
fn answer_with_spencers(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    spencers: bool,
    struck: HexId,
    found: &mut Found,
) {
    let at_spencers = look
        .scene
        .position
        .stack(fire.target)
        .any(|part| has_spencers(look, part.unit));
    let rapid = look.scene.position.stack(fire.target).any(|part| {
        let done = look.history.shooter(part);
        done.is_some_and(|done| done.options.rapid)
    });
    let beside = fire
        .from
        .iter()
        .all(|firer| firer.hex(look.scene.position) != Some(struck));
    match (spencers, at_spencers) {
        (true, _) if rapid => {
            found.add(Rule::SR_14_37, "all shots are rolled before any result");
        }
        (true, _) => found.add(Rule::SR_14_32, "an answer at once, and the second shot"),
        (false, true) if fire.options.rapid => {
            found.add(Rule::SR_14_38, "shots by turns, the Spencers first");
        }
        (false, true) if beside => {
            found.add(Rule::SR_14_34, "bystanders answer after the first shot");
        }
        (false, true) => found.add(Rule::SR_14_31, "fire, answers, and the second shot"),
        (false, false) => {}
    }
}

/// The line, and the ground it meets.
fn way(look: &FireScene<'_>, fire: &DeclaredFire, shot: &FireTerms, found: &mut Found) {
    let (mut along, mut sloping, mut terms) = (false, Terms::new(), Terms::new());
    for firer in &fire.from {
        let side = look.facts(firer.part.unit).side;
        let Some(hex) = firer.hex(look.scene.position) else {
            continue;
        };
        let bearing = look.scene.grid().bearing(hex, fire.target);
        along |= matches!(bearing, Some(Bearing::Vertex(_)));
        let arm = arm(look, *firer);
        if let Ok(lane) = lane(look, fire, arm, side, hex, shot.load) {
            terrain::slope(look, &lane, fire.target, &mut sloping);
            for term in terrain::ground(look, arm, &lane, fire.target).as_slice() {
                terms.add(term.value, term.rule, term.reason.clone());
            }
        }
    }
    if along {
        found.add(
            Rule::SR_10_27,
            "the line runs along hexsides: what stands on either side counts",
        );
    }
    if !terms.as_slice().is_empty() {
        found.add(Rule::SR_10_81_terrain, "the ground where the fire ends");
        found.add(Rule::BB_TEC_fire, "the fire column of the terrain chart");
    }
    if !sloping.as_slice().is_empty() || along {
        found.add(
            Rule::SR_10_81_notes,
            "hexsides and slopes between the firer and the target",
        );
    }
}

/// What is fired, and what it does where it strikes.
fn load(look: &FireScene<'_>, fire: &DeclaredFire, shot: &FireTerms, found: &mut Found) {
    match shot.load {
        Load::Canister => found.add(Rule::SR_10_67_ammo, "canister, read as small arms"),
        Load::Shell => {
            found.add(Rule::SR_10_67_ammo, "shell, read as artillery");
            found.add(
                Rule::SR_8_35_shell,
                "every unit of the hex suffers it by itself",
            );
        }
        Load::SmallArms => {}
    }
    if fire.occasion == Occasion::PreAssault && shot.load != Load::Shell {
        found.add(Rule::SR_8_35_assault, "those who assault are struck first");
    }
    let side = fire
        .from
        .first()
        .map(|firer| look.facts(firer.part.unit).side);
    let struck = side.and_then(|side| struck(look, side, fire).ok());
    let leads = |firer: &FiringPart| {
        let hex = firer.hex(look.scene.position);
        look.scene.setting.leader_ids().any(|leader| {
            let state = look.scene.position.leader(leader);
            state.on_map() && Some(state.hex) == hex
        })
    };
    if fire.from.iter().any(leads) {
        found.add(Rule::SR_11_71, "leaders add nothing to fire");
    }
    if shot.load != Load::Shell && struck.is_some_and(|struck| struck.arm == FirerArm::Guns) {
        found.add(Rule::SR_10_7, "every SP that guns lose is a gun");
    }
}

/// What stands behind a line of the list of modifiers.
fn modifiers(shot: &FireTerms, found: &mut Found) {
    for term in shot.terms.as_slice() {
        match term.rule {
            Rule::SR_10_81_prepared => found.add(Rule::SR_10_53, "what Prepared fire gains"),
            Rule::SR_10_81_height => found.add(Rule::SR_10_67_height, "guns above their target"),
            Rule::SR_10_81_fatigue => {
                found.add(Rule::SR_17_31_fire, "half of the Fatigue, rounded up");
            }
            _ => {}
        }
    }
}

/// What the die may do to the ammunition.
fn ammunition(look: &FireScene<'_>, fire: &DeclaredFire, shots: &[FireTerms], found: &mut Found) {
    for worn in shots.iter().flat_map(|shot| &shot.worn) {
        let guns = look
            .tables()
            .range
            .weapon(look.facts(worn.unit).weapon.value);
        match worn.wear {
            Wear::Ordinary if guns.class == longroll_catalog::tables::WeaponClass::Artillery => {
                found.add(Rule::SR_10_69, "guns are worn by a 5");
            }
            Wear::Ordinary => found.add(Rule::SR_10_91, "small arms are worn by a 5"),
            Wear::Rapid => found.add(Rule::SR_10_68, "Rapid fire empties guns on a 0 or 5"),
            Wear::SpencerSecond => {
                found.add(Rule::SR_14_33, "a 5 with the second shot empties Spencers");
            }
            Wear::LastRounds => found.add(Rule::BB_10_91, "the last rounds"),
        }
    }
    if fire
        .from
        .iter()
        .any(|firer| arm(look, *firer) == FirerArm::Boat)
    {
        found.add(Rule::BB_14_75, "gunboats have all the ammunition they need");
    }
}
