import type { Statement } from "../api.ts";
import { messages } from "../messages/index.ts";
import { scenario } from "../state.ts";

/** What the scenario is about: summary, turns, victory, special rules. */
export function ScenarioPanel() {
  const m = messages.value;
  const facts = scenario.value;
  if (!facts) return null;
  const { summary } = m.scenarioTexts[facts.number] ?? facts;
  return (
    <article class="scenario-panel">
      <p class="summary">{summary}</p>
      <h3>{m.turnTrack}</h3>
      <ol class="turns">
        {facts.turnTrack.map((turn, i) => (
          <li key={i} class={turn.light} title={m.light[turn.light]}>
            {turn.label}
            {turn.light !== "day" && <small>{m.light[turn.light]}</small>}
          </li>
        ))}
      </ol>
      <Statements title={m.victory} list={facts.victory} />
      <Statements title={m.special} list={facts.special} />
    </article>
  );
}

function Statements({ title, list }: { title: string; list: readonly Statement[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="statements">
        {list.map((statement, i) => (
          <li key={i}>
            {statement.title !== undefined && <strong>{statement.title} </strong>}
            {statement.text}
            {statement.rules && statement.rules.length > 0 && <small class="rules"> {statement.rules.join(", ")}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
