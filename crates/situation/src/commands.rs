//! Answers to questions about command, Activations and orders.

use longroll_board::HexId;
use longroll_catalog::facts::LeaderId;
use longroll_gbacw::At;
use longroll_gbacw::activation::{activations, entitlement, initiative_terms, unit_entitlement};
use longroll_gbacw::command::{
    has_link_for_orders, in_range, leader_status, profile, range_of, unit_is_in_range,
};
use longroll_gbacw::orders::{
    Act, Permission, attempt_terms, march_limit, march_limit_rule, permission,
};
use longroll_position::{CommandStatus, HalfMp};

use crate::found::Found;
use crate::question::{Piece, Subject};

/// The answer to a question about leaders, their ranges and what they may activate.
pub(crate) fn of_command(at: At<'_>, subject: &Subject) -> Result<Found, String> {
    Ok(match *subject {
        Subject::InCommand { piece, of } => Found::one(in_command(at, piece, of)),
        Subject::OrdersReach { body } => Found::one(has_link_for_orders(at, body)),
        Subject::CommandCost { leader, to } => command_cost(at, leader, to),
        Subject::CommandRange { leader } => Found::one(range_of(at, leader)),
        Subject::Profile { leader } => Found::one(profile(at, leader).word()),
        Subject::Activations { activator } => {
            let (number, terms) = activations(at, activator);
            Found::with_terms(number, &terms)
        }
        Subject::Entitlement {
            piece: Piece::Body(body),
        } => {
            let (number, terms) = entitlement(at, body);
            Found::with_terms(number, &terms)
        }
        Subject::Entitlement {
            piece: Piece::Unit(unit),
        } => Found::one(unit_entitlement(at, unit)),
        Subject::Entitlement {
            piece: Piece::Leader(_),
        } => return Err("a leader has no Activations".to_owned()),
        Subject::InitiativeTerms { side, leader } => {
            let terms = initiative_terms(at, side, leader);
            Found::with_terms(terms.sum(), &terms)
        }
        _ => return Found::elsewhere(),
    })
}

/// Whether a piece is In Command as the pieces stand now, of anybody or of this leader.
fn in_command(at: At<'_>, piece: Piece, of: Option<LeaderId>) -> bool {
    match (piece, of) {
        (Piece::Unit(unit), Some(leader)) => in_range(at, leader, at.position.unit(unit).hex),
        (Piece::Leader(own), Some(leader)) => in_range(at, leader, at.position.leader(own).hex),
        (Piece::Unit(unit), None) => unit_is_in_range(at, unit),
        (Piece::Leader(leader), None) => leader_status(at, leader) == CommandStatus::InCommand,
        (Piece::Body(body), _) => at.position.body(body).status == CommandStatus::InCommand,
    }
}

/// MP from a leader to a hex, as command is traced.
fn command_cost(at: At<'_>, leader: LeaderId, to: HexId) -> Found {
    let facts = at.setting.leader(leader);
    let from = at.position.leader(leader).hex;
    let cost =
        longroll_movement::command_cost(&at, facts.side, facts.level, from, to, HalfMp::whole(99));
    Found::one(cost.map_or("none".to_owned(), |cost| cost.to_string()))
}

/// The answer to a question about orders and what they allow.
pub(crate) fn of_orders(at: At<'_>, subject: &Subject) -> Result<Found, String> {
    Ok(match *subject {
        Subject::MarchLimit { body } => Found {
            because: Some(march_limit_rule(at, body)),
            ..Found::one(march_limit(at, body))
        },
        Subject::Permission { orders, act } => match permission(orders, act) {
            Permission::Allowed(rule) => Found {
                because: Some(rule),
                ..Found::one(true)
            },
            Permission::Forbidden(rule) => Found {
                because: Some(rule),
                ..Found::one(false)
            },
        },
        Subject::Permitted { orders } => Found {
            answer: Act::ALL
                .into_iter()
                .filter(|&act| matches!(permission(orders, act), Permission::Allowed(_)))
                .map(|act| act.word().to_owned())
                .collect(),
            ..Found::default()
        },
        Subject::OrdersTerms { body, wanted } => {
            let terms = attempt_terms(at, body, wanted);
            Found::with_terms(terms.sum(), &terms)
        }
        Subject::Standing { body } => Found {
            answer: longroll_gbacw::standing(at, body)
                .iter()
                .map(ToString::to_string)
                .collect(),
            ..Found::default()
        },
        _ => return Found::elsewhere(),
    })
}
