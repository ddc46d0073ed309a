//! The game: a table, the procedures at work, and chance.

use std::sync::Arc;

use longroll_core::{
    Barrier, Chance, ChanceError, Choices, Decision, Fingerprint, Game, NotChosen, NotationError,
    Offer, Outcome, Refusal, Side, fingerprint,
};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::event::Event;
use crate::facts::{DivisionId, Facts};
use crate::family::{Kin, Snapshot};
use crate::fighting::firing;
use crate::frames::{Ask, Campaign, Flow, Frame, Prompt, not_asked};
use crate::look::Look;
use crate::notation;
use crate::play::Play;
use crate::roll::Odds;
use crate::table::Table;

/// Everything that changes: what a save holds and a fingerprint covers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The table.
    pub table: Table,
    /// The procedures at work, the innermost last.
    pub frames: Vec<Frame>,
    /// The dice to come.
    pub chance: Chance,
}

/// A battle of Shell for Guns Lite.
#[derive(Debug, Clone)]
pub struct Battle {
    facts: Arc<Facts>,
    state: State,
}

impl Battle {
    /// The pitched battle from its first decision, the placing of objectives (SfG 3.0).
    ///
    /// # Errors
    /// A script without dice.
    pub fn pitched(
        facts: Arc<Facts>,
        chance: Chance,
    ) -> Result<(Self, Outcome<Event>), ChanceError> {
        let table = Table::new(&facts);
        let frames = vec![Campaign::default().into()];
        Self::begin(
            facts,
            State {
                table,
                frames,
                chance,
            },
        )
    }

    /// Takes up a state and runs on to its first decision.
    ///
    /// # Errors
    /// A script without dice.
    pub fn begin(facts: Arc<Facts>, state: State) -> Result<(Self, Outcome<Event>), ChanceError> {
        let mut battle = Self { facts, state };
        let outcome = battle.run_on(None).map_err(|error| match error {
            NotChosen::Chance(error) => error,
            NotChosen::Refused(_) => ChanceError::ScriptUsedUp,
        })?;
        Ok((battle, outcome))
    }

    /// A state that was saved at a decision.
    #[must_use]
    pub const fn resumed(facts: Arc<Facts>, state: State) -> Self {
        Self { facts, state }
    }

