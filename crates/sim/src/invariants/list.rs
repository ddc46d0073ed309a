//! The list is the law: what is offered is accepted, everything else is refused and changes nothing.

use std::collections::{BTreeSet, VecDeque};

use longroll_board::HexId;
use longroll_core::{Game, NotChosen, Offer, Seed};
use longroll_gbacw::{Battle, Choice};

use super::{Findings, places};
use crate::players::Stream;

/// Choices of earlier lists that are kept to be tried where they do not belong.
const REMEMBERED: usize = 64;
/// Lists up to this length are printed and read back as a whole, of longer ones a sample.
const READ_BACK: usize = 48;
/// Choices asked about alone at each decision, each with a strange one.
const ALONE: usize = 4;
/// Strange choices tried at each decision.
const STRANGERS: usize = 3;

/// Checks the list of each decision.
#[derive(Debug)]
pub(super) struct ListCheck {
    stream: Stream,
    tries: usize,
    earlier: VecDeque<Choice>,
}

impl ListCheck {
    pub(super) fn new(seed: Seed, tries: usize) -> Self {
        Self {
            // Apart from the dice (0) and the players (1, 2).
            stream: Stream::new(seed, 3),
            tries,
            earlier: VecDeque::new(),
        }
    }

    pub(super) fn check(&mut self, battle: &Battle, findings: &mut Findings) {
        let Some(ask) = battle.asked() else {
            findings.expect(
                battle.offers().is_empty(),
                "a game that is over offers nothing",
                || format!("{} choices", battle.offers().len()),
            );
            findings.expect(
                battle.result().is_some(),
                "a game without a question has a result",
                String::new,
            );
            return;
        };
        let offers = battle.offers();
        findings.expect(!offers.is_empty(), "no dead ends", || {
            format!("{:?} offers nothing", ask.prompt)
        });
        findings.expect(
            battle
                .options()
                .is_some_and(|decision| decision.choices.offers == offers),
            "options and offers agree",
            String::new,
        );
        self.check_notation(battle, findings);
        self.check_offers_accepted(battle, findings);
        self.check_others_refused(battle, findings);
        self.check_short_ways(battle, findings);
        if let Some(offer) = self.stream.one_of(offers) {
            self.earlier.push_back(offer.choice);
            if self.earlier.len() > REMEMBERED {
                self.earlier.pop_front();
            }
        }
    }

    fn check_notation(&mut self, battle: &Battle, findings: &mut Findings) {
        let offers = battle.offers();
        let mut texts = BTreeSet::new();
        let sampled = offers.len() > READ_BACK;
        for place in 0..offers.len().min(READ_BACK) {
            let place = if sampled {
                self.stream.pick(offers.len()).unwrap_or(place)
            } else {
                place
            };
            let Some(offer) = offers.get(place) else {
                continue;
            };
            let text = battle.print(&offer.choice);
            match battle.parse(&text) {
                Ok(read) if read == offer.choice => {}
                read => findings.add(
                    "every choice prints and reads back",
                    format!("'{text}' reads back as {read:?}"),
                ),
            }
            let fresh = texts.insert(text.clone());
            findings.expect(
                fresh || sampled,
                "no two choices of a list print alike",
                || text,
            );
        }
    }

    fn check_offers_accepted(&mut self, battle: &Battle, findings: &mut Findings) {
        let Some(ask) = battle.asked() else { return };
        for _ in 0..self.tries.min(battle.offers().len()) {
            let Some(offer) = self.stream.one_of(battle.offers()) else {
                return;
            };
            let mut copy = battle.clone();
            match copy.choose(ask.side, &offer.choice) {
                Ok(_) => places::check(&copy, findings),
                Err(error) => {
                    findings.add(
                        "every offer is accepted",
                        format!("'{}': {error}", battle.print(&offer.choice)),
                    );
                }
            }
        }
    }

