//! The answers to questions: what the engine's own functions say.

use longroll_catalog::facts::Level;
use longroll_combat::fire;
use longroll_core::{Die, Game as _};
use longroll_gbacw::Battle;
use longroll_gbacw::activation::{activations, entitlement, initiative_terms, unit_entitlement};
use longroll_gbacw::command::{
    has_link_for_orders, in_range, leader_status, profile, range_of, unit_is_in_range,
};
use longroll_gbacw::event::{Roll, Verdict};
use longroll_gbacw::orders::{
    Act, Permission, attempt_terms, march_limit, march_limit_rule, permission,
};
use longroll_gbacw::results::{falls, leaves_area, udd_roll, udd_terms};
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_movement::arcs::arcs_rule;
use longroll_movement::fire_front;
use longroll_movement::step::{StepOrder, WayChoice};
use longroll_position::{CommandStatus, HalfMp};
use longroll_rule::Rule;
use longroll_sight::UnitBlock;

use crate::found::Found;
use crate::question::{Piece, Question, Reply, Subject};
use crate::stacks;

/// Everything in which the answer differs from what is wanted.
pub(crate) fn differences(question: &Question, found: &Found) -> Vec<String> {
    let mut all = Vec::new();
    match &question.answer {
        Some(Reply::One(wanted)) if found.answer.as_slice() != [wanted.clone()] => {
            let note = if found.note.is_empty() {
                String::new()
            } else {
                format!(" ({})", found.note)
            };
            all.push(format!(
                "answer: wanted {wanted}, found {}{note}",
                found.answer.join(", ")
            ));
        }
        Some(Reply::Many(wanted)) => {
            let (mut wanted, mut answer) = (wanted.clone(), found.answer.clone());
            wanted.sort();
            answer.sort();
            if wanted != answer {
                all.push(format!(
                    "answer: wanted [{}], found [{}]",
                    wanted.join(", "),
                    answer.join(", ")
                ));
            }
        }
        _ => {}
    }
    if let Some(wanted) = question.because
        && found.because != Some(wanted)
        && !found.others.contains(&wanted)
    {
        let because = found
            .because
            .map_or("no rule".to_owned(), |rule| rule.to_string());
        all.push(format!(
            "because: wanted {wanted}, found {because} {}",
            found.note
        ));
    }
    if let Some(wanted) = &question.terms {
        let same = wanted.len() == found.terms.len()
            && wanted
                .iter()
                .zip(&found.terms)
                .all(|(wanted, found)| found.contains(wanted.as_str()));
        if !same {
            all.push(format!(
                "terms: wanted [{}], found [{}]",
                wanted.join("; "),
                found.terms.join("; ")
            ));
        }
    }
    for wanted in question
        .contains
        .iter()
        .filter(|wanted| !found.answer.contains(wanted))
    {
        all.push(format!(
            "'{wanted}' is not among [{}]",
            found.answer.join("; ")
        ));
    }
    for banned in question
        .excludes
        .iter()
        .filter(|banned| found.answer.contains(banned))
    {
        all.push(format!("'{banned}' is among [{}]", found.answer.join("; ")));
    }
    all
}

