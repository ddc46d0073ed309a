//! BB 30.0-setup: what the owner may choose before the first turn.
//!
//! Everything stands on the map with a default before anybody is asked, so that `accept` is legal at any time.

use allowed::{
    assignments, deploys_under, free_at_start, free_facing, free_orders, free_start_rule,
    may_start_alone_under, may_start_under,
};
use longroll_board::{Facing, HexId, HexSet};
use longroll_catalog::facts::{Arm, CommandId, Orders, Piece, SetupEntry, UnitId};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::{BodyId, Deeds, HalfMp};
use longroll_rule::Rule;

use super::formations;
use super::turn::TurnStep;
use crate::choice::Choice;
use crate::command::at_start;
use crate::event::Event;
use crate::orders::{Reaching, give, give_unit};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod allowed;
mod frame;
mod page_hexes;

pub(super) use self::allowed::place_of;
pub use self::frame::SetUpStep;
pub(crate) use self::page_hexes::PagePlace;

/// The entries of the set-up, and after them those that come later if at all.
fn entry_of(at: At<'_>, entry: u16) -> Option<&SetupEntry> {
    let scenario = &at.setting.scenario;
    let number = usize::from(entry);
    scenario.setup.get(number).or_else(|| {
        let later = number.checked_sub(scenario.setup.len())?;
        scenario.conditional_setup.get(later)
    })
}

/// What the judgements of one question of the set-up share.
#[derive(Debug)]
pub struct SetUpLook<'a> {
    at: At<'a>,
    /// Where the piece may be placed.
    places: Vec<HexId>,
    /// The same, to be asked for one of them.
    place_set: Option<HexSet>,
    /// Who may join whom.
    assignments: Vec<(UnitId, CommandId)>,
}

/// What was chosen at set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingUp {
    /// The rest stays as it stands.
    Accept,
    /// A unit joins a brigade.
    Assign(UnitId, CommandId),
    /// A single unit gets its orders.
    UnitOrders(UnitId, Orders),
    /// A piece is placed.
    Place(Piece, HexId),
    /// The stack of a unit faces so.
    Face(UnitId, Facing),
    /// A brigade gets its orders.
    Orders(BodyId, Orders),
    /// A unit is formed.
    Form(formations::Formation),
    /// Nothing more of this kind.
    Done,
}

/// The unit of an entry that may be given a formation.
fn forming(at: At<'_>, entry: u16) -> Option<UnitId> {
    formations::free_formation(at, entry_of(at, entry)?)
}

