//! BB 30.0-setup: what the owner may choose before the first turn.
//!
//! Everything stands on the map with a default before anybody is asked, so that `accept` is legal at any time.

use longroll_board::{Facing, HexId, HexSet};
use longroll_catalog::facts::{
    Arm, CommandId, Level, Mechanism, Orders, Piece, Place, SetupEntry, SetupFacing, UnitId,
};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::{BodyId, BodyKind, CommandStatus, Deeds, Extent, HalfMp, Topic};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::formations;
use super::turn::TurnStep;
use crate::choice::Choice;
use crate::command::{at_start, leader_status};
use crate::event::Event;
use crate::orders::{Reaching, give, give_unit, may_change_to};
use crate::play::Play;
use crate::procedure::{Breadth, Judgement, Procedure, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::SetUpStep;

/// The entries of the set-up, and after them those that come later if at all.
fn entry_of(at: At<'_>, entry: u16) -> Option<&SetupEntry> {
    let scenario = &at.setting.scenario;
    let number = usize::from(entry);
    scenario.setup.get(number).or_else(|| {
        let later = number.checked_sub(scenario.setup.len())?;
        scenario.conditional_setup.get(later)
    })
}

/// Hexes an entry may be set up in; none if its place is fixed.
fn places<'a>(at: At<'a>, entry: &'a SetupEntry) -> impl Iterator<Item = HexId> + 'a {
    let grid = at.setting.grid();
    let hexes: Vec<HexId> = match &entry.place {
        Place::Hex(_) => Vec::new(),
        Place::WithAnyUnitOf(command) => {
            let mut hexes: Vec<HexId> = at
                .setting
                .unit_ids()
                .filter(|&unit| {
                    at.position.unit(unit).on_map()
                        && at
                            .setting
                            .belongs(at.position.unit(unit).assigned, *command)
                })
                .map(|unit| at.position.unit(unit).hex)
                .collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes
        }
        Place::Within { distance, of } => grid.hexes_in_range(*of, u32::from(*distance)).collect(),
        Place::OnePerHexAlong(hexes) | Place::Zone(hexes) | Place::Free { hexes, .. } => {
            hexes.clone()
        }
        Place::River => grid
            .hexes()
            .filter(|&hex| at.setting.ground().terrain(hex) == longroll_board::Terrain::River)
            .filter(|&hex| {
                let scenario = &at.setting.scenario;
                scenario.area.contains(hex, scenario.first_turn())
            })
            .collect(),
        Place::Anywhere => at
            .setting
            .scenario
            .area
            .stage(at.setting.scenario.first_turn())
            .map(|stage| stage.hexes.clone())
            .unwrap_or_default(),
    };
    let led: SmallVec<[HexId; 48]> = led_by(at, entry.side.enemy()).collect();
    hexes
        .into_iter()
        .filter(move |hex| !led.contains(hex) && may_stack(at, entry, *hex).is_ok())
}

/// Where a side's leaders are.
fn led_by(at: At<'_>, side: Side) -> impl Iterator<Item = HexId> + '_ {
    at.setting
        .leader_ids()
        .filter(move |&leader| {
            at.setting.leader(leader).side == side && at.position.leader(leader).on_map()
        })
        .map(move |leader| at.position.leader(leader).hex)
}

/// No enemy in the hex, ground the piece can stand on, one unit per hex along a road, and a legal stack.
fn may_stand(at: At<'_>, entry: &SetupEntry, hex: HexId) -> Result<Rule, Refusal> {
    if led_by(at, entry.side.enemy()).any(|led| led == hex) {
        return Err(Refusal::new(Rule::SR_9_51, "an enemy leader is there"));
    }
    may_stack(at, entry, hex)
}

/// The same, as far as units are concerned.
fn may_stack(at: At<'_>, entry: &SetupEntry, hex: HexId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_30_0_setup;
    if at.position.holder(hex) == Some(entry.side.enemy()) {
        return Err(Refusal::new(Rule::SR_9_51, "an enemy stands there"));
    }
    let Some(unit) = entry.piece.unit() else {
        return Ok(RULE);
    };
    let taken = at.position.stack(hex).any(|part| part.unit != unit);
    if taken && matches!(entry.place, Place::OnePerHexAlong(_)) {
        return Err(Refusal::new(RULE, "one unit in each hex"));
    }
    crate::movement::may_stack_at_start(at, unit, hex)?;
    Ok(RULE)
}

/// The unit whose facing speaks for its hex: the top one.
fn speaks_for_hex(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    state.on_map() && at.position.stack(state.hex).next().map(|part| part.unit) == Some(unit)
}

fn free_facing(at: At<'_>, entry: &SetupEntry) -> Option<UnitId> {
    let unit = entry.piece.unit()?;
    let free = entry.facing == SetupFacing::Free
        && speaks_for_hex(at, unit)
        && at.position.unit(unit).extent == Extent::Single
        && at.setting.unit(unit).arm != longroll_catalog::facts::Arm::Gunboat;
    free.then_some(unit)
}

/// BB 30.0-setup, 30.0-orders: the brigade of a brigadier's entry, where its orders are not given.
fn free_orders(at: At<'_>, entry: &SetupEntry) -> Option<BodyId> {
    let leader = entry.piece.leader()?;
    let body = at
        .setting
        .body_of_brigade(at.setting.leader(leader).command)?;
    (at.setting.body(body).kind == BodyKind::Brigade
        && entry.orders.len() != 1
        && !at.position.body(body).orders_fixed
        && at
            .position
            .members(at.setting, body)
            .any(|unit| at.position.unit(unit).on_map()))
    .then_some(body)
}

fn may_start_under(
    at: At<'_>,
    entry: &SetupEntry,
    body: BodyId,
    orders: Orders,
) -> Result<Rule, Refusal> {
    if !entry.orders.is_empty() && !entry.orders.contains(&orders) {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "not among the orders the set-up allows",
        ));
    }
    may_change_to(at, body, orders)?;
    if let Some(free) = free_at_start(at) {
        let in_command = crate::command::body_leader(at, body)
            .is_some_and(|own| leader_status(at, own) == CommandStatus::InCommand);
        if orders != Orders::Advance && !(in_command && free.contains(&orders)) {
            return Err(Refusal::new(
                free_start_rule(at),
                "only brigades In Command are given other orders at the start",
            ));
        }
    }
    if orders == Orders::March {
        crate::orders::away_from_enemy(at, body)?;
    }
    // SR 6.17: where the page assigns no orders the owner does.
    Ok(if entry.orders.is_empty() {
        Rule::SR_6_17
    } else {
        Rule::BB_30_0_setup
    })
}