/// Asks.
pub(crate) fn answer(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    let at = battle.at();
    let setting = battle.setting();
    Ok(match subject {
        Subject::May { text, by } => {
            let choice = battle
                .parse(text)
                .map_err(|error| format!("'{text}': {error}"))?;
            let side = by
                .or_else(|| battle.asked().map(|ask| ask.side))
                .unwrap_or(longroll_core::Side::Union);
            let refusal = battle.why_not(side, choice);
            if let Some(fault) = against_the_list(battle, side, choice, refusal.is_none()) {
                return Err(format!("'{text}': {fault}"));
            }
            match refusal {
                None => {
                    let offer = battle.offers().iter().find(|offer| offer.choice == choice);
                    Found {
                        because: offer.map(|offer| offer.rule),
                        ..Found::one(true)
                    }
                }
                Some(refusal) => Found::refused(false, &refusal),
            }
        }
        Subject::InCommand { piece, of } => Found::one(match (piece, of) {
            (Piece::Unit(unit), Some(leader)) => in_range(at, *leader, at.position.unit(*unit).hex),
            (Piece::Leader(own), Some(leader)) => {
                in_range(at, *leader, at.position.leader(*own).hex)
            }
            (Piece::Unit(unit), None) => unit_is_in_range(at, *unit),
            (Piece::Leader(leader), None) => leader_status(at, *leader) == CommandStatus::InCommand,
            (Piece::Body(body), _) => at.position.body(*body).status == CommandStatus::InCommand,
        }),
        Subject::OrdersReach { body } => Found::one(has_link_for_orders(at, *body)),
        Subject::CommandCost { leader, to } => {
            let facts = setting.leader(*leader);
            let from = at.position.leader(*leader).hex;
            let cost = longroll_movement::command_cost(
                &at,
                facts.side,
                facts.level,
                from,
                *to,
                HalfMp::whole(99),
            );
            Found::one(cost.map_or("none".to_owned(), |cost| cost.to_string()))
        }
        Subject::CommandRange { leader } => Found::one(range_of(at, *leader)),
        Subject::Activations { activator } => {
            let (number, terms) = activations(at, *activator);
            Found::with_terms(number, &terms)
        }
        Subject::Entitlement {
            piece: Piece::Body(body),
        } => {
            let (number, terms) = entitlement(at, *body);
            Found::with_terms(number, &terms)
        }
        Subject::Entitlement {
            piece: Piece::Unit(unit),
        } => Found::one(unit_entitlement(at, *unit)),
        Subject::Entitlement {
            piece: Piece::Leader(_),
        } => return Err("a leader has no Activations".to_owned()),
        Subject::MarchLimit { body } => Found {
            because: Some(march_limit_rule(at, *body)),
            ..Found::one(march_limit(at, *body))
        },
        Subject::Permission { orders, act } => match permission(*orders, *act) {
            Permission::Allowed(rule) => Found {
                because: Some(rule),
                ..Found::one(true)
            },
            Permission::Forbidden(rule) => Found {
                because: Some(rule),
                ..Found::one(false)
            },
        },
        Subject::Permitted { orders } => Found {
            answer: Act::ALL
                .into_iter()
                .filter(|&act| matches!(permission(*orders, act), Permission::Allowed(_)))
                .map(|act| act.word().to_owned())
                .collect(),
            ..Found::default()
        },
        Subject::OrdersTerms { body, wanted } => {
            let terms = attempt_terms(at, *body, *wanted);
            Found::with_terms(terms.sum(), &terms)
        }
        Subject::InitiativeTerms { side, leader } => {
            let terms = initiative_terms(at, *side, *leader);
            Found::with_terms(terms.sum(), &terms)
        }
        Subject::Udd { unit, die } => {
            let terms = udd_terms(at, *unit);
            let roll = udd_roll(at, *unit, Rule::SR_2_6, terms.clone());
            let fallen = |roll: Roll| {
                let die = die.and_then(Die::new)?;
                Some(roll.fell(die))
            };
            match roll.and_then(fallen) {
                Some(rolled) => {
                    let word = match rolled.verdict {
                        Verdict::Passed { .. } => "passes",
                        _ => "fails",
                    };
                    Found {
                        because: Some(rolled.rule),
                        ..Found::with_terms(word, &terms)
                    }
                }
                None => Found::with_terms(terms.sum(), &terms),
            }
        }
        Subject::Profile { leader } => Found::one(profile(at, *leader).word()),
        Subject::Los { from, to, by } => {
            let verdict = setting
                .sight
                .line_of_sight(*from, *to, |_| UnitBlock::Ignored);
            let blocks = &verdict.blocks;
            let mut found = Found::one(if verdict.is_visible() {
                "clear"
            } else {
                "blocked"
            });
            found.because = blocks.first().map(|block| block.rule);
            found.others = blocks.iter().map(|block| block.rule).collect();
            if let Some(by) = by {
                let named = blocks
                    .iter()
                    .any(|block| block.by == longroll_sight::Obstacle::Hex(*by));
                if !named {
                    return Err(format!("{} is not what blocks", setting.grid().name(*by)));
                }
            }
            found
        }
        Subject::GunboatLos { from, to } => {
            let line = setting.sight.gunboat_line(*from, *to);
            let mut found = Found::one(if line.blocks.is_empty() {
                "clear"
            } else {
                "blocked"
            });
            let first = line.blocks.first().map(|block| block.rule);
            found.because = Some(first.unwrap_or(Rule::BB_14_74));
            found.others = line.blocks.iter().map(|block| block.rule).collect();
            found.terms.push(format!(
                "{} cover hexes [{}]",
                line.cover_hexes,
                Rule::BB_14_74
            ));
            found
        }
        Subject::Contact { unit, within } => {
            let cost = longroll_movement::contact_distance(&at, *unit, HalfMp::whole(*within));
            Found::one(cost.map_or("none".to_owned(), |cost| cost.to_string()))
        }
        Subject::Retreat { unit } => Found {
            answer: if leaves_area(at, *unit) {
                vec!["off the map".to_owned()]
            } else {
                falls(at, *unit)
                    .into_iter()
                    .map(|way| setting.grid().name(way.hex).to_owned())
                    .collect()
            },
            ..Found::default()
        },
        Subject::Allowance { unit } => match allowance(setting, at.position, *unit, Fired::No) {
            Allowance::Points(points) => Found {
                because: Some(points.rule()),
                ..Found::one(points.total)
            },
            Allowance::OneHex => Found::one("one hex"),
            Allowance::River => Found::one("river"),
        },
        Subject::RiderAllowance { leader } => Found {
            because: Some(match setting.leader(*leader).level {
                Level::Brigade | Level::Division => Rule::SR_9_31,
                Level::Corps | Level::Army => Rule::SR_9_32,
            }),
            ..Found::one(longroll_movement::leaders::leader_allowance(
                setting.leader(*leader).level,
            ))
        },
        Subject::RiderStep { leader, to } => {
            let from = at.position.leader(*leader).hex;
            match longroll_movement::leader_step_cost(&at, *leader, from, *to) {
                Ok(cost) => Found {
                    because: Some(Rule::SR_9_31),
                    ..Found::one(cost)
                },
                Err(refusal) => Found::refused("refused", &refusal),
            }
        }
        Subject::Step { unit, to, facing } => step(battle, *unit, *to, *facing)?,
        Subject::StackLegal { hex } => Found::verdict(
            longroll_movement::stacking::stack_is_legal(setting, at.position, *hex)
                .map(|()| Rule::SR_8_11),
        ),
        Subject::Join { unit, hex } => Found::verdict(
            longroll_movement::stacking::may_join(setting, at.position, *unit, *hex)
                .map(|()| Rule::SR_8_12_line),
        ),
        Subject::Arcs { unit } => Found {
            answer: stacks::arcs(at, *unit),
            because: Some(arcs_rule(at.position.unit(*unit))),
            ..Found::default()
        },
        Subject::Shares { unit } => Found {
            answer: stacks::shares(at, *unit),
            because: Some(Rule::SR_8_44_split),
            ..Found::default()
        },
        Subject::Stack { hex } => Found::one(stacks::stack(at, *hex)),
        Subject::FireFront { hex } => Found {
            answer: stacks::fire_front(at, *hex),
            because: Some(fire_front::fire_rule(&at, *hex)),
            ..Found::default()
        },
        Subject::Bears { unit, on } => Found {
            because: Some(Rule::SR_8_45),
            ..Found::one(fire::bears_on(&stacks::fire_scene(at), *unit, *on))
        },
        Subject::Massed { hex, range } => Found {
            because: Some(Rule::SR_8_34),
            ..Found::one(fire_front::massed_or_dispersed(
                &at,
                *hex,
                u32::from(*range),
            ))
        },
        Subject::Evade { .. }
        | Subject::React { .. }
        | Subject::Proximity { .. }
        | Subject::Reach { .. }
        | Subject::Way { .. } => crate::encounters::answer(battle, subject)?,
        Subject::Score { .. }
        | Subject::Goal { .. }
        | Subject::Total { .. }
        | Subject::Lead
        | Subject::Shifted
        | Subject::MayExtend { .. }
        | Subject::Verdict => crate::score::answer(battle, subject)?,
        Subject::Asked => match battle.asked() {
            Some(ask) => Found {
                because: Some(ask.rule),
                ..Found::one(ask.side)
            },
            None => Found::one("nobody"),
        },
        Subject::Odds { text } => odds(battle, text, chances)?,
        Subject::Grounds { text } => odds(battle, text, behind)?,
        Subject::Standing { body } => Found {
            answer: longroll_gbacw::standing(battle.at(), *body)
                .iter()
                .map(ToString::to_string)
                .collect(),
            ..Found::default()
        },
        Subject::Options { prefix } => Found {
            answer: battle
                .offers()
                .iter()
                .map(|offer| battle.print(&offer.choice))
                .filter(|line| line.starts_with(prefix.as_str()))
                .collect(),
            ..Found::default()
        },
    })
}

