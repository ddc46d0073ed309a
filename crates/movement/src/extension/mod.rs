//! SR 8.4, 8.5: units that spread over two or three hexes.

mod column;
mod line;
mod share;

pub(crate) use column::follow;
pub use column::{
    ColumnFollow, Formed, column_extensions, columns_of_line, lines_of_column, retract_column,
};
pub(crate) use line::move_line_of;
pub use line::{
    Extended, Flanks, LineMove, LineTerms, extend, line_is_legal, line_moves, move_line,
    retract_line, without_strength,
};
pub use share::{line_extensions, share, shares};
