//! A game told from its events.

use std::collections::BTreeMap;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Level, Piece, UnitId};
use longroll_catalog::tables::AssaultKind;
use longroll_core::{BySide, Side};
use longroll_gbacw::event::{Event, Purpose, Verdict as DieVerdict};
use longroll_gbacw::{Stage, names, victory};
use longroll_position::{Happening, Position, Presence, Setting};
use longroll_rule::Rule;
use longroll_victory::{NamedPlace, PlaceKind, Score, Verdict, places};
use serde::Serialize;

/// Strength that was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fallen {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Whose.
    pub unit: UnitId,
    /// Where.
    pub hex: HexId,
    /// SP, or guns of a battery.
    pub sp: u8,
    /// Whether it was taken or given up with its unit, rather than shot away.
    pub taken: bool,
    /// Why.
    pub rule: Rule,
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Moment {
    /// Units assault hexes, and how it came out.
    Assault {
        /// Whose.
        side: Side,
        /// Who.
        attackers: Vec<String>,
        /// Which hexes.
        hexes: Vec<String>,
        /// How; nothing if it came to no blow.
        result: Option<AssaultKind>,
    },
    /// A regiment runs.
    Routed {
        /// Whose.
        side: Side,
        /// Who.
        unit: String,
        /// From where.
        hex: String,
    },
    /// A unit is no more.
    Eliminated {
        /// Whose.
        side: Side,
        /// Who.
        unit: String,
        /// Where.
        hex: String,
    },
    /// Guns are left standing.
    Abandoned {
        /// Whose.
        side: Side,
        /// Who.
        unit: String,
        /// Where.
        hex: String,
    },
    /// A leader falls.
    LeaderFell {
        /// Whose.
        side: Side,
        /// Who.
        leader: String,
    },
    /// A command is worn out, or fit again.
    Worn {
        /// Whose.
        side: Side,
        /// Who.
        command: String,
        /// Worn out.
        worn: bool,
    },
    /// An army is surprised.
    Surprised {
        /// Whose.
        side: Side,
    },
    /// BB 18.1, 19.0: an event comes out of the cup.
    Happened {
        /// What.
        happening: Happening,
        /// The rule.
        rule: Rule,
    },
    /// SR 9.7: units of a command come onto the map.
    Arrived {
        /// Whose.
        side: Side,
        /// With whom they act.
        command: String,
        /// Who.
        units: Vec<String>,
        /// Where.
        hexes: Vec<String>,
    },
    /// SR 13.5: regiments that had run come back.
    Rallied {
        /// Whose.
        side: Side,
        /// Who.
        unit: String,
        /// Where.
        hex: String,
    },
    /// SR 12.81: abandoned guns are manned again.
    Recrewed {
        /// Whose.
        side: Side,
        /// Which.
        unit: String,
        /// Where.
        hex: String,
    },
    /// BB 30, 31: a place that decides something has another master at the end of the turn.
    Taken {
        /// Whose it is now.
        side: Side,
        /// What it is.
        place: PlaceKind,
        /// Its name.
        name: String,
        /// Its hex; none of a field.
        hex: String,
    },
}

/// How strong an army is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// SP of infantry and cavalry on the map.
    pub sp: u32,
    /// Guns on the map.
    pub guns: u32,
    /// SP of units that have routed.
    pub routed: u32,
}

/// An hour of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hour {
    /// The turn, by its place in the calendar.
    pub turn: u8,
    /// Its name.
    pub label: String,
    /// What happened.
    pub moments: Vec<Moment>,
    /// Fires of each side.
    pub fires: BySide<u32>,
    /// SP lost.
    pub lost: BySide<u32>,
    /// Guns lost.
    pub guns: BySide<u32>,
    /// The armies when it ended.
    pub standing: BySide<Standing>,
    /// The points when it ended.
    pub points: Option<BySide<i32>>,
    /// What the game would have come to.
    pub verdict: Option<Verdict>,
}

