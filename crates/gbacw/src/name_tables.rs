//! The names of a battle sorted for reading, so that a record of a whole day is read without comparing every name with
//! every line.

use core::cmp::Ordering;

use longroll_catalog::facts::{CommandId, LeaderId, Piece, UnitId};
use longroll_core::Side;
use longroll_position::{ActivatorId, BodyId, Marker, Setting};

use crate::names;

/// Names in alphabetical order, small letters only; of two that are the same the first counts.
#[derive(Debug)]
pub(crate) struct NameTable<T> {
    names: Vec<(String, T)>,
}

impl<T: Copy> NameTable<T> {
    fn new(names: impl Iterator<Item = (T, impl AsRef<str>)>) -> Self {
        let mut names: Vec<(String, T)> = names
            .map(|(id, name)| (name.as_ref().to_ascii_lowercase(), id))
            .collect();
        names.sort_by(|(one, _), (other, _)| one.cmp(other));
        names.dedup_by(|(later, _), (first, _)| later == first);
        Self { names }
    }

    /// The longest name that a text begins with and that ends at a space or with the text; and its length.
    pub(crate) fn longest(&self, text: &str) -> Option<(usize, T)> {
        let mut best = None;
        let ends = text
            .char_indices()
            .filter(|(_, c)| c.is_whitespace())
            .map(|(end, _)| end)
            .chain([text.len()]);
        for end in ends {
            let start = text.get(..end)?;
            match self
                .names
                .binary_search_by(|(name, _)| compare(name, start))
            {
                Ok(place) => best = self.names.get(place).map(|&(_, id)| (end, id)),
                // Names that begin like the text would stand here; if none does, no longer one does.
                Err(place) => {
                    let next = self.names.get(place).and_then(|(name, _)| name.get(..end));
                    if !next.is_some_and(|next| next.eq_ignore_ascii_case(start)) {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// The order of a name in small letters and a text in any.
fn compare(name: &str, text: &str) -> Ordering {
    let letters = text.bytes().map(|letter| letter.to_ascii_lowercase());
    name.bytes().cmp(letters)
}

/// Every name of a battle by what it names.
#[derive(Debug)]
pub(crate) struct NameTables {
    pub units: NameTable<UnitId>,
    pub leaders: NameTable<LeaderId>,
    pub commands: NameTable<CommandId>,
    pub bodies: NameTable<BodyId>,
    pub activators: NameTable<ActivatorId>,
    pub markers: NameTable<Marker>,
    pub pieces: NameTable<Piece>,
}

impl NameTables {
    pub(crate) fn new(setting: &Setting) -> Self {
        let units = || setting.unit_ids().zip(setting.units());
        let markers = setting
            .activator_ids()
            .map(Marker::Activation)
            .chain(Side::BOTH.map(Marker::March))
            .chain([Marker::BattleEvent, Marker::RandomEvent]);
        let sections = units().flat_map(|(unit, facts)| {
            let letters = facts.sections.iter().filter_map(|section| section.letter);
            letters.map(move |letter| Piece::Section(unit, letter))
        });
        let pieces = setting
            .unit_ids()
            .map(Piece::Unit)
            .chain(sections)
            .chain(setting.leader_ids().map(Piece::Leader));
        Self {
            units: NameTable::new(units().map(|(id, facts)| (id, &facts.name))),
            leaders: NameTable::new(
                setting
                    .leader_ids()
                    .map(|id| (id, &setting.leader(id).name)),
            ),
            commands: NameTable::new(
                setting
                    .command_ids()
                    .map(|id| (id, &setting.command(id).code)),
            ),
            bodies: NameTable::new(setting.body_ids().map(|id| (id, names::body(setting, id)))),
            activators: NameTable::new(
                setting
                    .activator_ids()
                    .map(|id| (id, names::activator(setting, id))),
            ),
            markers: NameTable::new(markers.map(|marker| (marker, names::marker(setting, marker)))),
            pieces: NameTable::new(pieces.map(|piece| (piece, names::piece(setting, piece)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NameTable;

    #[test]
    fn the_longest_name_counts_and_ends_with_a_word() {
        let names = ["9 IL", "9 IL Bty A", "9", "9 Ill", "Brück", "9 il"];
        let table = NameTable::new(names.into_iter().enumerate());
        for (text, found) in [
            ("9 IL S3212", Some((4, 0))),
            ("9 il bty a S3212", Some((10, 1))),
            ("9 IL Bty B", Some((4, 0))),
            ("9 ILL", Some((5, 3))),
            ("9 I", Some((1, 2))),
            ("9", Some((1, 2))),
            ("90 IL", None),
            ("BRück x", Some((6, 4))),
            ("", None),
            ("é", None),
        ] {
            assert_eq!(table.longest(text), found, "{text}");
        }
    }
}
