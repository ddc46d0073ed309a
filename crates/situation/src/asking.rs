//! `[[ask]]`: reading a question and what is wanted of it.

use longroll_board::Hand;
use longroll_catalog::facts::Orders;
use longroll_core::did_you_mean;
use longroll_gbacw::orders::Act;
use longroll_position::Setting;

use crate::form::{Desk, Form};
use crate::named::Reader;
use crate::question::{Question, Reaction, Reply, Subject};
use crate::tree::{Node, Value};

/// Whether a block asks something.
pub(crate) fn is_question(node: &Node) -> bool {
    QUESTIONS.iter().any(|(key, _)| node.get(key).is_some())
}

/// Notes that a block of `ask` asks nothing, with the question that may have been meant.
pub(crate) fn none_asked(desk: &Desk, form: &Form<'_>) {
    let known: Vec<&str> = QUESTIONS.iter().map(|(key, _)| *key).collect();
    let all = format!("a question is one of {}", known.join(", "));
    form.give_up();
    let Value::Table(entries) = &form.node.value else {
        return;
    };
    let mut found = false;
    for entry in entries
        .iter()
        .filter(|entry| !BESIDES.contains(&entry.key.as_str()))
    {
        found = true;
        let near = did_you_mean(&entry.key, known.iter().copied());
        desk.fault(
            &entry.span,
            format!("unknown key '{}'{near}; {all}", entry.key),
        );
    }
    if !found {
        desk.fault(&form.head(), format!("nothing is asked; {all}"));
    }
}

/// Keys that stand beside a question.
const BESIDES: [&str; 18] = [
    "answer", "because", "terms", "contains", "excludes", "show", "by", "of", "to", "with",
    "wanted", "die", "within", "facing", "hand", "fired", "range", "at",
];

/// Reads a question.
pub(crate) fn read(desk: &Desk, setting: &Setting, form: &Form<'_>) -> Option<Question> {
    let reader = Reader { desk, setting };
    let subject = reader.subject(form);
    if subject.is_none() {
        // What stands beside a question depends on it.
        form.know(&BESIDES);
    }
    let answer = form.get("answer").and_then(|node| reader.reply(node));
    let terms = form.get("terms").map(|node| desk.texts(node));
    let question = Question {
        answer,
        because: form.rule("because"),
        terms,
        contains: form.texts("contains"),
        excludes: form.texts("excludes"),
        subject: subject?,
    };
    // What is wanted but could not be read has been told.
    let wanted = |key| form.get(key).is_some();
    let listed = |key| form.get(key).is_some_and(|node| !node.items().is_empty());
    let shown = form.get("show").is_some() && form.flag("show") != Some(false);
    let something = shown
        || ["answer", "because", "terms"].into_iter().any(wanted)
        || ["contains", "excludes"].into_iter().any(listed);
    if !something {
        desk.fault(
            &form.head(),
            "nothing is wanted of this question: answer, because, terms, contains or excludes, or show = true",
        );
        return None;
    }
    Some(question)
}

impl Reader<'_> {
    fn reply(&self, node: &Node) -> Option<Reply> {
        match &node.value {
            Value::List(items) => Some(Reply::Many(
                items
                    .iter()
                    .filter_map(|item| self.desk.scalar(item))
                    .collect(),
            )),
            _ => self.desk.scalar(node).map(Reply::One),
        }
    }

    fn subject(&self, form: &Form<'_>) -> Option<Subject> {
        let mut found: Option<Option<Subject>> = None;
        for (key, read) in QUESTIONS {
            let Some(node) = form.get(key) else { continue };
            if found.is_some() {
                self.desk.fault(&node.span, "only one question in a block");
                continue;
            }
            found = Some(read(self, form, node));
        }
        if found.is_none() {
            let known: Vec<&str> = QUESTIONS.iter().map(|(key, _)| *key).collect();
            self.desk.fault(
                &form.head(),
                format!("no question is asked; known: {}", known.join(", ")),
            );
        }
        found.flatten()
    }
}

type Read = fn(&Reader<'_>, &Form<'_>, &Node) -> Option<Subject>;

