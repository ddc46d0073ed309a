//! A record checked from its first line to its last.

use longroll_core::{Chance, Record, RecordLine, ReplayError, Seed, replay, whole_words};
use longroll_gbacw::{Battle, notation};

/// Plays a record on a copy of its game at the first decision: the orders are whole words, the dice are those of its seeds,
/// the checks hold and the result of the header is the one it comes to. The game as it stands after the last line.
///
/// # Errors
/// The first line that does not fit the game.
pub fn check(battle: &Battle, record: &Record) -> Result<Battle, ReplayError> {
    let mut game = battle.clone();
    for (seed, part) in stretches(record)? {
        if let Some(seed) = seed {
            reseed(&mut game, seed);
        }
        whole_words(&game, &part, spelled)?;
        replay(&mut game, &part, |_| {})?;
    }
    Ok(game)
}

/// Whether every order of a record is written in whole words.
///
/// # Errors
/// The first line that is an abbreviation, with what it means.
pub fn check_words(battle: &Battle, record: &Record) -> Result<(), ReplayError> {
    let mut game = battle.clone();
    let mut all = stretches(record)?.into_iter().peekable();
    while let Some((seed, part)) = all.next() {
        if let Some(seed) = seed {
            reseed(&mut game, seed);
        }
        whole_words(&game, &part, spelled)?;
        // Only what comes behind a stretch needs the game at its end.
        if all.peek().is_some() {
            replay(&mut game, &part, |_| {})?;
        }
    }
    Ok(())
}

/// Has the dice of a game follow another seed from here.
pub fn reseed(battle: &mut Battle, seed: Seed) {
    battle.set_chance(Chance::seeded(seed));
}

/// What an order says by itself, in full.
fn spelled(battle: &Battle, text: &str) -> Option<String> {
    let choice = notation::read(battle.stage(), text).ok()?;
    Some(notation::print(battle.setting(), choice))
}

