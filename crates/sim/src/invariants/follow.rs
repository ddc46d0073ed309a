//! From the events alone an observer can follow the game: a second position is kept by them and compared, whole.

use longroll_gbacw::{Battle, Event, names};
use longroll_position::{Position, Setting};

use super::Findings;

const PROMISE: &str = "the events tell everything";

/// The position as somebody has it who hears the events and sees nothing.
#[derive(Debug)]
pub(super) struct Follower {
    position: Position,
}

impl Follower {
    /// Begins with the position of the first decision.
    pub(super) fn new(battle: &Battle) -> Self {
        Self {
            position: battle.position().clone(),
        }
    }

    /// Hears what happened and compares.
    pub(super) fn follow(&mut self, battle: &Battle, events: &[Event], findings: &mut Findings) {
        for event in events {
            self.position.apply(battle.setting(), event);
        }
        if self.position != *battle.position() {
            compare(
                battle.setting(),
                &self.position,
                battle.position(),
                findings,
            );
            // What was missed has been said; it is not to be said again at every later choice.
            self.position.clone_from(battle.position());
        }
    }
}

/// Says where two positions differ.
fn compare(setting: &Setting, told: &Position, is: &Position, findings: &mut Findings) {
    let mut found = false;
    let mut differs = |what: String, told: String, is: String| {
        found = true;
        findings.add(PROMISE, format!("{what}: told {told}, is {is}"));
    };
    for unit in setting.unit_ids() {
        let (told, is) = (told.unit(unit), is.unit(unit));
        if told != is {
            let name = setting.unit(unit).name.clone();
            differs(name, format!("{told:?}"), format!("{is:?}"));
        }
    }
    for leader in setting.leader_ids() {
        let (told, is) = (told.leader(leader), is.leader(leader));
        if told != is {
            let name = setting.leader(leader).name.clone();
            differs(name, format!("{told:?}"), format!("{is:?}"));
        }
    }
    for body in setting.body_ids() {
        let (told, is) = (told.body(body), is.body(body));
        if told != is {
            let name = names::body(setting, body);
            differs(name, format!("{told:?}"), format!("{is:?}"));
        }
    }
    for hex in setting.unit_ids().flat_map(|unit| is.unit(unit).hexes()) {
        if !told.stack(hex).eq(is.stack(hex)) {
            let stack = |position: &Position| -> Vec<String> {
                let names = position.stack(hex).map(|part| part.unit);
                names.map(|unit| setting.unit(unit).name.clone()).collect()
            };
            let name = format!("stack of {}", setting.grid().name(hex));
            differs(
                name,
                format!("{:?}", stack(told)),
                format!("{:?}", stack(is)),
            );
        }
    }
    findings.expect(found, PROMISE, || {
        "something but pieces and stacks differs".to_owned()
    });
}
