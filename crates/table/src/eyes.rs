//! Somebody who looks at a table: what he has been told, and what is new to him.

use longroll_core::{Game as _, Side};
use longroll_gbacw::step::Ask;
use longroll_gbacw::{Battle, Event, Prompt, names, notation};
use longroll_position::Marker;

use crate::describe::{ends, parts};
use crate::entry::Intent;
use crate::game::{Done, Play};
use crate::naming;
use crate::question::{prompt_name, prompt_text, question, waiting};
use crate::score::score;
use crate::seen::Seen;
use crate::standing;
use crate::story::{Passage, is_worth_telling, paragraph, tell};
use crate::table::{Table, Viewer};
use crate::wire::{self, Answer, Look, Stopped, Update};
use crate::wish::Left;
use crate::words::{Language, Words};

/// Paragraphs of the story in a look.
const RECENT: u32 = 50;

/// Somebody who looks, with what he saw last.
#[derive(Debug, Clone)]
pub struct Eyes {
    viewer: Viewer,
    language: Language,
    last: Option<Last>,
}

#[derive(Debug, Clone)]
struct Last {
    side: Side,
    state: u64,
    undone: u64,
    choices: usize,
    seen: Seen,
    curtain: bool,
    wishing: bool,
}

impl Eyes {
    /// Eyes that have not seen anything yet.
    #[must_use]
    pub const fn new(viewer: Viewer, language: Language) -> Self {
        Self {
            viewer,
            language,
            last: None,
        }
    }

    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// In which language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Everything there is to see.
    pub fn look(&mut self, table: &Table) -> Answer {
        let words = Words::of(self.language);
        let side = table.eyes_of(self.viewer);
        let mut look = frame(table, self.viewer, side, words);
        if look.curtain.is_some() {
            self.remember(table, side, Seen::default());
            cover(&mut look);
            return Answer::Look(Box::new(look));
        }
        let seen = Seen::of(&table.play.battle, side, words);
        self.remember(table, side, seen.clone());
        fill(&mut look, seen);
        look.story = story(&table.play, side, words, Pick::last(RECENT));
        Answer::Look(Box::new(look))
    }

    /// What is new since the last time; nothing if nothing is.
    pub fn news(&mut self, table: &Table) -> Option<Answer> {
        let side = table.eyes_of(self.viewer);
        let curtain = table.curtain().is_some();
        let Some(last) = &self.last else {
            return Some(self.look(table));
        };
        let same = last.state == table.play.state_for(side)
            && last.side == side
            && last.curtain == curtain
            && last.wishing == table.left.is_some();
        if same {
            return None;
        }
        if last.side != side || last.undone != table.play.undone[side] || last.curtain != curtain {
            let known = last.choices;
            let grown = last.undone == table.play.undone[side] && !curtain;
            let mut answer = self.look(table);
            if let (true, Answer::Look(look)) = (grown, &mut answer) {
                look.since = steps(&table.play, side, Words::of(self.language), known);
            }
            return Some(answer);
        }
        let words = Words::of(self.language);
        let (from, choices) = (last.state, last.choices);
        let seen = Seen::of(&table.play.battle, side, words);
        let (changed, gone) = seen.clone().since(&last.seen);
        let mut now = frame(table, self.viewer, side, words);
        fill(&mut now, changed);
        let new_wish = table.play.done.get(choices).map(|done| done.wish);
        now.story = match new_wish {
            Some(since) => {
                let pick = Pick {
                    since,
                    ..Pick::last(u32::MAX)
                };
                story(&table.play, side, words, pick)
            }
            None => Vec::new(),
        };
        let steps = steps(&table.play, side, words, choices);
        self.remember(table, side, seen);
        Some(Answer::Update(Box::new(Update {
            from,
            gone,
            steps,
            now,
        })))
    }

