//! Fire and assault at the table: what the card says before is what the die is told with after.

use std::collections::BTreeMap;

use longroll_core::{Game as _, Seed, Side};
use longroll_gbacw::Choice;
use longroll_sim::players::{self, Player, Seat};
use longroll_table::wire::{Answer, Die, Do, Face, Fight, GoWish, Told, Wish};
use longroll_table::{Curtain, Eyes, Language, Viewer};

use crate::client::Client;

/// A game between two players who seek contact, through messages.
struct Duel {
    client: Client,
    bystander: Eyes,
    players: [Box<dyn Player>; 2],
}

impl Duel {
    fn new(scenario: u8, seed: u64) -> Self {
        let sit = |side| players::sit_down("eager", Seed(seed), side).unwrap();
        let client = Client::sit(scenario, seed, Curtain::Never, Viewer::Here);
        let mut bystander = Eyes::new(Viewer::Side(Side::Union), Language::En);
        bystander.look(&client.table);
        Self {
            client,
            bystander,
            players: [sit(Side::Union), sit(Side::Confederate)],
        }
    }

    /// What the player who is asked would do.
    fn wants(&mut self) -> Option<Choice> {
        let battle = self.client.table.battle();
        let side = battle.asked()?.side;
        let seat = Seat::of(battle)?;
        self.players[usize::from(side == Side::Confederate)].choose(seat)
    }

    /// BB 18.1: a fire that goes astray. It has no card yet: the enemy's men are chosen for him.
    fn goes_astray(&self) -> bool {
        let asked = self.client.table.battle().asked();
        asked.is_some_and(|ask| ask.prompt == longroll_gbacw::Prompt::Misdirected)
    }

    fn print(&self, choice: Choice) -> String {
        self.client.table.battle().print(&choice)
    }

    /// Makes a choice; everything that a bystander was told of it.
    fn make(&mut self, order: &str) -> Vec<Told> {
        self.client.choose(order).unwrap();
        match self.bystander.news(&self.client.table) {
            Some(Answer::Update(update)) => {
                let steps = update.steps.into_iter();
                steps.flat_map(|step| step.events).collect()
            }
            // He is told nothing while something is decided in secret.
            None => Vec::new(),
            other => panic!("{other:?}"),
        }
    }

    fn card(&mut self, order: &str) -> Option<Fight> {
        let odds = Do::Odds {
            order: Some(order.to_owned()),
        };
        match self.client.say(odds).unwrap() {
            Answer::Odds(mut cards) => cards.pop(),
            other => panic!("{other:?}"),
        }
    }
}

fn dice(told: &[Told], table: &str) -> Vec<Die> {
    let all = told.iter().filter_map(|event| event.die.clone());
    all.filter(|die| die.table == table).collect()
}

#[test]
fn the_card_of_a_fire_has_the_terms_and_the_faces_of_its_die() {
    let mut compared = 0;
    for seed in [2, 3] {
        let mut duel = Duel::new(2, seed);
        let mut open: BTreeMap<String, Vec<Fight>> = BTreeMap::new();
        // SR 10.68: the second shot of Rapid fire has no card of its own; it is as strong as the first.
        let mut again: Vec<(String, String)> = Vec::new();
        while let Some(choice) = duel.wants() {
            let order = duel.print(choice);
            if let (Choice::Fire { .. }, false) = (choice, duel.goes_astray()) {
                let card = duel
                    .card(&order)
                    .unwrap_or_else(|| panic!("no card for {order}"));
                assert_eq!(card.cells.len(), 10);
                assert_eq!(card.order.as_deref(), Some(order.as_str()));
                assert!(card.sight.as_ref().is_some_and(|line| line.seen), "{order}");
                let purpose = format!("fire of {} at {}", card.attackers[0].name, card.to[0]);
                open.entry(purpose).or_default().push(card);
            }
            for die in dice(&duel.make(&order), "fire") {
                // Sections of a battery fire at one hex one after the other, or together if they can.
                let read = |faces: &[Face]| {
                    let faces = faces.iter().map(|face| face.result.clone());
                    faces.collect::<Vec<_>>()
                };
                let same = |card: &Fight| {
                    die.terms == card.terms
                        && die.column == card.column
                        && read(&die.cells) == read(&card.cells)
                };
                let shot = (die.purpose.clone(), die.column.clone());
                let cards = open.entry(die.purpose.clone()).or_default();
                let place = cards.iter().position(same);
                let second = again.iter().position(|known| *known == shot);
                if let (None, Some(second)) = (place, second) {
                    again.remove(second);
                    continue;
                }
                if !cards.is_empty() {
                    let place = place.unwrap_or_else(|| panic!("{die:?} and {cards:?}"));
                    let card = cards.remove(place);
                    let order = card.order.as_deref().unwrap_or_default();
                    if order.split(' ').any(|word| word == "rapid") {
                        again.push(shot);
                    }
                    let fallen = &card.cells[usize::from(die.natural)];
                    assert!(
                        die.verdict.starts_with(&fallen.result),
                        "{die:?} {fallen:?} {order}"
                    );
                    compared += 1;
                }
            }
            if choice == Choice::Done {
                open.clear();
                again.clear();
            }
        }
    }
    assert!(
        compared > 40,
        "{compared} fires were held against their dice"
    );
}

