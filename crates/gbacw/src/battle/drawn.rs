//! Play by the draw: choices drawn from the legal ones without working their lists out, for whoever plays many games at random.
//!
//! What is drawn is as likely as any other legal choice: candidates are drawn, each as likely as the other, and the one legality
//! ([`judge`](crate::procedure::Procedure::judge)) throws back what is not legal.

use longroll_core::{ChanceError, NotChosen, Offer, Outcome, Refusal, Side};

use super::{Battle, Told};
use crate::choice::Choice;
use crate::event::Event;
use crate::procedure::Drawing;

/// A choice that was drawn and made.
#[derive(Debug)]
pub struct Drawn {
    /// Whose it was.
    pub side: Side,
    pub choice: Choice,
    /// What it led to, and what had happened by itself before it since the last one.
    pub outcome: Outcome<Event>,
}

/// A battle that is played by the draw. Between two choices it stands at a question of which it is not yet known whether it leaves
/// anything to decide; [`into_battle`](Self::into_battle) finds that out.
#[derive(Debug, Clone)]
pub struct ByDraw(Battle);

impl Battle {
    /// Goes on with this battle by the draw.
    #[must_use]
    pub const fn by_draw(self) -> ByDraw {
        ByDraw(self)
    }

    /// One legal choice of the pending decision, drawn without the rest of its list, and whether it is to go on for want of anything
    /// else: what `offers` must agree with.
    #[must_use]
    pub fn offer_drawn(&self, drawing: &mut Drawing<'_>) -> Option<(Offer<Choice>, bool)> {
        let step = self.pending_step().filter(|_| self.asked.is_some())?;
        step.draw(self.at(), drawing)
    }
}

impl ByDraw {
    /// Makes the next choice, drawn from the legal ones, each as likely as any other. None when the game is over.
    ///
    /// # Errors
    /// When nothing is legal, or the numbers of chance are not to be had (a script is used up, somebody outside rolls). The battle is
    /// of no more use then.
    pub fn next(&mut self, drawing: &mut Drawing<'_>) -> Result<Option<Drawn>, NotChosen> {
        let battle = &mut self.0;
        let mut told = Told::default();
        while let Some(step) = battle.state.work.last() {
            let ask = step.asks(battle.stage.at(&battle.state.position));
            let mut wanted = None;
            let Some(ask) = ask else {
                let done = battle.with_top(&mut told, &mut wanted, |top, play| top.run(play));
                done.unwrap_or(Ok(()))?;
                continue;
            };
            let drawn = battle.with_top(&mut told, &mut wanted, |top, play| {
                top.draw_on(play, drawing)
            });
            match drawn {
                Some(Ok((choice, alone, done))) => {
                    done?;
                    if !alone {
                        return Ok(Some(Drawn {
                            side: ask.side,
                            choice,
                            outcome: told.outcome(),
                        }));
                    }
                }
                Some(Err(_)) => return Err(Refusal::new(ask.rule, "nothing is legal").into()),
                None => break,
            }
        }
        Ok(None)
    }

    /// The battle at its next decision, with its list, or at its end.
    ///
    /// # Errors
    /// When a script of dice is used up.
    pub fn into_battle(self) -> Result<Battle, ChanceError> {
        Battle::resume(self.0.stage, self.0.state)
    }
}