    fn remember(&mut self, table: &Table, side: Side, seen: Seen) {
        self.last = Some(Last {
            side,
            state: table.play.state_for(side),
            undone: table.play.undone[side],
            choices: table.play.done.len(),
            seen,
            curtain: table.curtain().is_some(),
            wishing: table.left.is_some(),
        });
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Under the curtain nothing is told but whose turn it is to look.
fn cover(look: &mut Look) {
    look.cup = wire::Cup {
        markers: 0,
        playing: None,
        drawn: Vec::new(),
    };
    look.wish = None;
    look.undo = wire::Undo {
        can: false,
        text: String::new(),
        choices: 0,
    };
    look.standing = Vec::new();
    look.intention = None;
    look.score = None;
}

fn fill(look: &mut Look, seen: Seen) {
    look.pieces = seen.pieces;
    look.bodies = seen.bodies;
    look.activators = seen.activators;
    look.cup.markers = seen.markers_in_cup;
}

/// A look without pieces and story.
fn frame(table: &Table, viewer: Viewer, side: Side, words: &Words) -> Look {
    let play = &table.play;
    let battle = &play.battle;
    let curtain = table.curtain().filter(|_| viewer == Viewer::Here);
    let asked = battle.asked();
    let own =
        |ask: &Ask| ask.side == side && table.sitter(ask.side).is_person() && curtain.is_none();
    let computer = |ask: Ask| !table.sitter(ask.side).is_person();
    let intention = [side.enemy(), side].into_iter().find_map(|of| {
        let text = intention(battle, words, table.intention[of].as_ref()?);
        Some(wire::Intention { side: of, text })
    });
    Look {
        state: play.state_for(side),
        choices: number(play.counted(side, play.done.len())),
        side,
        turn: turn(battle, words, play, play.done.len()),
        initiative: battle.position().initiative.holder,
        cup: cup(battle, play, side, play.done.len(), words),
        pieces: Vec::new(),
        bodies: Vec::new(),
        activators: Vec::new(),
        question: asked
            .filter(own)
            .map(|ask| question(battle, words, ask, &play.rolls)),
        waiting: asked
            .filter(|ask| !own(ask))
            .map(|ask| waiting(battle, words, ask, computer(ask))),
        curtain,
        wish: table
            .left
            .as_ref()
            .filter(|left| left.side == side)
            .map(|left| wish_left(battle, words, left)),
        undo: undo(table, viewer, side, words),
        standing: play
            .standing
            .iter()
            .filter(|own| own.side == side)
            .map(|own| standing::told(words, own))
            .collect(),
        story: Vec::new(),
        since: Vec::new(),
        intention,
        over: battle.result().map(|result| wire::Over { result }),
        score: score(battle, words),
    }
}

fn intention(battle: &Battle, words: &Words, intent: &Intent) -> String {
    let title = |name: &str| {
        let setting = battle.setting();
        let body = setting
            .body_ids()
            .find(|&id| names::body(setting, id) == name);
        body.map_or_else(|| name.to_owned(), |id| naming::body(setting, id))
    };
    match intent {
        Intent::MovesOn { body, hex } => words.say(
            "intention.moves-on",
            &[("body", &title(body)), ("hex", hex)],
        ),
        Intent::Assaults { body, hex } => words.say(
            "intention.assaults",
            &[("body", &title(body)), ("hex", hex)],
        ),
        Intent::Holds { body } => words.say("intention.holds", &[("body", &title(body))]),
    }
}

fn turn(battle: &Battle, words: &Words, play: &Play, until: usize) -> wire::Turn {
    let setting = battle.setting();
    let now = battle.position().now(setting);
    let of = u32::try_from(setting.calendar().len()).unwrap_or(u32::MAX);
    let phase = events(play, until).rev().find_map(|event| match event {
        Event::Phase { rule } => Some(*rule),
        _ => None,
    });
    wire::Turn {
        id: now.map_or_else(String::new, |turn| turn.id.to_string()),
        label: now.map_or_else(String::new, |turn| turn.label.clone()),
        number: (u32::from(battle.position().turn) + 1).min(of),
        of,
        light: battle.position().light(setting).word().to_owned(),
        phase: phase.map(|rule| rule.to_string()),
        phase_text: phase.map_or_else(String::new, |rule| words.rule_title(rule).to_owned()),
    }
}

fn events(play: &Play, until: usize) -> impl DoubleEndedIterator<Item = &Event> {
    let done = play.done.iter().take(until);
    play.first
        .iter()
        .chain(done.flat_map(|done| done.happened.iter()))
        .map(|happened| &happened.event)
}

/// Markers drawn since the turn began; they lie open.
fn cup(battle: &Battle, play: &Play, _side: Side, until: usize, words: &Words) -> wire::Cup {
    let setting = battle.setting();
    let mut drawn: Vec<wire::Drawn> = events(play, until)
        .rev()
        .take_while(|event| !matches!(event, Event::TurnBegan { .. }))
        .filter_map(|event| match event {
            Event::Drawn { marker } | Event::Picked { marker } => Some(*marker),
            _ => None,
        })
        .map(|marker| wire::Drawn {
            side: match marker {
                Marker::Activation(id) => Some(setting.activator(id).side),
                Marker::March(side) => Some(side),
                Marker::BattleEvent | Marker::RandomEvent => None,
            },
            marker: naming::marker(setting, words, marker),
        })
        .collect();
    drawn.reverse();
    wire::Cup {
        markers: 0,
        playing: drawn.last().cloned(),
        drawn,
    }
}

fn wish_left(battle: &Battle, words: &Words, left: &Left) -> wire::WishLeft {
    let names = left.names(battle);
    let listed = if names.is_empty() {
        words.say("wish.nobody", &[])
    } else {
        names.join(", ")
    };
    let reason = left
        .refusal
        .as_ref()
        .map_or_else(String::new, |refusal| words.reason(&refusal.reason));
    let key = match left.why {
        Stopped::Die => "wish.die",
        Stopped::Question => "wish.question",
        Stopped::Refused => "wish.refused",
        Stopped::Over => "wish.over",
    };
    wire::WishLeft {
        why: left.why,
        text: words.say(key, &[("left", &listed), ("reason", &reason)]),
        left: names,
        can: battle.asked().is_some_and(|ask| ask.side == left.side),
        refusal: left
            .refusal
            .as_ref()
            .map(|refusal| crate::fault::refused(words, refusal)),
    }
}

fn undo(table: &Table, viewer: Viewer, side: Side, words: &Words) -> wire::Undo {
    match table.can_undo(viewer) {
        Ok(choices) => {
            let what = table
                .play
                .done
                .last()
                .and_then(|last| last_paragraph(&table.play, side, words, last.wish))
                .unwrap_or_default();
            wire::Undo {
                can: true,
                text: words.say("undo.can", &[("what", &what)]),
                choices: u32::try_from(choices).unwrap_or(u32::MAX),
            }
        }
        Err(key) => wire::Undo {
            can: false,
            text: words.say(&format!("undo.{key}"), &[]),
            choices: 0,
        },
    }
}

fn last_paragraph(play: &Play, side: Side, words: &Words, wish: u32) -> Option<String> {
    let first = play.done.iter().rposition(|done| done.wish != wish);
    let first = first.map_or(0, |place| place + 1);
    let passage = passage(play, side, words, first, play.done.len())?;
    Some(paragraph(play.battle.setting(), words, &passage, false).text)
}

/// What happened since a moment, choice by choice, as far as a side may know.
fn steps(play: &Play, side: Side, words: &Words, since: usize) -> Vec<wire::Step> {
    let setting = play.battle.setting();
    play.done
        .iter()
        .enumerate()
        .skip(since)
        .filter_map(|(place, done)| Some((play.counted_at(side, place)?, done)))
        .map(|(counted, done)| wire::Step {
            number: number(counted),
            side: done.side,
            by: answered(done, side),
            events: done
                .happened
                .iter()
                .filter(|happened| !happened.hidden[side])
                .map(|happened| tell(setting, words, happened))
                .collect(),
        })
        .collect()
}

/// Who made a choice, as a side may know it: whether the enemy has standing answers is his secret.
fn answered(done: &Done, side: Side) -> wire::Answered {
    match done.by {
        wire::Answered::Standing | wire::Answered::Unasked if done.side != side => {
            wire::Answered::Person
        }
        by => by,
    }
}

/// The choices from one place to another as a passage that a side may read; nothing of an answer that is still being made in
/// secret.
fn passage<'a>(
    play: &'a Play,
    side: Side,
    words: &Words,
    from: usize,
    to: usize,
) -> Option<Passage<'a>> {
    let done = play.done.get(from..to)?;
    let first = done.first()?;
    let (before, after) = (play.counted(side, from), play.counted(side, to));
    if before == after {
        return None;
    }
    let kept = |done: &&Done| done.side != side && done.is_secret();
    // What happened tells itself.
    let all = done.iter().flat_map(|done| &done.happened);
    let quiet = !all
        .clone()
        .any(|happened| !happened.hidden[side] && is_worth_telling(&happened.event));
    let mut decided: Vec<String> = Vec::new();
    for own in done.iter().filter(|done| quiet && !kept(done)) {
        let text = decided_text(&play.battle, words, own);
        decided.extend(text.filter(|text| !decided.contains(text)));
    }
    Some(Passage {
        number: first.wish,
        side: Some(first.side),
        by: answered(first, side),
        first: number(before + 1),
        last: number(after),
        secret: done.iter().any(|done| kept(&done))
            || all.clone().any(|happened| happened.hidden[side]),
        decided,
        events: all.filter(|happened| !happened.hidden[side]).collect(),
    })
}

