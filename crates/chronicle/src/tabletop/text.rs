//! The report of a tabletop battle for a terminal.

use longroll_core::Side;
use longroll_shell_for_guns::Word as _;
use longroll_shell_for_guns::roll::Purpose;

use super::annals::{Annals, Fate, Moment, key};
use super::rolls::{Rolls, Sum};
use crate::text::Section;
use crate::words::Words;

/// The keys of these words begin with this.
fn say(words: &dyn Words, key: &str, blanks: &[(&str, &str)]) -> String {
    words.say(&format!("tabletop-{key}"), blanks)
}

/// The result in words, with its rule.
pub(crate) fn result(words: &dyn Words, annals: &Annals) -> String {
    let verdict = verdict(words, annals.winner);
    let standing = &annals.standing;
    let why = if annals.collapse {
        say(words, "collapse", &[])
    } else {
        let number = |own: u32| own.to_string();
        say(
            words,
            "because",
            &[
                ("union", &number(standing.union.objectives)),
                ("confederate", &number(standing.confederate.objectives)),
                ("union-score", &number(standing.union.score)),
                ("confederate-score", &number(standing.confederate.score)),
            ],
        )
    };
    let key = if annals.over { "result" } else { "so-far" };
    say(
        words,
        key,
        &[
            ("verdict", &verdict),
            ("why", &why),
            ("rule", annals.rule.id()),
        ],
    )
}

/// Who played, what was turned, what each side suffered.
pub(crate) fn head(words: &dyn Words, annals: &Annals) -> Vec<String> {
    let mut lines = vec![result(words, annals)];
    for side in Side::BOTH {
        lines.push(say(
            words,
            "losses",
            &[
                ("side", &words.side(side)),
                ("player", &annals.players[side]),
                ("losses", &annals.suffered(side).to_string()),
                ("bases", &lost_bases(annals, side).to_string()),
                ("units", &gone(annals, side).to_string()),
            ],
        ));
    }
    if !annals.rules.is_empty() {
        lines.push(say(words, "rules", &[("rules", &annals.rules)]));
    }
    lines
}

fn lost_bases(annals: &Annals, side: Side) -> u32 {
    let own = annals.units.iter().filter(|unit| unit.side == side);
    own.map(|unit| u32::from(unit.before.saturating_sub(unit.left)))
        .sum()
}

fn gone(annals: &Annals, side: Side) -> usize {
    let own = annals.units.iter().filter(|unit| unit.side == side);
    own.filter(|unit| unit.gone.is_some()).count()
}

/// Each objective in a line.
pub(crate) fn objectives(words: &dyn Words, annals: &Annals) -> Vec<String> {
    let each = (1..).zip(&annals.objectives);
    each.map(|(number, own)| {
        say(
            words,
            "objective",
            &[
                ("number", &number.to_string()),
                ("at", &own.at),
                ("placed", &words.side(own.placed_by)),
                ("holder", &words.side(own.holder)),
            ],
        )
    })
    .collect()
}

/// The moment in words.
pub(crate) fn moment(words: &dyn Words, moment: &Moment) -> String {
    let (key, side, blanks) = match moment {
        Moment::Entered { side, unit } => ("entered", side, vec![("unit", unit.clone())]),
        Moment::Charged {
            side,
            unit,
            target,
            flank,
        } => {
            let how = if *flank { "charged-flank" } else { "charged" };
            let blanks = vec![("unit", unit.clone()), ("target", target.clone())];
            (how, side, blanks)
        }
        Moment::Fought {
            side,
            unit,
            against,
            totals: (hits, bonus, their_hits, their_bonus),
            winner,
            rule,
        } => {
            let blanks = vec![
                ("unit", unit.clone()),
                ("target", against.join(", ")),
                ("own", format!("{hits} + {bonus}")),
                ("theirs", format!("{their_hits} + {their_bonus}")),
                ("result", verdict(words, *winner)),
                ("rule", rule.id().to_owned()),
            ];
            ("fought", side, blanks)
        }
        Moment::Removed {
            side,
            unit,
            loss,
            rule,
        } => {
            let blanks = vec![
                ("unit", unit.clone()),
                ("state", state(words, key(*loss))),
                ("rule", rule.id().to_owned()),
            ];
            ("removed", side, blanks)
        }
        Moment::Taken { side, objective } => {
            ("taken", side, vec![("number", objective.to_string())])
        }
    };
    let side = words.side(*side);
    let blanks = blanks.iter().map(|(name, value)| (*name, value.as_str()));
    let all: Vec<(&str, &str)> = core::iter::once(("side", side.as_str()))
        .chain(blanks)
        .collect();
    say(words, key, &all)
}

/// Who wins, in words.
fn verdict(words: &dyn Words, winner: Option<Side>) -> String {
    match winner {
        Some(side) => say(words, "wins", &[("side", &words.side(side))]),
        None => say(words, "draw", &[]),
    }
}

/// What a unit is.
pub(crate) fn state(words: &dyn Words, key: &str) -> String {
    say(words, &format!("state-{key}"), &[])
}

