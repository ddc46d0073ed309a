//! A scenario as it is played when the players have agreed on a variant.

use serde::Serialize;

use super::{
    AfterAutomatic, FreeZone, Place, ScenarioFacts, SetupFacing, Variant, Verdict, VictoryTerms,
};

/// A variant on which the players have agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Agreed {
    /// Its name.
    pub id: String,
    /// The game goes on after its last turn, if it has come to that.
    pub extends: Option<Extension>,
}

/// A game that goes on after its last turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Extension {
    /// The terms of the game up to there.
    pub terms: VictoryTerms,
    /// It goes on after these verdicts alone.
    pub after: Vec<Verdict>,
    /// Whether it goes on after an automatic victory.
    pub after_automatic: AfterAutomatic,
}

impl ScenarioFacts {
    /// The scenario as it is played when the players have agreed on a variant: its turns and its terms of victory, and
    /// without the special rules that the variant takes away.
    #[must_use]
    pub fn varied(&self, variant: &Variant) -> Self {
        let mut scenario = self.clone();
        let extends = variant.last_turn.map(|_| Extension {
            terms: self.victory.clone(),
            after: variant.after.clone(),
            after_automatic: variant.after_automatic,
        });
        scenario.agreed = Some(Agreed {
            id: variant.id.clone(),
            extends,
        });
        if let Some(last) = variant.last_turn {
            let more = self.extended_turns.iter().filter(|turn| turn.id <= last);
            scenario.turns.extend(more.cloned());
        }
        scenario
            .special_rules
            .retain(|rule| !variant.removes_rules.contains(&rule.id));
        scenario.victory = self.victory.varied(variant);
        for zone in &variant.zones {
            scenario.deploys_freely(zone);
        }
        if let (Some(arrival), None) = (&variant.arrival, &scenario.arrival) {
            scenario.arrives_by_roll(arrival);
        }
        scenario
    }

    /// BB 30.1, 30.8: the troops of a side that begin on the map are set up where it likes in a zone, facing as it likes.
    fn deploys_freely(&mut self, zone: &FreeZone) {
        for entry in self
            .setup
            .iter_mut()
            .filter(|entry| entry.side == zone.side)
        {
            let Place::Hex(home) = entry.place else {
                continue;
            };
            entry.place = Place::Free {
                hexes: zone.hexes.clone(),
                home,
            };
            entry.facing = SetupFacing::Free;
            entry.orders.clone_from(&zone.orders);
            entry.extension = None;
        }
    }

    /// The variant with this name.
    #[must_use]
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}
