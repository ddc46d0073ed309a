//! The machine: `options` tells who must decide what, `choose` does it and runs on to the next decision.

use std::borrow::Cow;
use std::sync::Arc;

use longroll_core::{
    Barrier, Chance, ChanceError, Choices, Decision, Fingerprint, Game, NoFamily, NotChosen,
    NotFollowed, NotationError, Offer, Outcome, Refusal, Side, fingerprint,
};
use longroll_position::{Position, Setting};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::dispatch::Decided;
use crate::event::{Event, Wanted};
use crate::notation;
use crate::play::{ByEvents, Play};
use crate::procedure::{goes_on, is_automatic};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::stage::Stage;
use crate::step::{Ask, Step};

mod drawn;

pub use self::drawn::{ByDraw, Drawn};

/// Everything that is saved, hashed and compared: the position, the pending work, the dice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub(crate) position: Position,
    pub(crate) work: Vec<Step>,
    pub(crate) chance: Chance,
}

impl State {
    /// What tells this state from every other. The rules of the table belong to it: a record does not replay under others.
    #[must_use]
    pub fn fingerprint_on(&self, stage: &Stage) -> Fingerprint {
        fingerprint(&(self, &stage.setting.rules))
    }

    /// A state from its parts; it stands still until a battle runs it.
    #[must_use]
    pub const fn new(position: Position, work: Vec<Step>, chance: Chance) -> Self {
        Self {
            position,
            work,
            chance,
        }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// A battle: fixed facts, the state, and the legal choices of the pending decision.
///
/// The list of choices is derived from the state each time the state changes; it is neither saved nor compared. It is
/// the law: `choose` accepts exactly what stands in it.
#[derive(Debug, Clone)]
pub struct Battle {
    stage: Arc<Stage>,
    state: State,
    asked: Option<Ask>,
    pending: Vec<Offer<Choice>>,
    listing: Listing,
    /// What a record says next, read already.
    ahead: Option<(String, Choice)>,
    /// A number that somebody outside has to supply before the battle goes on.
    paused: Option<Paused>,
}

/// A battle that waits for a number from outside.
#[derive(Debug, Clone)]
struct Paused {
    wanted: Wanted,
    /// The choice whose own step needs the number; none if a later step does.
    choice: Option<Choice>,
}

/// How much of the list of the pending decision stands in `pending`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// All of it.
    Whole,
    /// As much as shows that there is something to decide: somebody follows a record and does not look at lists.
    Begun,
}

/// What somebody wants to see of the decisions on the way.
#[derive(Debug, Clone, Copy)]
enum Follows {
    /// Every list.
    Lists,
    /// He follows a record, which says this next.
    Record(Option<Choice>),
}

impl Follows {
    const fn listing(self) -> Listing {
        match self {
            Self::Lists => Listing::Whole,
            Self::Record(_) => Listing::Begun,
        }
    }

    /// Writes as much of the list of a step as shows whether there is anything to decide.
    fn list(self, ask: Ask, step: &Step, at: At<'_>, list: &mut Vec<Offer<Choice>>) {
        list.clear();
        match self {
            Self::Lists => step.list(at, list),
            Self::Record(ahead) => {
                // A legal choice that is not to go on shows it at once.
                if let Some(choice) = ahead.filter(|choice| !goes_on(*choice))
                    && let Ok(rule) = judged(ask, step, at, choice)
                {
                    list.push(Offer { choice, rule });
                    return;
                }
                step.list_enough(at, list);
            }
        }
    }
}

impl Battle {
    /// Sets the machine going up to its first decision.
    ///
    /// # Errors
    /// When a scripted game needs more dice than the script holds.
    pub fn new(stage: Arc<Stage>, mut state: State) -> Result<(Self, Outcome<Event>), ChanceError> {
        state.position.muster(&stage.setting);
        let mut battle = Self {
            stage,
            state,
            asked: None,
            pending: Vec::new(),
            listing: Listing::Whole,
            ahead: None,
            paused: None,
        };
        let outcome = battle.run_on(None, Follows::Lists).map_err(chance_only)?;
        Ok((battle, outcome))
    }

    /// Takes up a saved state at its pending decision.
    ///
    /// # Errors
    /// When the state is not one that waits for a decision.
    pub fn resume(stage: Arc<Stage>, state: State) -> Result<Self, ChanceError> {
        Self::new(stage, state).map(|(battle, _)| battle)
    }

    /// The fixed facts.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.stage.setting
    }

    /// The fixed facts with what was worked out from them, to be shared with another battle.
    #[must_use]
    pub const fn stage(&self) -> &Arc<Stage> {
        &self.stage
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.state.position
    }

