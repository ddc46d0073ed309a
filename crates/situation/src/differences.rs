//! What was found beside what is wanted of a question.

use crate::found::Found;
use crate::question::{Question, Reply};

/// Everything in which the answer differs from what is wanted.
pub(crate) fn differences(question: &Question, found: &Found) -> Vec<String> {
    let mut all: Vec<String> = of_answer(question, found).into_iter().collect();
    all.extend(of_reason(question, found));
    all.extend(of_terms(question, found));
    for wanted in question
        .contains
        .iter()
        .filter(|wanted| !found.answer.contains(wanted))
    {
        all.push(format!(
            "'{wanted}' is not among [{}]",
            found.answer.join("; ")
        ));
    }
    for banned in question
        .excludes
        .iter()
        .filter(|banned| found.answer.contains(banned))
    {
        all.push(format!("'{banned}' is among [{}]", found.answer.join("; ")));
    }
    all
}

/// The answer itself; a list is compared without regard to its order.
fn of_answer(question: &Question, found: &Found) -> Option<String> {
    match &question.answer {
        Some(Reply::One(wanted)) if found.answer.as_slice() != [wanted.clone()] => {
            let note = if found.note.is_empty() {
                String::new()
            } else {
                format!(" ({})", found.note)
            };
            Some(format!(
                "answer: wanted {wanted}, found {}{note}",
                found.answer.join(", ")
            ))
        }
        Some(Reply::Many(wanted)) => {
            let (mut wanted, mut answer) = (wanted.clone(), found.answer.clone());
            wanted.sort();
            answer.sort();
            (wanted != answer).then(|| {
                format!(
                    "answer: wanted [{}], found [{}]",
                    wanted.join(", "),
                    answer.join(", ")
                )
            })
        }
        _ => None,
    }
}

/// The rule given as the reason.
fn of_reason(question: &Question, found: &Found) -> Option<String> {
    let wanted = question.because?;
    if found.because == Some(wanted) || found.others.contains(&wanted) {
        return None;
    }
    let because = found
        .because
        .map_or("no rule".to_owned(), |rule| rule.to_string());
    Some(format!(
        "because: wanted {wanted}, found {because} {}",
        found.note
    ))
}

/// The terms, each at its place.
fn of_terms(question: &Question, found: &Found) -> Option<String> {
    let wanted = question.terms.as_ref()?;
    let same = wanted.len() == found.terms.len()
        && wanted
            .iter()
            .zip(&found.terms)
            .all(|(wanted, found)| found.contains(wanted.as_str()));
    (!same).then(|| {
        format!(
            "terms: wanted [{}], found [{}]",
            wanted.join("; "),
            found.terms.join("; ")
        )
    })
}
