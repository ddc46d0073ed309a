//! `[[command]]` and `[[unit]]`: the pieces of a situation as printed facts.

use longroll_catalog::facts::{
    Arm, BattleFacts, ByOrder, CommandFacts, CommandId, Dismounted, Experience, Level, Mobility,
    Parent, SectionFacts, Source, Sourced, UnitFacts, UnitId, WeaponId,
};
use longroll_catalog::tables::WeaponClass;
use longroll_core::Side;

use crate::form::{Desk, Form};
use crate::keys::{UNIT_FACTS, UNIT_STATE};
use crate::tree::{Node, Value};

pub(crate) const fn given<T>(value: T) -> Sourced<T> {
    Sourced::new(value, Source::Text)
}

/// SR 14.21: `dismounted = { cohesion = [7, 5], ma = [6, 5] }`, the other counter of cavalry.
fn dismounted(form: &Form<'_>, arm: Arm) -> Option<Dismounted> {
    let table = form.table("dismounted")?;
    let pair = |key, usual| {
        let [good_order, disordered] = by_order(&table, key, 20).unwrap_or(usual);
        ByOrder {
            good_order,
            disordered,
        }
    };
    let found = Dismounted {
        cohesion: pair("cohesion", [6, 4]),
        allowance: pair("ma", [6, 5]),
    };
    if arm != Arm::Cavalry {
        form.desk.fault(&table.head(), "only cavalry dismounts");
    }
    table.close();
    Some(found)
}

/// The facts of a battle with only the pieces that the file names.
#[derive(Debug)]
pub(crate) struct Pieces<'b> {
    pub facts: &'b mut BattleFacts,
}

/// The keys by which a piece names its command, with the level that each of them means.
pub(crate) const LEVELS: [(&str, Level); 4] = [
    ("brigade", Level::Brigade),
    ("division", Level::Division),
    ("corps", Level::Corps),
    ("army", Level::Army),
];

