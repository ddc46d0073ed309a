//! Wishes: what a person means, expanded into choices that are made one by one.
//!
//! A wish stops at a die that changes something, at a question to somebody, or where a ruling differs from what was shown.
//! What is left of it waits to go on or to be dropped.

use longroll_board::Facing;
use longroll_catalog::facts::Piece;
use longroll_core::{Chance, Game as _, Offer, Refusal, Seed, Side};
use longroll_gbacw::movement::route::Route;
use longroll_gbacw::{Battle, Choice, Event, Prompt, notation};
use longroll_position::BodyId;
use longroll_rule::Rule;

use crate::describe::{ends, unit_of};
use crate::fault::Fault;
use crate::formation::{self, Goal};
use crate::game::Play;
use crate::lookup;
use crate::preview;
use crate::question::acting_body;
use crate::wire::{Answered, GoWish, Stopped, TakeWish, Wish};

/// The most pieces or orders of one wish.
const MOST: usize = 64;

/// The most questions that `take` answers on its way.
const PATIENCE: usize = 24;

/// A wish understood: what is still to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    Go {
        goals: Vec<Goal>,
        facing: Option<Facing>,
        /// One piece goes where it was sent or not at all; of several each goes as near as it can.
        exact: bool,
    },
    Take(BodyId),
    Finish,
    All(Vec<String>),
}

/// A wish that stopped.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    pub side: Side,
    pub plan: Plan,
    pub why: Stopped,
    pub refusal: Option<Refusal>,
}

impl Left {
    /// Whether somebody else is still under way, who may fire before the next one goes.
    pub(crate) fn waits_for_another(&self, battle: &Battle) -> bool {
        let Plan::Go { goals, .. } = &self.plan else {
            return false;
        };
        battle.asked().is_some_and(|ask| match ask.prompt {
            Prompt::Moving { unit } => goals
                .first()
                .is_some_and(|goal| goal.piece != Piece::Unit(unit)),
            _ => false,
        })
    }

    /// Who has still to go.
    pub(crate) fn names(&self, battle: &Battle) -> Vec<String> {
        match &self.plan {
            Plan::Go { goals, .. } => goals
                .iter()
                .map(|goal| notation::piece_name(battle.setting(), goal.piece))
                .collect(),
            Plan::All(orders) => orders.clone(),
            Plan::Take(_) | Plan::Finish => Vec::new(),
        }
    }
}

/// What a client wishes, looked up.
pub(crate) fn understand(battle: &Battle, wish: &Wish) -> Result<Plan, Fault> {
    match wish {
        Wish::Go(go) => going(battle, go),
        Wish::Take(TakeWish::Body(name)) => lookup::body(battle, name).map(Plan::Take),
        Wish::Take(TakeWish::Piece(name)) => match lookup::piece(battle, name)? {
            Piece::Unit(unit) | Piece::Section(unit, _) => Ok(Plan::Take(
                battle.position().body_of(battle.setting(), unit),
            )),
            Piece::Leader(leader) => {
                let command = battle.setting().leader(leader).command;
                battle
                    .setting()
                    .body_of_brigade(command)
                    .map(Plan::Take)
                    .ok_or_else(|| Fault::named("no-body", name))
            }
        },
        Wish::Finish {} => Ok(Plan::Finish),
        Wish::All { orders } if orders.len() > MOST => Err(Fault::plain("too-many")),
        Wish::All { orders } => Ok(Plan::All(orders.clone())),
    }
}

