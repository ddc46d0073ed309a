//! One legality: the list, the refusals and the deeds of a procedure all come from one judgement.
//!
//! [`candidates`](Procedure::candidates) names what may be worth asking about, cheaply and perhaps too much;
//! [`judge`](Procedure::judge) alone says what is legal, with what it means (the ruling) or why not;
//! [`carry_out`](Procedure::carry_out) is handed the ruling and cannot disagree. The list is the candidates that pass, a refusal
//! is the error of `judge`, a replay asks `judge` alone, and a preview shows the ruling. What many judgements of one question
//! need is looked up once ([`look`](Procedure::look)).

use longroll_core::{ChanceError, Offer, Refusal};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::choice::Choice;
use crate::play::Play;
use crate::scene::At;
use crate::step::{Ask, Done};

/// A legal choice: the rule that grants it, and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling<R> {
    /// The rule that grants it.
    pub rule: Rule,
    /// What it means.
    pub means: R,
}

impl<R> Ruling<R> {
    /// Granted by this rule, with this meaning.
    pub const fn new(rule: Rule, means: R) -> Self {
        Self { rule, means }
    }

    /// The same with its meaning seen from outside.
    pub fn map<S>(self, meaning: impl FnOnce(R) -> S) -> Ruling<S> {
        Ruling::new(self.rule, meaning(self.means))
    }
}

/// What a judgement comes to.
pub type Judgement<R> = Result<Ruling<R>, Refusal>;

/// How much will be asked of a look: for many judgements it pays to find out beforehand what each of them would ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breadth {
    /// One choice is judged.
    One,
    /// The whole list is written.
    Many,
}

/// A procedure of the rules: it either asks somebody, or runs by itself.
pub trait Procedure: Clone {
    /// What is looked up once for the whole question.
    type Look<'a>;

    /// What a legal choice means: its cost, its checks, its terms.
    type Means;

    /// Whom it asks what; nobody if it runs by itself.
    fn asks(&self, at: At<'_>) -> Option<Ask>;

    /// Looks up what its judgements need.
    fn look<'a>(&self, at: At<'a>, breadth: Breadth) -> Self::Look<'a>;

    /// What may be worth asking about, in the order of the list, each choice once. Called only if it asks.
    fn candidates(&self, look: &Self::Look<'_>, each: &mut dyn FnMut(Choice));

    /// The only legality.
    ///
    /// # Errors
    /// The rule that forbids the choice.
    fn judge(&self, look: &Self::Look<'_>, choice: Choice) -> Judgement<Self::Means>;

    /// Does what was chosen. The step has been taken off the stack; it puts back what is left of it.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn carry_out(self, play: &mut Play<'_>, means: Self::Means) -> Result<(), ChanceError>;

    /// Runs by itself. The step has been taken off the stack.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn runs(self, _play: &mut Play<'_>) -> Result<(), ChanceError> {
        Ok(())
    }

    /// Goes on with the result of what it called. It has been taken off the stack.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn goes_on(self, play: &mut Play<'_>, _result: Done) -> Result<(), ChanceError> {
        self.runs(play)
    }

    /// Whether, if the same step asks again after this choice, its list is the old one without what is no longer legal: it
    /// spares working out a long list anew, and random play holds the two ways against each other. The position is that
    /// before the choice.
    fn narrows(&self, _at: At<'_>, _choice: Choice) -> bool {
        false
    }

    /// For a list that narrows: whether an earlier offer still stands.
    fn still_stands(&self, look: &Self::Look<'_>, choice: Choice) -> bool {
        self.judge(look, choice).is_ok()
    }

    /// A choice that has nothing to do with the question.
    fn beside_the_point(&self, at: At<'_>) -> Refusal {
        let rule = self.asks(at).map_or(Rule::SR_3_0, |ask| ask.rule);
        Refusal::new(rule, BESIDE_THE_POINT)
    }
}

/// The reason of a refusal that says nothing about the choice itself.
pub const BESIDE_THE_POINT: &str = "this is not what is to be decided now";

/// A large frame lies in a box.
impl<P: Procedure> Procedure for Box<P> {
    type Look<'a> = P::Look<'a>;
    type Means = P::Means;

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        P::asks(self, at)
    }

    fn look<'a>(&self, at: At<'a>, breadth: Breadth) -> Self::Look<'a> {
        P::look(self, at, breadth)
    }

    fn candidates(&self, look: &Self::Look<'_>, each: &mut dyn FnMut(Choice)) {
        P::candidates(self, look, each);
    }

    fn judge(&self, look: &Self::Look<'_>, choice: Choice) -> Judgement<Self::Means> {
        P::judge(self, look, choice)
    }

    fn carry_out(self, play: &mut Play<'_>, means: Self::Means) -> Result<(), ChanceError> {
        P::carry_out(*self, play, means)
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        P::runs(*self, play)
    }

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        P::goes_on(*self, play, result)
    }

    fn narrows(&self, at: At<'_>, choice: Choice) -> bool {
        P::narrows(self, at, choice)
    }

    fn still_stands(&self, look: &Self::Look<'_>, choice: Choice) -> bool {
        P::still_stands(self, look, choice)
    }
}

