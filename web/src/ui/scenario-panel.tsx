import type { Statement, Victory } from "../api.ts";
import { statementText } from "../italian.ts";
import { locale, messages } from "../messages/index.ts";
import { hexNamed, scenario } from "../state.ts";
import { goalWords, outcomeWords, pointsWords, rangeWords } from "../victory.ts";
import { SideMark } from "./icons.tsx";
import { WithHexes } from "./with-hexes.tsx";

/** What the scenario is about: summary, turns, set-up, victory, special rules. */
export function ScenarioPanel() {
  const m = messages.value;
  const facts = scenario.value;
  if (!facts) return null;
  const { summary } = m.scenarioTexts[facts.number] ?? facts;
  const onMap = facts.pieces.filter((piece) => piece.hex !== undefined && piece.kind !== "leader");
  const free = onMap.filter((piece) => piece.values.some((value) => value.key === "facing" && value.text === "free"));
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
      <VictoryTerms victory={facts.victory} number={facts.number} />
      {free.length > 0 && (
        <>
          <h2>{m.setUp}</h2>
          <p class="small">{m.freeFacings(free.length, onMap.length)}</p>
        </>
      )}
      {facts.area.statement !== "" && (
        <>
          <h2>{m.area}</h2>
          <p class="small">{statementText(locale.value, facts.area.statement)}</p>
        </>
      )}
      <Statements title={m.special} list={facts.special} />
      <Statements title={m.variants} list={facts.variants} />
    </article>
  );
}

function VictoryTerms({ victory, number }: { victory: Victory; number: number }) {
  const m = messages.value;
  const v = m.victoryWords;
  const lists = [
    [v.objectives, victory.objectives],
    [v.shifts, victory.shifts],
    [v.automatic, victory.automatic],
  ] as const;
  return (
    <section class="victory" data-scenario={number}>
      <h2>{m.victory}</h2>
      <p class="small">{v.method[victory.method]}</p>
      {victory.levels.length > 0 && (
        <table class="levels">
          <tbody>
            {victory.levels.map((level, i) => (
              <tr key={i}>
                <th scope="row">{rangeWords(m, level.min, level.max)}</th>
                <td>{v.verdict[level.verdict]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {victory.outcomes.length > 0 && (
        <ul class="statements">
          {victory.outcomes.map((outcome, i) => (
            <li key={i}>
              <WithHexes text={outcomeWords(m, outcome)} />
            </li>
          ))}
        </ul>
      )}
      {victory.start.length + victory.points.length > 0 && (
        <>
          <h3>{v.points}</h3>
          <ul class="statements">
            {[...victory.start, ...victory.points].map((points, i) => (
              <li key={i}>
                <Side side={points.side} />
                <strong class="points">{m.points(points.vp)}</strong> <WithHexes text={pointsWords(m, points)} />
                {points.note !== undefined && <small class="note"> {statementText(locale.value, points.note)}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
      {lists.map(
        ([title, goals]) =>
          goals.length > 0 && (
            <div key={title}>
              <h3>{title}</h3>
              <ul class="statements">
                {goals.map((goal, i) => (
                  <li key={i}>
                    <Side side={goal.side} />
                    <WithHexes text={goalWords(m, goal)} />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {victory.hexes.length > 0 && hexNamed(victory.hexes[0]) && <p class="legend">{v.marked}</p>}
    </section>
  );
}

function Side({ side }: { side: Statement["side"] }) {
  if (side === undefined) return null;
  return (
    <>
      <SideMark side={side} /> <span class="unseen">{messages.value.forcesOf[side]}: </span>
    </>
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
            <Side side={statement.side} />
            {statement.title !== undefined && <strong>{statementText(locale.value, statement.title)} </strong>}
            <WithHexes text={statementText(locale.value, statement.text)} />
            {statement.optional && statement.title === undefined && <em class="quiet"> ({m.optional})</em>}
            {statement.rules.length > 0 && <small class="rules"> {statement.rules.join(", ")}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
