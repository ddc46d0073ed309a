//! SR 13.5; BB 13.52 to 13.55: routed units come back while their brigade is in Reserve.

use longroll_board::{Facing, FacingKind, HexId};
use longroll_catalog::facts::{LooseRest, Orders, Piece, RoutReturn, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::reinforcement::may_be_put;
use longroll_position::rule_set::SecondDayRout;
use longroll_position::{BodyId, BodyKind, Cohesion, HalfMp, Presence, UnitState};
use longroll_rule::Rule;

use crate::choice::Choice;
use crate::command::body_leader;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::fire::supplying::restock_at_rest;
use crate::orders::{facing_kind, give_unit};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{displace_exposed, remove, udd_terms};
use crate::scene::At;
use crate::sequence::{collapses, first_day_hour};
use crate::step::Ask;

mod frame;

pub use self::frame::ReturnStep;

const RULE: Rule = Rule::SR_13_51;

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returning {
    /// It tries, with this brigade.
    Tries(UnitId, BodyId),
    /// It comes back here.
    At(HexId),
    /// It faces so.
    Faces(Facing),
    /// Nobody (more) tries.
    Done,
}

/// The orders under which a unit comes back: those of its brigade, with another Advance.
fn orders_back(at: At<'_>, unit: UnitId, body: BodyId) -> Orders {
    if at.position.body_of(at.setting, unit) == body {
        at.position.body(body).orders
    } else {
        Orders::Advance
    }
}

/// Hexes within one of the brigadier where a unit may stand, under the orders it comes back with.
fn places(at: At<'_>, unit: UnitId, body: BodyId) -> Vec<HexId> {
    let Some(leader) = body_leader(at, body).filter(|&leader| at.position.leader(leader).on_map())
    else {
        return Vec::new();
    };
    let hex = at.position.leader(leader).hex;
    let mut hexes: Vec<HexId> = at.setting.grid().hexes_in_range(hex, 1).collect();
    let state = UnitState {
        orders: orders_back(at, unit, body),
        ..*at.position.unit(unit)
    };
    let back = at.position.supposing(&[(unit, state)]);
    hexes.retain(|&hex| may_be_put(&at.at(&back), unit, hex));
    hexes
}

/// SR 13.51, BB 13.55: whether a routed unit may try with this brigade.
fn may_try(
    at: At<'_>,
    unit: UnitId,
    host: Option<BodyId>,
    tried: &[UnitId],
    hosts: &[BodyId],
) -> Judgement<Returning> {
    if at.position.unit(unit).presence != Presence::Routed {
        return Err(Refusal::new(RULE, "it has not routed"));
    }
    if tried.contains(&unit) {
        return Err(Refusal::new(RULE, "it has tried this turn"));
    }
    let own = at.position.body_of(at.setting, unit);
    let of_brigade = at.setting.body(own).kind == BodyKind::Brigade;
    // BB 13.55: as the battle book lets them rest anywhere, it lets units of no brigade come back with any.
    let loose_return = at.setting.variations.loose_rest.value != LooseRest::InRange;
    let (body, rule) = match host {
        None if of_brigade => (own, RULE),
        _ if !of_brigade && !loose_return => {
            return Err(Refusal::new(RULE, "it comes back with its own brigade"));
        }
        Some(host) if !of_brigade && at.setting.body(host).kind == BodyKind::Brigade => {
            (host, Rule::BB_13_55)
        }
        None => {
            return Err(Refusal::new(
                Rule::BB_13_55,
                "a unit of no brigade comes back with one in Reserve",
            ));
        }
        Some(_) => {
            return Err(Refusal::new(RULE, "it comes back with its own brigade"));
        }
    };
    if at.setting.body(body).side != at.setting.unit(unit).side {
        return Err(Refusal::new(rule, "the brigade is the enemy's"));
    }
    if !at.position.body(body).reserve {
        return Err(Refusal::new(
            rule,
            "the brigade has not been in Reserve for the whole turn",
        ));
    }
    if host.is_some() && hosts.contains(&body) {
        return Err(Refusal::new(
            rule,
            "one unit of no brigade a turn with each brigade",
        ));
    }
    if places(at, unit, body).is_empty() {
        return Err(Refusal::new(
            rule,
            "there is no room for it within a hex of the brigadier",
        ));
    }
    Ok(Ruling::new(rule, Returning::Tries(unit, body)))
}

/// SR 13.52, BB 13.54, reading 74: Fatigue, the shock of the first morning and the hour; no leaders.
fn terms(at: At<'_>, unit: UnitId) -> Terms {
    let mut terms = Terms::new();
    for term in udd_terms(at, unit).as_slice() {
        if matches!(term.rule, Rule::SR_17_31 | Rule::BB_30_0_udd) {
            terms.add(term.value, term.rule, term.reason.clone());
        }
    }
    let Some(battle) = at.setting.terms() else {
        return terms;
    };
    let hour = first_day_hour(at);
    let home = at.setting.unit(unit).formation;
    let armies = battle.rout_recovery.iter().map(|own| own.army);
    let stranger = !armies
        .into_iter()
        .any(|army| at.setting.belongs(home, army));
    for own in &battle.rout_recovery {
        let later = own.until_hour.is_none();
        let now = match hour {
            Some(hour) => hour >= own.from_hour && own.until_hour.is_none_or(|until| hour <= until),
            // The second day: the modifiers that do not end with the first evening.
            None => later && second_day_counts(at),
        };
        // Troops of no army of the battle stand for their side.
        let theirs = at.setting.belongs(home, own.army)
            || (stranger
                && !later
                && at.setting.command(own.army).side == at.setting.unit(unit).side);
        if now
            && theirs
            && terms
                .as_slice()
                .iter()
                .all(|term| term.rule != Rule::BB_13_54)
        {
            terms.add(own.drm.into(), Rule::BB_13_54, "hour and army");
        }
    }
    terms
}

/// Reading 139: the modifier of the evening holds for the rest of a game that began on the first day; in a game of the second day
/// alone only by the switch.
fn second_day_counts(at: At<'_>) -> bool {
    let began_first_day = crate::sequence::began_on_first_day(at);
    began_first_day || at.setting.rules.switches.second_day_aot_rout_drm == SecondDayRout::On
}

/// SR 13.52, BB 13.52: the roll, against the Disordered Cohesion.
fn return_roll(at: At<'_>, unit: UnitId) -> Option<Roll> {
    let facts = at.setting.unit(unit);
    // SR 13.52: cavalry uses the value of its mounted counter.
    let limit = i32::from(facts.cohesion.as_ref()?.value.disordered);
    let way = at.setting.variations.rout_return;
    Some(Roll::new(
        Purpose::RoutRecovery(unit),
        way.rule,
        terms(at, unit),
        move |die, total| match (way.value, die.face()) {
            (RoutReturn::NineDissolves, 9) => Verdict::Dissolved,
            (RoutReturn::ZeroReturns, 0) => Verdict::Passed { limit },
            _ if total <= limit => Verdict::Passed { limit },
            _ => Verdict::Failed { limit },
        },
    ))
}

fn tries(play: &mut Play<'_>, unit: UnitId, body: BodyId) -> Result<(), ChanceError> {
    let Some(roll) = return_roll(play.at(), unit) else {
        return Ok(());
    };
    let rule = roll.rule;
    let verdict = play.roll(roll)?.verdict;
    if verdict == Verdict::Dissolved {
        remove(play, unit, Presence::Lost, rule);
        return Ok(());
    }
    let left = play.position.unit(unit).sp.saturating_sub(1);
    play.happens(Event::Lost {
        unit,
        sp: 1,
        left,
        rule,
    });
    if left == 0 {
        remove(play, unit, Presence::Lost, rule);
        return Ok(());
    }
    // Reading 136: it comes back on its Disordered side, and Collapsed below half its strength.
    let cohesion = if collapses(play.setting, unit, left) {
        Cohesion::Collapsed
    } else {
        Cohesion::Disordered
    };
    if play.position.unit(unit).cohesion != cohesion {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion,
            rule,
        });
    }
    if let Verdict::Passed { .. } = verdict {
        play.push(ReturnStep::Place { unit, body });
    }
    Ok(())
}

