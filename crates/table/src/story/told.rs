//! One event in words, with the piece and the hexes it is about.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, LeaderId, Piece, UnitId};
use longroll_catalog::tables::WeaponClass;
use longroll_core::Side;
use longroll_gbacw::{Event, names, notation};
use longroll_position::{BodyId, Chit, CommandStatus, Happening, Mount, Setting, Task, Tired};
use longroll_rule::Rule;

use super::dice::die;
use crate::game::Happened;
use crate::seen::{bound_word, cohesion_word, presence_key};
use crate::words::Words;
use crate::{naming, wire};

/// An event being told: what fills the blanks of its text, and what it points at.
struct Teller<'a> {
    setting: &'a Setting,
    words: &'a Words,
    /// Of a fire's die: how the table was read.
    read: Option<(WeaponClass, u8)>,
    blanks: Vec<(&'static str, String)>,
    told: wire::Told,
}

impl Teller<'_> {
    fn fill(&mut self, blank: &'static str, value: impl Into<String>) {
        self.blanks.push((blank, value.into()));
    }

    fn unit(&mut self, id: UnitId) {
        self.piece(naming::unit(self.setting, id));
    }

    fn leader(&mut self, id: LeaderId) {
        self.piece(naming::leader(self.setting, id));
    }

    fn piece(&mut self, name: String) {
        self.told.piece = Some(name.clone());
        self.fill("piece", name);
    }

    fn body(&mut self, id: BodyId) {
        let name = naming::body(self.setting, id);
        self.fill("body", name);
    }

    fn to(&mut self, hex: HexId) {
        let name = self.setting.grid().name(hex).to_owned();
        self.told.to = Some(name.clone());
        self.fill("to", name);
    }

    fn from(&mut self, hex: HexId) {
        self.told.from = Some(self.setting.grid().name(hex).to_owned());
    }

    fn rule(&mut self, rule: Rule) {
        self.told.rule = Some(rule.to_string());
    }
}

/// An event in words.
pub(crate) fn tell(setting: &Setting, words: &Words, happened: &Happened) -> wire::Told {
    let mut teller = Teller {
        setting,
        words,
        read: happened.read,
        blanks: Vec::new(),
        told: wire::Told {
            kind: String::new(),
            text: String::new(),
            rule: None,
            piece: None,
            from: None,
            to: None,
            die: None,
        },
    };
    let key = tell_event(&mut teller, &happened.event);
    let Teller {
        blanks, mut told, ..
    } = teller;
    let filled: Vec<(&str, &str)> = blanks
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    told.text = words.say(&format!("event.{key}"), &filled);
    key.clone_into(&mut told.kind);
    told
}