/// The stretches of a record between two seeds of its dice, each with its new seed; the header goes with the last, at the
/// end of which it must be true.
fn stretches(record: &Record) -> Result<Vec<(Option<Seed>, Record)>, ReplayError> {
    let reseeds = record.reseeds().map_err(ReplayError::Reseed)?;
    let mut all = vec![(reseeds.at(0), Record::default())];
    let mut choices = 0;
    for line in &record.lines {
        if let Some((_, stretch)) = all.last_mut() {
            stretch.lines.push(line.clone());
        }
        if matches!(line.1, RecordLine::Choice { .. }) {
            choices += 1;
            if let Some(seed) = reseeds.at(choices) {
                all.push((Some(seed), Record::default()));
            }
        }
    }
    if let Some((_, last)) = all.last_mut() {
        last.tags.clone_from(&record.tags);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use longroll_core::{BySide, Game as _, Session};
    use longroll_position::RuleSet;

    use super::*;
    use crate::table;
    use crate::{Limits, Unwatched, play_game, record_of};

    /// A whole game of scenario 2 and the battle at its beginning.
    fn played() -> (Battle, Record) {
        let stage = table::stage(2, RuleSet::BATTLE_BOOK).expect("scenario 2");
        let names = BySide::from_fn(|_| "random");
        let (limits, seed) = (Limits::default(), Seed(7));
        let game = play_game(&stage, seed, names, limits, &mut Unwatched).expect("a game");
        let (_, record) = record_of(&stage, seed, names, &game.choices).expect("its record");
        let battle = table::reopen_on(&stage, &record).expect("its beginning");
        (battle, Record::parse(&record.print()).expect("a record"))
    }

    fn error(battle: &Battle, record: &Record) -> String {
        check(battle, record).expect_err("a fault").to_string()
    }

    /// The places of the orders that hold a text.
    fn orders(record: &Record, part: &str) -> Vec<usize> {
        let holds = |line: &RecordLine| matches!(line, RecordLine::Choice { text, .. } if text.contains(part));
        let all = 0..record.lines.len();
        all.filter(|&place| holds(&record.lines[place].1)).collect()
    }

    #[test]
    fn only_a_true_record_in_whole_words_is_good() {
        let (battle, record) = played();
        let end = check(&battle, &record).expect("it is true");
        assert_eq!(end.result().as_deref(), record.tag("Result"));

        // An abbreviation amid the record.
        let place = orders(&record, "")[3];
        let mut short = record.clone();
        let (line, RecordLine::Choice { text, .. }) = &mut short.lines[place] else {
            panic!("an order");
        };
        let (line, whole) = (*line, text.clone());
        text.pop();
        let told = error(&battle, &short);
        assert!(told.contains(&format!("line {line}:")), "{told}");
        assert!(told.contains(&whole), "{told}");

        // Another result.
        let mut boast = record.clone();
        boast.set_tag("Result", "a great victory");
        let told = error(&battle, &boast);
        assert!(told.contains("'a great victory'"), "{told}");
        assert!(told.contains(&end.result().expect("a result")), "{told}");
        // A game that was cut has none yet.
        boast.lines.truncate(place);
        assert!(check(&battle, &boast).is_ok());

        // Another die.
        let mut loaded = record;
        let die = loaded.lines.iter_mut().rev().find_map(|line| match line {
            (line, RecordLine::Choice { drawn, .. }) => drawn.first_mut().map(|die| (*line, die)),
            _ => None,
        });
        let (line, die) = die.expect("a die");
        *die = if *die == 0 { 1 } else { *die - 1 };
        let told = error(&battle, &loaded);
        assert!(
            told.contains(&format!("line {line}: the record says")),
            "{told}"
        );
    }

    #[test]
    fn dice_that_follow_another_seed_from_some_choice_on_are_true() {
        let (mut game, record) = played();
        let battle = game.clone();
        let mut branched = Record {
            tags: record.tags.clone(),
            lines: Vec::new(),
        };
        branched.remove_tag("Result");
        branched.set_tag("Reseed", "2:99");
        let (mut made, mut dice) = (0, 0);
        while dice < 12 {
            if made == 2 {
                game.set_chance(Chance::seeded(Seed(99)));
            }
            let asked = game.options().expect("a decision");
            let offers = &asked.choices.offers;
            let choice = offers[made * 7 % offers.len()].choice;
            let text = game.print(&choice);
            let outcome = game.choose(asked.side, &choice).expect("it is offered");
            made += 1;
            dice += outcome.drawn.len();
            branched.push(RecordLine::Choice {
                side: asked.side,
                text,
                drawn: outcome.drawn,
            });
        }
        let end = check(&battle, &branched).expect("it is true");
        assert_eq!(end.fingerprint(), game.fingerprint());
        // It is taken up with the same dice, and nothing before the last die or the change can be taken back.
        assert_eq!(check_words(&battle, &branched), Ok(()));
        let taken = Session::resume_with(battle.clone(), branched.clone(), reseed);
        let taken = taken.expect("it is taken up");
        assert_eq!(taken.game().fingerprint(), game.fingerprint());
        assert_eq!(taken.record().tag("Reseed"), Some("2:99"));
        let plain = Session::resume(battle.clone(), branched.clone()).expect_err("two seeds");
        assert!(plain.to_string().contains("Reseed"), "{plain}");
        // Cut right behind the change: its dice are kept, and the two choices stand.
        let mut cut = branched.clone();
        cut.lines.truncate(2);
        let taken = Session::resume_with(battle.clone(), cut.clone(), reseed).expect("it is true");
        assert_eq!(taken.record().tag("Reseed"), Some("2:99"));
        assert_eq!(taken.undo_depth(), 0);
        // Cut before it: the dice are those of the game before.
        cut.lines.truncate(1);
        let taken = Session::resume_with(battle.clone(), cut, reseed).expect("it is true");
        assert_eq!(taken.record().tag("Reseed"), None);
        branched.set_tag("Reseed", "2:99 x");
        let told = error(&battle, &branched);
        assert!(told.contains("'x'"), "{told}");
        branched.remove_tag("Reseed");
        assert!(check(&battle, &branched).is_err(), "a die has fallen since");
    }
}
