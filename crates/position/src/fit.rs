//! Whether a position that comes from outside is of this game at all: every number in it names somebody or some place of the
//! setting, and the index of stacks agrees with where the units stand. Nothing may be looked up in it before.

use core::fmt;

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, CommandId, LeaderId, UnitId};

use crate::fire::{FireHistory, Section};
use crate::{
    ActivatorId, BodyId, Marker, Part, Position, Presence, Setting, SpecialState, Standing, Task,
};

/// Why a position is not of this game: where in it, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// The part of the position, as a save names it.
    pub place: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for Misfit {}

fn misfit(place: impl Into<String>, reason: impl Into<String>) -> Misfit {
    Misfit {
        place: place.into(),
        reason: reason.into(),
    }
}

impl Position {
    /// Whether everything in it is of this game. What the rules say of it is asked afterwards ([`Position::check`]).
    ///
    /// # Errors
    /// The first place at which it is not.
    pub fn fits(&self, setting: &Setting) -> Result<(), Misfit> {
        let known = Known { setting };
        known.lists(self)?;
        known.units(self)?;
        known.leaders(self)?;
        known.bodies(self)?;
        known.markers(self)?;
        known.fires(&self.fires)?;
        known.special(&self.special)?;
        self.agrees_with_its_index(setting)
    }

    /// Whether the index of stacks agrees with the units: every part of every unit is in the stack of its hex, nobody else is
    /// in any, and a hex is held by the side whose combat units are there.
    ///
    /// # Errors
    /// The first place at which it does not.
    pub fn agrees_with_its_index(&self, setting: &Setting) -> Result<(), Misfit> {
        let hex_name = |hex: HexId| setting.grid().name(hex);
        let name = |unit: UnitId| setting.unit(unit).name.as_str();
        for unit in setting.unit_ids() {
            for (number, hex) in (0_u8..).zip(self.unit(unit).hexes()) {
                let own = Part { unit, number };
                if !self.stack(hex).any(|part| part == own) {
                    let reason = format!("{} is not indexed in {}", name(unit), hex_name(hex));
                    return Err(misfit("occupancy", reason));
                }
            }
        }
        for hex in setting.grid().hexes() {
            let mut side = None;
            for part in self.stack(hex) {
                let mut hexes = self.unit(part.unit).hexes();
                if hexes.nth(usize::from(part.number)) != Some(hex) {
                    let reason = format!("{} is indexed in {}", name(part.unit), hex_name(hex));
                    return Err(misfit("occupancy", reason));
                }
                let facts = setting.unit(part.unit);
                side = side.or((facts.arm != Arm::Gunboat).then_some(facts.side));
            }
            if side.is_some() != self.holder(hex).is_some() {
                let holder = self.holder(hex);
                let reason = format!("{} is held by {holder:?}", hex_name(hex));
                return Err(misfit("occupancy", reason));
            }
        }
        Ok(())
    }
}

/// Who and what there is in this game.
struct Known<'a> {
    setting: &'a Setting,
}

