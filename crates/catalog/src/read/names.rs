//! From the names in the files to the ids of a battle.

use std::collections::BTreeMap;

use longroll_board::{FieldId, Grid, Ground, HexId, HexSet, HexsideId, LineLocation, Terrain};

use super::cell::Cell;
use super::fault::{FaultKind, Named, Reporter};
use crate::facts::{
    CommandFacts, CommandId, LeaderFacts, LeaderId, Piece, SectionLetter, UnitFacts, UnitId,
};

/// The names of a battle. Units and leaders are known by their name at the table and by their key.
#[derive(Debug)]
pub struct Names<'b> {
    ground: &'b Ground,
    units: &'b [UnitFacts],
    leaders: &'b [LeaderFacts],
    commands: &'b [CommandFacts],
    by_unit: BTreeMap<&'b str, UnitId>,
    by_leader: BTreeMap<&'b str, LeaderId>,
    by_command: BTreeMap<&'b str, CommandId>,
}

impl<'b> Names<'b> {
    /// Indexes what is known so far.
    #[must_use]
    pub fn new(
        ground: &'b Ground,
        commands: &'b [CommandFacts],
        leaders: &'b [LeaderFacts],
        units: &'b [UnitFacts],
    ) -> Self {
        Self {
            ground,
            units,
            leaders,
            commands,
            by_unit: units
                .iter()
                .flat_map(|unit| [(&*unit.name, unit.id), (&*unit.key, unit.id)])
                .collect(),
            by_leader: leaders
                .iter()
                .flat_map(|own| [(&*own.name, own.id), (&*own.key, own.id)])
                .collect(),
            by_command: commands
                .iter()
                .map(|command| (&*command.code, command.id))
                .collect(),
        }
    }

