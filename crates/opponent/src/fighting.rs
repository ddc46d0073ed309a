//! What a fire or an assault is worth, by combat's exact odds over what a side sees.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::{AssaultRow, Disordered};
use longroll_combat::assault::{self, Assault, AssaultOdds, AssaultPhase, AssaultScene};
use longroll_combat::fire::{
    self, DeclaredFire, FireScene, FiringPart, Occasion, Odds, Shot, TargetStack,
};
use longroll_core::Side;
use longroll_gbacw::assault::Aim;
use longroll_gbacw::fire::FireManner;
use longroll_gbacw::results::udd_terms;
use longroll_gbacw::{At, Choice};
use longroll_position::Part;

/// What a fire does to its target on the mean: thousandths of an SP, with Disorder, retreat and rout counted as losses too.
pub(crate) fn fire(at: At<'_>, choice: Choice, occasions: &[Occasion]) -> Option<u32> {
    let Choice::Fire { unit, target, how } = choice else {
        return None;
    };
    let look = FireScene {
        scene: at,
        history: &at.position.fires,
    };
    occasions
        .iter()
        .find_map(|&occasion| odds(at, &look, occasion, unit, target, how))
        .map(|odds| worth(&odds))
}

fn worth(odds: &Odds) -> u32 {
    let thousandths =
        |chance: fire::odds::Chance| u32::try_from(chance.millionths() / 1000).unwrap_or(u32::MAX);
    let units = odds.units.iter().map(|unit| {
        thousandths(unit.disordered)
            + thousandths(unit.second_disorder)
            + 2 * thousandths(unit.retreats)
            + 6 * thousandths(unit.routs)
            + 3 * thousandths(unit.eliminated)
    });
    thousandths(odds.mean_loss) + units.sum::<u32>()
}

/// The odds of a fire as it would be declared; nothing if it cannot be judged from what is seen.
fn odds(
    at: At<'_>,
    look: &FireScene<'_>,
    occasion: Occasion,
    unit: UnitId,
    target: HexId,
    how: FireManner,
) -> Option<Odds> {
    let number = match how.from {
        None => 0,
        Some(hex) => {
            let mut hexes = at.position.unit(unit).hexes();
            u8::try_from(hexes.position(|own| own == hex)?).ok()?
        }
    };
    let part = FiringPart {
        part: Part { unit, number },
        section: how.section,
        sp: 0,
        refused: how.refused,
    };
    let mut fire = DeclaredFire::new(occasion, part, target);
    fire.options = how.options;
    fire.boat = how.boat;
    let left = fire::left_of(look, &fire, part).ok()?;
    for firer in &mut fire.from {
        firer.sp = how.sp.unwrap_or(left);
    }
    let shot = fire::terms(look, &fire, Shot::First).ok()?;
    let enemy = at.setting.unit(unit).side.enemy();
    let stack = TargetStack::of(
        look,
        enemy,
        target,
        shot.strikes,
        |unit| udd_terms(at, unit).sum(),
        |_| false,
    );
    if stack.units.is_empty() {
        return None;
    }
    let table = &at.setting.tables().fire;
    Some(fire::odds(table, core::slice::from_ref(&shot), &stack))
}

/// The occasions on which a unit may be asked to fire out of its own Activation, where the enemy's fire may have struck any of these hexes.
pub(crate) fn occasions(at: At<'_>, side: Side, target: HexId) -> Vec<Occasion> {
    let mut all = vec![
        Occasion::PreAssault,
        Occasion::Withdrawal,
        Occasion::Approach,
    ];
    let near = at.held_within(side, target, 12);
    all.extend(near.map(|struck| Occasion::Return {
        struck,
        limited: false,
    }));
    all
}

/// An assault as it would be designated, and those it would join.
fn designated(look: &AssaultScene<'_>, unit: UnitId, aim: Aim) -> Assault {
    let mut own = assault::lone_assault(look, unit);
    if let Some(hex) = aim.hex {
        own.targets = vec![hex];
    }
    if let Some(other) = aim.with {
        own.attackers.push(assault::attacker(look, other));
    }
    own
}

/// The assaults of the unit's brigade alone, none of them designated yet.
fn phase_of(at: At<'_>, unit: UnitId) -> AssaultPhase {
    AssaultPhase {
        bodies: vec![at.position.body_of(at.setting, unit)],
        ..AssaultPhase::default()
    }
}

fn scene<'a>(at: At<'a>, phase: &'a AssaultPhase) -> AssaultScene<'a> {
    AssaultScene {
        scene: at,
        history: &at.position.fires,
        phase,
    }
}

