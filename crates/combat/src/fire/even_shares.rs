//! SR 10.15, 10.65: how many SP go to each of several targets.

use longroll_position::fire::Occasion;
use smallvec::SmallVec;

/// SR 10.15: SP shared over so many targets as evenly as possible, the larger shares first.
#[must_use]
pub fn even_shares(sp: u8, targets: u8) -> SmallVec<[u8; 4]> {
    let count = targets.max(1);
    let (each, odd) = (sp / count, sp % count);
    (0..count)
        .map(|place| each + u8::from(place < odd))
        .filter(|share| *share > 0)
        .collect()
}

/// SR 10.65, 10.15: whether guns of one type are shared over their targets as the rule wants it.
#[must_use]
pub fn batteries_split(guns: u8, shares: &[u8]) -> bool {
    let mut sorted: SmallVec<[u8; 4]> = shares.iter().copied().collect();
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    let targets = u8::try_from(shares.len()).unwrap_or(u8::MAX);
    even_shares(guns, targets) == sorted
}

/// SR 10.15, 10.41: with how many SP a non-phasing unit may make the first of its fires: all, or either half of what it has
/// while the rest waits for another hex; before an assault the rest is fired at another attacking hex at once.
#[must_use]
pub fn held_back(sp: u8, occasion: Occasion) -> SmallVec<[u8; 3]> {
    let mut found: SmallVec<[u8; 3]> = SmallVec::from_slice(&[sp]);
    if matches!(occasion, Occasion::Phasing) {
        return found;
    }
    for part in [sp.div_ceil(2), sp / 2] {
        if part > 0 && !found.contains(&part) {
            found.push(part);
        }
    }
    found
}