    /// The map.
    #[must_use]
    pub const fn ground(&self) -> &'b Ground {
        self.ground
    }

    /// The facts of a unit.
    #[must_use]
    pub fn unit_facts(&self, id: UnitId) -> &'b UnitFacts {
        // In range: ids come from this index.
        &self.units[id.index()]
    }

    /// The facts of a leader.
    #[must_use]
    pub fn leader_facts(&self, id: LeaderId) -> &'b LeaderFacts {
        // In range: ids come from this index.
        &self.leaders[id.index()]
    }

    /// The facts of a command.
    #[must_use]
    pub fn command_facts(&self, id: CommandId) -> &'b CommandFacts {
        // In range: ids come from this index.
        &self.commands[id.index()]
    }

    /// A unit by name or key.
    pub fn unit(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<UnitId> {
        find(reporter, cell, Named::Unit, &self.by_unit)
    }

    /// A leader by name or key.
    pub fn leader(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<LeaderId> {
        find(reporter, cell, Named::Leader, &self.by_leader)
    }

    /// A command by code.
    pub fn command(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<CommandId> {
        find(reporter, cell, Named::Command, &self.by_command)
    }

    /// A unit, a section ("Munch Bty:a") or a leader.
    pub fn piece(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Piece> {
        if let Some(unit) = self.by_unit.get(cell.text()) {
            return Some(Piece::Unit(*unit));
        }
        if let Some(leader) = self.by_leader.get(cell.text()) {
            return Some(Piece::Leader(*leader));
        }
        if let Some((battery, letter)) = cell.split_once(':') {
            let unit = self.unit(reporter, &battery)?;
            let letter: SectionLetter = letter.word(reporter)?;
            if self.unit_facts(unit).section(letter).is_none() {
                let name = cell.text().to_owned();
                cell.fault(
                    reporter,
                    FaultKind::UnknownName {
                        what: Named::Section,
                        name,
                        near: Vec::new(),
                    },
                );
                return None;
            }
            return Some(Piece::Section(unit, letter));
        }
        let all = self.by_unit.keys().chain(self.by_leader.keys()).copied();
        unknown(reporter, cell, Named::Piece, all);
        None
    }

    /// A field by name.
    pub fn field(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<FieldId> {
        let field = self.ground.names.field_named(cell.text());
        if field.is_none() {
            unknown(
                reporter,
                cell,
                Named::Field,
                self.ground.names.fields.iter().map(|field| &*field.name),
            );
        }
        field
    }

    /// A hex by number.
    pub fn hex(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<HexId> {
        match self.ground.grid.parse(cell.text()) {
            Ok(hex) => Some(hex),
            Err(error) => {
                cell.fault(reporter, FaultKind::BadHex(error.to_string()));
                None
            }
        }
    }

    /// A hexside by its two hexes.
    pub fn hexside(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<HexsideId> {
        match self.ground.grid.parse_side(cell.text()) {
            Ok(side) => Some(side),
            Err(error) => {
                cell.fault(reporter, FaultKind::BadHexside(error.to_string()));
                None
            }
        }
    }

    /// Hexes by expression:
    /// `S2706` one hex; `N6420..N6423` the straight line; `box:S2410..S4930` columns and rows;
    /// `field:Lost` a field with its boundary; `route:corinth` or `route:corinth S1234..S3002` a road or trail;
    /// `camps:5/T` the camps of a command; `terrain:river`; `all`.
    /// `|north of N6423` (south, east, west) keeps what lies on that side, the hex's own row or column included;
    /// `|not terrain:swamp` leaves something out.
    pub fn hexes(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Vec<HexId>> {
        let mut parts = cell.parts('|');
        let mut hexes = self.base(reporter, &parts.next()?)?;
        for filter in parts {
            let grid = &self.ground.grid;
            if let Some(excluded) = filter.after("not ") {
                let excluded = self.base(reporter, &excluded)?;
                let excluded: HexSet = excluded.into_iter().collect();
                hexes.retain(|hex| !excluded.contains(*hex));
                continue;
            }
            let sides = [
                ("north of ", Edge::North),
                ("south of ", Edge::South),
                ("east of ", Edge::East),
                ("west of ", Edge::West),
            ];
            let found = sides
                .iter()
                .find_map(|(word, side)| Some((filter.after(word)?, *side)));
            let (limit, side) = filter.parsed(
                reporter,
                "north of, south of, east of, west of or not, then a hex",
                found,
            )?;
            let limit = self.hex(reporter, &limit)?;
            hexes.retain(|hex| side.keeps(grid, *hex, limit));
        }
        Some(hexes)
    }

    fn base(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Vec<HexId>> {
        let grid = &self.ground.grid;
        if cell.text() == "all" {
            return Some(grid.hexes().collect());
        }
        if let Some(name) = cell.after("field:") {
            let field = self.field(reporter, &name)?;
            return Some(
                grid.hexes()
                    .filter(|hex| self.ground.hexes[*hex].field == Some(field))
                    .collect(),
            );
        }
        if let Some(name) = cell.after("terrain:") {
            let terrain = Terrain::from_name(name.text());
            let terrain = name.parsed(reporter, "a kind of terrain", terrain)?;
            return Some(
                grid.hexes()
                    .filter(|hex| self.ground.terrain(*hex) == terrain)
                    .collect(),
            );
        }
        if let Some(code) = cell.after("camps:") {
            let command = self.command(reporter, &code)?;
            return Some(self.camps_of(command));
        }
        if let Some(route) = cell.after("route:") {
            return self.stretch(reporter, &route);
        }
        if let Some(corners) = cell.after("box:") {
            let (from, to) = self.ends(reporter, &corners)?;
            let (columns, rows) = (
                grid.column(from)..=grid.column(to),
                grid.row(from)..=grid.row(to),
            );
            let inside = |hex: &HexId| {
                columns.contains(&grid.column(*hex)) && rows.contains(&grid.row(*hex))
            };
            return Some(grid.hexes().filter(inside).collect());
        }
        if cell.text().contains("..") {
            let (from, to) = self.ends(reporter, cell)?;
            return Some(self.straight(from, to));
        }
        self.hex(reporter, cell).map(|hex| vec![hex])
    }

    /// "A..B": two hexes.
    fn ends(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<(HexId, HexId)> {
        let pair = cell
            .split_once('.')
            .and_then(|(from, rest)| Some((from, rest.after(".")?)));
        let (from, to) = cell.parsed(reporter, "two hexes, such as N6401..N6601", pair)?;
        let (from, to) = (self.hex(reporter, &from), self.hex(reporter, &to));
        Some((from?, to?))
    }

    /// The hexes of a straight line, both of a pair where it runs along their common side.
    fn straight(&self, from: HexId, to: HexId) -> Vec<HexId> {
        let mut hexes = vec![from];
        for place in self.ground.grid.line(from, to).intervening() {
            hexes.extend(LineLocation::hexes(place.location));
        }
        if from != to {
            hexes.push(to);
        }
        hexes
    }

    /// "corinth" or "corinth S1234..S3002".
    fn stretch(&self, reporter: &mut Reporter, cell: &Cell<'_>) -> Option<Vec<HexId>> {
        let (name, ends) = match cell.split_once(' ') {
            Some((name, ends)) => (name, Some(ends)),
            None => (cell.clone(), None),
        };
        let routes = &self.ground.names.routes;
        let Some(route) = routes.iter().find(|route| route.id == name.text()) else {
            unknown(
                reporter,
                &name,
                Named::Route,
                routes.iter().map(|route| &*route.id),
            );
            return None;
        };
        let Some(ends) = ends else {
            return Some(route.hexes.clone());
        };
        let (from, to) = self.ends(reporter, &ends)?;
        let place = |hex: HexId| route.hexes.iter().position(|own| *own == hex);
        let stretch = match (place(from), place(to)) {
            (Some(a), Some(b)) => route.hexes.get(a.min(b)..=a.max(b)).map(<[HexId]>::to_vec),
            _ => None,
        };
        ends.parsed(reporter, "two hexes of the route", stretch)
    }

    /// Camp and headquarters hexes of the units and leaders of a command.
    fn camps_of(&self, outer: CommandId) -> Vec<HexId> {
        let within = |inner: CommandId| {
            core::iter::successors(Some(inner), |id| self.command_facts(*id).parent)
                .any(|id| id == outer)
        };
        let owner = |name: &str| {
            let unit = self
                .by_unit
                .get(name)
                .map(|id| self.unit_facts(*id).formation);
            unit.or_else(|| {
                self.by_leader
                    .get(name)
                    .map(|id| self.leader_facts(*id).command)
            })
        };
        let camps = self.ground.names.camps.iter();
        camps
            .filter(|camp| owner(&camp.unit).is_some_and(within))
            .map(|camp| camp.hex)
            .collect()
    }
}

/// On which side of a limit hexes are kept; the limit's own row or column is kept as well.
#[derive(Clone, Copy)]
enum Edge {
    North,
    South,
    East,
    West,
}

impl Edge {
    fn keeps(self, grid: &Grid, hex: HexId, limit: HexId) -> bool {
        match self {
            Self::North => grid.row(hex) <= grid.row(limit),
            Self::South => grid.row(hex) >= grid.row(limit),
            Self::East => grid.column(hex) >= grid.column(limit),
            Self::West => grid.column(hex) <= grid.column(limit),
        }
    }
}

fn find<T: Copy>(
    reporter: &mut Reporter,
    cell: &Cell<'_>,
    what: Named,
    index: &BTreeMap<&str, T>,
) -> Option<T> {
    let found = index.get(cell.text()).copied();
    if found.is_none() {
        unknown(reporter, cell, what, index.keys().copied());
    }
    found
}

/// Reports an unknown name with the names most like it.
pub fn unknown<'n>(
    reporter: &mut Reporter,
    cell: &Cell<'_>,
    what: Named,
    all: impl Iterator<Item = &'n str>,
) {
    let name = cell.text();
    let near = longroll_core::near(name, all)
        .into_iter()
        .map(|other| format!("'{other}'"))
        .collect();
    cell.fault(
        reporter,
        FaultKind::UnknownName {
            what,
            name: name.to_owned(),
            near,
        },
    );
}
