//! Everything that can be chosen, in one table: each choice with its word, its parts, the rules that grant it, what it does
//! and an example. The enum, its printing, its reading, the help and `docs/notation.md` are made from this table alone.
//!
//! A choice reads alone: pieces, commands and hexes, never an index into a list.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{CommandId, LeaderId, Orders, Piece, UnitId};
use longroll_core::{NotationError, Side};
use longroll_position::{ActivatorId, BodyId, EntryGroupId, Marker, Setting, StackPlace};
use longroll_rule::Rule;

use crate::assault::Aim;
use crate::fire::{FireManner, SectionPlace};
use crate::notation::{Part, Way, Words};

/// A line of the table of choices.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The word of the order.
    pub word: &'static str,
    /// What follows it.
    pub parts: &'static [Shape],
    /// The rules that grant it.
    pub rules: &'static [Rule],
    /// What it does.
    pub help: &'static str,
    /// The order as it is written.
    pub example: &'static str,
}

/// A part of an order: what stands there, and how it is introduced.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// What stands there.
    pub kind: &'static str,
    pub way: Way,
}

macro_rules! way {
    () => {
        Way::Plain
    };
    ($way:expr) => {
        $way
    };
}

macro_rules! choices {
    ($(
        $variant:ident $word:literal
        $({ $($field:ident: $type:ty $(= $way:expr)?),+ $(,)? })?
        [$($rule:ident),*] $help:literal $example:literal;
    )+) => {
        /// One choice of a player. Its notation is its only outside form (see [`crate::notation`]).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Choice {
            $(
                #[doc = $help]
                #[doc = ""]
                #[doc = concat!("`", $example, "`")]
                $variant $({ $($field: $type),+ })?,
            )+
        }

        impl Choice {
            /// The table.
            pub const TABLE: &'static [Entry] = &[
                $(Entry {
                    word: $word,
                    parts: &[$($(Shape {
                        kind: <$type as Part>::KIND,
                        way: way!($($way)?),
                    }),+)?],
                    rules: &[$(Rule::$rule),*],
                    help: $help,
                    example: $example,
                },)+
            ];

            /// Whether every piece and command it names is this side's.
            pub(crate) fn is_of(self, side: Side, setting: &Setting) -> bool {
                // BB 14.79: whom a gunboat shells is the enemy's.
                if let Self::Shell { unit, .. } = self {
                    return setting.unit(unit).side == side;
                }
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        true $($(&& $field.owner(setting).is_none_or(|owner| owner == side))+)?
                    })+
                }
            }

            /// Writes the choice in canonical notation.
            pub(crate) fn say(self, setting: &Setting) -> String {
                let mut out = String::with_capacity(24);
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        out.push_str($word);
                        $($($field.say(way!($($way)?), setting, &mut out);)+)?
                    })+
                }
                out
            }

            /// Reads what follows the word of an order.
            #[allow(unused_mut)] // An order without parts reads nothing.
            pub(crate) fn hear(word: &str, words: Words<'_>) -> Result<Self, NotationError> {
                // Of several forms with one word, the one that was read furthest says what is wrong.
                let mut failed: Option<(usize, NotationError)> = None;
                $(
                    if word == $word {
                        let mut rest = words;
                        let mut read = || -> Result<Self, NotationError> {
                            let choice = Self::$variant $({
                                $($field: Part::hear(way!($($way)?), &mut rest)?),+
                            })?;
                            rest.end()?;
                            Ok(choice)
                        };
                        match read() {
                            Ok(choice) => return Ok(choice),
                            Err(error) => {
                                let left = rest.left();
                                if failed.as_ref().is_none_or(|(least, _)| left <= *least) {
                                    failed = Some((left, error));
                                }
                            }
                        }
                    }
                )+
                Err(failed.map_or_else(
                    || NotationError::UnknownOrder {
                        word: word.to_owned(),
                        known: known_orders(),
                    },
                    |(_, error)| error,
                ))
            }
        }
    };
}

/// Every word an order may begin with, once each, in the order of the table.
fn known_orders() -> String {
    let mut words: Vec<&str> = Vec::new();
    for entry in Choice::TABLE {
        if !words.contains(&entry.word) {
            words.push(entry.word);
        }
    }
    words.join(", ")
}

