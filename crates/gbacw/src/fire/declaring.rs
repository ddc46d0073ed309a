//! SR 10.1 to 10.6: what a unit may declare. The only judge of a fire is [`longroll_combat::fire::terms`]; here it is built
//! from what was chosen, and what may be worth asking about is listed.

use std::borrow::Cow;

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Arm, Custom, UnitId};
use longroll_catalog::tables::RapidFire;
use longroll_combat::fire;
use longroll_combat::fire::{
    Ban, Banned, DeclaredFire, EventFire, ExtraTerm, FireHistory, FireScene, FirerArm, FiringPart,
    NonPhasing, Occasion, even_shares, held_back,
};
use longroll_core::Refusal;
use longroll_position::Part;
use longroll_position::rule_set::LimitedSight;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::manner::FireManner;
use crate::scene::At;

mod joining;

pub(crate) use self::joining::{add, fits};

/// The moment of a fire: the position, and what has been fired before.
#[derive(Debug)]
pub struct FireLook<'a> {
    at: At<'a>,
    history: Cow<'a, FireHistory>,
}

impl<'a> FireLook<'a> {
    /// As it stands.
    pub(crate) fn new(at: At<'a>) -> Self {
        Self::of(at, at.setting.unit_ids())
    }

    /// As it stands, for questions about these units.
    fn of(at: At<'a>, units: impl Iterator<Item = UnitId>) -> Self {
        let mut look = Self {
            at,
            history: Cow::Borrowed(&at.position.fires),
        };
        if at.setting.special.sleepers.is_some() || at.setting.special.surprise.is_some() {
            look.surprise(units);
        }
        look
    }

    /// BB 30.6-surprise, 31.0-alert, fire reading 122: what the surprised may not do, and what is added to their fire.
    fn surprise(&mut self, units: impl Iterator<Item = UnitId>) {
        let at = self.at;
        for unit in units {
            if let Some((value, rule)) = crate::alert::surprised_fire(at, unit) {
                let history = self.history.to_mut();
                // BB 30.6-surprise: some are spared the modifier, nobody the bans.
                if value != 0 {
                    history.extras.push(ExtraTerm {
                        unit,
                        non_phasing_only: true,
                        value,
                        rule,
                    });
                }
                for what in [Banned::Prepared, Banned::Kind(NonPhasing::Approach)] {
                    history.bans.push(Ban { unit, what, rule });
                }
            }
        }
    }

    /// SR 9.55-1: the same for guns under way, which began their move here.
    pub(crate) fn under_way(at: At<'a>, unit: UnitId, start: HexId) -> Self {
        // Whoever fires with it lies in its hex.
        let hex = at.position.unit(unit).hex;
        let mut look = Self::of(at, at.position.stack(hex).map(|part| part.unit));
        if at.setting.unit(unit).arm == Arm::Artillery {
            let history = look.history.to_mut();
            history.shooter_mut(Part::counter(unit)).began = Some(start);
        }
        look
    }

    /// For questions.
    pub(crate) fn scene(&self) -> FireScene<'_> {
        FireScene {
            scene: self.at,
            history: &self.history,
        }
    }
}

/// What set a fire off, as far as it limits the choices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trigger {
    /// When and why.
    pub occasion: Occasion,
    /// The one hex that may be fired at; any if none.
    pub at: Option<HexId>,
    /// SR 10.44: whom it strikes, if not the top unit.
    pub strikes: Option<UnitId>,
}

impl Trigger {
    /// SR 10.3.
    pub(crate) const PHASING: Self = Self {
        occasion: Occasion::Phasing,
        at: None,
        strikes: None,
    };
}

/// The fire that was chosen.
///
/// # Errors
/// When the unit has no such part, or nothing is left to it.
pub(crate) fn declared(
    look: &FireScene<'_>,
    trigger: Trigger,
    unit: UnitId,
    target: HexId,
    manner: FireManner,
) -> Result<DeclaredFire, Refusal> {
    if trigger.at.is_some_and(|only| only != target) {
        let rule = trigger.occasion.rule();
        return Err(Refusal::new(rule, "this fire is for another hex"));
    }
    let number = part_in(look, unit, manner.from)?;
    let mut firer = FiringPart {
        part: Part { unit, number },
        section: manner.section,
        sp: 0,
        refused: manner.refused,
    };
    let mut fire = DeclaredFire::new(trigger.occasion, firer, target);
    fire.options = manner.options;
    fire.boat = boat_named(look, unit, target, manner.boat)?;
    fire.strikes = trigger.strikes;
    let left = fire::left_of(look, &fire, firer)?;
    firer.sp = match manner.sp {
        Some(sp) if sp == left => {
            return Err(Refusal::new(
                Rule::SR_10_15,
                "that is all it has: the number is left out",
            ));
        }
        Some(sp) => sp,
        None => left,
    };
    let whole = manner.section.is_none() && is_mixed(look, unit);
    if whole && manner.sp.is_some() && !divides_as_a_whole(look, trigger, unit, manner) {
        return Err(Refusal::new(
            Rule::SR_10_65,
            "here a battery of several kinds of guns divides its fire by sections",
        ));
    }
    fire.from = if whole && manner.sp.is_none() {
        sections(look, firer)
    } else {
        SmallVec::from_slice(&[firer])
    };
    Ok(fire)
}

