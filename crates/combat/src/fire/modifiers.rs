//! SR 10.81: every modifier of a fire, in the order of the list, each with its rule.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Experience, Light};
use longroll_catalog::tables::FireDrm;
use longroll_core::Terms;
use longroll_movement::allowance::fatigue_level;
use longroll_position::Deeds;
use longroll_position::rule_set::PistolShotgun;
use longroll_rule::Rule;

use super::ammunition::ammunition_of;
use super::exchange::is_own_attacker;
use super::firer::FirerArm;
use super::prepared::has_moved;
use super::scene::FireScene;
use super::stack::strength_in;
use super::target::Struck;
use super::terms::{View, fires_last_rounds};
use super::weapon::Load;
use longroll_position::fire::{DeclaredFire, EventFire, Occasion};

/// What is settled about the shot as a whole.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub load: Load,
    pub prepared: bool,
}

/// The sum of everything that is added to the die. Where several fire as one, the worst range and ground count for all
/// (SR 8.45, 10.64, 10.82), a penalty of one is a penalty of all (fire reading 118), and enfilade needs all of them.
pub(super) fn all(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    struck: &Struck,
    Kind { load, prepared }: Kind,
) -> Terms {
    let mut terms = Terms::new();
    range(views, &mut terms);
    if let Some(worst) = views.iter().min_by_key(|view| view.ground.sum()) {
        for term in worst.ground.as_slice() {
            terms.add(term.value, term.rule, term.reason.clone());
        }
    }
    let drm = |key| i32::from(look.tables().fire_drm.get(key));
    let every = |test: &dyn Fn(&View<'_>) -> bool| views.iter().all(test);
    works(look, fire, views, struck, load, &mut terms);
    if load == Load::Shell && struck.arm != FirerArm::Boat {
        massed(look, fire.target, &mut terms);
    }
    mounted(look, views, struck, load, &mut terms);
    if prepared {
        terms.add(
            drm(FireDrm::Prepared),
            Rule::SR_10_81_prepared,
            "Prepared fire",
        );
    }
    disordered(look, views, &mut terms);
    if load != Load::Shell && every(&|view| view.enfilades) {
        terms.add(drm(FireDrm::Enfilade), Rule::SR_10_81_enfilade, "enfilade");
    }
    let above = |view: &View<'_>| look.level(view.lane.from) > look.level(fire.target);
    if load == Load::Shell && every(&|view| view.arm.has_guns() && above(view)) {
        terms.add(
            drm(FireDrm::LowerTarget),
            Rule::SR_10_81_height,
            "target on a lower level",
        );
    }
    guns(look, fire, views, &mut terms);
    green(look, views, &mut terms);
    light(look, views, &mut terms);
    tired(look, views, &mut terms);
    short_of_ammunition(look, fire, views, &mut terms);
    of_the_battle(look, fire, views, struck, load, &mut terms);
    terms
}

/// SR 10.81: cavalry as target and as firer.
fn mounted(
    look: &FireScene<'_>,
    views: &[View<'_>],
    struck: &Struck,
    load: Load,
    terms: &mut Terms,
) {
    let drm = |key| i32::from(look.tables().fire_drm.get(key));
    let standing = !look.is_phasing(look.facts(struck.part.unit).side);
    if struck.arm == FirerArm::Mounted && standing && load != Load::Shell {
        terms.add(
            drm(FireDrm::MountedTarget),
            Rule::SR_10_81_cavtarget,
            "standing cavalry",
        );
    }
    if views.iter().any(|view| view.arm == FirerArm::Mounted) {
        terms.add(
            drm(FireDrm::MountedFirer),
            Rule::SR_10_81_cavfirer,
            "fire from the saddle",
        );
    }
}

/// SR 10.81-disordered: boats have no order to lose.
fn disordered(look: &FireScene<'_>, views: &[View<'_>], terms: &mut Terms) {
    let disordered = |view: &View<'_>| {
        view.arm != FirerArm::Boat && look.state(view.firer.part.unit).is_disordered()
    };
    if views.iter().any(disordered) {
        terms.add(
            i32::from(look.tables().fire_drm.get(FireDrm::DisorderedFirer)),
            Rule::SR_10_81_disordered,
            "Disordered firer",
        );
    }
}

