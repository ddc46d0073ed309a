//! A game told from its events, turn by turn.

use longroll_core::{BySide, Side};
use longroll_rule::Rule;
use longroll_shell_for_guns::event::Cause;
use longroll_shell_for_guns::facts::{Arm, UnitId};
use longroll_shell_for_guns::look::Look;
use longroll_shell_for_guns::table::{Loss, Place};
use longroll_shell_for_guns::{Event, Facts, Table, scenario, text};
use serde::Serialize;

/// Something worth a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// A reserve enters.
    Entered { side: Side, unit: String },
    /// A charge that moves.
    Charged {
        side: Side,
        unit: String,
        target: String,
        /// SfG 2.8-flank.
        flank: bool,
    },
    /// A melee that was fought out.
    Fought {
        /// The attacker's.
        side: Side,
        /// Who came.
        unit: String,
        /// Who stood.
        against: Vec<String>,
        /// Hits and bonus of the attacker, then of the defenders.
        totals: (u8, u8, u8, u8),
        /// Who won; none for a draw.
        winner: Option<Side>,
        /// The rule that says so.
        rule: Rule,
    },
    /// A unit leaves the game.
    Removed {
        side: Side,
        unit: String,
        loss: Loss,
        rule: Rule,
    },
    /// SfG D-hold.
    Taken {
        side: Side,
        /// Its number, from 1.
        objective: usize,
    },
}

/// What a side did in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Count {
    /// Orders that were obeyed.
    pub obeyed: u32,
    /// Orders that failed.
    pub failed: u32,
    /// Fires.
    pub fires: u32,
    /// Charges that moved.
    pub charges: u32,
    /// Losses that it suffered, counted as for the game score.
    pub suffered: u32,
}

/// How a side stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// Bases that are not lost, those off the table too.
    pub bases: u32,
    /// Objectives that it holds.
    pub objectives: u32,
    /// SfG 3.0-victory: its game score.
    pub score: u32,
}

/// One turn; the set-up is turn 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Its number.
    pub number: u8,
    /// What was done.
    pub counts: BySide<Count>,
    /// What is worth a line, in its order.
    pub moments: Vec<Moment>,
    /// How the sides stood at its end.
    pub standing: BySide<Standing>,
}

/// What became of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fate {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its division.
    pub division: String,
    /// Whether it is a battery.
    pub battery: bool,
    /// Bases at the start.
    pub before: u8,
    /// Bases left.
    pub left: u8,
    /// Losses on the next base.
    pub carried: u8,
    /// Losses turn by turn, in the order of [`Annals::turns`]. One that is removed loses what it could still have taken.
    pub losses: Vec<u32>,
    /// What it is: a key.
    pub state: &'static str,
    /// Why it left the game, if it did.
    pub gone: Option<Loss>,
}

/// An objective at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Held {
    pub at: String,
    /// Who placed it.
    pub placed_by: Side,
    /// Who holds it.
    pub holder: Side,
}

/// What became of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Annals {
    /// Its name.
    pub title: String,
    /// Who played.
    pub players: BySide<String>,
    /// Switches that were turned.
    pub rules: String,
    /// Whether it came to its end.
    pub over: bool,
    /// Who has won or would win if it ended now; none for a draw.
    pub winner: Option<Side>,
    /// The rule that says so.
    pub rule: Rule,
    /// SfG-reading 172: whether it is because a side has no brigade left.
    pub collapse: bool,
    /// How the sides stand.
    pub standing: BySide<Standing>,
    /// The objectives.
    pub objectives: Vec<Held>,
    /// Turn by turn.
    pub turns: Vec<Turn>,
    /// Every unit.
    pub units: Vec<Fate>,
}

impl Annals {
    /// What a side suffered in all.
    #[must_use]
    pub fn suffered(&self, side: Side) -> u32 {
        let turns = self.turns.iter();
        turns.map(|turn| turn.counts[side].suffered).sum()
    }
}