/// What a unit has lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitLoss {
    /// Who.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// The brigade it acted with in the end.
    pub brigade: String,
    /// Whether its strength is guns.
    pub is_battery: bool,
    /// Strength at the start.
    pub before: u8,
    /// Strength that is left.
    pub left: u8,
    /// Whether it is on the map, and how it stands if not.
    pub state: &'static str,
}

/// A game, told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chronicle {
    /// The scenario.
    pub title: String,
    /// Its number.
    pub scenario: u8,
    /// Hour by hour.
    pub hours: Vec<Hour>,
    /// Everything that was lost, in its order.
    pub fallen: Vec<Fallen>,
    /// Every unit that took part.
    pub units: Vec<UnitLoss>,
    /// The armies at the start.
    pub start: BySide<Standing>,
    /// The score at the end.
    pub score: Option<Score>,
    /// Whether the game came to its end.
    pub over: bool,
}

impl Chronicle {
    /// SP and guns that a side has lost, those of its eliminated units among them.
    #[must_use]
    pub fn lost(&self, side: Side) -> (u32, u32) {
        let (mut sp, mut guns) = (0, 0);
        for hour in &self.hours {
            sp += hour.lost[side];
            guns += hour.guns[side];
        }
        (sp, guns)
    }

    /// SP of infantry and cavalry that a side has lost with units that were taken or given up whole: who would be captured or
    /// missing.
    #[must_use]
    pub fn taken(&self, setting: &Setting, side: Side) -> u32 {
        let own = |fallen: &&Fallen| {
            let facts = setting.unit(fallen.unit);
            let men = matches!(facts.arm, Arm::Infantry | Arm::Cavalry);
            fallen.taken && men && facts.side == side
        };
        let lost = self.fallen.iter().filter(own);
        lost.map(|fallen| u32::from(fallen.sp)).sum()
    }

    /// What each brigade of a side has lost, hour by hour; brigades that lost nothing are left out.
    #[must_use]
    pub fn by_brigade(&self, setting: &Setting, side: Side) -> Vec<(String, Vec<u32>)> {
        let mut found: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for fallen in &self.fallen {
            let facts = setting.unit(fallen.unit);
            let unit = self.units.iter().find(|unit| unit.name == facts.name);
            let Some(unit) = unit.filter(|unit| unit.side == side && !unit.is_battery) else {
                continue;
            };
            let row = found
                .entry(&unit.brigade)
                .or_insert_with(|| vec![0; self.hours.len()]);
            let hour = self.hours.iter().position(|hour| hour.turn == fallen.turn);
            if let Some(cell) = hour.and_then(|hour| row.get_mut(hour)) {
                *cell += u32::from(fallen.sp);
            }
        }
        let mut rows: Vec<(String, Vec<u32>)> = found
            .into_iter()
            .map(|(name, row)| (name.to_owned(), row))
            .collect();
        rows.sort_by_key(|(_, row)| core::cmp::Reverse(row.iter().sum::<u32>()));
        rows
    }
}

/// Writes a chronicle from events.
#[derive(Debug)]
pub struct Chronicler {
    position: Position,
    before: Vec<u8>,
    took_part: Vec<bool>,
    start: BySide<Standing>,
    hours: Vec<Hour>,
    fallen: Vec<Fallen>,
    places: Vec<(NamedPlace, Option<Side>)>,
    over: bool,
}

impl Chronicler {
    /// A chronicle that begins with this position.
    #[must_use]
    pub fn new(setting: &Setting, position: &Position) -> Self {
        let mut chronicler = Self {
            position: position.clone(),
            before: position.units.iter().map(|unit| unit.sp).collect(),
            took_part: position.units.iter().map(|unit| unit.on_map()).collect(),
            start: BySide::from_fn(|side| standing(setting, position, side)),
            hours: Vec::new(),
            fallen: Vec::new(),
            places: places(setting)
                .into_iter()
                .map(|place| (place, None))
                .collect(),
            over: false,
        };
        chronicler.open_hour(setting);
        chronicler.look_at_places(setting);
        chronicler
    }

