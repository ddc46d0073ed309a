//! Everything along a line: hexes, hexsides crossed or run along, vertices.

use crate::line::{Line, LineElement, LineVertex};
use crate::walk::{Passage, Reach, Start, Walk};
use crate::{HexId, HexsideId};

impl<'g> Line<'g> {
    /// Everything it meets from the first hex to the last, both included.
    pub fn elements(&self) -> LineElements<'g> {
        LineElements::new(Walk::new(self, Reach::Target), Start::Included)
    }

    /// Everything it meets beyond its last hex, up to `hexes` hexes further or to the edge of the map.
    pub fn elements_beyond(&self, hexes: u32) -> LineElements<'g> {
        LineElements::new(Walk::new(self, Reach::Beyond(hexes)), Start::Excluded)
    }
}

/// Everything a line meets. See [`Line::elements`].
#[derive(Clone, Debug)]
pub struct LineElements<'g> {
    walk: Walk<'g>,
    next: NextElement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextElement {
    /// The hex the walk stands in.
    Here,
    /// What leads out of it.
    Onward,
    /// The hexside that begins at the vertex just passed.
    Along,
    /// The vertex where it ends.
    FarVertex,
    Nothing,
}

impl<'g> LineElements<'g> {
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let next = if start == Start::Included {
            NextElement::Here
        } else {
            NextElement::Onward
        };
        Self { walk, next }
    }

    /// What the line passes on its way out of this hex; the walk goes on to the next one, or to the hexside along
    /// which the line runs.
    #[inline]
    fn onward(&mut self) -> Option<LineElement> {
        let walk = &mut self.walk;
        if walk.is_done() || (walk.runs_along() && walk.from_start >= walk.last) {
            self.next = NextElement::Nothing;
            return None;
        }
        let near = walk.hex();
        if walk.runs_along() {
            self.next = NextElement::Along;
            return self.vertex_along();
        }
        let passage = walk.passage();
        let touched = match passage {
            Passage::Across(_) => None,
            Passage::ByVertex { touched } => walk.neighbour(touched),
        };
        walk.step();
        if walk.is_over() {
            self.next = NextElement::Nothing;
            return None;
        }
        self.next = NextElement::Here;
        match passage {
            Passage::Across(direction) => walk
                .grid
                .side_from(near, direction, walk.hex())
                .map(LineElement::Side),
            Passage::ByVertex { .. } => {
                let far = walk.hex();
                let side = walk.grid.side_from(near, walk.frame.primary, far);
                vertex([near, touched, far], side)
            }
        }
    }

    /// The vertex between the hex the walk stands in and the hexside the line runs along from there.
    fn vertex_along(&self) -> Option<LineElement> {
        let (a, b) = match self.walk.side_along() {
            Some((_, first, second)) => (Some(first), second),
            None => (None, None),
        };
        vertex([self.walk.hex(), a, b], None)
    }

    fn along(&mut self) -> LineElement {
        self.next = NextElement::FarVertex;
        self.walk
            .side_along()
            .map_or(LineElement::OffMap, |(side, first, second)| {
                LineElement::Along {
                    side,
                    hexes: (first, second),
                }
            })
    }

    fn far_vertex(&mut self) -> Option<LineElement> {
        let beside = self.walk.side_along();
        self.walk.step_along();
        self.next = if self.walk.is_over() {
            NextElement::Nothing
        } else {
            NextElement::Here
        };
        let (a, b) = beside.map_or((None, None), |(_, first, second)| (Some(first), second));
        vertex([self.walk.hex(), a, b], None)
    }
}

impl Iterator for LineElements<'_> {
    type Item = LineElement;

    #[inline]
    fn next(&mut self) -> Option<LineElement> {
        loop {
            let element = match self.next {
                NextElement::Onward => self.onward(),
                NextElement::Here => {
                    self.next = NextElement::Onward;
                    return Some(
                        self.walk
                            .hex()
                            .map_or(LineElement::OffMap, LineElement::Hex),
                    );
                }
                NextElement::Along => return Some(self.along()),
                NextElement::FarVertex => self.far_vertex(),
                NextElement::Nothing => return None,
            };
            if element.is_some() {
                return element;
            }
        }
    }
}

fn vertex(mut hexes: [Option<HexId>; 3], side: Option<HexsideId>) -> Option<LineElement> {
    hexes.sort_unstable();
    hexes[2].map(|_| LineElement::Vertex(LineVertex { hexes, side }))
}
