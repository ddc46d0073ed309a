//! A scenario as it is played when the players have agreed on a variant.

use serde::Serialize;

use super::{
    AfterAutomatic, FreeZone, Place, ScenarioFacts, SetupFacing, Variant, VariantKind, Verdict,
    VictoryTerms,
};

/// What stands between the names of several variants that are played together.
const JOINED_BY: char = '+';

/// The variants on which the players have agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Agreed {
    /// Their names, joined by plus signs: `variable-lew-wallace+extended`.
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

/// Why players cannot agree on variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// The scenario has none of this name.
    Unknown(String),
    /// Two that take each other's place, or one named twice.
    Exclusive(String, String),
}

impl core::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "there is no variant '{id}'"),
            Self::Exclusive(one, other) if one == other => write!(f, "'{one}' is named twice"),
            Self::Exclusive(one, other) => {
                write!(f, "'{one}' and '{other}' take each other's place")
            }
        }
    }
}

impl core::error::Error for Disagreement {}

impl ScenarioFacts {
    /// The scenario with the variants of these names, joined by plus signs in any order: of each kind one (BB 30.1, 30.11).
    ///
    /// # Errors
    /// A name that is unknown, or two that cannot be played together.
    pub fn agreed_on(&self, ids: &str) -> Result<Self, Disagreement> {
        let mut agreed: Vec<&Variant> = Vec::new();
        for id in ids.split(JOINED_BY) {
            let variant = self
                .variant(id)
                .ok_or_else(|| Disagreement::Unknown(id.to_owned()))?;
            if let Some(other) = agreed.iter().find(|own| own.kind == variant.kind) {
                return Err(Disagreement::Exclusive(other.id.clone(), id.to_owned()));
            }
            agreed.push(variant);
        }
        // An extension keeps the terms of the game before it: it comes last.
        agreed.sort_by_key(|own| match own.kind {
            VariantKind::Setup => 0,
            VariantKind::Reinforcement => 1,
            VariantKind::EarlyEnd => 2,
            VariantKind::Extension => 3,
        });
        let varied = |scenario: Self, variant: &Variant| scenario.varied(variant);
        let begun = self.clone();
        Ok(agreed.into_iter().fold(begun, varied))
    }

    /// The scenario as it is played when the players have agreed on a variant as well: its turns and its terms of victory, and
    /// without the special rules that the variant takes away.
    #[must_use]
    pub fn varied(&self, variant: &Variant) -> Self {
        let mut scenario = self.clone();
        let extends = variant.last_turn.map(|_| Extension {
            terms: self.victory.clone(),
            after: variant.after.clone(),
            after_automatic: variant.after_automatic,
        });
        let before = scenario.agreed.take();
        scenario.agreed = Some(Agreed {
            id: before.as_ref().map_or_else(
                || variant.id.clone(),
                |own| format!("{}{JOINED_BY}{}", own.id, variant.id),
            ),
            extends: extends.or_else(|| before.and_then(|own| own.extends)),
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
