//! Standing answers: sentences that a side has said once for the whole game.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, Orders, UnitId};
use longroll_core::{Offer, Side};
use longroll_gbacw::step::Ask;
use longroll_gbacw::{Battle, Choice, Prompt, names};
use serde::{Deserialize, Serialize};

use crate::describe::{ends, facing_of, hex_of, is_kind, kind_of, unit_of};
use crate::fault::Fault;
use crate::lookup;
use crate::naming;
use crate::wire::{self, SetStanding, StandingAnswer, Who};
use crate::words::Words;

/// A standing answer as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Its number.
    pub id: u32,
    pub side: Side,
    /// To what, of whom, and what.
    pub said: SetStanding,
    /// The orders its unit or brigade was under when it was said.
    pub orders: Option<Orders>,
    /// Its unit was Disordered already when it was said.
    #[serde(default)]
    pub disordered: bool,
    /// Why it holds no longer.
    pub lapsed: Option<Lapse>,
}

/// Why a standing answer holds no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lapse {
    /// Its unit is Disordered.
    Disordered,
    /// Its orders have changed.
    Orders,
}

/// Every question that may be answered so; the others decide too much.
const MAY: &[&str] = &[
    "initiative-commander",
    "direct-command",
    "lend-cavalry",
    "reassign",
    "help",
    "transfer",
    "reserve",
    "withhold",
    "sit-out",
    "orders-change",
    "take-orders",
    "coordinate",
    "join-group",
    "extra-activation",
    "leave-reserve",
    "rest",
    "returns",
    "absorb",
    "turn-after",
    "ride",
    "commanders",
    "react",
    "refuge",
    "stack-place",
    "gather",
    "shrink",
    "answer-fire",
    "more-fire",
    "advance-after-fire",
    "retreat-before-assault",
    "steady",
    "envelop",
    "countercharge",
    "who-checks",
    "next-assault",
    "takes-loss",
    "press-on",
];

/// Whether a question may be answered once for the whole game.
pub(crate) fn may_stand(prompt: Prompt) -> bool {
    MAY.contains(&prompt.key())
}

/// Of whom a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Unit(UnitId),
    Leader(LeaderId),
    Body(longroll_position::BodyId),
    Nobody,
}

const fn subject(prompt: Prompt) -> Subject {
    match prompt {
        Prompt::React { unit }
        | Prompt::StackPlace { unit }
        | Prompt::Gather { unit }
        | Prompt::MoreFire { unit }
        | Prompt::FireFirst { unit }
        | Prompt::AdvanceAfterFire { unit }
        | Prompt::Countercharge { unit }
        | Prompt::GoOn { unit }
        | Prompt::TurnAfter { unit }
        | Prompt::Shrink { unit } => Subject::Unit(unit),
        Prompt::DirectCommand { leader }
        | Prompt::Help { leader }
        | Prompt::Ride { leader }
        | Prompt::StaysBehind { leader }
        | Prompt::Refuge { leader }
        | Prompt::ExtraActivation { leader } => Subject::Leader(leader),
        Prompt::TakeOrders { body } => Subject::Body(body),
        _ => Subject::Nobody,
    }
}

/// Checks a new standing answer of a side.
pub(crate) fn check(
    battle: &Battle,
    side: Side,
    said: &SetStanding,
) -> Result<Option<Orders>, Fault> {
    if !MAY.contains(&said.key.as_str()) {
        return Err(Fault::named("no-key", &said.key));
    }
    if let StandingAnswer::Kind(kind) = &said.answer
        && !is_kind(kind)
    {
        return Err(Fault::named("no-kind", kind));
    }
    let (setting, position) = (battle.setting(), battle.position());
    let own = |owner: Side, name: &str| {
        if owner == side {
            Ok(())
        } else {
            Err(Fault::named("no-piece", name))
        }
    };
    match &said.who {
        Who::Unit(name) => match lookup::piece(battle, name)? {
            longroll_catalog::facts::Piece::Unit(unit)
            | longroll_catalog::facts::Piece::Section(unit, _) => {
                own(setting.unit(unit).side, name)?;
                Ok(Some(position.unit(unit).orders))
            }
            longroll_catalog::facts::Piece::Leader(_) => Err(Fault::named("no-piece", name)),
        },
        Who::Leader(name) => match lookup::piece(battle, name)? {
            longroll_catalog::facts::Piece::Leader(leader) => {
                own(setting.leader(leader).side, name).map(|()| None)
            }
            _ => Err(Fault::named("no-piece", name)),
        },
        Who::Body(name) => {
            let body = lookup::body(battle, name)?;
            own(setting.body(body).side, name)?;
            Ok(Some(position.body(body).orders))
        }
        Who::Side(of) => own(*of, of.word()).map(|()| None),
    }
}