/// A wish to go, looked up.
pub(crate) fn going(battle: &Battle, go: &GoWish) -> Result<Plan, Fault> {
    if go.pieces.is_empty() {
        return Err(Fault::plain("no-pieces"));
    }
    if go.pieces.len() > MOST {
        return Err(Fault::plain("too-many"));
    }
    let mut pieces = Vec::with_capacity(go.pieces.len());
    for name in &go.pieces {
        let piece = lookup::piece(battle, name)?;
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    let hex = lookup::hex(battle, &go.hex)?;
    let facing = go.facing.as_deref().map(lookup::facing).transpose()?;
    Ok(Plan::Go {
        exact: pieces.len() == 1,
        goals: formation::goals(battle, &pieces, hex),
        facing,
    })
}

/// How the making of one plan ended.
enum End {
    All,
    Stopped(Plan, Stopped, Option<Refusal>),
}

/// Makes the choices of a plan, one after the other. An error only if nothing at all was done.
pub(crate) fn carry_out(play: &mut Play, side: Side, plan: Plan) -> Result<Option<Left>, Fault> {
    let before = play.done.len();
    let number = play.new_wish();
    let end = match plan {
        Plan::Go {
            goals,
            facing,
            exact,
        } => go(play, side, number, goals, facing, exact)?,
        Plan::Take(body) => take(play, side, number, body)?,
        Plan::Finish => finish(play, side, number)?,
        Plan::All(orders) => all(play, side, number, orders)?,
    };
    match end {
        End::All => Ok(None),
        End::Stopped(_, Stopped::Refused, Some(refusal)) if play.done.len() == before => {
            Err(refusal.into())
        }
        End::Stopped(plan, why, refusal) => Ok(Some(Left {
            side,
            plan,
            why,
            refusal,
        })),
    }
}

fn make(play: &mut Play, side: Side, number: u32, choice: Choice) -> Result<Stop, Fault> {
    play.make(side, choice, Answered::Person, number)?;
    let changed = play.done.last().is_some_and(|done| {
        !done.drawn.is_empty()
            && done
                .happened
                .iter()
                .any(|happened| changes_plans(&happened.event))
    });
    play.settle(number)?;
    Ok(match play.battle.asked() {
        None => Stop::Yes(Stopped::Over),
        Some(_) if changed => Stop::Yes(Stopped::Die),
        Some(ask) if ask.side != side => Stop::Yes(Stopped::Question),
        Some(_) => Stop::No,
    })
}

/// Whether a wish must stop after a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    No,
    Yes(Stopped),
}

const fn changes_plans(event: &Event) -> bool {
    matches!(
        event,
        Event::CohesionChanged { .. }
            | Event::Lost { .. }
            | Event::Stopped { .. }
            | Event::PresenceChanged { .. }
            | Event::LeaderReplaced { .. }
    )
}

/// Whether the engine asks how this piece goes on.
fn under_way(battle: &Battle, piece: Piece) -> bool {
    battle.asked().is_some_and(|ask| match ask.prompt {
        Prompt::Moving { unit } => piece == Piece::Unit(unit),
        Prompt::Ride { leader } => piece == Piece::Leader(leader),
        _ => false,
    })
}

/// Whether the pending question is one that a wish to go answers; others lie in between (a place in a stack, a refuge).
pub(crate) fn asks_for_moves(battle: &Battle) -> bool {
    battle.asked().is_some_and(|ask| {
        matches!(
            ask.prompt,
            Prompt::Act | Prompt::Commanders | Prompt::Moving { .. } | Prompt::Ride { .. }
        )
    })
}

fn offered(battle: &Battle, choice: Choice) -> bool {
    let same = |offer: &Offer<Choice>| offer.choice == choice;
    battle.offers().iter().any(same)
}

