//! The paper: from ticks with north up to coordinates with south up.

use std::fmt::Write as _;

use longroll_tabletop::{Bounds, ExactPoint, Point, Table, Ticks};

/// The coordinates of the drawing: ten ticks to the unit, a margin round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    table: Table,
}

/// Half a unit of measure round the table, in ticks.
const MARGIN: i32 = 500;

impl Sheet {
    pub const fn new(table: Table) -> Sheet {
        Sheet { table }
    }

    pub const fn table(&self) -> Table {
        self.table
    }

    /// A place as drawing coordinates, in ticks of which ten make a unit.
    pub fn at(&self, place: Point) -> (i32, i32) {
        (
            place.x() + MARGIN,
            self.table.height().0 + MARGIN - place.y(),
        )
    }

    /// Drawing coordinates as a place, for a pointer on the page.
    pub fn place(&self, x: f64, y: f64) -> Point {
        let ticks = |units: f64| (units * 10.0).round().clamp(-1e6, 1e6) as i32;
        Point::new(ticks(x) - MARGIN, self.table.height().0 + MARGIN - ticks(y))
    }

    /// Width and height of the whole drawing in ticks.
    pub fn size(&self) -> (i32, i32) {
        (
            self.table.width().0 + 2 * MARGIN,
            self.table.height().0 + 2 * MARGIN,
        )
    }

    pub(crate) fn opening(&self) -> String {
        let (width, height) = self.size();
        let (width, height) = (units(width), units(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        )
    }

    /// A place as `x y`.
    pub(crate) fn pair(&self, place: Point) -> String {
        let (x, y) = self.at(place);
        format!("{} {}", units(x), units(y))
    }

    pub(crate) fn exact(&self, place: ExactPoint) -> String {
        self.pair(place.rounded())
    }

    /// Path data of a line through places.
    pub(crate) fn open_path(&self, places: &[Point]) -> String {
        let mut data = String::new();
        for (i, &place) in places.iter().enumerate() {
            let _ = write!(
                data,
                "{}{}",
                if i == 0 { "M" } else { "L" },
                self.pair(place)
            );
        }
        data
    }

    /// Path data of a closed outline.
    pub(crate) fn outline(&self, places: &[Point]) -> String {
        let mut data = self.open_path(places);
        if !data.is_empty() {
            data.push('Z');
        }
        data
    }

    pub(crate) fn middle(bounds: Bounds) -> Point {
        bounds.low.midpoint(bounds.high)
    }
}

/// Ticks as drawing units, exact: a tenth of a unit is a tick.
pub(crate) fn units(ticks: i32) -> String {
    let (sign, size) = (if ticks < 0 { "-" } else { "" }, ticks.unsigned_abs());
    match size % 10 {
        0 => format!("{sign}{}", size / 10),
        tenth => format!("{sign}{}.{tenth}", size / 10),
    }
}

pub(crate) fn length(ticks: Ticks) -> String {
    units(ticks.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_up_and_ticks_are_exact() {
        let sheet = Sheet::new(Table::new(Ticks::units(36), Ticks::units(24)).expect("a table"));
        assert_eq!(sheet.pair(Point::new(0, 0)), "50 2450");
        assert_eq!(sheet.pair(Point::new(36_000, 24_000)), "3650 50");
        assert_eq!(sheet.pair(Point::new(12_345, 1)), "1284.5 2449.9");
        assert_eq!(sheet.place(1284.5, 2449.9), Point::new(12_345, 1));
        assert_eq!(units(-5), "-0.5");
        assert_eq!(units(-120), "-12");
    }
}
