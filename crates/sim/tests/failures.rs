//! Bad requests and bad games: each a clear error, nothing lost, and a record that shows it again.

use longroll_core::{BySide, Record, RecordLine, ReplayError, Seed, replay};
use longroll_gbacw::Battle;
use longroll_position::RuleSet;
use longroll_sim::table::{self, TableError};
use longroll_sim::{
    Batch, Fault, Limits, Made, Observer, Unwatched, Violation, play_game, record_of, simulate,
};

const RANDOM: BySide<&str> = BySide {
    union: "random",
    confederate: "random",
};

#[test]
fn an_unknown_player_is_named_with_those_there_are() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let batch = Batch {
        players: BySide {
            union: "random".into(),
            confederate: "napoleon".into(),
        },
        ..Batch::random(3, Seed(1))
    };
    let error = simulate(&stage, &batch, &|_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'napoleon' is no player; there are: random, varied, brisk, eager, idle"
    );
}

#[test]
fn an_unknown_scenario_is_refused() {
    assert!(matches!(
        table::stage(99, RuleSet::BATTLE_BOOK),
        Err(TableError::UnknownScenario(number)) if number == "99"
    ));
}

#[test]
fn a_game_that_is_too_long_fails_with_a_record_that_replays() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let failure = play_game(
        &stage,
        Seed(3),
        RANDOM,
        Limits { decisions: 25 },
        &mut Unwatched,
    )
    .unwrap_err();
    assert_eq!(failure.fault, Fault::TooLong(25));
    assert_eq!((failure.seed, failure.scenario), (Seed(3), 9));
    let record = Record::parse(&failure.record).unwrap();
    let mut battle = table::reopen(&record).unwrap();
    let mut choices = 0;
    replay(&mut battle, &record, |_| choices += 1).unwrap();
    assert_eq!(choices, 25);
}

/// Objects to, or breaks down at, one decision.
struct Fussy {
    left: u32,
    panics: bool,
}

impl Observer for Fussy {
    fn before(&mut self, _: &Battle, _: Made) -> Result<(), Violation> {
        self.left = self.left.saturating_sub(1);
        assert!(self.left > 0 || !self.panics, "broken down on purpose");
        if self.left == 0 {
            return Err(Violation {
                promise: "the observer is content",
                found: "he is not".into(),
            });
        }
        Ok(())
    }
}

#[test]
fn an_objection_and_a_breakdown_end_the_game_with_its_record() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    for panics in [false, true] {
        let mut fussy = Fussy { left: 30, panics };
        let failure =
            play_game(&stage, Seed(4), RANDOM, Limits::default(), &mut fussy).unwrap_err();
        assert_eq!(failure.decision, 30);
        match &failure.fault {
            Fault::Violation(violation) => assert!(!panics, "{violation}"),
            Fault::Panic(text) => assert!(panics && text.contains("on purpose"), "{text}"),
            other => panic!("{other}"),
        }
        let record = Record::parse(&failure.record).unwrap();
        let choices = record
            .lines
            .iter()
            .filter(|(_, line)| matches!(line, RecordLine::Choice { .. }))
            .count();
        assert_eq!(choices, 29, "the choice that failed stands as a remark");
        assert!(failure.record.contains("; then "), "{}", failure.record);
        replay(&mut table::reopen(&record).unwrap(), &record, |_| {}).unwrap();
    }
}

fn a_record() -> Record {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).expect("the embedded data is sound");
    let played = play_game(&stage, Seed(5), RANDOM, Limits::default(), &mut Unwatched)
        .expect("the embedded data is sound");
    let (_, record) =
        record_of(&stage, Seed(5), RANDOM, &played.choices).expect("the embedded data is sound");
    Record::parse(&record.print()).expect("the embedded data is sound")
}

#[test]
fn a_record_with_a_changed_die_is_refused_with_its_line() {
    let mut record = a_record();
    let (line, drawn) = record
        .lines
        .iter_mut()
        .find_map(|(line, content)| match content {
            RecordLine::Choice { drawn, .. } if !drawn.is_empty() => Some((*line, drawn)),
            _ => None,
        })
        .unwrap();
    drawn[0] = (drawn[0] + 1) % 10;
    let error = replay(&mut table::reopen(&record).unwrap(), &record, |_| {}).unwrap_err();
    assert!(
        matches!(error, ReplayError::Dice { line: found, .. } if found == line),
        "{error}"
    );
}

#[test]
fn a_record_cut_anywhere_is_an_unfinished_game() {
    let text = a_record().print();
    let lines: Vec<&str> = text.lines().collect();
    for end in [12, lines.len() / 2, lines.len() - 2] {
        let cut = lines[..end].join("\n");
        let record = Record::parse(&cut).unwrap();
        let mut battle = table::reopen(&record).unwrap();
        replay(&mut battle, &record, |_| {}).unwrap();
        assert!(
            battle.asked().is_some(),
            "cut after line {end} the game goes on"
        );
    }
}

#[test]
fn a_header_that_lacks_or_mistakes_a_tag_is_refused_by_name() {
    let good = a_record();
    for (tag, value, word) in [
        ("Format", "99", "Format"),
        ("Battle", "gettysburg", "Battle"),
        ("Seed", "many", "Seed"),
        ("Scenario", "77", "77"),
        ("Rules", "no_such=true", "no_such"),
        ("Rules", "loose", "Rules"),
    ] {
        let mut record = good.clone();
        record.set_tag(tag, value);
        let error = table::reopen(&record).unwrap_err().to_string();
        assert!(error.contains(word), "{tag}={value}: {error}");
    }
    let mut record = good;
    record.tags.retain(|tag| tag.name != "Seed");
    assert_eq!(
        table::reopen(&record).unwrap_err().to_string(),
        "the header's tag Seed is missing"
    );
}
