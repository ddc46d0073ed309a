//! `[[ask]]`: questions about the position, asked of the same functions that the engine uses.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{LeaderId, Orders, UnitId};
use longroll_core::{Side, did_you_mean};
use longroll_gbacw::orders::Act;
use longroll_position::{ActivatorId, BodyId, Setting};
use longroll_rule::Rule;

use crate::bodies::{activator, body};
use crate::form::{Desk, Form};
use crate::tree::{Node, Value};

/// A question with what must be answered.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub subject: Subject,
    /// The answer wanted; a list is compared without regard to its order.
    pub answer: Option<Reply>,
    /// The rule that must be given as the reason.
    pub because: Option<Rule>,
    /// Terms wanted, each a part of the term at its place.
    pub terms: Option<Vec<String>>,
    /// Lines that must be among the answer, and lines that must not.
    pub contains: Vec<String>,
    pub excludes: Vec<String>,
}

/// What is wanted as an answer.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    One(String),
    Many(Vec<String>),
}

/// A piece that a question of command is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
    Body(BodyId),
}

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// Is this choice offered?
    May { text: String, by: Option<Side> },
    /// Is the piece In Command as the pieces stand now, of anybody or of this leader?
    InCommand { piece: Piece, of: Option<LeaderId> },
    /// SR 6.12: does an unbroken chain reach the brigade for orders in II/C?
    OrdersReach { body: BodyId },
    /// MP from a leader to a hex, as command is traced.
    CommandCost { leader: LeaderId, to: HexId },
    /// The range of a leader now.
    CommandRange { leader: LeaderId },
    /// Markers of a division.
    Activations { activator: ActivatorId },
    /// Activations of a brigade or a unit.
    Entitlement { piece: Piece },
    /// SR 5.28: equivalents of a march.
    MarchLimit { body: BodyId },
    /// What an order allows.
    Permission { orders: Orders, act: Act },
    /// Everything an order allows.
    Permitted { orders: Orders },
    /// What is added to an orders change.
    OrdersTerms {
        body: BodyId,
        wanted: Option<Orders>,
    },
    /// What is added to an Initiative roll.
    InitiativeTerms {
        side: Side,
        leader: Option<LeaderId>,
    },
    /// A cohesion roll: with a die, whether it passes; without, what is added.
    Udd { unit: UnitId, die: Option<u8> },
    /// The profile a brigadier acts by.
    Profile { leader: LeaderId },
    /// Line of sight.
    Los {
        from: HexId,
        to: HexId,
        by: Option<HexId>,
    },
    /// BB 14.74: whether a gunboat in this hex can fire at that one.
    GunboatLos { from: HexId, to: HexId },
    /// MP to contact with the enemy, as Loose Reins counts them.
    Contact { unit: UnitId, within: u8 },
    /// Where a unit may fall back to.
    Retreat { unit: UnitId },
    /// MP of a unit in this Activation.
    Allowance { unit: UnitId },
    /// SR 9.31, 9.32: MP of a leader who rides.
    RiderAllowance { leader: LeaderId },
    /// MP of one hex for him.
    RiderStep { leader: LeaderId, to: HexId },
    /// The cost of one step of a unit.
    Step {
        unit: UnitId,
        to: HexId,
        facing: Option<Facing>,
    },
    /// Is the stack of this hex legal?
    StackLegal { hex: HexId },
    /// May this unit stop in this hex?
    Join { unit: UnitId, hex: HexId },
    /// SR 7.12, 7.34: the hexes around a unit with their arcs.
    Arcs { unit: UnitId },
    /// SR 8.44-split: the SP of a unit, hex by hex.
    Shares { unit: UnitId },
    /// SR 8.23: the stack of a hex, top to bottom.
    Stack { hex: HexId },
    /// SR 8.31, 8.33, 7.34-fire: what the units of a hex may fire at most.
    FireFront { hex: HexId },
    /// SR 8.45: what a unit can bring to bear on a hex.
    Bears { unit: UnitId, on: HexId },
    /// SR 8.34: the modifier of a massed or dispersed target at this range.
    Massed { hex: HexId, range: u8 },
    /// SR 9.63: where may this unit go when the mover is about to enter the hex; may it go there?
    Evade {
        unit: UnitId,
        mover: UnitId,
        hex: HexId,
        to: Option<HexId>,
    },
    /// SR 9.61: may this unit turn or refuse when the mover has come into the hex?
    React {
        unit: UnitId,
        mover: UnitId,
        hex: HexId,
        how: Reaction,
    },
    /// SR 9.55-2: what a battery that moved from hex to hex adds to its UDD.
    Proximity {
        unit: UnitId,
        from: HexId,
        to: HexId,
        fired: bool,
    },
    /// MP until a unit stands in a hex.
    Reach {
        unit: UnitId,
        hex: HexId,
        facing: Option<Facing>,
    },
    /// The way the engine finds for a unit that moves now.
    Way {
        unit: UnitId,
        hex: HexId,
        facing: Option<Facing>,
    },
    /// BB 30, 31: the points that a term gives a side.
    Score { id: String, by: Option<Side> },
    /// BB 30, 31: whether an objective, a shift or an automatic victory is there.
    Goal { id: String },
    /// BB 30, 31: the points of a side.
    Total { side: Side },
    /// What is read on the table of levels.
    Lead,
    /// Levels by which the verdict is shifted, for the Confederate if more than 0.
    Shifted,
    /// Whether the players may agree to go on.
    MayExtend { id: String },
    /// The verdict if the game ended now.
    Verdict,
    /// Who decides now.
    Asked,
    /// The choices offered that begin with these words.
    Options { prefix: String },
    /// The exact chances of this fire or assault.
    Odds { text: String },
    /// The rules a fire is made under, beside those of its modifiers.
    Grounds { text: String },
    /// How a brigade stands, and by which rules.
    Standing { body: BodyId },
}