/// What was decided, where nothing that happened tells it: "21 AL: it does not react".
fn decided_text(battle: &Battle, words: &Words, done: &Done) -> Option<String> {
    let prompt = done.prompt?;
    let choice = notation::read(battle.stage(), &done.order).ok()?;
    let own = parts(battle, words, choice);
    let end = format!("end.{}", prompt.key());
    let what = if ends(choice) && words.has(&end) {
        words.say(&end, &[])
    } else {
        own.text
    };
    let who = prompt_name(battle, prompt);
    if who.is_empty() || what.contains(&who) {
        return Some(what);
    }
    Some(words.say("story.decided", &[("who", &who), ("what", &what)]))
}

/// Which paragraphs of the story are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pick<'a> {
    /// Those before this number.
    pub before: Option<u32>,
    /// None before this number; 0 is the set-up.
    pub since: u32,
    /// At most so many, the last ones.
    pub count: u32,
    /// With every event, not only with dice.
    pub all: bool,
    /// Only those about this piece.
    pub piece: Option<&'a str>,
}

impl Pick<'_> {
    /// The last ones.
    const fn last(count: u32) -> Self {
        Self {
            before: None,
            since: 0,
            count,
            all: false,
            piece: None,
        }
    }

    fn wants(&self, number: u32) -> bool {
        number >= self.since && self.before.is_none_or(|before| number < before)
    }
}