    /// The state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Replaces all chance from here on: a script for a situation, another seed for a what-if.
    pub fn set_chance(&mut self, chance: Chance) {
        self.state.chance = chance;
    }

    /// The chance as it stands.
    #[must_use]
    pub const fn chance(&self) -> &Chance {
        &self.state.chance
    }

    /// What a question may look at.
    #[must_use]
    pub fn at(&self) -> At<'_> {
        self.stage.at(&self.state.position)
    }

    /// The pending step.
    #[must_use]
    pub fn pending_step(&self) -> Option<&Step> {
        self.state.work.last()
    }

    /// The number somebody outside has to supply before the battle goes on (only with [`Chance::asked`]): a die or a draw,
    /// with every outcome, its weight and its meaning.
    #[must_use]
    pub fn wanted(&self) -> Option<&Wanted> {
        self.paused.as_ref().map(|paused| &paused.wanted)
    }

    /// Supplies the number that is wanted, and runs on to the next decision or the next number.
    ///
    /// # Errors
    /// When no number is wanted, or this one fits no outcome; nothing has changed.
    pub fn supply(&mut self, number: u16) -> Result<Outcome<Event>, ChanceError> {
        let Some(paused) = self.paused.take() else {
            return Err(ChanceError::ScriptUsedUp);
        };
        if let Chance::Asked { supplied, .. } = &mut self.state.chance {
            supplied.push(number);
        }
        self.run_on(paused.choice, Follows::Lists).map_err(|error| {
            if let Chance::Asked { supplied, .. } = &mut self.state.chance {
                supplied.pop();
            }
            self.paused = Some(paused);
            chance_only(error)
        })
    }

    /// Who decides, under which rule, and what is asked; nobody when the game is over.
    #[must_use]
    pub const fn asked(&self) -> Option<Ask> {
        self.asked
    }

    /// Every legal choice of the pending decision. After [`Game::follow`] the list is there once the game has caught up
    /// ([`Game::catch_up`]).
    #[must_use]
    pub fn offers(&self) -> &[Offer<Choice>] {
        debug_assert_eq!(self.listing, Listing::Whole, "catch up before you look");
        &self.pending
    }

    /// Every legal choice, worked out now if that has been put off.
    pub(crate) fn listed(&self) -> Cow<'_, [Offer<Choice>]> {
        match self.listing {
            Listing::Whole => Cow::Borrowed(&self.pending),
            Listing::Begun => Cow::Owned(self.offers_anew()),
        }
    }

    /// The list of the pending decision worked out from nothing: what `offers` must be, for tests.
    #[must_use]
    pub fn offers_anew(&self) -> Vec<Offer<Choice>> {
        let mut offers = Vec::new();
        if let Some(step) = self
            .pending_step()
            .filter(|step| step.asks(self.at()).is_some())
        {
            step.list(self.at(), &mut offers);
        }
        offers
    }

    /// Whether a choice of the deciding side is legal, found out without the rest of the list: what replays go by, and
    /// what `offers` must agree with.
    #[must_use]
    pub fn stands_alone(&self, choice: Choice) -> bool {
        self.asked
            .zip(self.pending_step())
            .is_some_and(|(ask, step)| judged(ask, step, self.at(), choice).is_ok())
    }

    /// As much of the list of the pending decision as shows that there is something to decide: what replays go by, and
    /// what `offers` must agree with.
    #[must_use]
    pub fn offers_begun(&self) -> Vec<Offer<Choice>> {
        let mut offers = Vec::new();
        if let Some(step) = self.pending_step().filter(|_| self.asked.is_some()) {
            step.list_enough(self.at(), &mut offers);
        }
        offers
    }

    /// The step about which this side decides now.
    fn decides(&self, by: Side) -> Result<(Ask, &Step), Refusal> {
        let (Some(step), Some(ask)) = (self.pending_step(), self.asked()) else {
            return Err(Refusal::new(Rule::SR_5_5, "the game is over"));
        };
        if ask.side != by {
            return Err(Refusal::new(ask.rule, "the other side decides now"));
        }
        Ok((ask, step))
    }

    /// Why a choice is not among the legal ones; nothing if it is.
    #[must_use]
    pub fn why_not(&self, by: Side, choice: Choice) -> Option<Refusal> {
        let judged = self
            .decides(by)
            .and_then(|(ask, step)| judged(ask, step, self.at(), choice));
        judged.err()
    }

    /// Takes the top step with the choice, then runs until somebody must decide. If the choice is refused nothing has changed;
    /// on an error of chance the caller restores.
    fn run_on(
        &mut self,
        choice: Option<Choice>,
        follows: Follows,
    ) -> Result<Outcome<Event>, NotChosen> {
        let mut told = Told::default();
        // The list as it was, until the question changes.
        let mut narrowed = self
            .pending_step()
            .filter(|_| self.listing == Listing::Whole && !self.pending.is_empty())
            .filter(|step| choice.is_some_and(|choice| step.narrows(self.at(), choice)))
            .cloned();
        if let Some(choice) = choice {
            let stranger = self
                .asked
                .and_then(|ask| own_pieces(ask, &self.stage.setting, choice).err());
            if let Some(stranger) = stranger {
                // What its own judgement says of it is more to the point.
                let refusal = self
                    .pending_step()
                    .map_or(Ok(Rule::SR_3_0), |step| step.judge(self.at(), choice));
                return Err(refusal.err().unwrap_or(stranger).into());
            }
            if !self.take(Some(choice), &mut told)? {
                return Ok(self.rests(told));
            }
        }
        self.asked = None;
        self.listing = follows.listing();
        while let Some(step) = self.state.work.last() {
            let at = self.stage.at(&self.state.position);
            self.asked = step.asks(at);
            let Some(ask) = self.asked else {
                if !self.take(None, &mut told)? {
                    break;
                }
                continue;
            };
            if narrowed.take().as_ref() == Some(step) {
                step.narrow(at, &mut self.pending);
            } else {
                follows.list(ask, step, at, &mut self.pending);
            }
            match self.pending.first() {
                Some(only) if is_automatic(&self.pending) => {
                    if !self.take(Some(only.choice), &mut told)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        Ok(self.rests(told))
    }

    /// The battle waits for a decision, for a number, or is over.
    fn rests(&mut self, told: Told) -> Outcome<Event> {
        if self.state.work.is_empty() || self.paused.is_some() {
            self.asked = None;
            self.pending.clear();
        }
        told.outcome()
    }

    /// Takes the top step off the stack and lets it do its part: with a choice what was chosen, else what it does by itself.
    /// False if a number from outside is wanted first; then nothing has changed.
    fn take(&mut self, choice: Option<Choice>, told: &mut Told) -> Result<bool, NotChosen> {
        let asked = matches!(self.state.chance, Chance::Asked { .. });
        let before = asked.then(|| (self.state.clone(), told.clone()));
        let mut wanted = None;
        let done = self.with_top(told, &mut wanted, |top, play| match choice {
            Some(choice) => match top.decide(play, choice) {
                Decided::Done(done) => Ok(done),
                Decided::Refused(top, refusal) => Err((top, refusal)),
            },
            None => Ok(top.run(play)),
        });
        let done = match done {
            None => return Ok(false),
            Some(Ok(done)) => done,
            Some(Err((top, refusal))) => {
                self.state.work.push(top);
                return Err(refusal.into());
            }
        };
        match (done, before, wanted) {
            (Err(ChanceError::Wanted { .. }), Some((state, earlier)), Some(wanted)) => {
                self.state = state;
                *told = earlier;
                self.paused = Some(Paused { wanted, choice });
                Ok(false)
            }
            (Err(error), Some((state, earlier)), _) => {
                self.state = state;
                *told = earlier;
                Err(error.into())
            }
            (done, _, _) => {
                if let Chance::Asked { supplied, used } = &mut self.state.chance {
                    supplied.clear();
                    *used = 0;
                }
                done?;
                Ok(true)
            }
        }
    }

    /// Takes the top step off the stack and hands it, with the play, to whoever says what becomes of it; none if there is no step.
    fn with_top<T>(
        &mut self,
        told: &mut Told,
        wanted: &mut Option<Wanted>,
        becomes: impl FnOnce(Step, &mut Play<'_>) -> T,
    ) -> Option<T> {
        let top = self.state.work.pop()?;
        let mut urgent = Vec::new();
        let State {
            position,
            work,
            chance,
        } = &mut self.state;
        let base = work.len();
        let mut play = Play {
            setting: &self.stage.setting,
            stage: &self.stage,
            position: ByEvents::lent(position),
            work,
            chance,
            events: &mut told.events,
            drawn: &mut told.drawn,
            barrier: &mut told.barrier,
            base,
            urgent: &mut urgent,
            wanted,
        };
        let became = becomes(top, &mut play);
        self.state.work.append(&mut urgent);
        Some(became)
    }
}

/// The judgement about a choice of whoever is asked: nobody decides about the pieces of the other side.
fn judged(ask: Ask, step: &Step, at: At<'_>, choice: Choice) -> Result<Rule, Refusal> {
    let rule = step.judge(at, choice)?;
    own_pieces(ask, at.setting, choice)?;
    Ok(rule)
}

fn own_pieces(ask: Ask, setting: &Setting, choice: Choice) -> Result<(), Refusal> {
    if ask.prompt.names_enemies() || choice.is_of(ask.side, setting) {
        return Ok(());
    }
    Err(Refusal::new(
        ask.rule,
        "it names a piece or command of the other side",
    ))
}

/// The error of a run without a choice of a player: nothing could be refused.
fn chance_only(error: NotChosen) -> ChanceError {
    match error {
        NotChosen::Chance(error) => error,
        // An automatic choice comes from the list, and the list from the same judgement.
        NotChosen::Refused(_) => ChanceError::ScriptUsedUp,
    }
}

/// What a choice has led to so far.
#[derive(Debug, Clone)]
struct Told {
    events: Vec<Event>,
    drawn: Vec<u16>,
    barrier: Barrier,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            events: Vec::with_capacity(8),
            drawn: Vec::new(),
            barrier: Barrier::Open,
        }
    }
}

impl Told {
    fn outcome(self) -> Outcome<Event> {
        Outcome {
            events: self.events,
            drawn: self.drawn,
            barrier: self.barrier,
        }
    }
}

impl Game for Battle {
    type Choice = Choice;
    type Prompt = Prompt;
    type Event = Event;
    type Family = NoFamily<Choice>;

    fn options(&self) -> Option<Decision<Choice, Prompt>> {
        self.asked().map(|ask| Decision {
            side: ask.side,
            rule: ask.rule,
            prompt: ask.prompt,
            choices: Choices::listed(self.listed().into_owned()),
        })
    }

    fn choose(&mut self, by: Side, choice: &Choice) -> Result<Outcome<Event>, NotChosen> {
        self.catch_up();
        self.decides(by)?;
        // Only a script of dice can fail, and only then is a copy needed to leave everything as it was.
        let before = matches!(self.state.chance, Chance::Script { .. })
            .then(|| (self.state.clone(), self.asked, self.pending.clone()));
        self.run_on(Some(*choice), Follows::Lists).inspect_err(|_| {
            if let Some((state, asked, pending)) = before {
                self.state = state;
                self.asked = asked;
                self.pending = pending;
            }
        })
    }

    /// Lists are not worked out in between: only whether the choice is legal, and after it whether there is anything to
    /// decide.
    fn follow(
        &mut self,
        by: Side,
        text: &str,
        ahead: Option<&str>,
    ) -> Result<Outcome<Event>, NotFollowed> {
        let scripted = matches!(self.state.chance, Chance::Script { .. });
        let read = match self.ahead.take() {
            Some((known, choice)) if known == text => Some(choice),
            _ => notation::read(&self.stage, text).ok(),
        };
        if !scripted
            && let Some(choice) = read
            && self.decides(by).is_ok()
        {
            let read = |text| notation::read(&self.stage, text).ok();
            let next = ahead.and_then(read);
            match self.run_on(Some(choice), Follows::Record(next)) {
                Ok(outcome) => {
                    self.ahead = ahead.map(str::to_owned).zip(next);
                    return Ok(outcome);
                }
                Err(error @ NotChosen::Chance(_)) => return Err(NotFollowed::NotChosen(error)),
                Err(NotChosen::Refused(_)) => {}
            }
        }
        self.catch_up();
        let choice = self.parse(text).map_err(NotFollowed::Notation)?;
        self.choose(by, &choice).map_err(NotFollowed::NotChosen)
    }

    fn catch_up(&mut self) {
        if self.listing == Listing::Begun {
            self.pending = self.offers_anew();
            self.listing = Listing::Whole;
        }
    }

    fn print(&self, choice: &Choice) -> String {
        notation::print(self.setting(), *choice)
    }

    fn parse(&self, text: &str) -> Result<Choice, NotationError> {
        notation::parse(&self.stage, &self.listed(), text)
    }

    fn fingerprint(&self) -> Fingerprint {
        self.state.fingerprint_on(&self.stage)
    }

    fn heading(&self) -> String {
        self.state.position.now(self.setting()).map_or_else(
            || "after the last turn".to_owned(),
            |turn| format!("turn {} ({})", turn.id, turn.label),
        )
    }

    fn result(&self) -> Option<String> {
        self.state.work.is_empty().then(|| {
            let score = crate::victory::score(self.at());
            score.map_or("played to the end".to_owned(), |score| {
                score.verdict.plain()
            })
        })
    }
}
