//! Events as lines of a log, in the words of notation.

use longroll_core::Side;
use longroll_rule::Rule;
use longroll_tabletop::{Point, Pose, Ticks};

use crate::choice::Choice;
use crate::event::{Cause, Engaged, Event, Stance};
use crate::facts::{Arm, DivisionId, Facts, Formation, GeneralId, UnitId};
use crate::frames::NO_MELEE;
use crate::measure::{Degrees, Um};
use crate::moving::front_of;
use crate::roll::{Natural, Odds, Reading, Roll, Verdict};
use crate::table::{Loss, Place, Table};

/// A place as players read it: to the nearest 0.01 UM, half away from zero, as SFG-051 and SFG-122 tell places. Section K cuts distances, so
/// that nobody reads 6.00 where 5.999 was measured; a place decides nothing by what is shown of it.
#[must_use]
pub fn place(at: Point) -> String {
    format!(
        "{} {}",
        nearest_hundredth(at.x()),
        nearest_hundredth(at.y())
    )
}

/// A coordinate to the nearest 0.01 UM, half away from zero.
pub(crate) const fn nearest_hundredth(ticks: i32) -> Ticks {
    Ticks(ticks.saturating_add(5 * ticks.signum()) / 10 * 10)
}

fn pose(pose: Pose) -> String {
    format!(
        "{} heading {}",
        place(pose.front),
        Degrees(pose.heading.hundredths())
    )
}

/// The middle of the front edge and the heading of a stance.
#[must_use]
pub fn stance(stance: &Stance) -> String {
    pose(stance.front())
}

/// What a roll needs, in words.
#[must_use]
pub fn needs(roll: &Roll) -> String {
    let terms: Vec<String> = roll
        .terms
        .as_slice()
        .iter()
        .map(|term| format!("{:+} {}", term.value, term.reason))
        .collect();
    let terms = if terms.is_empty() {
        String::new()
    } else {
        format!(" ({})", terms.join(", "))
    };
    let dice = format!("{}D{}", roll.dice, roll.faces);
    match roll.reading {
        Reading::AtMost { .. } => format!("{dice} needs {} or less{terms}", roll.needed()),
        Reading::EachAtLeast { .. } => format!("{dice} needs {}{terms}", roll.needed()),
        Reading::Face(_) | Reading::Sum => dice,
    }
}

/// What somebody off the table will bring onto it, so that a place can be found for it.
fn bases_to_come(facts: &Facts, id: UnitId) -> String {
    let (count, plural) = match facts.unit(id).entry.bases {
        1 => (1, ""),
        many => (many, "s"),
    };
    let (arm, [width, depth]) = (facts.unit(id).entry.arm, base_to_come(facts, id));
    format!("{arm}, {count} base{plural} of {width} x {depth} UM")
}

/// Width and depth of the bases of a unit off the table, cavalry on horse.
#[must_use]
pub fn base_to_come(facts: &Facts, id: UnitId) -> [Um; 2] {
    let size = facts.base_size(id, facts.unit(id).entry.arm == Arm::Cavalry);
    [Um(size.frontage), Um(size.depth)]
}

/// A unit as it stands, in one line.
#[must_use]
pub fn unit(facts: &Facts, table: &Table, id: UnitId) -> String {
    let (own, entry) = (table.unit(id), facts.unit(id));
    let place = match &own.place {
        Place::Table => pose(front_of(own.pose, &own.slots)),
        Place::Waiting => format!("waits, {}", bases_to_come(facts, id)),
        Place::Reserve => format!("in reserve, {}", bases_to_come(facts, id)),
        Place::Gone(loss) => format!("gone: {loss}"),
    };
    let mut line = format!(
        "{} ({}, {}): {place}",
        entry.name,
        entry.side,
        facts.division(entry.division).name
    );
    if own.on_table() {
        let plural = if own.bases() == 1 { "" } else { "s" };
        line += &format!(", {}, {} base{plural}", own.formation, own.bases());
        let mark = |line: &mut String, holds: bool, word: &str| {
            if holds {
                line.push_str(", ");
                line.push_str(word);
            }
        };
        mark(
            &mut line,
            own.carried > 0,
            &format!("{} losses", own.carried),
        );
        mark(&mut line, own.disordered, "disordered");
        mark(&mut line, table.decimated(facts, id), "decimated");
        mark(&mut line, own.deeds.fired, "has fired");
        mark(&mut line, own.deeds.charged, "has charged");
        mark(&mut line, own.joined.is_some(), "joined");
    }
    line
}

