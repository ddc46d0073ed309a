//! The acceptance cases of line of sight, each under its id (fire chapter, FIRE-051 to FIRE-083, 151, 159, 160, 175 …).
//!
//! FIRE-072 (reciprocity) is every one of them: `Board::both_ways` asks each line from both ends. FIRE-153 and FIRE-175
//! ask for tables and arcs and belong to fire and to the board.
//!
//! Conventions: flat-topped hexes CCRR, odd columns half a hex south; Field on level 0 unless a case says otherwise; a
//! difference of 1, 2, 3 or more levels between neighbours is a Gradual, Minor, Steep hexside; geographic crests off.

mod board;
mod explained;
mod from_the_text;
mod geometry;
mod ground;
mod trees;
mod units;
