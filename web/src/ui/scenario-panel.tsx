import type { Statement } from "../api.ts";
import { messages } from "../messages/index.ts";
import { scenario } from "../state.ts";
import { SideMark } from "./icons.tsx";

/** What the scenario is about: summary, turns, victory, special rules. */
export function ScenarioPanel() {
  const m = messages.value;
  const facts = scenario.value;
  if (!facts) return null;
  const { summary } = m.scenarioTexts[facts.number] ?? facts;
  return (
    <article class="scenario-panel">
      <p class="summary">{summary}</p>
      <h2>{m.turnTrack}</h2>
      <ol class="turns">
        {facts.turnTrack.map((turn, i) => (
          <li key={i} class={turn.light} title={m.light[turn.light]}>
            {m.hour(turn.label, turn.hour)}
            {turn.light !== "day" && <small>{m.light[turn.light]}</small>}
          </li>
        ))}
      </ol>
      {facts.area.statement !== "" && (
        <>
          <h2>{m.area}</h2>
          <p class="small">{facts.area.statement}</p>
        </>
      )}
      <Statements title={m.victory} list={facts.victory} />
      <Statements title={m.special} list={facts.special} />
      <Statements title={m.variants} list={facts.variants} />
    </article>
  );
}

function Statements({ title, list }: { title: string; list: readonly Statement[] }) {
  const m = messages.value;
  if (list.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="statements">
        {list.map((statement, i) => (
          <li key={i}>
            {statement.side !== undefined && (
              <>
                <SideMark side={statement.side} /> <span class="unseen">{m.forcesOf[statement.side]}: </span>
              </>
            )}
            {statement.points !== undefined && <strong class="points">{m.points(statement.points)} </strong>}
            {statement.title !== undefined && <strong>{statement.title} </strong>}
            {statement.text}
            {statement.optional && statement.title === undefined && <em class="quiet"> ({m.optional})</em>}
            {statement.rules.length > 0 && <small class="rules"> {statement.rules.join(", ")}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