/// Paragraphs of the story, the oldest first.
pub(crate) fn story(
    play: &Play,
    side: Side,
    words: &Words,
    pick: Pick<'_>,
) -> Vec<wire::Paragraph> {
    let setting = play.battle.setting();
    let count = usize::try_from(pick.count).unwrap_or(usize::MAX);
    let about = |told: &wire::Paragraph| {
        pick.piece
            .is_none_or(|piece| told.pieces.iter().any(|own| own == piece))
    };
    let mut paragraphs = Vec::new();
    let mut to = play.done.len();
    while let Some(last) = to.checked_sub(1).and_then(|place| play.done.get(place)) {
        if paragraphs.len() >= count || last.wish < pick.since {
            break;
        }
        let from = play
            .done
            .get(..to)
            .and_then(|done| done.iter().rposition(|own| own.wish != last.wish))
            .map_or(0, |place| place + 1);
        if pick.wants(last.wish)
            && let Some(passage) = passage(play, side, words, from, to)
        {
            let told = paragraph(setting, words, &passage, pick.all);
            if about(&told) {
                paragraphs.push(told);
            }
        }
        to = from;
    }
    if to == 0 && paragraphs.len() < count && pick.wants(0) {
        let told = opening(play, side, words, pick.all);
        if about(&told) {
            paragraphs.push(told);
        }
    }
    paragraphs.reverse();
    paragraphs
}

/// The set-up as a paragraph.
fn opening(play: &Play, side: Side, words: &Words, all: bool) -> wire::Paragraph {
    let passage = Passage {
        number: 0,
        side: None,
        by: wire::Answered::Person,
        first: 0,
        last: 0,
        secret: false,
        decided: Vec::new(),
        events: play
            .first
            .iter()
            .filter(|happened| !happened.hidden[side])
            .collect(),
    };
    paragraph(play.battle.setting(), words, &passage, all)
}

/// The table as it stood after so many choices, without a question.
pub(crate) fn moment(table: &Table, battle: &Battle, at: usize, side: Side, words: &Words) -> Look {
    let play = &table.play;
    let mut look = Look {
        state: play.state_for(side),
        choices: number(play.counted(side, at)),
        side,
        turn: turn(battle, words, play, at),
        initiative: battle.position().initiative.holder,
        cup: cup(battle, play, side, at, words),
        pieces: Vec::new(),
        bodies: Vec::new(),
        activators: Vec::new(),
        question: None,
        waiting: battle.asked().map(|ask| match ask.prompt {
            Prompt::Withhold | Prompt::Alert { .. } => waiting(battle, words, ask, false),
            prompt => wire::Waiting {
                side: ask.side,
                text: prompt_text(battle, words, prompt),
                rule: Some(ask.rule.to_string()),
                computer: false,
            },
        }),
        curtain: None,
        wish: None,
        undo: wire::Undo {
            can: false,
            text: String::new(),
            choices: 0,
        },
        standing: Vec::new(),
        story: Vec::new(),
        since: Vec::new(),
        intention: None,
        over: battle.result().map(|result| wire::Over { result }),
        score: score(battle, words),
    };
    fill(&mut look, Seen::of(battle, side, words));
    // The wish to which the last choice before this moment belongs, and those before it.
    let last = at.checked_sub(1).and_then(|place| play.done.get(place));
    let before = last.map_or(1, |done| done.wish + 1);
    let pick = Pick {
        before: Some(before),
        ..Pick::last(RECENT)
    };
    look.story = story(play, side, words, pick);
    look
}
