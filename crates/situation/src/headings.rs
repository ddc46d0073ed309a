//! A question in a few words, for the report of a case.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_gbacw::names;
use longroll_position::{BodyId, Setting};

use crate::question::{Matter, Piece, Question, Subject};

impl Question {
    /// The question in a few words.
    pub(crate) fn heading(&self, setting: &Setting) -> String {
        let words = Words { setting };
        let subject = &self.subject;
        match subject.matter() {
            Matter::Choice => of_choice(subject),
            Matter::Command => words.of_command(subject),
            Matter::Orders => words.of_orders(subject),
            Matter::Sight => words.of_sight(subject),
            Matter::Unit => words.of_unit(subject),
            Matter::Stack => words.of_stack(subject),
            Matter::Encounter => words.of_encounter(subject),
            Matter::Victory => of_victory(subject),
        }
    }
}

fn of_choice(subject: &Subject) -> String {
    match subject {
        Subject::May { text, .. } => format!("may {text}"),
        Subject::Asked => "who decides".to_owned(),
        Subject::Odds { text } => format!("odds {text}"),
        Subject::Grounds { text } => format!("grounds {text}"),
        Subject::Options { prefix } => format!("options {prefix}"),
        other => format!("{other:?}"),
    }
}

fn of_victory(subject: &Subject) -> String {
    match subject {
        Subject::Score { id, by } => by.map_or(format!("points for {id}"), |side| {
            format!("points of the {side} for {id}")
        }),
        Subject::Goal { id } => format!("is {id} met"),
        Subject::Total { side } => format!("points of the {side}"),
        Subject::Lead => "what the levels are read with".to_owned(),
        Subject::Shifted => "levels shifted".to_owned(),
        Subject::MayExtend { id } => format!("may they go on with {id}"),
        Subject::Verdict => "verdict".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Names for what questions are about.
struct Words<'s> {
    setting: &'s Setting,
}

impl Words<'_> {
    fn unit(&self, id: UnitId) -> &str {
        &self.setting.unit(id).name
    }

    fn leader(&self, id: LeaderId) -> &str {
        &self.setting.leader(id).name
    }

    fn body(&self, id: BodyId) -> String {
        names::body(self.setting, id)
    }

    fn hex(&self, id: HexId) -> &str {
        self.setting.grid().name(id)
    }

    fn piece(&self, piece: Piece) -> String {
        match piece {
            Piece::Unit(id) => self.unit(id).to_owned(),
            Piece::Leader(id) => self.leader(id).to_owned(),
            Piece::Body(id) => self.body(id),
        }
    }

    fn of_command(&self, subject: &Subject) -> String {
        match *subject {
            Subject::InCommand { piece, of } => {
                let name = self.piece(piece);
                of.map_or(format!("in command: {name}"), |of| {
                    format!("in command: {name} of {}", self.leader(of))
                })
            }
            Subject::OrdersReach { body } => format!("orders reach {}", self.body(body)),
            Subject::CommandCost { leader, to } => {
                format!("command cost {} to {}", self.leader(leader), self.hex(to))
            }
            Subject::CommandRange { leader } => format!("command range of {}", self.leader(leader)),
            Subject::Activations { activator } => {
                format!(
                    "activations of {}",
                    names::activator(self.setting, activator)
                )
            }
            Subject::Entitlement { piece } => format!("entitlement of {}", self.piece(piece)),
            Subject::InitiativeTerms { side, .. } => format!("initiative terms of {side}"),
            Subject::Profile { leader } => format!("profile of {}", self.leader(leader)),
            ref other => format!("{other:?}"),
        }
    }

    fn of_orders(&self, subject: &Subject) -> String {
        match *subject {
            Subject::MarchLimit { body } => format!("march limit of {}", self.body(body)),
            Subject::Permission { orders, act } => {
                format!("{} under {}", act.word(), orders.word())
            }
            Subject::Permitted { orders } => format!("permitted under {}", orders.word()),
            Subject::OrdersTerms { body, .. } => format!("orders terms of {}", self.body(body)),
            Subject::Standing { body } => format!("standing of {}", self.body(body)),
            ref other => format!("{other:?}"),
        }
    }

    fn of_sight(&self, subject: &Subject) -> String {
        match *subject {
            Subject::Los { from, to, .. } => {
                format!("line of sight {} to {}", self.hex(from), self.hex(to))
            }
            Subject::GunboatLos { from, to } => {
                format!(
                    "line of sight of a gunboat {} to {}",
                    self.hex(from),
                    self.hex(to)
                )
            }
            ref other => format!("{other:?}"),
        }
    }

    fn of_unit(&self, subject: &Subject) -> String {
        match *subject {
            Subject::Udd { unit, .. } => format!("UDD of {}", self.unit(unit)),
            Subject::Contact { unit, .. } => format!("contact of {}", self.unit(unit)),
            Subject::Retreat { unit } => format!("retreat of {}", self.unit(unit)),
            Subject::Allowance { unit } => format!("allowance of {}", self.unit(unit)),
            Subject::RiderAllowance { leader } => format!("allowance of {}", self.leader(leader)),
            Subject::RiderStep { leader, to } => {
                format!("step of {} to {}", self.leader(leader), self.hex(to))
            }
            Subject::Step { unit, to, .. } => {
                format!("step of {} to {}", self.unit(unit), self.hex(to))
            }
            ref other => format!("{other:?}"),
        }
    }

    fn of_stack(&self, subject: &Subject) -> String {
        match *subject {
            Subject::StackLegal { hex } => format!("stack of {}", self.hex(hex)),
            Subject::Join { unit, hex } => format!("{} joins {}", self.unit(unit), self.hex(hex)),
            Subject::Arcs { unit } => format!("arcs of {}", self.unit(unit)),
            Subject::Shares { unit } => format!("shares of {}", self.unit(unit)),
            Subject::Stack { hex } => format!("order of the stack of {}", self.hex(hex)),
            Subject::FireFront { hex } => format!("fire front of {}", self.hex(hex)),
            Subject::Bears { unit, on } => format!("{} bears on {}", self.unit(unit), self.hex(on)),
            Subject::Massed { hex, range } => {
                format!("massed target in {} at {range}", self.hex(hex))
            }
            ref other => format!("{other:?}"),
        }
    }

    fn of_encounter(&self, subject: &Subject) -> String {
        match *subject {
            Subject::Evade {
                unit,
                mover,
                hex,
                to,
            } => {
                let end = to.map_or(String::new(), |to| format!(" to {}", self.hex(to)));
                format!(
                    "{} evades{end} before {} enters {}",
                    self.unit(unit),
                    self.unit(mover),
                    self.hex(hex)
                )
            }
            Subject::React {
                unit, mover, hex, ..
            } => format!(
                "{} reacts to {} in {}",
                self.unit(unit),
                self.unit(mover),
                self.hex(hex)
            ),
            Subject::Proximity { unit, from, to, .. } => format!(
                "{} near the enemy from {} to {}",
                self.unit(unit),
                self.hex(from),
                self.hex(to)
            ),
            Subject::Reach { unit, hex, .. } => {
                format!("{} reaches {}", self.unit(unit), self.hex(hex))
            }
            Subject::Way { unit, hex, .. } => {
                format!("way of {} to {}", self.unit(unit), self.hex(hex))
            }
            ref other => format!("{other:?}"),
        }
    }
}
