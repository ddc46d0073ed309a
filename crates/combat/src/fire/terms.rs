//! From a declared fire to its terms: the only judge of a fire.

use longroll_board::{FrontChoice, HexId};
use longroll_catalog::facts::{Ammunition, Custom, UnitId};
use longroll_catalog::tables::{RapidFire, WeaponClass, WeaponFacts};
use longroll_core::{Refusal, Side, Terms};
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::ammunition::{Wear, ammunition_of, depletes};
use super::arc::{front_toward, is_enfiladed};
use super::even_shares::held_back;
use super::exchange::{
    is_own_attacker, may_answer, may_share_with, must_fire_at, spares_its_enemy,
};
use super::firer::FirerArm;
use super::lane::{Lane, lane};
use super::prepared::{may_prepare, may_use_rapid_fire};
use super::scene::FireScene;
use super::spencer::fires_twice;
use super::stack::share_of;
use super::target::{Struck, struck};
use super::weapon::{Load, is_spencer, load_at, worst_weapon};
use super::who::{left_of, may_fire, too_steep};
use super::{combine, modifiers, terrain};
use longroll_position::Bound;
use longroll_position::fire::{DeclaredFire, EventFire, FiringPart, Occasion, Shot};

/// Whom a result strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strikes {
    /// SR 8.35: this unit, then whoever is left of the stack.
    First(UnitId),
    /// SR 8.35-shell, 10.67: every unit of the hex, each for itself.
    Each,
    /// BB 14.76: this gunboat, which only a D harms.
    Boat(UnitId),
}

/// SR 10.26-friendlyfire, BB 10.67-limited-friends: friends near the target who may have to check.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FriendsCheck {
    /// Where they stand.
    pub hexes: SmallVec<[HexId; 2]>,
    /// They check when the unmodified die is this or less.
    pub up_to: u8,
    /// The rule that makes them.
    pub rule: Rule,
}

/// Whose ammunition a shot wears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WornBy {
    pub unit: UnitId,
    /// Its section; none for the whole.
    pub section: Option<u8>,
    /// The state before.
    pub before: Ammunition,
    pub wear: Wear,
}

/// Everything a fire's roll needs: the modifiers with their rules, the column, whom it strikes and what else the die decides.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireTerms {
    /// The rule that gives the fire.
    pub rule: Rule,
    /// SR 10.81: every modifier.
    pub terms: Terms,
    /// The columns that are read.
    pub class: WeaponClass,
    /// The SP that fire: the column.
    pub sp: u8,
    /// What is fired.
    pub load: Load,
    /// Hexes to the target, of the farthest firer.
    pub range: u32,
    /// Whom the result strikes.
    pub strikes: Strikes,
    /// Friends who may have to check.
    pub friends: Option<FriendsCheck>,
    /// Whose ammunition the die may wear.
    pub worn: SmallVec<[WornBy; 2]>,
}

/// One firer with everything looked up.
pub(super) struct View<'a> {
    pub firer: FiringPart,
    pub arm: FirerArm,
    pub weapon: &'a WeaponFacts,
    pub lane: Lane,
    pub range_drm: i8,
    pub ground: Terms,
    pub enfilades: bool,
    /// SR 10.67-adjacent: the rule that costs it 2 in Pre-assault fire.
    pub too_steep: Option<Rule>,
}