impl Pieces<'_> {
    /// An explicit command.
    pub fn command(&mut self, form: &Form<'_>) {
        let desk = form.desk;
        let code = form.need("code").and_then(|node| desk.name(node));
        let side = form.need("side").and_then(|node| desk.side(node));
        let level = form.need("level").and_then(|node| desk.word::<Level>(node));
        let parent = form
            .get("parent")
            .and_then(|node| desk.text(node).map(|text| (node, text)));
        let (Some(code), Some(side), Some(level)) = (code, side, level) else {
            desk.lose();
            return;
        };
        if self.facts.command_coded(code).is_some() {
            desk.fault(
                &form.head(),
                format!("the command '{code}' stands here twice"),
            );
            return;
        }
        let parent = match parent {
            None if level == Level::Army => None,
            None => self.parent_of(code, side, level),
            Some((node, above)) => match self.facts.command_coded(above) {
                Some(id) if self.facts.command(id).level > level => Some(id),
                Some(_) => {
                    desk.fault(&node.span, format!("'{above}' is no higher than '{code}'"));
                    None
                }
                None => {
                    desk.fault(&node.span, format!("no command '{above}' above this line"));
                    None
                }
            },
        };
        self.add(code, side, level, parent);
    }

    fn add(
        &mut self,
        code: &str,
        side: Side,
        level: Level,
        parent: Option<CommandId>,
    ) -> CommandId {
        // More commands than a number can count cannot be written.
        let id = CommandId::from_index(self.facts.commands.len()).unwrap_or(CommandId(u16::MAX));
        self.facts.commands.push(CommandFacts {
            id,
            code: code.to_owned(),
            name: code.to_owned(),
            side,
            level,
            parent,
            children: Vec::new(),
            leaders: Vec::new(),
            units: Vec::new(),
        });
        if let Some(parent) = parent {
            self.facts.commands[parent.index()].children.push(id);
        }
        id
    }

    /// The command of this code, made with everything above it if it is not there yet.
    fn command_for(&mut self, code: &str, side: Side, level: Level) -> Result<CommandId, String> {
        if let Some(id) = self.facts.command_coded(code) {
            let found = self.facts.command(id);
            return if found.side != side {
                Err(format!("'{code}' is a command of the other side"))
            } else if found.level != level {
                Err(format!(
                    "'{code}' is a {}, not a {}",
                    found.level.word(),
                    level.word()
                ))
            } else {
                Ok(id)
            };
        }
        let parent = match level {
            Level::Army => None,
            _ => self.parent_of(code, side, level),
        };
        Ok(self.add(code, side, level, parent))
    }

    /// What the code says about the command above: 1/1/I stands under 1/I, that under I; 6/T and 4/O under their armies.
    fn parent_of(&mut self, code: &str, side: Side, level: Level) -> Option<CommandId> {
        let rest = code.split_once('/').map(|(_, rest)| rest);
        let army = match side {
            Side::Union => "AoT",
            Side::Confederate => "AoM",
        };
        let corps_code = |corps: &str| match side {
            Side::Union => corps.to_owned(),
            Side::Confederate => format!("{corps} Corps"),
        };
        let undivided = rest.and_then(|rest| rest.strip_prefix("-/"));
        let (above, above_level) = match (level, rest) {
            (Level::Brigade, Some(_)) if undivided.is_some() => {
                (corps_code(undivided.unwrap_or_default()), Level::Corps)
            }
            (Level::Brigade, Some(rest)) => (rest.to_owned(), Level::Division),
            (Level::Division, Some("T")) if side == Side::Union => ("AoT".to_owned(), Level::Army),
            (Level::Division, Some("O")) if side == Side::Union => ("AoO".to_owned(), Level::Army),
            (Level::Division, Some(corps)) => (corps_code(corps), Level::Corps),
            _ => (army.to_owned(), Level::Army),
        };
        match self.facts.command_coded(&above) {
            Some(id) if self.facts.command(id).side == side => Some(id),
            Some(_) => None,
            None => self.command_for(&above, side, above_level).ok(),
        }
    }

    /// The command a piece names by one of the keys of its levels.
    pub fn own_command(&mut self, form: &Form<'_>, side: Side) -> Option<(CommandId, Level)> {
        let mut found = None;
        let mut named = false;
        for (key, level) in LEVELS {
            let Some(node) = form.get(key) else { continue };
            if core::mem::replace(&mut named, true) {
                form.desk
                    .fault(&node.span, "only one of brigade, division, corps and army");
                continue;
            }
            let code = form.desk.name(node)?;
            match self.command_for(code, side, level) {
                Ok(id) => found = Some((id, level)),
                Err(reason) => form.desk.fault(&node.span, reason),
            }
        }
        if !named {
            form.desk.fault(
                &form.head(),
                "a piece needs one of the keys brigade, division, corps and army",
            );
        }
        found
    }

    /// A unit as printed.
    pub fn unit(&mut self, form: &Form<'_>) -> Option<UnitId> {
        form.know(&UNIT_FACTS);
        form.know(&UNIT_STATE);
        let read = self.new_unit(form);
        if read.is_none() {
            form.desk.lose();
        }
        read
    }

    fn new_unit(&mut self, form: &Form<'_>) -> Option<UnitId> {
        let desk = form.desk;
        let node = form.need("name")?;
        let name = desk.name(node)?;
        if let Some(id) = self.facts.unit_named(name) {
            return Some(id);
        }
        if self.facts.leader_named(name).is_some() {
            desk.fault(
                &node.span,
                format!("a leader is called '{name}' too: every piece has a name of its own"),
            );
        }
        let side = form.need("side").and_then(|node| desk.side(node))?;
        let (formation, _) = self.own_command(form, side)?;
        let arm = form.word::<Arm>("kind").unwrap_or(Arm::Infantry);
        let id = UnitId::from_index(self.facts.units.len())?;
        let printed = strength(form, arm);
        let weapon = self.weapon(form, arm)?;
        if let Some(node) = form.get("cohesion").filter(|_| arm == Arm::Gunboat) {
            desk.fault(&node.span, "a gunboat has no Cohesion [BB 14.71]");
        }
        let cohesion = by_order(form, "cohesion", 9).unwrap_or([6, 4]);
        let mobility = self.mobility(form, arm);
        let detached = self.detached_from(form);
        self.facts.units.push(UnitFacts {
            id,
            key: name.to_owned(),
            name: name.to_owned(),
            full_name: name.to_owned(),
            side,
            arm,
            formation,
            strength: given(printed),
            weapon: given(weapon),
            experience: given(match form.flag("green") {
                Some(true) => Experience::Green,
                _ => Experience::Veteran,
            }),
            cohesion: (arm != Arm::Gunboat).then_some(given(ByOrder {
                good_order: cohesion[0],
                disordered: cohesion[1],
            })),
            mobility,
            dismounted: dismounted(form, arm),
            sections: sections(arm, printed, weapon),
            detached_from: detached.map(Parent::Unit),
            traits: Vec::new(),
            note: String::new(),
        });
        self.facts.commands[formation.index()].units.push(id);
        Some(id)
    }

    /// `detached_from`: the unit it was taken from.
    fn detached_from(&self, form: &Form<'_>) -> Option<UnitId> {
        form.get("detached_from").and_then(|node| {
            let parent = form.desk.text(node)?;
            let found = self.facts.unit_named(parent);
            if found.is_none() {
                form.desk
                    .fault(&node.span, format!("no unit '{parent}' above this line"));
            }
            found
        })
    }

    pub(crate) fn weapon(&self, form: &Form<'_>, arm: Arm) -> Option<WeaponId> {
        let usual = match arm {
            Arm::Infantry => "R",
            Arm::Cavalry => "C",
            Arm::Artillery => "N",
            Arm::Gunboat => "NG",
        };
        let range = &self.facts.tables.range;
        match form.get("weapon") {
            None => range.coded(usual),
            Some(node) => {
                let code = form.desk.text(node)?;
                let found = range.coded(code);
                if let Some(weapon) = found {
                    let weapon = range.weapon(weapon);
                    let wanted = match arm {
                        Arm::Infantry | Arm::Cavalry => WeaponClass::SmallArms,
                        Arm::Artillery | Arm::Gunboat => WeaponClass::Artillery,
                    };
                    if weapon.class != wanted {
                        form.desk.fault(
                            &node.span,
                            format!(
                                "'{code}' ({}) is a weapon of {}, not of {} [{}]",
                                weapon.name,
                                weapon.class.word(),
                                arm.word(),
                                weapon.rule
                            ),
                        );
                    }
                } else {
                    let known: Vec<&str> = range
                        .weapons()
                        .iter()
                        .map(|weapon| weapon.code.as_str())
                        .collect();
                    form.desk.fault(
                        &node.span,
                        format!("'{code}' is no weapon; known: {}", known.join(", ")),
                    );
                }
                found
            }
        }
    }

    pub(crate) fn mobility(&self, form: &Form<'_>, arm: Arm) -> Mobility {
        let usual = match arm {
            Arm::Infantry => [6, 5],
            Arm::Cavalry => [10, 8],
            Arm::Artillery => [8, 8],
            Arm::Gunboat => return Mobility::OnTheRiver,
        };
        match form.get("ma") {
            Some(Node {
                value: Value::Text(text),
                ..
            }) if text == "*" => {
                if arm != Arm::Artillery {
                    form.desk.fault(
                        &form.head(),
                        format!(
                            "only guns have no horses: {} has an MA of two numbers",
                            arm.word()
                        ),
                    );
                }
                Mobility::WithoutHorses
            }
            Some(_) => allowance(by_order(form, "ma", 40).unwrap_or(usual)),
            None => allowance(usual),
        }
    }
}