/// SR 8.44-fire: the number of the part that fires from this hex.
fn part_in(look: &FireScene<'_>, unit: UnitId, from: Option<HexId>) -> Result<u8, Refusal> {
    match from {
        None => Ok(0),
        Some(hex) => look
            .state(unit)
            .hexes()
            .position(|own| own == hex)
            .and_then(|place| u8::try_from(place).ok())
            .filter(|&place| place > 0)
            .ok_or_else(|| Refusal::new(Rule::SR_8_44_fire, "it has no extension in that hex")),
    }
}

/// BB 14.76: the gunboat that is fired at; it is named where several lie in the hex, and only there.
fn boat_named(
    look: &FireScene<'_>,
    unit: UnitId,
    target: HexId,
    named: Option<UnitId>,
) -> Result<Option<UnitId>, Refusal> {
    let Some(boat) = named else {
        return only_boat(look, unit, target);
    };
    let boats = boats_at(look, unit, target);
    if boats.len() < 2 || !boats.contains(&boat) {
        return Err(Refusal::new(
            Rule::BB_14_76,
            "a gunboat is named where several lie in the hex",
        ));
    }
    Ok(Some(boat))
}

/// SR 10.64, 10.65: whether a battery has guns of several kinds.
fn is_mixed(look: &FireScene<'_>, unit: UnitId) -> bool {
    let guns = look.state(unit).guns;
    let sections = look.facts(unit).sections.iter().zip(guns);
    let mut armed = sections
        .filter(|(_, guns)| *guns > 0)
        .map(|(section, _)| section.weapon);
    let first = armed.next();
    armed.any(|weapon| Some(weapon) != first)
}

/// SR 10.65: whether guns of several kinds may be shared out as if they were of one: phasing, not Rapid, and while no section has
/// its own count of ammunition.
fn divides_as_a_whole(
    look: &FireScene<'_>,
    trigger: Trigger,
    unit: UnitId,
    manner: FireManner,
) -> bool {
    let mut counts = look.history.sections.iter();
    trigger.occasion == Occasion::Phasing
        && !manner.options.rapid
        && counts.all(|own| own.unit != unit)
}

/// SR 10.64: the sections of a battery that fires as a whole.
fn sections(look: &FireScene<'_>, firer: FiringPart) -> SmallVec<[FiringPart; 3]> {
    (0_u8..)
        .zip(&look.facts(firer.part.unit).sections)
        .map(|(place, _)| {
            let section = FiringPart {
                section: Some(place),
                ..firer
            };
            let (normal, refused) = fire::share_of(look, section);
            let sp = if firer.refused { refused } else { normal };
            FiringPart { sp, ..section }
        })
        .filter(|section| section.sp > 0)
        .collect()
}

/// BB 14.76: the gunboats in a hex where nobody else is.
fn boats_at(look: &FireScene<'_>, unit: UnitId, target: HexId) -> SmallVec<[UnitId; 2]> {
    let side = look.facts(unit).side;
    let enemies = || {
        let stack = look.scene.position.stack(target).map(|part| part.unit);
        stack.filter(|&other| look.facts(other).side != side)
    };
    let is_boat = |&other: &UnitId| look.facts(other).arm == Arm::Gunboat;
    if enemies().any(|other| !is_boat(&other)) {
        return SmallVec::new();
    }
    enemies().filter(is_boat).collect()
}

/// BB 14.76: the one gunboat of a hex; of several one must be named.
fn only_boat(look: &FireScene<'_>, unit: UnitId, target: HexId) -> Result<Option<UnitId>, Refusal> {
    match boats_at(look, unit, target).as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        _ => Err(Refusal::new(
            Rule::BB_14_76,
            "the gunboat fired at must be named",
        )),
    }
}

