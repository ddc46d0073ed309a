//! Games of Shell for Guns Lite over HTTP: the lobby, looks and sayings, and where the games are kept. Nothing here
//! decides a rule: sayings go to `longroll-shell-for-guns-table`.

mod hall;
mod routes;
mod socket;
#[cfg(test)]
mod tests;

pub(crate) use hall::Hall;
pub(crate) use routes::routes;
