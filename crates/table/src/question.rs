//! The pending question with its choices sorted for people.

use longroll_catalog::facts::Piece;
use longroll_core::Offer;
use longroll_gbacw::step::Ask;
use longroll_gbacw::{Battle, Choice, Prompt, names, notation};
use longroll_position::Deeds;

use crate::describe::{ends, parts, unit_of};
use crate::naming;
use crate::standing::may_stand;
use crate::wire::{About, Group, KindGroup, Opt, Question, Waiting, WishGroup};
use crate::wish::loses_by_halting;
use crate::words::Words;

/// Whether the other side must not see what is asked (SR 5.31; BB alert).
pub(crate) const fn is_secret(prompt: Prompt) -> bool {
    matches!(prompt, Prompt::Withhold | Prompt::Alert { .. })
}

/// The question in words, with the name it is about.
pub(crate) fn prompt_text(battle: &Battle, words: &Words, prompt: Prompt) -> String {
    let name = prompt_name(battle, prompt);
    words.say(&format!("prompt.{}", prompt.key()), &[("name", &name)])
}

/// The name a question is about; empty if none.
pub(crate) fn prompt_name(battle: &Battle, prompt: Prompt) -> String {
    let about = about(battle, prompt);
    let setting = battle.setting();
    match prompt {
        Prompt::PlacePiece { piece } => notation::piece_name(setting, piece),
        Prompt::OrdersAtStart { body }
        | Prompt::TakeOrders { body }
        | Prompt::FallBacks { body } => naming::body(setting, body),
        Prompt::SitOut { activator } | Prompt::Coordinate { activator } => {
            naming::activator(setting, activator)
        }
        Prompt::JoinGroup { left } | Prompt::Alert { left } => left.to_string(),
        _ => about.unit.or(about.leader).unwrap_or_default(),
    }
}

fn about(battle: &Battle, prompt: Prompt) -> About {
    let setting = battle.setting();
    let mut about = About::default();
    match prompt {
        Prompt::FaceAtStart { unit }
        | Prompt::FormAtStart { unit }
        | Prompt::JoinBrigade { unit }
        | Prompt::FallBack { unit }
        | Prompt::Moving { unit }
        | Prompt::React { unit }
        | Prompt::Shrink { unit }
        | Prompt::MoreFire { unit }
        | Prompt::FireFirst { unit }
        | Prompt::AdvanceAfterFire { unit }
        | Prompt::Countercharge { unit }
        | Prompt::GoOn { unit }
        | Prompt::TurnAfter { unit }
        | Prompt::AnswerFire { unit }
        | Prompt::Gather { unit }
        | Prompt::MakeRoom { unit }
        | Prompt::StackPlace { unit } => about.unit = Some(naming::unit(setting, unit)),
        Prompt::PlacePiece { piece } => match piece {
            longroll_catalog::facts::Piece::Leader(id) => {
                about.leader = Some(naming::leader(setting, id));
            }
            longroll_catalog::facts::Piece::Unit(id)
            | longroll_catalog::facts::Piece::Section(id, _) => {
                about.unit = Some(naming::unit(setting, id));
            }
        },
        Prompt::DirectCommand { leader }
        | Prompt::Help { leader }
        | Prompt::Ride { leader }
        | Prompt::StaysBehind { leader }
        | Prompt::Refuge { leader }
        | Prompt::ExtraActivation { leader } => {
            about.leader = Some(naming::leader(setting, leader));
        }
        Prompt::OrdersAtStart { body }
        | Prompt::TakeOrders { body }
        | Prompt::FallBacks { body } => {
            about.body = Some(names::body(setting, body));
        }
        Prompt::SitOut { activator } | Prompt::Coordinate { activator } => {
            about.activator = Some(names::activator(setting, activator));
        }
        _ => {}
    }
    about
}

/// What somebody else sees of a question.
pub(crate) fn waiting(battle: &Battle, words: &Words, ask: Ask, computer: bool) -> Waiting {
    if is_secret(ask.prompt) {
        return Waiting {
            side: ask.side,
            text: words.say(
                "waiting.secret",
                &[("side", &naming::side(words, ask.side))],
            ),
            rule: None,
            computer,
        };
    }
    Waiting {
        side: ask.side,
        text: prompt_text(battle, words, ask.prompt),
        rule: Some(ask.rule.to_string()),
        computer,
    }
}

