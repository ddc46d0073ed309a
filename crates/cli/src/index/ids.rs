//! Finding ids of rules in running text.

use longroll_rule::Rule;

/// Every rule whose id stands in the text, longest id first at each place.
pub fn in_text(text: &str) -> Vec<Rule> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while !rest.is_empty() {
        let starts = ["SR ", "BB ", "SfG ", "NM "]
            .iter()
            .any(|prefix| rest.starts_with(prefix));
        if starts
            && !before.is_ascii_alphanumeric()
            && let Some(rule) = longest(rest)
        {
            found.push(rule);
            rest = rest.get(rule.id().len()..).unwrap_or_default();
            before = ' ';
            continue;
        }
        let mut chars = rest.chars();
        before = chars.next().unwrap_or(' ');
        rest = chars.as_str();
    }
    found
}

fn longest(text: &str) -> Option<Rule> {
    let mut best: Option<Rule> = None;
    for end in text.char_indices().map(|(i, c)| i + c.len_utf8()).take(64) {
        let Some(head) = text.get(..end) else { break };
        let tail = text.get(end..).unwrap_or_default();
        if ends_here(tail)
            && let Some(rule) = Rule::by_id(head)
        {
            best = Some(rule);
        }
    }
    best
}

/// `SR 11.4` does not stand in `SR 11.43`, nor `SR 9.55` in `SR 9.55-1`.
fn ends_here(tail: &str) -> bool {
    let mut signs = tail.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), _) if sign.is_ascii_alphanumeric() || sign == '_' => false,
        (Some('.' | '-' | '/'), Some(sign)) => !sign.is_ascii_alphanumeric(),
        _ => true,
    }
}

/// Every name of a rule in a line of code: `Rule::SR_11_43`, or the bare `SR_11_43` of a macro or an import. No other
/// name looks like one, and a wrong one would not have compiled.
pub fn in_code(line: &str) -> Vec<Rule> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|name| {
            ["SR_", "BB_", "SFG_", "NM_"]
                .iter()
                .any(|system| name.starts_with(system))
        })
        .filter_map(|name| {
            name.parse::<Rule>()
                .ok()
                .filter(|rule| rule.variant_name() == name)
        })
        .collect()
}
