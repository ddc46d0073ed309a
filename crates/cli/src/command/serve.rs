//! `longroll serve`, and `longroll` alone: the table in the browser.

use longroll_server::{Contents, ServeOptions, serve_blocking};

use crate::arguments::ServeArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::tabletop;

pub fn run(arguments: &ServeArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    // A folder holds the data of one of the two games.
    let given = arguments.data.as_deref();
    let (own, theirs) = match given {
        Some(folder) if tabletop::is_our_folder(folder) => (given, None),
        _ => (None, given),
    };
    let tabletop = tabletop::folder(own, console)?;
    if let Some(faults) = tabletop.faults().first() {
        return Err(Failure::faults(console.tongue().faults(faults), None));
    }
    let battle = Battle::open(theirs, console)?;
    let scenarios = battle.scenarios()?;
    let contents = Contents {
        battle: battle.facts,
        scenarios,
        tabletop,
    };
    let options = ServeOptions {
        host: arguments.host,
        port: arguments.port,
    };
    let mut told = Ok(());
    let served = serve_blocking(options, contents, |address| {
        let address = format!("http://{address}/");
        told = console
            .line(console.text("serve.ready", &[("address", &address)]))
            .and_then(|()| console.line(console.text("serve.stop", &[])))
            .and_then(|()| console.flush());
    });
    told?;
    served.map_err(|error| {
        let message = console.text("serve.failed", &[("reason", &error)]);
        Failure::question(message, Some(console.text("serve.failed-help", &[])))
    })
}
