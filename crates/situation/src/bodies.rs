//! `[[brigade]]` and `[[division]]`: the state of whatever acts as a brigade and of whoever has markers.

use longroll_catalog::facts::{Fatigue, LeaderId, Orders};
use longroll_gbacw::names;
use longroll_position::{ActivatorId, BodyId, BodyState, Bound, MissionState, Setting, Task};

use crate::form::Form;
use crate::table::Table;
use crate::tree::Value;

/// Keys of `[[brigade]]`.
const BRIGADE: [&str; 25] = [
    "asleep",
    "assaults",
    "attached",
    "bound",
    "direct",
    "entitled",
    "fatigue",
    "ineffective",
    "listed",
    "march_broken",
    "march_limit",
    "march_used",
    "mission",
    "mission_moves",
    "name",
    "orders",
    "orders_fixed",
    "passed",
    "reassigned",
    "reserve",
    "status",
    "stay_waits",
    "tiring",
    "told",
    "used",
];

/// Keys of `[[division]]`.
const DIVISION: [&str; 7] = [
    "efficiency",
    "help",
    "ineffective",
    "markers",
    "name",
    "placed",
    "played",
];

impl Table<'_> {
    fn body_named(&self, form: &Form<'_>) -> Option<BodyId> {
        let node = form.need("name")?;
        let name = self.desk.text(node)?;
        let found = body(self.setting, name);
        if found.is_none() {
            self.desk.missing(
                &node.span,
                format!("nothing called '{name}' acts as a brigade here"),
            );
        }
        found
    }

    /// A brigade, or what acts as one.
    pub fn brigade(&mut self, form: &Form<'_>) {
        form.know(&BRIGADE);
        let Some(body) = self.body_named(form) else {
            return;
        };
        if let Some(status) = self.status(form) {
            self.stated.bodies.push((body, status));
        }
        if let Some(entitled) = form.small("entitled", 9) {
            self.stated.entitled.push((body, entitled));
        }
        let direct = self.direct(form);
        let attached = self.attached(form);
        let bound = self.bound(form);
        let mission = self.mission(form);
        let state = self.position.body_mut(body);
        if mission.is_some() {
            state.mission = mission;
        }
        if let Some(orders) = form.word::<Orders>("orders") {
            state.orders = orders;
            if orders == Orders::March {
                state.march.limit = 4;
            }
        }
        set_flags(form, state);
        if let Some(fatigue) = form.word::<Fatigue>("fatigue") {
            state.fatigue = fatigue;
        }
        set_counts(form, state);
        if let Some(listed) = form.small("listed", 4) {
            state.listed = Some(listed);
        }
        if direct.is_some() {
            state.direct = direct;
        }
        if let Some(attached) = attached {
            state.activator = attached;
        }
        if let Some(bound) = bound {
            state.bound = bound;
        }
    }

    /// `direct`: the leader who commands it himself.
    fn direct(&self, form: &Form<'_>) -> Option<LeaderId> {
        form.get("direct").and_then(|node| {
            let name = self.desk.text(node)?;
            let found = self.setting.battle.leader_named(name);
            if found.is_none() {
                let all = self.setting.battle.leaders.iter().map(|own| &*own.name);
                let near = longroll_core::did_you_mean(name, all);
                self.desk
                    .missing(&node.span, format!("no leader '{name}'{near}"));
            }
            found
        })
    }

    /// `attached`: the division it belongs to now.
    fn attached(&self, form: &Form<'_>) -> Option<ActivatorId> {
        form.get("attached").and_then(|node| {
            let name = self.desk.text(node)?;
            let found = activator(self.setting, name);
            if found.is_none() {
                self.desk
                    .missing(&node.span, format!("no division '{name}'"));
            }
            found
        })
    }

    /// `bound`: what binds it, in a word.
    fn bound(&self, form: &Form<'_>) -> Option<Bound> {
        form.get("bound").and_then(|node| {
            let word = self.desk.text(node)?;
            let found = BOUNDS
                .iter()
                .find(|(own, _)| *own == word)
                .map(|(_, bound)| *bound);
            if found.is_none() {
                let known: Vec<&str> = BOUNDS.iter().map(|(word, _)| *word).collect();
                self.desk.fault(
                    &node.span,
                    format!("'{word}' is none of {}", known.join(", ")),
                );
            }
            found
        })
    }

    /// `mission`: where it goes by itself, or that it stays.
    fn mission(&self, form: &Form<'_>) -> Option<MissionState> {
        form.get("mission").and_then(|node| {
            let task = match &node.value {
                Value::Text(word) if word == "stay" => Task::StayThisTurn,
                _ => Task::GoTo(self.desk.hex(self.setting.grid(), node)?),
            };
            Some(MissionState {
                task,
                moves: form.small("mission_moves", 4).unwrap_or(0),
                shot_at: None,
            })
        })
    }

    /// A division, or whoever else has markers.
    pub fn division(&mut self, form: &Form<'_>) {
        form.know(&DIVISION);
        let Some(node) = form.need("name") else {
            return;
        };
        let Some(name) = self.desk.text(node) else {
            return;
        };
        let Some(id) = activator(self.setting, name) else {
            self.desk.missing(
                &node.span,
                format!("nothing called '{name}' has markers here"),
            );
            return;
        };
        let played = form.small("played", 9);
        self.position.standing_mut().markers_played += played.unwrap_or(0);
        let state = self.position.activator_mut(id);
        if let Some(number) = form.small("markers", 9) {
            state.number = number;
            state.placed = number;
            state.marker = number;
            state.raised = 0;
        }
        if let Some(drawn) = form.small("efficiency", 4) {
            state.marker = drawn;
            state.raised = 0;
        }
        if let Some(placed) = form.small("placed", 9) {
            state.placed = placed;
        }
        if let Some(played) = played {
            state.drawn = played;
            state.drawn_in_all = played;
        }
        if let Some(help) = form.small("help", 4) {
            state.help = help;
        }
        if let Some(ineffective) = form.flag("ineffective") {
            state.ineffective = ineffective;
        }
    }
}