fn go(
    play: &mut Play,
    side: Side,
    number: u32,
    goals: Vec<Goal>,
    facing: Option<Facing>,
    exact: bool,
) -> Result<End, Fault> {
    let stopped = |rest: &[Goal], why, refusal| {
        let plan = Plan::Go {
            goals: rest.to_vec(),
            facing,
            exact,
        };
        Ok(End::Stopped(plan, why, refusal))
    };
    let mut first_refusal = None;
    let mut moved = false;
    // Whoever goes on while another one is under way has held that one's fire.
    if let Some(other) = another_under_way(&play.battle, &goals)
        && let Stop::Yes(why) = make_halt(play, side, number, other)?
    {
        return stopped(&goals, why, None);
    }
    for (place, goal) in goals.iter().enumerate() {
        let rest = goals.get(place..).unwrap_or_default();
        let after = goals.get(place + 1..).unwrap_or_default();
        let way = if is_there(&play.battle, *goal, facing) {
            None
        } else {
            match preview::way(&play.battle, goal.piece, goal.hex, facing, exact) {
                Ok(way) => Some(way),
                Err(refusal) if exact => return stopped(rest, Stopped::Refused, Some(refusal)),
                Err(refusal) => {
                    first_refusal.get_or_insert(refusal);
                    None
                }
            }
        };
        let Some(way) = way else {
            if loses_by_halting(&play.battle, side, goal.piece) {
                return asked_before_halt(after, stopped);
            }
            match halt(play, side, number, goal.piece)? {
                Some(Stop::Yes(why)) => return stopped(after, why, None),
                Some(Stop::No) => moved = true,
                None => {}
            }
            continue;
        };
        match follow(play, side, number, &way)? {
            Followed::ToTheEnd => moved = true,
            Followed::MayStillAct => return asked_before_halt(after, stopped),
            // Whoever has come where he was sent is not left over.
            Followed::Stopped(why) => {
                let arrived =
                    is_there(&play.battle, *goal, facing) && !under_way(&play.battle, goal.piece);
                return stopped(if arrived { after } else { rest }, why, None);
            }
            Followed::Differs(refusal) => {
                return stopped(rest, Stopped::Refused, Some(refusal));
            }
        }
    }
    match first_refusal {
        Some(refusal) if !moved => stopped(&goals, Stopped::Refused, Some(refusal)),
        _ => Ok(End::All),
    }
}

/// The piece is there and is asked what it does before its move is over; the others wait.
fn asked_before_halt(
    after: &[Goal],
    stopped: impl Fn(&[Goal], Stopped, Option<Refusal>) -> Result<End, Fault>,
) -> Result<End, Fault> {
    if after.is_empty() {
        return Ok(End::All);
    }
    stopped(after, Stopped::Question, None)
}

/// A unit under way that this wish is not about.
fn another_under_way(battle: &Battle, goals: &[Goal]) -> Option<Piece> {
    let Prompt::Moving { unit } = battle.asked()?.prompt else {
        return None;
    };
    let piece = Piece::Unit(unit);
    let wanted = goals.iter().any(|goal| goal.piece == piece);
    (!wanted && offered(battle, Choice::Halt)).then_some(piece)
}

/// SR 9.12: whether a piece under way would lose something by halting here that is neither going on nor turning nor forming
/// up: its fire above all.
pub(crate) fn loses_by_halting(battle: &Battle, side: Side, piece: Piece) -> bool {
    let Piece::Unit(unit) = piece else {
        return false;
    };
    if !under_way(battle, piece) || !offered(battle, Choice::Halt) {
        return false;
    }
    let deeds = |battle: &Battle| -> Vec<Choice> {
        let all = battle.offers().iter().map(|offer| offer.choice);
        all.filter(|&choice| unit_of(choice) == Some(unit) && is_deed(choice))
            .collect()
    };
    let now = deeds(battle);
    if now.is_empty() {
        return false;
    }
    // The copy has dice of its own, so that nothing of those to come shows.
    let mut halted = battle.clone();
    halted.set_chance(Chance::seeded(Seed(0)));
    if halted.choose(side, &Choice::Halt).is_err() {
        return false;
    }
    let then = deeds(&halted);
    now.iter().any(|choice| !then.contains(choice))
}

/// What a unit on its way may do beside going, turning and forming up.
const fn is_deed(choice: Choice) -> bool {
    matches!(
        choice,
        Choice::Fire { .. }
            | Choice::Shell { .. }
            | Choice::Charge { .. }
            | Choice::Assault { .. }
            | Choice::Supply { .. }
            | Choice::Loot { .. }
            | Choice::Entrench { .. }
    )
}

fn make_halt(play: &mut Play, side: Side, number: u32, piece: Piece) -> Result<Stop, Fault> {
    Ok(halt(play, side, number, piece)?.unwrap_or(Stop::No))
}

/// A way that stopped short of its halt ends here, and so does one that gets no nearer, so that the others may go.
fn halt(play: &mut Play, side: Side, number: u32, piece: Piece) -> Result<Option<Stop>, Fault> {
    if under_way(&play.battle, piece) && offered(&play.battle, Choice::Halt) {
        make(play, side, number, Choice::Halt).map(Some)
    } else {
        Ok(None)
    }
}

