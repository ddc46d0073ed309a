//! What is played, asked and expected.

use core::ops::Range;

use longroll_core::Side;
use longroll_rule::Rule;

use crate::reading::{Desk, Form, Node, Value};

/// A line of the script.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub span: Range<usize>,
    pub action: Action,
}

/// What a line does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Runs up to the first question with these dice.
    Begin {
        dice: Vec<u16>,
        expect: Vec<String>,
        not_expect: Vec<String>,
    },
    /// A choice.
    Choose {
        text: String,
        by: Option<Side>,
        dice: Vec<u16>,
        expect: Vec<String>,
        not_expect: Vec<String>,
    },
    /// A choice that is refused.
    Refused {
        text: String,
        by: Option<Side>,
        rule: Rule,
        because: Option<String>,
    },
    /// A question: its key, its subject and second subject, and the answer.
    Ask {
        key: String,
        subject: Vec<String>,
        answer: String,
    },
}

/// What must hold at the end.
#[derive(Debug, Clone)]
pub(crate) struct Expectation {
    pub span: Range<usize>,
    pub kind: String,
    pub name: String,
    pub field: String,
    pub value: String,
}

/// Every question that may be asked.
pub(crate) const QUESTIONS: &[&str] = &[
    "may",
    "offers",
    "fire",
    "firing_bases",
    "targets",
    "order",
    "division_order",
    "footprint",
    "centres",
    "state",
    "reach",
    "distance",
    "reserve_limit",
    "score",
    "victory",
    "odds",
    "families",
    "cover",
    "taken",
    "sizes",
];

/// Faces as they fall, from 1; `"18x1"` is eighteen dice that show 1.
fn dice(desk: &Desk, form: &Form<'_>) -> Vec<u16> {
    let Some(node) = form.get("dice") else {
        return Vec::new();
    };
    let mut faces = Vec::new();
    for item in node.items() {
        if let Value::Text(text) = &item.value {
            let many = text.split_once('x').and_then(|(count, face)| {
                let (count, face): (usize, u16) = (count.parse().ok()?, face.parse().ok()?);
                (count <= 99 && (1..=10).contains(&face)).then_some((count, face))
            });
            match many {
                Some((count, face)) => faces.extend(core::iter::repeat_n(face - 1, count)),
                None => desk.fault(&item.span, "dice are faces from 1, or a text like \"18x1\""),
            }
        } else if let Some(face) = desk.number(item, 1, 10) {
            faces.extend(u16::try_from(face - 1));
        }
    }
    faces
}

pub(crate) fn lines(desk: &Desk, node: &Node) -> Vec<Line> {
    let mut lines = Vec::new();
    for item in node.items() {
        let Some(form) = Form::open(desk, item) else {
            continue;
        };
        if let Some(action) = action(desk, &form) {
            lines.push(Line {
                span: item.span.clone(),
                action,
            });
        }
        form.close();
    }
    lines
}

fn action(desk: &Desk, form: &Form<'_>) -> Option<Action> {
    let by = form.get("by").and_then(|node| desk.side(node));
    if let Some(text) = form.text("choose") {
        let text = text.to_owned();
        if let Some(node) = form.get("refused") {
            let rule = desk.rule(node)?;
            let because = form.text("because").map(str::to_owned);
            return Some(Action::Refused {
                text,
                by,
                rule,
                because,
            });
        }
        return Some(Action::Choose {
            text,
            by,
            dice: dice(desk, form),
            expect: form.texts("expect"),
            not_expect: form.texts("not_expect"),
        });
    }
    for key in QUESTIONS {
        if let Some(node) = form.get(key) {
            let mut subject: Vec<String> = node
                .items()
                .iter()
                .filter_map(|item| desk.scalar(item))
                .collect();
            if let Some(second) = form.get("at") {
                subject.extend(desk.scalar(second));
            }
            let answer = form.need("answer").and_then(|node| answer(desk, node))?;
            return Some(Action::Ask {
                key: (*key).to_owned(),
                subject,
                answer,
            });
        }
    }
    let (rolls, expect, not_expect) = (
        dice(desk, form),
        form.texts("expect"),
        form.texts("not_expect"),
    );
    if rolls.is_empty() && expect.is_empty() && not_expect.is_empty() {
        let known = QUESTIONS.join(", ");
        desk.fault(
            &form.head(),
            format!("a line chooses, or asks one of: {known}"),
        );
        return None;
    }
    Some(Action::Begin {
        dice: rolls,
        expect,
        not_expect,
    })
}

fn answer(desk: &Desk, node: &Node) -> Option<String> {
    match &node.value {
        Value::List(items) => {
            let parts: Vec<String> = items.iter().filter_map(|item| desk.scalar(item)).collect();
            Some(parts.join("; "))
        }
        _ => desk.scalar(node),
    }
}

pub(crate) fn expectations(desk: &Desk, node: &Node) -> Vec<Expectation> {
    let mut found = Vec::new();
    let Value::Table(kinds) = &node.value else {
        desk.wrong::<()>(node, "a table");
        return found;
    };
    for kind in kinds {
        let Value::Table(names) = &kind.node.value else {
            desk.wrong::<()>(&kind.node, "a table");
            continue;
        };
        for name in names {
            match &name.node.value {
                Value::Table(fields) => {
                    for field in fields {
                        if let Some(value) = answer(desk, &field.node) {
                            found.push(Expectation {
                                span: field.span.clone(),
                                kind: kind.key.clone(),
                                name: name.key.clone(),
                                field: field.key.clone(),
                                value,
                            });
                        }
                    }
                }
                _ => {
                    if let Some(value) = answer(desk, &name.node) {
                        found.push(Expectation {
                            span: name.span.clone(),
                            kind: kind.key.clone(),
                            name: String::new(),
                            field: name.key.clone(),
                            value,
                        });
                    }
                }
            }
        }
    }
    found
}
