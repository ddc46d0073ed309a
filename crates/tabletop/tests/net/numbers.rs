//! Shapes drawn from numbers that are the same everywhere: on a coarse grid, a tick beside it, or anywhere.

use longroll_tabletop::{
    BaseSize, Clearance, Heading, Point, Pose, Ratio, Slot, SquaredDistance, Ticks, Turn, Vector,
    ranks,
};

/// Numbers that are the same everywhere: SplitMix64.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::try_from(high - low + 1).expect("low comes first");
        low + i32::try_from(self.next() % span).expect("a small number")
    }

    pub fn one<T: Clone>(&mut self, list: &[T]) -> T {
        let place = self.next() % u64::try_from(list.len()).expect("a short list");
        list[usize::try_from(place).expect("a short list")].clone()
    }

    /// On the grid of a fifth of a UM, a tick beside it, or anywhere.
    pub fn number(&mut self, spread: i32) -> i32 {
        match self.within(0, 5) {
            0 => self.within(-spread, spread),
            1 => self.within(-spread / 200, spread / 200) * 200 + self.one(&[-10, -1, 1, 10]),
            _ => self.within(-spread / 200, spread / 200) * 200,
        }
    }

    pub fn point(&mut self, spread: i32) -> Point {
        Point::new(12_000 + self.number(spread), 12_000 + self.number(spread))
    }

    pub fn heading(&mut self) -> Heading {
        match self.within(0, 6) {
            0 => Heading::new(self.within(0, 35_999)),
            1 => Heading::new(self.within(0, 3) * 9000 + self.one(&[-1, 1])),
            2 => Heading::degrees(self.within(0, 7) * 45),
            _ => Heading::degrees(self.within(0, 3) * 90),
        }
    }

    pub fn turn(&mut self) -> Turn {
        match self.within(0, 2) {
            0 => Turn(self.within(-9000, 9000)),
            1 => Turn(self.within(-9, 9) * 1000),
            _ => self.one(&[
                Turn(0),
                Turn(100),
                Turn(-100),
                Turn(1),
                Turn(-1),
                Turn(99),
                Turn(4500),
                Turn(-9000),
            ]),
        }
    }

    pub fn pose(&mut self, spread: i32) -> Pose {
        Pose::new(self.point(spread), self.heading())
    }

    pub fn size(&mut self) -> BaseSize {
        let sizes = [
            (800, 400),
            (1000, 1000),
            (1200, 1600),
            (801, 401),
            (400, 400),
        ];
        let (frontage, depth) = self.one(&sizes);
        BaseSize::new(Ticks(frontage), Ticks(depth))
    }

    pub fn slots(&mut self) -> (usize, Vec<Slot>) {
        let counts: Vec<usize> = self.one(&[
            vec![4],
            vec![3, 2],
            vec![2, 2, 1],
            vec![1, 1, 1],
            vec![6],
            vec![1],
        ]);
        let size = self.size();
        (counts[0], ranks(&counts, size))
    }

    pub fn clearance(&mut self) -> Clearance {
        let limit = Ticks(self.one(&[0, 1, 10, 11, 200, 400, 1000]));
        match self.within(0, 4) {
            0 => Clearance::SOLID,
            1 => Clearance::STRICT,
            2 => Clearance::NO_CONTACT,
            3 => Clearance::Within(limit),
            _ => Clearance::NearerThan(SquaredDistance::of(limit)),
        }
    }

    pub fn outline(&mut self, spread: i32) -> Vec<Point> {
        let count = self.within(3, 8);
        let middle = self.point(spread);
        (0..count)
            .map(|spoke| {
                let way = Heading::new(spoke * 36_000 / count);
                let place = middle + Vector::along(way, Ticks(self.within(2, 12) * 200));
                // Most corners lie on the grid, so that sides run along sides.
                let snap = |value: i32| (value + 100).div_euclid(200) * 200;
                Point::new(snap(place.x()), snap(place.y()))
            })
            .collect()
    }

    pub fn line(&mut self, spread: i32) -> Vec<Point> {
        (0..self.within(2, 5)).map(|_| self.point(spread)).collect()
    }

    pub fn ratio(&mut self) -> Ratio {
        let (up, down) = (self.within(-7, 7), self.within(1, 7));
        Ratio::new(i128::from(up), i128::from(down)).expect("not over nothing")
    }
}
