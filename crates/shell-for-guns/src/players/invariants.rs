//! What must hold after every choice of random play.

use std::sync::Arc;

use longroll_core::{Chance, Family as _, Game as _, Refusal, Side};
use longroll_tabletop::{Ticks, Turn};

use super::draw;
use crate::battle::{Battle, State};
use crate::choice::{Choice, Part};
use crate::event::Event;
use crate::frames::Frame;
use crate::table::Table;

/// Watches a game: every broken promise is a text.
#[derive(Debug, Clone)]
pub struct Checker {
    /// The table rebuilt from the events alone.
    follower: Table,
    chance: Chance,
}

impl Checker {
    /// From the position a game starts with, before its first events.
    #[must_use]
    pub const fn new(table: Table, chance: Chance) -> Self {
        Self {
            follower: table,
            chance,
        }
    }

    /// After the events of a choice.
    #[must_use]
    pub fn after(&mut self, battle: &Battle, events: &[Event]) -> Vec<String> {
        let mut faults = self.losses_by_events(battle, events);
        for event in events {
            self.follower.apply(battle.facts(), event);
        }
        if self.follower != *battle.table() {
            faults.push("a follower of the events has another table".to_owned());
        }
        faults.extend(battle.table().faults(battle.facts()));
        // While the owner chooses which base goes, its losses stand against it.
        if !matches!(battle.frame(), Some(Frame::Losses(_))) {
            for (id, unit) in battle.table().present() {
                let facts = battle.facts().unit(id);
                if unit.carried >= battle.facts().figures.factors(facts.entry.arm).losses {
                    faults.push(format!("{} carries {} losses", facts.name, unit.carried));
                }
            }
        }
        faults
    }

    /// Bases and losses change by their own events only.
    fn losses_by_events(&self, battle: &Battle, events: &[Event]) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, unit) in battle.table().units() {
            let before = self.follower.unit(id);
            let count = |wanted: &dyn Fn(&Event) -> bool| {
                events.iter().filter(|event| wanted(event)).count()
            };
            let removed =
                count(&|event| matches!(event, Event::BaseRemoved { unit, .. } if *unit == id));
            let gone = count(&|event| matches!(event, Event::Removed { unit, .. } if *unit == id));
            if gone == 0 && before.slots.len() != unit.slots.len() + removed {
                faults.push(format!(
                    "{} lost bases without an event",
                    battle.facts().unit(id).name
                ));
            }
            let moved = events.iter().any(|event| match event {
                Event::Moved { unit, .. } | Event::Removed { unit, .. } => *unit == id,
                _ => false,
            });
            if !moved && before.pose != unit.pose {
                faults.push(format!(
                    "{} moved without an event",
                    battle.facts().unit(id).name
                ));
            }
        }
        faults
    }

    /// At a decision: notation, refusals, families, save and load. `deep` also checks every suggestion.
    #[must_use]
    pub fn at_decision(&mut self, battle: &Battle, deep: bool) -> Vec<String> {
        let mut faults = Vec::new();
        let Some(ask) = battle.asked() else {
            return faults;
        };
        let offers = battle.offers();
        let families = battle.families();
        if offers.is_empty() && families.is_empty() {
            faults.push(format!("nothing can be chosen at {:?}", ask.prompt));
        }
        for offer in &offers {
            faults.extend(round_trip(battle, &offer.choice));
            if let Some(refusal) = battle.why_not(ask.side, &offer.choice) {
                faults.push(format!("offered and refused: {refusal}"));
            }
        }
        if let Some(offer) = offers.first()
            && battle.why_not(ask.side.enemy(), &offer.choice).is_none()
        {
            faults.push("the other side may choose".to_owned());
        }
        for family in &families {
            let list = if deep {
                family.suggestions()
            } else {
                Vec::new()
            };
            if deep && list.is_empty() {
                faults.push(format!("{:?} has no suggestion", family.scope));
            }
            for choice in &list {
                faults.extend(round_trip(battle, choice));
                if let Some(refusal) = battle.why_not(ask.side, choice) {
                    faults.push(format!(
                        "suggested and refused: {}: {refusal}",
                        battle.print(choice)
                    ));
                }
            }
            if !list.is_empty() {
                let choice = &list[draw(&mut self.chance, list.len())];
                let wild = self.mutated(choice);
                faults.extend(consistent(battle, family, ask.side, &wild));
                let lost = outside(choice);
                faults.extend(consistent(battle, family, ask.side, &lost));
                if battle.why_not(ask.side, &lost).is_none() {
                    faults.push(format!("not refused: {}", battle.print(&lost)));
                }
            }
        }
        faults.extend(saved(battle));
        faults
    }

    /// A choice with one measure changed: mostly outside its family.
    fn mutated(&mut self, choice: &Choice) -> Choice {
        let more = [1, 10, 500, 4000, 20_000][draw(&mut self.chance, 5)];
        let mut changed = choice.clone();
        match &mut changed {
            Choice::Move { plan, .. } | Choice::Enter { plan, .. } => match plan.0.last_mut() {
                Some(Part::Go { length, .. } | Part::Road { length }) => *length += Ticks(more),
                Some(Part::Turn { angle, .. }) => angle.0 += more.min(15_000),
                Some(Part::Form { anchor, .. }) => *anchor = Some((200, 1)),
                Some(Part::Saddle(_)) => {
                    let again = plan.0[0];
                    plan.0.push(again);
                }
                None => plan.0.push(Part::Go {
                    bearing: Turn(0),
                    length: Ticks(more + 20_000),
                }),
            },
            Choice::Charge { bearing, .. } => bearing.0 += more,
            Choice::Place { pose, .. }
            | Choice::Station { pose, .. }
            | Choice::General { pose, .. } => *pose = pose.leg(Turn(0), Ticks(more)),
            Choice::Objectives(at) => at[0] = at[1],
            _ => {}
        }
        changed
    }
}

