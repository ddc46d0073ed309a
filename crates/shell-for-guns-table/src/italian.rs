//! What happens, in Italian: a line of the log for every event, the refusals, and how units stand. The English of
//! `longroll_shell_for_guns::text` is the original; a new event is told here or does not compile.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_shell_for_guns::Faults;
use longroll_shell_for_guns::data::DataError;
use longroll_shell_for_guns::event::{Cause, Engaged, Event};
use longroll_shell_for_guns::facts::{DivisionId, Facts, Formation, GeneralId, UnitId};
use longroll_shell_for_guns::measure::{Degrees, Um};
use longroll_shell_for_guns::moving::front_of;
use longroll_shell_for_guns::roll::{Natural, Purpose, Reading, Roll, Verdict};
use longroll_shell_for_guns::table::{Place, Table};
use longroll_shell_for_guns::text::{base_to_come, place};
use longroll_tabletop::Pose;

use crate::said::Catalogue;

fn word(group: &str, english: impl ToString) -> String {
    Catalogue::italian().word(group, &english.to_string())
}

/// A sentence of the rules: why a choice is refused, chances, a tape, a verdict. What the catalogue does not know stays English.
#[must_use]
pub fn sentence(english: &str) -> String {
    Catalogue::italian().sentence(english)
}

/// Everything that is wrong with a file, each fault with file and line.
#[must_use]
pub fn faults(faults: &Faults) -> String {
    let told = faults.list.iter().map(|fault| {
        let message = sentence(&fault.message);
        format!("{}:{}: {message}", faults.name, fault.line)
    });
    told.collect::<Vec<_>>().join("\n")
}

/// Why a battle cannot be put together.
#[must_use]
pub fn data_error(error: &DataError) -> String {
    match error {
        DataError::Faults(own) => faults(own),
        other => sentence(&other.to_string()),
    }
}

/// A refusal with its rule.
#[must_use]
pub fn refusal(refusal: &Refusal) -> String {
    format!("{} [{}]", sentence(&refusal.reason), refusal.rule)
}

fn pose(pose: Pose) -> String {
    let heading = Degrees(pose.heading.hundredths());
    format!("{} direzione {heading}", place(pose.front))
}

fn bases(count: u8) -> String {
    match count {
        1 => "1 base".to_owned(),
        many => format!("{many} basi"),
    }
}

fn bases_to_come(facts: &Facts, id: UnitId) -> String {
    let entry = &facts.unit(id).entry;
    let (arm, bases, [width, depth]) = (
        word("word", entry.arm),
        bases(entry.bases),
        base_to_come(facts, id),
    );
    format!("{arm}, {bases} di {width} x {depth} UM")
}

/// A unit as it stands, in one line.
#[must_use]
pub fn unit(facts: &Facts, table: &Table, id: UnitId) -> String {
    let (own, entry) = (table.unit(id), facts.unit(id));
    let place = match &own.place {
        Place::Table => pose(front_of(own.pose, &own.slots)),
        Place::Waiting => format!("attende, {}", bases_to_come(facts, id)),
        Place::Reserve => format!("in riserva, {}", bases_to_come(facts, id)),
        Place::Gone(loss) => format!("perduta: {}", word("loss", loss)),
    };
    let division = &facts.division(entry.division).name;
    let side = word("word", entry.side);
    let mut line = format!("{} ({side}, {division}): {place}", entry.name);
    if own.on_table() {
        let bases = bases(own.bases());
        line += &format!(", {}, {bases}", word("word", own.formation));
        for (holds, mark) in [
            (own.carried > 0, format!("{} perdite", own.carried)),
            (own.disordered, "disordinata".to_owned()),
            (table.decimated(facts, id), "decimata".to_owned()),
            (own.deeds.fired, "ha sparato".to_owned()),
            (own.deeds.charged, "ha caricato".to_owned()),
            (own.joined.is_some(), "unita".to_owned()),
        ] {
            if holds {
                line += &format!(", {mark}");
            }
        }
    }
    line
}

/// A general as he stands, in one line.
#[must_use]
pub fn general(facts: &Facts, table: &Table, id: GeneralId) -> String {
    let (own, entry) = (table.general(id), facts.general(id));
    let place = own.pose.map_or("fuori dal tavolo".to_owned(), pose);
    let with = own
        .attached
        .map_or(String::new(), |id| format!(", con {}", facts.unit(id).name));
    format!(
        "{} ({}): {place}{with}",
        entry.name,
        word("word", entry.side)
    )
}

/// What a roll decides.
#[must_use]
pub fn purpose(purpose: Purpose) -> String {
    word("purpose", purpose)
}

