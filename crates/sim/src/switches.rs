//! Rule sets for random play, and what the switches that turn nothing yet wait for.

use longroll_core::Seed;
use longroll_position::{RuleSet, Switches};

use crate::players::Stream;

/// The stream of random numbers that draws rule sets; the dice have 0, the players 1 and 2.
const STREAM: u64 = 3;

/// A rule set for the game of this seed: every switch that the battle leaves free has one of its values, each as likely as
/// the other.
#[must_use]
pub fn drawn(seed: Seed, given: RuleSet) -> RuleSet {
    let mut stream = Stream::new(seed, STREAM);
    let mut rules = given;
    for switch in Switches::ALL {
        if let Some(value) = stream.one_of(switch.values) {
            // What the battle fixes stays as it is.
            let _ = rules.set(switch.name, value);
        }
    }
    rules
}

/// What of the rules is not played yet, and the switches that wait for it.
const WAITING: &[(&str, &[&str])] = &[];

/// What a switch waits for; nothing if it turns something in play today.
#[must_use]
pub fn waits_for(name: &str) -> Option<&'static str> {
    WAITING
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|&(what, _)| what)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn every_value_of_every_free_switch_is_drawn_in_some_game() {
        let sets: Vec<RuleSet> = (1..=50)
            .map(|seed| drawn(Seed(seed), RuleSet::BATTLE_BOOK))
            .collect();
        for switch in Switches::ALL {
            let fixed = ["opt_ammunition", "opt_fatigue"].contains(&switch.name);
            for value in switch.values {
                let some = sets.iter().any(|rules| {
                    let mut values = rules.switches.values();
                    values.any(|(name, found)| name == switch.name && found == *value)
                });
                let usual = *value == "true";
                assert_eq!(some, !fixed || usual, "{}={value}", switch.name);
            }
        }
        assert_eq!(
            sets[4],
            drawn(Seed(5), RuleSet::BATTLE_BOOK),
            "it follows from the seed"
        );
    }

    fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder)
            .expect("a folder of sources")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                into.push(path);
            }
        }
    }

    /// Whether any source of these rooms reads a switch; where switches are declared does not count.
    fn is_read(name: &str, rooms: &[&str]) -> bool {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for room in rooms {
            sources(&crates.join(room).join("src"), &mut files);
        }
        files.retain(|path| !path.ends_with("rule_set.rs"));
        files.iter().any(|path| {
            let text = std::fs::read_to_string(path).expect("a source");
            text.contains(&format!(".{name}")) || text.contains(&format!("{name}:"))
        })
    }

    /// A switch is read where the game is played, or it says what it waits for. A question may read it before it is asked.
    #[test]
    fn every_switch_turns_something_or_says_what_it_waits_for() {
        for switch in Switches::ALL {
            let name = switch.name;
            let waits = waits_for(name).is_some();
            let played = is_read(name, &["gbacw", "movement", "sight", "position"]);
            let asked = played || is_read(name, &["combat"]);
            assert!(
                asked || waits,
                "{name} is read by nobody: what does it wait for?"
            );
            assert!(!(played && waits), "{name} is played: it waits no longer");
        }
        for (_, names) in WAITING {
            for name in *names {
                assert!(
                    Switches::ALL.iter().any(|switch| switch.name == *name),
                    "{name}"
                );
            }
        }
    }
}