/// SR 10: judges a declared fire and gives the terms of one of its shots.
///
/// # Errors
/// The rule that forbids it.
pub fn terms(look: &FireScene<'_>, fire: &DeclaredFire, shot: Shot) -> Result<FireTerms, Refusal> {
    let Some(first) = fire.from.first() else {
        return Err(Refusal::new(Rule::SR_10_12, "nobody fires"));
    };
    let side = look.facts(first.part.unit).side;
    let struck = struck(look, side, fire)?;
    let mut views: SmallVec<[View<'_>; 3]> = SmallVec::new();
    for &firer in &fire.from {
        views.push(view(look, fire, side, &struck, firer, shot)?);
    }
    if shot == Shot::First {
        combine::judge(look, fire)?;
    }
    let second = Second::of(look, fire, &views, shot)?;
    if shot == Shot::Second {
        keep_second_shots(&mut views, second)?;
    }
    let prepared = are_prepared(look, fire, &views, shot)?;
    if fire.options.last_rounds {
        have_last_rounds(look, &views, *first)?;
    }
    let load = views.iter().map(|view| view.lane.load).max();
    let load = load.unwrap_or(Load::SmallArms);
    let (class, strikes) = effect_on(&struck, load);
    Ok(FireTerms {
        rule: fire.occasion.rule(),
        terms: modifiers::all(
            look,
            fire,
            &views,
            &struck,
            modifiers::Kind { load, prepared },
        ),
        class,
        sp: views
            .iter()
            .fold(0, |sum: u8, view| sum.saturating_add(view.firer.sp)),
        load,
        range: views.iter().map(|view| view.lane.range).max().unwrap_or(0),
        strikes,
        friends: friends(fire, &views),
        worn: worn(look, fire, &views, second, shot),
    })
}

/// SR 10.31: who fires a second time.
fn keep_second_shots(views: &mut SmallVec<[View<'_>; 3]>, second: Second) -> Result<(), Refusal> {
    match second {
        Second::None => {
            return Err(Refusal::new(Rule::SR_10_31, "it fires once"));
        }
        Second::Rapid => views.retain(|view| view.weapon.rapid_fire == RapidFire::Able),
        Second::Spencer => {}
    }
    Ok(())
}

/// SR 10.5: whether the fire is Prepared; all who fire must be able to.
fn are_prepared(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    shot: Shot,
) -> Result<bool, Refusal> {
    let mut prepared = fire.options.prepared;
    if prepared && shot != Shot::Rest {
        for view in views {
            match may_prepare(look, fire, view.firer, view.lane.range) {
                Err(refusal) if shot == Shot::First => return Err(refusal),
                // SR 14.31: Disordered between the two shots.
                Err(_) => prepared = false,
                Ok(()) => {}
            }
        }
    }
    Ok(prepared)
}

/// SR 10.82: of those who fire as one it is enough that one is Low.
fn have_last_rounds(
    look: &FireScene<'_>,
    views: &[View<'_>],
    first: FiringPart,
) -> Result<(), Refusal> {
    let mut judged = views
        .iter()
        .map(|view| may_fire_last_rounds(look, view.firer));
    judged
        .find(Result::is_ok)
        .unwrap_or_else(|| may_fire_last_rounds(look, first))
}

/// Which table is read, and whom its results strike.
fn effect_on(struck: &Struck, load: Load) -> (WeaponClass, Strikes) {
    match (struck.arm, load) {
        (FirerArm::Boat, _) => (WeaponClass::Artillery, Strikes::Boat(struck.part.unit)),
        (_, Load::Shell) => (WeaponClass::Artillery, Strikes::Each),
        _ => (WeaponClass::SmallArms, Strikes::First(struck.part.unit)),
    }
}

/// What gives a fire a second shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Second {
    None,
    Rapid,
    Spencer,
}

impl Second {
    /// SR 10.68: somebody who may must take part in Rapid fire, and nobody of his kind may be barred from it.
    ///
    /// SR 14.3: Spencers that were Disordered after their first shot still fire the second.
    fn of(
        look: &FireScene<'_>,
        fire: &DeclaredFire,
        views: &[View<'_>],
        shot: Shot,
    ) -> Result<Self, Refusal> {
        if !fire.options.rapid {
            let twice = views.iter().any(|view| match shot {
                Shot::First | Shot::Rest => fires_twice(look, view.firer.part.unit),
                Shot::Second => is_spencer(view.weapon) && view.arm != FirerArm::Mounted,
            });
            return Ok(if twice { Self::Spencer } else { Self::None });
        }
        let mut able = None;
        for view in views {
            let judged = may_use_rapid_fire(look, fire, view.firer, view.lane.range);
            match (judged, view.weapon.rapid_fire) {
                (Ok(()), _) => able = Some(Self::Rapid),
                (Err(refusal), RapidFire::Able) => return Err(refusal),
                (Err(_), RapidFire::Unable) => {}
            }
        }
        able.ok_or_else(|| Refusal::new(Rule::SR_10_68, "only smoothbore guns use Rapid fire"))
    }
}

/// One firer: whether it may fire, whether the target is in its reach, arc and sight.
fn view<'a>(
    look: &FireScene<'a>,
    fire: &DeclaredFire,
    side: Side,
    struck: &Struck,
    firer: FiringPart,
    shot: Shot,
) -> Result<View<'a>, Refusal> {
    let unit = firer.part.unit;
    let arm = FirerArm::of(look.facts(unit), look.state(unit));
    if struck.arm == FirerArm::Boat && !arm.has_guns() {
        return Err(Refusal::new(
            Rule::BB_14_76,
            "small arms do nothing to a gunboat",
        ));
    }
    // SR 14.31: what was judged before the first shot stands for the second.
    let again = shot != Shot::First;
    if !again {
        may_fire(look, fire.occasion, firer)?;
    }
    if fire.options.will_move {
        may_say_it_will_move(look, fire, unit, arm)?;
    }
    if !again {
        may_answer(look, fire, firer)?;
        strength(look, fire, firer)?;
    }
    let hex = firer
        .hex(look.scene.position)
        .ok_or_else(|| Refusal::new(Rule::SR_10_12, "it is not on the map"))?;
    through_its_front(look, fire, firer)?;
    let range = look.range(hex, fire.target);
    let (weapon, range_drm) = worst_weapon(look, firer, fire.occasion, range)?;
    is_far_enough(fire, range)?;
    let too_steep = too_steep(look, firer, fire.target);
    if let Some(rule) = too_steep
        && !is_own_attacker(look, fire, firer)
    {
        return Err(Refusal::new(
            rule,
            "a neighbour too high or too low for guns",
        ));
    }
    if fire.occasion == Occasion::Phasing && shot != Shot::Rest {
        is_free_to_fire_at(look, firer, fire.target)?;
    }
    let lane = lane(look, fire, arm, side, hex, load_at(arm, range))?;
    Ok(View {
        firer,
        arm,
        weapon,
        ground: terrain::ground(look, arm, &lane, fire.target),
        enfilades: is_enfiladed(look, struck.part, hex),
        lane,
        range_drm,
        too_steep,
    })
}

/// BB 19.0-1: the least range of the batteries.
fn is_far_enough(fire: &DeclaredFire, range: u32) -> Result<(), Refusal> {
    if fire.occasion == Occasion::Event(EventFire::Batteries) && range < 4 {
        return Err(Refusal::new(
            Rule::BB_19_0_1,
            "the batteries fire at four hexes and more",
        ));
    }
    Ok(())
}

/// SR 10.61: guns that have still to move.
fn may_say_it_will_move(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    unit: UnitId,
    arm: FirerArm,
) -> Result<(), Refusal> {
    if !arm.has_guns() || fire.occasion != Occasion::Phasing {
        return Err(Refusal::new(
            Rule::SR_10_61,
            "only phasing guns declare that they will move",
        ));
    }
    may_move_after(look, unit)
}

/// SR 10.66: a lone battery that must fire at its enemy fires at others only with what is left.
fn is_free_to_fire_at(
    look: &FireScene<'_>,
    firer: FiringPart,
    target: HexId,
) -> Result<(), Refusal> {
    let bound = must_fire_at(look, firer);
    let divided = || firer.section.is_some() || firer.sp < share_of(look, firer).0;
    let spared = || divided() && may_share_with(look, firer, target);
    if !bound.is_empty() && !bound.contains(&target) && !spared() {
        return Err(spares_its_enemy());
    }
    Ok(())
}

/// BB 14.61-fire: guns without horses do not both fire and move.
fn may_move_after(look: &FireScene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let scene = &look.scene;
    let body = scene.position.body_of(scene.setting, unit);
    if scene.position.body(body).bound == Bound::Stay {
        return Err(Refusal::new(
            Rule::SR_6_23,
            "its brigade must Stay: no MP may be spent",
        ));
    }
    match allowance(scene.setting, scene.position, unit, Fired::Yes) {
        Allowance::OneHex => Err(Refusal::new(
            Rule::BB_14_61_fire,
            "a battery without horses moves or fires",
        )),
        Allowance::Points(_) | Allowance::River => Ok(()),
    }
}

/// SR 8.31, 8.33, 10.15, 10.41: no more SP than its share, or than it has kept back. Outside its own phase a unit fires all
/// it has, either half of it, or what it kept back; a section never divides its guns (SR 10.65). How phasing and
/// Pre-assault fire is shared over several targets is judged with all of them ([`super::judge_split`]).
fn strength(look: &FireScene<'_>, fire: &DeclaredFire, firer: FiringPart) -> Result<(), Refusal> {
    let left = left_of(look, fire, firer)?;
    let bent = share_of(look, firer).1 > 0 || firer.refused;
    if firer.sp == 0 {
        let rule = if bent {
            Rule::SR_7_34_fire
        } else {
            Rule::SR_10_14
        };
        return Err(Refusal::new(rule, "no SP fire"));
    }
    if firer.sp > left {
        let rule = if bent {
            Rule::SR_7_34_fire
        } else {
            Rule::SR_8_31
        };
        return Err(Refusal::new(rule, "more SP than it may fire"));
    }
    if firer.section.is_some() && firer.sp < left {
        return Err(Refusal::new(
            Rule::SR_10_65,
            "a section does not divide its fire",
        ));
    }
    let has_fired = fire.occasion.kind().is_some_and(|kind| {
        let done = look.history.shooter(firer.part);
        let past = done.map(|done| done.spent(kind).fires.iter());
        past.is_some_and(|mut past| past.any(|past| past.refused == firer.refused))
    });
    if let Occasion::Event(event) = fire.occasion
        && firer.sp < left
    {
        return Err(Refusal::new(
            event.rule(),
            "in an event a unit fires all it has",
        ));
    }
    let halves = fire.occasion.kind().is_some();
    let whole = has_fired && firer.sp == left;
    if halves && !whole && (has_fired || !held_back(left, fire.occasion).contains(&firer.sp)) {
        return Err(Refusal::new(
            Rule::SR_10_15,
            "outside its phase a unit fires all or half of what it has",
        ));
    }
    Ok(())
}

/// SR 10.16, 7.34-fire: the target lies in the front whose share is used.
fn through_its_front(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
) -> Result<(), Refusal> {
    match (front_toward(look, firer.part, fire.target), firer.refused) {
        (None, _) => Err(Refusal::new(
            Rule::SR_10_16,
            "the target is outside its front arc",
        )),
        (Some(FrontChoice::Normal), true) | (Some(FrontChoice::Refused), false) => {
            Err(Refusal::new(
                Rule::SR_7_34_fire,
                "that share does not fire through this front",
            ))
        }
        _ => Ok(()),
    }
}

/// BB 10.91: Low infantry only.
///
/// # Errors
/// When it has no last rounds to fire.
pub fn may_fire_last_rounds(look: &FireScene<'_>, firer: FiringPart) -> Result<(), Refusal> {
    let custom = look.scene.setting.variations.last_rounds;
    if custom.value != Custom::Done {
        return Err(Refusal::new(
            custom.rule,
            "the series knows no fire of last rounds",
        ));
    }
    let unit = firer.part.unit;
    let arm = FirerArm::of(look.facts(unit), look.state(unit));
    let foot = matches!(arm, FirerArm::Foot | FirerArm::Detachment);
    if foot && ammunition_of(look, firer) == Ammunition::Low {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::BB_10_91,
            "only infantry that is Low fires its last rounds",
        ))
    }
}

