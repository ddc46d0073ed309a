//! SR 10.1, 10.3, 10.4, 10.61: whether a unit may fire at all on an occasion.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Orders};
use longroll_core::Refusal;
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_movement::artillery::may_fire_after_moving;
use longroll_position::rule_set::NonPhasingStacks;
use longroll_position::{Deeds, Extent, Part};
use longroll_rule::Rule;

use super::ammunition::ammunition_of;
use super::firer::FirerArm;
use super::prepared::has_moved;
use super::scene::FireScene;
use super::stack::share_of;
use longroll_position::fire::{Banned, PastFire, Shooter};
use longroll_position::fire::{DeclaredFire, FireOptions, FiringPart};
use longroll_position::fire::{EventFire, NonPhasing, Occasion};

type Judged = Result<(), Refusal>;

fn refuse(rule: Rule, reason: &'static str) -> Judged {
    Err(Refusal::new(rule, reason))
}

/// Whether a firer may fire on this occasion, whatever the target: its side, orders, state, movement, stack and what it has
/// fired already.
///
/// # Errors
/// The rule that forbids it.
pub fn may_fire(look: &FireScene<'_>, occasion: Occasion, firer: FiringPart) -> Judged {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    if !state.on_map() {
        return refuse(Rule::SR_10_12, "it is not on the map");
    }
    its_turn(look, occasion, firer)?;
    let rule = match occasion {
        Occasion::Phasing => Rule::SR_10_33,
        _ => Rule::SR_10_41,
    };
    if state.orders == Orders::March {
        return refuse(rule, "units under March orders do not fire");
    }
    let body = look.scene.position.body_of(look.scene.setting, unit);
    if look.scene.position.body(body).reserve {
        return refuse(Rule::SR_6_32, "units in Reserve take no actions");
    }
    let arm = FirerArm::of(facts, state);
    if ammunition_of(look, firer) == Ammunition::Out {
        let rule = if arm == FirerArm::Guns {
            Rule::SR_10_69
        } else {
            Rule::SR_10_91
        };
        return refuse(rule, "it is Out of Ammo");
    }
    let what = occasion.kind().map_or(Banned::Phasing, Banned::Kind);
    let ban = |ban: &&longroll_position::fire::Ban| {
        ban.unit == unit && (ban.what == Banned::Fire || ban.what == what)
    };
    if let Some(ban) = look.history.bans.iter().find(ban) {
        return refuse(ban.rule, "it may not fire in this way now");
    }
    let done = look.history.shooter(firer.part);
    match arm {
        FirerArm::Guns => guns(look, occasion, firer)?,
        FirerArm::Boat if done.is_some_and(|done| done.river_hexes > 20) => {
            return refuse(
                Rule::BB_14_73,
                "a gunboat that moved more than 20 hexes does not fire",
            );
        }
        FirerArm::Mounted
            if done.is_some_and(|done| done.charged)
                || look.state(unit).deeds.has(Deeds::CHARGES) =>
        {
            return refuse(Rule::SR_14_24, "cavalry that charges does not fire");
        }
        _ => {}
    }
    if share_of(look, firer) == (0, 0) {
        let rule = match arm {
            FirerArm::Guns => Rule::SR_8_33,
            _ => Rule::SR_8_31,
        };
        return refuse(rule, "the units above it use up what the hex may fire");
    }
    Ok(())
}

/// SR 10.3, 10.4: whose turn it is, and what has been fired and done before.
fn its_turn(look: &FireScene<'_>, occasion: Occasion, firer: FiringPart) -> Judged {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    let arm = FirerArm::of(facts, state);
    if let Occasion::Event(event) = occasion {
        let named = match event {
            EventFire::Batteries => arm == FirerArm::Guns,
            EventFire::Misdirected | EventFire::AtWill => {
                matches!(arm, FirerArm::Foot | FirerArm::Detachment)
            }
        };
        return if named {
            Ok(())
        } else {
            refuse(event.rule(), "the event is for another arm")
        };
    }
    let phasing = look.is_phasing(facts.side);
    match (occasion, phasing) {
        (Occasion::Phasing, false) => {
            return refuse(Rule::SR_10_3, "only activated units use phasing fire");
        }
        (Occasion::Phasing, true) => return phasing_fire(look, firer, arm),
        // SR 10.4: against Continued assaults phasing units fire too.
        (Occasion::PreAssault, _) | (_, false) => {}
        (_, true) => {
            return refuse(Rule::SR_10_4, "phasing units use no non-phasing fire");
        }
    }
    match occasion {
        Occasion::Approach if !arm.has_guns() => {
            refuse(Rule::SR_10_45, "Approach fire is for artillery")
        }
        Occasion::Approach if state.deeds.has(Deeds::REACTED_MOVE) => refuse(
            Rule::SR_9_63_art,
            "guns that moved in reaction have no Approach fire",
        ),
        Occasion::Withdrawal if arm.has_guns() => refuse(
            Rule::SR_10_44,
            "Withdrawal fire is for infantry and cavalry",
        ),
        _ => Ok(()),
    }
}