/// Whether the unit of whom a standing answer speaks is Disordered.
pub(crate) fn is_disordered(battle: &Battle, who: &Who) -> bool {
    let Who::Unit(name) = who else {
        return false;
    };
    match lookup::piece(battle, name) {
        Ok(longroll_catalog::facts::Piece::Unit(unit)) => {
            battle.position().unit(unit).is_disordered()
        }
        _ => false,
    }
}

/// What a standing answer says to a pending question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// This choice.
    Choose(Choice),
    /// It holds no longer.
    Lapses(Lapse),
}

/// What it says to the pending question; nothing if it is about another, or its choice is not offered.
pub(crate) fn says(battle: &Battle, ask: Ask, standing: &Standing) -> Option<Says> {
    let holds = standing.side == ask.side
        && standing.lapsed.is_none()
        && standing.said.key == ask.prompt.key();
    if holds && asks_several(ask.prompt) {
        return says_of_several(battle, ask, standing);
    }
    if !holds || !speaks_of(battle, &standing.said.who, subject(ask.prompt)) {
        return None;
    }
    if let Some(lapse) = lapse(battle, standing, subject(ask.prompt)) {
        return Some(Says::Lapses(lapse));
    }
    let offers = battle.offers();
    let choice = match &standing.said.answer {
        StandingAnswer::Decline => offers
            .iter()
            .map(|offer| offer.choice)
            .find(|&choice| ends(choice)),
        StandingAnswer::Kind(kind) => nearest(battle, ask.side, offers, kind),
    };
    choice.map(Says::Choose)
}

/// Questions that several units are asked at once.
const fn asks_several(prompt: Prompt) -> bool {
    matches!(
        prompt,
        Prompt::AnswerFire { .. } | Prompt::RetreatBeforeAssault
    )
}

/// What it says where several units are asked at once: it speaks for its own, and declines for itself alone if nobody else is asked.
fn says_of_several(battle: &Battle, ask: Ask, standing: &Standing) -> Option<Says> {
    let own = |choice: Choice| {
        unit_of(choice).filter(|&unit| speaks_of(battle, &standing.said.who, Subject::Unit(unit)))
    };
    let choices = || battle.offers().iter().map(|offer| offer.choice);
    let units = choices().filter_map(own);
    if let Some(lapse) = units
        .filter_map(|unit| lapse(battle, standing, Subject::Unit(unit)))
        .next()
    {
        return Some(Says::Lapses(lapse));
    }
    match &standing.said.answer {
        StandingAnswer::Decline => {
            let mut others = choices().filter(|&choice| !ends(choice));
            let alone = others.all(|choice| own(choice).is_some());
            choices().find(|&choice| alone && ends(choice))
        }
        StandingAnswer::Kind(kind) => choices()
            .filter(|&choice| own(choice).is_some() && kind_of(battle.setting(), choice) == *kind)
            // With all it has, and no claim: the manner that says least.
            .min_by_key(|&choice| (from_enemy(battle, ask.side, choice), choice)),
    }
    .map(Says::Choose)
}

