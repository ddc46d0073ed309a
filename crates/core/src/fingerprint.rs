//! A hash of a state that is the same on every machine, to compare replays and peers.

use core::fmt;
use core::hash::{Hash, Hasher};

/// The hash of a state, printed as sixteen hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The fingerprint of anything that hashes its own fields.
pub fn fingerprint(value: &impl Hash) -> Fingerprint {
    let mut hasher = Portable(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    Fingerprint(hasher.finish())
}

/// A multiplicative hash over whole words: lengths and discriminants hash alike on 32 and 64 bits.
struct Portable(u64);

impl Portable {
    fn word(&mut self, word: u64) {
        // Rotation carries the high bits, which multiplication alone would never bring down.
        self.0 = (self.0.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        self.word(bytes.len() as u64);
    }

    fn write_u8(&mut self, i: u8) {
        self.word(u64::from(i));
    }

    fn write_u16(&mut self, i: u16) {
        self.word(u64::from(i));
    }

    fn write_u32(&mut self, i: u32) {
        self.word(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }

    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.word(i as i64 as u64);
    }
}
