//! One legality: a procedure whose list, refusals and deeds all come from one judgement.
//!
//! `candidates` names what may be worth asking about, cheaply and perhaps too much; `judge` alone says what is legal, with what
//! it means (the ruling) or why not; `carry_out` is handed the ruling and cannot disagree. The list is the candidates that
//! pass, a refusal is the error of `judge`, a replay asks `judge` alone, and a preview shows the ruling.

use longroll_core::{ChanceError, Refusal};
use longroll_rule::Rule;

use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::step::{Ask, Done, Offers, Procedure};

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
}

/// What a judgement comes to.
pub type Judgement<R> = Result<Ruling<R>, Refusal>;

/// A procedure with one legality.
pub trait Judged: Clone {
    /// What a legal choice means: its cost, its checks, its terms.
    type Means;

    /// Whom it asks what; nobody if it runs by itself.
    fn asks(&self, at: At<'_>) -> Option<Ask>;

    /// What may be worth asking about, in the order of the list. Called only if it asks.
    fn candidates(&self, at: At<'_>, each: &mut dyn FnMut(Choice));

    /// The only legality.
    ///
    /// # Errors
    /// The rule that forbids the choice.
    fn judge(&self, at: At<'_>, choice: Choice) -> Judgement<Self::Means>;

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

    /// Goes on with the result of what it called.
    ///
    /// # Errors
    /// When a script of dice is used up.
    fn goes_on(self, play: &mut Play<'_>, _result: Done) -> Result<(), ChanceError> {
        self.runs(play)
    }

    /// Whether, if the same step asks again after this choice, its list is the old one without what is no longer legal: it
    /// spares working out a long list anew, and random play holds the two ways against each other.
    fn narrows(&self, _choice: Choice) -> bool {
        false
    }

    /// A choice that has nothing to do with the question.
    fn beside_the_point(&self, at: At<'_>) -> Refusal {
        let rule = self.asks(at).map_or(Rule::SR_3_0, |ask| ask.rule);
        Refusal::new(rule, "this is not what is to be decided now")
    }
}

impl<P: Judged> Procedure for P {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        Judged::asks(&self, at)
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        self.candidates(at, &mut |choice| {
            if offers.wants(|wanted| wanted == choice)
                && let Ok(ruling) = self.judge(at, choice)
            {
                offers.add(choice, ruling.rule);
            }
        });
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        self.judge(at, choice).err()
    }

    fn only_narrows(self, choice: Choice) -> bool {
        self.narrows(choice)
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match self.judge(play.at(), choice) {
            Ok(ruling) => self.carry_out(play, ruling.means),
            // `choose` has judged it already, and nothing has happened since.
            Err(_) => Ok(()),
        }
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.runs(play)
    }

    fn resume(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        self.goes_on(play, result)
    }
}