/// Whether an enemy is near enough that a unit might fire at him of its own accord, wherever it looks and whatever hides him.
/// Most have none, and nothing else need be found out for them.
pub(crate) fn has_anybody_in_reach(at: At<'_>, unit: UnitId) -> bool {
    let look = FireScene {
        scene: at,
        history: &at.position.fires,
    };
    let (facts, state) = (look.facts(unit), look.state(unit));
    let arm = FirerArm::of(facts, state);
    let enemy = facts.side.enemy();
    let sections = (0..facts.sections.len()).map(|place| u8::try_from(place).ok());
    let reaches = core::iter::once(None).chain(sections).map(|section| {
        let firer = FiringPart {
            section,
            ..FiringPart::of(unit, 0)
        };
        let weapon = fire::weapon_of(&look, firer);
        fire::longest_range(&look, weapon, arm, Occasion::Phasing).0
    });
    let reach = reaches.max().unwrap_or(0);
    let near = |hex| at.held_within(enemy, hex, reach).next().is_some();
    // Gunboats hold no hex (reading I106).
    let boat = |boat| look.facts(boat).side == enemy && look.state(boat).on_map();
    state.hexes().any(near) || arm.has_guns() && at.setting.gunboat_ids().any(boat)
}

/// The fires of a unit worth asking about: every part and pool of it, every hex it might reach, every claim it might make.
pub(crate) fn candidates(
    look: &FireScene<'_>,
    trigger: Trigger,
    unit: UnitId,
    each: &mut dyn FnMut(HexId, FireManner),
) {
    let facts = look.facts(unit);
    let state = look.state(unit);
    let arm = FirerArm::of(facts, state);
    let sections = match facts.arm {
        Arm::Artillery if facts.sections.len() > 1 => facts.sections.len(),
        _ => 0,
    };
    for (number, hex) in (0_u8..).zip(state.hexes()) {
        let from = (number > 0).then_some(hex);
        let parts = (0..sections).map(|place| u8::try_from(place).ok());
        for section in core::iter::once(None).chain(parts) {
            let firer = FiringPart {
                part: Part { unit, number },
                section,
                sp: 0,
                refused: false,
            };
            if fire::may_fire(look, trigger.occasion, firer).is_err() {
                continue;
            }
            let (normal, refused) = fire::share_of(look, firer);
            for (sp, refused) in [(normal, false), (refused, true)] {
                if sp > 0 {
                    let manner = FireManner {
                        from,
                        section,
                        refused,
                        ..FireManner::default()
                    };
                    let pool = FiringPart {
                        sp,
                        refused,
                        ..firer
                    };
                    pool_candidates(look, trigger, arm, pool, manner, each);
                }
            }
        }
    }
}

fn pool_candidates(
    look: &FireScene<'_>,
    trigger: Trigger,
    arm: FirerArm,
    pool: FiringPart,
    manner: FireManner,
    each: &mut dyn FnMut(HexId, FireManner),
) {
    let targets: SmallVec<[HexId; 8]> = match trigger.at {
        Some(only) => SmallVec::from_slice(&[only]),
        None => in_view(look, trigger, arm, pool),
    };
    let strengths = strengths(look, trigger, arm, pool, targets.len());
    for target in targets {
        let boats = boats_at(look, pool.part.unit, target);
        let named: SmallVec<[Option<UnitId>; 2]> = if boats.len() > 1 {
            boats.into_iter().map(Some).collect()
        } else {
            SmallVec::from_slice(&[None])
        };
        for (&sp, &boat) in strengths
            .iter()
            .flat_map(|sp| named.iter().map(move |boat| (sp, boat)))
        {
            let manner = FireManner { sp, boat, ..manner };
            claims(look, trigger, arm, (pool, target), manner, &mut |manner| {
                each(target, manner);
            });
        }
    }
}

/// The enemies in reach, in the arc and in sight of a part: what the judge would refuse for these is not worth asking.
fn in_view(
    look: &FireScene<'_>,
    trigger: Trigger,
    arm: FirerArm,
    pool: FiringPart,
) -> SmallVec<[HexId; 8]> {
    let Some(from) = pool.hex(look.scene.position) else {
        return SmallVec::new();
    };
    let side = look.facts(pool.part.unit).side;
    // BB 18.1-fire: at its friends.
    let enemy = match trigger.occasion {
        Occasion::Event(EventFire::Misdirected) => side,
        _ => side.enemy(),
    };
    let (reach, _) = fire::longest_range(look, fire::weapon_of(look, pool), arm, trigger.occasion);
    let limited = look.switches().opt_limited_los == LimitedSight::On;
    let sight = look.scene.sight;
    let seen = |hex: HexId| match arm {
        FirerArm::Boat => sight.gunboat_line(from, hex).blocks.is_empty(),
        _ => limited || sight.recalls(from, hex),
    };
    let mut found: SmallVec<[HexId; 8]> = look
        .scene
        .held_within(enemy, from, reach)
        .filter(|&hex| fire::front_toward(look, pool.part, hex).is_some() && seen(hex))
        .collect();
    if arm.has_guns() {
        // Gunboats hold no hex (reading I106).
        let boats = look
            .scene
            .setting
            .gunboat_ids()
            .filter(|&unit| look.facts(unit).side == enemy && look.state(unit).on_map());
        let hexes = boats.map(|unit| look.state(unit).hex);
        for hex in hexes.filter(|&hex| look.range(from, hex) <= reach) {
            if !found.contains(&hex) {
                found.push(hex);
            }
        }
    }
    found
}