impl Known<'_> {
    fn lists(&self, position: &Position) -> Result<(), Misfit> {
        let (setting, index) = (self.setting, position.occupancy());
        let Standing {
            units,
            leaders,
            bodies,
            activators,
            entered,
            ..
        } = &**position;
        let groups = setting.scenario.reinforcements.len();
        for (place, found, wanted) in [
            ("units", units.len(), setting.units().len()),
            ("leaders", leaders.len(), setting.leaders().len()),
            ("bodies", bodies.len(), setting.bodies.len()),
            ("activators", activators.len(), setting.activators.len()),
            ("entered", entered.len(), groups),
            ("occupancy.hexes", index.hexes(), setting.grid().len()),
            ("occupancy.units", index.units(), setting.units().len()),
        ] {
            if found != wanted {
                let reason = format!("there are {found}, the game has {wanted}");
                return Err(misfit(place, reason));
            }
        }
        let (turn, turns) = (usize::from(position.turn), setting.calendar().len());
        if turn > turns {
            let reason = format!("there is no turn number {turn}, the game has {turns}");
            return Err(misfit("turn", reason));
        }
        Ok(())
    }

    fn units(&self, position: &Position) -> Result<(), Misfit> {
        for unit in self.setting.unit_ids() {
            let state = position.unit(unit);
            let at = || format!("units.{}", self.setting.unit(unit).name);
            self.presence(state.presence, at)?;
            let named = state.began.into_iter().chain(state.extent.hexes());
            for hex in named.chain([state.hex]) {
                self.hex(hex, at)?;
            }
            self.command(state.assigned, at)?;
        }
        Ok(())
    }

    fn leaders(&self, position: &Position) -> Result<(), Misfit> {
        for leader in self.setting.leader_ids() {
            let state = position.leader(leader);
            let at = || format!("leaders.{}", self.setting.leader(leader).name);
            self.presence(state.presence, at)?;
            for hex in state.guided.into_iter().chain([state.hex]) {
                self.hex(hex, at)?;
            }
            if let Some(unit) = state.riding_with {
                self.unit(unit, at)?;
            }
        }
        Ok(())
    }

    fn bodies(&self, position: &Position) -> Result<(), Misfit> {
        for body in self.setting.body_ids() {
            let state = position.body(body);
            let command = self.setting.body(body).command;
            let at = || format!("bodies.{}", self.setting.command(command).code);
            self.activator(state.activator, at)?;
            if let Some(leader) = state.direct {
                self.leader(leader, at)?;
            }
            if let Some(Task::GoTo(hex)) = state.mission.map(|mission| mission.task) {
                self.hex(hex, at)?;
            }
        }
        Ok(())
    }

    fn markers(&self, position: &Position) -> Result<(), Misfit> {
        for marker in &position.cup {
            if let Marker::Activation(id) = *marker {
                self.activator(id, || "cup".to_owned())?;
            }
        }
        for queue in &position.queues {
            self.hex(queue.hex, || "queues".to_owned())?;
        }
        Ok(())
    }

    fn fires(&self, fires: &FireHistory) -> Result<(), Misfit> {
        let at = || "fires".to_owned();
        let sections = [&fires.raised, &fires.raised_now, &fires.supplied];
        let of_section = |section: &Section| section.unit;
        let units = fires
            .covered
            .iter()
            .copied()
            .chain(fires.shooters.iter().map(|shooter| shooter.part.unit))
            .chain(fires.charges.iter().map(|charge| charge.unit))
            .chain(fires.mounts.iter().map(|mount| mount.unit))
            .chain(fires.starts.iter().map(|&(unit, _)| unit))
            .chain(fires.owed.iter().map(|owed| owed.unit))
            .chain(fires.sections.iter().map(|section| section.unit))
            .chain(sections.into_iter().flatten().map(of_section))
            .chain(fires.struck_boats.iter().copied())
            .chain(fires.bans.iter().map(|ban| ban.unit))
            .chain(fires.extras.iter().map(|extra| extra.unit));
        for unit in units {
            self.unit(unit, at)?;
        }
        for &body in &fires.acting {
            self.body(body, at)?;
        }
        let assaults = fires.assaults.iter();
        let charges = fires.charges.iter();
        let hexes = assaults
            .flat_map(|assault| [assault.from, assault.on])
            .chain(charges.flat_map(|charge| charge.seen.iter().copied().chain([charge.target])))
            .chain(fires.starts.iter().map(|&(_, hex)| hex))
            .chain(fires.works.iter().map(|work| work.hex));
        for hex in hexes {
            self.hex(hex, at)?;
        }
        for shooter in &fires.shooters {
            let spent = shooter.spent.iter().flat_map(|spent| &spent.fires);
            let aimed = shooter.aimed.iter().flat_map(|&(from, at)| [from, at]);
            let named = spent.map(|fire| fire.at).chain(aimed);
            for hex in named.chain(shooter.began) {
                self.hex(hex, at)?;
            }
        }
        Ok(())
    }

    fn special(&self, special: &SpecialState) -> Result<(), Misfit> {
        let at = || "special".to_owned();
        let events = &special.events;
        let units = special.freed.iter().copied();
        let bodies = special.shelled.iter().chain(&special.lent_to).copied();
        for unit in units
            .chain(special.line_start.iter().map(|&(unit, _)| unit))
            .chain(special.shells.iter().map(|&(unit, _)| unit))
            .chain(special.sites.iter().map(|site| site.unit))
            .chain(events.struck.iter().chain(&events.looters).copied())
        {
            self.unit(unit, at)?;
        }
        let able = events.abilities.iter().map(|&(leader, _)| leader);
        for leader in able.chain(events.singled_out.iter().copied()) {
            self.leader(leader, at)?;
        }
        for body in bodies.chain(special.shells.iter().map(|&(_, body)| body)) {
            self.body(body, at)?;
        }
        let starts = special.line_start.iter().map(|&(_, hex)| hex);
        for hex in starts.chain(special.sites.iter().map(|site| site.hex)) {
            self.hex(hex, at)?;
        }
        Ok(())
    }

    fn presence(&self, presence: Presence, at: impl Fn() -> String) -> Result<(), Misfit> {
        let groups = self.setting.scenario.reinforcements.len();
        match presence {
            Presence::Due(group) if usize::from(group.0) >= groups => Err(misfit(
                at(),
                format!("there is no group {} of reinforcements", group.0),
            )),
            _ => Ok(()),
        }
    }

    fn hex(&self, hex: HexId, at: impl Fn() -> String) -> Result<(), Misfit> {
        among(hex.index(), self.setting.grid().len(), "hex", at)
    }

    fn unit(&self, unit: UnitId, at: impl Fn() -> String) -> Result<(), Misfit> {
        among(unit.index(), self.setting.units().len(), "unit", at)
    }

    fn leader(&self, leader: LeaderId, at: impl Fn() -> String) -> Result<(), Misfit> {
        among(leader.index(), self.setting.leaders().len(), "leader", at)
    }

    fn command(&self, command: CommandId, at: impl Fn() -> String) -> Result<(), Misfit> {
        let commands = self.setting.command_ids().count();
        among(command.index(), commands, "command", at)
    }

    fn body(&self, body: BodyId, at: impl Fn() -> String) -> Result<(), Misfit> {
        among(body.index(), self.setting.bodies.len(), "body", at)
    }

    fn activator(&self, id: ActivatorId, at: impl Fn() -> String) -> Result<(), Misfit> {
        let all = self.setting.activators.len();
        among(id.index(), all, "activator", at)
    }
}

/// There are so many of this kind, and this is the number of one of them.
fn among(found: usize, all: usize, what: &str, at: impl Fn() -> String) -> Result<(), Misfit> {
    if found < all {
        Ok(())
    } else {
        Err(misfit(at(), format!("there is no {what} number {found}")))
    }
}
