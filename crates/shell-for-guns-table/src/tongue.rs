//! The language in which a table speaks to a screen.

use longroll_core::Refusal;
use longroll_shell_for_guns::data::DataError;
use longroll_shell_for_guns::facts::{GeneralId, UnitId};
use longroll_shell_for_guns::table::Table as Standing;
use longroll_shell_for_guns::{Event, Facts, Faults, View, text};

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

    /// What is English in English and told by another in any other language.
    fn tell(self, english: impl FnOnce() -> String, italian: impl FnOnce() -> String) -> String {
        match self {
            Self::English => english(),
            Self::Italian => italian(),
        }
    }

    /// A sentence of the rules: chances, a tape, a verdict.
    #[must_use]
    pub fn sentence(self, english: &str) -> String {
        self.tell(|| english.to_owned(), || italian::sentence(english))
    }

    /// One line for an event.
    #[must_use]
    pub fn line(self, facts: &Facts, event: &Event) -> String {
        self.tell(|| text::line(facts, event), || italian::line(facts, event))
    }

    /// A unit as it stands, in one line.
    #[must_use]
    pub fn unit(self, facts: &Facts, table: &Standing, id: UnitId) -> String {
        self.tell(
            || text::unit(facts, table, id),
            || italian::unit(facts, table, id),
        )
    }

    /// A general as he stands, in one line.
    #[must_use]
    pub fn general(self, facts: &Facts, table: &Standing, id: GeneralId) -> String {
        self.tell(
            || text::general(facts, table, id),
            || italian::general(facts, table, id),
        )
    }

    /// A refusal with its rule.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        self.tell(|| refusal.to_string(), || italian::refusal(refusal))
    }

    /// Everything that is wrong with a file, each fault with file and line.
    #[must_use]
    pub fn faults(self, faults: &Faults) -> String {
        self.tell(|| faults.summary(), || italian::faults(faults))
    }

    /// Why a battle cannot be put together.
    #[must_use]
    pub fn data_error(self, error: &DataError) -> String {
        self.tell(|| error.to_string(), || italian::data_error(error))
    }

    fn offers(self, offers: &mut [Offer]) {
        for offer in offers {
            offer.odds = offer.odds.take().map(|odds| self.sentence(&odds));
        }
    }

    pub(crate) fn reply(self, mut reply: Reply) -> Reply {
        match &mut reply {
            Reply::Refused { reason: text, .. } | Reply::Overlay { text, .. } => {
                *text = self.sentence(text);
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
