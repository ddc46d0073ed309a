//! What is asked, what waits, and what has been answered beforehand.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{StandingAnswer, Who, WishGroup};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    pub side: Side,
    /// The kind of question.
    pub key: String,
    /// In words.
    pub text: String,
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
    pub who: Who,
    pub answer: StandingAnswer,
    /// In words.
    pub text: String,
    /// Why it holds no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapsed: Option<String>,
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
