//! Sayings in, replies out.

use longroll_catalog::facts::Piece;
use longroll_core::Side;

use crate::eyes::{Eyes, Pick, moment, story};
use crate::fault::Fault;
use crate::table::{Table, Viewer};
use crate::wire::{self, Answer, Answered, Do, Reply, Saying, SetStanding, Stopped, Wish};
use crate::words::Words;
use crate::{fight, imagined, lookup, preview, sight, standing, why, wish};

impl Table {
    /// Answers a saying of whoever has these eyes. On an error nothing has changed.
    pub fn say(&mut self, eyes: &mut Eyes, saying: &Saying) -> Reply {
        let words = Words::of(eyes.language());
        match self.answer(eyes, saying, words) {
            Ok(answer) => Reply {
                reply: saying.id,
                ok: Some(answer),
                error: None,
            },
            Err(fault) => Reply {
                reply: saying.id,
                ok: None,
                error: Some(fault.told(words)),
            },
        }
    }

    fn answer(&mut self, eyes: &mut Eyes, saying: &Saying, words: &Words) -> Result<Answer, Fault> {
        if saying.what.changes() {
            self.may_change(eyes.viewer(), saying.state)?;
            self.change(eyes.viewer(), &saying.what)?;
            return Ok(eyes.news(self).unwrap_or_else(|| eyes.look(self)));
        }
        let side = self.eyes_of(eyes.viewer());
        // Under the curtain nothing is told.
        let covered = eyes.viewer() == Viewer::Here && self.curtain().is_some();
        if covered && !matches!(saying.what, Do::Ready | Do::Look) {
            return Err(Fault::plain("curtain"));
        }
        if let Some(answer) = self.tell(side, words, &saying.what)? {
            return Ok(answer);
        }
        if let Do::Ready = saying.what
            && let Some(decider) = self.curtain().filter(|_| eyes.viewer() == Viewer::Here)
        {
            self.shown = decider;
        }
        Ok(eyes.look(self))
    }

    /// Whether somebody who saw this state may change anything.
    fn may_change(&self, viewer: Viewer, seen: Option<u64>) -> Result<(), Fault> {
        match seen {
            None => return Err(Fault::plain("no-state")),
            // His own count alone: the other side's secrets could be counted by trying numbers.
            Some(state) if state != self.state_of(viewer) => return Err(Fault::plain("stale")),
            Some(_) => {}
        }
        if self.curtain().is_some() && viewer == Viewer::Here {
            return Err(Fault::plain("curtain"));
        }
        Ok(())
    }

    /// What a side asks about the game; nothing if it only wants to look.
    fn tell(&self, side: Side, words: &Words, what: &Do) -> Result<Option<Answer>, Fault> {
        let battle = &self.play.battle;
        let answer = match what {
            Do::Reach { piece } => {
                let piece = self.own_piece(side, piece)?;
                Answer::Reach(preview::reach(battle, words, piece))
            }
            Do::Way(go) => {
                for name in &go.pieces {
                    self.own_piece(side, name)?;
                }
                let plan = wish::going(battle, go)?;
                Answer::Way(imagined::way(battle, words, side, plan))
            }
            Do::Why {
                order: Some(order), ..
            } => {
                let choice = lookup::order(battle, order)?;
                Answer::Why(why::choice(battle, words, side, choice))
            }
            Do::Why {
                piece: Some(piece),
                hex,
                facing,
                ..
            } => {
                let piece = self.own_piece(side, piece)?;
                let hex = hex.as_deref();
                let hex = hex.map(|name| lookup::hex(battle, name)).transpose()?;
                let facing = facing.as_deref().map(lookup::facing).transpose()?;
                let place = hex.map(|hex| (hex, facing));
                Answer::Why(why::piece(battle, words, side, piece, place))
            }
            Do::Why { .. } => return Err(Fault::plain("nothing-asked")),
            Do::Targets { piece } => Answer::Targets(self.targets(side, piece.as_deref())?),
            Do::Odds { order } => Answer::Odds(self.odds(side, words, order.as_deref())?),
            Do::Sight { from, to } => {
                let (from, to) = (lookup::hex(battle, from)?, lookup::hex(battle, to)?);
                Answer::Sight(sight::line(battle, words, from, to))
            }
            Do::Story {
                before,
                count,
                all,
                piece,
            } => {
                let pick = Pick {
                    before: *before,
                    since: 0,
                    count: (*count).unwrap_or(50).min(200),
                    all: *all,
                    piece: piece.as_deref(),
                };
                Answer::Story(story(&self.play, side, words, pick))
            }
            Do::Replay { at } => Answer::Look(Box::new(self.replay(side, words, *at)?)),
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }

    /// Whom a piece, or anybody of this side, may fire at or assault.
    fn targets(&self, side: Side, piece: Option<&str>) -> Result<wire::Targets, Fault> {
        let only = piece.map(|name| self.own_piece(side, name)).transpose()?;
        let battle = &self.play.battle;
        let aims = match only {
            _ if self.asked_of(side).is_err() => Vec::new(),
            Some(Piece::Leader(_)) => Vec::new(),
            Some(Piece::Unit(unit) | Piece::Section(unit, _)) => {
                fight::targets(battle, side, Some(unit))
            }
            None => fight::targets(battle, side, None),
        };
        Ok(wire::Targets {
            piece: piece.map(str::to_owned),
            aims,
        })
    }

    /// The cards of what is to be fought out, or of an order that may be given.
    fn odds(
        &self,
        side: Side,
        words: &Words,
        order: Option<&str>,
    ) -> Result<Vec<wire::Fight>, Fault> {
        let battle = &self.play.battle;
        let Some(order) = order else {
            return Ok(fight::cards(battle, side, words, None));
        };
        self.asked_of(side)?;
        let choice = lookup::order(battle, order)?;
        if let Some(refusal) = battle.why_not(side, choice) {
            return Err(refusal.into());
        }
        Ok(fight::cards(battle, side, words, Some(choice)))
    }

    /// The game as it stood after so many choices.
    fn replay(&self, side: Side, words: &Words, at: u32) -> Result<wire::Look, Fault> {
        let counted = usize::try_from(at).unwrap_or(usize::MAX);
        let Some(at) = self.play.uncounted(side, counted) else {
            return Err(Fault::named("no-moment", &counted.to_string()));
        };
        let battle = self
            .play
            .at(at)
            .map_err(|error| Fault::Notation(error.to_string()))?;
        Ok(moment(self, &battle, at, side, words))
    }

    /// A piece whose way this side may ask for: its own. The reach of an enemy would tell what he may yet do.
    fn own_piece(&self, side: Side, name: &str) -> Result<Piece, Fault> {
        let setting = self.play.battle.setting();
        let piece = lookup::piece(&self.play.battle, name)?;
        let owner = match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => setting.unit(unit).side,
            Piece::Leader(leader) => setting.leader(leader).side,
        };
        if owner == side {
            Ok(piece)
        } else {
            Err(Fault::plain("not-yours"))
        }
    }

