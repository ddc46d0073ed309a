//! Chance that is always the same: trees and wobbles are scattered by place, never by a clock or a random device, so
//! the same map is the same picture byte for byte.

/// A well-mixed number for a place (the finaliser of SplitMix64).
pub fn mix(a: i64, b: i64, seed: u64) -> u64 {
    let mut z = (a as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add((b as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
        .wrapping_add(seed.wrapping_mul(0x1656_67b1_9e37_79f9));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number from -1 to 1 for a place.
pub fn signed(a: i64, b: i64, seed: u64) -> f64 {
    (mix(a, b, seed) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Smooth noise from -1 to 1.
pub fn noise(x: f64, y: f64, seed: u64) -> f64 {
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let (i, j) = (i as i64, j as i64);
    let top = signed(i, j, seed) * (1.0 - u) + signed(i + 1, j, seed) * u;
    let bottom = signed(i, j + 1, seed) * (1.0 - u) + signed(i + 1, j + 1, seed) * u;
    top * (1.0 - v) + bottom * v
}
