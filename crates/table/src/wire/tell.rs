//! What the table says.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{
    Answered, Face, Fight, Reach, SightLine, StandingAnswer, Targets, Way, Who, Why, WishGroup,
};

/// Everything a screen may show now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// Grows with every choice and every undo.
    pub state: u64,
    /// How many choices have been made.
    pub choices: u32,
    /// Whose eyes these are.
    pub side: Side,
    /// The turn.
    pub turn: Turn,
    /// Who has the Initiative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Side>,
    /// The cup.
    pub cup: Cup,
    /// Every piece this side may see.
    pub pieces: Vec<Piece>,
    /// Brigades and what acts like one.
    pub bodies: Vec<Body>,
    /// Divisions and whoever has markers.
    pub activators: Vec<Activator>,
    /// What is asked of this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What is asked of somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// The screen is to be handed to this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curtain: Option<Side>,
    /// A wish that stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<WishLeft>,
    /// What undo would take back.
    pub undo: Undo,
    /// Standing answers of this side.
    pub standing: Vec<Standing>,
    /// The last paragraphs of the story.
    pub story: Vec<Paragraph>,
    /// What happened since this screen was last shown something, where other eyes look at it now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<Step>,
    /// What the computer has in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intention: Option<Intention>,
    /// The game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// How the battle stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

/// What has changed since a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// The state it follows on.
    pub from: u64,
    /// Names that can no longer be seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// What happened, choice by choice.
    pub steps: Vec<Step>,
    /// Everything as in a look; of pieces, bodies and activators only what changed, of the story what is new.
    #[serde(flatten)]
    pub now: Look,
}

/// The turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Its name in the data.
    pub id: String,
    /// As printed.
    pub label: String,
    /// From 1.
    pub number: u32,
    /// Turns of the scenario.
    pub of: u32,
    /// Day, twilight or night.
    pub light: String,
    /// The line of the sequence of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// In words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub phase_text: String,
}

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Who would have won if it ended now, in words.
    pub verdict: String,
    /// The winner; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The rule that says so.
    pub rule: String,
    /// Points.
    pub union: i32,
    /// Points.
    pub confederate: i32,
    /// Point by point.
    pub lines: Vec<ScoreLine>,
    /// Objectives and the like.
    pub goals: Vec<ScoreGoal>,
}

/// Points and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreLine {
    /// Who scores.
    pub side: Side,
    /// How much.
    pub points: i32,
    /// Why.
    pub text: String,
    /// The rule.
    pub rule: String,
    /// They count only later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_come: bool,
}

/// Something that is met or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreGoal {
    /// What kind of goal, in words.
    pub kind: String,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// It is met.
    pub met: bool,
    /// It counts.
    pub counts: bool,
    /// The rule.
    pub rule: String,
    /// Every condition.
    pub checks: Vec<ScoreCheck>,
}

/// A condition and how it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreCheck {
    /// It is fulfilled.
    pub holds: bool,
    /// In words.
    pub text: String,
}

/// The cup of markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cup {
    /// Markers still in it.
    pub markers: u32,
    /// The marker being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<Drawn>,
    /// Markers drawn this turn, in order.
    pub drawn: Vec<Drawn>,
}

/// A marker out of the cup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// Its name.
    pub marker: String,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// A piece as a side may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    /// Its name in order notation.
    pub name: String,
    /// Its key in the data, as in the scenario's pieces.
    pub key: String,
    /// `unit` or `leader`.
    pub kind: String,
    /// Whose.
    pub side: Side,
    /// `on-map`, `due`, `routed`, `lost`, …
    pub presence: String,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// Every hex it occupies if there are several: the counter's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// `line` or `column` if it occupies several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    /// As in order notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// The flank that is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Place in the stack, 0 on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// Strength now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u8>,
    /// Full strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<u8>,
    /// `good-order`, `disordered`, `collapsed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The Cohesion of the side that lies up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cohesion: Option<u8>,
    /// MP of a whole move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<String>,
    /// MP used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<String>,
    /// `march`, `advance`, `attack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<String>,
    /// The command it acts with.
    pub command: String,
    /// What it acts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// In Command.
    pub in_command: bool,
    /// As a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<String>,
    /// Level, where it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fatigue: Option<String>,
    /// Cavalry in the saddle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mounted: Option<bool>,
    /// It has done something in this Activation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Its move has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub move_over: bool,
    /// A leader who is his replacement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
}