    fn check_others_refused(&mut self, battle: &Battle, findings: &mut Findings) {
        let Some(ask) = battle.asked() else { return };
        let mut copy = battle.clone();
        if let Some(offer) = self.stream.one_of(battle.offers()) {
            let tried = copy.choose(ask.side.enemy(), &offer.choice);
            findings.expect(
                matches!(tried, Err(NotChosen::Refused(_))),
                "the other side is refused",
                || {
                    format!(
                        "{} was let in with '{}'",
                        ask.side.enemy(),
                        battle.print(&offer.choice)
                    )
                },
            );
        }
        for _ in 0..STRANGERS {
            let Some(stranger) = self.stranger(battle) else {
                continue;
            };
            if battle.offers().iter().any(|offer| offer.choice == stranger) {
                continue;
            }
            let tried = copy.choose(ask.side, &stranger);
            findings.expect(
                matches!(tried, Err(NotChosen::Refused(_))),
                "what is not offered is refused",
                || format!("'{}' was accepted", battle.print(&stranger)),
            );
        }
        findings.expect(
            copy.state() == battle.state() && copy.offers() == battle.offers(),
            "a refusal changes nothing",
            || format!("at {:?}", ask.prompt),
        );
    }

    /// Replays work out no lists; what they ask instead must come to the same.
    fn check_short_ways(&mut self, battle: &Battle, findings: &mut Findings) {
        let offers = battle.offers();
        let begun = battle.offers_begun();
        findings.expect(
            begun.is_empty() == offers.is_empty()
                && begun.iter().all(|offer| offers.contains(offer))
                && (is_to_go_on(&begun) == is_to_go_on(offers)),
            "the beginning of a list shows what the list shows",
            || format!("{begun:?} of {offers:?}"),
        );
        let drawn = battle.offer_drawn(&mut |length| self.stream.pick(length).unwrap_or(0));
        findings.expect(
            drawn.map_or(offers.is_empty(), |(offer, alone)| {
                offers.contains(&offer) && alone == is_to_go_on(offers)
            }),
            "what is drawn stands in the list, and shows whether there is anything to decide",
            || format!("{drawn:?} of {offers:?}"),
        );
        for _ in 0..ALONE {
            let Some(offer) = self.stream.one_of(offers) else {
                return;
            };
            let choice = offer.choice;
            findings.expect(
                battle.stands_alone(choice),
                "every offer stands alone",
                || battle.print(&choice),
            );
            let Some(stranger) = self.stranger(battle) else {
                continue;
            };
            findings.expect(
                battle.stands_alone(stranger) == offers.iter().any(|own| own.choice == stranger),
                "what stands alone is offered",
                || battle.print(&stranger),
            );
        }
    }

    /// A choice of another decision, or one of this decision that leads elsewhere.
    fn stranger(&mut self, battle: &Battle) -> Option<Choice> {
        if self.stream.pick(2)? == 0 {
            let place = self.stream.pick(self.earlier.len())?;
            return self.earlier.get(place).copied();
        }
        let offer = self.stream.one_of(battle.offers())?.choice;
        let hex = HexId::from_index(self.stream.pick(battle.setting().grid().len())?).ok()?;
        Some(elsewhere(offer, hex))
    }
}

/// Whether nothing but to go on is offered.
fn is_to_go_on(offers: &[Offer<Choice>]) -> bool {
    matches!(offers, [only] if matches!(only.choice, Choice::Done | Choice::Halt))
}

/// The same choice with another hex, where it has one.
const fn elsewhere(choice: Choice, hex: HexId) -> Choice {
    match choice {
        Choice::Move { unit, facing, .. } => Choice::Move { unit, hex, facing },
        Choice::Ride { leader, .. } => Choice::Ride { leader, hex },
        Choice::Place { piece, .. } => Choice::Place { piece, hex },
        Choice::Withdraw { unit, .. } => Choice::Withdraw { unit, hex },
        Choice::React { unit, by, .. } => Choice::React { unit, hex, by },
        Choice::Enter { unit, .. } => Choice::Move {
            unit,
            hex,
            facing: longroll_board::Facing::Vertex(longroll_board::Vertex::E),
        },
        Choice::FallBack { unit, by, .. } => Choice::FallBack { unit, hex, by },
        other => other,
    }
}