/// What a roll needs.
#[must_use]
pub fn needs(roll: &Roll) -> String {
    let terms = roll.terms.as_slice().iter();
    let terms: Vec<String> = terms
        .map(|term| format!("{:+} {}", term.value, sentence(&term.reason)))
        .collect();
    let terms = match terms.as_slice() {
        [] => String::new(),
        _ => format!(" ({})", terms.join(", ")),
    };
    let dice = format!("{}D{}", roll.dice, roll.faces);
    match roll.reading {
        Reading::AtMost { .. } => format!("{dice} serve {} o meno{terms}", roll.needed()),
        Reading::EachAtLeast { .. } => format!("{dice} serve {}{terms}", roll.needed()),
        Reading::Face(_) | Reading::Sum => dice,
    }
}

fn rolled(roll: &Roll, faces: &[u8]) -> String {
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let verdict = match roll.verdict(faces) {
        Verdict::Passed => "riuscito".to_owned(),
        Verdict::Failed => "fallito".to_owned(),
        Verdict::Disordered => "disordinata".to_owned(),
        Verdict::InOrder => "in ordine".to_owned(),
        Verdict::Losses(1) => "1 perdita".to_owned(),
        Verdict::Losses(losses) => format!("{losses} perdite"),
        Verdict::TurnsLater(1) => "1 turno dopo".to_owned(),
        Verdict::TurnsLater(turns) => format!("{turns} turni dopo"),
        Verdict::Length(length) => format!("{length} UM"),
        Verdict::Number(number) => number.to_string(),
    };
    let natural = match roll.natural() {
        Some(Natural::OneMisses) => format!("; un 1 naturale manca [{}]", Rule::SFG_2_6_six),
        Some(Natural::SixHits) => format!("; un 6 naturale colpisce [{}]", Rule::SFG_2_6_six),
        None => String::new(),
    };
    let faces = shown.join(" ");
    format!("{}, tirato {faces}: {verdict}{natural}", needs(roll))
}

/// One line for an event.
#[must_use]
pub fn line(facts: &Facts, event: &Event) -> String {
    turn_line(facts, event)
        .or_else(|| order_line(facts, event))
        .or_else(|| state_line(facts, event))
        .unwrap_or_else(|| fight_line(facts, event))
}

fn side(side: &longroll_core::Side) -> String {
    word("word", side)
}

/// Events of the battle, its turns, divisions and generals.
fn turn_line(facts: &Facts, event: &Event) -> Option<String> {
    let division = |id: &DivisionId| facts.division(*id).name.as_str();
    Some(match event {
        Event::Sealed { side: own, rule } => format!("{}: deciso in segreto [{rule}]", side(own)),
        Event::ObjectivesPlaced { side: own, at } => {
            let [first, second] = at.map(place);
            format!("{}: obiettivi a {first} e {second}", side(own))
        }
        Event::DeploysFirst { side: own } => format!("{}: si schiera per primo", side(own)),
        Event::ArrivalSet {
            division: id,
            enters,
        } => format!("{} entra al turno {enters}", division(id)),
        Event::TurnBegan { turn } => format!("turno {turn}"),
        Event::GeneralMoved {
            general,
            pose: at,
            attached,
            rule,
        } => {
            let name = &facts.general(*general).name;
            let place = at.map_or("fuori dal tavolo".to_owned(), |at| {
                format!("a {}", pose(at))
            });
            let with = attached.map_or(String::new(), |id| format!(" con {}", facts.unit(id).name));
            format!("{name} {place}{with} [{rule}]")
        }
        Event::InitiativeSet { order } => {
            let names: Vec<&str> = order.iter().map(division).collect();
            format!("ordine delle divisioni: {}", names.join(", "))
        }
        Event::ActivationBegan { division: id } => format!("{} è attivata", division(id)),
        Event::ActivationEnded { division: id } => format!("{} ha agito", division(id)),
        Event::OrdersEnded { division: id, rule } => {
            format!("{} non dà più ordini [{rule}]", division(id))
        }
        Event::ObjectiveTaken { objective, by } => {
            let (number, rule) = (objective.0 + 1, Rule::SFG_D_hold);
            format!("l'obiettivo {number} è preso: {} [{rule}]", side(by))
        }
        Event::Ended { victory } => {
            format!(
                "la battaglia è finita: {} [{}]",
                sentence(&victory.reason),
                victory.rule
            )
        }
        _ => return None,
    })
}

