//! The language in which a table speaks to a screen.

use longroll_shell_for_guns::{Event, View};

use crate::game::Table;
use crate::italian;
use crate::wire::{Look, Offer, Reply};

/// A language. What is written down, notation above all, is the same in every one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tongue {
    /// English, in which the rules speak.
    #[default]
    English,
    /// Italian.
    Italian,
}

impl Tongue {
    /// The language with this code; English for any other.
    #[must_use]
    pub fn of(code: &str) -> Self {
        if code.get(..2) == Some("it") {
            Self::Italian
        } else {
            Self::English
        }
    }

    pub(crate) fn sentence(self, english: String) -> String {
        match self {
            Self::English => english,
            Self::Italian => italian::sentence(&english),
        }
    }

    fn offers(self, offers: &mut [Offer]) {
        for offer in offers {
            offer.odds = offer.odds.take().map(|odds| self.sentence(odds));
        }
    }

    pub(crate) fn reply(self, mut reply: Reply) -> Reply {
        match &mut reply {
            Reply::Refused { reason: text, .. } | Reply::Overlay { text, .. } => {
                *text = self.sentence(core::mem::take(text));
            }
            Reply::Choices { list, .. } => self.offers(list),
            Reply::Done | Reply::Stale => {}
        }
        reply
    }
}

impl Table {
    /// Everything a screen shows, in a language.
    #[must_use]
    pub fn look_in(&self, tongue: Tongue) -> Look {
        let mut look = self.look();
        if tongue == Tongue::English {
            return look;
        }
        let battle = self.session.game();
        let facts = battle.facts();
        look.heading = italian::sentence(&look.heading);
        look.result = look.result.map(|result| italian::sentence(&result));
        tongue.offers(&mut look.offers);
        // Units, generals and objectives stand in the order of the facts.
        let table = View::of(battle, longroll_core::Side::Union).table;
        let units = facts
            .units()
            .map(|(id, _)| italian::unit(facts, &table, id));
        let generals = facts
            .generals()
            .map(|(id, _)| italian::general(facts, &table, id));
        for (thing, line) in look.things.iter_mut().zip(units.chain(generals)) {
            thing.line = line;
        }
        let events = self.story.iter().flatten();
        for (line, event) in look.log.iter_mut().zip(events) {
            line.text = italian::line(facts, event);
            if let (Some(card), Event::Rolled { roll, .. }) = (&mut line.dice, event) {
                card.purpose = italian::purpose(roll.purpose);
                card.needs = italian::needs(roll);
                for (_, reason, _) in &mut card.terms {
                    *reason = italian::sentence(reason);
                }
            }
        }
        look
    }
}
