//! The parts of an order, each with how it is written and read.

use std::borrow::Cow;

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{CommandId, LeaderId, Orders, Piece, UnitId};
use longroll_core::{NotationError, Side};
use longroll_position::{ActivatorId, BodyId, EntryGroupId, Marker, Setting, StackPlace};

use crate::assault::Aim;
use crate::fire::{FireManner, SectionPlace};
use crate::name_tables::{NameTable, NameTables};
use crate::names;
use crate::stage::Stage;
/// The word of an order.
#[must_use]
pub const fn orders_word(orders: Orders) -> &'static str {
    match orders {
        Orders::March => "march",
        Orders::Advance => "advance",
        Orders::Attack => "attack",
    }
}

const fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn place_words(setting: &Setting, place: StackPlace) -> String {
    match place {
        StackPlace::Top => "top".to_owned(),
        StackPlace::Bottom => "bottom".to_owned(),
        StackPlace::Below(other) => format!("below {}", setting.unit(other).name),
    }
}

/// A facing: `NE` for a vertex, `/NE` for a hexside.
#[must_use]
pub fn facing_word(facing: Facing) -> String {
    match facing {
        Facing::Vertex(vertex) => vertex.name().to_owned(),
        Facing::Side(side) => format!("/{}", side.name()),
    }
}

/// The rest of a line, read word by word and name by name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a> {
    setting: &'a Setting,
    names: &'a NameTables,
    pub(super) rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn of(stage: &'a Stage, text: &'a str) -> Self {
        Self {
            setting: &stage.setting,
            names: &stage.names,
            rest: text.trim(),
        }
    }

    /// Nothing may follow.
    pub(crate) fn end(self) -> Result<(), NotationError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(NotationError::LeftOver {
                found: self.rest.to_owned(),
            })
        }
    }

    /// How much is still to be read.
    pub(crate) const fn left(self) -> usize {
        self.rest.len()
    }

    /// Whether the rest is this word, which is then read.
    fn is_only(&mut self, word: &str) -> bool {
        let found = self.rest.eq_ignore_ascii_case(word);
        if found {
            self.rest = "";
        }
        found
    }

    /// Whether the next word is this one, which is then read.
    fn takes(&mut self, word: &'static str) -> bool {
        let mut ahead = *self;
        let found = ahead.keyword(word).is_ok();
        if found {
            *self = ahead;
        }
        found
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Result<&'a str, NotationError> {
        if self.rest.is_empty() {
            return Err(NotationError::Missing { expected });
        }
        let (word, rest) = self
            .rest
            .split_once(char::is_whitespace)
            .unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        Ok(word)
    }

    fn keyword(&mut self, keyword: &'static str) -> Result<(), NotationError> {
        let word = self.word(keyword)?;
        if word.eq_ignore_ascii_case(keyword) {
            Ok(())
        } else {
            Err(NotationError::Unknown {
                found: word.to_owned(),
                expected: keyword,
            })
        }
    }

    fn number(&mut self, expected: &'static str) -> Result<u8, NotationError> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| NotationError::Unknown {
            found: word.to_owned(),
            expected,
        })
    }

    /// The longest of the names that the rest begins with.
    fn name<T: Copy>(
        &mut self,
        names: &NameTable<T>,
        expected: &'static str,
    ) -> Result<T, NotationError> {
        if self.rest.is_empty() {
            return Err(NotationError::Missing { expected });
        }
        match names.longest(self.rest) {
            Some((length, id)) => {
                self.rest = self.rest[length..].trim_start();
                Ok(id)
            }
            None => Err(NotationError::Unknown {
                found: self.rest.to_owned(),
                expected,
            }),
        }
    }

    fn unit(&mut self) -> Result<UnitId, NotationError> {
        self.name(&self.names.units, "unit")
    }

    fn leader(&mut self) -> Result<LeaderId, NotationError> {
        self.name(&self.names.leaders, "leader")
    }

    fn command(&mut self) -> Result<CommandId, NotationError> {
        self.name(&self.names.commands, "command")
    }

    fn body(&mut self) -> Result<BodyId, NotationError> {
        self.name(&self.names.bodies, "brigade")
    }

    fn activator(&mut self) -> Result<ActivatorId, NotationError> {
        self.name(&self.names.activators, "division")
    }

    fn marker(&mut self) -> Result<Marker, NotationError> {
        self.name(&self.names.markers, "marker")
    }

    pub(super) fn piece(&mut self) -> Result<Piece, NotationError> {
        self.name(&self.names.pieces, "piece")
    }

    pub(super) fn hex(&mut self) -> Result<HexId, NotationError> {
        let word = self.word("hex")?;
        self.setting
            .grid()
            .parse(word)
            .map_err(|_| NotationError::Unknown {
                found: word.to_owned(),
                expected: "hex of this map",
            })
    }

    pub(super) fn facing(&mut self) -> Result<Facing, NotationError> {
        let word = self.word("facing")?;
        let facing = match word.strip_prefix('/') {
            Some(side) => Facing::parse_side(side).ok(),
            None => Facing::parse_vertex(word).ok(),
        };
        facing.ok_or_else(|| NotationError::Unknown {
            found: word.to_owned(),
            expected: "facing",
        })
    }

    fn orders(&mut self) -> Result<Orders, NotationError> {
        let word = self.word("orders")?;
        Orders::ALL
            .iter()
            .copied()
            .find(|&orders| orders_word(orders).eq_ignore_ascii_case(word))
            .ok_or_else(|| NotationError::Unknown {
                found: word.to_owned(),
                expected: "kind of orders",
            })
    }

    fn hand(&mut self) -> Result<Hand, NotationError> {
        let word = self.word("flank")?;
        [Hand::Left, Hand::Right]
            .into_iter()
            .find(|&hand| hand_word(hand).eq_ignore_ascii_case(word))
            .ok_or_else(|| NotationError::Unknown {
                found: word.to_owned(),
                expected: "flank",
            })
    }

    fn place(&mut self) -> Result<StackPlace, NotationError> {
        let word = self.word("place in the stack")?;
        if word.eq_ignore_ascii_case("top") {
            Ok(StackPlace::Top)
        } else if word.eq_ignore_ascii_case("bottom") {
            Ok(StackPlace::Bottom)
        } else if word.eq_ignore_ascii_case("below") {
            Ok(StackPlace::Below(self.unit()?))
        } else {
            Err(NotationError::Unknown {
                found: word.to_owned(),
                expected: "place in the stack",
            })
        }
    }

    /// Counted from 1.
    fn section(&mut self) -> Result<SectionPlace, NotationError> {
        let number = self.number("section")?;
        let place = number.checked_sub(1).ok_or(NotationError::Unknown {
            found: number.to_string(),
            expected: "section, counted from 1",
        })?;
        Ok(SectionPlace(place))
    }

    fn group(&mut self) -> Result<EntryGroupId, NotationError> {
        let word = self.word("group")?;
        word.parse::<u16>()
            .ok()
            .and_then(|number| number.checked_sub(1))
            .filter(|&index| usize::from(index) < self.setting.scenario.reinforcements.len())
            .map(EntryGroupId)
            .ok_or_else(|| NotationError::Unknown {
                found: word.to_owned(),
                expected: "group of reinforcements",
            })
    }
}