#[test]
fn targets_bear_the_chance_of_their_card() {
    let mut duel = Duel::new(2, 2);
    let mut compared = 0;
    while let Some(choice) = duel.wants() {
        let order = duel.print(choice);
        if let (Choice::Fire { .. } | Choice::Assault { .. }, false) = (choice, duel.goes_astray())
        {
            let Answer::Targets(found) = duel.client.say(Do::Targets { piece: None }).unwrap()
            else {
                panic!("targets")
            };
            let own = found.aims.iter().find(|aim| aim.orders.contains(&order));
            let own = own.unwrap_or_else(|| panic!("{order} is aimed at somebody"));
            let card = duel
                .card(&own.order)
                .unwrap_or_else(|| panic!("no card for {}", own.order));
            for defender in &card.defenders {
                let known = card.kind == "fire" || own.whom.contains(&defender.name);
                assert!(
                    known,
                    "{order}: {} is not among {:?}",
                    defender.name, own.whom
                );
            }
            let sum: u16 = match own.kind.as_str() {
                "fire" => {
                    let nothing = card.chances.iter().find(|bar| bar.tone == "nothing");
                    1000 - nothing.map_or(0, |bar| bar.permille)
                }
                _ => {
                    let won = card.chances.iter().filter(|bar| bar.tone == "good");
                    won.map(|bar| bar.permille).sum()
                }
            };
            assert_eq!(own.permille, Some(sum), "{order}");
            compared += 1;
        }
        duel.make(&order);
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_card_of_an_assault_has_the_terms_of_its_die_unless_something_came_between() {
    let changes = [
        "cohesion-changed",
        "lost",
        "presence-changed",
        "moved",
        "turned",
        "ability-used",
        "leader-replaced",
    ];
    let mut compared = 0;
    for seed in 2..8 {
        let mut duel = Duel::new(2, seed);
        let mut open: Vec<Fight> = Vec::new();
        while let Some(choice) = duel.wants() {
            let order = duel.print(choice);
            if let Choice::Assault { .. } = choice {
                let card = duel
                    .card(&order)
                    .unwrap_or_else(|| panic!("no card for {order}"));
                assert_eq!(
                    card.chances.iter().map(|bar| bar.permille).sum::<u16>(),
                    1000
                );
                open.push(card);
            }
            let told = duel.make(&order);
            for event in &told {
                if changes.contains(&event.kind.as_str()) {
                    open.clear();
                }
                let Some(die) = event.die.as_ref().filter(|die| die.table == "assault") else {
                    continue;
                };
                let of = |card: &&Fight| {
                    let purpose = format!("assault of {} on ", card.attackers[0].name);
                    die.purpose.starts_with(&purpose)
                };
                // Only a lone one: later designations change the Position of earlier ones.
                if let (Some(card), 1) = (open.iter().find(of), open.len()) {
                    assert_eq!(die.terms, card.terms, "{}", die.purpose);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 0, "no assault was fought as it was shown");
}

#[test]
fn whoever_is_fired_at_or_assaulted_sees_what_comes() {
    let mut duel = Duel::new(2, 2);
    let (mut fires, mut assaults) = (0, 0);
    while let Some(choice) = duel.wants() {
        let key = duel
            .client
            .look
            .question
            .as_ref()
            .map(|own| own.key.clone());
        if matches!(
            key.as_deref(),
            Some("answer-fire" | "next-assault" | "retreat-before-assault")
        ) {
            let Answer::Odds(cards) = duel.client.say(Do::Odds { order: None }).unwrap() else {
                panic!("cards")
            };
            fires += cards.iter().filter(|card| card.kind == "fire").count();
            assaults += cards.iter().filter(|card| card.kind == "assault").count();
        }
        let order = duel.print(choice);
        duel.make(&order);
    }
    assert!(
        fires > 5 && assaults > 0,
        "{fires} fires, {assaults} assaults"
    );
}

#[test]
fn an_enemy_out_of_reach_says_why_by_fire_and_by_assault() {
    let mut duel = Duel::new(2, 2);
    let mut asked = 0;
    while let Some(choice) = duel.wants() {
        if let (Choice::Fire { unit, .. }, true) = (choice, asked < 30) {
            let setting = duel.client.table.battle().setting();
            let (name, side) = (setting.unit(unit).name.clone(), setting.unit(unit).side);
            let enemies: Vec<String> = duel
                .client
                .pieces
                .values()
                .filter(|piece| piece.side != side && piece.kind == "unit")
                .filter_map(|piece| piece.hex.clone())
                .collect();
            for hex in enemies {
                let why = Do::Why {
                    order: None,
                    piece: Some(name.clone()),
                    hex: Some(hex),
                    facing: None,
                };
                let Answer::Why(why) = duel.client.say(why).unwrap() else {
                    panic!("why")
                };
                assert_eq!(why.acts.len(), 2);
                for act in &why.acts {
                    assert_eq!(act.allowed, act.refusal.is_none());
                }
                let fire = &why.acts[0];
                let sight = why.sight.expect("a line");
                if let (false, Some(refusal)) = (sight.seen, &fire.refusal) {
                    assert!(!refusal.rule.is_empty());
                }
                assert!(
                    sight.seen || !fire.allowed,
                    "nobody fires at what he does not see"
                );
            }
            asked += 1;
        }
        let order = duel.print(choice);
        duel.make(&order);
    }
    assert!(asked > 10);
}

/// SR 9.12: a wish to go ends the move by itself only where nothing is lost by it.
#[test]
fn whoever_came_where_he_was_sent_may_still_fire_there() {
    let (mut asked, mut ended, mut went_on) = (0, 0, 0);
    for seed in 2..6 {
        let mut duel = Duel::new(2, seed);
        for _ in 0..900 {
            let Some(choice) = duel.wants() else { break };
            let question = duel.client.look.question.clone();
            if let Some(question) = question.filter(|question| question.key == "act") {
                let (fires, halts, next) = send_all(&duel.client, &question);
                asked += fires;
                ended += halts;
                went_on += next;
            }
            if asked > 10 && ended > 10 && went_on > 3 {
                return;
            }
            let order = duel.print(choice);
            duel.client.choose(&order).unwrap();
        }
    }
    panic!("{asked} asked before they halted, {ended} halted, {went_on} brigades went on")
}

/// Sends every unit that may move somewhere, on copies: how many were asked to fire or hold, how many halted by themselves,
/// and how many brigades went on after that answer.
fn send_all(client: &Client, question: &longroll_table::wire::Question) -> (u32, u32, u32) {
    let mut movers: Vec<String> = question
        .choices
        .iter()
        .filter(|choice| choice.kind == "move")
        .filter_map(|choice| choice.unit.clone())
        .collect();
    movers.dedup();
    let (mut asked, mut ended, mut went_on) = (0, 0, 0);
    for unit in &movers {
        let mut copy = Client::at(client.table.clone(), Viewer::Here);
        let Ok(Answer::Reach(reach)) = copy.say(Do::Reach {
            piece: unit.clone(),
        }) else {
            continue;
        };
        let here = copy.pieces[unit].hex.clone();
        let Some(place) = reach
            .places
            .iter()
            .rfind(|place| place.risk.is_none() && Some(&place.hex) != here.as_ref())
        else {
            continue;
        };
        for alone in [true, false] {
            let mut copy = Client::at(client.table.clone(), Viewer::Here);
            let mut pieces = vec![unit.clone()];
            if !alone {
                pieces.extend(movers.iter().filter(|other| *other != unit).cloned());
            }
            let goes = copy.say(Do::Wish {
                wish: Wish::Go(GoWish {
                    pieces,
                    hex: place.hex.clone(),
                    facing: None,
                }),
            });
            let Some(now) = copy.look.question.clone().filter(|_| goes.is_ok()) else {
                continue;
            };
            let arrived = copy.pieces[unit].hex.as_ref() == Some(&place.hex);
            let under_way = now.key == "moving" && now.about.unit.as_ref() == Some(unit);
            if !arrived || !under_way {
                ended += u32::from(arrived && alone);
                continue;
            }
            assert!(
                now.choices.iter().any(|choice| choice.kind == "fire"),
                "{unit} is asked for nothing: {:?}",
                now.choices.iter().map(|one| &one.order).collect::<Vec<_>>()
            );
            assert_eq!(now.proposal.as_deref(), Some("halt"));
            assert!(now.choices.iter().all(|choice| choice.order != "halt"
                || choice.text == "It holds its fire; its move is over"));
            asked += 1;
            let waiting = copy.look.wish.clone();
            assert_eq!(waiting.is_some(), !alone && movers.len() > 1);
            let before = copy.table.choices();
            copy.choose("halt").unwrap();
            let then = copy.look.question.as_ref();
            assert!(
                then.is_none_or(
                    |then| then.key != "moving" || then.about.unit.as_ref() != Some(unit)
                ),
                "one press ends the move"
            );
            // The others of the wish go on by themselves.
            went_on += u32::from(!alone && copy.table.choices() > before + 1);
        }
    }
    (asked, ended, went_on)
}