/// Every question, by its key.
const QUESTIONS: [(&str, Read); 46] = [
    ("may", |r, form, node| {
        let by = form.get("by").and_then(|node| r.desk.side(node));
        Some(Subject::May {
            text: r.desk.text(node)?.to_owned(),
            by,
        })
    }),
    ("in_command", |r, form, node| {
        let of = match form.get("of") {
            Some(node) => Some(r.leader(node)?),
            None => None,
        };
        Some(Subject::InCommand {
            piece: r.piece(node)?,
            of,
        })
    }),
    ("orders_reach", |r, _, node| {
        Some(Subject::OrdersReach {
            body: r.body(node)?,
        })
    }),
    ("command_cost", |r, _, node| {
        let (leader, to) = r.pair(node)?;
        Some(Subject::CommandCost {
            leader: r.leader(leader)?,
            to: r.hex(to)?,
        })
    }),
    ("command_range", |r, _, node| {
        Some(Subject::CommandRange {
            leader: r.leader(node)?,
        })
    }),
    ("activations", |r, _, node| {
        Some(Subject::Activations {
            activator: r.activator(node)?,
        })
    }),
    ("entitlement", |r, _, node| {
        Some(Subject::Entitlement {
            piece: r.piece(node)?,
        })
    }),
    ("march_limit", |r, _, node| {
        Some(Subject::MarchLimit {
            body: r.body(node)?,
        })
    }),
    ("permission", |r, _, node| {
        let (orders, act) = r.pair(node)?;
        let orders = r.desk.word::<Orders>(orders)?;
        let word = r.desk.text(act)?;
        let found = Act::ALL.into_iter().find(|act| act.word() == word);
        if found.is_none() {
            let known: Vec<&str> = Act::ALL.iter().map(|act| act.word()).collect();
            r.desk.fault(
                &act.span,
                format!("'{word}' is no act; known: {}", known.join(", ")),
            );
        }
        Some(Subject::Permission {
            orders,
            act: found?,
        })
    }),
    ("permitted", |r, _, node| {
        Some(Subject::Permitted {
            orders: r.desk.word(node)?,
        })
    }),
    ("orders_terms", |r, form, node| {
        let wanted = form.word::<Orders>("wanted");
        Some(Subject::OrdersTerms {
            body: r.body(node)?,
            wanted,
        })
    }),
    ("initiative_terms", |r, form, node| {
        let leader = match form.get("with") {
            Some(node) => Some(r.leader(node)?),
            None => None,
        };
        Some(Subject::InitiativeTerms {
            side: r.desk.side(node)?,
            leader,
        })
    }),
    ("udd", |r, form, node| {
        let die = form.small("die", 9);
        Some(Subject::Udd {
            unit: r.unit(node)?,
            die,
        })
    }),
    ("profile", |r, _, node| {
        Some(Subject::Profile {
            leader: r.leader(node)?,
        })
    }),
    ("los", |r, form, node| {
        let (from, to) = r.pair(node)?;
        let by = match form.get("by") {
            Some(node) => Some(r.hex(node)?),
            None => None,
        };
        Some(Subject::Los {
            from: r.hex(from)?,
            to: r.hex(to)?,
            by,
        })
    }),
    ("gunboat_los", |r, _, node| {
        let (from, to) = r.pair(node)?;
        Some(Subject::GunboatLos {
            from: r.hex(from)?,
            to: r.hex(to)?,
        })
    }),
    ("contact", |r, form, node| {
        Some(Subject::Contact {
            unit: r.unit(node)?,
            within: form.small("within", 60).unwrap_or(20),
        })
    }),
    ("retreat", |r, _, node| {
        Some(Subject::Retreat {
            unit: r.unit(node)?,
        })
    }),
    ("allowance", |r, _, node| {
        Some(match r.rider(node) {
            Some(leader) => Subject::RiderAllowance { leader },
            None => Subject::Allowance {
                unit: r.unit(node)?,
            },
        })
    }),
    ("step", |r, form, node| {
        let (mover, to) = r.pair(node)?;
        let facing = form.facing("facing");
        let to = r.hex(to)?;
        Some(match r.rider(mover) {
            Some(leader) => Subject::RiderStep { leader, to },
            None => Subject::Step {
                unit: r.unit(mover)?,
                to,
                facing,
            },
        })
    }),
    ("stack_legal", |r, _, node| {
        Some(Subject::StackLegal { hex: r.hex(node)? })
    }),
    ("join", |r, _, node| {
        let (unit, hex) = r.pair(node)?;
        Some(Subject::Join {
            unit: r.unit(unit)?,
            hex: r.hex(hex)?,
        })
    }),
    ("arcs", |r, _, node| {
        Some(Subject::Arcs {
            unit: r.unit(node)?,
        })
    }),
    ("shares", |r, _, node| {
        Some(Subject::Shares {
            unit: r.unit(node)?,
        })
    }),
    ("stack", |r, _, node| {
        Some(Subject::Stack { hex: r.hex(node)? })
    }),
    ("fire_front", |r, _, node| {
        Some(Subject::FireFront { hex: r.hex(node)? })
    }),
    ("bears", |r, _, node| {
        let (unit, on) = r.pair(node)?;
        Some(Subject::Bears {
            unit: r.unit(unit)?,
            on: r.hex(on)?,
        })
    }),
    ("massed", |r, form, node| {
        Some(Subject::Massed {
            hex: r.hex(node)?,
            range: form.small("range", 60).unwrap_or(1),
        })
    }),
    ("evade", |r, form, node| {
        let (unit, mover, hex) = r.encounter(node)?;
        let to = match form.get("to") {
            Some(node) => Some(r.hex(node)?),
            None => None,
        };
        Some(Subject::Evade {
            unit,
            mover,
            hex,
            to,
        })
    }),
    ("react_face", |r, form, node| {
        let (unit, mover, hex) = r.encounter(node)?;
        let how = Reaction::Face(form.need("facing").and_then(|node| r.desk.facing(node))?);
        Some(Subject::React {
            unit,
            mover,
            hex,
            how,
        })
    }),
    ("react_refuse", |r, form, node| {
        let (unit, mover, hex) = r.encounter(node)?;
        let hand = form.need("hand")?;
        let how = match r.desk.text(hand)? {
            "left" => Reaction::Refuse(Hand::Left),
            "right" => Reaction::Refuse(Hand::Right),
            other => {
                r.desk
                    .fault(&hand.span, format!("'{other}' is neither left nor right"));
                return None;
            }
        };
        Some(Subject::React {
            unit,
            mover,
            hex,
            how,
        })
    }),
    ("proximity", |r, form, node| {
        let fired = form.flag("fired") == Some(true);
        let [unit, from, to] = r.three(node)?;
        Some(Subject::Proximity {
            unit: r.unit(unit)?,
            from: r.hex(from)?,
            to: r.hex(to)?,
            fired,
        })
    }),
    ("reach", |r, form, node| {
        let (unit, hex) = r.pair(node)?;
        let facing = form.facing("facing");
        Some(Subject::Reach {
            unit: r.unit(unit)?,
            hex: r.hex(hex)?,
            facing,
        })
    }),
    ("way", |r, form, node| {
        let (unit, hex) = r.pair(node)?;
        let facing = form.facing("facing");
        Some(Subject::Way {
            unit: r.unit(unit)?,
            hex: r.hex(hex)?,
            facing,
        })
    }),
    ("score", |r, form, node| {
        Some(Subject::Score {
            by: form.get("by").and_then(|node| r.desk.side(node)),
            id: r.desk.text(node)?.to_owned(),
        })
    }),
    ("goal", |r, _, node| {
        Some(Subject::Goal {
            id: r.desk.text(node)?.to_owned(),
        })
    }),
    ("total", |r, _, node| {
        Some(Subject::Total {
            side: r.desk.side(node)?,
        })
    }),
    ("lead", |r, _, node| {
        r.desk.flag(node).map(|_| Subject::Lead)
    }),
    ("shifted", |r, _, node| {
        r.desk.flag(node).map(|_| Subject::Shifted)
    }),
    ("may_extend", |r, _, node| {
        Some(Subject::MayExtend {
            id: r.desk.text(node)?.to_owned(),
        })
    }),
    ("verdict", |r, _, node| {
        r.desk.flag(node).map(|_| Subject::Verdict)
    }),
    ("asked", |r, _, node| {
        r.desk.flag(node).map(|_| Subject::Asked)
    }),
    ("grounds", |r, _, node| {
        Some(Subject::Grounds {
            text: r.desk.text(node)?.to_owned(),
        })
    }),
    ("standing", |r, _, node| {
        Some(Subject::Standing {
            body: r.body(node)?,
        })
    }),
    ("odds", |r, _, node| {
        Some(Subject::Odds {
            text: r.desk.text(node)?.to_owned(),
        })
    }),
    ("options", |r, _, node| {
        Some(Subject::Options {
            prefix: r.desk.text(node)?.to_owned(),
        })
    }),
];