/// The look of a procedure whose judgements share nothing but the position.
macro_rules! looks_at_the_position {
    () => {
        type Look<'a> = crate::scene::At<'a>;

        fn look<'a>(
            &self,
            at: crate::scene::At<'a>,
            _: crate::procedure::Breadth,
        ) -> crate::scene::At<'a> {
            at
        }
    };
}
pub(crate) use looks_at_the_position;

/// The question of a procedure that runs by itself: there is none.
macro_rules! asks_nobody {
    () => {
        type Means = core::convert::Infallible;

        crate::procedure::looks_at_the_position!();

        fn asks(&self, _: crate::scene::At<'_>) -> Option<crate::step::Ask> {
            None
        }

        fn candidates(&self, _: &crate::scene::At<'_>, _: &mut dyn FnMut(crate::choice::Choice)) {}

        fn judge(
            &self,
            &at: &crate::scene::At<'_>,
            _: crate::choice::Choice,
        ) -> crate::procedure::Judgement<core::convert::Infallible> {
            Err(self.beside_the_point(at))
        }

        fn carry_out(
            self,
            _: &mut crate::play::Play<'_>,
            means: core::convert::Infallible,
        ) -> Result<(), longroll_core::ChanceError> {
            match means {}
        }
    };
}
pub(crate) use asks_nobody;

/// Every legal choice of a pending question.
pub(crate) fn list(step: &impl Procedure, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
    let look = step.look(at, Breadth::Many);
    step.candidates(&look, &mut |choice| {
        if let Ok(Ruling { rule, .. }) = step.judge(&look, choice) {
            offers.push(Offer { choice, rule });
        }
    });
}

/// As much of the list as shows whether there is anything to decide.
pub(crate) fn list_enough(step: &impl Procedure, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
    let look = step.look(at, Breadth::One);
    step.candidates(&look, &mut |choice| {
        if (offers.is_empty() || is_automatic(offers))
            && let Ok(Ruling { rule, .. }) = step.judge(&look, choice)
        {
            offers.push(Offer { choice, rule });
        }
    });
}

/// Somebody who draws: a place below the number he is given, none favoured.
pub type Drawing<'a> = dyn FnMut(usize) -> usize + 'a;

/// A legal choice that was drawn, each as likely as any other: candidates are drawn until one passes.
struct Find<R> {
    choice: Choice,
    ruling: Ruling<R>,
    /// To go on is all there is.
    alone: bool,
}

/// Draws a legal choice without the rest of the list; none if nothing is legal.
fn find<P: Procedure>(step: &P, at: At<'_>, drawing: &mut Drawing<'_>) -> Option<Find<P::Means>> {
    let look = step.look(at, Breadth::One);
    let mut urn: SmallVec<[Choice; 32]> = SmallVec::new();
    step.candidates(&look, &mut |choice| urn.push(choice));
    while !urn.is_empty() {
        let place = drawing(urn.len()).min(urn.len() - 1);
        let choice = urn.swap_remove(place);
        if let Ok(ruling) = step.judge(&look, choice) {
            let alone = goes_on(choice)
                && !urn
                    .into_iter()
                    .any(|other| step.judge(&look, other).is_ok());
            return Some(Find {
                choice,
                ruling,
                alone,
            });
        }
    }
    None
}

/// One legal choice as it is drawn, and whether it is to go on for want of anything else.
pub(crate) fn draw(
    step: &impl Procedure,
    at: At<'_>,
    drawing: &mut Drawing<'_>,
) -> Option<(Offer<Choice>, bool)> {
    let found = find(step, at, drawing)?;
    let (choice, rule) = (found.choice, found.ruling.rule);
    Some((Offer { choice, rule }, found.alone))
}

/// Draws a legal choice and carries it out; the step comes back if nothing is legal. Who has been drawn, and whether he had anything
/// to decide, is told even if the dice of a script are used up.
pub(crate) fn draw_on<P: Procedure>(
    step: P,
    play: &mut Play<'_>,
    drawing: &mut Drawing<'_>,
) -> Result<(Choice, bool, Result<(), ChanceError>), P> {
    match find(&step, play.at(), drawing) {
        None => Err(step),
        Some(found) => {
            let done = step.carry_out(play, found.ruling.means);
            Ok((found.choice, found.alone, done))
        }
    }
}

/// A list that narrows: what of it still stands.
pub(crate) fn narrow(step: &impl Procedure, at: At<'_>, offers: &mut Vec<Offer<Choice>>) {
    let look = step.look(at, Breadth::Many);
    offers.retain(|offer| step.still_stands(&look, offer.choice));
}

/// The judgement about one choice.
pub(crate) fn judge_one<P: Procedure>(step: &P, at: At<'_>, choice: Choice) -> Judgement<P::Means> {
    step.judge(&step.look(at, Breadth::One), choice)
}

/// Whether a list leaves nothing to decide: its only choice is to go on.
pub(crate) fn is_automatic(list: &[Offer<Choice>]) -> bool {
    matches!(list, [only] if goes_on(only.choice))
}

/// Whether a choice is to go on without doing anything more.
pub(crate) const fn goes_on(choice: Choice) -> bool {
    matches!(choice, Choice::Done | Choice::Halt)
}
