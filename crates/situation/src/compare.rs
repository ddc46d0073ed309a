//! What came of a line of play against what the file expects of it.

use longroll_core::{ChanceError, Side};
use longroll_gbacw::{Battle, Event, hidden_by, text};
use longroll_position::Setting;

use crate::report::ReportStep;
use crate::script::Outcome;

impl ReportStep {
    pub(crate) fn broken(&mut self, reason: String) {
        self.differences.push(reason);
        self.broken = true;
    }

    pub(crate) fn tell(&mut self, battle: &Battle, events: &[Event]) {
        self.lines.extend(told(battle.setting(), events));
        for event in events.iter().filter(|event| event.is_told()) {
            for side in Side::BOTH {
                if let Some(rule) = hidden_by(battle, side, event) {
                    let line = text::line(battle.setting(), event);
                    self.unseen[side].push(format!("{line} (unseen [{rule}])"));
                }
            }
        }
    }

    /// The script does not suffice: what happened up to the number that is missing or does not fit, and what wanted it.
    ///
    /// The machine gives nothing away of a choice that failed, so the same choice is made again with numbers added: up to
    /// the first event in which two such runs differ, everything follows from the script.
    pub(crate) fn out_of_dice(
        &mut self,
        setting: &Setting,
        dice: &[u16],
        error: ChanceError,
        again: impl Fn(Vec<u16>) -> Result<Vec<Event>, ChanceError>,
    ) {
        // How many numbers of the script are good.
        let good = match error {
            ChanceError::ScriptUsedUp | ChanceError::Wanted { .. } => dice.len(),
            ChanceError::ScriptOutOfRange { .. } => (0..dice.len())
                .find(|&length| {
                    matches!(
                        again(dice[..=length].to_vec()),
                        Err(ChanceError::ScriptOutOfRange { .. })
                    )
                })
                .unwrap_or(0),
        };
        let with = |number: u16| {
            let mut numbers = dice[..good].to_vec();
            numbers.push(number);
            // What is missing after that is filled up; nothing needs more than this.
            for _ in 0..200 {
                match again(numbers.clone()) {
                    Ok(events) => return told(setting, &events).collect::<Vec<_>>(),
                    Err(ChanceError::ScriptUsedUp | ChanceError::Wanted { .. }) => numbers.push(0),
                    Err(ChanceError::ScriptOutOfRange { .. }) => break,
                }
            }
            Vec::new()
        };
        let first = with(0);
        // The last outcome of a draw among few is not there; whichever differs first tells.
        let known = [1, 9, 5]
            .into_iter()
            .map(with)
            .filter(|other| !other.is_empty())
            .map(|other| first.iter().zip(&other).take_while(|(a, b)| a == b).count())
            .min()
            .unwrap_or(first.len());
        let wants = first.get(known).map_or(String::new(), |line| {
            format!("; what wants a number is this, here with a 0: '{line}'")
        });
        self.lines.extend(first.into_iter().take(known));
        let place = match error {
            ChanceError::ScriptUsedUp | ChanceError::Wanted { .. } => String::new(),
            ChanceError::ScriptOutOfRange { .. } => format!("number {} of the dice: ", good + 1),
        };
        self.broken(format!("{place}{error}{wants}"));
    }

    /// Every text expected is part of an event line, in order; dice are all used.
    pub(crate) fn compare(&mut self, outcome: &Outcome, left_over: usize) {
        let mut from = 0;
        for wanted in &outcome.expect {
            let found = self
                .lines
                .iter()
                .skip(from)
                .position(|line| holds(line, wanted));
            let before = from.checked_sub(1).and_then(|place| self.lines.get(place));
            let wanted_text = wanted.join("' and '");
            match (found, before) {
                (Some(place), _) => from += place + 1,
                (None, Some(line)) if holds(line, wanted) => self.differences.push(format!(
                    "'{wanted_text}' stands on the line that the text before it was found on; write both in one list: [\"…\", \"{wanted_text}\"]"
                )),
                (None, Some(_)) => self.differences.push(format!(
                    "expected '{wanted_text}' after what was found before"
                )),
                (None, None) => self.differences.push(format!("expected '{wanted_text}'")),
            }
        }
        if let Some(only) = &outcome.only {
            self.compare_all(only);
        }
        for banned in &outcome.not_expect {
            if let Some(line) = self
                .lines
                .iter()
                .find(|line| line.contains(banned.as_str()))
            {
                self.differences.push(format!("not expected: '{line}'"));
            }
        }
        for side in Side::BOTH {
            for wanted in &outcome.unseen[side] {
                let text = wanted.join("' and '");
                let seen = |side: Side| !self.unseen[side].iter().any(|line| holds(line, wanted));
                if seen(side) {
                    self.differences
                        .push(format!("'{text}' is not kept from the {side}"));
                } else if !seen(side.enemy()) {
                    self.differences
                        .push(format!("'{text}' is kept from the {} too", side.enemy()));
                }
            }
        }
        if left_over > 0 {
            self.differences
                .push(format!("{left_over} of the dice were not asked for"));
        }
    }
}

impl ReportStep {
    /// These event lines and no others.
    fn compare_all(&mut self, only: &[Vec<String>]) {
        let mut wanted = only.iter().peekable();
        let mut differences = Vec::new();
        for line in &self.lines {
            match wanted.peek() {
                Some(next) if holds(line, next) => {
                    wanted.next();
                }
                Some(next) => differences.push(format!(
                    "not among 'only' (next there: '{}'): '{line}'",
                    next.join("' and '")
                )),
                None => differences.push(format!("not among 'only': '{line}'")),
            }
        }
        differences
            .extend(wanted.map(|next| format!("'only' has '{}' as well", next.join("' and '"))));
        self.differences.extend(differences);
    }
}

/// The events that are told, each as a line.
fn told(setting: &Setting, events: &[Event]) -> impl Iterator<Item = String> {
    events
        .iter()
        .filter(|event| event.is_told())
        .map(|event| text::line(setting, event))
}

/// Whether all texts stand on a line.
fn holds(line: &str, wanted: &[String]) -> bool {
    wanted.iter().all(|text| line.contains(text.as_str()))
}
