//! SR 8.4, 8.5: units that spread over two or three hexes.

mod assault;
mod column;
mod extend;
mod follow;
mod line;
mod share;
mod size;
mod through;

pub use assault::{Closed, envelop, line_advances, line_goes_on};
pub use column::{
    Formed, columns_of_line, gathering_checks, lines_of_column, may_extend_between, retract_column,
};
pub use extend::{Extended, Flanks, extend, may_give_up, retract_line, without_strength};
pub use follow::ColumnFollow;
pub(crate) use follow::follow;
pub(crate) use line::move_line_of;
pub use line::{LineMove, LineTerms, line_is_legal, line_moves, move_line};
pub use share::{line_extensions, share, shares};
pub use size::{column_extensions, exceeds_march_limits, never_marches};
pub(crate) use through::{gets_through, is_crowded};