choices! {
    Done "done" [] "Nothing (more) of what is asked." "done";
    Accept "accept" [BB_30_0_setup] "The rest of the side's set-up stays as it stands." "accept";
    Place "place" { piece: Piece, hex: HexId } [BB_30_0_setup, SR_12_73, SR_12_74, BB_9_7_landing]
        "Puts a piece into a hex: at set-up, when a leader is displaced or replaced, when room is made." "place Peabody S3418";
    Face "face" { unit: UnitId, facing: Facing } [SR_7_21, SR_7_23] "Turns a unit in its hex." "face 16 WI NE";
    Initiative "initiative" { leader: Option<LeaderId> = Way::Or("nobody") } [SR_5_11]
        "Whose Initiative value is added to the roll." "initiative A.S. Johnston";
    Direct "direct" { leader: LeaderId, body: BodyId } [BB_4_11_direct] "A commander takes a brigade under Direct Command." "direct Beauregard 1/1/2";
    Assign "assign" { unit: UnitId, command: CommandId } [SR_4_32, BB_4_24, BB_4_25, BB_4_32, BB_4_33]
        "A unit acts with another command." "assign Munch Bty 1/6/T";
    Attach "attach" { body: BodyId, activator: ActivatorId } [BB_5_26] "A brigade acts with another division." "attach 2/5/T 4/T";
    Help "help" { leader: LeaderId, command: CommandId } [SR_5_22, SR_5_23, BB_4_2]
        "A commander raises the number of a corps or division by one." "help Grant 4/T";
    Transfer "transfer" { first: ActivatorId, second: ActivatorId, to: ActivatorId = Way::After("to") } [SR_5_43]
        "Two Activations are given up for one." "transfer 1/T 4/T to 2/T";
    Orders "orders" { body: BodyId, orders: Orders } [SR_6_12] "A brigade is put under orders." "orders 2/6/T attack";
    UnitOrders "orders" { unit: UnitId, orders: Orders } [BB_4_24_orders, BB_4_25_orders] "A single unit is put under orders." "orders Georgia Dragoons attack";
    MarchUnder "march" { leader: LeaderId, body: BodyId } [BB_4_11_march] "A commander puts a brigade under March orders." "march A.S. Johnston 1/1/2";
    Defer "defer" { group: EntryGroupId } [BB_9_7] "A group of reinforcements, by its number, enters after the cup is empty." "defer 3";
    Reserve "reserve" { command: CommandId } [SR_6_32] "A brigade, division or corps goes into Reserve." "reserve 1/T";
    Release "release" { body: BodyId, orders: Orders } [SR_6_34] "A brigade leaves Reserve under these orders." "release 1/1/T attack";
    Alert "alert" { activator: ActivatorId } [BB_alert_8AM] "A division becomes alert." "alert 1/T";
    Withhold "withhold" { activator: ActivatorId } [SR_5_31] "A division puts one marker fewer into the cup." "withhold 1/T";
    Pick "pick" { marker: Marker } [SR_5_13] "The first marker of the turn." "pick 1/T";
    SitOut "sit" { body: BodyId } [SR_5_26] "A brigade lets this marker pass." "sit 1/1/T";
    Attempt "try" { body: BodyId, wanted: Option<Orders> = Way::Maybe } [SR_6_21, BB_6_22]
        "A brigade tries to change its orders; where the wanted orders matter they are named." "try 1/1/3";
    Take "take" { orders: Orders } [SR_6_23] "Takes these orders after a Change." "take attack";
    Keep "keep" [SR_6_23] "Declines a Change." "keep";
    Inspire "inspire" { leader: LeaderId, body: BodyId } [BB_4_11_J1] "A commander puts a brigade under Attack orders without a roll." "inspire A.S. Johnston 1/1/3";
    Extra "extra" { leader: LeaderId, body: BodyId } [BB_4_11_J4] "A commander gives a brigade an extra Activation." "extra A.S. Johnston 1/1/3";
    Coordinate "coordinate" [SR_5_34] "Rolls for brigades that act as one." "coordinate";
    Join "join" { body: BodyId } [SR_5_34] "This brigade is of the coordinated group." "join 1/1/3";
    Activate "activate" { body: BodyId } [SR_5_32] "This brigade acts next." "activate 1/1/3";
    Ride "ride" { leader: LeaderId, hex: HexId } [SR_9_31, SR_9_32] "A leader moves one hex." "ride Shaver S3021";
    Halt "halt" [SR_9_13] "The piece under way stops." "halt";
    Move "move" { unit: UnitId, hex: HexId, facing: Facing } [SR_9_13] "A unit enters the next hex with this facing." "move 16 WI S3917 NE";
    Road "road" { unit: UnitId, hex: HexId, facing: Facing } [SR_8_13] "The same along a route, forming Extended Column for it." "road 16 WI S3917 NE";
    OffRoad "off" { unit: UnitId, hex: HexId, facing: Facing } [SR_9_43] "The same over the ground although a route leads there." "off 16 WI S3917 NE";
    Level "level" { unit: UnitId, hex: HexId, facing: Facing } [SR_15_17] "The same over an entrenchment, which is taken away for 1 MP more." "level 16 WI S3917 NE";
    Refuse "refuse" { unit: UnitId, hand: Hand } [SR_7_31] "Refuses a flank." "refuse 16 WI left";
    RefuseAlone "alone" { unit: UnitId, hand: Hand } [SR_7_32_stack] "Refuses over units that will leave the hex in this Activation." "alone 16 WI left";
    Together "together" { unit: UnitId, other: UnitId } [SR_8_21] "Another unit of the hex moves along the route with this one, which leads." "together 16 WI 15 MI";
    Unrefuse "unrefuse" { unit: UnitId } [SR_7_33] "Stops being refused." "unrefuse 16 WI";
    Extend "extend" { unit: UnitId, hand: Option<Hand> = Way::Or("both") } [SR_8_41, SR_8_43] "Forms or widens an Extended Line." "extend 16 WI left";
    Retract "retract" { unit: UnitId, hex: HexId, keeping: Option<Hand> = Way::After("keeping") } [SR_8_42, SR_8_52]
        "Takes extensions back: the counter stands in this hex, and a line may keep one extension." "retract 16 WI S3918 keeping left";
    Wheel "wheel" { unit: UnitId, hand: Hand } [SR_8_44] "An Extended Line wheels on the part at this hand." "wheel 16 WI left";
    About "about" { unit: UnitId } [SR_7_22, SR_8_44_aboutface] "Turns 180 degrees; stacks are inverted." "about 16 WI";
    Column "column" { unit: UnitId, hex: HexId, facing: Facing } [SR_8_44, SR_8_5] "A line forms Extended Column with the counter at this end." "column 16 WI S3918 /NE";
    Line "line" { unit: UnitId, hex: HexId, facing: Facing } [SR_8_52] "A column forms Extended Line with the counter in this hex." "line 16 WI S3918 NE";
    Reorder "reorder" { unit: UnitId, place: StackPlace } [SR_8_24] "Changes its place in the stack." "reorder 16 WI top";
    Raise "raise" { unit: UnitId, section: SectionPlace = Way::After("section") } [SR_8_24] "A battery puts this section above its others: it fires first where not all guns may." "raise Munch Bty section 2";
    Withdraw "withdraw" { unit: UnitId, hex: HexId } [SR_9_54] "Withdrawal movement, one hex." "withdraw 16 WI S3917";
    Mount "mount" { unit: UnitId } [SR_14_22] "Cavalry gets into the saddle." "mount Georgia Dragoons";
    Dismount "dismount" { unit: UnitId } [SR_14_22] "Cavalry gets off its horses." "dismount Georgia Dragoons";
    StackAt "stack" { place: StackPlace } [SR_8_23] "Where the unit under way goes in the stack." "stack below Munch Bty";
    ReactFace "turn" { unit: UnitId, facing: Facing } [SR_9_61] "A unit that reacts turns." "turn 16 WI NE";
    ReactRefuse "bend" { unit: UnitId, hand: Hand } [SR_9_61] "A unit that reacts refuses a flank." "bend 16 WI left";
    React "evade" { unit: UnitId, hex: HexId, by: Option<HexId> = Way::After("by") } [SR_9_63] "Reaction movement: a unit moves away, by the easiest way or `by` another hex." "evade Munch Bty S3917";
    Enter "enter" { unit: UnitId, hex: HexId, facing: Facing } [SR_9_71] "A reinforcement enters." "enter 15 MI N5233 W";
    Arrive "arrive" { leader: LeaderId, hex: HexId } [SR_9_71] "A leader enters." "arrive Nelson N5233";
    MakeRoom "room" { unit: UnitId } [BB_9_7_landing] "A friend makes room in a landing hex; where it goes is asked next." "room 16 WI";
    FallBack "fall" { unit: UnitId, hex: HexId, by: Option<HexId> = Way::After("by") } [SR_6_24_C, SR_12_41, SR_12_44, SR_9_55_2, BB_30_1] "A unit falls back, by the easiest way or `by` another hex; of a column `by` names the hex of its last part." "fall 16 WI S3917";
    Fire "fire" { unit: UnitId, target: HexId, how: FireManner } [SR_10_11, SR_10_15, SR_10_42, SR_10_44, SR_10_45, SR_10_51, SR_10_68]
        "A unit fires at a hex, with all it has unless told otherwise: `from` a hex of an extended unit, `section` of a battery, so many `sp`, at this `boat` of several, the share of the `refused` front; `joining` the fire before it; `prepared`, `rapid`, before `moving`, with the `last` rounds, by `limited` sight." "fire 16 WI S3917 sp 3 prepared";
    Assault "assault" { unit: UnitId, aim: Aim } [SR_11_12, SR_11_21, SR_11_22, SR_11_31, SR_11_32]
        "A unit assaults one hex of its front, or `all` enemies there; `with` another unit whose strength it joins." "assault 16 WI S3917 with 15 MI";
    Charge "charge" { unit: UnitId, hex: HexId } [SR_11_51, SR_11_53, SR_11_54] "Mounted cavalry announces a charge against an enemy it sees, before it moves; after a passed UDD it must ride it." "charge Georgia Dragoons S3917";
    Embolden "embolden" { leader: LeaderId } [BB_4_11_J2] "A commander makes brigadiers in his range count as Aggressive." "embolden A.S. Johnston";
    Steady "steady" { leader: LeaderId } [BB_4_11_J3] "A commander lets Green regiments in his range assault although they failed to commit themselves." "steady A.S. Johnston";
    Check "check" { unit: UnitId } [SR_11_37_extended] "Of several units on top this one makes the Pre-Assault check." "check 16 WI";
    Countercharge "countercharge" { unit: UnitId } [SR_11_56] "Mounted cavalry that is charged charges in its turn." "countercharge Georgia Dragoons";
    Resolve "resolve" { unit: UnitId } [SR_11_41] "The assault of this unit is resolved next." "resolve 16 WI";
    Lose "lose" { unit: UnitId } [SR_8_36_losses] "Of several units with the best Cohesion this one takes the loss." "lose 16 WI";
    Press "press" [SR_11_47] "The assault is continued." "press";
    Advance "advance" { unit: UnitId, hex: HexId, facing: Facing } [SR_12_6_fire, SR_11_46, SR_11_47_advance] "A unit advances into a hex that its fire or assault has emptied, or goes on beyond it." "advance 16 WI S3917 NE";
    Supply "supply" { unit: UnitId, section: Option<SectionPlace> = Way::After("section") } [SR_10_92, BB_10_92_sa, BB_10_92_art]
        "A unit brings up ammunition instead of moving and firing; one `section` of a battery while the others fire." "supply 16 WI";
    Shell "shell" { unit: UnitId, body: BodyId } [BB_14_79] "A gunboat fires at an enemy brigade in Reserve that it does not see, at night." "shell Lexington 1/1/2";
    Recover "recover" { unit: UnitId } [SR_13_4, SR_13_41] "A Disordered unit tries to recover instead of moving and firing." "recover 16 WI";
    Rally "rally" { body: BodyId } [SR_13_45] "A brigade that has rested all turn brings its Disordered units into order." "rally 1/1/T";
    RallyUnit "rally" { unit: UnitId } [SR_13_45, BB_13_45] "A unit of no brigade that has rested all turn comes into order." "rally Georgia Dragoons";
    Ease "ease" { body: BodyId } [SR_17_42] "A brigade that has rested all turn is less tired by one level." "ease 1/1/T";
    EaseUnit "ease" { unit: UnitId } [SR_17_42, BB_13_45] "A unit of no brigade that has rested all turn is less tired by one level." "ease Georgia Dragoons";
    Return "return" { unit: UnitId, host: Option<BodyId> = Way::After("with") } [SR_13_51, SR_13_52, BB_13_52, BB_13_55] "A routed unit tries to come back; a unit of no brigade `with` one in Reserve." "return 16 WI";
    Absorb "absorb" { unit: UnitId, into: UnitId = Way::After("into") } [BB_14_42] "A Detachment goes back into a regiment of its brigade." "absorb Detachment A into 25 MO";
    Entrench "entrench" { unit: UnitId, facing: Facing } [SR_15_11] "A unit begins an entrenchment towards the two hexsides it faces." "entrench 16 WI NE";
    Cancel "cancel" { unit: UnitId } [BB_18_1_nofire, BB_19_0_7] "An enemy who has announced his fire does not fire: the chit is used." "cancel 16 WI";
    Loot "loot" { unit: UnitId, hex: HexId } [BB_18_1_loot] "An enemy unit goes looting in a camp." "loot 16 LA S3425";
    Name "name" { unit: UnitId } [BB_19_0_3, BB_19_0_4, BB_19_0_6, BB_19_0_8, BB_19_0_9, SR_12_52] "The event is for this unit; or it does not rout." "name 16 WI";
    NameLeader "name" { leader: LeaderId } [BB_19_0_0] "The event is for this leader." "name Peabody";
    Stray "stray" { unit: UnitId, hex: HexId } [BB_19_0_2] "An enemy unit that has lost its way comes into this hex." "stray 16 LA S3426";
    Accompany "with" { leader: LeaderId, unit: UnitId } [SR_9_31, SR_12_72] "A leader goes along with a unit, wherever it moves." "with Shaver 2 AR";
}