fn phasing_fire(look: &FireScene<'_>, firer: FiringPart, arm: FirerArm) -> Judged {
    let state = look.state(firer.part.unit);
    let done = look.history.shooter(firer.part);
    let fired_as_a_whole = state.extent == Extent::Single && state.deeds.has(Deeds::FIRED);
    if done.is_some_and(|done| done.fired) || fired_as_a_whole {
        return refuse(Rule::SR_10_31, "it has used its phasing fire");
    }
    if state.deeds.has(Deeds::FINISHED) {
        return refuse(Rule::SR_10_13, "another unit has begun after it");
    }
    if state.deeds.has(Deeds::WITHDREW) {
        return refuse(Rule::SR_9_54, "who withdraws does not fire");
    }
    if state.deeds.has(Deeds::REORDERED) && state.orders_now() != Orders::Attack {
        return refuse(
            Rule::SR_8_24,
            "it changed the stacking order instead of moving or firing",
        );
    }
    if state.deeds.has(Deeds::SUPPLIED) && !fires_beside_supply(look, firer) {
        return refuse(
            Rule::SR_10_92,
            "it brings up ammunition instead of moving and firing",
        );
    }
    if state.deeds.has(Deeds::RECOVERED) {
        return refuse(
            Rule::SR_13_4,
            "a unit that tries to recover does nothing else",
        );
    }
    if state.deeds.has(Deeds::NO_COMBAT) {
        return refuse(Rule::SR_9_53, "it came next to the enemy and may not fire");
    }
    if state.deeds.has(Deeds::NO_FIRE) {
        return refuse(
            Rule::SR_7_34_join,
            "it joined a refused unit that had fired",
        );
    }
    // BB 14.44: a Detachment is always under Advance.
    let advance = state.orders_now() == Orders::Advance || arm == FirerArm::Detachment;
    if advance && !arm.has_guns() && has_moved(look, firer) {
        return refuse(
            Rule::SR_10_33,
            "units under Advance orders fire instead of moving",
        );
    }
    Ok(())
}

/// SR 8.33, 9.55, 10.61, BB 14.61: what guns in particular may not do.
fn guns(look: &FireScene<'_>, occasion: Occasion, firer: FiringPart) -> Judged {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    if state.is_disordered() {
        return refuse(Rule::SR_10_61, "Disordered artillery does not fire");
    }
    let above = look.scene.position.stack(state.hex);
    let is_gun =
        |part: &Part| FirerArm::of(look.facts(part.unit), look.state(part.unit)) == FirerArm::Guns;
    if above
        .take_while(|part| part.unit != unit)
        .any(|part| !is_gun(&part))
    {
        return refuse(
            Rule::SR_8_33,
            "artillery with other arms fires from the top only",
        );
    }
    if !look.is_phasing(facts.side) || !has_moved(look, firer) {
        return Ok(());
    }
    match allowance(look.scene.setting, look.scene.position, unit, Fired::Yes) {
        Allowance::Points(half) if state.spent > half.total => {
            return refuse(
                Rule::SR_10_61,
                "guns that moved more than half their MA do not fire",
            );
        }
        Allowance::OneHex => {
            return refuse(
                Rule::BB_14_61_fire,
                "a battery without horses moves or fires",
            );
        }
        Allowance::Points(_) | Allowance::River => {}
    }
    match look.history.shooter(firer.part).and_then(|done| done.began) {
        Some(began) if occasion == Occasion::Phasing => {
            may_fire_after_moving(&look.scene, unit, began)
        }
        _ => Ok(()),
    }
}

/// SR 10.67-adjacent, BB 10.67-height: the rule by which guns may not fire at a neighbour so much higher or lower: two
/// levels, at Shiloh three. Gunboats are artillery too (BB 14.77).
#[must_use]
pub fn too_steep(look: &FireScene<'_>, firer: FiringPart, target: HexId) -> Option<Rule> {
    let unit = firer.part.unit;
    if !FirerArm::of(look.facts(unit), look.state(unit)).has_guns() {
        return None;
    }
    let hex = firer.hex(look.scene.position)?;
    let steep = look.scene.setting.variations.guns_steep_levels;
    let apart = (look.level(hex) - look.level(target)).abs();
    (look.range(hex, target) == 1 && apart >= i32::from(steep.value)).then_some(steep.rule)
}

