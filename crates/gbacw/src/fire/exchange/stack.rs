//! SR 10.82: small arms of one stack that divide their fire over two hexes as one unit.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{self, DeclaredFire, FireOptions, FireScene, Shot};
use longroll_core::Refusal;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::super::FireManner;
use super::super::declaring::{Trigger, declared};

/// SR 10.62, 10.31: whether another than the unit that declares may fire with it: he acts himself.
pub(super) fn takes_part(look: &FireScene<'_>, first: UnitId, unit: UnitId) -> Result<(), Refusal> {
    let at = look.scene;
    let body = at.position.body_of(at.setting, unit);
    if body != at.position.body_of(at.setting, first) {
        return Err(Refusal::new(Rule::SR_10_62, "its brigade does not act now"));
    }
    crate::movement::may_unit_act(at, body, unit).map(|_| ())
}

/// A unit of the stack: what it still has, and where it may fire it.
#[derive(Debug, Clone, Copy)]
struct Mate {
    /// SP of the normal front that have not been declared.
    left: u8,
    /// Whether it has declared any.
    fires: bool,
    /// Whether it may still add to the hex that was named last.
    here: bool,
    /// Whether it may fire at the other hex.
    there: bool,
}

/// Whether a declaration of such a stack can be made complete: what is named last is added to, and the rest is fired at one other hex.
pub(super) fn completes(look: &FireScene<'_>, first: UnitId, fires: &[DeclaredFire]) -> bool {
    let stack = look.scene.position.stack(look.state(first).hex);
    let mates: SmallVec<[UnitId; 4]> = stack
        .map(|part| part.unit)
        .filter(|&unit| fire::divide_as_one(look, first, unit))
        .collect();
    let aside = |fire: &DeclaredFire| fire.from.iter().any(|firer| firer.refused);
    let Some(last) = fires.last().filter(|_| !mates.is_empty()) else {
        return false;
    };
    if fires.iter().any(aside) {
        return false;
    }
    let members = || core::iter::once(first).chain(mates.iter().copied());
    let views = |here: HexId, there: Option<HexId>| -> SmallVec<[Mate; 4]> {
        members()
            .filter(|&unit| unit == first || takes_part(look, first, unit).is_ok())
            .map(|unit| mate(look, fires, unit, here, there))
            .collect()
    };
    let here = last.target;
    let sum = |target: HexId| {
        let at_it = fires.iter().filter(|fire| fire.target == target);
        at_it
            .flat_map(|fire| fire.from.iter())
            .fold(0_u8, |sum, firer| sum.saturating_add(firer.sp))
    };
    match fires {
        // All at the one hex, or the rest at another.
        [_] => {
            let from = look.state(first).hex;
            let enemy = look.facts(first).side.enemy();
            let alone = fits(sum(here), 0, &views(here, None), false);
            alone
                || look.range(from, here) == 1
                    && look
                        .scene
                        .held_within(enemy, from, 1)
                        .filter(|&there| there != here)
                        .any(|there| fits(sum(here), 0, &views(here, Some(there)), true))
        }
        // The first hex has what it gets.
        [closed, _] => fits(sum(here), sum(closed.target), &views(here, None), true),
        _ => false,
    }
}

/// What a unit has left, and whether it may fire here and there in the manner of the last fire.
fn mate(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    unit: UnitId,
    here: HexId,
    there: Option<HexId>,
) -> Mate {
    let own = || {
        fires.iter().flat_map(|fire| {
            let firers = fire.from.iter().filter(|firer| firer.part.unit == unit);
            firers.map(|firer| (fire.target, firer.sp))
        })
    };
    let whole = fire::FiringPart::of(unit, 0);
    let (share, _) = fire::share_of(look, whole);
    let fired = own().fold(0_u8, |sum, (_, sp)| sum.saturating_add(sp));
    let options = fires.last().map(|fire| fire.options);
    let may = |target: HexId| {
        own().all(|(known, _)| known != target) && may_fire_at(look, unit, target, options)
    };
    // What is fired at another hex is Prepared or not by itself.
    let otherwise = options.map(|options| FireOptions {
        prepared: false,
        ..options
    });
    let aside = |there: HexId| may(there) || may_fire_at(look, unit, there, otherwise);
    Mate {
        left: share.saturating_sub(fired),
        fires: fired > 0,
        here: may(here),
        there: there.is_some_and(aside),
    }
}

fn may_fire_at(
    look: &FireScene<'_>,
    unit: UnitId,
    target: HexId,
    options: Option<FireOptions>,
) -> bool {
    let manner = FireManner {
        options: options.unwrap_or_default(),
        ..FireManner::default()
    };
    declared(look, Trigger::PHASING, unit, target, manner)
        .and_then(|fire| fire::terms(look, &fire, Shot::First))
        .is_ok()
}

/// Whether some of the stack can take part so that two sums, `here` open and `closed` not, come out even; or all goes here.
///
/// Whoever has declared fires everything; the others come in with everything or not at all.
fn fits(here: u8, closed: u8, mates: &[Mate], two: bool) -> bool {
    let idle: SmallVec<[usize; 4]> = (0..mates.len())
        .filter(|&place| !mates[place].fires)
        .collect();
    (0_u32..1 << idle.len()).any(|chosen| {
        let takes_part = |place: usize| {
            let bit = idle.iter().position(|&own| own == place);
            bit.is_none_or(|bit| chosen & (1 << bit) != 0)
        };
        let taking = mates.iter().enumerate();
        let taking: SmallVec<[&Mate; 4]> = taking
            .filter(|(place, mate)| mate.left > 0 && takes_part(*place))
            .map(|(_, mate)| mate)
            .collect();
        let sum = |of: fn(&Mate) -> bool| {
            let own = taking.iter().filter(|mate| of(mate));
            own.fold(0_u8, |sum, mate| sum.saturating_add(mate.left))
        };
        let stuck = taking.iter().any(|mate| !mate.here && !mate.there);
        let (only_here, free) = (sum(|mate| !mate.there), sum(|mate| mate.here && mate.there));
        let all = here + closed + sum(|_| true);
        if stuck {
            return false;
        }
        if !two {
            return taking.iter().all(|mate| mate.here);
        }
        let least = here + only_here;
        [all / 2, all.div_ceil(2)]
            .into_iter()
            .any(|wanted| (least..=least + free).contains(&wanted))
    })
}
