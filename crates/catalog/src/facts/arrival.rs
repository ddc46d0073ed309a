//! BB 30.1-lew-wallace: a command whose turn of arrival is rolled for.

use super::{
    ArrivalExtent, ArrivalPlan, EntryKind, Piece, PlannedRoll, Reinforcement, ScenarioFacts,
    UnitId, VariableArrival,
};

/// How many Activations the first brigade has that comes alone.
const ALONE: u8 = 2;

impl ScenarioFacts {
    /// The reinforcements as the page lists them, without the turns in which a rolled arrival might fall.
    pub fn expected(&self) -> impl Iterator<Item = &Reinforcement> {
        self.reinforcements.iter().filter(|group| !group.possible)
    }

    /// Whether a unit, or a section of it, is listed among the reinforcements of the page.
    #[must_use]
    pub fn is_reinforcement(&self, unit: UnitId) -> bool {
        let mut pieces = self.reinforcements.iter().flat_map(|group| &group.pieces);
        pieces.any(|arriving| arriving.piece.unit() == Some(unit))
    }

    /// The groups of this command wait for a die instead of their turn; for every turn in which it may come there are
    /// groups that enter then.
    pub fn arrives_by_roll(&mut self, arrival: &VariableArrival) {
        let own = |group: &Reinforcement| {
            group.command.is_some_and(|command| {
                command == arrival.command || arrival.order.contains(&command)
            })
        };
        let mut waiting: Vec<Reinforcement> = Vec::new();
        for group in self.reinforcements.iter_mut().filter(|group| own(group)) {
            group.entry = EntryKind::Variable;
            waiting.push(group.clone());
        }
        let mut rolls = Vec::new();
        for (place, roll) in arrival.rolls.iter().enumerate() {
            let mut groups = Vec::new();
            for group in &waiting {
                let brigade = arrival
                    .order
                    .iter()
                    .position(|own| group.command == Some(*own));
                let leader = group
                    .pieces
                    .iter()
                    .all(|arriving| matches!(arriving.piece, Piece::Leader(_)));
                // He who leads them all comes with the first of them.
                let first = brigade == Some(0) || brigade.is_none() && leader;
                let alone = roll.extent == ArrivalExtent::FirstBrigade;
                let next = arrival
                    .rolls
                    .get(place + 1)
                    .map_or(roll.turn, |next| next.turn);
                groups.push(u16::try_from(self.reinforcements.len()).unwrap_or(u16::MAX));
                self.reinforcements.push(Reinforcement {
                    turn: if alone && !first { next } else { roll.turn },
                    entry: EntryKind::Hexes,
                    hexes: vec![arrival.hex],
                    order: brigade.and_then(|place| u8::try_from(place).ok()),
                    activations: group.activations.map(|_| {
                        if alone && first {
                            ALONE
                        } else {
                            arrival.activations
                        }
                    }),
                    fatigue: roll.fatigue,
                    possible: true,
                    ..group.clone()
                });
            }
            rolls.push(PlannedRoll {
                turn: roll.turn,
                die: roll.die,
                groups,
            });
        }
        self.arrival = Some(ArrivalPlan {
            command: arrival.command,
            rolls,
        });
    }
}