    fn open_hour(&mut self, setting: &Setting) {
        let turn = self.position.turn;
        if self.hours.last().is_some_and(|hour| hour.turn == turn) {
            return;
        }
        let calendar = setting.calendar().get(usize::from(turn));
        self.hours.push(Hour {
            turn,
            label: calendar.map_or(String::new(), |turn| turn.label.clone()),
            moments: Vec::new(),
            fires: BySide::default(),
            lost: BySide::default(),
            guns: BySide::default(),
            standing: BySide::from_fn(|side| standing(setting, &self.position, side)),
            points: None,
            verdict: None,
        });
    }

    /// The position as it has been followed.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Something happens.
    pub fn see(&mut self, stage: &Stage, event: &Event) {
        let setting = &stage.setting;
        self.tell(setting, event);
        let end = matches!(event, Event::TurnEnded { .. });
        if end {
            self.tell_places(setting);
            // What the turn came to is asked before the marker moves on.
            let score = victory::score(stage.at(&self.position));
            let standing = BySide::from_fn(|side| standing(setting, &self.position, side));
            if let Some(hour) = self.hours.last_mut() {
                hour.standing = standing;
                hour.points = score.as_ref().map(|score| score.totals);
                hour.verdict = score.map(|score| score.verdict);
            }
        }
        self.position.apply(setting, event);
        match event {
            Event::TurnBegan { turn } => {
                self.open_hour(setting);
                if *turn == 0 {
                    self.look_at_places(setting);
                }
            }
            Event::GameOver => self.over = true,
            Event::Moved { unit, .. } => self.takes_part(*unit),
            Event::SetUp { piece, .. } | Event::PresenceChanged { piece, .. } => {
                if let Some(unit) = piece.unit()
                    && self.position.unit(unit).on_map()
                {
                    self.takes_part(unit);
                }
            }
            _ => {}
        }
    }

    fn takes_part(&mut self, unit: UnitId) {
        if let Some(part) = self.took_part.get_mut(unit.index()) {
            *part = true;
        }
    }

    /// Who holds what before anybody has moved: nothing to tell.
    fn look_at_places(&mut self, setting: &Setting) {
        for (place, held) in &mut self.places {
            *held = place.held_by(setting, &self.position);
        }
    }

    /// The places that have changed hands since their last master was known; one that both claim is nobody's news.
    fn tell_places(&mut self, setting: &Setting) {
        let mut news = Vec::new();
        for (place, held) in &mut self.places {
            let now = place.held_by(setting, &self.position);
            if let Some(side) = now.filter(|_| now != *held) {
                *held = now;
                let hex = match (place.kind, place.hexes.first()) {
                    (PlaceKind::Field, _) | (_, None) => String::new(),
                    (_, Some(&hex)) => setting.grid().name(hex).to_owned(),
                };
                news.push(Moment::Taken {
                    side,
                    place: place.kind,
                    name: place.name.clone(),
                    hex,
                });
            }
        }
        news.into_iter().for_each(|moment| self.moment(moment));
    }

    fn moment(&mut self, moment: Moment) {
        if let Some(hour) = self.hours.last_mut() {
            hour.moments.push(moment);
        }
    }