/// Fills the blanks and says which text it is.
fn tell_event(t: &mut Teller<'_>, event: &Event) -> &'static str {
    let (setting, words) = (t.setting, t.words);
    match event {
        Event::TurnBegan { turn } => {
            t.rule(Rule::BB_2_43);
            let label = setting.calendar().get(usize::from(*turn));
            t.fill("turn", label.map_or("", |turn| turn.label.as_str()));
            "turn-began"
        }
        Event::Phase { rule } => {
            t.rule(*rule);
            t.fill("phase", words.rule_title(*rule));
            "phase"
        }
        Event::Rolled(roll) => {
            t.rule(roll.rule);
            let die = die(setting, words, roll, t.read);
            let mut dice = die.natural.to_string();
            for term in &die.terms {
                dice.push_str(&format!(" {:+}", term.value));
            }
            t.fill("purpose", die.purpose.clone());
            t.fill("dice", dice);
            t.fill("total", die.total.to_string());
            let verdict = match (&die.verdict, die.needed) {
                (verdict, _) if verdict.is_empty() => String::new(),
                (verdict, Some(needed)) => format!(" (≤ {needed}): {verdict}"),
                (verdict, None) => format!(": {verdict}"),
            };
            t.fill("verdict", verdict);
            t.told.die = Some(die);
            "rolled"
        }
        Event::SetUp { piece, hex } => {
            t.piece(notation::piece_name(setting, *piece));
            t.to(*hex);
            "set-up"
        }
        Event::InitiativeSettled {
            holder,
            owed_to,
            rule,
        } => {
            t.rule(*rule);
            match (holder, owed_to) {
                (Some(side), Some(command)) => {
                    t.fill("side", naming::side(words, *side));
                    t.fill("command", naming::command(setting, *command));
                    "initiative-owed"
                }
                (Some(side), None) => {
                    t.fill("side", naming::side(words, *side));
                    "initiative-settled"
                }
                (None, _) => "initiative-nobody",
            }
        }
        Event::LeaderStatus { leader, status, .. } => {
            t.rule(Rule::SR_4_22);
            t.leader(*leader);
            match status {
                CommandStatus::InCommand => "leader-in-command",
                CommandStatus::OutOfCommand => "leader-out-of-command",
            }
        }
        Event::UnitStatus { unit, status } => {
            t.rule(Rule::SR_4_22);
            t.unit(*unit);
            match status {
                CommandStatus::InCommand => "unit-in-command",
                CommandStatus::OutOfCommand => "unit-out-of-command",
            }
        }
        Event::DirectCommand { leader, body } => {
            t.leader(*leader);
            t.body(*body);
            "direct-command"
        }
        Event::Assigned {
            unit,
            command,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("command", naming::command(setting, *command));
            "assigned"
        }
        Event::Attached {
            body,
            activator,
            rule,
        } => {
            t.rule(*rule);
            t.body(*body);
            t.fill("activator", naming::activator(setting, *activator));
            "attached"
        }
        Event::EfficiencyDrawn {
            command,
            number,
            rule,
        } => {
            t.rule(*rule);
            t.fill("command", naming::command(setting, *command));
            t.fill("number", number.to_string());
            "efficiency-drawn"
        }
        Event::Helped {
            leader,
            command,
            rule,
        } => {
            t.rule(*rule);
            t.leader(*leader);
            t.fill("command", naming::command(setting, *command));
            "helped"
        }
        Event::Transferred { first, second, to } => {
            t.rule(Rule::SR_5_43);
            t.fill("first", naming::activator(setting, *first));
            t.fill("second", naming::activator(setting, *second));
            t.fill("activator", naming::activator(setting, *to));
            "transferred"
        }
        Event::Activations {
            activator, number, ..
        } => {
            t.rule(Rule::SR_5_24);
            t.fill("activator", naming::activator(setting, *activator));
            t.fill("number", number.to_string());
            "activations"
        }
        Event::Entitled { body, number, .. } => {
            t.body(*body);
            t.fill("number", number.to_string());
            "entitled"
        }
        Event::OrdersGiven { body, orders, rule } => {
            t.rule(*rule);
            t.body(*body);
            t.fill("orders", naming::orders(words, *orders));
            "orders-given"
        }
        Event::UnitOrders { unit, orders, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("orders", naming::orders(words, *orders));
            "unit-orders"
        }
        Event::ReserveEntered { body } => {
            t.rule(Rule::SR_6_32);
            t.body(*body);
            "reserve-entered"
        }
        Event::ReserveLeft { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "reserve-left"
        }
        other => tell_battle(t, other),
    }
}

/// Scenario rules, markers and activations.
fn tell_battle(t: &mut Teller<'_>, event: &Event) -> &'static str {
    let (setting, words) = (t.setting, t.words);
    match event {
        Event::Alerted { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "alerted"
        }
        Event::Surprised { side, by } => {
            t.fill("side", naming::side(words, *side));
            t.unit(*by);
            "surprised"
        }
        Event::EnemySeen { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "enemy-seen"
        }
        Event::GroupFreed { leader, rule } => {
            t.rule(*rule);
            t.leader(*leader);
            "group-freed"
        }
        Event::ArmyFreed { side, rule } => {
            t.rule(*rule);
            t.fill("side", naming::side(words, *side));
            "army-freed"
        }
        Event::LinkedUp { rule } => {
            t.rule(*rule);
            "linked-up"
        }
        Event::LineEnded { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "line-ended"
        }
        Event::Freed { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "freed"
        }
        Event::MissionGiven { body, task } => {
            t.body(*body);
            match task {
                Task::GoTo(hex) => {
                    t.to(*hex);
                    "mission-go"
                }
                Task::StayThisTurn => "mission-stay",
                Task::StayFirst => "mission-stay-first",
            }
        }
        Event::MissionEnded { body } => {
            t.body(*body);
            "mission-ended"
        }
        Event::MountChanged { unit, mount, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            match mount {
                Mount::Mounted => "mounted",
                Mount::Dismounted => "dismounted",
            }
        }
        Event::SeenOut { leader, unit } => {
            t.fill("leader", naming::leader(setting, *leader));
            t.unit(*unit);
            "seen-out"
        }
        Event::Deferred { group } => {
            t.fill("group", names::group(*group));
            "deferred"
        }
        Event::Placed { marker, number } => {
            t.rule(Rule::SR_5_31);
            t.fill("number", number.to_string());
            t.fill("marker", naming::marker(setting, words, *marker));
            "placed"
        }
        Event::Picked { marker } => {
            t.rule(Rule::SR_5_13);
            t.fill("marker", naming::marker(setting, words, *marker));
            "picked"
        }
        Event::Drawn { marker } => {
            t.rule(Rule::SR_5_31);
            t.fill("marker", naming::marker(setting, words, *marker));
            "drawn"
        }
        Event::SatOut { body, rule } => {
            t.rule(*rule);
            t.body(*body);
            "sat-out"
        }
        Event::Bound { body, bound, rule } => {
            t.rule(*rule);
            t.body(*body);
            let bound = words.say(&format!("bound.{}", bound_word(*bound)), &[]);
            t.fill("bound", bound);
            "bound"
        }
        Event::AbilityUsed { leader, body, rule } => {
            t.rule(*rule);
            t.leader(*leader);
            t.body(*body);
            "ability-used"
        }
        Event::Coordinated { bodies } => {
            t.rule(Rule::SR_5_34);
            let all: Vec<String> = bodies.iter().map(|&id| naming::body(setting, id)).collect();
            t.fill("bodies", all.join(", "));
            "coordinated"
        }
        Event::Activated { body } => {
            t.rule(Rule::SR_5_32);
            t.body(*body);
            "activated"
        }
        Event::Finished { body } => {
            t.body(*body);
            "finished"
        }
        other => tell_piece(t, other),
    }
}

/// What pieces do and suffer.
fn tell_piece(t: &mut Teller<'_>, event: &Event) -> &'static str {
    let (setting, words) = (t.setting, t.words);
    match event {
        Event::Rode {
            leader,
            from,
            to,
            cost,
            ..
        } => {
            t.leader(*leader);
            t.from(*from);
            t.to(*to);
            t.fill("cost", cost.to_string());
            "rode"
        }
        Event::RodeFar { leader } => {
            t.rule(Rule::SR_9_32);
            t.leader(*leader);
            "rode-far"
        }
        Event::Moved {
            unit,
            from,
            to,
            cost,
            rule,
            ..
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.from(*from);
            t.to(*to);
            t.fill("cost", cost.to_string());
            "moved"
        }
        Event::Turned {
            unit,
            facing,
            cost,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("facing", naming::facing(*facing));
            t.fill("cost", cost.to_string());
            "turned"
        }
        Event::Paid {
            unit,
            cost,
            spent,
            rule,
        }
        | Event::Repaid {
            unit,
            cost,
            spent,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("cost", cost.to_string());
            t.fill("spent", spent.to_string());
            if matches!(event, Event::Paid { .. }) {
                "paid"
            } else {
                "repaid"
            }
        }
        Event::RefusalChanged {
            unit,
            refused,
            rule,
            ..
        } => {
            t.rule(*rule);
            t.unit(*unit);
            match refused {
                Some(hand) => {
                    t.fill("hand", naming::hand(words, *hand));
                    "refused"
                }
                None => "unrefused",
            }
        }
        Event::ExtentChanged {
            unit,
            hex,
            extent,
            rule,
            ..
        } => {
            t.rule(*rule);
            t.unit(*unit);
            let hexes: Vec<&str> = core::iter::once(*hex)
                .chain(extent.hexes())
                .map(|hex| setting.grid().name(hex))
                .collect();
            t.fill("hexes", hexes.join(", "));
            t.to(*hex);
            "extent-changed"
        }
        Event::Restacked { hex, order, rule } => {
            t.rule(*rule);
            t.to(*hex);
            let all: Vec<String> = order.iter().map(|&id| naming::unit(setting, id)).collect();
            t.fill("units", all.join(", "));
            "restacked"
        }
        Event::SectionRaised(raised) => {
            t.rule(Rule::SR_8_24);
            t.unit(raised.unit);
            t.fill("section", (raised.section + 1).to_string());
            "section-raised"
        }
        Event::Stopped { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "stopped"
        }
        Event::CohesionChanged {
            unit,
            cohesion,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            let state = words.say(&format!("state.{}", cohesion_word(*cohesion)), &[]);
            t.fill("state", state);
            "cohesion-changed"
        }
        Event::Lost {
            unit,
            sp,
            left,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("number", sp.to_string());
            t.fill("left", left.to_string());
            "lost"
        }
        Event::PresenceChanged {
            piece,
            presence,
            hex,
            rule,
        } => {
            t.rule(*rule);
            t.piece(match piece {
                Piece::Leader(id) => naming::leader(setting, *id),
                Piece::Unit(id) | Piece::Section(id, _) => naming::unit(setting, *id),
            });
            if let Some(hex) = hex {
                t.to(*hex);
            }
            let presence = words.say(&format!("presence.{}", presence_key(*presence)), &[]);
            t.fill("presence", presence);
            "presence-changed"
        }
        Event::LeaderReplaced { leader, rule } => {
            t.rule(*rule);
            t.leader(*leader);
            let next = setting.leader(*leader).replacement.as_ref();
            t.fill("leader", next.map_or("", |next| next.name.as_str()));
            "leader-replaced"
        }
        Event::Effectiveness {
            command,
            ineffective,
        } => {
            t.rule(if *ineffective {
                longroll_gbacw::sequence::ineffective_by(setting, *command)
            } else {
                longroll_gbacw::sequence::marker_rule(setting, *command)
            });
            t.fill("command", naming::command(setting, *command));
            if *ineffective {
                "ineffective"
            } else {
                "effective"
            }
        }
        Event::Fired { fire, rule, .. } => {
            t.rule(*rule);
            if let Some(firer) = fire.from.first() {
                t.unit(firer.part.unit);
            }
            t.to(fire.target);
            t.fill("number", fire.sp().to_string());
            "fired"
        }
        Event::Assaulted {
            attackers,
            targets,
            continued,
            rule,
        } => {
            t.rule(*rule);
            if let Some(&first) = attackers.first() {
                t.unit(first);
            }
            if let Some(&hex) = targets.first() {
                t.to(hex);
            }
            t.fill("number", attackers.len().to_string());
            if *continued == 0 {
                "assaulted"
            } else {
                "assaulted-on"
            }
        }
        Event::FatigueChanged {
            whom,
            fatigue,
            rule,
        } => {
            t.rule(*rule);
            t.fill("level", fatigue.word().to_owned());
            match *whom {
                Tired::Body(body) => {
                    t.body(body);
                    "fatigue-body"
                }
                Tired::Unit(unit) => {
                    t.unit(unit);
                    "fatigue-unit"
                }
            }
        }
        Event::Gained {
            unit,
            sp,
            now,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            t.fill("number", sp.to_string());
            t.fill("left", now.to_string());
            "gained"
        }
        Event::Blown { unit, blown, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            if *blown { "blown" } else { "no-longer-blown" }
        }
        Event::BoatStruck { unit } => {
            t.rule(Rule::BB_14_76);
            t.unit(*unit);
            "boat-struck"
        }
        Event::AmmunitionChanged {
            unit,
            section,
            ammunition,
            rule,
        } => {
            t.rule(*rule);
            t.unit(*unit);
            let place = section.map(|place| (place + 1).to_string());
            let named = |place: String| words.say("hand.section", &[("section", &place)]);
            t.fill("section", place.map_or_else(String::new, named));
            match ammunition {
                Ammunition::Full => "ammunition-full",
                Ammunition::Low => "ammunition-low",
                Ammunition::Out => "ammunition-out",
            }
        }
        Event::BridgeOpened => "bridge-opened",
        Event::EventDrawn {
            happening, rule, ..
        } => {
            t.rule(*rule);
            match *happening {
                Happening::Nothing => "event-nothing",
                Happening::MisdirectedFire(Side::Union) => "event-misdirected-union",
                Happening::MisdirectedFire(Side::Confederate) => "event-misdirected-confederate",
                Happening::NoFire(Side::Union) => "event-no-fire-union",
                Happening::NoFire(Side::Confederate) => "event-no-fire-confederate",
                Happening::Looting => "event-looting",
                Happening::Fortune(fortune, side) => {
                    t.fill("side", naming::side(words, side));
                    fortune.key()
                }
            }
        }
        Event::WorkBegun(site) => {
            t.rule(Rule::SR_15_13);
            t.unit(site.unit);
            "work-begun"
        }
        Event::WorkStopped { unit } => {
            t.rule(Rule::SR_15_14);
            t.unit(*unit);
            "work-stopped"
        }
        Event::WorkLevelled { unit, hex, .. } => {
            t.rule(Rule::SR_15_17);
            t.unit(*unit);
            t.to(*hex);
            "work-levelled"
        }
        Event::WorkFinished(site) => {
            t.rule(Rule::SR_15_13);
            t.unit(site.unit);
            "work-finished"
        }
        Event::NoFire { chit, rule, .. } => {
            t.rule(*rule);
            match chit {
                Chit::Used(unit) => {
                    t.unit(*unit);
                    "kept-from-firing"
                }
                Chit::Lapsed => "no-fire-lapses",
            }
        }
        Event::TurnEnded { .. } => "turn-ended",
        Event::GameOver => "game-over",
        // Told by the callers of this function.
        _ => "phase",
    }
}