/// SR 10.81-range: the worst of those who fire together (SR 8.45, 10.64, 10.82).
fn range(views: &[View<'_>], terms: &mut Terms) {
    let Some(worst) = views.iter().map(|view| view.range_drm).min() else {
        return;
    };
    let differ = views.iter().any(|view| view.range_drm != worst);
    let unit = views.first().map(|view| view.firer.part.unit);
    let one_unit = views.iter().all(|view| Some(view.firer.part.unit) == unit);
    let (rule, reason) = match views.first() {
        Some(first) if differ => {
            let rule = match (first.arm.has_guns(), one_unit) {
                (true, _) => Rule::SR_10_64,
                (false, true) => Rule::SR_8_45,
                (false, false) => Rule::SR_10_82,
            };
            (rule, "range, worst of those who fire")
        }
        _ => (Rule::SR_10_81_range, "range"),
    };
    terms.note(i32::from(worst), rule, reason);
}

/// SR 10.81-entrench, 15.23: the work helps small arms behind it and foot behind it, never guns and never against shell.
/// A line of fire through the end of the work's hexside helps the target and not the firer (SR 10.81-notes).
fn works(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    struck: &Struck,
    load: Load,
    terms: &mut Terms,
) {
    use longroll_board::Bearing;
    if look.history.works.is_empty() {
        return;
    }
    let grid = look.scene.grid();
    let fires_over = |from: HexId| match grid.bearing(from, fire.target) {
        Some(Bearing::Side(side)) => look.history.has_work(from, side),
        Some(Bearing::Vertex(vertex)) => {
            look.history.has_work(from, vertex.left_side())
                && look.history.has_work(from, vertex.right_side())
        }
        None => false,
    };
    let covered_from = |from: HexId| match grid.bearing(fire.target, from) {
        Some(Bearing::Side(side)) => look.history.has_work(fire.target, side),
        Some(Bearing::Vertex(vertex)) => {
            look.history.has_work(fire.target, vertex.left_side())
                || look.history.has_work(fire.target, vertex.right_side())
        }
        None => false,
    };
    if load == Load::SmallArms && views.iter().all(|view| fires_over(view.lane.from)) {
        terms.add(
            1,
            Rule::SR_10_81_entrench_firer,
            "from behind an entrenchment",
        );
    }
    let foot = matches!(
        struck.arm,
        FirerArm::Foot | FirerArm::Dismounted | FirerArm::Detachment
    );
    if foot && load != Load::Shell && views.iter().any(|view| covered_from(view.lane.from)) {
        terms.add(
            -1,
            Rule::SR_10_81_entrench_target,
            "target behind an entrenchment",
        );
    }
}

/// SR 8.34: troops of the hex, guns left out; a hex of guns alone is neither.
fn massed(look: &FireScene<'_>, hex: HexId, terms: &mut Terms) {
    let mut troops: Option<u32> = None;
    for part in look.scene.position.stack(hex) {
        let state = look.state(part.unit);
        if FirerArm::of(look.facts(part.unit), state).has_guns() {
            continue;
        }
        let there = u32::from(strength_in(state, part.number));
        troops = Some(troops.unwrap_or(0) + there);
    }
    let drm = |key| i32::from(look.tables().fire_drm.get(key));
    match troops {
        Some(8..) => terms.add(
            drm(FireDrm::MassedTarget),
            Rule::SR_10_81_massed,
            "massed target",
        ),
        Some(0..=2) => {
            terms.add(
                drm(FireDrm::DispersedTarget),
                Rule::SR_10_81_massed,
                "dispersed target",
            );
        }
        _ => {}
    }
}

/// SR 10.61, 10.67, 9.62, BB 14.73: guns that moved, came to the top, turned, or fire up and down a cliff.
fn guns(look: &FireScene<'_>, fire: &DeclaredFire, views: &[View<'_>], terms: &mut Terms) {
    let drm = |key| i32::from(look.tables().fire_drm.get(key));
    let done = |view: &View<'_>| look.history.shooter(view.firer.part);
    let batteries = || views.iter().filter(|view| view.arm == FirerArm::Guns);
    let moved = |view: &View<'_>| {
        let state = look.state(view.firer.part.unit);
        has_moved(look, view.firer) || state.deeds.has(Deeds::REACTED_MOVE)
    };
    let raised = |view: &View<'_>| look.became_top(view.firer.part);
    if batteries().any(|view| moved(view) || fire.options.will_move) {
        terms.add(
            drm(FireDrm::ArtilleryMoved),
            Rule::SR_10_81_artmoved,
            "artillery moves",
        );
    } else if batteries().any(raised) {
        let reason = "became the top unit";
        terms.add(
            drm(FireDrm::ArtilleryMoved),
            Rule::SR_10_81_artmoved,
            reason,
        );
    }
    let turned = |view: &View<'_>| done(view).is_some_and(|done| done.turned);
    if fire.occasion != Occasion::Phasing && batteries().any(turned) {
        let reason = "turned in reaction";
        terms.add(
            drm(FireDrm::ArtilleryTurned),
            Rule::SR_10_81_artfacing,
            reason,
        );
    }
    if let Some(rule) = views.iter().find_map(|view| view.too_steep) {
        terms.add(-2, rule, "at an assaulting neighbour too high or too low");
    }
    let sailed = |view: &View<'_>| {
        view.arm == FirerArm::Boat
            && (fire.options.will_move || done(view).is_some_and(|done| done.river_hexes > 0))
    };
    if fire.occasion == Occasion::Phasing && views.iter().any(sailed) {
        terms.add(-2, Rule::BB_14_73, "the gunboat has moved");
    }
}

