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
const WAITING: &[(&str, &[&str])] = &[
    (
        "fire (SR 10)",
        &[
            "opt_ammunition",
            "opt_combined_small_arms",
            "opt_pistol_shotgun_preassault",
            "opt_limited_los",
            "opt_leader_loss_per_sp",
            "arc_edge_inclusive",
            "nonphasing_two_stacks",
            "midstack_battery_takes_share",
            "limited_los_over_target",
            "extended_depletion",
            "resupply_13_45",
        ],
    ),
    (
        "assault (SR 11)",
        &[
            "opt_leader_loss_in_assault",
            "post_assault_status",
            "position_scope",
            "ten_plus_on_disordered",
            "later_continuations",
            "retreat_before_continued_assault",
            "countercharge_cancels_infantry_charge",
        ],
    ),
    (
        "results of combat (SR 12.35, 12.44, 12.5)",
        &[
            "scn2_rout_check",
            "rout_contagion",
            "terrain_in_table_retreat",
            "second_disorder_loss",
        ],
    ),
    ("recovery from rout (SR 13.5)", &["second_day_aot_rout_drm"]),
    (
        "the tally of Fatigue (SR 17.22)",
        &["march_fatigue_trail_is_road", "assault_fatigue_phase"],
    ),
];

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

    /// A switch is read by the rooms that play, or it says what it waits for; never both.
    #[test]
    fn every_switch_turns_something_or_says_what_it_waits_for() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for room in ["gbacw", "movement", "sight", "position"] {
            sources(&crates.join(room).join("src"), &mut files);
        }
        // Where the switches are declared, and what only questions of fire ask.
        files.retain(|path| !path.ends_with("rule_set.rs") && !path.ends_with("fire_front.rs"));
        // Facts of sight for indirect questions of fire.
        files.retain(|path| !path.ends_with("limited.rs"));
        let text: String = files
            .iter()
            .map(|path| std::fs::read_to_string(path).expect("a source"))
            .collect();
        for switch in Switches::ALL {
            let read = text.contains(&format!(".{}", switch.name))
                || text.contains(&format!("{}:", switch.name));
            assert_ne!(
                read,
                waits_for(switch.name).is_some(),
                "{}: read in play: {read}; waits for: {:?}",
                switch.name,
                waits_for(switch.name)
            );
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