    /// What never changes.
    #[must_use]
    pub const fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.state.table
    }

    /// Everything that changes.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// For questions.
    #[must_use]
    pub fn look(&self) -> Look<'_> {
        Look {
            facts: &self.facts,
            table: &self.state.table,
        }
    }

    /// The pending question.
    #[must_use]
    pub fn asked(&self) -> Option<Ask> {
        self.state
            .frames
            .last()
            .and_then(|frame| frame.asks(self.look()))
    }

    /// The procedure that asks.
    #[must_use]
    pub fn frame(&self) -> Option<&Frame> {
        self.state.frames.last()
    }

    /// Other dice from here on: scripts of situations.
    pub fn set_chance(&mut self, chance: Chance) {
        self.state.chance = chance;
    }

    /// The dice to come.
    #[must_use]
    pub const fn chance(&self) -> &Chance {
        &self.state.chance
    }

    /// Why a choice is not to be had; none if it is.
    #[must_use]
    pub fn why_not(&self, by: Side, choice: &Choice) -> Option<Refusal> {
        let asked = self.asked();
        let (Some(frame), Some(ask)) = (self.state.frames.last(), asked) else {
            return Some(not_asked(&asked));
        };
        if ask.side != by {
            return Some(Refusal::new(ask.rule, "the other side decides"));
        }
        frame.judge(self.look(), choice).err()
    }

    /// The single choices, each judged.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer<Choice>> {
        let look = self.look();
        let mut offers: Vec<Offer<Choice>> = Vec::new();
        if let Some(frame) = self.state.frames.last()
            && let Some(ask) = frame.asks(look)
        {
            frame.candidates(look, &mut |choice| {
                if frame.judge(look, &choice).is_ok() {
                    let nearer = offers
                        .iter()
                        .any(|offer| same_firer(&offer.choice, &choice));
                    let rule = granted_by(look, frame, &choice, nearer).unwrap_or(ask.rule);
                    offers.push(Offer { choice, rule });
                }
            });
        }
        offers
    }

    /// The division that decides: that of the unit which is asked about, or the active one; never one of the other side.
    #[must_use]
    pub fn deciding_division(&self) -> Option<DivisionId> {
        let ask = self.asked()?;
        let about = ask.prompt.unit().map(|unit| self.facts.unit(unit).division);
        [about, self.table().active()]
            .into_iter()
            .flatten()
            .find(|division| self.facts.division(*division).side == ask.side)
    }

    /// The families of further choices: every legal choice that is not offered is in one of them, and none of them is empty.
    #[must_use]
    pub fn families(&self) -> Vec<Kin> {
        let mut families = self.likely_families();
        families.retain(Kin::has_member);
        families
    }

    /// The same without the search whether an enemy who is near and seen can be charged on any way: for players that try
    /// the obvious ways and do not care for the others.
    #[must_use]
    pub fn likely_families(&self) -> Vec<Kin> {
        let look = self.look();
        let Some(frame) = self.state.frames.last() else {
            return Vec::new();
        };
        let scopes = frame.families(look);
        if scopes.is_empty() {
            return Vec::new();
        }
        let snapshot = Arc::new(Snapshot {
            facts: Arc::clone(&self.facts),
            table: self.state.table.clone(),
            frame: frame.clone(),
        });
        scopes
            .into_iter()
            .map(|scope| Kin::new(scope, &snapshot))
            .collect()
    }

    /// Exact chances of what a choice rolls next: a command test, a fire, the melee that standing leads to, a
    /// flight, or what a winner does. No die is drawn. None where the choice is not legal or rolls nothing of the kind.
    #[must_use]
    pub fn odds(&self, choice: &Choice) -> Option<Odds> {
        let look = self.look();
        let frame = self.state.frames.last()?;
        frame.judge(look, choice).ok()?;
        match (choice, frame) {
            (Choice::Fire { unit, target }, _) => {
                let body = look.body(*target);
                let volley = firing::volley(look, *unit, *target, &body, None).ok()?;
                Some(volley.roll.odds())
            }
            (_, Frame::Activation(activation)) => {
                activation.test(look, choice).map(|roll| roll.odds())
            }
            (Choice::Stand, Frame::Charge(charge)) => charge.forecast(look),
            (Choice::StandAndFire, Frame::Charge(charge)) => {
                let mut odds = charge.forecast(look)?;
                odds.before = charge.reaction_odds(look);
                Some(odds)
            }
            (Choice::Flee, Frame::Charge(charge)) => Some(charge.flight_odds(look)),
            (_, Frame::Winner(winner)) => winner.odds(look, choice),
            _ => None,
        }
    }

    /// Runs on to the next decision, with a choice for the pending one.
    fn run_on(&mut self, choice: Option<&Choice>) -> Result<Outcome<Event>, NotChosen> {
        let (mut events, mut drawn, mut barrier) = (Vec::new(), Vec::new(), Barrier::Open);
        let mut next = choice.cloned();
        let State {
            table,
            frames,
            chance,
        } = &mut self.state;
        while let Some(mut frame) = frames.pop() {
            let mut play = Play {
                facts: &self.facts,
                table,
                chance,
                events: &mut events,
                drawn: &mut drawn,
                barrier: &mut barrier,
            };
            let flow = if let Some(choice) = next.take() {
                match frame.decide(&mut play, &choice) {
                    Ok(flow) => flow,
                    Err(error) => {
                        frames.push(frame);
                        return Err(error);
                    }
                }
            } else if frame.asks(play.look()).is_some() {
                match only_choice(&frame, play.look()) {
                    Some(only) => {
                        next = Some(only);
                        Flow::Again
                    }
                    None => {
                        frames.push(frame);
                        break;
                    }
                }
            } else {
                frame.run(&mut play)?
            };
            match flow {
                Flow::Again => frames.push(frame),
                Flow::Call(called) => {
                    frames.push(frame);
                    frames.push(called);
                }
                Flow::Finish(answer) => {
                    if let Some(below) = frames.last_mut() {
                        below.resume(&mut play, answer);
                    }
                }
            }
        }
        Ok(Outcome {
            events,
            drawn,
            barrier,
        })
    }
}