/// SR 10.15, 10.65: everything, or a share of it. A section does not divide its guns.
fn strengths(
    look: &FireScene<'_>,
    trigger: Trigger,
    arm: FirerArm,
    pool: FiringPart,
    targets: usize,
) -> SmallVec<[Option<u8>; 4]> {
    let mut found: SmallVec<[Option<u8>; 4]> = SmallVec::from_slice(&[None]);
    let mut add = |sp: u8| {
        if sp > 0 && sp < pool.sp && !found.contains(&Some(sp)) {
            found.push(Some(sp));
        }
    };
    if let Occasion::Event(_) = trigger.occasion {
        return found;
    }
    match trigger.occasion.kind() {
        // SR 10.15: what was kept back is fired as a whole.
        Some(kind)
            if look.history.shooter(pool.part).is_some_and(|done| {
                let mut fires = done.spent(kind).fires.iter();
                fires.any(|past| past.refused == pool.refused)
            }) => {}
        Some(_) => held_back(pool.sp, trigger.occasion)
            .into_iter()
            .for_each(&mut add),
        None if pool.section.is_some() || pool.refused => {}
        None if is_mixed(look, pool.part.unit)
            && !divides_as_a_whole(look, trigger, pool.part.unit, FireManner::default()) => {}
        None if arm.has_guns() => {
            for hexes in 2..=targets.min(usize::from(pool.sp)) {
                let hexes = u8::try_from(hexes).unwrap_or(u8::MAX);
                even_shares(pool.sp, hexes).into_iter().for_each(&mut add);
            }
        }
        None => {
            let near = pool.hex(look.scene.position).map_or(0, |hex| {
                let enemy = look.facts(pool.part.unit).side.enemy();
                look.scene.held_within(enemy, hex, 1).count()
            });
            if near > 1 && divides_with_others(look, pool.part.unit) {
                (1..pool.sp).for_each(&mut add);
            } else if near > 1 {
                even_shares(pool.sp, 2).into_iter().for_each(&mut add);
            }
        }
    }
    found
}

/// SR 10.82: whether somebody in its hex divides his fire with it.
fn divides_with_others(look: &FireScene<'_>, unit: UnitId) -> bool {
    let mut stack = look.scene.position.stack(look.state(unit).hex);
    stack.any(|part| fire::divide_as_one(look, unit, part.unit))
}

/// What may be claimed with a fire.
fn claims(
    look: &FireScene<'_>,
    trigger: Trigger,
    arm: FirerArm,
    (pool, target): (FiringPart, HexId),
    plain: FireManner,
    each: &mut dyn FnMut(FireManner),
) {
    each(plain);
    let phasing = trigger.occasion == Occasion::Phasing;
    let weapon = fire::weapon_of(look, pool);
    let range = pool
        .hex(look.scene.position)
        .map_or(u32::MAX, |hex| look.range(hex, target));
    match arm {
        FirerArm::Guns => {
            if range <= 3 && weapon.rapid_fire == RapidFire::Able {
                let mut rapid = plain;
                rapid.options.rapid = true;
                each(rapid);
            }
            if phasing {
                let mut moving = plain;
                moving.options.will_move = true;
                each(moving);
            }
            if range >= 4 && look.switches().opt_limited_los == LimitedSight::On {
                let mut limited = plain;
                limited.options.limited = true;
                each(limited);
                if phasing {
                    limited.options.will_move = true;
                    each(limited);
                }
            }
        }
        FirerArm::Boat => {
            if phasing {
                let mut moving = plain;
                moving.options.will_move = true;
                each(moving);
            }
        }
        FirerArm::Foot | FirerArm::Detachment | FirerArm::Dismounted | FirerArm::Mounted => {
            let mut prepared = plain;
            prepared.options.prepared = true;
            let near = range <= weapon.prepared_range.map_or(0, u32::from);
            if near {
                each(prepared);
            }
            let custom = look.scene.setting.variations.last_rounds.value == Custom::Done;
            if custom && fire::ammunition_of(look, pool) == Ammunition::Low {
                for mut last in [plain, prepared].into_iter().take(1 + usize::from(near)) {
                    last.options.last_rounds = true;
                    each(last);
                }
            }
        }
    }
}