/// The question as the deciding side sees it. `rolls` tells of each choice whether a die is known to follow.
pub(crate) fn question(battle: &Battle, words: &Words, ask: Ask, rolls: &[bool]) -> Question {
    let setting = battle.setting();
    let offers = battle.offers();
    let mut choices = Vec::with_capacity(offers.len());
    let mut groups: Vec<(WishGroup, Group)> = Vec::new();
    for (place, offer) in offers.iter().enumerate() {
        let own = parts(battle, words, offer.choice);
        let place32 = u32::try_from(place).unwrap_or(u32::MAX);
        add_to_group(&mut groups, &own.group, own.kind, offer, place32, words);
        choices.push(Opt {
            order: notation::print(setting, offer.choice),
            kind: own.kind.to_owned(),
            rule: offer.rule.to_string(),
            text: own.text,
            short: own.short,
            unit: own.unit,
            leader: own.leader,
            hex: own.hex,
            facing: own.facing,
            rolls: rolls.get(place).copied().unwrap_or(false),
            ends: ends(offer.choice),
            gives_up: Vec::new(),
        });
    }
    let mut about = about(battle, ask.prompt);
    for choice in &choices {
        add_name(&mut about.units, choice.unit.as_ref());
        add_name(&mut about.leaders, choice.leader.as_ref());
    }
    name_the_end(words, ask.prompt, &mut choices);
    let mut text = prompt_text(battle, words, ask.prompt);
    if let Prompt::Moving { unit } = ask.prompt
        && loses_by_halting(battle, ask.side, Piece::Unit(unit))
    {
        text = format!("{text} {}", words.say("wish.may-fire", &[]));
        for choice in choices.iter_mut().filter(|choice| choice.ends) {
            choice.text = words.say("wish.holds", &[]);
        }
    }
    if ask.prompt == Prompt::Act {
        about.body = acting_body(battle).map(|body| names::body(setting, body));
        name_what_is_given_up(battle, words, &mut choices);
    }
    if ask.prompt == Prompt::NextBody {
        name_the_idle_bodies(battle, words, &mut choices);
    }
    Question {
        side: ask.side,
        key: ask.prompt.key().to_owned(),
        text,
        rule: ask.rule.to_string(),
        rule_title: words.rule_title(ask.rule).to_owned(),
        about,
        secret: is_secret(ask.prompt),
        proposal: proposal(offers).map(|choice| notation::print(setting, choice)),
        choices,
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        stands: may_stand(ask.prompt),
    }
}

fn add_name(list: &mut Vec<String>, name: Option<&String>) {
    if let Some(name) = name.filter(|name| !list.contains(name)) {
        list.push(name.clone());
    }
}

fn add_to_group(
    groups: &mut Vec<(WishGroup, Group)>,
    who: &WishGroup,
    kind: &str,
    offer: &Offer<Choice>,
    place: u32,
    words: &Words,
) {
    let at = match groups.iter().position(|(own, _)| own == who) {
        Some(at) => at,
        None => {
            let group = Group {
                who: who.clone().into(),
                kinds: Vec::new(),
            };
            groups.push((who.clone(), group));
            groups.len() - 1
        }
    };
    let Some((_, group)) = groups.get_mut(at) else {
        return;
    };
    match group.kinds.iter_mut().find(|own| own.kind == kind) {
        Some(own) => own.choices.push(place),
        None => group.kinds.push(KindGroup {
            kind: kind.to_owned(),
            text: words.say(&format!("kind.{kind}"), &[]),
            rule: offer.rule.to_string(),
            choices: vec![place],
        }),
    }
}

/// The body that acts: that of the units which have a choice, if it is one.
pub(crate) fn acting_body(battle: &Battle) -> Option<longroll_position::BodyId> {
    let (setting, position) = (battle.setting(), battle.position());
    let mut bodies = battle
        .offers()
        .iter()
        .filter_map(|offer| unit_of(offer.choice))
        .map(|unit| position.body_of(setting, unit));
    let first = bodies.next()?;
    bodies.all(|body| body == first).then_some(first)
}

/// What ends a question says what that means, where the catalogue knows it.
fn name_the_end(words: &Words, prompt: Prompt, choices: &mut [Opt]) {
    let key = format!("end.{}", prompt.key());
    if words.has(&key) {
        for choice in choices.iter_mut().filter(|choice| choice.order == "done") {
            choice.text = words.say(&key, &[]);
        }
    }
}

/// A choice that ends a brigade's Activation names who could still act.
fn name_what_is_given_up(battle: &Battle, words: &Words, choices: &mut [Opt]) {
    let (setting, position) = (battle.setting(), battle.position());
    let mut idle: Vec<String> = Vec::new();
    for unit in battle
        .offers()
        .iter()
        .filter_map(|offer| unit_of(offer.choice))
    {
        if !position.unit(unit).deeds.has(Deeds::ACTED) {
            let name = naming::unit(setting, unit);
            add_name(&mut idle, Some(&name));
        }
    }
    let body = acting_body(battle).map(|body| naming::body(setting, body));
    for choice in choices.iter_mut().filter(|choice| choice.ends) {
        if let Some(body) = &body {
            choice.text = words.say("choice.end-body", &[("body", body)]);
        }
        if !idle.is_empty() {
            choice.text = words.say(
                "choice.gives-up",
                &[("what", &choice.text), ("units", &idle.join(", "))],
            );
            choice.gives_up.clone_from(&idle);
        }
    }
}

/// Ending a marker names the brigades that have not acted with it.
fn name_the_idle_bodies(battle: &Battle, words: &Words, choices: &mut [Opt]) {
    let mut idle: Vec<String> = Vec::new();
    for offer in battle.offers() {
        if let Choice::Activate { body } = offer.choice {
            let name = naming::body(battle.setting(), body);
            add_name(&mut idle, Some(&name));
        }
    }
    if idle.is_empty() {
        return;
    }
    for choice in choices.iter_mut().filter(|choice| choice.ends) {
        choice.text = words.say(
            "choice.gives-up",
            &[("what", &choice.text), ("units", &idle.join(", "))],
        );
        choice.gives_up.clone_from(&idle);
    }
}

/// What Enter takes: the proposal of the set-up, the next brigade, what ends the question, or the only choice.
pub(crate) fn proposal(offers: &[Offer<Choice>]) -> Option<Choice> {
    let mut all = offers.iter().map(|offer| offer.choice);
    all.clone()
        .find(|&choice| choice == Choice::Accept)
        .or_else(|| {
            // Nobody gives a marker away by pressing on.
            all.clone()
                .find(|choice| matches!(choice, Choice::Activate { .. }))
        })
        .or_else(|| all.find(|&choice| ends(choice)))
        .or_else(|| offers.first().map(|offer| offer.choice))
}