/// Events of one unit: its orders and moves.
fn order_line(facts: &Facts, event: &Event) -> Option<String> {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    Some(match event {
        Event::KeptBack { unit: id, due } => {
            format!("{} è trattenuta, attesa al turno {due}", unit(id))
        }
        Event::Ordered {
            unit: id,
            corps,
            passed,
        } => {
            let by = if *corps { " dal generale di corpo" } else { "" };
            let word = if *passed {
                "riceve l'ordine"
            } else {
                "non è raggiunta dall'ordine"
            };
            format!("{} {word}{by}", unit(id))
        }
        Event::Moved {
            unit: id,
            cause,
            stance,
            length,
            rule,
        } => {
            let shape = match (pose(stance.front()), stance.formation) {
                (at, guns @ (Formation::Deployed | Formation::Limbered)) => {
                    format!("{at}, {}", word("word", guns))
                }
                (at, formation) => format!("{at} in {}", word("word", formation)),
            };
            let deed = word("cause", cause);
            match cause {
                Cause::Deployment => format!("{} {deed} a {shape} [{rule}]", unit(id)),
                _ => format!(
                    "{} {deed} {} fino a {shape} [{rule}]",
                    unit(id),
                    Um(*length)
                ),
            }
        }
        Event::Handled {
            unit: id,
            formation,
        } => format!("{} è {}", unit(id), word("word", formation)),
        Event::Joined { battery, brigade } => {
            format!("{} si unisce a {}", unit(battery), unit(brigade))
        }
        Event::Parted { battery } => {
            let rule = Rule::SFG_2_3_batteries_still;
            format!("{} è di nuovo sola [{rule}]", unit(battery))
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
        } => format!("{} subisce 1 perdita", unit(id)),
        Event::Lost { unit: id, losses } => format!("{} subisce {losses} perdite", unit(id)),
        Event::BaseRemoved { unit: id, base } => format!("{} perde la base {}", unit(id), base + 1),
        Event::Removed {
            unit: id,
            loss,
            rule,
        } => format!("{} è {} [{rule}]", unit(id), word("loss", loss)),
        Event::Disordered { unit: id, rule } => format!("{} è disordinata [{rule}]", unit(id)),
        Event::Recovered { unit: id, rule } => format!("{} si riordina [{rule}]", unit(id)),
        Event::ChargeMade { unit: id } => format!("{} compie la carica", unit(id)),
        Event::BrokeThrough { unit: id } => format!("{} tenta di sfondare", unit(id)),
        _ => return None,
    })
}

/// The unit, division or side that rolls.
fn who_rolls(
    facts: &Facts,
    own: longroll_core::Side,
    unit: Option<UnitId>,
    division: Option<DivisionId>,
) -> String {
    match (unit, division) {
        (Some(id), _) => facts.unit(id).name.clone(),
        (None, Some(id)) => facts.division(id).name.clone(),
        (None, None) => side(&own),
    }
}

/// Dice, fire, charges and melees.
fn fight_line(facts: &Facts, event: &Event) -> String {
    let unit = |id: &UnitId| facts.unit(*id).name.as_str();
    match event {
        Event::Rolled {
            side: own,
            unit: who,
            division: of,
            roll,
            faces,
        } => {
            let name = who_rolls(facts, *own, *who, *of);
            let (purpose, rule) = (purpose(roll.purpose), roll.rule);
            format!("{name}: {purpose} {} [{rule}]", rolled(roll, faces))
        }
        Event::Fired {
            unit: id,
            target,
            reaction,
            rule,
        } => {
            let how = if *reaction { " per reazione" } else { "" };
            format!("{} spara{how} a {} [{rule}]", unit(id), unit(target))
        }
        Event::ChargeDeclared { .. } | Event::MeleeJoined { .. } | Event::MeleeDecided { .. } => {
            charge_line(facts, event).unwrap_or_default()
        }
        // Told above.
        Event::Sealed { .. }
        | Event::ObjectivesPlaced { .. }
        | Event::DeploysFirst { .. }
        | Event::ArrivalSet { .. }
        | Event::TurnBegan { .. }
        | Event::GeneralMoved { .. }
        | Event::InitiativeSet { .. }
        | Event::ActivationBegan { .. }
        | Event::ActivationEnded { .. }
        | Event::OrdersEnded { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended { .. }
        | Event::KeptBack { .. }
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
        | Event::BrokeThrough { .. } => String::new(),
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
            let how = if *flank { "di fianco" } else { "frontale" };
            format!(
                "{} dichiara una carica {how} contro {}",
                unit(id),
                unit(target)
            )
        }
        Event::MeleeJoined { attacker, against } => {
            let each: Vec<String> = against.iter().map(|foe| engaged(facts, foe)).collect();
            let rule = Rule::SFG_1_3_dice;
            format!("{} combatte {} [{rule}]", unit(attacker), each.join("; "))
        }
        Event::MeleeDecided {
            attacker,
            own,
            theirs,
            winner,
            rule,
        } => {
            let result =
                winner.map_or("pareggio".to_owned(), |own| format!("vince {}", side(&own)));
            let (own, theirs) = (
                format!("{} + {}", own.0, own.1),
                format!("{} + {}", theirs.0, theirs.1),
            );
            format!(
                "mischia di {}: {own} contro {theirs}: {result} [{rule}]",
                unit(attacker)
            )
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
    let how = if foe.flank { " di fianco" } else { "" };
    let (own, theirs) = (list(&foe.attacking), list(&foe.defending));
    let name = &facts.unit(foe.unit).name;
    format!("{name}{how} con le basi {own} contro {theirs}")
}