/// A choice changed so that no rule could allow it.
fn outside(choice: &Choice) -> Choice {
    const FAR: Ticks = Ticks(90_000);
    let mut changed = choice.clone();
    match &mut changed {
        Choice::Move { plan, .. } | Choice::Enter { plan, .. } => plan.0.push(Part::Go {
            bearing: Turn(0),
            length: FAR,
        }),
        Choice::Charge { unit, target, .. } => *target = *unit,
        Choice::Place { pose, .. }
        | Choice::Station { pose, .. }
        | Choice::General { pose, .. } => {
            *pose = pose.leg(Turn(0), FAR);
        }
        Choice::Objectives(at) => at[0] = at[1],
        _ => {}
    }
    changed
}

/// A family and the battle say the same, and a refusal changes nothing.
fn consistent(
    battle: &Battle,
    family: &crate::family::Kin,
    side: Side,
    choice: &Choice,
) -> Vec<String> {
    let mut faults = Vec::new();
    let by_family: Result<(), Refusal> = family.check(choice);
    let mut copy = battle.clone();
    let by_battle = copy.choose(side, choice);
    if by_family.is_ok() != by_battle.is_ok() {
        faults.push(format!(
            "family and battle differ over {}: {by_family:?}",
            battle.print(choice)
        ));
    }
    if by_battle.is_err() && copy.fingerprint() != battle.fingerprint() {
        faults.push("a refusal changed the battle".to_owned());
    }
    faults
}

fn round_trip(battle: &Battle, choice: &Choice) -> Option<String> {
    let text = battle.print(choice);
    match battle.parse(&text) {
        Ok(read) if read == *choice => None,
        Ok(read) => Some(format!("'{text}' reads as {read:?}")),
        Err(error) => Some(format!("'{text}': {error}")),
    }
}

/// A saved state taken up again is the same game.
fn saved(battle: &Battle) -> Option<String> {
    let copy: State = battle.state().clone();
    let again = Battle::resumed(Arc::clone(battle.facts()), copy);
    (again.fingerprint() != battle.fingerprint())
        .then(|| "a copy has another fingerprint".to_owned())
}