/// How a part of an order is introduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It stands there.
    Plain,
    /// It stands there, or this word for none.
    Or(&'static str),
    /// It follows this word; one that may be missing is missing with it.
    After(&'static str),
    /// It may be missing.
    Maybe,
}

/// Something that can be a part of an order.
pub(crate) trait Part: Sized {
    /// What it is called where it is missing.
    const KIND: &'static str;

    /// Whose it is; nobody's if it is no piece and no command.
    fn owner(self, setting: &Setting) -> Option<Side>;

    /// Writes it behind what is there.
    fn say(self, way: Way, setting: &Setting, out: &mut String);

    /// Reads it.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn hear(way: Way, words: &mut Words<'_>) -> Result<Self, NotationError>;
}

fn marker_owner(setting: &Setting, marker: Marker) -> Option<Side> {
    match marker {
        Marker::Activation(activator) => Some(setting.activator(activator).side),
        Marker::March(side) => Some(side),
        Marker::BattleEvent | Marker::RandomEvent => None,
    }
}

fn piece_owner(setting: &Setting, piece: Piece) -> Side {
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => setting.unit(unit).side,
        Piece::Leader(leader) => setting.leader(leader).side,
    }
}

fn group_owner(setting: &Setting, group: EntryGroupId) -> Option<Side> {
    let group = setting.scenario.reinforcements.get(usize::from(group.0))?;
    Some(group.side)
}

/// What a part is written and read as, wherever it stands.
trait Spoken: Sized {
    const KIND: &'static str;
    fn owner(self, setting: &Setting) -> Option<Side>;
    fn text(self, setting: &Setting) -> Cow<'_, str>;
    fn read(words: &mut Words<'_>) -> Result<Self, NotationError>;
}

fn add(out: &mut String, word: &str) {
    out.push(' ');
    out.push_str(word);
}

macro_rules! spoken {
    ($($type:ty, $kind:literal, $read:ident, |$setting:ident, $value:ident| $owner:expr, $text:expr;)+) => {
        $(
            impl Spoken for $type {
                const KIND: &'static str = $kind;

                fn owner(self, $setting: &Setting) -> Option<Side> {
                    let $value = self;
                    let _ = (&$value, $setting);
                    $owner
                }

                fn text(self, $setting: &Setting) -> Cow<'_, str> {
                    let $value = self;
                    let _ = $setting;
                    Cow::from($text)
                }

                fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
                    words.$read()
                }
            }

            impl Part for $type {
                const KIND: &'static str = $kind;

                fn owner(self, setting: &Setting) -> Option<Side> {
                    Spoken::owner(self, setting)
                }

                fn say(self, way: Way, setting: &Setting, out: &mut String) {
                    if let Way::After(word) = way {
                        add(out, word);
                    }
                    add(out, &self.text(setting));
                }

                fn hear(way: Way, words: &mut Words<'_>) -> Result<Self, NotationError> {
                    if let Way::After(word) = way {
                        words.keyword(word)?;
                    }
                    Self::read(words)
                }
            }
        )+
    };
}