    /// Whether this side is asked now.
    fn asked_of(&self, side: Side) -> Result<(), Fault> {
        match self.decider() {
            Some(decider) if decider == side => Ok(()),
            Some(_) => Err(Fault::plain("not-yours")),
            None => Err(Fault::plain("over")),
        }
    }

    /// The side for which a viewer may decide now.
    fn deciding(&self, viewer: Viewer) -> Result<Side, Fault> {
        let side = self.decider().ok_or_else(|| Fault::plain("over"))?;
        let may = self.sitter(side).is_person() && self.eyes_of(viewer) == side;
        if may {
            Ok(side)
        } else {
            Err(Fault::plain("not-yours"))
        }
    }

    fn change(&mut self, viewer: Viewer, what: &Do) -> Result<(), Fault> {
        match what {
            Do::Choose { order } => self.choose(viewer, order),
            Do::Wish { wish } => self.wish(viewer, wish),
            Do::GoOn => self.go_on_with_wish(viewer),
            Do::Drop => {
                self.left = None;
                Ok(())
            }
            Do::Undo => self.undo(viewer),
            Do::Standing { set, clear } => self.set_standing(viewer, set.as_ref(), *clear),
            _ => Ok(()),
        }
    }

    fn choose(&mut self, viewer: Viewer, order: &str) -> Result<(), Fault> {
        let side = self.deciding(viewer)?;
        let choice = lookup::order(&self.play.battle, order)?;
        if let Some(refusal) = self.play.battle.why_not(side, choice) {
            return Err(refusal.into());
        }
        let wish = self.play.wish_for(side, Answered::Person, choice);
        // So has not whoever ends the move of one who came where he was sent, or lets him fire.
        let in_between = !wish::asks_for_moves(&self.play.battle)
            || self
                .left
                .as_ref()
                .is_some_and(|left| left.waits_for_another(&self.play.battle));
        self.play.make(side, choice, Answered::Person, wish)?;
        self.play.settle(wish)?;
        // Whoever moves by hand has given up his wish; an answer in between has not.
        self.left = self
            .left
            .take()
            .filter(|left| left.side != side || in_between && left.why == Stopped::Question);
        self.after();
        Ok(())
    }

    fn wish(&mut self, viewer: Viewer, wish: &Wish) -> Result<(), Fault> {
        let side = self.deciding(viewer)?;
        let plan = wish::understand(&self.play.battle, wish)?;
        self.left = wish::carry_out(&mut self.play, side, plan)?;
        self.turn_screen();
        Ok(())
    }

    fn go_on_with_wish(&mut self, viewer: Viewer) -> Result<(), Fault> {
        let side = self.deciding(viewer)?;
        let left = self.left.clone().filter(|left| left.side == side);
        let left = left.ok_or_else(|| Fault::plain("no-wish"))?;
        self.left = wish::carry_out(&mut self.play, side, left.plan)?;
        self.turn_screen();
        Ok(())
    }

    fn undo(&mut self, viewer: Viewer) -> Result<(), Fault> {
        let choices = self.can_undo(viewer).map_err(|key| match key {
            "die" => Fault::Said("undo-die", String::new()),
            _ => Fault::Said("undo-other", String::new()),
        })?;
        self.play.undo(choices)?;
        self.left = None;
        self.turn_screen();
        Ok(())
    }

    fn set_standing(
        &mut self,
        viewer: Viewer,
        set: Option<&SetStanding>,
        clear: Option<u32>,
    ) -> Result<(), Fault> {
        let side = self.eyes_of(viewer);
        if !self.sitter(side).is_person() {
            return Err(Fault::plain("not-yours"));
        }
        if let Some(id) = clear {
            let own = |own: &standing::Standing| own.id == id && own.side == side;
            if !self.play.standing.iter().any(own) {
                return Err(Fault::named("no-standing", &id.to_string()));
            }
            self.play.clear_standing(id);
        }
        if let Some(said) = set {
            if self.play.standing.len() >= 200 {
                return Err(Fault::plain("too-many"));
            }
            let orders = standing::check(&self.play.battle, side, said)?;
            self.play.set_standing(side, said.clone(), orders);
            let wish = self.play.new_wish();
            self.play.settle(wish)?;
            self.after();
        }
        Ok(())
    }
}