/// SR 10.15, 10.41: what is left to a firer of a kind of non-phasing fire for this target: all its share, what it kept back,
/// or nothing.
///
/// # Errors
/// When it has used it up.
pub fn left_of(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
) -> Result<u8, Refusal> {
    let (normal, refused) = share_of(look, firer);
    let share = if firer.refused { refused } else { normal };
    let Some(kind) = fire.occasion.kind() else {
        return Ok(share);
    };
    let Some(done) = look.history.shooter(firer.part) else {
        return Ok(share);
    };
    if look.switches().nonphasing_two_stacks == NonPhasingStacks::AllKinds {
        let at = |past: &PastFire| past.at == fire.target;
        if done.spent.iter().any(|spent| spent.fires.iter().any(at)) {
            return Err(Refusal::new(
                Rule::SR_10_41,
                "it has fired at this stack already",
            ));
        }
    }
    // Fire reading 4: between two fronts the owner says which share fires.
    let other_share = |past: &PastFire| past.at == fire.target && past.refused != firer.refused;
    if done.spent(kind).fires.iter().any(other_share) {
        return Err(Refusal::new(
            Rule::SR_10_15,
            "a unit does not divide its fire on one target",
        ));
    }
    match pool(done, kind, firer).as_slice() {
        [] => Ok(share),
        [only] if kind == NonPhasing::PreAssault && only.reserved == 0 => Err(Refusal::new(
            Rule::SR_10_43,
            "it has used its Pre-assault fire",
        )),
        [only] if only.reserved == 0 => Err(Refusal::new(
            Rule::SR_10_41,
            "it has used this kind of fire in this enemy Activation",
        )),
        [only] if only.at == fire.target => Err(Refusal::new(
            Rule::SR_10_15,
            "the part kept back is for another hex",
        )),
        [only] if is_the_same_stack(look, only, fire.target) => Err(Refusal::new(
            Rule::SR_10_41,
            "the part kept back is for another stack",
        )),
        // SR 10.15: losses come off what was kept back only when less is left.
        [only] => Ok(only.reserved.min(share)),
        _ => Err(Refusal::new(Rule::SR_10_15, "it has fired twice")),
    }
}

/// SR 10.41: whether one of those from whom SP were kept back stands in this hex now. The parts of a line are fired at one by
/// one (SR 8.44).
fn is_the_same_stack(look: &FireScene<'_>, past: &PastFire, target: HexId) -> bool {
    let mut now = look.scene.position.stack(target);
    now.any(|part| past.stack.contains(&part))
}

/// SR 10.92: whether this is a section that fires while another of its battery brings up ammunition.
fn fires_beside_supply(look: &FireScene<'_>, firer: FiringPart) -> bool {
    let unit = firer.part.unit;
    let supplied = look.history.supplied.iter().filter(|own| own.unit == unit);
    let mut supplied = supplied.peekable();
    supplied.peek().is_some()
        && firer
            .section
            .is_some_and(|section| supplied.all(|own| own.section != section))
}

/// The fires of one kind out of one pool. SR 10.65: each section of a battery has its own.
fn pool(done: &Shooter, kind: NonPhasing, firer: FiringPart) -> smallvec::SmallVec<[PastFire; 2]> {
    let fires = done.spent(kind).fires.iter();
    let whole = |section: Option<u8>| section.is_none();
    fires
        .filter(|fire| {
            let same = fire.section == firer.section;
            fire.refused == firer.refused && (same || whole(fire.section) || whole(firer.section))
        })
        .cloned()
        .collect()
}

/// SR 10.32, 10.52, 10.61, 10.68, fire readings 20 and 21: whether a unit that has fired with these options may spend MP
/// afterwards in the Activation.
///
/// # Errors
/// The rule that forbids it.
pub fn may_spend_mp_after(look: &FireScene<'_>, firer: FiringPart, options: FireOptions) -> Judged {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    match FirerArm::of(facts, state) {
        FirerArm::Guns if options.will_move => Ok(()),
        FirerArm::Guns => refuse(
            Rule::SR_10_61,
            "guns declare before they fire that they will move",
        ),
        FirerArm::Boat if options.will_move => Ok(()),
        FirerArm::Boat => refuse(
            Rule::BB_14_73,
            "a gunboat declares before it fires that it will move",
        ),
        _ if options.prepared => refuse(Rule::SR_10_52, "Prepared fire is made instead of moving"),
        FirerArm::Detachment => refuse(
            Rule::SR_10_32,
            "units under Advance orders fire instead of moving",
        ),
        _ if state.orders_now() != Orders::Attack => refuse(
            Rule::SR_10_32,
            "units under Advance orders fire instead of moving",
        ),
        _ => Ok(()),
    }
}
