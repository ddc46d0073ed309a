//! `longroll try FILE`: a situation step by step, with the position it starts from.

use longroll_shell_for_guns::situation::is_tabletop;

use crate::arguments::TryArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::read_text;
use crate::game::no_case;

pub fn run(arguments: &TryArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = &arguments.file;
    let text = read_text(path)?;
    if is_tabletop(&text) {
        return crate::tabletop::try_file::run(arguments, console);
    }
    let name = path.display().to_string();
    let battle = Battle::open(arguments.data.as_deref(), console)?;
    let situation = longroll_situation::load_with(&battle, &name, &text)
        .map_err(|faults| Failure::Faults(Box::new(faults)))?;

    let wanted = arguments.case.as_deref();
    let chosen: Vec<_> = situation
        .cases()
        .iter()
        .filter(|case| wanted.is_none_or(|wanted| case.id() == Some(wanted)))
        .collect();
    if let (true, Some(wanted)) = (chosen.is_empty(), wanted) {
        return Err(no_case(&situation, &name, wanted, console));
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
