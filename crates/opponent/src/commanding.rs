//! Whom a commander helps at the start of a turn: where his help gives the most Activations.

use longroll_catalog::facts::{CommandId, Level};
use longroll_core::Offer;
use longroll_gbacw::Choice;
use longroll_gbacw::activation::{activations, may_help};
use longroll_position::{ActivatorId, Draft, Position};

use crate::plain::Plain;

impl Plain {
    /// SR 5.22, 5.23: the command that gains most by a commander's help; the first of those that gain as much.
    pub(crate) fn help_whom(
        &self,
        position: &Position,
        offers: &[Offer<Choice>],
    ) -> Option<Choice> {
        let mut best: Option<((u32, u32), Choice)> = None;
        for offer in offers {
            let Choice::Help { command, .. } = offer.choice else {
                continue;
            };
            let gain = self.gain_of_help(position, command);
            if best.is_none_or(|(known, _)| gain > known) {
                best = Some((gain, offer.choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// What the divisions of a command gain if it is helped once: markers, each counted for every SP on the map that acts with it; then markers of those who are still to come.
    fn gain_of_help(&self, position: &Position, command: CommandId) -> (u32, u32) {
        let setting = self.setting();
        let corps = setting.command(command).level == Level::Corps;
        let mut before = Draft::from(position.clone());
        let own: Vec<ActivatorId> = setting
            .activator_ids()
            .filter(|&id| setting.belongs(setting.activator(id).command, command))
            .collect();
        if corps {
            for &id in &own {
                before.activator_mut(id).help += self.help_to_come(position, command, id);
            }
        }
        let mut after = before.clone();
        for &id in &own {
            if corps {
                after.activator_mut(id).raised += 1;
            } else {
                after.activator_mut(id).help += 1;
            }
        }
        let (before, after) = (before.imagined(), after.imagined());
        let number =
            |position: &Position, id| u32::from(activations(self.stage.at(position), id).0);
        own.iter().fold((0, 0), |(here, all), &id| {
            let gain = number(&after, id).saturating_sub(number(&before, id));
            (here + gain * self.strength_with(position, id), all + gain)
        })
    }

    /// The SP on the map that act with a marker.
    fn strength_with(&self, position: &Position, id: ActivatorId) -> u32 {
        let setting = self.setting();
        self.own(position)
            .filter(|&(unit, _)| position.body(position.body_of(setting, unit)).activator == id)
            .map(|(unit, _)| u32::from(position.unit(unit).sp))
            .sum()
    }

    /// SR 5.23: what the corps commander will add to a division himself, as far as it can be told.
    fn help_to_come(&self, position: &Position, corps: CommandId, id: ActivatorId) -> u8 {
        let setting = self.setting();
        let division = setting.activator(id).command;
        let Some(leader) = position.leader_of(setting, corps) else {
            return 0;
        };
        let at = self.stage.at(position);
        if may_help(at, leader, division).is_err() {
            return 0;
        }
        let ratings = longroll_gbacw::command::ratings(at, leader);
        let value = ratings.efficiency.as_ref().map_or(0, |value| value.value);
        u8::try_from(value).unwrap_or(0)
    }
}