fn speaks_of(battle: &Battle, who: &Who, subject: Subject) -> bool {
    let setting = battle.setting();
    match (who, subject) {
        (Who::Side(_), _) => true,
        (Who::Unit(name), Subject::Unit(unit)) => setting.unit(unit).name == *name,
        (Who::Leader(name), Subject::Leader(leader)) => setting.leader(leader).name == *name,
        (Who::Body(name), Subject::Unit(unit)) => {
            names::body(setting, battle.position().body_of(setting, unit)) == *name
        }
        (Who::Body(name), Subject::Body(body)) => names::body(setting, body) == *name,
        _ => false,
    }
}

fn lapse(battle: &Battle, standing: &Standing, subject: Subject) -> Option<Lapse> {
    let Subject::Unit(unit) = subject else {
        return None;
    };
    let state = battle.position().unit(unit);
    match (&standing.said.who, standing.orders) {
        (Who::Unit(_), _) if state.is_disordered() && !standing.disordered => {
            Some(Lapse::Disordered)
        }
        (Who::Unit(_) | Who::Body(_), Some(orders)) if orders != state.orders => {
            Some(Lapse::Orders)
        }
        _ => None,
    }
}

/// Of the choices of a kind the one that faces or stands nearest to the enemy.
fn nearest(battle: &Battle, side: Side, offers: &[Offer<Choice>], kind: &str) -> Option<Choice> {
    offers
        .iter()
        .map(|offer| offer.choice)
        .filter(|&choice| kind_of(battle.setting(), choice) == kind)
        .min_by_key(|&choice| from_enemy(battle, side, choice))
}

fn from_enemy(battle: &Battle, side: Side, choice: Choice) -> u32 {
    let own = unit_of(choice).map(|unit| battle.position().unit(unit).hex);
    let Some(here) = hex_of(choice).or(own) else {
        return 0;
    };
    let Some(enemy) = nearest_enemy(battle, side, here) else {
        return 0;
    };
    let grid = battle.setting().grid();
    match facing_of(choice) {
        Some(facing) => ahead(battle, here, facing)
            .map(|hex| grid.distance(hex, enemy))
            .sum(),
        None => grid.distance(here, enemy),
    }
}

fn ahead(battle: &Battle, here: HexId, facing: Facing) -> impl Iterator<Item = HexId> + '_ {
    facing
        .front()
        .iter()
        .filter_map(move |direction| battle.setting().grid().neighbour(here, direction))
}

/// The nearest hex that the enemy holds.
pub(crate) fn nearest_enemy(battle: &Battle, side: Side, from: HexId) -> Option<HexId> {
    let (setting, position) = (battle.setting(), battle.position());
    setting
        .unit_ids()
        .filter(|&unit| setting.unit(unit).side != side && position.unit(unit).on_map())
        .map(|unit| position.unit(unit).hex)
        .min_by_key(|&hex| (setting.grid().distance(from, hex), hex))
}

/// A standing answer in words.
pub(crate) fn told(words: &Words, standing: &Standing) -> wire::Standing {
    let who = match &standing.said.who {
        Who::Unit(name) | Who::Leader(name) | Who::Body(name) => name.clone(),
        Who::Side(side) => words.say(
            "standing.everybody",
            &[("side", &naming::side(words, *side))],
        ),
    };
    let question = words.say(
        &format!("prompt.{}", standing.said.key),
        &[("name", who.as_str())],
    );
    let text = match &standing.said.answer {
        StandingAnswer::Decline => words.say(
            "standing.decline",
            &[("who", &who), ("question", &question)],
        ),
        StandingAnswer::Kind(kind) => {
            let kind = words.say(&format!("kind.{kind}"), &[]);
            words.say(
                "standing.kind",
                &[("who", &who), ("question", &question), ("kind", &kind)],
            )
        }
    };
    let lapsed = standing.lapsed.map(|lapse| {
        let key = match lapse {
            Lapse::Disordered => "standing.lapsed-disordered",
            Lapse::Orders => "standing.lapsed-orders",
        };
        words.say(key, &[("who", &who)])
    });
    wire::Standing {
        id: standing.id,
        key: standing.said.key.clone(),
        who: standing.said.who.clone(),
        answer: standing.said.answer.clone(),
        text,
        lapsed,
    }
}