/// The list and the judge have to agree about a choice of the side that decides.
pub(crate) fn against_the_list(
    battle: &Battle,
    side: longroll_core::Side,
    choice: longroll_gbacw::Choice,
    accepted: bool,
) -> Option<&'static str> {
    if battle.asked().is_none_or(|ask| ask.side != side) {
        return None;
    }
    let mut offers = battle.offers().iter();
    match (offers.any(|offer| offer.choice == choice), accepted) {
        (true, false) => Some("it stands in the list and is refused"),
        (false, true) => Some("it is accepted and does not stand in the list"),
        _ => None,
    }
}

/// Each chance as `12.5 % …`.
fn chances(card: &longroll_table::wire::Fight) -> Vec<String> {
    let all = card.chances.iter().map(|chance| {
        let (whole, tenth) = (chance.permille / 10, chance.permille % 10);
        format!("{whole}.{tenth} % {}", chance.text)
    });
    all.collect()
}

/// The rules behind it.
fn behind(card: &longroll_table::wire::Fight) -> Vec<String> {
    card.under.iter().map(|note| note.rule.clone()).collect()
}

/// What the card of a fire or an assault says, with its modifiers.
fn odds(
    battle: &Battle,
    text: &str,
    asked: fn(&longroll_table::wire::Fight) -> Vec<String>,
) -> Result<Found, String> {
    let choice = battle
        .parse(text)
        .map_err(|error| format!("'{text}': {error}"))?;
    let side = battle.asked().map(|ask| ask.side);
    let side = side.ok_or_else(|| format!("'{text}': nobody is asked"))?;
    if let Some(refusal) = battle.why_not(side, choice) {
        return Ok(Found::refused(false, &refusal));
    }
    let cards = longroll_table::odds(battle, side, longroll_table::Language::En, choice);
    let Some(card) = cards.first() else {
        return Err(format!("'{text}' is neither a fire nor an assault"));
    };
    let terms = card.terms.iter();
    Ok(Found {
        answer: asked(card),
        terms: terms
            .map(|term| format!("{:+} {} [{}]", term.value, term.text, term.rule))
            .collect(),
        ..Found::default()
    })
}