fn come_back(play: &mut Play<'_>, unit: UnitId, body: BodyId, hex: HexId) {
    let stacked = play
        .position
        .stack(hex)
        .next()
        .map(|part| play.position.unit(part.unit).facing);
    play.happens(Event::PresenceChanged {
        piece: Piece::Unit(unit),
        presence: Presence::OnMap,
        hex: Some(hex),
        rule: play.setting.variations.rout_return.rule,
    });
    // SR 12.73: an enemy leader alone beside it does not stay.
    displace_exposed(play);
    let orders = orders_back(play.at(), unit, body);
    if play.position.unit(unit).orders != orders {
        give_unit(play, unit, orders, RULE);
    }
    // SR 6.35: ammunition comes after the return.
    restock_at_rest(play, unit, true);
    match stacked {
        Some(facing) => face(play, unit, facing),
        None => play.push(ReturnStep::Face { unit }),
    }
}

fn face(play: &mut Play<'_>, unit: UnitId, facing: Facing) {
    if play.position.unit(unit).facing != facing {
        play.happens(Event::Turned {
            unit,
            facing,
            cost: HalfMp::ZERO,
            rule: RULE,
        });
    }
}

impl ReturnStep {
    fn kind(at: At<'_>, unit: UnitId) -> FacingKind {
        facing_kind(at.position.unit(unit).orders)
    }
}

