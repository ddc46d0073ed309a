//! The sentence of a choice while it is being filled: what stands in its blanks, and whom it is about.

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, LeaderId, Piece, UnitId};
use longroll_gbacw::assault::Aim;
use longroll_gbacw::fire::FireManner;
use longroll_gbacw::{Battle, Choice, names, notation};
use longroll_position::{ActivatorId, BodyId, Setting};

use crate::naming;
use crate::wire::WishGroup;
use crate::words::Words;

/// The sentence of a choice.
pub(crate) struct Sentence<'a> {
    battle: &'a Battle,
    setting: &'a Setting,
    words: &'a Words,
    /// Which text it is.
    key: &'static str,
    blanks: Vec<(&'static str, String)>,
    /// Whom it is about.
    pub group: WishGroup,
    /// The leader who acts.
    pub leader: Option<String>,
    /// What sets it apart from others with the same aim.
    pub short: Option<String>,
}

impl<'a> Sentence<'a> {
    /// An empty sentence about this group, if nothing in the choice says otherwise.
    pub(crate) fn new(
        battle: &'a Battle,
        words: &'a Words,
        key: &'static str,
        group: WishGroup,
    ) -> Self {
        Self {
            battle,
            setting: battle.setting(),
            words,
            key,
            blanks: Vec::new(),
            group,
            leader: None,
            short: None,
        }
    }

    /// Fills in what a choice names. Each of the chapters passes over the choices of the others.
    pub(crate) fn fill_in(&mut self, choice: Choice) {
        self.command(choice);
        self.activation(choice);
        self.leaders_and_pieces(choice);
        self.movement(choice);
        self.fight(choice);
    }

    pub(crate) fn fill(&mut self, blank: &'static str, value: impl Into<String>) {
        self.blanks.push((blank, value.into()));
    }

    /// The sentence with its blanks filled.
    pub(crate) fn text(&self) -> String {
        let blanks = self.blanks.iter();
        let filled: Vec<(&str, &str)> = blanks
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        self.words.say(&format!("choice.{}", self.key), &filled)
    }

    fn about_body(&mut self, id: BodyId) {
        self.fill("body", naming::body(self.setting, id));
        self.group = WishGroup::Body(names::body(self.setting, id));
    }

    fn about_activator(&mut self, blank: &'static str, id: ActivatorId) {
        self.fill(blank, naming::activator(self.setting, id));
        self.group = WishGroup::Activator(names::activator(self.setting, id));
    }

    fn about_command(&mut self, id: CommandId) {
        self.fill("command", naming::command(self.setting, id));
        self.group = WishGroup::Command(names::command(self.setting, id).to_owned());
    }

    fn about_leader(&mut self, name: String) {
        self.group = WishGroup::Leader(name.clone());
        self.leader = Some(name);
    }

    fn leader_acts(&mut self, id: LeaderId) {
        self.leader = Some(naming::leader(self.setting, id));
    }

    /// SR 4.0, 6.0: commands, what belongs to them, and their orders.
    fn command(&mut self, choice: Choice) {
        let (setting, words) = (self.setting, self.words);
        match choice {
            Choice::Direct { leader, body } => {
                self.leader_acts(leader);
                self.about_body(body);
            }
            Choice::Assign { command, .. } => {
                self.fill("command", naming::command(setting, command));
            }
            Choice::Attach { body, activator } => {
                self.about_body(body);
                self.fill("activator", naming::activator(setting, activator));
            }
            Choice::Orders { body, orders } | Choice::Release { body, orders } => {
                self.about_body(body);
                self.fill("who", naming::body(setting, body));
                self.fill("orders", naming::orders(words, orders));
            }
            Choice::UnitOrders { unit, orders } => {
                self.fill("who", naming::unit(setting, unit));
                self.fill("orders", naming::orders(words, orders));
            }
            Choice::Attempt { body, wanted } => {
                self.about_body(body);
                if let Some(orders) = wanted {
                    self.key = "try-for";
                    self.fill("orders", naming::orders(words, orders));
                }
            }
            Choice::Take { orders } => self.fill("orders", naming::orders(words, orders)),
            Choice::Reserve { command } => self.about_command(command),
            _ => {}
        }
    }

    /// SR 5.0: the Initiative, Efficiency and markers.
    fn activation(&mut self, choice: Choice) {
        let (setting, words) = (self.setting, self.words);
        match choice {
            Choice::Initiative { leader } => match leader {
                Some(id) => self.leader_acts(id),
                None => self.key = "initiative-nobody",
            },
            Choice::MarchUnder { leader, body } | Choice::Extra { leader, body } => {
                self.leader_acts(leader);
                self.about_body(body);
            }
            Choice::Help { leader, command } => {
                self.leader_acts(leader);
                self.about_command(command);
            }
            Choice::Transfer { first, second, to } => {
                self.fill("first", naming::activator(setting, first));
                self.fill("second", naming::activator(setting, second));
                self.about_activator("to", to);
            }
            Choice::Defer { group } => self.fill("group", names::group(group)),
            Choice::Alert { activator } | Choice::Withhold { activator } => {
                self.about_activator("activator", activator);
            }
            Choice::Pick { marker } => {
                self.fill("marker", naming::marker(setting, words, marker));
            }
            Choice::SitOut { body } | Choice::Join { body } | Choice::Activate { body } => {
                self.about_body(body);
            }
            _ => {}
        }
    }

