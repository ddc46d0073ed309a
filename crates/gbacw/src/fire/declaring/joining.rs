//! SR 10.15, 10.63, 10.82: which fires go together in one declaration.

use longroll_combat::fire::{self, DeclaredFire, FireScene, FiringPart};
use longroll_core::Refusal;
use longroll_rule::Rule;

/// Whether a fire that is not the first of its declaration may be added to it, by itself or to the fire before it.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn add(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    fire: DeclaredFire,
    joins: bool,
) -> Result<Vec<DeclaredFire>, Refusal> {
    let mut all = fires.to_vec();
    match all.last_mut() {
        Some(last) if joins => {
            if last.boat != fire.boat {
                return Err(Refusal::new(
                    Rule::BB_14_76,
                    "those who fire together fire at one gunboat",
                ));
            }
            if last.target != fire.target || !in_one_manner(look, last, &fire) {
                return Err(Refusal::new(
                    Rule::SR_10_63,
                    "those who fire together fire at one hex in one manner",
                ));
            }
            last.options.last_rounds |= fire.options.last_rounds;
            last.from.extend(fire.from);
        }
        _ if joins => {
            return Err(Refusal::new(Rule::SR_10_63, "there is no fire to join"));
        }
        _ => {
            let apart = all
                .iter()
                .find_map(|known| declared_otherwise(look, known, &fire));
            if let Some(rule) = apart {
                return Err(Refusal::new(rule, "that is declared once for all its fire"));
            }
            all.push(fire);
        }
    }
    Ok(all)
}

/// The rule by which a fire at another hex would have to be declared like this one. BB 10.91: whoever fires in both fires his
/// last rounds in both or in neither.
fn declared_otherwise(
    look: &FireScene<'_>,
    known: &DeclaredFire,
    fire: &DeclaredFire,
) -> Option<Rule> {
    if known.options.will_move != fire.options.will_move {
        return Some(Rule::SR_10_61);
    }
    let apart = known.options.last_rounds != fire.options.last_rounds;
    let in_both = |firer: &FiringPart| {
        let mut others = known.from.iter();
        others.any(|other| other.part.unit == firer.part.unit)
    };
    let mut firers = fire.from.iter();
    let bound = apart && firers.any(|firer| is_low(look, firer) && in_both(firer));
    bound.then_some(Rule::BB_10_91)
}

/// BB 10.91: whether it has last rounds to fire.
fn is_low(look: &FireScene<'_>, firer: &FiringPart) -> bool {
    fire::may_fire_last_rounds(look, *firer).is_ok()
}

/// Whether two fires are declared alike; BB 10.91, SR 10.82: last rounds are fired by those of a stack who are Low, all or none.
fn in_one_manner(look: &FireScene<'_>, one: &DeclaredFire, other: &DeclaredFire) -> bool {
    let mut alike = one.options;
    alike.last_rounds = other.options.last_rounds;
    let says_so = |fire: &DeclaredFire| {
        fire.options.last_rounds == fire.from.iter().any(|firer| is_low(look, firer))
    };
    let last = one.options.last_rounds || other.options.last_rounds;
    alike == other.options && (!last || says_so(one) && says_so(other))
}

/// SR 10.15: nobody fires more than he has, and nobody twice at one hex.
///
/// # Errors
/// Somebody would.
pub(crate) fn fits(look: &FireScene<'_>, fires: &[DeclaredFire]) -> Result<(), Refusal> {
    let firers = || {
        fires
            .iter()
            .flat_map(|fire| fire.from.iter().map(move |firer| (fire.target, *firer)))
    };
    for (place, (target, firer)) in firers().enumerate() {
        let same = |other: &FiringPart| other.part == firer.part && other.refused == firer.refused;
        let whole_and_part = firers().skip(place + 1).any(|(_, other)| {
            same(&other)
                && (other.section.is_none() || firer.section.is_none())
                && other.section != firer.section
        });
        let twice = firers()
            .skip(place + 1)
            .any(|(hex, other)| same(&other) && other.section == firer.section && hex == target);
        if whole_and_part || twice {
            return Err(Refusal::new(
                Rule::SR_10_15,
                "it has fired there, or has no more to fire",
            ));
        }
        let fired: u8 = firers()
            .filter(|(_, other)| same(other) && other.section == firer.section)
            .fold(0, |sum: u8, (_, other)| sum.saturating_add(other.sp));
        let (normal, refused) = fire::share_of(look, firer);
        let share = if firer.refused { refused } else { normal };
        if fired > share {
            return Err(Refusal::new(Rule::SR_8_31, "more SP than it may fire"));
        }
    }
    Ok(())
}
