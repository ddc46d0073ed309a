//! Order notation: every choice as one readable line, printed canonically and read back.
//!
//! The first word is the order; names of pieces and commands follow as they are written at the table, hexes by their
//! printed number. A facing to a vertex is its name (`NE`), one to a hexside has a stroke before it (`/NE`).

use std::borrow::Cow;

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{CommandId, LeaderId, Orders, Piece, UnitId};
use longroll_core::{NotationError, resolve};
use longroll_position::{ActivatorId, BodyId, EntryGroupId, Marker, Setting, StackPlace};

use crate::battle::Battle;
use crate::choice::Choice;
use crate::name_tables::{NameTable, NameTables};
use crate::names;
use crate::stage::Stage;

const ORDERS: &str = "done accept place face initiative direct assign attach help transfer orders march defer reserve \
     release withhold pick sit try take keep inspire extra coordinate join activate ride halt move road off refuse alone together \
     unrefuse extend retract wheel about column line reorder withdraw stack turn bend evade enter arrive room mount dismount fall with";

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

/// A piece by name; a section with its letter.
#[must_use]
pub fn piece_name(setting: &Setting, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => setting.unit(unit).name.clone(),
        Piece::Section(unit, letter) => {
            format!("{} section {}", setting.unit(unit).name, letter.letter())
        }
        Piece::Leader(leader) => setting.leader(leader).name.clone(),
    }
}

