//! Refusals, as every question gives them.

use std::borrow::Cow;

use longroll_core::Refusal;
use longroll_rule::Rule;

/// A refusal whose reason names what decides.
pub(crate) fn refuse<T>(rule: Rule, reason: impl Into<Cow<'static, str>>) -> Result<T, Refusal> {
    Err(Refusal {
        rule,
        reason: reason.into(),
    })
}