impl Procedure for ReturnStep {
    type Means = Returning;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let (side, prompt) = match *self {
            Self::Ask { side, .. } => (side, Prompt::Returns),
            Self::Place { unit, .. } => (
                at.setting.unit(unit).side,
                Prompt::PlacePiece {
                    piece: Piece::Unit(unit),
                },
            ),
            Self::Face { unit } => (at.setting.unit(unit).side, Prompt::FaceAtStart { unit }),
        };
        Some(Ask {
            side,
            rule: RULE,
            prompt,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        match *self {
            Self::Ask { side, .. } => {
                for unit in at.setting.unit_ids() {
                    if at.setting.unit(unit).side != side
                        || at.position.unit(unit).presence != Presence::Routed
                    {
                        continue;
                    }
                    let own = at.position.body_of(at.setting, unit);
                    if at.setting.body(own).kind == BodyKind::Brigade {
                        each(Choice::Return { unit, host: None });
                    } else {
                        for host in at.setting.body_ids() {
                            let host = Some(host);
                            each(Choice::Return { unit, host });
                        }
                    }
                }
                each(Choice::Done);
            }
            Self::Place { unit, body } => {
                let piece = Piece::Unit(unit);
                for hex in places(at, unit, body) {
                    each(Choice::Place { piece, hex });
                }
            }
            Self::Face { unit } => {
                for facing in Facing::all_of(Self::kind(at, unit)) {
                    each(Choice::Face { unit, facing });
                }
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Returning> {
        match (self, choice) {
            (Self::Ask { side, tried, hosts }, Choice::Return { unit, host })
                if at.setting.unit(unit).side == *side =>
            {
                may_try(at, unit, host, tried, hosts)
            }
            (Self::Ask { .. }, Choice::Done) => Ok(Ruling::new(RULE, Returning::Done)),
            (&Self::Place { unit, body }, Choice::Place { piece, hex })
                if piece == Piece::Unit(unit) =>
            {
                if places(at, unit, body).contains(&hex) {
                    Ok(Ruling::new(RULE, Returning::At(hex)))
                } else {
                    Err(Refusal::new(
                        at.setting.variations.rout_return.rule,
                        "it comes back within a hex of the brigadier, where it may stand",
                    ))
                }
            }
            (
                &Self::Face { unit },
                Choice::Face {
                    unit: other,
                    facing,
                },
            ) if unit == other => {
                if facing.kind() == Self::kind(at, unit) {
                    Ok(Ruling::new(RULE, Returning::Faces(facing)))
                } else {
                    Err(Refusal::new(
                        Rule::SR_7_11,
                        "its orders demand the other kind of facing",
                    ))
                }
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, returning: Returning) -> Result<(), ChanceError> {
        match (self, returning) {
            (
                Self::Ask {
                    side,
                    mut tried,
                    mut hosts,
                },
                Returning::Tries(unit, body),
            ) => {
                tried.push(unit);
                if play.position.body_of(play.setting, unit) != body {
                    hosts.push(body);
                }
                play.push(Self::Ask { side, tried, hosts });
                tries(play, unit, body)?;
            }
            (Self::Place { unit, body }, Returning::At(hex)) => come_back(play, unit, body, hex),
            (Self::Face { unit }, Returning::Faces(facing)) => face(play, unit, facing),
            _ => {}
        }
        Ok(())
    }
}
