//! Everything the service answers from: the facts, and what has been made of them so far.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use longroll_board::{Ground, HexId};
use longroll_catalog::facts::{BattleFacts, Piece, ScenarioFacts};
use longroll_core::whole_number;
use longroll_render::layout::HEX_RADIUS;
use longroll_render::survey::{column_row, layout_of};
use longroll_render::{CELL, Detail, MapStyle, Viewport, scene_svg, sprite_sheet_svg};

use crate::document::{Document, Keep};
use crate::look::{Look, pieces_by_key};
use crate::pictures::{COLUMNS, MOST_SPRITES, Pictures, SCALES, TILE, most_sprites};
use crate::refusal::Refusal;
use crate::{views, wire};

#[derive(Debug)]
pub(crate) struct Desk {
    battle: Arc<BattleFacts>,
    scenarios: Vec<Laid>,
    keys: BTreeMap<String, Piece>,
    pictures: Pictures,
    list: OnceLock<Result<Document, Refusal>>,
    map: OnceLock<Result<Mapped, Refusal>>,
}

/// A scenario and, once somebody has looked at it, how it is told.
#[derive(Debug)]
struct Laid {
    facts: Arc<ScenarioFacts>,
    document: OnceLock<Result<Document, Refusal>>,
}

/// The map as sent, whole and hex by hex.
#[derive(Debug)]
struct Mapped {
    whole: Document,
    hexes: BTreeMap<String, wire::HexWire>,
}

impl Desk {
    pub(crate) fn new(battle: Arc<BattleFacts>, scenarios: Vec<Arc<ScenarioFacts>>) -> Self {
        let pictures = Pictures::new(&battle.ground);
        let scenarios = scenarios
            .into_iter()
            .map(|facts| Laid {
                facts,
                document: OnceLock::new(),
            })
            .collect();
        let keys = pieces_by_key(&battle);
        Self {
            battle,
            scenarios,
            keys,
            pictures,
            list: OnceLock::new(),
            map: OnceLock::new(),
        }
    }

    fn ground(&self) -> &Ground {
        &self.battle.ground
    }

    /// The list of scenarios.
    pub(crate) fn scenarios(&self) -> Result<Document, Refusal> {
        let make = || {
            let list: Vec<_> = self
                .scenarios
                .iter()
                .map(|laid| wire::summary(&self.battle, &laid.facts))
                .collect();
            json(&list)
        };
        self.list.get_or_init(make).clone()
    }

    fn find(&self, number: &str) -> Result<&Laid, Refusal> {
        let wanted: Option<u8> = whole_number(number);
        self.scenarios
            .iter()
            .find(|laid| wanted == Some(laid.facts.number) || laid.facts.slug == number)
            .ok_or_else(|| Refusal::NoSuchScenario(shortened(number), self.scenarios.len()))
    }

    /// One scenario with its pieces.
    pub(crate) fn scenario(&self, number: &str) -> Result<Document, Refusal> {
        let laid = self.find(number)?;
        let make = || {
            let hexes = views::set_up_hexes(&self.battle, &laid.facts);
            json(&wire::scenario(&self.battle, &laid.facts, &hexes))
        };
        laid.document.get_or_init(make).clone()
    }

    /// Map and counters of a scenario as one drawing.
    pub(crate) fn drawing(&self, number: &str) -> Result<Document, Refusal> {
        let laid = self.find(number)?;
        let stacks = views::stacks(&self.battle, &laid.facts);
        let svg = scene_svg(
            self.ground(),
            &MapStyle::default(),
            &stacks,
            &Viewport::Whole,
            Detail::Near,
        );
        Ok(Document::text("image/svg+xml", svg))
    }

