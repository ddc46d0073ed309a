import { messages } from "../../messages/index.ts";
import { seen } from "../../play/game.ts";
import type { Score } from "../../play/wire.ts";
import { scenario } from "../../state.ts";
import { SideMark } from "../icons.tsx";
import { WithHexes } from "../with-hexes.tsx";
import { RuleLink } from "./rule-card.tsx";

/** How the battle stands: turn, cup, efficiency, points and goals with their reasons. */
export function Stand() {
  const m = messages.value;
  const now = seen.value;
  const facts = scenario.value;
  if (!now) return null;
  return (
    <section class="stand" aria-label={m.play.stands}>
      <h2>{m.play.stands}</h2>
      {facts && (
        <ol class="turns track">
          {facts.turnTrack.map((turn, i) => (
            <li key={i} class={`${turn.light} ${i + 1 === now.turn.number ? "current" : i + 1 < now.turn.number ? "past-turn" : ""}`} aria-current={i + 1 === now.turn.number ? "step" : undefined} title={m.light[turn.light]}>
              {m.hour(turn.label, turn.hour)}
            </li>
          ))}
        </ol>
      )}
      <Cup />
      {now.score && <ScoreCard score={now.score} over={now.over !== undefined} />}
      {now.activators.some((one) => one.number > 0) && (
        <details>
          <summary>{m.play.efficiency}</summary>
          <table class="efficiency">
            <thead>
              <tr>
                <td />
                <th scope="col">{m.play.efficiencyDrawn}</th>
                <th scope="col">{m.play.activations}</th>
                <th scope="col">{m.play.markersDrawn}</th>
              </tr>
            </thead>
            <tbody>
              {now.activators.map((one) => (
                <tr key={one.name}>
                  <th scope="row">
                    <SideMark side={one.side} /> {one.title}
                    {one.ineffective && <em class="quiet"> ({m.play.ineffective})</em>}
                  </th>
                  <td>{one.efficiency || "–"}</td>
                  <td>{one.number || "–"}</td>
                  <td>{one.placed ? `${one.drawn}/${one.placed}` : "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

/** The markers of this turn in the order in which they came, and how many are left. */
export function Cup() {
  const m = messages.value.play;
  const now = seen.value;
  if (!now) return null;
  const { drawn, markers } = now.cup;
  return (
    <div class="cup">
      <span class="left">{m.inCup(markers)}</span>
      {drawn.length > 0 && (
        <ol aria-label={m.drawnSoFar}>
          {drawn.map((one, i) => (
            <li key={i} class={`${one.side ?? "nobody"} ${i === drawn.length - 1 ? "playing" : ""}`} aria-current={i === drawn.length - 1 ? "step" : undefined}>
              {one.side && <SideMark side={one.side} />} {one.marker}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

export function ScoreCard({ score, over }: { score: Score; over: boolean }) {
  const m = messages.value;
  return (
    <article class="score" aria-label={m.play.score}>
      <h3>
        {over ? "" : m.play.ifItEnded} <b>{score.verdict}</b> <RuleLink rule={score.rule} />
      </h3>
      {score.lines.length > 0 && (
        <>
          <p>
            {m.forcesOf.union} <b>{score.union}</b> · {m.forcesOf.confederate} <b>{score.confederate}</b>
          </p>
          <ul class="terms">
            {score.lines.map((line, i) => (
              <li key={i} class={line.toCome ? "to-come" : ""}>
                <b>
                  <SideMark side={line.side} /> {line.points}
                </b>
                <span>
                  <WithHexes text={line.text} /> {line.toCome && <em class="quiet">{m.play.toCome}</em>}
                </span>
                <RuleLink rule={line.rule} />
              </li>
            ))}
          </ul>
        </>
      )}
      {/* How goals make a verdict stands in the scenario's own words below; here stand those that want something. */}
      {score.goals.filter((goal) => goal.checks.length > 0).map((goal, i) => (
        <section key={i} class={`goal ${goal.met ? "met" : ""}`}>
          <h4>
            <span aria-hidden="true">{goal.counts ? "✓" : goal.met ? "~" : "○"}</span> {goal.side && <SideMark side={goal.side} />} {goal.kind}
            {goal.side && `, ${m.forcesOf[goal.side]}`}: {goal.met ? m.play.met : m.play.notMet} <RuleLink rule={goal.rule} />
          </h4>
          <ul>
            {goal.checks.map((check, j) => (
              <li key={j}>
                <span aria-hidden="true">{check.holds ? "✓" : "○"}</span> <span class="unseen">{check.holds ? m.play.met : m.play.notMet}: </span>
                <WithHexes text={check.text} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
