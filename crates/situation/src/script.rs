//! `[[play]]`, `[[ask]]` and `[expect]`: what is done and what must come out.

use core::ops::Range;

use longroll_core::{BySide, Side, did_you_mean};
use longroll_position::Setting;
use longroll_rule::Rule;

use crate::asking;
use crate::bodies::{activator, body};
use crate::fields;
use crate::form::{Desk, Form};
use crate::question::Question;
use crate::tree::{Node, Value};

/// One line of the script.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub span: Range<usize>,
    pub action: Action,
}

/// What a line does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// The machine runs to its first decision.
    Begin(Outcome),
    /// A choice is made.
    Choose {
        text: String,
        by: Option<Side>,
        outcome: Outcome,
    },
    /// A choice is refused and nothing changes.
    Refused {
        text: String,
        by: Option<Side>,
        rule: Rule,
    },
    /// A question.
    Ask(Question),
}

/// What a choice must lead to. An event line that is wanted is a list of texts that all stand on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    pub dice: Vec<u16>,
    /// Some of the event lines, in order.
    pub expect: Vec<Vec<String>>,
    /// Every event line, in order, and no other.
    pub only: Option<Vec<Vec<String>>>,
    pub not_expect: Vec<String>,
    /// Event lines that one side is not told, with the rule that hides them; the other side is.
    pub unseen: BySide<Vec<Vec<String>>>,
}

/// A piece of which something is expected.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    General,
    Unit(longroll_catalog::facts::UnitId),
    Leader(longroll_catalog::facts::LeaderId),
    Brigade(longroll_position::BodyId),
    Division(longroll_position::ActivatorId),
}

/// One field that must have a value at the end.
#[derive(Debug, Clone)]
pub(crate) struct Expectation {
    pub span: Range<usize>,
    pub subject: Subject,
    pub name: String,
    pub field: &'static str,
    pub value: String,
}

/// The lines of a base and its case, each in the order of its text; the base's come first.
pub(crate) fn lines(desk: &Desk, setting: &Setting, forms: [Option<&Form<'_>>; 2]) -> Vec<Line> {
    let mut all = Vec::new();
    for form in forms.into_iter().flatten() {
        let mut own: Vec<Line> = Vec::new();
        for (list, block) in form
            .blocks("play")
            .into_iter()
            .map(|block| ("play", block))
            .chain(form.blocks("ask").into_iter().map(|block| ("ask", block)))
        {
            let line = if asking::is_question(block.node) {
                asking::read(desk, setting, &block).map(|question| Line {
                    span: block.head(),
                    action: Action::Ask(question),
                })
            } else if list == "ask" {
                asking::none_asked(desk, &block);
                None
            } else {
                read_play(desk, &block)
            };
            own.extend(line);
            block.close();
        }
        own.sort_by_key(|line| line.span.start);
        all.extend(own);
    }
    let mut begun = false;
    for line in &all {
        if matches!(line.action, Action::Begin(_)) && begun {
            desk.fault(
                &line.span,
                "only the first line of play may go without 'choose'",
            );
        }
        begun |= !matches!(line.action, Action::Ask(_));
    }
    all
}

/// The keys of a line of play that tell what comes of a choice.
const OUTCOME: [&str; 6] = [
    "dice",
    "expect",
    "only",
    "not_expect",
    "unseen_by_union",
    "unseen_by_confederate",
];

/// Whether a line of play knows a key.
fn is_of_play(key: &str) -> bool {
    OUTCOME.contains(&key) || ["choose", "by", "refused"].contains(&key)
}

/// What a line of play says that a choice leads to.
fn outcome(desk: &Desk, form: &Form<'_>) -> Outcome {
    Outcome {
        dice: form
            .get("dice")
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|item| {
                desk.number(item, 0, 9999)
                    .and_then(|number| u16::try_from(number).ok())
            })
            .collect(),
        expect: form.lines("expect").unwrap_or_default(),
        only: form.lines("only"),
        not_expect: form.lines("not_expect").unwrap_or_default().concat(),
        unseen: BySide {
            union: form.lines("unseen_by_union").unwrap_or_default(),
            confederate: form.lines("unseen_by_confederate").unwrap_or_default(),
        },
    }
}