    /// Notes what an event tells, before it is applied.
    fn tell(&mut self, setting: &Setting, event: &Event) {
        let hex_name = |hex| setting.grid().name(hex).to_owned();
        let unit_name = |unit: UnitId| setting.unit(unit).name.clone();
        match event {
            Event::Fired { fire, .. } => {
                let side = fire
                    .from
                    .first()
                    .map(|own| setting.unit(own.part.unit).side);
                if let (Some(side), Some(hour)) = (side, self.hours.last_mut()) {
                    hour.fires[side] += 1;
                }
            }
            Event::Assaulted {
                attackers, targets, ..
            } => {
                let side = attackers.first().map(|&unit| setting.unit(unit).side);
                self.moment(Moment::Assault {
                    side: side.unwrap_or(Side::Union),
                    attackers: attackers.iter().map(|&unit| unit_name(unit)).collect(),
                    hexes: targets.iter().map(|&hex| hex_name(hex)).collect(),
                    result: None,
                });
            }
            Event::Rolled(roll) => {
                if let (Purpose::Assault(..), DieVerdict::Assault(found)) =
                    (roll.purpose, roll.verdict)
                {
                    let moments = self.hours.last_mut().map(|hour| &mut hour.moments);
                    let open = moments.and_then(|all| {
                        all.iter_mut().rev().find_map(|moment| match moment {
                            Moment::Assault { result, .. } if result.is_none() => Some(result),
                            _ => None,
                        })
                    });
                    if let Some(result) = open {
                        *result = Some(found.kind());
                    }
                }
            }
            Event::Lost { unit, sp, rule, .. } => self.falls(setting, *unit, *sp, false, *rule),
            Event::PresenceChanged {
                piece: Piece::Leader(leader),
                presence: Presence::Lost,
                ..
            } => {
                let facts = setting.leader(*leader);
                self.moment(Moment::LeaderFell {
                    side: facts.side,
                    leader: facts.name.clone(),
                });
            }
            Event::PresenceChanged {
                piece: Piece::Unit(unit),
                presence: Presence::OnMap,
                hex,
                ..
            } => self.comes(setting, *unit, *hex),
            Event::PresenceChanged {
                piece: Piece::Unit(unit),
                presence,
                rule,
                ..
            } => self.leaves(setting, *unit, *presence, *rule),
            Event::EventDrawn {
                happening, rule, ..
            } if *happening != Happening::Nothing => {
                let (happening, rule) = (*happening, *rule);
                self.moment(Moment::Happened { happening, rule });
            }
            Event::Effectiveness {
                command,
                ineffective,
            } => {
                let facts = setting.command(*command);
                if facts.level <= Level::Corps {
                    self.moment(Moment::Worn {
                        side: facts.side,
                        command: names::command(setting, *command).to_owned(),
                        worn: *ineffective,
                    });
                }
            }
            Event::Surprised { side, .. } => self.moment(Moment::Surprised { side: *side }),
            _ => {}
        }
    }

    fn falls(&mut self, setting: &Setting, unit: UnitId, sp: u8, taken: bool, rule: Rule) {
        let facts = setting.unit(unit);
        let side = facts.side;
        self.fallen.push(Fallen {
            turn: self.position.turn,
            unit,
            hex: self.position.unit(unit).hex,
            sp,
            taken,
            rule,
        });
        if let Some(hour) = self.hours.last_mut() {
            match facts.arm {
                Arm::Artillery => hour.guns[side] += u32::from(sp),
                Arm::Infantry | Arm::Cavalry => hour.lost[side] += u32::from(sp),
                Arm::Gunboat => {}
            }
        }
    }

    /// A unit comes onto the map: for the first time, from a rout, or guns that are manned again.
    fn comes(&mut self, setting: &Setting, unit: UnitId, hex: Option<HexId>) {
        let state = self.position.unit(unit);
        let command = self.position.body_of(setting, unit);
        let command = names::body(setting, command);
        let (side, unit) = (setting.unit(unit).side, setting.unit(unit).name.clone());
        let hex = setting.grid().name(hex.unwrap_or(state.hex)).to_owned();
        match state.presence {
            Presence::Routed => self.moment(Moment::Rallied { side, unit, hex }),
            Presence::AbandonedOne | Presence::AbandonedTwo => {
                self.moment(Moment::Recrewed { side, unit, hex });
            }
            Presence::Due(_) | Presence::Left => self.arrives(side, command, unit, hex),
            Presence::OnMap | Presence::Lost | Presence::Absent => {}
        }
    }

