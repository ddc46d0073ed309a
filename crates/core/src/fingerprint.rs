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

/// FNV-1a over fixed-width little-endian bytes: lengths and discriminants hash alike on 32 and 64 bits.
struct Portable(u64);

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_le_bytes());
    }

    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_le_bytes());
    }

    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_le_bytes());
    }

    fn write_usize(&mut self, i: usize) {
        self.write(&(i as u64).to_le_bytes());
    }

    fn write_isize(&mut self, i: isize) {
        self.write(&(i as i64).to_le_bytes());
    }
}