    /// Leaders on their way and beside their men, pieces that are placed, rallied and rested.
    fn leaders_and_pieces(&mut self, choice: Choice) {
        let setting = self.setting;
        match choice {
            Choice::Place { piece, .. } => {
                let name = notation::piece_name(setting, piece);
                self.fill("piece", name.clone());
                if let Piece::Leader(_) = piece {
                    self.about_leader(name);
                }
            }
            Choice::Ride { leader, .. }
            | Choice::Arrive { leader, .. }
            | Choice::Embolden { leader }
            | Choice::Steady { leader } => self.about_leader(naming::leader(setting, leader)),
            Choice::Accompany { leader, unit } => {
                self.about_leader(naming::leader(setting, leader));
                self.fill("unit", naming::unit(setting, unit));
            }
            Choice::Inspire { leader, body } => {
                self.leader_acts(leader);
                self.about_body(body);
            }
            Choice::NameLeader { leader } => {
                self.key = "name-leader";
                self.fill("leader", naming::leader(setting, leader));
            }
            Choice::Rally { body } | Choice::Ease { body } => {
                self.about_body(body);
                self.fill("who", naming::body(setting, body));
            }
            Choice::RallyUnit { unit } | Choice::EaseUnit { unit } => {
                self.fill("who", naming::unit(setting, unit));
            }
            Choice::Return {
                host: Some(body), ..
            } => {
                self.key = "return-with";
                self.fill("body", naming::body(setting, body));
            }
            Choice::Absorb { into, .. } => self.fill("into", naming::unit(setting, into)),
            _ => {}
        }
    }

    /// SR 7.0, 8.0, 9: how units move and stand.
    fn movement(&mut self, choice: Choice) {
        let (setting, words) = (self.setting, self.words);
        match choice {
            Choice::Together { other, .. } => self.fill("other", naming::unit(setting, other)),
            Choice::Retract {
                keeping: Some(_), ..
            } => self.key = "retract-keeping",
            Choice::FallBack { by: Some(by), .. } => {
                self.key = "fall-by";
                self.fill("by", setting.grid().name(by));
            }
            Choice::Extend { hand: None, .. } => self.fill("hand", words.say("hand.both", &[])),
            Choice::Raise { section, .. } => {
                self.fill("section", (u16::from(section.0) + 1).to_string());
            }
            Choice::Reorder { place, .. } | Choice::StackAt { place } => {
                self.fill("place", naming::place(setting, words, place));
            }
            _ => {}
        }
    }

    /// SR 10.0, 11.0: fires, assaults and ammunition.
    fn fight(&mut self, choice: Choice) {
        match choice {
            Choice::Shell { body, .. } => self.fill("body", naming::body(self.setting, body)),
            Choice::Fire { unit, target, how } => {
                let how = manner(self.setting, self.words, how);
                self.short = Some(match how.strip_prefix(", ") {
                    Some(claims) => claims.to_owned(),
                    None => self.words.say("manner.all", &[]),
                });
                self.fill("manner", how);
                self.fill("whom", whom(self.battle, unit, target));
            }
            Choice::Assault { unit, aim } => self.assault(unit, aim),
            Choice::Supply {
                section: Some(section),
                ..
            } => {
                self.key = "supply-section";
                self.fill("section", (u16::from(section.0) + 1).to_string());
            }
            _ => {}
        }
    }

    fn assault(&mut self, unit: UnitId, aim: Aim) {
        let mut text = match aim.hex {
            Some(hex) => whom(self.battle, unit, hex),
            None => self.words.say("hand.all-in-front", &[]),
        };
        if let Some(other) = aim.with {
            let other = naming::unit(self.setting, other);
            let joined = self.words.say("hand.together-with", &[("unit", &other)]);
            self.short = Some(joined.trim_start_matches(", ").to_owned());
            text.push_str(&joined);
        } else {
            self.short = Some(self.words.say("manner.alone", &[]));
        }
        self.fill("aim", text);
    }
}

/// How a fire is made, in words, with a comma before each part.
fn manner(setting: &Setting, words: &Words, how: FireManner) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(hex) = how.from {
        parts.push(words.say("manner.from", &[("hex", setting.grid().name(hex))]));
    }
    if let Some(section) = how.section {
        let number = (section + 1).to_string();
        parts.push(words.say("manner.section", &[("number", &number)]));
    }
    if let Some(sp) = how.sp {
        parts.push(words.say("manner.sp", &[("number", &sp.to_string())]));
    }
    for (claimed, key) in [
        (how.refused, "refused"),
        (how.joins, "joins"),
        (how.options.prepared, "prepared"),
        (how.options.rapid, "rapid"),
        (how.options.will_move, "moving"),
        (how.options.last_rounds, "last"),
        (how.options.limited, "limited"),
    ] {
        if claimed {
            parts.push(words.say(&format!("manner.{key}"), &[]));
        }
    }
    parts.iter().map(|part| format!(", {part}")).collect()
}

/// Whoever stands in a hex and is not of this side, from the top; the hex itself if nobody does.
fn whom(battle: &Battle, unit: UnitId, hex: HexId) -> String {
    let setting = battle.setting();
    let side = setting.unit(unit).side;
    let enemies = battle.position().stack(hex).map(|part| part.unit);
    let names: Vec<String> = enemies
        .filter(|&other| setting.unit(other).side != side)
        .map(|other| naming::unit(setting, other))
        .collect();
    let name = setting.grid().name(hex);
    if names.is_empty() {
        name.to_owned()
    } else {
        format!("{} ({name})", names.join(" + "))
    }
}
