//! One file per command.

mod bench;
mod bot;
mod check;
mod data_check;
mod help;
mod los;
mod map_hex;
pub mod play;
mod render;
mod report;
pub mod rule;
mod rule_coverage;
mod rule_find;
mod rule_switches;
mod scenario_list;
mod scenario_pieces;
mod scenario_show;
mod scenario_victory;
mod serve;
mod sim;
mod stats;
mod try_file;

pub use sim::keep;

use crate::arguments::{
    Arguments, Chosen, DataCommand, MapCommand, RuleCommand, ScenarioCommand, ServeArguments,
};
use crate::console::Console;
use crate::failure::Failure;

pub fn run(arguments: Arguments, console: &mut Console<'_>) -> Result<(), Failure> {
    match arguments.command {
        Some(Chosen::Rule(rule)) => match rule.command {
            Some(RuleCommand::Coverage(coverage)) => rule_coverage::run(&coverage, console),
            Some(RuleCommand::Find(find)) => rule_find::run(&find, console),
            Some(RuleCommand::Switches) => rule_switches::run(console),
            None => rule::run(&rule, console),
        },
        Some(Chosen::Scenario(ScenarioCommand::List(list))) => scenario_list::run(&list, console),
        Some(Chosen::Scenario(ScenarioCommand::Show(show))) => scenario_show::run(&show, console),
        Some(Chosen::Map(MapCommand::Hex(hex))) => map_hex::run(&hex, console),
        Some(Chosen::Los(los)) => los::run(&los, console),
        Some(Chosen::Data(DataCommand::Check(check))) => data_check::run(&check, console),
        Some(Chosen::Render(render)) => render::run(&render, console),
        Some(Chosen::Play(play)) => play::run(&play, console),
        Some(Chosen::Sim(sim)) => sim::run(&sim, console),
        Some(Chosen::Report(report)) => report::run(&report, console),
        Some(Chosen::Stats(stats)) => stats::run(&stats, console),
        Some(Chosen::Bench(bench)) => bench::run(&bench, console),
        Some(Chosen::Bot) => bot::run(console),
        Some(Chosen::Try(file)) => try_file::run(&file, console),
        Some(Chosen::Check(check)) => check::run(&check, console),
        Some(Chosen::Serve(serve)) => serve::run(&serve, console),
        Some(Chosen::Help(help)) => help::run(&help, console),
        // A newcomer who types the bare name wants to see something.
        None => serve::run(&ServeArguments::default(), console),
    }
}
