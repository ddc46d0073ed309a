//! How many of several can have a place each, where places hold more than one but not everybody.

/// So many trials are made; whoever wants more is told nothing.
const MOST: usize = 4_000;

/// Somebody who wants a place, and those that would do.
#[derive(Debug, Clone)]
pub(super) struct Wish<W, P> {
    pub who: W,
    pub places: Vec<P>,
}

/// The most that can be placed beside whoever is already; none if that is not soon found out.
///
/// `fits` tells whether a place holds these together.
pub(super) fn most_placed<W: Copy, P: Copy + Eq>(
    wishes: &[Wish<W, P>],
    placed: &[(W, P)],
    fits: impl Fn(P, &[W]) -> bool,
) -> Option<usize> {
    let mut search = Search {
        wishes,
        placed: placed.to_vec(),
        fits,
        best: 0,
        trials: 0,
    };
    search.go(0, 0);
    (search.trials <= MOST).then_some(search.best)
}

struct Search<'a, W, P, F> {
    wishes: &'a [Wish<W, P>],
    placed: Vec<(W, P)>,
    fits: F,
    best: usize,
    trials: usize,
}

impl<W: Copy, P: Copy + Eq, F: Fn(P, &[W]) -> bool> Search<'_, W, P, F> {
    fn go(&mut self, next: usize, found: usize) {
        self.best = self.best.max(found);
        let most = found + (self.wishes.len() - next);
        let Some(wish) = self.wishes.get(next).filter(|_| most > self.best) else {
            return;
        };
        for &place in &wish.places {
            self.trials += 1;
            if self.trials > MOST {
                return;
            }
            let there = self.placed.iter().filter(|(_, own)| *own == place);
            let mut together: Vec<W> = there.map(|(who, _)| *who).collect();
            together.push(wish.who);
            if (self.fits)(place, &together) {
                self.placed.push((wish.who, place));
                self.go(next + 1, found + 1);
                self.placed.pop();
            }
        }
        self.go(next + 1, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(places: &[&[u8]]) -> Vec<Wish<usize, u8>> {
        let numbered = places.iter().enumerate();
        let wish = |(who, places): (usize, &&[u8])| Wish {
            who,
            places: places.to_vec(),
        };
        numbered.map(wish).collect()
    }

    fn alone(_: u8, who: &[usize]) -> bool {
        who.len() < 2
    }

    #[test]
    fn whoever_can_give_way_does() {
        assert_eq!(most_placed(&wishes(&[&[1, 2], &[1]]), &[], alone), Some(2));
        assert_eq!(
            most_placed(&wishes(&[&[1, 2], &[1], &[2]]), &[], alone),
            Some(2)
        );
    }

    #[test]
    fn who_stands_somewhere_keeps_it() {
        assert_eq!(
            most_placed(&wishes(&[&[1, 2], &[1]]), &[(9, 1)], alone),
            Some(1)
        );
    }

    #[test]
    fn a_place_may_hold_several() {
        let two = |_: u8, who: &[usize]| who.len() < 3;
        assert_eq!(most_placed(&wishes(&[&[1], &[1], &[1]]), &[], two), Some(2));
    }

    #[test]
    fn too_many_trials_tell_nothing() {
        let places: Vec<u8> = (0..11).collect();
        let many: Vec<&[u8]> = (0..12).map(|_| places.as_slice()).collect();
        assert_eq!(most_placed(&wishes(&many), &[], alone), None);
    }
}