/// BB 30.0: the orders that the scenario lets both sides give at the start, if it says so.
fn free_at_start(at: At<'_>) -> Option<&[Orders]> {
    at.setting
        .special(Topic::FreeStart)
        .find_map(|rule| match &rule.mechanism {
            Mechanism::FreeOrdersAtStart { orders } => Some(orders.as_slice()),
            _ => None,
        })
}

/// The scenario's rule on orders at the start.
fn free_start_rule(at: At<'_>) -> Rule {
    at.setting.special_name(Topic::FreeStart, |_| true)
}

/// BB 30.1: whether a unit is deployed freely, under these orders among others.
fn deploys_under(at: At<'_>, unit: UnitId, orders: Orders) -> bool {
    at.setting.scenario.setup.iter().any(|entry| {
        entry.piece.unit() == Some(unit)
            && matches!(entry.place, Place::Free { .. })
            && entry.orders.contains(&orders)
    })
}

/// BB 30.0: whether a single cavalry unit without a brigade may start under these orders.
fn may_start_alone_under(at: At<'_>, unit: UnitId, orders: Orders) -> Result<Rule, Refusal> {
    let body = at.position.body_of(at.setting, unit);
    let state = at.position.unit(unit);
    let by_page = free_at_start(at).is_some_and(|free| free.contains(&orders));
    if !by_page && !deploys_under(at, unit, orders) {
        return Err(Refusal::new(
            Rule::BB_4_24_orders,
            "unbrigaded units start under Advance orders",
        ));
    }
    if at.setting.unit(unit).arm != Arm::Cavalry
        || at.setting.body(body).kind != BodyKind::DivisionalCavalry
        || !state.on_map()
    {
        return Err(Refusal::new(
            free_start_rule(at),
            "only single cavalry units of a division are given orders at the start",
        ));
    }
    if state.orders == orders || state.deeds.has(Deeds::ASSIGNED) {
        return Err(Refusal::new(free_start_rule(at), "it has its orders"));
    }
    may_change_to(at, body, orders)?;
    if orders == Orders::March
        && crate::orders::seen_within(at, at.setting.unit(unit).side, state.hex, 4)
    {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    Ok(free_start_rule(at))
}

/// BB 30.0-setup: unbrigaded units that may join a brigade before the first turn; BB 4.33: not before 9 AM.
fn assignments(at: At<'_>, side: Side) -> impl Iterator<Item = (UnitId, CommandId)> + '_ {
    let own = move |command: &CommandId| {
        let facts = at.setting.command(*command);
        facts.side == side && facts.level == Level::Brigade
    };
    at.setting
        .unit_ids()
        .filter(move |&unit| {
            at.setting.unit(unit).side == side && crate::orders::assignable(at, unit)
        })
        .flat_map(move |unit| {
            at.setting
                .command_ids()
                .filter(own)
                .filter(move |&command| crate::command::may_assign(at, unit, command).is_ok())
                .map(move |command| (unit, command))
        })
        .chain(at_start(at, side))
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
                let deploys = || {
                    let mut units = at.setting.unit_ids();
                    units.any(|unit| {
                        at.setting.unit(unit).side == side
                            && at.setting.unit(unit).arm == Arm::Cavalry
                            && deploys_under(at, unit, Orders::Attack)
                    })
                };
                let asked = free_at_start(at).is_some() || deploys();
                asked.then_some(Ask {
                    side,
                    rule: free_start_rule(at),
                    prompt: Prompt::DivisionOrders,
                })
            }
            Self::Place { entry } => {
                let facts = entry_of(at, entry)?;
                let free = places(at, facts).nth(1).is_some();
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
                    .map(|facts| places(at, facts).collect())
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
                let Some(facts) = entry_of(at, entry).filter(|facts| facts.piece == piece) else {
                    return Err(Refusal::new(RULE, "another piece is to be placed now"));
                };
                if look.place_set.as_ref().is_some_and(|set| set.contains(hex)) {
                    return Ok(Ruling::new(RULE, SettingUp::Place(piece, hex)));
                }
                may_stand(at, facts, hex)?;
                Err(Refusal::new(RULE, "outside the area of its set-up"))
            }
            (Self::Face { entry }, Choice::Face { unit, facing }) => {
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
            (Self::Form { entry }, choice) => {
                let unit = forming(at, entry).ok_or_else(|| self.beside_the_point(at))?;
                let formation = formations::judge(at, unit, choice)?;
                let formation = formation.ok_or_else(|| self.beside_the_point(at))?;
                Ok(Ruling::new(
                    formations::rule_of(at, unit),
                    SettingUp::Form(formation),
                ))
            }
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