/// SR 10.82, BB 10.91: whether one of those who fire fires its last rounds; the others are not touched by it.
pub(super) fn fires_last_rounds(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
) -> bool {
    fire.options.last_rounds && may_fire_last_rounds(look, firer).is_ok()
}

fn friends(fire: &DeclaredFire, views: &[View<'_>]) -> Option<FriendsCheck> {
    let mut hexes: SmallVec<[HexId; 2]> = SmallVec::new();
    for hex in views
        .iter()
        .flat_map(|view| view.lane.friends.iter().copied())
    {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    if hexes.is_empty() {
        return None;
    }
    let (up_to, rule) = if fire.options.limited {
        (9, Rule::BB_10_67_limited_friends)
    } else {
        (2, Rule::SR_10_26_friendlyfire)
    };
    Some(FriendsCheck { hexes, up_to, rule })
}

fn worn(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    views: &[View<'_>],
    second: Second,
    shot: Shot,
) -> SmallVec<[WornBy; 2]> {
    let mut found: SmallVec<[WornBy; 2]> = SmallVec::new();
    // BB 18.1-fire: misdirected fire wears nothing.
    if fire.occasion == Occasion::Event(EventFire::Misdirected) {
        return found;
    }
    for view in views {
        let unit = view.firer.part.unit;
        let known = |worn: &WornBy| worn.unit == unit && worn.section == view.firer.section;
        // SR 8.44: the parts of a line are worn as one unit.
        if found.iter().any(known) {
            continue;
        }
        let wear = if fires_last_rounds(look, fire, view.firer) {
            Wear::LastRounds
        } else if second == Second::Rapid && view.weapon.rapid_fire == RapidFire::Able {
            Wear::Rapid
        } else if second == Second::Spencer && shot == Shot::Second {
            Wear::SpencerSecond
        } else {
            Wear::Ordinary
        };
        // SR 14.33 needs no optional rule.
        if wear != Wear::SpencerSecond && !depletes(look, unit) {
            continue;
        }
        found.push(WornBy {
            unit,
            section: view.firer.section,
            before: ammunition_of(look, view.firer),
            wear,
        });
    }
    found
}
