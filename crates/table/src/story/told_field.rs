//! Events of moves, fights and what they do to pieces in words.

use longroll_catalog::facts::{Ammunition, Piece};
use longroll_gbacw::Event;
use longroll_position::{Mount, Tired};
use longroll_rule::Rule;

use super::teller::Teller;
use crate::naming;
use crate::seen::{cohesion_word, presence_key};

/// SR 9: who goes where.
pub(super) fn movement(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    Some(match event {
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
        _ => return None,
    })
}

/// SR 9: what a move costs, and what ends or changes it.
pub(super) fn movement_points(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    Some(match event {
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
        Event::Stopped { unit, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            "stopped"
        }
        Event::MountChanged { unit, mount, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            match mount {
                Mount::Mounted => "mounted",
                Mount::Dismounted => "dismounted",
            }
        }
        _ => return None,
    })
}

/// SR 7.0, 8.0: how units stand and lie.
pub(super) fn formation(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
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
        _ => return None,
    })
}

/// SR 10.0, 11.0: fires and assaults.
pub(super) fn fight(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let words = t.words;
    Some(match event {
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
        _ => return None,
    })
}

/// SR 12.0: what pieces lose and get back.
pub(super) fn losses(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
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
        Event::BoatStruck { unit } => {
            t.rule(Rule::BB_14_76);
            t.unit(*unit);
            "boat-struck"
        }
        _ => return None,
    })
}

/// SR 12.3, 13.0, 17.0: Disorder, effectiveness and fatigue.
pub(super) fn states(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    let (setting, words) = (t.setting, t.words);
    Some(match event {
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
        Event::Blown { unit, blown, rule } => {
            t.rule(*rule);
            t.unit(*unit);
            if *blown { "blown" } else { "no-longer-blown" }
        }
        _ => return None,
    })
}

/// SR 15.1: entrenchments.
pub(super) fn works(t: &mut Teller<'_>, event: &Event) -> Option<&'static str> {
    Some(match event {
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
        _ => return None,
    })
}