/// Follows a game by its events.
pub(crate) struct Annalist<'f> {
    facts: &'f Facts,
    start: Table,
    table: Table,
    turns: Vec<Turn>,
    losses: Vec<Vec<u32>>,
    fighting: Vec<String>,
    declared: Option<(UnitId, UnitId, bool)>,
    /// Whether anything has happened yet.
    seen: bool,
}

impl<'f> Annalist<'f> {
    pub(crate) fn new(facts: &'f Facts, start: Table) -> Self {
        let mut own = Self {
            facts,
            table: start.clone(),
            losses: vec![Vec::new(); start.units().count()],
            start,
            turns: Vec::new(),
            fighting: Vec::new(),
            declared: None,
            seen: false,
        };
        own.open(own.table.turn());
        own
    }

    pub(crate) fn turn(&self) -> u8 {
        self.table.turn()
    }

    fn open(&mut self, number: u8) {
        let standing = self.standing();
        self.turns.push(Turn {
            number,
            counts: BySide::default(),
            moments: Vec::new(),
            standing,
        });
        for losses in &mut self.losses {
            losses.push(0);
        }
    }

    /// A position may begin with a turn, this one or the next: then nothing happened in the turn it names. The set-up stays, from which
    /// charts begin.
    fn close_empty(&mut self) {
        if !self.seen && self.turns.last().is_some_and(|turn| turn.number > 0) {
            self.turns.pop();
            for losses in &mut self.losses {
                losses.pop();
            }
        }
    }

    fn standing(&self) -> BySide<Standing> {
        let look = Look {
            facts: self.facts,
            table: &self.table,
        };
        BySide::from_fn(|side| {
            let own = self.table.units().filter(|(id, _)| look.side(*id) == side);
            let held = self.table.objectives().iter();
            Standing {
                bases: own.map(|(_, unit)| u32::from(unit.bases())).sum(),
                objectives: count(held.filter(|objective| objective.holder == side)),
                score: scenario::score(look, side),
            }
        })
    }

    /// An event, before anything else is seen.
    pub(crate) fn see(&mut self, event: &Event) {
        let facts = self.facts;
        let scored = |table: &Table| Side::BOTH.map(|side| table.score(side).losses);
        let before = scored(&self.table);
        self.table.apply(facts, event);
        if let Event::TurnBegan { turn } = event {
            self.close_empty();
            self.open(*turn);
        }
        self.seen = true;
        let after = scored(&self.table);
        let suffered: u32 = after.iter().sum::<u32>() - before.iter().sum::<u32>();
        let standing = self.standing();
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        turn.standing = standing;
        self.count_up(event, suffered);
        let moment = self.moment(event);
        if let Some(turn) = self.turns.last_mut() {
            turn.moments.extend(moment);
        }
    }