/// A reaction in place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reaction {
    Face(Facing),
    Refuse(Hand),
}

struct Reader<'a> {
    desk: &'a Desk,
    setting: &'a Setting,
}

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

    fn unit(&self, node: &Node) -> Option<UnitId> {
        let name = self.desk.text(node)?;
        self.found(node, self.setting.battle.unit_named(name), "unit", name)
    }

    fn leader(&self, node: &Node) -> Option<LeaderId> {
        let name = self.desk.text(node)?;
        self.found(node, self.setting.battle.leader_named(name), "leader", name)
    }

    /// A leader, where a unit may be named as well.
    fn rider(&self, node: &Node) -> Option<LeaderId> {
        match &node.value {
            Value::Text(name) => self.setting.battle.leader_named(name),
            _ => None,
        }
    }

    fn body(&self, node: &Node) -> Option<BodyId> {
        let name = self.desk.text(node)?;
        self.found(node, body(self.setting, name), "brigade", name)
    }

    fn activator(&self, node: &Node) -> Option<ActivatorId> {
        let name = self.desk.text(node)?;
        self.found(node, activator(self.setting, name), "division", name)
    }

    fn piece(&self, node: &Node) -> Option<Piece> {
        let name = self.desk.text(node)?;
        let unit = self.setting.battle.unit_named(name).map(Piece::Unit);
        let found = unit
            .or_else(|| self.setting.battle.leader_named(name).map(Piece::Leader))
            .or_else(|| body(self.setting, name).map(Piece::Body));
        self.found(node, found, "unit, leader or brigade", name)
    }

    fn found<T>(&self, node: &Node, found: Option<T>, what: &str, name: &str) -> Option<T> {
        if found.is_none() {
            let battle = &self.setting.battle;
            let units = battle.units.iter().map(|unit| &*unit.name);
            let leaders = battle.leaders.iter().map(|leader| &*leader.name);
            let near = match what {
                "unit" => did_you_mean(name, units),
                "leader" => did_you_mean(name, leaders),
                "unit, leader or brigade" => did_you_mean(name, units.chain(leaders)),
                _ => String::new(),
            };
            self.desk
                .missing(&node.span, format!("no {what} '{name}' here{near}"));
        }
        found
    }

    fn hex(&self, node: &Node) -> Option<HexId> {
        self.desk.hex(self.setting.grid(), node)
    }

    fn three<'n>(&self, node: &'n Node) -> Option<[&'n Node; 3]> {
        match node.items() {
            [first, second, third] => Some([first, second, third]),
            _ => {
                self.desk
                    .fault(&node.span, "three things are needed: [\"…\", \"…\", \"…\"]");
                None
            }
        }
    }

    /// A unit, the enemy that moves, and the hex he comes to.
    fn encounter(&self, node: &Node) -> Option<(UnitId, UnitId, HexId)> {
        let [unit, mover, hex] = self.three(node)?;
        Some((self.unit(unit)?, self.unit(mover)?, self.hex(hex)?))
    }

    fn pair<'n>(&self, node: &'n Node) -> Option<(&'n Node, &'n Node)> {
        match node.items() {
            [first, second] => Some((first, second)),
            _ => {
                self.desk
                    .fault(&node.span, "two things are needed: [\"…\", \"…\"]");
                None
            }
        }
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