fn read_play(desk: &Desk, form: &Form<'_>) -> Option<Line> {
    let span = form.head();
    let misspelt = match &form.node.value {
        Value::Table(entries) => entries.iter().any(|entry| !is_of_play(&entry.key)),
        _ => false,
    };
    let text = form
        .get("choose")
        .map(|node| desk.text(node).map(str::to_owned));
    let by = form.get("by").and_then(|node| desk.side(node));
    let outcome = outcome(desk, form);
    let refused = form.get("refused");
    if refused.is_some() {
        let reason = "a choice that is refused needs no dice and tells nothing";
        form.refuse(&OUTCOME, reason);
    }
    let action = match (text, refused) {
        // What the misspelt key was meant for is not known.
        (None, _) if misspelt => return None,
        (None, None) => {
            form.refuse(&["by"], "nobody chooses in a line without 'choose'");
            Action::Begin(outcome)
        }
        (None, Some(node)) => {
            desk.fault(
                &node.span,
                "what is refused is a choice: 'choose' is missing",
            );
            return None;
        }
        (Some(text), None) => Action::Choose {
            text: text?,
            by,
            outcome,
        },
        (Some(text), Some(node)) => Action::Refused {
            text: text?,
            by,
            rule: desk.rule(node)?,
        },
    };
    Some(Line { span, action })
}

/// How a name becomes the piece of which something is expected.
type FindSubject = fn(&Setting, &str) -> Option<Subject>;

/// The fields of a kind of piece and how one is found by its name; none if the key is no kind.
fn kind_of(key: &str) -> Option<(&'static [&'static str], FindSubject)> {
    match key {
        "unit" => Some((&fields::UNIT, |s, name| {
            s.battle.unit_named(name).map(Subject::Unit)
        })),
        "leader" => Some((&fields::LEADER, |s, name| {
            s.battle.leader_named(name).map(Subject::Leader)
        })),
        "brigade" => Some((&fields::BRIGADE, |s, name| {
            body(s, name).map(Subject::Brigade)
        })),
        "division" => Some((&fields::DIVISION, |s, name| {
            activator(s, name).map(Subject::Division)
        })),
        _ => None,
    }
}

/// `[expect]`: the position afterwards.
pub(crate) fn expectations(desk: &Desk, setting: &Setting, node: &Node) -> Vec<Expectation> {
    let mut all = Vec::new();
    let Value::Table(entries) = &node.value else {
        let _: Option<()> = desk.wrong(node, "a table");
        return all;
    };
    something(desk, node, entries.len());
    for entry in entries {
        match kind_of(&entry.key) {
            None => expect_field(
                desk,
                &mut all,
                &fields::GENERAL,
                "",
                &Subject::General,
                entry,
            ),
            Some((known, find)) => {
                let Value::Table(pieces) = &entry.node.value else {
                    let _: Option<()> = desk.wrong(&entry.node, "a table of pieces");
                    continue;
                };
                something(desk, &entry.node, pieces.len());
                for piece in pieces {
                    let Some(subject) = find(setting, &piece.key) else {
                        let near = near_subjects(setting, &entry.key, &piece.key);
                        desk.missing(
                            &piece.span,
                            format!("no {} '{}' here{near}", entry.key, piece.key),
                        );
                        continue;
                    };
                    let Value::Table(wanted) = &piece.node.value else {
                        let _: Option<()> = desk.wrong(&piece.node, "a table of fields");
                        continue;
                    };
                    something(desk, &piece.node, wanted.len());
                    for field in wanted {
                        expect_field(desk, &mut all, known, &piece.key, &subject, field);
                    }
                }
            }
        }
    }
    all
}

/// Whoever expects something says what.
fn something(desk: &Desk, node: &Node, entries: usize) {
    if entries == 0 {
        desk.fault(
            &node.span,
            "nothing is expected here: name a field, or leave it out",
        );
    }
}

/// Pieces that may have been meant.
fn near_subjects(setting: &Setting, kind: &str, name: &str) -> String {
    match kind {
        "unit" => did_you_mean(name, setting.battle.units.iter().map(|unit| &*unit.name)),
        "leader" => did_you_mean(name, setting.battle.leaders.iter().map(|own| &*own.name)),
        _ => String::new(),
    }
}

fn expect_field(
    desk: &Desk,
    all: &mut Vec<Expectation>,
    known: &[&'static str],
    name: &str,
    subject: &Subject,
    entry: &crate::tree::Entry,
) {
    let Some(field) = known.iter().copied().find(|field| *field == entry.key) else {
        let near = did_you_mean(&entry.key, known.iter().copied());
        desk.fault(
            &entry.span,
            format!(
                "unknown field '{}'{near}; known here: {}",
                entry.key,
                known.join(", ")
            ),
        );
        return;
    };
    let value = match &entry.node.value {
        Value::List(items) => Some(
            items
                .iter()
                .filter_map(|item| desk.scalar(item))
                .collect::<Vec<_>>()
                .join(", "),
        ),
        _ => desk.scalar(&entry.node),
    };
    if let Some(value) = value {
        all.push(Expectation {
            span: entry.span.clone(),
            subject: subject.clone(),
            name: name.to_owned(),
            field,
            value,
        });
    }
}