/// What may come of an assault, of a hundred: that the hex is won, and that the attackers are thrown back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Prospects {
    pub won: u32,
    pub lost: u32,
    /// That defenders rout, about.
    pub routs: u32,
    /// Hundredths of an SP that it costs on the mean.
    pub bleeds: u32,
}

/// The prospects of an assault by exact odds, or by its die alone where too many rolls come before it.
pub(crate) fn assault(at: At<'_>, unit: UnitId, aim: Aim) -> Option<Prospects> {
    let phase = phase_of(at, unit);
    let look = scene(at, &phase);
    let own = designated(&look, unit, aim);
    if own.targets.is_empty() {
        return None;
    }
    let udd = |unit: UnitId| udd_terms(at, unit).sum();
    let disordered = at.position.unit(unit).is_disordered();
    if let Some(odds) = assault::assault_odds(&look, &own, &udd) {
        return Some(by_odds(&odds, &nerve(at, &own.targets), disordered));
    }
    let Some(terms) = assault::assault_terms(&look, &own) else {
        // Nobody is there to resist.
        return Some(Prospects {
            won: 100,
            ..Prospects::default()
        });
    };
    let mut found = Prospects::default();
    for (row, faces) in terms.chances(at.setting.tables()) {
        found.bleeds += u32::from(faces) * 10 * bled(row, disordered);
        if row.defender.retreat > 0 {
            found.won += u32::from(faces) * 10;
        }
        if row.attacker.retreat > 0 {
            found.lost += u32::from(faces) * 10;
        }
    }
    Some(found)
}

/// The prospects by exact odds.
fn by_odds(odds: &AssaultOdds<'_>, nerve: &Nerve, disordered: bool) -> Prospects {
    let of_hundred = |cases: u64| u32::try_from(odds.of(cases, 100)).unwrap_or(100);
    let gives_way = of_hundred(odds.gives_way);
    let mut found = Prospects {
        won: gives_way,
        lost: 0,
        routs: gives_way * nerve.breaks / 10,
        bleeds: 0,
    };
    for (row, cases) in &odds.rows {
        let of = of_hundred(*cases);
        found.bleeds += of * bled(row, disordered);
        if row.defender.disordered == Disordered::Yes {
            found.routs += of * nerve.shaken * nerve.breaks / 100;
        }
        if row.defender.retreat > 0 {
            found.won += of;
        }
        if row.attacker.retreat > 0 {
            found.lost += of;
        }
    }
    found
}

/// SR 11.45, 11.48: what a row costs the attackers in SP; whoever is in Disorder after it loses one more.
fn bled(row: &AssaultRow, disordered: bool) -> u32 {
    let shaken = disordered || row.attacker.disordered == Disordered::Yes;
    u32::from(row.attacker.loss) + u32::from(shaken)
}

/// How likely defenders are to be in Disorder when the assault is resolved, and to rout by another one; of ten.
struct Nerve {
    shaken: u32,
    breaks: u32,
}

/// The nerve of the weakest defender (SR 12.35b): of those in order some fail the check before the assault.
fn nerve(at: At<'_>, targets: &[HexId]) -> Nerve {
    let mut weakest = Nerve {
        shaken: 0,
        breaks: 0,
    };
    for &hex in targets {
        for part in at.position.stack(hex) {
            let Some(printed) = &at.setting.unit(part.unit).cohesion else {
                continue;
            };
            let added = udd_terms(at, part.unit).sum();
            let fails = |cohesion: u8| {
                let passes = (i32::from(cohesion) - added + 1).clamp(0, 10);
                u32::try_from(10 - passes).unwrap_or(0)
            };
            let shaken = if at.position.unit(part.unit).is_disordered() {
                10
            } else {
                fails(printed.value.good_order)
            };
            let breaks = fails(printed.value.disordered);
            if shaken * breaks > weakest.shaken * weakest.breaks {
                weakest = Nerve { shaken, breaks };
            }
        }
    }
    weakest
}

/// The best prospects of a unit against anybody in its front, if it could assault when its brigade does.
pub(crate) fn best_assault(at: At<'_>, unit: UnitId) -> Option<Prospects> {
    let phase = phase_of(at, unit);
    let look = scene(at, &phase);
    assault::may_assault(&look, unit).ok()?;
    let hexes = assault::target_hexes(&look, unit);
    hexes
        .iter()
        .filter_map(|&hex| {
            let aim = Aim {
                hex: Some(hex),
                with: None,
            };
            assault(at, unit, aim)
        })
        .max_by_key(|found| (found.won + found.routs, core::cmp::Reverse(found.lost)))
}

/// SR 11.2: whether it must.
pub(crate) fn must_assault(at: At<'_>, unit: UnitId) -> bool {
    let phase = phase_of(at, unit);
    let look = scene(at, &phase);
    matches!(assault::duty(&look, unit), assault::Duty::Must(_))
}
