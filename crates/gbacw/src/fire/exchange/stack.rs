//! SR 10.82: small arms of one stack that divide their fire over two hexes as one unit.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{self, DeclaredFire, FireOptions, FireScene, Shot};
use longroll_core::Refusal;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::super::declaring::{Trigger, declared};
use crate::fire::manner::FireManner;

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

/// Whether a stack can make a declaration complete: the hex that was named last is added to, and the rest is fired at one
/// other hex.
pub(super) fn can_complete(look: &FireScene<'_>, first: UnitId, fires: &[DeclaredFire]) -> bool {
    let from = look.state(first).hex;
    let divides = |&unit: &UnitId| unit == first || fire::divide_as_one(look, first, unit);
    let acts = |&unit: &UnitId| unit == first || takes_part(look, first, unit).is_ok();
    let stack = look.scene.position.stack(from).map(|part| part.unit);
    let members: SmallVec<[UnitId; 4]> = stack.filter(divides).filter(acts).collect();
    let aside = |fire: &DeclaredFire| fire.from.iter().any(|firer| firer.refused);
    if members.len() < 2 || fires.iter().any(aside) {
        return false;
    }
    let mates = |last: &DeclaredFire, there: Option<HexId>| -> SmallVec<[Mate; 4]> {
        let each = members.iter();
        each.map(|&unit| mate(look, fires, unit, last, there))
            .collect()
    };
    // SR 10.15: small arms divide their fire on adjacent targets only.
    let near = |fire: &DeclaredFire| look.range(from, fire.target) == 1;
    match fires {
        [only] => {
            let enemy = look.facts(first).side.enemy();
            let mut others = look.scene.held_within(enemy, from, 1);
            can_all_fire_here(&mates(only, None))
                || near(only)
                    && others.any(|there| {
                        there != only.target
                            && can_come_out_even(sp_of(only), 0, &mates(only, Some(there)))
                    })
        }
        [closed, last] => {
            near(closed)
                && near(last)
                && can_come_out_even(sp_of(last), sp_of(closed), &mates(last, None))
        }
        _ => false,
    }
}

fn sp_of(fire: &DeclaredFire) -> u32 {
    fire.from.iter().map(|firer| u32::from(firer.sp)).sum()
}

/// What a unit has left, and whether it may fire at the hex of the last fire, in its manner, and at another.
fn mate(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    unit: UnitId,
    last: &DeclaredFire,
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
    // BB 10.91: only those who are Low fire their last rounds.
    let alike = FireOptions {
        last_rounds: last.options.last_rounds && fire::may_fire_last_rounds(look, whole).is_ok(),
        ..last.options
    };
    // What is fired at another hex is Prepared or not by itself.
    let otherwise = FireOptions {
        prepared: false,
        ..alike
    };
    Mate {
        left: share.saturating_sub(fired),
        fires: fired > 0,
        here: own().all(|(known, _)| known != last.target)
            && may_fire_at(look, unit, last.target, alike),
        there: there.is_some_and(|there| {
            may_fire_at(look, unit, there, alike) || may_fire_at(look, unit, there, otherwise)
        }),
    }
}

fn may_fire_at(look: &FireScene<'_>, unit: UnitId, target: HexId, options: FireOptions) -> bool {
    let manner = FireManner {
        options,
        ..FireManner::default()
    };
    declared(look, Trigger::PHASING, unit, target, manner)
        .and_then(|fire| fire::terms(look, &fire, Shot::First))
        .is_ok()
}

/// Whether whoever has declared can fire the rest at the hex that was named last.
fn can_all_fire_here(mates: &[Mate]) -> bool {
    let mut bound = mates.iter().filter(|mate| mate.fires && mate.left > 0);
    bound.all(|mate| mate.here)
}

/// Whether some of the stack can take part so that what goes to the hex named last, `here` so far, and to the other hex, where
/// `closed` is all that is fired if it was named before, comes out even. Whoever has declared fires everything; the others come
/// in with everything or not at all.
fn can_come_out_even(here: u32, closed: u32, mates: &[Mate]) -> bool {
    let open = |mate: &&Mate| mate.left > 0;
    let bound: SmallVec<[&Mate; 4]> = mates.iter().filter(open).filter(|it| it.fires).collect();
    let idle: SmallVec<[&Mate; 4]> = mates.iter().filter(open).filter(|it| !it.fires).collect();
    (0_u32..1 << idle.len()).any(|chosen| {
        let joining = idle.iter().enumerate();
        let joining = joining.filter(|(place, _)| chosen & (1 << place) != 0);
        let taking = || bound.iter().chain(joining.clone().map(|(_, mate)| mate));
        let sum = |of: fn(&Mate) -> bool| -> u32 {
            let own = taking().filter(|mate| of(mate));
            own.map(|mate| u32::from(mate.left)).sum()
        };
        if taking().any(|mate| !mate.here && !mate.there) {
            return false;
        }
        let all = here + closed + sum(|_| true);
        let least = here + sum(|mate| !mate.there);
        let most = here + sum(|mate| mate.here);
        [all / 2, all.div_ceil(2)]
            .into_iter()
            .any(|wanted| (least..=most).contains(&wanted))
    })
}