/// A general as he stands, in one line.
#[must_use]
pub fn general(facts: &Facts, table: &Table, id: GeneralId) -> String {
    let (own, entry) = (table.general(id), facts.general(id));
    let place = own.pose.map_or("off the table".to_owned(), pose);
    let with = own.attached.map_or(String::new(), |id| {
        format!(", with {}", facts.unit(id).name)
    });
    format!("{} ({}): {place}{with}", entry.name, entry.side)
}

/// The chances of what a choice rolls next: in short what matters most, or each outcome.
#[must_use]
pub fn chances(choice: &Choice, odds: &Odds, short: bool) -> String {
    let percent = |parts: u32| format!("{}.{} %", parts / 100, parts % 100 / 10);
    let share = |meaning: i32| percent(odds.parts(meaning));
    let each = |odds: &Odds| -> String {
        let ways = odds.ways.iter();
        let ways = ways.map(|(own, _)| format!("{own}: {}", percent(odds.parts(*own))));
        ways.collect::<Vec<_>>().join(", ")
    };
    match choice {
        Choice::Stand | Choice::StandAndFire => {
            let melee = format!(
                "melee: charger wins {}, draw {}, charger beaten {}",
                share(1),
                share(0),
                share(-1)
            );
            let means: Vec<String> = odds.before.iter().map(Odds::mean).collect();
            match means.as_slice() {
                [] => melee,
                _ => format!(
                    "fire: mean {} losses; without them {melee}",
                    means.join(" + ")
                ),
            }
        }
        Choice::Flee => {
            let fate = format!("escapes {}, caught {}", share(1), share(0));
            match odds.before.first() {
                Some(run) if !short => format!("flight {} UM; {fate}", each(run)),
                _ => fate,
            }
        }
        Choice::Reorganise => format!("{} UM", each(odds)),
        Choice::BreakThrough { .. } => {
            let fate = match odds.parts(NO_MELEE) {
                10_000 => "meets nobody".to_owned(),
                none => format!(
                    "no melee {}, wins {}, draw {}, beaten {}",
                    percent(none),
                    share(1),
                    share(0),
                    share(-1)
                ),
            };
            match odds.before.first() {
                Some(run) if !short => format!("goes {} UM; {fate}", each(run)),
                _ => fate,
            }
        }
        Choice::Fire { .. } if short => {
            format!("mean {} losses, none {}", odds.mean(), share(0))
        }
        Choice::Fire { .. } => {
            format!("mean {} losses; {}", odds.mean(), each(odds))
        }
        _ => format!("passes {}", share(1)),
    }
}

fn rolled(roll: &Roll, faces: &[u8]) -> String {
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let verdict = match roll.verdict(faces) {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Failed => "failed".to_owned(),
        Verdict::Disordered => "disordered".to_owned(),
        Verdict::InOrder => "in order".to_owned(),
        Verdict::Losses(1) => "1 loss".to_owned(),
        Verdict::Losses(losses) => format!("{losses} losses"),
        Verdict::TurnsLater(1) => "1 turn later".to_owned(),
        Verdict::TurnsLater(turns) => format!("{turns} turns later"),
        Verdict::Length(length) => format!("{length} UM"),
        Verdict::Number(number) => number.to_string(),
    };
    let natural = match roll.natural() {
        Some(Natural::OneMisses) => format!("; a natural 1 misses [{}]", Rule::SFG_2_6_six),
        Some(Natural::SixHits) => format!("; a natural 6 hits [{}]", Rule::SFG_2_6_six),
        None => String::new(),
    };
    let faces = shown.join(" ");
    format!("{}, rolled {faces}: {verdict}{natural}", needs(roll))
}

/// One line for an event.
#[must_use]
pub fn line(facts: &Facts, event: &Event) -> String {
    turn_line(facts, event)
        .or_else(|| order_line(facts, event))
        .or_else(|| state_line(facts, event))
        .unwrap_or_else(|| fight_line(facts, event))
}