/// What is true or false of a brigade.
fn set_flags(form: &Form<'_>, state: &mut BodyState) {
    let set = |key, into: &mut bool| {
        if let Some(flag) = form.flag(key) {
            *into = flag;
        }
    };
    set("reserve", &mut state.reserve);
    set("ineffective", &mut state.ineffective);
    set("orders_fixed", &mut state.orders_fixed);
    set("stay_waits", &mut state.stay_waits);
    set("march_broken", &mut state.march_broken);
    set("march_used", &mut state.march.used_marker);
    set("reassigned", &mut state.was_reassigned);
    set("told", &mut state.alert.told);
    set("asleep", &mut state.alert.asleep);
}

/// What is counted of a brigade.
fn set_counts(form: &Form<'_>, state: &mut BodyState) {
    let count = |key, into: &mut u8| {
        if let Some(number) = form.small(key, 9) {
            *into = number;
        }
    };
    count("used", &mut state.used);
    count("passed", &mut state.passed);
    count("march_limit", &mut state.march.limit);
    count("tiring", &mut state.toil.activations);
    count("assaults", &mut state.toil.assaults);
}

/// What binds a brigade, by the words of the files.
pub(crate) const BOUNDS: [(&str, Bound); 6] = [
    ("free", Bound::Free),
    ("stay", Bound::Stay),
    ("confusion", Bound::Confusion),
    ("charge", Bound::Charge),
    ("close", Bound::Close),
    ("fallen-back", Bound::FallenBack),
];

/// What acts as a brigade under this name.
pub(crate) fn body(setting: &Setting, name: &str) -> Option<BodyId> {
    setting
        .body_ids()
        .find(|&body| names::body(setting, body) == name)
}

/// Who has markers under this name; "unassigned" needs its side.
pub(crate) fn activator(setting: &Setting, name: &str) -> Option<ActivatorId> {
    setting
        .activator_ids()
        .find(|&id| names::activator(setting, id) == name)
}