/// A choice in canonical order notation.
#[must_use]
pub fn print(setting: &Setting, choice: Choice) -> String {
    let unit = |id: UnitId| setting.unit(id).name.as_str();
    let leader = |id: LeaderId| setting.leader(id).name.as_str();
    let command = |id: CommandId| names::command(setting, id);
    let hex = |id: HexId| setting.grid().name(id);
    let body = |id: BodyId| names::body(setting, id);
    let activator = |id: ActivatorId| names::activator(setting, id);
    match choice {
        Choice::Done => "done".to_owned(),
        Choice::Accept => "accept".to_owned(),
        Choice::Place { piece, hex: at } => {
            format!("place {} {}", piece_name(setting, piece), hex(at))
        }
        Choice::Face { unit: who, facing } => format!("face {} {}", unit(who), facing_word(facing)),
        Choice::Initiative { leader: Some(who) } => format!("initiative {}", leader(who)),
        Choice::Initiative { leader: None } => "initiative nobody".to_owned(),
        Choice::Direct {
            leader: who,
            body: whom,
        } => format!("direct {} {}", leader(who), body(whom)),
        Choice::Assign {
            unit: who,
            command: to,
        } => format!("assign {} {}", unit(who), command(to)),
        Choice::Attach {
            body: who,
            activator: to,
        } => format!("attach {} {}", body(who), activator(to)),
        Choice::Help {
            leader: who,
            command: whom,
        } => format!("help {} {}", leader(who), command(whom)),
        Choice::Transfer { first, second, to } => {
            format!(
                "transfer {} {} to {}",
                activator(first),
                activator(second),
                activator(to)
            )
        }
        Choice::Orders { body: who, orders } => {
            format!("orders {} {}", body(who), orders_word(orders))
        }
        Choice::UnitOrders { unit: who, orders } => {
            format!("orders {} {}", unit(who), orders_word(orders))
        }
        Choice::MarchUnder {
            leader: who,
            body: whom,
        } => format!("march {} {}", leader(who), body(whom)),
        Choice::Defer { group } => format!("defer {}", names::group(group)),
        Choice::Reserve { command: who } => format!("reserve {}", command(who)),
        Choice::Release { body: who, orders } => {
            format!("release {} {}", body(who), orders_word(orders))
        }
        Choice::Alert { activator: whose } => format!("alert {}", activator(whose)),
        Choice::Withhold { activator: whose } => format!("withhold {}", activator(whose)),
        Choice::Pick { marker } => format!("pick {}", names::marker(setting, marker)),
        Choice::SitOut { body: who } => format!("sit {}", body(who)),
        Choice::Attempt {
            body: who,
            wanted: None,
        } => format!("try {}", body(who)),
        Choice::Attempt {
            body: who,
            wanted: Some(orders),
        } => format!("try {} {}", body(who), orders_word(orders)),
        Choice::Take { orders } => format!("take {}", orders_word(orders)),
        Choice::Keep => "keep".to_owned(),
        Choice::Inspire {
            leader: who,
            body: whom,
        } => format!("inspire {} {}", leader(who), body(whom)),
        Choice::Extra {
            leader: who,
            body: whom,
        } => format!("extra {} {}", leader(who), body(whom)),
        Choice::Coordinate => "coordinate".to_owned(),
        Choice::Join { body: who } => format!("join {}", body(who)),
        Choice::Activate { body: who } => format!("activate {}", body(who)),
        Choice::Ride {
            leader: who,
            hex: to,
        } => format!("ride {} {}", leader(who), hex(to)),
        Choice::Halt => "halt".to_owned(),
        Choice::Move {
            unit: who,
            hex: to,
            facing,
        } => {
            format!("move {} {} {}", unit(who), hex(to), facing_word(facing))
        }
        Choice::Road {
            unit: who,
            hex: to,
            facing,
        } => {
            format!("road {} {} {}", unit(who), hex(to), facing_word(facing))
        }
        Choice::OffRoad {
            unit: who,
            hex: to,
            facing,
        } => {
            format!("off {} {} {}", unit(who), hex(to), facing_word(facing))
        }
        Choice::MakeRoom { unit: who } => format!("room {}", unit(who)),
        Choice::Mount { unit: who } => format!("mount {}", unit(who)),
        Choice::Dismount { unit: who } => format!("dismount {}", unit(who)),
        Choice::Refuse { unit: who, hand } => format!("refuse {} {}", unit(who), hand_word(hand)),
        Choice::RefuseAlone { unit: who, hand } => {
            format!("alone {} {}", unit(who), hand_word(hand))
        }
        Choice::Together { unit: who, other } => {
            format!("together {} {}", unit(who), unit(other))
        }
        Choice::Unrefuse { unit: who } => format!("unrefuse {}", unit(who)),
        Choice::Extend { unit: who, hand } => {
            format!("extend {} {}", unit(who), hand.map_or("both", hand_word))
        }
        Choice::Retract {
            unit: who,
            hex: to,
            keeping: None,
        } => format!("retract {} {}", unit(who), hex(to)),
        Choice::Retract {
            unit: who,
            hex: to,
            keeping: Some(hand),
        } => {
            format!(
                "retract {} {} keeping {}",
                unit(who),
                hex(to),
                hand_word(hand)
            )
        }
        Choice::Wheel { unit: who, hand } => format!("wheel {} {}", unit(who), hand_word(hand)),
        Choice::About { unit: who } => format!("about {}", unit(who)),
        Choice::Column {
            unit: who,
            hex: head,
            facing,
        } => {
            format!("column {} {} {}", unit(who), hex(head), facing_word(facing))
        }
        Choice::Line {
            unit: who,
            hex: head,
            facing,
        } => {
            format!("line {} {} {}", unit(who), hex(head), facing_word(facing))
        }
        Choice::Reorder { unit: who, place } => {
            format!("reorder {} {}", unit(who), place_words(setting, place))
        }
        Choice::Withdraw { unit: who, hex: to } => format!("withdraw {} {}", unit(who), hex(to)),
        Choice::StackAt { place } => format!("stack {}", place_words(setting, place)),
        Choice::ReactFace { unit: who, facing } => {
            format!("turn {} {}", unit(who), facing_word(facing))
        }
        Choice::ReactRefuse { unit: who, hand } => {
            format!("bend {} {}", unit(who), hand_word(hand))
        }
        Choice::React { unit: who, hex: to } => format!("evade {} {}", unit(who), hex(to)),
        Choice::Enter {
            unit: who,
            hex: at,
            facing,
        } => {
            format!("enter {} {} {}", unit(who), hex(at), facing_word(facing))
        }
        Choice::Arrive {
            leader: who,
            hex: at,
        } => format!("arrive {} {}", leader(who), hex(at)),
        Choice::FallBack { unit: who, hex: to } => format!("fall {} {}", unit(who), hex(to)),
        Choice::Accompany {
            leader: who,
            unit: whom,
        } => format!("with {} {}", leader(who), unit(whom)),
    }
}

