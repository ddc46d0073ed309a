//! Section L of the readings: the switches of the rule set, each with its default first.

use serde::{Deserialize, Serialize};

use crate::reading::{Desk, Node, Value};
use crate::words::{Word, words};

macro_rules! switches {
    ($($(#[$meta:meta])* $field:ident: $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)+ })+) => {
        $(words! { $(#[$meta])* pub enum $name { $($(#[$own])* $variant = $word,)+ } }

        impl Default for $name {
            fn default() -> Self {
                Self::WORDS[0].0
            }
        })+

        /// The switches of a game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
        pub struct Options {
            $($(#[$meta])* pub $field: $name,)+
        }

        impl Options {
            /// Every switch with its words, the default first.
            #[must_use]
            pub fn all() -> Vec<(&'static str, Vec<&'static str>)> {
                vec![$((stringify!($field), $name::WORDS.iter().map(|(_, word)| *word).collect()),)+]
            }

            /// What is not at its default, `switch=value` parted by blanks.
            #[must_use]
            pub fn differences(&self) -> String {
                let mut list: Vec<String> = Vec::new();
                $(if self.$field != $name::default() {
                    list.push(format!("{}={}", stringify!($field), self.$field));
                })+
                list.join(" ")
            }

            /// Sets a switch by its words.
            ///
            /// # Errors
            /// What the switch or its values are called.
            pub fn set(&mut self, switch: &str, value: &str) -> Result<(), String> {
                match switch {
                    $(stringify!($field) => {
                        self.$field = $name::from_word(value).ok_or_else(|| {
                            let words: Vec<&str> = $name::WORDS.iter().map(|(_, word)| *word).collect();
                            format!("'{value}' is not one of {}", words.join(", "))
                        })?;
                        Ok(())
                    })+
                    other => {
                        let known: Vec<&str> = vec![$(stringify!($field),)+];
                        Err(format!("'{other}' is no switch; known: {}", known.join(", ")))
                    }
                }
            }
        }
    };
}

switches! {
    /// SfG-reading 19: what counts towards a third and two thirds.
    decimated_by: DecimatedBy {
        /// Bases removed.
        Bases = "bases",
        /// Single losses.
        Losses = "losses",
    }
    /// SfG-reading 23: which forced retreats in rough ground disorder.
    rough_retreat: RoughRetreat {
        /// Entering a new piece.
        Enter = "enter",
        /// Any part of the way in rough ground.
        Any = "any",
    }
    /// SfG-reading 29: what bars a brigade from objectives.
    objective_bar: ObjectiveBar {
        /// Decimated and disordered.
        Both = "both",
        /// Either.
        Either = "either",
    }
    /// SfG-reading 35: whether the corps general gives an order.
    corps_order: CorpsOrder {
        /// He has none.
        Off = "off",
        /// Once per turn.
        On = "on",
    }
    /// SfG-reading 38: whether generals pay for ground.
    generals_pay_terrain: GeneralsPay {
        /// 12 UM flat.
        Off = "off",
        /// By the table.
        On = "on",
    }
    /// SfG-reading 53: whose earlier orders count.
    order_malus: OrderMalus {
        /// All of the general's.
        General = "general",
        /// Those to the same brigade.
        Brigade = "brigade",
    }
    /// SfG-reading 66: whether two division moves are capped at 8 UM.
    division_cap_8: DivisionCap {
        /// No.
        Off = "off",
        /// Yes.
        On = "on",
    }
    /// SfG-reading 100: where the charger is shot at.
    reaction_fire_at: ReactionFireAt {
        /// At its start, or 4 UM away.
        Approach = "approach",
        /// At the end of its way.
        Contact = "contact",
    }
    /// SfG-reading 134: how many push dice.
    pushback: Pushback {
        /// One for each fire.
        Fire = "fire",
        /// One for each pair.
        Pairs = "pairs",
    }
    /// Section N: the game score.
    tie_break: TieBreak {
        /// Losses inflicted.
        Losses = "losses",
        /// Whole bases.
        Bases = "bases",
        /// Prices of the army lists.
        Points = "points",
        /// A draw.
        None = "none",
    }
    /// SfG-reading 65: turns added to arrivals.
    entry_delay: EntryDelay {
        /// None.
        Zero = "0",
        /// One.
        One = "1",
        /// Two.
        Two = "2",
    }
    /// SfG 2.4-delay: whether reserves enter by road only.
    entry_by_road: EntryByRoad {
        /// Anywhere on the own edge.
        Off = "off",
        /// On a road.
        On = "on",
    }
    /// SfG 1.1-other, 1.4: the figures whose bases are used; custom ones are a file of the data folder.
    scale: Scale {
        /// Bases of 25-30 mm figures.
        Large = "28mm",
        /// Bases of 15 mm figures.
        Small = "15mm",
        /// basing/custom.toml.
        Custom = "custom",
    }
    /// SfG-reading 22: whether brigades attacked in flank on the first turn are disordered.
    surprise: Surprise {
        /// No.
        Off = "off",
        /// Yes.
        On = "on",
    }
}

/// What each switch turns, for people.
const MEANINGS: &[(&str, &str)] = &[
    (
        "decimated_by",
        "What counts towards a third and two thirds lost: bases removed, or single losses [SfG 1.5-decimated, SfG-reading 19]",
    ),
    (
        "rough_retreat",
        "Which forced retreats in rough ground disorder: those that enter a new piece of it, or any [SfG 1.5-disordered, SfG-reading 23]",
    ),
    (
        "objective_bar",
        "What bars a brigade from objectives: decimated and disordered at once, or either [SfG 1.5-objectives, SfG-reading 29]",
    ),
    (
        "corps_order",
        "Whether the corps general gives one brigade order per turn, a charge included [SfG 2.3-brigade-order, SfG-reading 35]",
    ),
    (
        "generals_pay_terrain",
        "Whether generals pay for ground by the movement table [SfG 2.1, SfG-reading 38]",
    ),
    (
        "order_malus",
        "Whose earlier orders count against a further one: all of the general's, or those to the same brigade [SfG 2.3-modifiers, SfG-reading 53]",
    ),
    (
        "division_cap_8",
        "Whether two moves under division orders are 8 UM at most together [SfG 2.5-division, SfG-reading 66]",
    ),
    (
        "reaction_fire_at",
        "Where a charger is shot at: on its approach, 4 UM away or at its start, or in contact [SfG 2.5-reaction, SfG-reading 100]",
    ),
    (
        "pushback",
        "How many dice push back: one for each fire of two losses or more, or one for each pair [SfG 2.7, SfG-reading 134]",
    ),
    (
        "tie_break",
        "What the game score counts: losses, whole bases, prices of the lists, or nothing [SfG D-score, section N]",
    ),
    (
        "entry_delay",
        "Turns that weather and ground add to arrivals [SfG 2.4-delay, SfG-reading 65]",
    ),
    (
        "entry_by_road",
        "Whether reserves enter on roads only [SfG 2.4-delay, SfG-reading 63]",
    ),
    (
        "scale",
        "The figures whose bases are used; custom is the file basing/custom.toml of the data folder [SfG 1.1-other, 1.4, SfG-reading 10]",
    ),
    (
        "surprise",
        "Whether brigades attacked in flank or rear on the first turn are disordered [SfG 1.5-surprise, SfG-reading 22]",
    ),
];

impl Options {
    /// What a switch turns, in words; none if there is no such switch.
    #[must_use]
    pub fn meaning(switch: &str) -> Option<&'static str> {
        MEANINGS
            .iter()
            .find(|(name, _)| *name == switch)
            .map(|(_, meaning)| *meaning)
    }

    /// SfG 2.4-delay: turns that weather and ground add.
    #[must_use]
    pub const fn delay(&self) -> u8 {
        match self.entry_delay {
            EntryDelay::Zero => 0,
            EntryDelay::One => 1,
            EntryDelay::Two => 2,
        }
    }

    pub(crate) fn read(desk: &Desk, node: &Node) -> Self {
        let mut options = Self::default();
        if let Value::Table(entries) = &node.value {
            for entry in entries {
                if let Some(value) = desk.scalar(&entry.node)
                    && let Err(message) = options.set(&entry.key, &value)
                {
                    desk.fault(&entry.span, message);
                }
            }
        } else {
            desk.wrong::<()>(node, "a table of switches");
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_takes_its_words_and_no_other() {
        for (switch, words) in Options::all() {
            assert!(Options::meaning(switch).is_some(), "{switch} is explained");
            let mut options = Options::default();
            for word in &words {
                assert_eq!(options.set(switch, word), Ok(()), "{switch}={word}");
            }
            assert!(options.set(switch, "nonsense").is_err());
            assert_eq!(options.set(switch, words[0]), Ok(()));
            assert_eq!(
                options,
                Options::default(),
                "{switch}: the default stands first"
            );
        }
        assert!(Options::default().set("no_such", "on").is_err());
    }
}
