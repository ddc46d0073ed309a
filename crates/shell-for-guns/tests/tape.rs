//! The tape: what a word or a click means.

use longroll_core::{Chance, Seed};
use longroll_shell_for_guns::tape::{NotMeasured, named};
use longroll_shell_for_guns::{Battle, Options, data};

fn battle() -> Battle {
    let facts = data::ready("two-ridges", Options::default()).expect("the data is sound");
    Battle::pitched(facts, Chance::seeded(Seed(1)))
        .expect("a stream never ends")
        .0
}

#[test]
fn the_edge_lies_over_the_ground() {
    let battle = battle();
    let name = |words: &str| named(battle.look(), words).expect("something").name;
    // The road runs off the table at 0.00 12.00.
    assert_eq!(name("at 0.20 12.00"), "west edge");
    assert_eq!(name("at 0.21 12.00"), "Valley Road");
}

#[test]
fn a_part_of_a_name_means_the_one_that_holds_it() {
    let battle = battle();
    let look = battle.look();
    assert_eq!(named(look, "valley").expect("one").name, "Valley Road");
    let several = NotMeasured::Several {
        word: "meadow".to_owned(),
        names: vec!["West Meadow".to_owned(), "East Meadow".to_owned()],
    };
    assert_eq!(named(look, "meadow"), Err(several));
    for (nothing, near) in [
        ("", ""),
        ("nowhere", ""),
        ("Valey Raod", "; did you mean 'Valley Road'?"),
    ] {
        let (word, near) = (nothing.to_owned(), near.to_owned());
        let unknown = NotMeasured::Unknown { word, near };
        assert_eq!(named(look, nothing), Err(unknown));
    }
}