/// The choice a text means: one of the legal ones, by full text or unique abbreviation; else whatever it says, so that it
/// can be refused with its rule.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(battle: &Battle, text: &str) -> Result<Choice, NotationError> {
    let setting = battle.setting();
    let offers = battle.listed();
    // The usual case, a canonical text, needs no list.
    let literal = read(battle.stage(), text);
    if let Ok(choice) = literal
        && offers.iter().any(|offer| offer.choice == choice)
    {
        return Ok(choice);
    }
    // A full text means itself, offered or not; only what is none is completed.
    if let Ok(choice) = literal
        && is_same(&print(setting, choice), text)
    {
        return Ok(choice);
    }
    let printed: Vec<String> = offers
        .iter()
        .map(|offer| print(setting, offer.choice))
        .collect();
    match resolve(text, printed.iter().map(String::as_str)) {
        Ok(Some(index)) => Ok(offers[index].choice),
        Ok(None) => literal,
        Err(ambiguous) => literal.map_err(|_| ambiguous),
    }
}

/// The same words, however they are spaced and written.
fn is_same(one: &str, other: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_lowercase).collect() };
    words(one) == words(other)
}

/// A piece and where it is to go: `9 IL 2323 NE`, `9 IL 2323`, or `9 IL` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// Which.
    pub piece: Piece,
    /// Where to.
    pub hex: Option<HexId>,
    /// With which facing.
    pub facing: Option<Facing>,
}

/// Reads a piece and where it is to go.
///
/// # Errors
/// What is wrong with the text.
pub fn read_goal(stage: &Stage, text: &str) -> Result<Goal, NotationError> {
    let mut words = Words {
        setting: &stage.setting,
        names: &stage.names,
        rest: text.trim(),
    };
    let piece = words.piece()?;
    let hex = if words.rest.is_empty() {
        None
    } else {
        Some(words.hex()?)
    };
    let facing = if words.rest.is_empty() {
        None
    } else {
        Some(words.facing()?)
    };
    if words.rest.is_empty() {
        Ok(Goal { piece, hex, facing })
    } else {
        Err(NotationError::Unknown {
            found: words.rest.to_owned(),
            expected: "end of the line",
        })
    }
}

