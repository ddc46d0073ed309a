//! Weighing the kind of a choice before the choice: a unit may turn in its hex a dozen ways and step out of it in three, and
//! a player who takes each line of the list for as likely as the other turns for ever.

use std::mem::{Discriminant, discriminant};

use longroll_core::Offer;
use longroll_gbacw::Choice;

use super::Stream;

/// Whether a choice ends what is asked about.
pub(super) const fn ends_something(choice: Choice) -> bool {
    matches!(
        choice,
        Choice::Done | Choice::Accept | Choice::Halt | Choice::Keep
    )
}

/// Whether a choice turns a unit in its hex and does nothing else.
#[must_use]
pub const fn turns_on_the_spot(choice: Choice) -> bool {
    matches!(choice, Choice::Face { .. } | Choice::About { .. })
}

/// First a kind among those offered, then one choice of that kind; those that do not fit are left out.
pub(super) fn by_kind(
    stream: &mut Stream,
    offers: &[Offer<Choice>],
    fits: impl Fn(Choice) -> bool,
) -> Option<Choice> {
    let mut kinds: Vec<(Discriminant<Choice>, usize)> = Vec::new();
    let fitting = || {
        offers
            .iter()
            .map(|offer| offer.choice)
            .filter(|&choice| fits(choice))
    };
    for choice in fitting() {
        let kind = discriminant(&choice);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let &(kind, count) = stream.one_of(&kinds)?;
    let place = stream.pick(count)?;
    fitting()
        .filter(|choice| discriminant(choice) == kind)
        .nth(place)
}

#[cfg(test)]
mod tests {
    use longroll_board::{Facing, FacingKind};
    use longroll_catalog::facts::UnitId;
    use longroll_core::{Seed, Side};
    use longroll_rule::Rule;

    use super::*;

    #[test]
    fn a_kind_of_many_is_as_likely_as_one_of_few() {
        let unit = UnitId(0);
        let turns = Facing::all_of(FacingKind::Vertex).map(|facing| Choice::Face { unit, facing });
        let offers: Vec<Offer<Choice>> = turns
            .chain([Choice::About { unit }, Choice::Halt])
            .map(|choice| Offer {
                choice,
                rule: Rule::SR_7_21,
            })
            .collect();
        let mut stream = Stream::of_side(Seed(5), Side::Union);
        let mut halts = 0;
        for _ in 0..3000 {
            let choice = by_kind(&mut stream, &offers, |_| true);
            halts += u32::from(choice == Some(Choice::Halt));
        }
        assert!((850..1150).contains(&halts), "{halts} of 3000");
        let none = by_kind(&mut stream, &offers, |choice| choice == Choice::Done);
        assert_eq!(none, None);
    }
}
