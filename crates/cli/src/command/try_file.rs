//! `longroll try FILE`: a situation step by step, with the position it starts from.

use crate::arguments::TryArguments;
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: &TryArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = &arguments.file;
    let text = std::fs::read_to_string(path).map_err(|source| Failure::File {
        path: path.clone(),
        source,
    })?;
    let name = path.display().to_string();
    let situation = longroll_situation::load(&name, &text)
        .map_err(|faults| Failure::Faults(Box::new(faults)))?;

    let wanted = arguments.case.as_deref();
    let chosen: Vec<_> = situation
        .cases()
        .iter()
        .filter(|case| wanted.is_none_or(|wanted| case.id() == Some(wanted)))
        .collect();
    if let (true, Some(wanted)) = (chosen.is_empty(), wanted) {
        let mut ids: Vec<&str> = situation
            .cases()
            .iter()
            .filter_map(|case| case.id())
            .collect();
        ids.dedup();
        return Err(Failure::question(
            console.text("try.no-case", &[("id", &wanted), ("path", &name)]),
            Some(console.text("try.no-case-help", &[("list", &ids.join(", "))])),
        ));
    }
    let mut differing = 0_usize;
    for (index, case) in chosen.iter().enumerate() {
        if index > 0 {
            console.blank()?;
        }
        let report = case.run();
        differing += usize::from(!report.passed());
        let rules: Vec<&str> = case.rules().iter().map(|rule| rule.id()).collect();
        let id = case.id().map(|id| format!("{id}  ")).unwrap_or_default();
        console.heading(format!("{id}{}  [{}]", case.title(), rules.join(", ")))?;
        for line in case.show().lines() {
            console.line(format!("  {line}"))?;
        }
        console.line(report.to_string().trim_end())?;
    }
    if differing > 0 {
        let counts: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &differing), ("all", &chosen.len())];
        return Err(Failure::faults(console.text("try.differs", &counts), None));
    }
    Ok(())
}
