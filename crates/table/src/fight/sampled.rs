//! What may come of an assault with everything that belongs to it: checks, the fire of the defenders, retreats, routs and
//! going on. More dice than can be counted, so it is fought many times over on copies, and the error is told.

use longroll_catalog::facts::UnitId;
use longroll_combat::assault;
use longroll_core::{Chance, Game as _, Seed, Side};
use longroll_gbacw::{Battle, Choice, Prompt};
use longroll_position::Presence;

use super::charge;
use crate::wire;
use crate::words::Words;

/// Decisions after which a copy is given up; no chain of assaults is as long.
const LONGEST: usize = 120;

/// How often something came of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    driven_out: u32,
    routed: u32,
    driven_back: u32,
    attackers_routed: u32,
    went_on: u32,
    lost: u32,
    inflicted: u32,
}

/// The assault of this choice, fought so many times: the defenders stand and fire all they have, everybody takes the first way
/// that is open to him.
pub(crate) fn sampled(
    battle: &Battle,
    side: Side,
    words: &Words,
    choice: Choice,
    times: u32,
) -> Vec<wire::Chance> {
    let Some(charge) = charge::designated(battle, side, choice) else {
        return Vec::new();
    };
    let attackers: Vec<UnitId> = charge
        .assault
        .attackers
        .iter()
        .map(|own| own.unit)
        .collect();
    let defenders = assault::defenders(&charge.look(battle), &charge.assault);
    let targets = &charge.assault.targets;
    let mut tally = Tally::default();
    for number in 0..times {
        let mut copy = battle.clone();
        copy.set_chance(Chance::seeded(Seed(u64::from(number))));
        if copy.choose(side, &choice).is_err() {
            continue;
        }
        fight_out(&mut copy, side);
        let (before, after) = (battle.position(), copy.position());
        let held = |hex| after.holder(hex) == Some(side.enemy());
        let routed = |unit: &UnitId| after.unit(*unit).presence == Presence::Routed;
        let lost = |units: &[UnitId]| -> u32 {
            let one = |unit: &UnitId| before.unit(*unit).sp.saturating_sub(after.unit(*unit).sp);
            units.iter().map(|unit| u32::from(one(unit))).sum()
        };
        let entered = |unit: &UnitId| {
            let state = after.unit(*unit);
            state.on_map() && state.hexes().any(|hex| targets.contains(&hex))
        };
        let stayed = |unit: &UnitId| {
            let (was, is) = (before.unit(*unit), after.unit(*unit));
            is.on_map() && is.hexes().any(|hex| was.hexes().any(|own| own == hex))
        };
        let out = !targets.iter().any(|&hex| held(hex));
        tally.driven_out += u32::from(out);
        tally.routed += u32::from(defenders.iter().any(routed));
        tally.attackers_routed += u32::from(attackers.iter().any(routed));
        let moved = |unit: &UnitId| !entered(unit) && !stayed(unit) && !routed(unit);
        tally.went_on += u32::from(out && attackers.iter().any(moved));
        tally.driven_back += u32::from(!out && attackers.iter().any(moved));
        tally.lost += lost(&attackers);
        tally.inflicted += lost(&defenders);
    }
    told(words, &tally, times)
}

/// Everybody takes the first way that is open to him; defenders fire and stay, and do not pursue.
fn fight_out(copy: &mut Battle, attacker: Side) {
    for _ in 0..LONGEST {
        let Some(ask) = copy.asked() else { return };
        let designating = ask.prompt == Prompt::Assault;
        if !designating && copy.position().fires.assaults.is_empty() {
            return;
        }
        let offers = copy.offers();
        let done = offers.iter().find(|offer| offer.choice == Choice::Done);
        let first = match ask.prompt {
            Prompt::Assault | Prompt::RetreatBeforeAssault => done.or(offers.first()),
            Prompt::AnswerFire { .. } => offers.first(),
            _ if ask.side != attacker => done.or(offers.first()),
            _ => offers.first(),
        };
        let Some(choice) = first.map(|offer| offer.choice) else {
            return;
        };
        if copy.choose(ask.side, &choice).is_err() {
            return;
        }
    }
}

fn told(words: &Words, tally: &Tally, times: u32) -> Vec<wire::Chance> {
    let times = times.max(1);
    let share = |count: u32| u16::try_from(count * 1000 / times).unwrap_or(1000);
    let of = |key: &str, count: u32, tone: &str| {
        let permille = share(count);
        let error = error(permille, times);
        let text = words.say(
            &format!("fight.sampled-{key}"),
            &[("error", &format!("{}.{}", error / 10, error % 10))],
        );
        wire::Chance {
            text,
            permille,
            tone: tone.to_owned(),
        }
    };
    let mean = |sum: u32| format!("{}.{:02}", sum / times, sum % times * 100 / times);
    let price = words.say(
        "fight.sampled-losses",
        &[
            ("own", &mean(tally.lost)),
            ("theirs", &mean(tally.inflicted)),
        ],
    );
    vec![
        of("driven-out", tally.driven_out, "good"),
        of("routed", tally.routed, "good"),
        of("went-on", tally.went_on, "good"),
        of("driven-back", tally.driven_back, "bad"),
        of("attackers-routed", tally.attackers_routed, "bad"),
        wire::Chance {
            text: price,
            permille: 1000,
            tone: "price".to_owned(),
        },
    ]
}

/// One standard error, of a thousand.
fn error(permille: u16, times: u32) -> u32 {
    let share = u32::from(permille);
    (share * (1000 - share.min(1000)) / times).isqrt()
}
