//! Why something is not offered: always the engine's own refusal.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_combat::assault::{self, AssaultPhase, AssaultScene};
use longroll_core::{Refusal, Side};
use longroll_gbacw::assault::Aim;
use longroll_gbacw::fire::FireManner;
use longroll_gbacw::movement::route::{self, destinations};
use longroll_gbacw::{Battle, Choice, Prompt};
use longroll_rule::Rule;

use crate::describe::unit_of;
use crate::fault::refused;
use crate::sight;
use crate::wire;
use crate::words::Words;

/// The answer that there is nothing against it.
fn allowed() -> wire::Why {
    wire::Why {
        allowed: true,
        reason: String::new(),
        rule: None,
        rule_text: String::new(),
        acts: Vec::new(),
        sight: None,
    }
}

fn because(words: &Words, refusal: &Refusal) -> wire::Why {
    wire::Why {
        allowed: false,
        reason: words.reason(&refusal.reason),
        rule: Some(refusal.rule.to_string()),
        rule_text: refusal.rule.statement().to_owned(),
        ..allowed()
    }
}

/// Why a choice is not legal now.
pub(crate) fn choice(battle: &Battle, words: &Words, side: Side, choice: Choice) -> wire::Why {
    match battle.why_not(side, choice) {
        None => allowed(),
        Some(refusal) => because(words, &refusal),
    }
}

/// Why a piece cannot act, or cannot go to a hex with a facing, and whether it could fire at whoever stands there, or assault him.
pub(crate) fn piece(
    battle: &Battle,
    words: &Words,
    side: Side,
    piece: Piece,
    goal: Option<(HexId, Option<Facing>)>,
) -> wire::Why {
    if let Some(ask) = battle.asked().filter(|ask| ask.side != side) {
        let refusal = Refusal::new(ask.rule, "the other side decides now");
        return because(words, &refusal);
    }
    let Some((hex, facing)) = goal else {
        return acts(battle, words, piece);
    };
    let mut why = match route::route(battle, piece, hex, facing) {
        Ok(_) => allowed(),
        // For the hex beside it the step itself knows best.
        Err(refusal) => because(
            words,
            &beside(battle, side, piece, hex, facing).unwrap_or(refusal),
        ),
    };
    if let (Piece::Unit(unit) | Piece::Section(unit, _), true) =
        (piece, enemies_at(battle, side, hex))
    {
        why.acts = fights(battle, words, side, unit, hex);
        let from = battle.position().unit(unit).hex;
        why.sight = Some(sight::line(battle, words, from, hex));
    }
    why
}

fn enemies_at(battle: &Battle, side: Side, hex: HexId) -> bool {
    let setting = battle.setting();
    let mut stack = battle.position().stack(hex);
    stack.any(|part| setting.unit(part.unit).side != side)
}

/// Whether a unit may fire at a hex, and whether it may assault it.
fn fights(
    battle: &Battle,
    words: &Words,
    side: Side,
    unit: UnitId,
    hex: HexId,
) -> Vec<wire::WhyAct> {
    let told = |act: &str, refusal: Option<Refusal>| wire::WhyAct {
        act: act.to_owned(),
        text: words.say(&format!("kind.{act}"), &[]),
        allowed: refusal.is_none(),
        refusal: refusal.map(|refusal| refused(words, &refusal)),
    };
    vec![
        told("fire", fire(battle, side, unit, hex)),
        told("assault", assault(battle, side, unit, hex)),
    ]
}

/// Why a unit does not fire at a hex. Any of its fires there will do; else the plain one says why not.
fn fire(battle: &Battle, side: Side, unit: UnitId, hex: HexId) -> Option<Refusal> {
    let offered = battle.offers().iter().any(|offer| {
        matches!(offer.choice, Choice::Fire { unit: own, target, .. } if own == unit && target == hex)
    });
    if offered {
        return None;
    }
    let plain = Choice::Fire {
        unit,
        target: hex,
        how: FireManner::default(),
    };
    battle.why_not(side, plain)
}

/// Why a unit does not assault a hex. Before the assaults are declared the question is whether it will be able to.
fn assault(battle: &Battle, side: Side, unit: UnitId, hex: HexId) -> Option<Refusal> {
    let aim = Aim {
        hex: Some(hex),
        with: None,
    };
    let designating = battle
        .asked()
        .is_some_and(|ask| ask.prompt == Prompt::Assault);
    if designating {
        return battle.why_not(side, Choice::Assault { unit, aim });
    }
    let phase = AssaultPhase {
        bodies: vec![battle.position().body_of(battle.setting(), unit)],
        ..AssaultPhase::default()
    };
    let look = AssaultScene {
        scene: battle.at(),
        history: &battle.position().fires,
        phase: &phase,
    };
    if let Err(refusal) = assault::may_assault(&look, unit) {
        return Some(refusal);
    }
    if !assault::target_hexes(&look, unit).contains(&hex) {
        return Some(assault::why_not(&look, unit, hex));
    }
    Some(Refusal::new(
        Rule::SR_11_12,
        "assaults come after the movement and fire of the brigade",
    ))
}

fn acts(battle: &Battle, words: &Words, piece: Piece) -> wire::Why {
    let offered = battle.offers().iter().any(|offer| match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => unit_of(offer.choice) == Some(unit),
        Piece::Leader(leader) => {
            matches!(offer.choice, Choice::Ride { leader: own, .. } if own == leader)
        }
    });
    if offered {
        return allowed();
    }
    match destinations(battle, piece) {
        Err(refusal) => because(words, &refusal),
        Ok(_) => because(
            words,
            &Refusal::new(
                battle.asked().map_or(Rule::SR_5_5, |ask| ask.rule),
                "this is not what is to be decided now",
            ),
        ),
    }
}

fn beside(
    battle: &Battle,
    side: Side,
    piece: Piece,
    hex: HexId,
    facing: Option<Facing>,
) -> Option<Refusal> {
    let grid = battle.setting().grid();
    match piece {
        Piece::Leader(leader) => {
            let here = battle.position().leader(leader).hex;
            grid.adjacent(here, hex)
                .then(|| battle.why_not(side, Choice::Ride { leader, hex }))
                .flatten()
        }
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let state = battle.position().unit(unit);
            let direction = grid.direction_between(state.hex, hex)?;
            let facings = match facing {
                Some(facing) => vec![facing],
                None => Facing::toward(direction, state.facing.kind()).to_vec(),
            };
            facings
                .into_iter()
                .find_map(|facing| battle.why_not(side, Choice::Move { unit, hex, facing }))
        }
    }
}