/// A turn in a line.
pub(crate) fn turn(words: &dyn Words, own: &super::Turn) -> String {
    let number = match own.number {
        0 => say(words, "set-up", &[]),
        number => say(words, "turn", &[("number", &number.to_string())]),
    };
    let both = |of: &dyn Fn(Side) -> u32| {
        let [union, confederate] = Side::BOTH.map(of);
        format!("{union} : {confederate}")
    };
    say(
        words,
        "turn-line",
        &[
            ("turn", &number),
            ("obeyed", &both(&|side| own.counts[side].obeyed)),
            ("failed", &both(&|side| own.counts[side].failed)),
            ("fires", &both(&|side| own.counts[side].fires)),
            ("charges", &both(&|side| own.counts[side].charges)),
            ("losses", &both(&|side| own.counts[side].suffered)),
            ("objectives", &both(&|side| own.standing[side].objectives)),
            ("score", &both(&|side| own.standing[side].score)),
        ],
    )
}

/// Turns of which there is something to tell: a set-up has nothing but places.
pub(crate) fn told(annals: &Annals) -> impl Iterator<Item = (usize, &super::Turn)> {
    let turns = annals.turns.iter().enumerate();
    turns.filter(|(_, turn)| turn.number > 0 || !turn.moments.is_empty())
}

/// The key of what rolls were made for.
pub(crate) fn roll_key(purpose: Purpose) -> String {
    format!("tabletop-roll-{}", purpose.word().replace(' ', "-"))
}

/// The whole report.
#[must_use]
pub fn report(words: &dyn Words, annals: &Annals, rolls: &Rolls) -> Vec<Section> {
    vec![
        Section::plain(annals.title.clone(), head(words, annals)),
        Section::plain(
            say(words, "objectives", &[]),
            objectives(words, annals)
                .into_iter()
                .map(|line| format!("  {line}"))
                .collect(),
        ),
        story(words, annals),
        units(words, annals),
        luck(words, rolls),
    ]
}

fn story(words: &dyn Words, annals: &Annals) -> Section {
    let mut lines = Vec::new();
    for (_, own) in told(annals) {
        lines.push(turn(words, own));
        let moments = own.moments.iter();
        lines.extend(moments.map(|own| format!("    {}", moment(words, own))));
    }
    Section {
        heading: say(words, "story", &[]),
        note: say(words, "story-note", &[]),
        lines,
    }
}

/// Units in the order of their sides and divisions.
pub(crate) fn by_division(annals: &Annals, side: Side) -> Vec<(&str, Vec<&Fate>)> {
    let mut list: Vec<(&str, Vec<&Fate>)> = Vec::new();
    for unit in annals.units.iter().filter(|unit| unit.side == side) {
        match list.iter_mut().find(|(name, _)| *name == unit.division) {
            Some((_, own)) => own.push(unit),
            None => list.push((&unit.division, vec![unit])),
        }
    }
    list
}

fn units(words: &dyn Words, annals: &Annals) -> Section {
    let columns: Vec<usize> = told(annals).map(|(place, _)| place).collect();
    let mut titles = String::new();
    for (_, own) in told(annals) {
        titles += &format!("{:>4}", own.number);
    }
    let head = say(words, "units-head", &[]);
    let mut lines = vec![format!("  {:<30}{titles}    =  {head}", "")];
    for side in Side::BOTH {
        for (division, units) in by_division(annals, side) {
            lines.push(format!("  {} ({})", division, words.side(side)));
            for unit in units {
                let mut row = String::new();
                for column in &columns {
                    let losses = unit.losses.get(*column).copied().unwrap_or(0);
                    let cell = match losses {
                        0 => "·".to_owned(),
                        losses => losses.to_string(),
                    };
                    row += &format!("{cell:>4}");
                }
                let total: u32 = unit.losses.iter().sum();
                let line = format!(
                    "    {:<28}{row} {total:>4}  {} → {}  {}",
                    unit.name,
                    unit.before,
                    unit.left,
                    state(words, unit.state)
                );
                lines.push(line.trim_end().to_owned());
            }
        }
    }
    Section::plain(say(words, "units", &[]), lines)
}

/// Luck as a signed number.
pub(crate) fn luck_of(sum: &Sum) -> String {
    format!("{:+.2}", sum.luck)
}

fn luck(words: &dyn Words, rolls: &Rolls) -> Section {
    let mut lines = vec![say(words, "luck-head", &[])];
    for side in Side::BOTH {
        lines.push(format!("  {}", words.side(side)));
        for (purpose, sum) in rolls.sums(side) {
            lines.push(format!(
                "    {:<30} {:>5} {:>9.1} {:>9} {:>9}",
                words.say(&roll_key(purpose), &[]),
                sum.rolls,
                sum.expected,
                sum.came,
                luck_of(&sum)
            ));
        }
        let total = rolls.totals()[side];
        lines.push(format!(
            "    {:<30} {:>5} {:>19} {:>9} ({:+.1} σ)",
            words.say("die-all", &[]),
            total.rolls,
            "",
            luck_of(&total),
            total.deviations()
        ));
    }
    Section {
        heading: words.say("luck", &[]),
        note: say(words, "luck-note", &[]),
        lines,
    }
}