spoken! {
    UnitId, "unit", unit, |setting, unit| Some(setting.unit(unit).side), setting.unit(unit).name.as_str();
    LeaderId, "leader", leader, |setting, leader| Some(setting.leader(leader).side), setting.leader(leader).name.as_str();
    CommandId, "command", command, |setting, command| Some(setting.command(command).side), names::command(setting, command);
    BodyId, "brigade", body, |setting, body| Some(setting.body(body).side), names::body(setting, body);
    ActivatorId, "division", activator, |setting, activator| Some(setting.activator(activator).side), names::activator(setting, activator);
    Marker, "marker", marker, |setting, marker| marker_owner(setting, marker), names::marker(setting, marker);
    Piece, "piece", piece, |setting, piece| Some(piece_owner(setting, piece)), names::piece(setting, piece);
    HexId, "hex", hex, |setting, hex| None, setting.grid().name(hex);
    Facing, "facing", facing, |setting, facing| None, facing_word(facing);
    Orders, "orders", orders, |setting, orders| None, orders_word(orders);
    Hand, "flank", hand, |setting, hand| None, hand_word(hand);
    StackPlace, "place in the stack", place, |setting, place| None, place_words(setting, place);
    SectionPlace, "section", section, |setting, place| None, (u16::from(place.0) + 1).to_string();
    EntryGroupId, "group", group, |setting, group| group_owner(setting, group), names::group(group);
}

impl Part for FireManner {
    const KIND: &'static str = "manner";

    fn owner(self, _: &Setting) -> Option<Side> {
        None
    }

    fn say(self, _: Way, setting: &Setting, out: &mut String) {
        if let Some(hex) = self.from {
            add(out, "from");
            add(out, setting.grid().name(hex));
        }
        if let Some(section) = self.section {
            add(out, "section");
            add(out, &(section + 1).to_string());
        }
        if let Some(sp) = self.sp {
            add(out, "sp");
            add(out, &sp.to_string());
        }
        if let Some(boat) = self.boat {
            add(out, "boat");
            add(out, &setting.unit(boat).name);
        }
        for claim in Self::CLAIMS {
            if (claim.get)(&self) {
                add(out, claim.word);
            }
        }
    }

    fn hear(_: Way, words: &mut Words<'_>) -> Result<Self, NotationError> {
        let mut manner = Self::default();
        while !words.rest.is_empty() {
            let word = words.word("manner")?;
            let is = |known: &str| word.eq_ignore_ascii_case(known);
            if is("from") {
                manner.from = Some(words.hex()?);
            } else if is("section") {
                manner.section = Some(words.section()?.0);
            } else if is("boat") {
                manner.boat = Some(words.unit()?);
            } else if is("sp") {
                manner.sp = Some(words.number("number of SP")?);
            } else if let Some(claim) = Self::CLAIMS.iter().find(|claim| is(claim.word)) {
                (claim.set)(&mut manner);
            } else {
                return Err(NotationError::Unknown {
                    found: word.to_owned(),
                    expected: "manner of fire",
                });
            }
        }
        Ok(manner)
    }
}

impl Part for Aim {
    const KIND: &'static str = "aim";

    fn owner(self, setting: &Setting) -> Option<Side> {
        self.with.map(|unit| setting.unit(unit).side)
    }

    fn say(self, _: Way, setting: &Setting, out: &mut String) {
        match self.hex {
            Some(hex) => add(out, setting.grid().name(hex)),
            None => add(out, "all"),
        }
        if let Some(unit) = self.with {
            add(out, "with");
            add(out, &setting.unit(unit).name);
        }
    }

    fn hear(_: Way, words: &mut Words<'_>) -> Result<Self, NotationError> {
        let hex = if words.takes("all") {
            None
        } else {
            Some(words.hex()?)
        };
        let with = if words.rest.is_empty() {
            None
        } else {
            words.keyword("with")?;
            Some(words.unit()?)
        };
        Ok(Self { hex, with })
    }
}

impl<T: Spoken> Part for Option<T> {
    const KIND: &'static str = T::KIND;

    fn owner(self, setting: &Setting) -> Option<Side> {
        self.and_then(|value| value.owner(setting))
    }

    fn say(self, way: Way, setting: &Setting, out: &mut String) {
        match (self, way) {
            (Some(value), Way::After(word)) => {
                add(out, word);
                add(out, &value.text(setting));
            }
            (Some(value), _) => add(out, &value.text(setting)),
            (None, Way::Or(word)) => add(out, word),
            (None, _) => {}
        }
    }

    fn hear(way: Way, words: &mut Words<'_>) -> Result<Self, NotationError> {
        match way {
            Way::Or(word) if words.is_only(word) => return Ok(None),
            Way::Maybe | Way::After(_) if words.rest.is_empty() => return Ok(None),
            Way::After(word) => words.keyword(word)?,
            _ => {}
        }
        T::read(words).map(Some)
    }
}