/// One step with the facing given, or the one that needs the least turning.
fn step(
    battle: &Battle,
    unit: longroll_catalog::facts::UnitId,
    to: longroll_board::HexId,
    facing: Option<longroll_board::Facing>,
) -> Result<Found, String> {
    let at = battle.at();
    let state = at.position.unit(unit);
    let direction = at
        .grid()
        .direction_between(state.hex, to)
        .ok_or("the hex is not adjacent")?;
    let facing = facing.unwrap_or_else(|| {
        if state.facing.front().contains(direction) {
            return state.facing;
        }
        let [first, second] = longroll_board::Facing::toward(direction, state.facing.kind());
        if state.facing.twelfths_to(first) <= state.facing.twelfths_to(second) {
            first
        } else {
            second
        }
    });
    let progress = longroll_movement::Progress::begin(state);
    if matches!(state.extent, longroll_position::Extent::Line { .. }) {
        return Ok(line_step(&at, &progress, unit, direction));
    }
    let order = StepOrder {
        direction,
        facing,
        way: WayChoice::Best,
    };
    Ok(
        match longroll_movement::step::step(&at, &progress, unit, order) {
            Ok(terms) => {
                let walker = longroll_movement::Walker::of(&at, unit, Fired::No)
                    .map_err(|refusal| refusal.to_string())?;
                let explained = longroll_movement::step::explain_step(&at, &walker, &terms);
                Found {
                    terms: explained.terms().iter().map(ToString::to_string).collect(),
                    because: explained.grounds().first().copied(),
                    ..Found::one(terms.total)
                }
            }
            Err(refusal) => Found::refused("refused", &refusal),
        },
    )
}

/// SR 8.44-move: the price of a whole line's move straight ahead.
fn line_step(
    scene: &longroll_movement::Scene<'_>,
    progress: &longroll_movement::Progress,
    unit: longroll_catalog::facts::UnitId,
    direction: longroll_board::Direction,
) -> Found {
    use longroll_movement::extension::{LineMove, move_line};

    match move_line(scene, progress, unit, LineMove::Forward(direction)) {
        Ok(terms) => Found {
            because: Some(Rule::SR_8_44_move),
            ..Found::one(terms.total)
        },
        Err(refusal) => Found::refused("refused", &refusal),
    }
}
