//! SR 10.41, 11.54: what is noted when a brigade Activation begins, before anybody fires.

use longroll_catalog::facts::Mechanism;
use longroll_core::Side;
use longroll_position::fire::{Ban, Banned};
use longroll_position::{Note, Presence, Topic};

use crate::event::Event;
use crate::movement;
use crate::play::Play;
use crate::scene::At;

/// SR 10.41: a brigade Activation begins.
pub(super) fn fires_begin(play: &mut Play<'_>, side: Side) {
    crate::fire::settle_ammunition(play);
    play.happens(Event::Noted(Note::FireBegins(side)));
    let mounts = movement::mounts_that_begin(play.at(), side);
    if !mounts.is_empty() {
        play.happens(Event::Noted(Note::Mounts(mounts)));
    }
    for ban in silent(play.at()) {
        play.happens(Event::Noted(Note::Ban(ban)));
    }
}

/// A special rule of a scenario: units that may not fire before a turn, or before an Activation of their turn of entry.
pub(super) fn silent(at: At<'_>) -> Vec<Ban> {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut bans = Vec::new();
    for rule in at.setting.special_now(Topic::Fire, turn) {
        if let Mechanism::FireFrom {
            unit,
            turn: from,
            marker,
        } = rule.mechanism
        {
            let state = at.position.unit(unit);
            let early = from.is_some_and(|from| turn.is_some_and(|turn| turn < from));
            // Whoever is still to come enters with its first marker.
            let too_soon = marker.is_some_and(|marker| {
                let entering = matches!(state.presence, Presence::Due(_));
                (entering || state.listed.is_some()) && state.used.saturating_add(1) < marker
            });
            if early || too_soon {
                bans.push(Ban {
                    unit,
                    what: Banned::Fire,
                    rule: rule.rule,
                });
            }
        }
    }
    bans
}
