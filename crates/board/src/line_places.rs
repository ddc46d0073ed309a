//! The hexes and pairs along a line: what most questions of SR 10.2 ask for.

use crate::line::{Line, LineLocation, LinePlace};
use crate::walk::{Reach, Start, Walk};

impl<'g> Line<'g> {
    /// Its hexes and pairs from the first hex to the last, both included; places off the map are left out.
    pub fn places(&self) -> LinePlaces<'g> {
        LinePlaces::new(Walk::new(self, Reach::Target), Start::Included)
    }

    /// The hexes and pairs between the two ends.
    pub fn intervening(&self) -> LinePlaces<'g> {
        LinePlaces::new(Walk::new(self, Reach::ShortOfTarget), Start::Excluded)
    }

    /// The hexes and pairs beyond the last hex, up to `hexes` hexes further or to the edge of the map. For what lies
    /// behind the first hex ask the [reversed](Self::reversed) line.
    pub fn beyond(&self, hexes: u32) -> LinePlaces<'g> {
        LinePlaces::new(Walk::new(self, Reach::Beyond(hexes)), Start::Excluded)
    }
}

/// The hexes and pairs of a line. See [`Line::places`].
#[derive(Clone, Debug)]
pub struct LinePlaces<'g> {
    walk: Walk<'g>,
    next: NextPlace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextPlace {
    /// The hex the walk stands in.
    Here,
    /// What follows it.
    Onward,
    /// The hex at the far end of a hexside that the line runs along.
    FarEnd,
    Nothing,
}

impl<'g> LinePlaces<'g> {
    #[inline]
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let next = if start == Start::Included {
            NextPlace::Here
        } else {
            NextPlace::Onward
        };
        Self { walk, next }
    }

    /// The pair beside the next hexside of a line that runs along hexsides.
    #[cold]
    fn pair(&mut self) -> Option<LinePlace> {
        self.next = NextPlace::FarEnd;
        let from_start = self.walk.from_start + 1;
        if from_start > self.walk.last {
            self.next = NextPlace::Nothing;
            return None;
        }
        let (_, first, second) = self.walk.side_along()?;
        Some(
            self.walk
                .place(LineLocation::Pair(first, second), from_start),
        )
    }
}

impl Iterator for LinePlaces<'_> {
    type Item = LinePlace;

    #[inline]
    fn next(&mut self) -> Option<LinePlace> {
        loop {
            match self.next {
                NextPlace::Onward => {
                    if self.walk.is_done() {
                        self.next = NextPlace::Nothing;
                        return None;
                    }
                    if self.walk.runs_along() {
                        match self.pair() {
                            Some(pair) => return Some(pair),
                            None => continue,
                        }
                    }
                    self.walk.step();
                }
                NextPlace::Here => self.next = NextPlace::Onward,
                NextPlace::FarEnd => {
                    self.next = NextPlace::Onward;
                    self.walk.step_along();
                }
                NextPlace::Nothing => return None,
            }
            if self.walk.is_over() {
                self.next = NextPlace::Nothing;
                return None;
            }
            if let Some(hex) = self.walk.hex() {
                return Some(
                    self.walk
                        .place(LineLocation::Hex(hex), self.walk.from_start),
                );
            }
        }
    }
}