const fn allowance([good_order, disordered]: [u8; 2]) -> Mobility {
    Mobility::Allowance(given(ByOrder {
        good_order,
        disordered,
    }))
}

/// `[6, 4]`: in good order and disordered, which is never better.
pub(crate) fn by_order(form: &Form<'_>, key: &'static str, high: u8) -> Option<[u8; 2]> {
    let node = form.get(key)?;
    let found = form.numbers::<2>(key, high)?;
    if found[1] > found[0] {
        form.desk.fault(
            &node.span,
            format!("{key} {found:?} would be better in disorder than in good order"),
        );
    }
    Some(found)
}

/// Full strength.
fn strength(form: &Form<'_>, arm: Arm) -> u8 {
    let usual = if arm == Arm::Artillery { 4 } else { 6 };
    let now = form.small("sp", 30);
    form.small("full", 30).or(now).unwrap_or(usual)
}

/// The guns of a battery stand together.
fn sections(arm: Arm, guns: u8, weapon: WeaponId) -> Vec<SectionFacts> {
    let whole = SectionFacts {
        letter: None,
        guns,
        weapon,
    };
    (arm == Arm::Artillery)
        .then_some(whole)
        .into_iter()
        .collect()
}

/// The armies of a side that no piece has named, so that every side has its Unassigned group.
pub(crate) fn complete(facts: &mut BattleFacts, desk: &Desk, node: &Node) {
    let mut pieces = Pieces { facts };
    for side in Side::BOTH {
        let code = match side {
            Side::Union => "AoT",
            Side::Confederate => "AoM",
        };
        let has_army = pieces
            .facts
            .commands
            .iter()
            .any(|command| command.side == side && command.level == Level::Army);
        if !has_army && let Err(reason) = pieces.command_for(code, side, Level::Army) {
            desk.fault(&node.span, reason);
        }
    }
}