    /// Counters on one sheet: how much they tell, the level of the map, and their looks, separated by commas.
    pub(crate) fn sprites(
        &self,
        detail: &str,
        level: &str,
        words: &str,
    ) -> Result<Document, Refusal> {
        let detail = match detail {
            "far" => Detail::Far,
            "middle" => Detail::Middle,
            "near" => Detail::Near,
            _ => return Err(Refusal::NoSuchDetail(shortened(detail))),
        };
        let refused = || Refusal::NoSuchLevel {
            asked: shortened(level),
            last: SCALES.len() - 1,
        };
        let wanted: usize = whole_number(level).ok_or_else(refused)?;
        let most = most_sprites(wanted);
        let draw = || {
            let looks: Vec<Look> = words
                .split(',')
                .take(most + 1)
                .map(|word| Look::read(&self.battle, &self.keys, word))
                .collect::<Result<_, _>>()
                .map_err(|error| Refusal::NoSuchLook(error.to_string()))?;
            if looks.len() > most {
                return Err(Refusal::TooManyLooks(most));
            }
            let pieces: Vec<_> = looks
                .iter()
                .map(|look| (views::looking(&self.battle, look), look.height))
                .collect();
            let columns = COLUMNS.min(pieces.len());
            Ok((sprite_sheet_svg(&pieces, columns, detail), columns))
        };
        self.pictures
            .sprites(detail, wanted, words, draw)?
            .ok_or_else(refused)
    }

    fn mapped(&self) -> Result<&Mapped, Refusal> {
        let make = || {
            let ground = self.ground();
            let layout = layout_of(&ground.grid);
            let corner = self.pictures.corner();
            let centre = |hex: HexId| {
                let (column, row) = column_row(&ground.grid, hex);
                let middle = layout.centre(column, row);
                (middle.x - corner.x, middle.y - corner.y)
            };
            let (width, height) = self.pictures.size();
            let tile = wire::TileWire {
                size: TILE,
                scales: SCALES.to_vec(),
                version: self.pictures.version(ground)?.to_owned(),
            };
            let plan = wire::Plan {
                width,
                height,
                radius: HEX_RADIUS,
                centre: &centre,
                tile,
                sprites: wire::SpritesWire {
                    cell: CELL,
                    columns: COLUMNS,
                    most: MOST_SPRITES,
                },
            };
            let map = wire::map(&self.battle, &plan);
            let whole = json(&map)?;
            let hexes = map
                .hexes
                .into_iter()
                .map(|hex| (hex.name.clone(), hex))
                .collect();
            Ok(Mapped { whole, hexes })
        };
        self.map.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// The whole map as facts.
    pub(crate) fn map(&self) -> Result<Document, Refusal> {
        self.mapped().map(|mapped| mapped.whole.clone())
    }

    /// One hex, by either of its numbers.
    pub(crate) fn hex(&self, name: &str) -> Result<Document, Refusal> {
        let grid = &self.ground().grid;
        let refused = || Refusal::NoSuchHex(shortened(name));
        let hex = grid
            .parse(&name.to_ascii_uppercase())
            .map_err(|_| refused())?;
        json(
            self.mapped()?
                .hexes
                .get(grid.name(hex))
                .ok_or_else(refused)?,
        )
    }

    /// One tile of the map drawing.
    ///
    /// Asked for with the version of the drawing it may be kept for ever: another drawing has another version.
    pub(crate) fn tile(
        &self,
        level: &str,
        column: &str,
        row: &str,
        version: Option<&str>,
    ) -> Result<Document, Refusal> {
        let refused = || Refusal::NoSuchTile(shortened(&format!("{level}/{column}/{row}")));
        let (Some(level), Some(column), Some(row)) =
            (whole_number(level), whole_number(column), whole_number(row))
        else {
            return Err(refused());
        };
        let ground = self.ground();
        let keep = if version == Some(self.pictures.version(ground)?) {
            Keep::ForEver
        } else {
            Keep::AskAgain
        };
        self.pictures
            .tile(ground, level, column, row, keep)?
            .ok_or_else(refused)
    }
}

/// Levels painted before anybody asks: those seen first, a few seconds' work.
const WARM_LEVELS: usize = 4;

impl Desk {
    /// Level, column and row of the tiles that are seen first, coarsest first.
    pub(crate) fn seen_first(&self) -> Vec<(usize, u32, u32)> {
        (0..WARM_LEVELS)
            .flat_map(|level| {
                let (columns, rows) = self.pictures.extent(level);
                (0..rows).flat_map(move |row| (0..columns).map(move |column| (level, column, row)))
            })
            .collect()
    }
}

fn json(value: &impl serde::Serialize) -> Result<Document, Refusal> {
    Document::json(value).map_err(|error| Refusal::Writing(error.to_string()))
}

/// What a client wrote, short enough to be repeated to it.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