/// Reads a full text without looking at what is legal.
///
/// # Errors
/// What is wrong with it.
pub fn read(stage: &Stage, text: &str) -> Result<Choice, NotationError> {
    let mut words = Words {
        setting: &stage.setting,
        names: &stage.names,
        rest: text.trim(),
    };
    let verb = words.word("order").map_err(|_| NotationError::Empty)?;
    let verb = if verb.bytes().all(|letter| letter.is_ascii_lowercase()) {
        Cow::Borrowed(verb)
    } else {
        Cow::Owned(verb.to_lowercase())
    };
    let choice = match &*verb {
        "done" => Choice::Done,
        "accept" => Choice::Accept,
        "place" => Choice::Place {
            piece: words.piece()?,
            hex: words.hex()?,
        },
        "face" => Choice::Face {
            unit: words.unit()?,
            facing: words.facing()?,
        },
        "initiative" => {
            if words.rest.eq_ignore_ascii_case("nobody") {
                words.rest = "";
                Choice::Initiative { leader: None }
            } else {
                Choice::Initiative {
                    leader: Some(words.leader()?),
                }
            }
        }
        "direct" => Choice::Direct {
            leader: words.leader()?,
            body: words.body()?,
        },
        "assign" => Choice::Assign {
            unit: words.unit()?,
            command: words.command()?,
        },
        "attach" => Choice::Attach {
            body: words.body()?,
            activator: words.activator()?,
        },
        "help" => Choice::Help {
            leader: words.leader()?,
            command: words.command()?,
        },
        "transfer" => {
            let (first, second) = (words.activator()?, words.activator()?);
            words.keyword("to")?;
            Choice::Transfer {
                first,
                second,
                to: words.activator()?,
            }
        }
        "orders" => match words.body() {
            Ok(body) => Choice::Orders {
                body,
                orders: words.orders()?,
            },
            Err(_) => Choice::UnitOrders {
                unit: words.unit()?,
                orders: words.orders()?,
            },
        },
        "march" => Choice::MarchUnder {
            leader: words.leader()?,
            body: words.body()?,
        },
        "defer" => Choice::Defer {
            group: words.group()?,
        },
        "reserve" => Choice::Reserve {
            command: words.command()?,
        },
        "release" => Choice::Release {
            body: words.body()?,
            orders: words.orders()?,
        },
        "alert" => Choice::Alert {
            activator: words.activator()?,
        },
        "withhold" => Choice::Withhold {
            activator: words.activator()?,
        },
        "pick" => Choice::Pick {
            marker: words.marker()?,
        },
        "sit" => Choice::SitOut {
            body: words.body()?,
        },
        "try" => {
            let body = words.body()?;
            let wanted = if words.rest.is_empty() {
                None
            } else {
                Some(words.orders()?)
            };
            Choice::Attempt { body, wanted }
        }
        "take" => Choice::Take {
            orders: words.orders()?,
        },
        "keep" => Choice::Keep,
        "inspire" => Choice::Inspire {
            leader: words.leader()?,
            body: words.body()?,
        },
        "extra" => Choice::Extra {
            leader: words.leader()?,
            body: words.body()?,
        },
        "coordinate" => Choice::Coordinate,
        "join" => Choice::Join {
            body: words.body()?,
        },
        "activate" => Choice::Activate {
            body: words.body()?,
        },
        "ride" => Choice::Ride {
            leader: words.leader()?,
            hex: words.hex()?,
        },
        "halt" => Choice::Halt,
        "move" => Choice::Move {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "road" => Choice::Road {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "off" => Choice::OffRoad {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "mount" => Choice::Mount {
            unit: words.unit()?,
        },
        "dismount" => Choice::Dismount {
            unit: words.unit()?,
        },
        "room" => Choice::MakeRoom {
            unit: words.unit()?,
        },
        "refuse" => Choice::Refuse {
            unit: words.unit()?,
            hand: words.hand()?,
        },
        "alone" => Choice::RefuseAlone {
            unit: words.unit()?,
            hand: words.hand()?,
        },
        "together" => Choice::Together {
            unit: words.unit()?,
            other: words.unit()?,
        },
        "unrefuse" => Choice::Unrefuse {
            unit: words.unit()?,
        },
        "extend" => {
            let unit = words.unit()?;
            let hand = if words.rest.eq_ignore_ascii_case("both") {
                words.rest = "";
                None
            } else {
                Some(words.hand()?)
            };
            Choice::Extend { unit, hand }
        }
        "retract" => {
            let (unit, hex) = (words.unit()?, words.hex()?);
            let keeping = if words.rest.is_empty() {
                None
            } else {
                words.keyword("keeping")?;
                Some(words.hand()?)
            };
            Choice::Retract { unit, hex, keeping }
        }
        "wheel" => Choice::Wheel {
            unit: words.unit()?,
            hand: words.hand()?,
        },
        "about" => Choice::About {
            unit: words.unit()?,
        },
        "column" => Choice::Column {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "line" => Choice::Line {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "reorder" => Choice::Reorder {
            unit: words.unit()?,
            place: words.place()?,
        },
        "withdraw" => Choice::Withdraw {
            unit: words.unit()?,
            hex: words.hex()?,
        },
        "stack" => Choice::StackAt {
            place: words.place()?,
        },
        "turn" => Choice::ReactFace {
            unit: words.unit()?,
            facing: words.facing()?,
        },
        "bend" => Choice::ReactRefuse {
            unit: words.unit()?,
            hand: words.hand()?,
        },
        "evade" => Choice::React {
            unit: words.unit()?,
            hex: words.hex()?,
        },
        "enter" => Choice::Enter {
            unit: words.unit()?,
            hex: words.hex()?,
            facing: words.facing()?,
        },
        "arrive" => Choice::Arrive {
            leader: words.leader()?,
            hex: words.hex()?,
        },
        "fall" => Choice::FallBack {
            unit: words.unit()?,
            hex: words.hex()?,
        },
        "with" => Choice::Accompany {
            leader: words.leader()?,
            unit: words.unit()?,
        },
        _ => {
            return Err(NotationError::UnknownOrder {
                word: verb.into_owned(),
                known: ORDERS.replace(' ', ", "),
            });
        }
    };
    if words.rest.is_empty() {
        Ok(choice)
    } else {
        Err(NotationError::LeftOver {
            found: words.rest.to_owned(),
        })
    }
}

/// The rest of a line, read word by word and name by name.
struct Words<'a> {
    setting: &'a Setting,
    names: &'a NameTables,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn word(&mut self, expected: &'static str) -> Result<&'a str, NotationError> {
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

    fn piece(&mut self) -> Result<Piece, NotationError> {
        self.name(&self.names.pieces, "piece")
    }

    fn hex(&mut self) -> Result<HexId, NotationError> {
        let word = self.word("hex")?;
        self.setting
            .grid()
            .parse(word)
            .map_err(|_| NotationError::Unknown {
                found: word.to_owned(),
                expected: "hex of this map",
            })
    }

    fn facing(&mut self) -> Result<Facing, NotationError> {
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
