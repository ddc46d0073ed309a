//! `longroll rule switches`: the options of the texts, and the readings that can be reversed.

use longroll_position::RuleSet;
use longroll_position::Switches;
use longroll_shell_for_guns::Options;
use longroll_sim::switches::waits_for;

use crate::console::Console;
use crate::failure::Failure;

pub fn run(console: &mut Console<'_>) -> Result<(), Failure> {
    let usual: Vec<(&str, &str)> = RuleSet::BATTLE_BOOK.switches.values().collect();
    for switch in Switches::ALL {
        let value = usual
            .iter()
            .find(|(name, _)| *name == switch.name)
            .map_or("", |(_, value)| *value);
        console.heading(format!("{}={value}", switch.name))?;
        let rules: Vec<&str> = switch.rules.iter().map(|rule| rule.id()).collect();
        let cited = if rules.is_empty() {
            String::new()
        } else {
            format!(" [{}]", rules.join(", "))
        };
        console.paragraph(4, &format!("{}{cited}", switch.meaning))?;
        let values = switch.values.join(", ");
        console.paragraph(4, &console.text("switch.values", &[("values", &values)]))?;
        if let Some(what) = waits_for(switch.name) {
            console.paragraph(4, &console.text("switch.waits", &[("what", &what)]))?;
        }
    }
    console.blank()?;
    console.heading(console.text("switch.tabletop", &[]))?;
    for (name, words) in Options::all() {
        console.heading(format!(
            "{name}={}",
            words.first().copied().unwrap_or_default()
        ))?;
        if let Some(meaning) = Options::meaning(name) {
            console.paragraph(4, meaning)?;
        }
        let values = words.join(", ");
        console.paragraph(4, &console.text("switch.values", &[("values", &values)]))?;
    }
    Ok(())
}