    /// Whoever of a command comes in the same hour is told of together.
    fn arrives(&mut self, side: Side, command: String, unit: String, hex: String) {
        let moments = self.hours.last_mut().map(|hour| &mut hour.moments);
        let known = moments.and_then(|all| {
            all.iter_mut().find_map(|moment| match moment {
                Moment::Arrived {
                    side: own,
                    command: theirs,
                    units,
                    hexes,
                } if *own == side && *theirs == command => Some((units, hexes)),
                _ => None,
            })
        });
        let Some((units, hexes)) = known else {
            self.moment(Moment::Arrived {
                side,
                command,
                units: vec![unit],
                hexes: vec![hex],
            });
            return;
        };
        units.push(unit);
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }

    /// A unit leaves the map; what it still had goes with it if it is lost.
    fn leaves(&mut self, setting: &Setting, unit: UnitId, presence: Presence, rule: Rule) {
        let state = *self.position.unit(unit);
        let side = setting.unit(unit).side;
        let (name, hex) = (
            setting.unit(unit).name.clone(),
            setting.grid().name(state.hex).to_owned(),
        );
        let unit_name = name;
        match presence {
            Presence::Lost => {
                if state.sp > 0 {
                    self.falls(setting, unit, state.sp, true, rule);
                }
                self.moment(Moment::Eliminated {
                    side,
                    unit: unit_name,
                    hex,
                });
            }
            Presence::Routed => self.moment(Moment::Routed {
                side,
                unit: unit_name,
                hex,
            }),
            Presence::AbandonedOne => self.moment(Moment::Abandoned {
                side,
                unit: unit_name,
                hex,
            }),
            _ => {}
        }
    }

    /// The chronicle up to here.
    #[must_use]
    pub fn finish(self, stage: &Stage) -> Chronicle {
        let setting = &stage.setting;
        let units = setting
            .unit_ids()
            .filter(|unit| self.took_part.get(unit.index()) == Some(&true))
            .filter(|&unit| setting.unit(unit).arm != Arm::Gunboat)
            .map(|unit| {
                let (facts, state) = (setting.unit(unit), self.position.unit(unit));
                let body = self.position.body_of(setting, unit);
                UnitLoss {
                    name: facts.name.clone(),
                    side: facts.side,
                    brigade: names::body(setting, body),
                    is_battery: facts.arm == Arm::Artillery,
                    before: self.before.get(unit.index()).copied().unwrap_or(0),
                    left: if state.presence == Presence::Lost {
                        0
                    } else {
                        state.sp
                    },
                    state: match state.presence {
                        Presence::OnMap => "on-map",
                        Presence::Routed => "routed",
                        Presence::Lost => "lost",
                        Presence::AbandonedOne | Presence::AbandonedTwo => "abandoned",
                        _ => "away",
                    },
                }
            })
            .collect();
        let score = victory::score(stage.at(&self.position));
        Chronicle {
            title: setting.scenario.title.clone(),
            scenario: setting.scenario.number,
            hours: self.hours,
            fallen: self.fallen,
            units,
            start: self.start,
            score,
            over: self.over,
        }
    }
}

fn standing(setting: &Setting, position: &Position, side: Side) -> Standing {
    let mut found = Standing::default();
    for unit in setting.unit_ids() {
        let (facts, state) = (setting.unit(unit), position.unit(unit));
        if facts.side != side {
            continue;
        }
        let sp = u32::from(state.sp);
        match (facts.arm, state.presence) {
            (Arm::Infantry | Arm::Cavalry, Presence::OnMap) => found.sp += sp,
            (Arm::Infantry | Arm::Cavalry, Presence::Routed) => found.routed += sp,
            (Arm::Artillery, Presence::OnMap) => found.guns += sp,
            _ => {}
        }
    }
    found
}