/// SR 10.81-green; void at Shiloh (BB 14.1).
fn green(look: &FireScene<'_>, views: &[View<'_>], terms: &mut Terms) {
    let is_green = |view: &View<'_>| {
        matches!(
            view.arm,
            FirerArm::Foot | FirerArm::Dismounted | FirerArm::Detachment
        ) && look.facts(view.firer.part.unit).experience.value == Experience::Green
    };
    if !views.iter().any(is_green) {
        return;
    }
    let drm = look.scene.setting.variations.green_fire_drm;
    terms.add(i32::from(drm.value), drm.rule, "Green infantry");
}

/// SR 16.11, 16.12: the dark, by the farthest firer. Beyond the printed figures the series goes on (fire reading 66).
fn light(look: &FireScene<'_>, views: &[View<'_>], terms: &mut Terms) {
    let range = views.iter().map(|view| view.lane.range).max().unwrap_or(0);
    match look.light() {
        Light::Day => {}
        Light::Dawn | Light::Dusk if range > 1 => {
            let drm = look.tables().fire_drm.get(FireDrm::DawnOrDusk);
            terms.add(i32::from(drm), Rule::SR_10_81_dawn, "dawn or dusk");
        }
        Light::Dawn | Light::Dusk => {}
        Light::Night => {
            let place = usize::try_from(range).unwrap_or(usize::MAX);
            let printed = place
                .checked_sub(1)
                .and_then(|place| look.tables().hazards.night_fire.get(place));
            let series = || {
                let range = i32::try_from(range).unwrap_or(0);
                -(range * (range + 1) / 2)
            };
            let value = printed.map_or_else(series, |drm| i32::from(*drm));
            terms.add(value, Rule::SR_10_81_night, "night");
        }
    }
}

/// SR 17.31-fire: the most tired of those who fire; artillery never is (SR 17.1).
fn tired(look: &FireScene<'_>, views: &[View<'_>], terms: &mut Terms) {
    let penalty = |view: &View<'_>| {
        let level = fatigue_level(
            look.scene.setting,
            look.scene.position,
            view.firer.part.unit,
        );
        let printed = look
            .tables()
            .hazards
            .fatigue_penalty
            .get(usize::from(level));
        printed.map_or(0, |penalty| i32::from(*penalty))
    };
    let worst = views.iter().map(penalty).max().unwrap_or(0);
    terms.add(-worst, Rule::SR_10_81_fatigue, "Fatigue");
}

/// SR 10.69, 10.91: Low Ammo; BB 10.91: not with the last rounds.
fn short_of_ammunition(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    terms: &mut Terms,
) {
    let low = |view: &View<'_>| {
        view.arm != FirerArm::Boat
            && ammunition_of(look, view.firer) == Ammunition::Low
            && !fires_last_rounds(look, fire, view.firer)
    };
    if views.iter().any(low) {
        let drm = look.tables().fire_drm.get(FireDrm::LowAmmunition);
        terms.add(i32::from(drm), Rule::SR_10_81_ammo, "Low Ammo");
    }
}

/// BB 10.51-opt, 10.67-limited, 14.43 and what a scenario adds.
fn of_the_battle(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    struck: &Struck,
    load: Load,
    terms: &mut Terms,
) {
    if views.iter().any(|view| view.arm == FirerArm::Detachment) {
        terms.add(-1, Rule::BB_14_43_fire, "fire of a Detachment");
    }
    // BB 18.1-fire: misdirected fire is not the enemy's.
    let friendly = fire.occasion == Occasion::Event(EventFire::Misdirected);
    if struck.arm == FirerArm::Detachment && load != Load::Shell && !friendly {
        terms.add(-1, Rule::BB_14_43_fire, "a Detachment as target");
    }
    let close = |view: &View<'_>| {
        matches!(view.weapon.code.as_str(), "S" | "P") && is_own_attacker(look, fire, view.firer)
    };
    if look.switches().opt_pistol_shotgun_preassault == PistolShotgun::On && views.iter().all(close)
    {
        terms.add(
            1,
            Rule::BB_10_51_opt,
            "shotguns and pistols at an assaulter",
        );
    }
    if fire.options.limited {
        let range = views.iter().map(|view| view.lane.range).max().unwrap_or(0);
        let drm = match range {
            0..=4 => -1,
            5..=6 => -2,
            7..=8 => -3,
            _ => -4,
        };
        terms.add(drm, Rule::BB_10_67_limited, "limited line of sight");
    }
    for extra in &look.history.extras {
        let fires = views.iter().any(|view| view.firer.part.unit == extra.unit);
        if fires && (fire.occasion != Occasion::Phasing || !extra.non_phasing_only) {
            terms.add(i32::from(extra.value), extra.rule, "rule of the scenario");
        }
    }
}