impl Procedure for SetUpStep {
    type Look<'a> = SetUpLook<'a>;
    type Means = SettingUp;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        const RULE: Rule = Rule::BB_30_0_setup;
        match *self {
            Self::Begin => None,
            Self::Assign { side } => assignments(at, side).next().map(|_| Ask {
                side,
                rule: RULE,
                prompt: Prompt::AssignAtStart,
            }),
            Self::CavalryOrders { side } => {
                let asked = free_at_start(at).is_some() || cavalry_deploys(at, side);
                asked.then_some(Ask {
                    side,
                    rule: free_start_rule(at),
                    prompt: Prompt::DivisionOrders,
                })
            }
            Self::Place { entry } => {
                let facts = entry_of(at, entry)?;
                let free = place_of(at, facts).legal().nth(1).is_some();
                free.then_some(Ask {
                    side: facts.side,
                    rule: RULE,
                    prompt: Prompt::PlacePiece { piece: facts.piece },
                })
            }
            Self::Face { entry } => {
                let facts = entry_of(at, entry)?;
                let unit = free_facing(at, facts)?;
                Some(Ask {
                    side: facts.side,
                    rule: RULE,
                    prompt: Prompt::FaceAtStart { unit },
                })
            }
            Self::Form { entry } => {
                let facts = entry_of(at, entry)?;
                let unit = formations::free_formation(at, facts)?;
                formations::any(at, unit).then_some(Ask {
                    side: facts.side,
                    rule: formations::rule_of(at, unit),
                    prompt: Prompt::FormAtStart { unit },
                })
            }
            Self::Orders { entry } => {
                let facts = entry_of(at, entry)?;
                let body = free_orders(at, facts)?;
                Some(Ask {
                    side: facts.side,
                    rule: RULE,
                    prompt: Prompt::OrdersAtStart { body },
                })
            }
        }
    }

    fn look<'a>(&self, at: At<'a>, _: Breadth) -> SetUpLook<'a> {
        let mut look = SetUpLook {
            at,
            places: Vec::new(),
            place_set: None,
            assignments: Vec::new(),
        };
        match *self {
            Self::Place { entry } => {
                look.places = entry_of(at, entry)
                    .map(|facts| place_of(at, facts).legal().collect())
                    .unwrap_or_default();
                let mut set = HexSet::for_grid(at.setting.grid());
                set.extend(look.places.iter().copied());
                look.place_set = Some(set);
            }
            Self::Assign { side } => {
                look.assignments = assignments(at, side).collect();
                look.assignments.sort_unstable();
                look.assignments.dedup();
            }
            _ => {}
        }
        look
    }

    fn candidates(&self, look: &SetUpLook<'_>, each: &mut dyn FnMut(Choice)) {
        let at = look.at;
        match *self {
            Self::Begin => return,
            Self::Assign { .. } => {
                for &(unit, command) in &look.assignments {
                    each(Choice::Assign { unit, command });
                }
            }
            Self::CavalryOrders { side } => {
                for unit in at.setting.unit_ids().filter(|&unit| {
                    at.setting.unit(unit).side == side && at.setting.unit(unit).arm == Arm::Cavalry
                }) {
                    for &orders in Orders::ALL {
                        each(Choice::UnitOrders { unit, orders });
                    }
                }
                each(Choice::Done);
            }
            Self::Place { entry } => {
                if let Some(SetupEntry { piece, .. }) = entry_of(at, entry) {
                    for &hex in &look.places {
                        each(Choice::Place { piece: *piece, hex });
                    }
                }
            }
            Self::Face { entry } => {
                if let Some(unit) = entry_of(at, entry).and_then(|facts| free_facing(at, facts)) {
                    for facing in Facing::all_of(at.position.unit(unit).facing.kind()) {
                        each(Choice::Face { unit, facing });
                    }
                }
            }
            Self::Form { entry } => {
                if let Some(unit) = forming(at, entry) {
                    formations::candidates(at, unit, each);
                }
                each(Choice::Done);
            }
            Self::Orders { entry } => {
                if let Some(body) = entry_of(at, entry).and_then(|facts| free_orders(at, facts)) {
                    for &orders in Orders::ALL {
                        each(Choice::Orders { body, orders });
                    }
                }
            }
        }
        each(Choice::Accept);
    }

    fn judge(&self, look: &SetUpLook<'_>, choice: Choice) -> Judgement<SettingUp> {
        const RULE: Rule = Rule::BB_30_0_setup;
        let at = look.at;
        match (*self, choice) {
            (Self::Begin, _) => Err(self.beside_the_point(at)),
            (_, Choice::Accept) => Ok(Ruling::new(RULE, SettingUp::Accept)),
            (Self::CavalryOrders { .. }, Choice::Done) => {
                Ok(Ruling::new(free_start_rule(at), SettingUp::Done))
            }
            (Self::Form { entry }, Choice::Done) => {
                let unit = forming(at, entry).ok_or_else(|| self.beside_the_point(at))?;
                Ok(Ruling::new(formations::rule_of(at, unit), SettingUp::Done))
            }
            (Self::Assign { .. }, Choice::Assign { unit, command }) => {
                if look.assignments.contains(&(unit, command)) {
                    return Ok(Ruling::new(RULE, SettingUp::Assign(unit, command)));
                }
                crate::command::may_assign(at, unit, command)?;
                Err(Refusal::new(RULE, "it is not assigned at the start"))
            }
            (Self::CavalryOrders { side }, Choice::UnitOrders { unit, orders }) => {
                let rule = may_start_alone_under(at, unit, orders)?;
                if at.setting.unit(unit).side != side {
                    return Err(Refusal::new(RULE, "a unit of the other side"));
                }
                Ok(Ruling::new(rule, SettingUp::UnitOrders(unit, orders)))
            }
            (Self::Place { entry }, Choice::Place { piece, hex }) => {
                look.judge_place(entry, piece, hex)
            }
            (Self::Face { entry }, Choice::Face { unit, facing }) => {
                judge_facing(at, entry, unit, facing)
            }
            (Self::Orders { entry }, Choice::Orders { body, orders }) => {
                let Some(facts) = entry_of(at, entry) else {
                    return Err(self.beside_the_point(at));
                };
                let rule = may_start_under(at, facts, body, orders)?;
                if free_orders(at, facts) != Some(body) {
                    return Err(Refusal::new(RULE, "another brigade is set up now"));
                }
                Ok(Ruling::new(rule, SettingUp::Orders(body, orders)))
            }
            (Self::Form { entry }, choice) => self.judge_form(at, entry, choice),
            // Asked at the wrong moment, the rule of its own moment answers where it says no.
            (_, Choice::UnitOrders { unit, orders }) => {
                may_start_alone_under(at, unit, orders)?;
                Err(self.beside_the_point(at))
            }
            (_, Choice::Assign { unit, command }) => {
                crate::command::may_assign(at, unit, command)?;
                Err(self.beside_the_point(at))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, chosen: SettingUp) -> Result<(), ChanceError> {
        match chosen {
            SettingUp::Accept => accept(play, self),
            SettingUp::Assign(unit, command) => {
                play.push(self);
                let by_page = at_start(play.at(), play.setting.unit(unit).side);
                if by_page.contains(&(unit, command)) {
                    let joining = crate::orders::Joining::TakesOrders;
                    let rule = crate::command::assignment_rule(play.at(), unit);
                    crate::orders::assign_by(play, unit, command, rule, joining);
                } else {
                    crate::orders::assign(play, unit, command);
                }
            }
            SettingUp::UnitOrders(unit, orders) => {
                play.push(self);
                play.did(unit, Deeds::ASSIGNED);
                let rule = free_start_rule(play.at());
                give_unit(play, unit, orders, rule);
            }
            SettingUp::Place(piece, hex) => place(play, piece, hex),
            SettingUp::Face(unit, facing) => {
                crate::movement::turn_stack(play, unit, facing, Rule::BB_30_0_setup);
            }
            SettingUp::Orders(body, orders) => {
                if play.position.body(body).orders != orders {
                    give(play, body, orders, Rule::BB_30_0_setup, Reaching::Everybody);
                    keep_given_orders(play, body);
                }
            }
            // Until it is done: a line may be refused as well, or become a column.
            SettingUp::Form(formation) => {
                formations::take(play, formation);
                play.push(self);
            }
            SettingUp::Done => {}
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self == Self::Begin {
            let count = u16::try_from(play.setting.scenario.setup.len()).unwrap_or(u16::MAX);
            play.push(TurnStep::Begin);
            for side in [Side::Confederate, Side::Union] {
                let mine: Vec<u16> = (0..count)
                    .filter(|&entry| play.setting.scenario.setup[usize::from(entry)].side == side)
                    .collect();
                let steps = mine.iter().map(|&entry| Self::Place { entry }.into());
                let facings = mine.iter().map(|&entry| Self::Face { entry }.into());
                let orders = mine.iter().map(|&entry| Self::Orders { entry }.into());
                let forms = mine.iter().map(|&entry| Self::Form { entry }.into());
                let last = [
                    Self::CavalryOrders { side }.into(),
                    Self::Assign { side }.into(),
                ];
                let all: Vec<crate::step::Step> = steps
                    .chain(facings)
                    .chain(orders)
                    .chain(forms)
                    .chain(last)
                    .collect();
                play.then(all);
            }
        }
        Ok(())
    }
}

impl SetUpStep {
    fn judge_form(&self, at: At<'_>, entry: u16, choice: Choice) -> Judgement<SettingUp> {
        let unit = forming(at, entry).ok_or_else(|| self.beside_the_point(at))?;
        let formation = formations::judge(at, unit, choice)?;
        let formation = formation.ok_or_else(|| self.beside_the_point(at))?;
        Ok(Ruling::new(
            formations::rule_of(at, unit),
            SettingUp::Form(formation),
        ))
    }
}

impl SetUpLook<'_> {
    fn judge_place(&self, entry: u16, piece: Piece, hex: HexId) -> Judgement<SettingUp> {
        const RULE: Rule = Rule::BB_30_0_setup;
        let Some(facts) = entry_of(self.at, entry).filter(|facts| facts.piece == piece) else {
            return Err(Refusal::new(RULE, "another piece is to be placed now"));
        };
        if self.place_set.as_ref().is_some_and(|set| set.contains(hex)) {
            return Ok(Ruling::new(RULE, SettingUp::Place(piece, hex)));
        }
        place_of(self.at, facts).may_stand(hex)?;
        Err(Refusal::new(RULE, "outside the area of its set-up"))
    }
}

/// SR 7.11: whether the unit of this entry may face so.
fn judge_facing(at: At<'_>, entry: u16, unit: UnitId, facing: Facing) -> Judgement<SettingUp> {
    const RULE: Rule = Rule::BB_30_0_setup;
    let free = entry_of(at, entry).and_then(|facts| free_facing(at, facts));
    if free != Some(unit) {
        return Err(Refusal::new(RULE, "another unit is set up now"));
    }
    if facing.kind() != at.position.unit(unit).facing.kind() {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "its orders demand the other kind of facing",
        ));
    }
    Ok(Ruling::new(RULE, SettingUp::Face(unit, facing)))
}