/// A brigade or what acts like one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Body {
    /// Its name in order notation.
    pub name: String,
    /// Its name in words.
    pub title: String,
    /// Whose.
    pub side: Side,
    /// Whoever leads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// With whose markers it acts.
    pub activator: String,
    /// `march`, `advance`, `attack`.
    pub orders: String,
    /// In Reserve.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
    /// In Command.
    pub in_command: bool,
    /// Combat Ineffective.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
    /// As a word.
    pub fatigue: String,
    /// Activations it may use this turn.
    pub entitled: u8,
    /// Activations used.
    pub used: u8,
    /// What binds it while this marker is played.
    pub bound: String,
    /// Where a mission sends it; only its own side knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<String>,
    /// Its units on the map.
    pub units: Vec<String>,
}

/// A division or whoever has markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activator {
    /// Its name in order notation.
    pub name: String,
    /// Its name in words.
    pub title: String,
    /// Whose.
    pub side: Side,
    /// Efficiency drawn; 0 if none or unknown.
    pub efficiency: u8,
    /// Activations in all; 0 if none or unknown.
    pub number: u8,
    /// Markers put into the cup; 0 if none or unknown.
    pub placed: u8,
    /// Markers drawn.
    pub drawn: u8,
    /// Combat Ineffective.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Of whom.
    pub side: Side,
    /// The kind of question.
    pub key: String,
    /// In words.
    pub text: String,
    /// The rule.
    pub rule: String,
    /// The rule's title.
    pub rule_title: String,
    /// Whom it is about.
    pub about: About,
    /// The other side must not see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Every legal choice.
    pub choices: Vec<Opt>,
    /// The same sorted for people.
    pub groups: Vec<Group>,
    /// What Enter takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
    /// It may be answered once for the whole game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands: bool,
}

/// Whom a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// A unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// A leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// A brigade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// A division.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activator: Option<String>,
    /// Units that have a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Leaders who have a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
}

/// One legal choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opt {
    /// In order notation: its only name.
    pub order: String,
    /// The first word of order notation.
    pub kind: String,
    /// The rule that grants it.
    pub rule: String,
    /// In words.
    pub text: String,
    /// What sets it apart from others with the same aim: how a fire is made, with whom one assaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Which unit acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Which leader acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// As in order notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// Known to be followed by a die, a draw or something revealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rolls: bool,
    /// It ends something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Who could still act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives_up: Vec<String>,
}

/// Choices about the same piece or command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// About whom.
    #[serde(flatten)]
    pub who: GroupWho,
    /// Kind by kind.
    pub kinds: Vec<KindGroup>,
}

/// About whom a group is: one field, or none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupWho {
    /// A unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// A leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// A brigade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// A division.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activator: Option<String>,
    /// A command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

impl From<WishGroup> for GroupWho {
    fn from(group: WishGroup) -> Self {
        let mut who = Self::default();
        match group {
            WishGroup::Unit(name) => who.unit = Some(name),
            WishGroup::Leader(name) => who.leader = Some(name),
            WishGroup::Body(name) => who.body = Some(name),
            WishGroup::Activator(name) => who.activator = Some(name),
            WishGroup::Command(name) => who.command = Some(name),
            WishGroup::Nobody => {}
        }
        who
    }
}

/// Choices of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KindGroup {
    /// The first word of order notation.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The rule of the first of them.
    pub rule: String,
    /// Places in the list of choices.
    pub choices: Vec<u32>,
}