/// The one thing that can be chosen, if there is one; to end something is always left to a person.
fn only_choice(frame: &Frame, look: Look<'_>) -> Option<Choice> {
    let mut found: Option<Choice> = None;
    let mut several = false;
    frame.candidates(look, &mut |choice| {
        if !several && frame.judge(look, &choice).is_ok() {
            several = found.is_some();
            found = Some(choice);
        }
    });
    found
        .filter(|only| !several && !matches!(only, Choice::End | Choice::Done))
        .filter(|_| frame.families(look).is_empty())
}

/// Whether both are fires of one unit: its targets are listed from the nearest on.
fn same_firer(first: &Choice, second: &Choice) -> bool {
    match (first, second) {
        (Choice::Fire { unit, .. }, Choice::Fire { unit: other, .. }) => unit == other,
        _ => false,
    }
}

/// The rule that grants a kind of choice, where it is not the rule of the question. `nearer` says that the same unit has
/// a nearer target, which it may pass over.
fn granted_by(look: Look<'_>, frame: &Frame, choice: &Choice, nearer: bool) -> Option<Rule> {
    let again = |unit: &crate::facts::UnitId| look.unit(*unit).deeds.orders > 0;
    Some(match choice {
        Choice::DivisionOrder => Rule::SFG_2_3_division_order,
        Choice::Order { unit } if again(unit) => Rule::SFG_2_5_several,
        Choice::Order { .. } => Rule::SFG_2_3_brigade_order,
        Choice::Fire { .. } if nearer => Rule::SFG_2_6_skip,
        Choice::Fire { .. } if matches!(frame, Frame::Ordering(_)) => Rule::SFG_2_3_free,
        Choice::Fire { .. } => Rule::SFG_2_6,
        Choice::Limber { .. } | Choice::Deploy { .. } => Rule::SFG_2_5_artillery_order,
        Choice::Join { .. } => Rule::SFG_2_3_batteries,
        Choice::Stand | Choice::StandAndFire => Rule::SFG_2_5_stand,
        Choice::Flee => Rule::SFG_2_5_flee,
        Choice::Stay => Rule::SFG_2_8_winner_stay,
        Choice::Reorganise => Rule::SFG_2_8_winner_reform,
        Choice::BreakThrough { .. } => Rule::SFG_2_8_breakthrough,
        _ => return None,
    })
}

impl Game for Battle {
    type Choice = Choice;
    type Prompt = Prompt;
    type Event = Event;
    type Family = Kin;

    fn options(&self) -> Option<Decision<Choice, Prompt, Kin>> {
        self.asked().map(|ask| Decision {
            side: ask.side,
            rule: ask.rule,
            prompt: ask.prompt,
            choices: Choices {
                offers: self.offers(),
                families: self.families(),
            },
        })
    }

    fn choose(&mut self, by: Side, choice: &Choice) -> Result<Outcome<Event>, NotChosen> {
        let ask = self.asked();
        match ask {
            None => return Err(not_asked(&ask).into()),
            Some(ask) if ask.side != by => {
                return Err(Refusal::new(ask.rule, "the other side decides").into());
            }
            Some(_) => {}
        }
        // Only a script of dice can fail after the choice was judged, and only then is a copy needed.
        let before = matches!(self.state.chance, Chance::Script { .. }).then(|| self.state.clone());
        self.run_on(Some(choice)).inspect_err(|_| {
            if let Some(before) = before {
                self.state = before;
            }
        })
    }

    fn print(&self, choice: &Choice) -> String {
        notation::print(&self.facts, choice)
    }

    fn parse(&self, text: &str) -> Result<Choice, NotationError> {
        notation::read(&self.facts, text)
    }

    fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.state)
    }

    fn heading(&self) -> String {
        match (self.table().turn(), self.table().active()) {
            (0, _) => "set-up".to_owned(),
            (turn, Some(division)) => {
                format!("turn {turn}, {}", self.facts.division(division).name)
            }
            (turn, None) => format!("turn {turn}"),
        }
    }

    fn result(&self) -> Option<String> {
        let ended = self.state.frames.is_empty();
        ended.then(|| {
            self.table().victory().map_or_else(
                || "played to the end".to_owned(),
                |victory| victory.reason.clone(),
            )
        })
    }
}
