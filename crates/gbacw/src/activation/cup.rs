//! SR 5.3: the first marker, the cup, and the draws until it is empty.

use longroll_catalog::facts::{LeaderId, Orders, Piece, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::rule_set::RandomEvents;
use longroll_position::{
    ActivatorId, ActivatorKind, ActivatorNote, BodyId, Deeds, EntryGroupId, EntryState, LeaderNote,
    Marker, Note, Topic, UnitNote,
};
use longroll_rule::Rule;

use super::entitlement::unit_entitlement;
use super::extra::{begin_extra, extra_commanders, may_extra};
use super::marker::ActivationStep;
use crate::choice::Choice;
use crate::event::{Drawn, Event, Lot};
use crate::movement::leaders_of;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::sequence::first_day_hour;
use crate::step::Ask;

mod frame;

pub use self::frame::CupStep;

/// The markers a side may put in, one of each kind.
fn own_markers(at: At<'_>, side: Side) -> impl Iterator<Item = Marker> + '_ {
    let activators = at
        .setting
        .activator_ids()
        .filter(move |&id| {
            at.setting.activator(id).side == side
                && at.position.activator(id).placed > 0
                && !crate::alert::markers_wait(at, side)
        })
        .map(Marker::Activation);
    activators.chain(has_march(at, side).then_some(Marker::March(side)))
}

/// SR 5.13: whether the holder of the Initiative may open with this marker; BB 30.0: where he owes the first marker to an
/// army, with one of its divisions, unless none has any.
fn may_pick(at: At<'_>, side: Side, marker: Marker) -> Result<Rule, Refusal> {
    if !own_markers(at, side).any(|own| own == marker) {
        return Err(Refusal::new(
            Rule::SR_5_13,
            "the first marker is one of the holder's own that is in play",
        ));
    }
    let Some(army) = at.position.initiative.owed_to else {
        return Ok(Rule::SR_5_13);
    };
    let pays = |marker: Marker| match marker {
        Marker::Activation(id) => {
            let facts = at.setting.activator(id);
            facts.kind != ActivatorKind::Unassigned && at.setting.belongs(facts.command, army)
        }
        _ => false,
    };
    let rule = at.setting.special_name(Topic::Initiative, |_| true);
    if pays(marker) {
        return Ok(rule);
    }
    if own_markers(at, side).any(pays) {
        return Err(Refusal::new(
            rule,
            "the commander who won the Initiative wants a division of his army first",
        ));
    }
    Ok(Rule::SR_5_13)
}

/// SR 5.31: whether a side has anybody under March orders. SR 6.31: a command at rest keeps its orders.
#[must_use]
pub fn has_march(at: At<'_>, side: Side) -> bool {
    super::acting::under_march(at, side).next().is_some()
}

/// SR 5.31, reading 8: a division may put in fewer markers than it has, but at least one.
fn may_withhold(at: At<'_>, side: Side, activator: ActivatorId) -> Result<Rule, Refusal> {
    if at.setting.activator(activator).side != side {
        return Err(Refusal::new(Rule::SR_5_31, "the other side's markers"));
    }
    if at.position.activator(activator).placed > 1 {
        Ok(Rule::SR_5_31)
    } else {
        Err(Refusal::new(Rule::SR_5_24, "at least one marker goes in"))
    }
}

impl Procedure for CupStep {
    type Means = Choice;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::First => {
                let side = at.position.initiative.holder?;
                own_markers(at, side).next()?;
                Some(Ask {
                    side,
                    rule: Rule::SR_5_13,
                    prompt: Prompt::FirstMarker,
                })
            }
            Self::Withhold { side } => Some(Ask {
                side,
                rule: Rule::SR_5_31,
                prompt: Prompt::Withhold,
            }),
            Self::Extra { side } => {
                let leader = extra_commanders(at, side).next()?;
                Some(Ask {
                    side,
                    rule: Rule::BB_4_11_J4,
                    prompt: Prompt::ExtraActivation { leader },
                })
            }
            Self::Fill { .. } | Self::Next | Self::Draw => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::First => {
                if let Some(side) = at.position.initiative.holder {
                    for marker in own_markers(at, side) {
                        each(Choice::Pick { marker });
                    }
                }
            }
            Self::Withhold { .. } => {
                for activator in at.setting.activator_ids() {
                    each(Choice::Withhold { activator });
                }
                each(Choice::Done);
            }
            Self::Extra { side } => {
                for leader in extra_commanders(at, side) {
                    for body in at.setting.body_ids() {
                        each(Choice::Extra { leader, body });
                    }
                }
                each(Choice::Done);
            }
            Self::Fill { .. } | Self::Next | Self::Draw => {}
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Choice> {
        let rule = match (*self, choice) {
            (Self::First, Choice::Pick { marker }) => match at.position.initiative.holder {
                Some(side) => may_pick(at, side, marker)?,
                None => return Err(self.beside_the_point(at)),
            },
            (Self::Withhold { side }, Choice::Withhold { activator }) => {
                may_withhold(at, side, activator)?
            }
            (Self::Extra { .. }, Choice::Extra { leader, body }) => may_extra(at, leader, body)?,
            (Self::Withhold { .. }, Choice::Done) => Rule::SR_5_31,
            (Self::Extra { .. }, Choice::Done) => Rule::BB_4_11_J4,
            _ => return Err(self.beside_the_point(at)),
        };
        Ok(Ruling::new(rule, choice))
    }

    fn carry_out(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match choice {
            Choice::Pick { marker } => {
                play.happens(Event::Picked { marker });
                open(play, Some(marker));
            }
            Choice::Withhold { activator } => {
                let placed = play.position.activator(activator).placed.saturating_sub(1);
                play.note_activator(activator, ActivatorNote::Placed(placed));
                super::entitlement::withheld(play, activator);
                play.push(self);
            }
            Choice::Extra { leader, body } => {
                play.then([Self::Next.into()]);
                begin_extra(play, leader, body);
            }
            // No extra Activation: on to the draw.
            Choice::Done if matches!(self, Self::Extra { .. }) => {}
            _ => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::First => open(play, None),
            Self::Fill { picked } => fill(play, picked),
            Self::Next => {
                let at = play.at();
                if at.position.cup.is_empty() {
                    late_arrivals(play);
                    return Ok(());
                }
                let extras: Vec<Side> = Side::BOTH
                    .into_iter()
                    .filter(|&side| extra_commanders(at, side).next().is_some())
                    .collect();
                play.push(Self::Draw);
                for side in extras {
                    play.push(Self::Extra { side });
                }
            }
            Self::Draw => draw(play)?,
            Self::Extra { .. } | Self::Withhold { .. } => {}
        }
        Ok(())
    }
}

/// III/A is over: fewer markers, the cup, the picked marker, the draws.
fn open(play: &mut Play<'_>, picked: Option<Marker>) {
    let first = crate::sequence::first_to_act(&play.position);
    let mut steps = crate::sequence::filling(first, picked);
    steps.extend(crate::sequence::activations(picked));
    play.then(steps);
}

/// III/B: every marker of the turn but the picked one. SR 5.28: also those of divisions that march or rest.
fn fill(play: &mut Play<'_>, picked: Option<Marker>) {
    let setting = play.setting;
    if !play.position.cup.is_empty() {
        play.happens(Event::Noted(Note::CupEmptied));
    }
    let put = |play: &mut Play<'_>, marker: Marker, mut number: u8| {
        if picked == Some(marker) {
            number = number.saturating_sub(1);
        }
        if number > 0 {
            play.happens(Event::Placed { marker, number });
        }
    };
    for id in setting.activator_ids() {
        if crate::alert::markers_wait(play.at(), setting.activator(id).side) {
            continue;
        }
        let number = play.position.activator(id).placed;
        put(play, Marker::Activation(id), number);
    }
    for side in Side::BOTH {
        if has_march(play.at(), side) {
            put(play, Marker::March(side), 1);
        }
    }
    let turn = play.position.now(setting).map(|turn| turn.id);
    if let Some(turn) = turn {
        put(
            play,
            Marker::BattleEvent,
            setting.scenario.events.chits(turn),
        );
    }
    if random_events(play.at()) {
        put(play, Marker::RandomEvent, 1);
    }
}

/// BB 19.0: optional, from a given hour, in daylight.
fn random_events(at: At<'_>) -> bool {
    let Some(terms) = at.setting.terms() else {
        return false;
    };
    at.setting.rules.switches.opt_random_events == RandomEvents::On
        && at.position.light(at.setting) == longroll_catalog::facts::Light::Day
        && first_day_hour(at).is_none_or(|hour| hour >= terms.random_events_from_hour)
}

fn draw(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let markers = play.position.cup.iter();
    let lot = Lot {
        rule: Rule::SR_5_31,
        outcomes: markers.map(|&marker| (Drawn::Marker(marker), 1)).collect(),
    };
    let Some(Drawn::Marker(marker)) = play.draw(lot)? else {
        return Ok(());
    };
    play.happens(Event::Drawn { marker });
    play.push(CupStep::Next);
    match marker {
        Marker::Activation(_) | Marker::March(_) => play.push(ActivationStep::Begin { marker }),
        Marker::BattleEvent => crate::events::draw_battle_event(play)?,
        Marker::RandomEvent => crate::events::draw_random_event(play)?,
    }
    Ok(())
}

/// BB 9.7-delay, reading I84: groups that were deferred enter now, with the Activations listed for them.
fn late_arrivals(play: &mut Play<'_>) {
    // Groups of one body come with the same Activations, as many as the best of them has (SR 5.28).
    let mut late: Vec<(BodyId, u8)> = Vec::new();
    for index in 0..play.position.entered.len() {
        if play.position.entered[index] != EntryState::Deferred {
            continue;
        }
        let group = EntryGroupId(u16::try_from(index).unwrap_or(u16::MAX));
        play.happens(Event::Noted(Note::Entry(group, EntryState::Ready)));
        let Some(group) = play.setting.scenario.reinforcements.get(index) else {
            continue;
        };
        let listed = group.activations;
        let units = group.pieces.iter();
        for unit in units.filter_map(|arriving| arriving.piece.unit()) {
            let body = play.position.body_of(play.setting, unit);
            let number = late_activations(play.at(), unit, listed);
            match late.iter_mut().find(|(known, _)| *known == body) {
                Some((_, most)) => *most = number.max(*most),
                None => late.push((body, number)),
            }
        }
    }
    let mut steps = Vec::new();
    for (body, number) in late {
        spend_what_is_left(play, body);
        let each = (0..number).map(|_| ActivationStep::Late { body }.into());
        steps.extend(each);
    }
    play.then(steps);
}

/// How often a deferred unit acts. SR 5.35: a march is one Activation, of several equivalents.
fn late_activations(at: At<'_>, unit: UnitId, listed: Option<u8>) -> u8 {
    if at.position.unit(unit).orders == Orders::March {
        return 1;
    }
    let body = at.position.body(at.position.body_of(at.setting, unit));
    let own = at.position.activator(body.activator).number;
    listed.unwrap_or(own).max(1)
}

/// BB 9.7-delay: nobody but the deferred acts after the cup is empty. Comrades who stood on the map, in Reserve and on the march
/// as well, are left out, and so are leaders who have not come in this turn: they rode with the markers.
pub(super) fn leave_out_comrades(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let spent = |unit: &UnitId| {
        let state = at.position.unit(*unit);
        state.on_map() && state.used >= unit_entitlement(at, *unit)
    };
    let units: Vec<UnitId> = at
        .position
        .members(at.setting, body)
        .filter(spent)
        .collect();
    let now = at.position.now(at.setting).map(|turn| turn.id);
    let comes_now = |leader: LeaderId| {
        let mut groups = at.setting.scenario.reinforcements.iter();
        groups.any(|group| {
            let mut pieces = group.pieces.iter();
            Some(group.turn) == now && pieces.any(|each| each.piece == Piece::Leader(leader))
        })
    };
    let leaders: Vec<LeaderId> = leaders_of(at, body)
        .filter(|&leader| at.position.leader(leader).on_map() && !comes_now(leader))
        .collect();
    for unit in units {
        play.did(unit, Deeds::FINISHED);
    }
    for leader in leaders {
        play.note_leader(leader, LeaderNote::MoveEnded);
    }
}

/// SR 5.35: whether the deferred of a body, who alone act, come on the march.
pub(super) fn comes_on_the_march(at: At<'_>, body: BodyId) -> bool {
    let mut members = at.position.members(at.setting, body);
    members.any(|unit| {
        let state = at.position.unit(unit);
        state.orders == Orders::March && !state.deeds.has(Deeds::FINISHED)
    })
}

/// Comrades on the map had their Activations with the markers; what they did not use is gone.
fn spend_what_is_left(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let there: Vec<(UnitId, u8)> = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .map(|unit| (unit, unit_entitlement(at, unit)))
        .filter(|&(unit, number)| at.position.unit(unit).used < number)
        .collect();
    for (unit, number) in there {
        play.note_unit(unit, UnitNote::Used(number));
    }
}