/// Events of the battle, its turns, divisions and generals.
fn turn_line(facts: &Facts, event: &Event) -> Option<String> {
    let division = |id: &DivisionId| facts.division(*id).name.as_str();
    Some(match event {
        Event::Sealed { side, rule } => format!("{side} has decided in secret [{rule}]"),
        Event::ObjectivesPlaced { side, at } => {
            format!("{side} objectives at {} and {}", place(at[0]), place(at[1]))
        }
        Event::DeploysFirst { side } => format!("{side} deploys first"),
        Event::ArrivalSet {
            division: id,
            enters,
        } => format!("{} enters on turn {enters}", division(id)),
        Event::TurnBegan { turn } => format!("turn {turn}"),
        Event::GeneralMoved {
            general,
            pose: at,
            attached,
            rule,
        } => {
            let name = &facts.general(*general).name;
            let place = at.map_or("off the table".to_owned(), |at| format!("at {}", pose(at)));
            let with =
                attached.map_or(String::new(), |id| format!(" with {}", facts.unit(id).name));
            format!("{name} {place}{with} [{rule}]")
        }
        Event::InitiativeSet { order } => {
            let names: Vec<&str> = order.iter().map(division).collect();
            format!("order of divisions: {}", names.join(", "))
        }
        Event::ActivationBegan { division: id } => format!("{} is activated", division(id)),
        Event::ActivationEnded { division: id } => format!("{} has acted", division(id)),
        Event::OrdersEnded { division: id, rule } => {
            format!("{} gives no more orders [{rule}]", division(id))
        }
        Event::ObjectiveTaken { objective, by } => {
            let rule = Rule::SFG_D_hold;
            format!("objective {} is taken by {by} [{rule}]", objective.0 + 1)
        }
        Event::Ended { victory } => {
            format!("the battle is over: {} [{}]", victory.reason, victory.rule)
        }
        _ => return None,
    })
}

/// Events of one unit: its orders and moves.
fn order_line(facts: &Facts, event: &Event) -> Option<String> {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    Some(match event {
        Event::KeptBack { unit: id, due } => {
            format!("{} is kept back, due on turn {due}", unit(id))
        }
        Event::Ordered {
            unit: id,
            corps,
            passed,
        } => {
            let by = if *corps { " by the corps general" } else { "" };
            let word = if *passed {
                "is ordered"
            } else {
                "is not reached by the order"
            };
            format!("{} {word}{by}", unit(id))
        }
        Event::Moved {
            unit: id,
            cause,
            stance: to,
            length,
            rule,
        } => {
            // Guns are deployed; brigades are in line.
            let shape = match to.formation {
                Formation::Deployed | Formation::Limbered => {
                    format!("{}, {}", stance(to), to.formation)
                }
                formation => format!("{} in {formation}", stance(to)),
            };
            if *cause == Cause::Deployment {
                return Some(format!("{} {cause} at {shape} [{rule}]", unit(id)));
            }
            format!("{} {cause} {} to {shape} [{rule}]", unit(id), Um(*length))
        }
        Event::Handled {
            unit: id,
            formation,
        } => format!("{} is {formation}", unit(id)),
        Event::Joined { battery, brigade } => format!("{} joins {}", unit(battery), unit(brigade)),
        Event::Parted { battery } => {
            let rule = Rule::SFG_2_3_batteries_still;
            format!("{} stands alone again [{rule}]", unit(battery))
        }
        _ => return None,
    })
}

/// Events of one unit: its losses, its disorder and what it has done.
fn state_line(facts: &Facts, event: &Event) -> Option<String> {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    Some(match event {
        Event::Lost {
            unit: id,
            losses: 1,
        } => format!("{} suffers 1 loss", unit(id)),
        Event::Lost { unit: id, losses } => format!("{} suffers {losses} losses", unit(id)),
        Event::BaseRemoved { unit: id, base } => format!("{} loses base {}", unit(id), base + 1),
        Event::Removed {
            unit: id,
            loss,
            rule,
        } => {
            let verb = match loss {
                Loss::Fled => "has",
                _ => "is",
            };
            format!("{} {verb} {loss} [{rule}]", unit(id))
        }
        Event::Disordered { unit: id, rule } => format!("{} is disordered [{rule}]", unit(id)),
        Event::Recovered { unit: id, rule } => format!("{} recovers [{rule}]", unit(id)),
        Event::ChargeMade { unit: id } => format!("{} makes its charge", unit(id)),
        Event::BrokeThrough { unit: id } => format!("{} tries to break through", unit(id)),
        _ => return None,
    })
}

