//! The weights of the plain opponent.

/// What it weighs against what. The usual values were found by matches (docs/opponent.md); others may be tried there by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Temper {
    /// Within this distance of the enemy brigades deploy under Attack orders.
    pub contact: u32,
    /// An assault that wins the hex so often, of a hundred, is worth its price.
    pub good: u32,
    /// A fire is worth its cartridges if it costs the enemy so many thousandths of an SP on the mean.
    pub shot: u32,
    /// An answer costs less: the enemy has fired already.
    pub answer: u32,
    /// How many hexes farther a regiment that is to be broken seems than a hex that is to be taken.
    pub prey: u32,
    /// The price of a second enemy beside a place.
    pub beset: u32,
    /// The price of a place far from friends.
    pub alone: u32,
    /// So many tenths of its own strength are sent against a regiment that is to be broken.
    pub enough: u32,
    /// How much farther, in twentieths of a hex for each SP, a walk seems to a regiment that could fight.
    pub missed: u32,
    /// An assault that routs the enemy so often, of a hundred, is worth its price as well.
    pub rout: u32,
    /// What a chance of a hundredth in an assault is worth when a place is chosen, in tenths of the usual price.
    pub charge: u32,
    /// A regiment recovers if that succeeds so often, of a hundred.
    pub mend: u32,
    /// A brigade attacks if those who fight are so many tenths of those who have a way to go.
    pub bold: u32,
    /// How much farther, in half hexes, each hex seems that is too far for the time left.
    pub hopeless: u32,
    /// The same as `prey` in the last turn.
    pub finish: u32,
    /// How many times dearer an own SP is when hardly any more may be lost.
    pub dear: u32,
    /// Battles that it imagines for one question at most; none, and it does not look ahead.
    pub worlds: u32,
    /// How much farther, in half hexes, a walk seems to anybody who was not sent on it before.
    pub stubborn: u32,
    /// A brigade rolls for other orders if those who want them are so many tenths of those who do not.
    pub fickle: u32,
    /// A regiment does not recover if it will act so often at most before the game ends.
    pub late: u32,
    /// How many hundredths of a chance an own SP is worth in an assault.
    pub blood: u32,
    /// How long a hex seems, in halves, to a regiment under Attack orders that is to walk.
    pub slow: u32,
    /// How much farther, in half hexes, anything seems that does not decide the game at once.
    pub grand: u32,
    /// With so many SP that may still be lost, or fewer, each is half as dear as the last ones.
    pub thrift: u32,
    /// It goes on with an assault if so many SP may still be lost.
    pub press: u32,
    /// An assault that throws it back more often than this, of a hundred, is not made.
    pub risk: u32,
    /// How much worse a place is than a hex that is still to be taken.
    pub prize: u32,
    /// SP that are sent to a hex beside which enemy men stand.
    pub barred: u32,
    /// So many SP more than `thrift` are kept for the last turn.
    pub saved: u32,
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            contact: 5,
            good: 50,
            shot: 200,
            answer: 60,
            prey: 2,
            beset: 8,
            alone: 3,
            enough: 20,
            missed: 2,
            rout: 30,
            charge: 4,
            mend: 60,
            bold: 13,
            hopeless: 2,
            finish: 1,
            dear: 4,
            worlds: 0,
            stubborn: 1,
            fickle: 20,
            late: 2,
            blood: 20,
            slow: 4,
            grand: 0,
            thrift: 4,
            press: 6,
            risk: 30,
            prize: 40,
            barred: 8,
            saved: 3,
        }
    }
}

impl Temper {
    /// What may be tried before orders are changed: as usual, hardly ever, for a walk, for a fight.
    pub(crate) fn for_orders(self) -> Vec<Self> {
        let still = Self {
            fickle: 1_000,
            ..self
        };
        let walk = Self {
            fickle: 5,
            bold: 40,
            ..self
        };
        let fight = Self {
            fickle: 5,
            bold: 3,
            ..self
        };
        vec![self, still, walk, fight]
    }

    /// What may be tried before a brigade acts: as usual, hexes first, the enemy first, bolder.
    pub(crate) fn for_action(self) -> Vec<Self> {
        let hexes = Self {
            missed: 0,
            slow: 2,
            prey: self.prey + 3,
            ..self
        };
        let enemy = Self { missed: 20, ..self };
        let bolder = Self {
            good: self.good.saturating_sub(15),
            blood: 0,
            ..self
        };
        vec![self, hexes, enemy, bolder]
    }

    /// Weights by name, `good=45,contact=5`; what cannot be read is refused.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut temper = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=')?;
            let value = value.parse().ok()?;
            let weight = match name {
                "contact" => &mut temper.contact,
                "good" => &mut temper.good,
                "shot" => &mut temper.shot,
                "answer" => &mut temper.answer,
                "prey" => &mut temper.prey,
                "beset" => &mut temper.beset,
                "alone" => &mut temper.alone,
                "enough" => &mut temper.enough,
                "missed" => &mut temper.missed,
                "rout" => &mut temper.rout,
                "charge" => &mut temper.charge,
                "mend" => &mut temper.mend,
                "bold" => &mut temper.bold,
                "hopeless" => &mut temper.hopeless,
                "finish" => &mut temper.finish,
                "dear" => &mut temper.dear,
                "worlds" => &mut temper.worlds,
                "stubborn" => &mut temper.stubborn,
                "fickle" => &mut temper.fickle,
                "late" => &mut temper.late,
                "blood" => &mut temper.blood,
                "slow" => &mut temper.slow,
                "grand" => &mut temper.grand,
                "thrift" => &mut temper.thrift,
                "press" => &mut temper.press,
                "risk" => &mut temper.risk,
                "prize" => &mut temper.prize,
                "barred" => &mut temper.barred,
                "saved" => &mut temper.saved,
                _ => return None,
            };
            *weight = value;
        }
        Some(temper)
    }
}