    /// Counts what an event does; `suffered` is what it cost, as for the game score.
    fn count_up(&mut self, event: &Event, suffered: u32) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let facts = self.facts;
        let side = |unit: &UnitId| facts.unit(*unit).side;
        match event {
            Event::Ordered { unit, passed, .. } => {
                let count = &mut turn.counts[side(unit)];
                *if *passed {
                    &mut count.obeyed
                } else {
                    &mut count.failed
                } += 1;
            }
            Event::Fired { unit, .. } => turn.counts[side(unit)].fires += 1,
            Event::ChargeMade { unit } => turn.counts[side(unit)].charges += 1,
            Event::Lost { unit, .. } | Event::Removed { unit, .. } => {
                turn.counts[side(unit)].suffered += suffered;
                if let Some(last) = self.losses[unit.index()].last_mut() {
                    *last += suffered;
                }
            }
            _ => {}
        }
    }

    /// What is worth a line. A charge and a melee are remembered until they are decided.
    fn moment(&mut self, event: &Event) -> Option<Moment> {
        let facts = self.facts;
        let side = |unit: &UnitId| facts.unit(*unit).side;
        let name = |unit: &UnitId| facts.unit(*unit).name.clone();
        match event {
            Event::Removed {
                unit, loss, rule, ..
            } => Some(Moment::Removed {
                side: side(unit),
                unit: name(unit),
                loss: *loss,
                rule: *rule,
            }),
            Event::Moved {
                unit,
                cause: Cause::Entry,
                ..
            } => Some(Moment::Entered {
                side: side(unit),
                unit: name(unit),
            }),
            Event::ChargeDeclared {
                unit,
                target,
                flank,
            } => {
                self.declared = Some((*unit, *target, *flank));
                None
            }
            Event::ChargeMade { unit } => self.charged(*unit),
            Event::MeleeJoined { against, .. } => {
                self.fighting = against.iter().map(|foe| name(&foe.unit)).collect();
                None
            }
            Event::MeleeDecided {
                attacker,
                own,
                theirs,
                winner,
                rule,
            } => Some(Moment::Fought {
                side: side(attacker),
                unit: name(attacker),
                against: core::mem::take(&mut self.fighting),
                totals: (own.0, own.1, theirs.0, theirs.1),
                winner: *winner,
                rule: *rule,
            }),
            Event::ObjectiveTaken { objective, by } => Some(Moment::Taken {
                side: *by,
                objective: objective.index() + 1,
            }),
            _ => None,
        }
    }

    fn charged(&mut self, unit: UnitId) -> Option<Moment> {
        let declared = self.declared.take().filter(|own| own.0 == unit);
        let (_, target, flank) = declared?;
        let name = |unit: UnitId| self.facts.unit(unit).name.clone();
        Some(Moment::Charged {
            side: self.facts.unit(unit).side,
            unit: name(unit),
            target: name(target),
            flank,
        })
    }

    fn fate(&self, id: UnitId) -> Fate {
        let (facts, unit) = (self.facts.unit(id), self.table.unit(id));
        let gone = match unit.place {
            Place::Gone(loss) => Some(loss),
            _ => None,
        };
        let state = match unit.place {
            Place::Gone(loss) => key(loss),
            Place::Waiting => "waiting",
            Place::Reserve => "reserve",
            Place::Table if self.table.decimated(self.facts, id) => "decimated",
            Place::Table if unit.disordered => "disordered",
            Place::Table => "on-table",
        };
        Fate {
            name: facts.name.clone(),
            side: facts.side,
            division: self.facts.division(facts.division).name.clone(),
            battery: facts.entry.arm == Arm::Battery,
            before: self.start.unit(id).bases(),
            left: unit.bases(),
            carried: unit.carried,
            losses: self.losses[id.index()].clone(),
            state,
            gone,
        }
    }

    pub(crate) fn finish(self, title: String, players: BySide<String>, rules: String) -> Annals {
        let look = Look {
            facts: self.facts,
            table: &self.table,
        };
        let collapse = scenario::collapse(look);
        let falls = collapse.is_some();
        let ended = self.table.victory().cloned();
        let over = ended.is_some();
        let victory = ended
            .or(collapse)
            .unwrap_or_else(|| scenario::victory(look));
        let objectives = self.table.objectives().iter();
        let objectives = objectives.map(|own| Held {
            at: text::place(own.at),
            placed_by: own.placed_by,
            holder: own.holder,
        });
        Annals {
            title,
            players,
            rules,
            over,
            winner: victory.winner,
            rule: victory.rule,
            collapse: falls,
            standing: self.standing(),
            objectives: objectives.collect(),
            units: self.facts.units().map(|(id, _)| self.fate(id)).collect(),
            turns: self.turns,
        }
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

/// The key of why a unit left the game.
pub(crate) const fn key(loss: Loss) -> &'static str {
    match loss {
        Loss::Dissolved => "dissolved",
        Loss::Fled => "fled",
        Loss::Caught => "caught",
        Loss::Overrun => "overrun",
        Loss::Destroyed => "destroyed",
        Loss::Abandoned => "abandoned",
    }
}