fn is_there(battle: &Battle, goal: Goal, facing: Option<Facing>) -> bool {
    let faces = match goal.piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            facing.is_none_or(|facing| battle.position().unit(unit).facing == facing)
        }
        Piece::Leader(_) => true,
    };
    faces && formation::stands(battle, goal.piece) == Some(goal.hex)
}

enum Followed {
    ToTheEnd,
    /// It stands where it was sent and could still do what its halt would give away.
    MayStillAct,
    Stopped(Stopped),
    Differs(Refusal),
}

fn follow(play: &mut Play, side: Side, number: u32, way: &Route) -> Result<Followed, Fault> {
    for &choice in &way.choices {
        if !way.goes_on(&play.battle, choice) {
            // The engine halts a piece by itself that can do nothing more.
            if choice == Choice::Halt && !under_way(&play.battle, way.piece) {
                return Ok(Followed::ToTheEnd);
            }
            if !asks_for_moves(&play.battle) {
                return Ok(Followed::Stopped(Stopped::Question));
            }
            let refusal = play.battle.why_not(side, choice);
            return Ok(refusal.map_or(Followed::Stopped(Stopped::Question), Followed::Differs));
        }
        if choice == Choice::Halt && loses_by_halting(&play.battle, side, way.piece) {
            return Ok(Followed::MayStillAct);
        }
        if let Stop::Yes(why) = make(play, side, number, choice)? {
            return Ok(Followed::Stopped(why));
        }
    }
    Ok(Followed::ToTheEnd)
}

fn take(play: &mut Play, side: Side, number: u32, body: BodyId) -> Result<End, Fault> {
    for _ in 0..PATIENCE {
        let stopped = |why, refusal| Ok(End::Stopped(Plan::Take(body), why, refusal));
        let Some(ask) = play.battle.asked() else {
            return stopped(Stopped::Over, None);
        };
        let choice = match ask.prompt {
            Prompt::Act if acting_body(&play.battle) == Some(body) => return Ok(End::All),
            Prompt::NextBody => Choice::Activate { body },
            Prompt::SitOut { .. }
            | Prompt::OrdersChange
            | Prompt::Coordinate { .. }
            | Prompt::JoinGroup { .. } => Choice::Done,
            _ => {
                let refusal = Refusal::new(ask.rule, "something else is to be decided first");
                return stopped(Stopped::Refused, Some(refusal));
            }
        };
        if let Some(refusal) = play.battle.why_not(side, choice) {
            return stopped(Stopped::Refused, Some(refusal));
        }
        if let Stop::Yes(why) = make(play, side, number, choice)? {
            return stopped(why, None);
        }
    }
    Ok(End::All)
}

fn finish(play: &mut Play, side: Side, number: u32) -> Result<End, Fault> {
    let ending = play
        .battle
        .offers()
        .iter()
        .map(|offer| offer.choice)
        .find(|&choice| ends(choice));
    let Some(choice) = ending else {
        let rule = play.battle.asked().map_or(Rule::SR_5_5, |ask| ask.rule);
        let refusal = Refusal::new(
            rule,
            "there is nothing to end: one of the choices must be taken",
        );
        return Ok(End::Stopped(Plan::Finish, Stopped::Refused, Some(refusal)));
    };
    make(play, side, number, choice)?;
    Ok(End::All)
}

fn all(play: &mut Play, side: Side, number: u32, orders: Vec<String>) -> Result<End, Fault> {
    let done_before = play.done.len();
    for (place, order) in orders.iter().enumerate() {
        let rest = |from: usize| Plan::All(orders.get(from..).unwrap_or_default().to_vec());
        let choice = match lookup::order(&play.battle, order) {
            Ok(choice) => choice,
            Err(fault) if play.done.len() == done_before => return Err(fault),
            Err(_) => return Ok(End::Stopped(rest(place), Stopped::Question, None)),
        };
        if let Some(refusal) = play.battle.why_not(side, choice) {
            return Ok(End::Stopped(rest(place), Stopped::Refused, Some(refusal)));
        }
        match make(play, side, number, choice)? {
            Stop::Yes(why) if place + 1 < orders.len() => {
                return Ok(End::Stopped(rest(place + 1), why, None));
            }
            _ => {}
        }
    }
    Ok(End::All)
}