/// BB 30.1: whether any cavalry of this side is deployed under Attack orders, if its owner likes.
fn cavalry_deploys(at: At<'_>, side: Side) -> bool {
    let mut units = at.setting.unit_ids();
    units.any(|unit| {
        at.setting.unit(unit).side == side
            && at.setting.unit(unit).arm == Arm::Cavalry
            && deploys_under(at, unit, Orders::Attack)
    })
}

/// SR 6.17: units of the brigade whose own orders the page gives keep them.
fn keep_given_orders(play: &mut Play<'_>, body: BodyId) {
    for entry in &play.setting.scenario.setup {
        let (Some(unit), [orders]) = (entry.piece.unit(), entry.orders.as_slice()) else {
            continue;
        };
        if play.position.body_of(play.setting, unit) == body && play.position.unit(unit).on_map() {
            give_unit(play, unit, *orders, Rule::SR_6_17);
        }
    }
}

/// The rest of this side's set-up stays as it stands.
fn accept(play: &mut Play<'_>, step: SetUpStep) {
    let side_of = |play: &Play<'_>, step: SetUpStep| match step {
        SetUpStep::Begin => None,
        SetUpStep::Assign { side } | SetUpStep::CavalryOrders { side } => Some(side),
        SetUpStep::Place { entry }
        | SetUpStep::Face { entry }
        | SetUpStep::Orders { entry }
        | SetUpStep::Form { entry } => entry_of(play.at(), entry).map(|facts| facts.side),
    };
    let side = side_of(play, step);
    while let Some(&crate::step::Step::SetUp(next)) = play.work.last() {
        if side_of(play, next) != side {
            break;
        }
        play.work.pop();
    }
}

fn place(play: &mut Play<'_>, piece: Piece, hex: HexId) {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let company = play.position.stack(hex).find(|part| part.unit != unit);
            let facing = company.map(|top| play.position.unit(top.unit).facing);
            if let Some(facing) = facing.filter(|&facing| facing != play.position.unit(unit).facing)
            {
                play.happens(Event::Turned {
                    unit,
                    facing,
                    cost: HalfMp::ZERO,
                    rule: Rule::SR_7_11,
                });
            }
        }
        Piece::Leader(_) => {}
    }
    play.happens(Event::SetUp { piece, hex });
}
