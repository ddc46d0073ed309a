//! What must hold after every choice of random play.

use std::sync::Arc;

use longroll_core::{Chance, Family as _, Game as _, Refusal, Side};

use super::{draw, mutants, watchman, wild};
use crate::battle::{Battle, State};
use crate::choice::Choice;
use crate::event::Event;
use crate::family::Kin;
use crate::frames::Frame;
use crate::table::Table;

/// Watches a game: every broken promise is a text.
#[derive(Debug, Clone)]
pub struct Checker {
    /// The table rebuilt from the events alone.
    follower: Table,
    chance: Chance,
    wild: u32,
}

impl Checker {
    /// From the position a game starts with, before its first events.
    #[must_use]
    pub const fn new(table: Table, chance: Chance) -> Self {
        Self {
            follower: table,
            chance,
            wild: 0,
        }
    }

    /// After the events of a choice.
    #[must_use]
    pub fn after(&mut self, battle: &Battle, events: &[Event]) -> Vec<String> {
        let facts = battle.facts();
        let mut faults = watchman::between(facts, &self.follower, events, battle.table());
        for event in events {
            self.follower.apply(facts, event);
        }
        if self.follower != *battle.table() {
            faults.push("a follower of the events has another table".to_owned());
        }
        let flaws = battle.table().flaws(facts);
        faults.extend(flaws.into_iter().map(|flaw| flaw.text));
        faults.extend(watchman::standing(facts, battle.table()));
        // While the owner chooses which base goes, its losses stand against it.
        if !matches!(battle.frame(), Some(Frame::Losses(_))) {
            for (id, unit) in battle.table().present() {
                if unit.carried >= 4 {
                    let name = &facts.unit(id).name;
                    faults.push(format!("{name} carries {} losses", unit.carried));
                }
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
        // To find out that nobody can be charged takes a search, so every decision is not worth it.
        let families = if deep {
            battle.families()
        } else {
            battle.likely_families()
        };
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
                faults.push(format!("listed and empty: {:?}", family.scope));
            }
            faults.extend(self.of_suggestions(battle, ask.side, family, &list));
        }
        for _ in 0..if deep { 60 } else { 6 } {
            let Some(choice) = wild::choice(battle.look(), &mut self.chance, ask) else {
                break;
            };
            if battle.why_not(ask.side, &choice).is_none() {
                let holds = |family: &Kin| family.check(&choice).is_ok() && family.has_member();
                let listed =
                    families.iter().any(holds) || offers.iter().any(|offer| offer.choice == choice);
                if !listed {
                    faults.push(format!("legal and not listed: {}", battle.print(&choice)));
                }
                self.wild += 1;
            }
        }
        faults.extend(saved(battle));
        faults
    }

    /// What a family suggests is legal, and what comes near to one of its suggestions is judged alike by both.
    fn of_suggestions(
        &mut self,
        battle: &Battle,
        side: Side,
        family: &Kin,
        list: &[Choice],
    ) -> Vec<String> {
        let mut faults = Vec::new();
        for choice in list {
            faults.extend(round_trip(battle, choice));
            if let Some(refusal) = battle.why_not(side, choice) {
                faults.push(format!(
                    "suggested and refused: {}: {refusal}",
                    battle.print(choice)
                ));
            }
        }
        if !list.is_empty() {
            let choice = &list[draw(&mut self.chance, list.len())];
            for wrong in mutants::of(battle.look(), family.scope, choice) {
                faults.extend(consistent(battle, family, side, &wrong));
                if battle.why_not(side, &wrong).is_none() {
                    faults.push(format!("not refused: {}", battle.print(&wrong)));
                }
            }
        }
        faults
    }

    /// How many choices drawn from all that can be written were legal.
    #[must_use]
    pub const fn wild(&self) -> u32 {
        self.wild
    }
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

/// A state written as text and read again is the same game.
fn saved(battle: &Battle) -> Option<String> {
    let text = match serde_json::to_string(battle.state()) {
        Ok(text) => text,
        Err(fault) => return Some(format!("it cannot be saved: {fault}")),
    };
    let read: State = match serde_json::from_str(&text) {
        Ok(read) => read,
        Err(fault) => return Some(format!("a save cannot be read: {fault}")),
    };
    let again = Battle::resumed(Arc::clone(battle.facts()), read);
    (again.fingerprint() != battle.fingerprint())
        .then(|| "a save has another fingerprint".to_owned())
}