/// What is asked of somebody else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Of whom.
    pub side: Side,
    /// In words, if everybody may know.
    pub text: String,
    /// The rule, if everybody may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The computer decides.
    pub computer: bool,
}

/// A wish that stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WishLeft {
    /// Why it stopped.
    pub why: Stopped,
    /// In words.
    pub text: String,
    /// Who has still to go.
    pub left: Vec<String>,
    /// It can go on now.
    pub can: bool,
    /// The refusal that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refused>,
}

/// Why a wish stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stopped {
    /// A die changed something.
    Die,
    /// Somebody must decide something else.
    Question,
    /// A ruling differs from the one shown.
    Refused,
    /// The game is over.
    Over,
}

/// What undo would take back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Undo {
    /// Whether it can.
    pub can: bool,
    /// What, or why not.
    pub text: String,
    /// How many choices.
    #[serde(default)]
    pub choices: u32,
}

/// A standing answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// Its number.
    pub id: u32,
    /// The key of the question.
    pub key: String,
    /// Of whom.
    pub who: Who,
    /// What.
    pub answer: StandingAnswer,
    /// In words.
    pub text: String,
    /// Why it holds no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapsed: Option<String>,
}

/// One choice and what it led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// From 1; 0 is the set-up.
    pub number: u32,
    /// Whose.
    pub side: Side,
    /// By whom.
    pub by: Answered,
    /// What this side may know of it.
    pub events: Vec<Told>,
}

/// An event in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// The kind of event.
    pub kind: String,
    /// In words.
    pub text: String,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// About which piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// From which hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// To or in which hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<Die>,
}

/// A die with everything that made its total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Die {
    /// What for, in words.
    pub purpose: String,
    /// As it fell.
    pub natural: u8,
    /// What was added.
    pub terms: Vec<Term>,
    /// Die and terms together.
    pub total: i32,
    /// The total that must not be exceeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<i32>,
    /// What that means, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub verdict: String,
    /// `fire` or `assault` if its result is read off a table.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub table: String,
    /// How the table is read, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// What each face would have meant, where a table says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Face>,
}

/// A modifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    /// How much.
    pub value: i32,
    /// The rule.
    pub rule: String,
    /// The reason.
    pub text: String,
}

/// What one wish led to, as a story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paragraph {
    /// The number of the wish.
    pub number: u32,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// By whom.
    pub by: Answered,
    /// A heading: a turn or a marker begins with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The story.
    pub text: String,
    /// The first choice.
    pub first: u32,
    /// The last choice.
    pub last: u32,
    /// Which pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// Which hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// How badly it went for the Union: SP, Disorder, routs and leaders in one number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub union_harm: u32,
    /// The same for the Confederates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub confederate_harm: u32,
    /// Its dice, or every event if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Told>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What the computer has in mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intention {
    /// Whose.
    pub side: Side,
    /// In words.
    pub text: String,
}

/// How the game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    /// The result.
    pub result: String,
}

/// A refusal with its rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// Why not, in words.
    pub reason: String,
    /// The rule that forbids it.
    pub rule: String,
}

/// The answer to a saying.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    /// The `id` of the saying.
    pub reply: u64,
    /// What was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Answer>,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

/// What a saying leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// What has changed.
    Update(Box<Update>),
    /// Everything.
    Look(Box<Look>),
    /// Where a piece can go.
    Reach(Reach),
    /// What a wish to go would do.
    Way(Way),
    /// Why not.
    Why(Why),
    /// Whom a piece may fire at or assault.
    Targets(Targets),
    /// Cards of fires and assaults.
    Odds(Vec<Fight>),
    /// A line of sight.
    Sight(SightLine),
    /// Paragraphs.
    Story(Vec<Paragraph>),
}

/// Why a saying is not granted; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// A word for programs.
    pub word: String,
    /// In words.
    pub reason: String,
    /// The rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