/// The unit, division or side that rolls.
fn who_rolls(
    facts: &Facts,
    side: Side,
    unit: Option<UnitId>,
    division: Option<DivisionId>,
) -> String {
    match (unit, division) {
        (Some(id), _) => facts.unit(id).name.clone(),
        (None, Some(id)) => facts.division(id).name.clone(),
        (None, None) => side.to_string(),
    }
}

/// Dice, fire, charges and melees; the other events have their lines above.
fn fight_line(facts: &Facts, event: &Event) -> String {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    match event {
        Event::Rolled {
            side,
            unit: who,
            division,
            roll,
            faces,
        } => {
            let name = who_rolls(facts, *side, *who, *division);
            let (purpose, rule) = (roll.purpose, roll.rule);
            format!("{name}: {purpose} {} [{rule}]", rolled(roll, faces))
        }
        Event::Fired {
            unit: id,
            target,
            reaction,
            rule,
        } => {
            let how = if *reaction { " in reaction" } else { "" };
            format!("{} fires{how} at {} [{rule}]", unit(id), unit(target))
        }
        Event::ChargeDeclared { .. } | Event::MeleeJoined { .. } | Event::MeleeDecided { .. } => {
            charge_line(facts, event).unwrap_or_default()
        }
        Event::Sealed { .. }
        | Event::ObjectivesPlaced { .. }
        | Event::DeploysFirst { .. }
        | Event::KeptBack { .. }
        | Event::ArrivalSet { .. }
        | Event::TurnBegan { .. }
        | Event::GeneralMoved { .. }
        | Event::InitiativeSet { .. }
        | Event::ActivationBegan { .. }
        | Event::ActivationEnded { .. }
        | Event::OrdersEnded { .. }
        | Event::Ordered { .. }
        | Event::Moved { .. }
        | Event::Handled { .. }
        | Event::Joined { .. }
        | Event::Parted { .. }
        | Event::Lost { .. }
        | Event::BaseRemoved { .. }
        | Event::Removed { .. }
        | Event::Disordered { .. }
        | Event::Recovered { .. }
        | Event::ChargeMade { .. }
        | Event::BrokeThrough { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended { .. } => String::new(),
    }
}

/// A charge, who fights in its melee, and how that ends.
fn charge_line(facts: &Facts, event: &Event) -> Option<String> {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    Some(match event {
        Event::ChargeDeclared {
            unit: id,
            target,
            flank,
        } => {
            let how = if *flank { "in flank" } else { "frontally" };
            format!("{} declares a charge {how} at {}", unit(id), unit(target))
        }
        Event::MeleeJoined { attacker, against } => {
            let each: Vec<String> = against.iter().map(|foe| engaged(facts, foe)).collect();
            let rule = Rule::SFG_1_3_dice;
            format!("{} fights {} [{rule}]", unit(attacker), each.join("; "))
        }
        Event::MeleeDecided {
            attacker,
            own,
            theirs,
            winner,
            rule,
        } => {
            let result = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{side} wins"));
            let (own, theirs) = (
                format!("{} + {}", own.0, own.1),
                format!("{} + {}", theirs.0, theirs.1),
            );
            let name = unit(attacker);
            format!("melee of {name}: {own} against {theirs}: {result} [{rule}]")
        }
        _ => return None,
    })
}

/// One enemy of a melee, with the bases that fight.
fn engaged(facts: &Facts, foe: &Engaged) -> String {
    let list = |bases: &[u8]| {
        let numbers: Vec<String> = bases.iter().map(|base| (base + 1).to_string()).collect();
        numbers.join(" ")
    };
    let how = if foe.flank { " in flank" } else { "" };
    let (own, theirs) = (list(&foe.attacking), list(&foe.defending));
    let name = &facts.unit(foe.unit).name;
    format!("{name}{how} with bases {own} against {theirs}")
}
