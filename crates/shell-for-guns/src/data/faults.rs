//! What is wrong with the files of a folder: each is read, tables are tried as battlefields and positions laid out.

use longroll_core::Side;

use super::{DataError, File, Folder};
use crate::facts::{Army, Basing, Facts, Terrain};
use crate::look::Look;
use crate::options::{Options, Scale};
use crate::reading::{Fault, Faults};
use crate::scenario;
use crate::situation;
use crate::table::Table;

impl Folder {
    /// Everything that is wrong with any file, each fault with its file and line.
    #[must_use]
    pub fn faults(&self) -> Vec<Faults> {
        let mut all: Vec<Faults> = Vec::new();
        let figures = self.figures().err();
        for (path, file) in &self.files {
            let found = match path.split_once('/').map_or("", |(room, _)| room) {
                "basing" => Basing::read(&file.name, &file.text).err(),
                "armies" => Army::read(&file.name, &file.text).err(),
                "positions" => None,
                "tables" => match Terrain::read(&file.name, &file.text) {
                    Ok(terrain) => self.unfit(file, terrain),
                    Err(faults) => Some(faults),
                },
                _ => match &figures {
                    Some(DataError::Faults(faults)) => Some(faults.clone()),
                    _ => None,
                },
            };
            all.extend(found);
        }
        // Positions last: what another file has told of itself is not said again for each position that takes it.
        let told: Vec<String> = all.iter().map(|own| format!("{}:", own.name)).collect();
        for (_, name, text) in self.positions() {
            let Err(mut faults) = situation::load_with(self, name, text) else {
                continue;
            };
            let own = |fault: &Fault| !told.iter().any(|name| fault.message.starts_with(name));
            faults.list.retain(own);
            if !faults.list.is_empty() {
                all.push(faults);
            }
        }
        all
    }

    /// What is wrong with a sound table as the place of a pitched battle.
    fn unfit(&self, file: &File, terrain: Terrain) -> Option<Faults> {
        let at = |key: &str| {
            let line = file.text.lines().position(|line| {
                let line = line.trim_start();
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.trim_start().starts_with('='))
            });
            line.map_or(1, |line| line + 1)
        };
        let mut list = Vec::new();
        let (width, depth) = terrain.size;
        if width.0 < 24_000 || depth.0 < 22_000 {
            list.push(Fault {
                line: at("size"),
                message: "a pitched battle needs 24.00 x 22.00 UM at least: objectives lie 6.00 from the short edges and 12.00 from one another".to_owned(),
            });
        }
        let suggested = terrain.objectives.clone();
        // An army with faults has told them itself.
        if let Err(error @ (DataError::Unfit(_) | DataError::Unknown { .. })) =
            self.ready_on(terrain.clone(), Options::default())
        {
            list.push(Fault {
                line: at("armies"),
                message: error.to_string(),
            });
        }
        let bare = self.figures().and_then(|figures| {
            let basing = self.scaled(Scale::default())?;
            let options = Options::default();
            Facts::new(&self.edition, options, figures, basing, terrain, &[])
                .map_err(DataError::Unfit)
        });
        if let Ok(facts) = bare {
            let table = Table::new(&facts);
            let look = Look {
                facts: &facts,
                table: &table,
            };
            for side in Side::BOTH {
                let wrong = match suggested[side].as_slice() {
                    [] => None,
                    [first, second] => scenario::objectives(look, side, [*first, *second], None)
                        .err()
                        .map(|refusal| refusal.reason.into_owned()),
                    _ => Some("two places are suggested to a side".to_owned()),
                };
                list.extend(wrong.map(|reason| Fault {
                    line: at("objectives_suggested"),
                    message: format!("{}: {reason}", side.word()),
                }));
            }
        }
        list.sort_by_key(|fault| fault.line);
        (!list.is_empty()).then(|| Faults {
            name: file.name.clone(),
            list,
        })
    }
}
