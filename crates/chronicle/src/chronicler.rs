//! Writes a chronicle while the events of a game go by.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, CommandId, Level, Piece, UnitId};
use longroll_core::{BySide, Side};
use longroll_gbacw::event::{Event, Purpose, Rolled, Verdict as DieVerdict};
use longroll_gbacw::{Stage, names, victory};
use longroll_position::{Happening, Position, Presence, Setting};
use longroll_rule::Rule;
use longroll_victory::{NamedPlace, PlaceKind, places};

use crate::chronicle::{Chronicle, Fallen, Hour, Moment, Standing, UnitLoss};

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
            } => self.assaults(setting, attackers, targets),
            Event::Rolled(roll) => self.resolves(roll),
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
            } => self.wears(setting, *command, *ineffective),
            Event::Surprised { side, .. } => self.moment(Moment::Surprised { side: *side }),
            _ => {}
        }
    }

    fn assaults(&mut self, setting: &Setting, attackers: &[UnitId], targets: &[HexId]) {
        let side = attackers.first().map(|&unit| setting.unit(unit).side);
        let names = attackers
            .iter()
            .map(|&unit| setting.unit(unit).name.clone());
        let hexes = targets
            .iter()
            .map(|&hex| setting.grid().name(hex).to_owned());
        self.moment(Moment::Assault {
            side: side.unwrap_or(Side::Union),
            attackers: names.collect(),
            hexes: hexes.collect(),
            result: None,
        });
    }

    /// A die gives the last assault without a result its result.
    fn resolves(&mut self, roll: &Rolled) {
        let (Purpose::Assault(..), DieVerdict::Assault(found)) = (roll.purpose, roll.verdict)
        else {
            return;
        };
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

    fn wears(&mut self, setting: &Setting, command: CommandId, worn: bool) {
        let facts = setting.command(command);
        if facts.level <= Level::Corps {
            self.moment(Moment::Worn {
                side: facts.side,
                command: names::command(setting, command).to_owned(),
                worn,
            });
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
