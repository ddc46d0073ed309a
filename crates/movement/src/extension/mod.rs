//! SR 8.4, 8.5: units that spread over two or three hexes.

mod assault;
mod column;
mod extend;
mod line;
mod share;

pub use assault::{Closed, envelop, line_advances};
pub(crate) use column::follow;
pub use column::{
    ColumnFollow, Formed, column_extensions, columns_of_line, lines_of_column, may_extend_between,
    retract_column,
};
pub use extend::{Extended, Flanks, extend, retract_line, without_strength};
pub(crate) use line::move_line_of;
pub use line::{LineMove, LineTerms, line_is_legal, line_moves, move_line};
pub use share::{line_extensions, share, shares};
