import { messages } from "../../messages/index.ts";
import { percent, signed } from "../../play/cards.ts";
import type { Face, Fight, Share, SightLine, Term } from "../../play/wire.ts";
import { WithHexes } from "../with-hexes.tsx";
import { RuleLink } from "./rule-card.tsx";

/** Every modifier with its rule. */
export function Terms({ terms }: { terms: readonly Term[] }) {
  if (terms.length === 0) return <p class="quiet small">{messages.value.play.noModifiers}</p>;
  return (
    <ul class="terms">
      {terms.map((term, i) => (
        <li key={i}>
          <b>{signed(term.value)}</b>
          <span>{term.text}</span>
          <RuleLink rule={term.rule} />
        </li>
      ))}
    </ul>
  );
}

/** What may come of it, as bars. */
export function Chances({ chances }: { chances: Fight["chances"] }) {
  return (
    <ul class="chances">
      {chances.map(({ text, permille, tone }) => (
        <li key={text}>
          <span>{text}</span>
          <span class={`meter ${tone}`} aria-hidden="true">
            <span style={{ width: `${permille / 10}%` }} />
          </span>
          <b>{percent(permille)}</b>
        </li>
      ))}
    </ul>
  );
}

/** The ten faces of the die with what each brings; the fallen one is framed. */
export function Cells({ cells, fallen }: { cells: readonly Face[]; fallen?: number | undefined }) {
  const m = messages.value.play;
  return (
    <ol class="cells" aria-label={m.tenDice}>
      {cells.map((cell) => (
        <li key={cell.die} class={`${cell.tone} ${cell.die === fallen ? "fallen" : ""}`} title={`${cell.total}: ${cell.text}`}>
          <b>{cell.die}</b>
          <span aria-hidden="true">{cell.result === "-" ? "–" : cell.result}</span>
          <span class="unseen">{cell.text}</span>
          {cell.permille !== undefined && <i style={{ height: `${cell.permille / 29}px` }} aria-hidden="true" />}
        </li>
      ))}
    </ol>
  );
}

function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const m = messages.value.play;
  return (
    <div class="shares">
      <dt>{title}</dt>
      {shares.map((share) => (
        <dd key={share.name}>
          {share.name} <b>{share.counts}</b>
          {share.of !== undefined && <span class="quiet"> {m.ofStrength(share.of)}</span>}{" "}
          {share.rules?.map((rule) => <RuleLink key={rule} rule={rule} />)}
        </dd>
      ))}
    </div>
  );
}

/** The ground below a line of sight, as seen from the side. */
export function Profile({ line }: { line: SightLine }) {
  const ground = line.profile;
  const [first, last] = [ground[0], ground.at(-1)];
  if (!first || !last || ground.length < 3) return null;
  const least = Math.min(...ground.map((one) => one.base)) - 1;
  const most = Math.max(...ground.map((one) => one.top)) + 1;
  const x = (i: number) => (i / (ground.length - 1)) * 300 + 10;
  const y = (level: number) => 56 - ((level - least) / Math.max(1, most - least)) * 50;
  const half = 150 / (ground.length - 1);
  return (
    <svg class="profile" viewBox="0 0 320 62" role="img" aria-label={line.text}>
      {ground.map((one, i) => (
        <g key={i}>
          <rect class="ground" x={x(i) - half} y={y(one.base)} width={2 * half} height={62 - y(one.base)} />
          {one.top > one.base && <rect class="trees" x={x(i) - half * 0.86} y={y(one.top)} width={1.72 * half} height={y(one.base) - y(one.top)} />}
          {one.hex === line.blocked && (
            <text x={x(i)} y={Math.max(12, y(one.top) - 2)} text-anchor="middle">
              ×
            </text>
          )}
        </g>
      ))}
      <line x1={x(0)} y1={y(first.base) - 3} x2={x(ground.length - 1)} y2={y(last.base) - 3} class={line.seen ? "seen" : "blocked"} />
    </svg>
  );
}

export function Sight({ line }: { line: SightLine }) {
  const m = messages.value.play;
  return (
    <p class="sight">
      {m.hexesAway(line.range)}:{" "}
      <b class={line.seen ? "seen" : "blocked"}>
        {line.seen ? "✓" : "×"} <WithHexes text={line.text} />
      </b>{" "}
      {line.rule !== undefined && <RuleLink rule={line.rule} />}
    </p>
  );
}

/** Sentences with their rules. */
function Notes({ notes }: { notes: NonNullable<Fight["notes"]> }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note, i) => (
        <li key={i}>
          {note.text} <RuleLink rule={note.rule} />
        </li>
      ))}
    </ul>
  );
}

/** A fire or an assault before its die. */
export function FightCard({ fight, folded = false }: { fight: Fight; folded?: boolean }) {
  const m = messages.value.play;
  const figures = (
    <>
      {fight.sight && (
        <>
          <Sight line={fight.sight} />
          <Profile line={fight.sight} />
        </>
      )}
      <dl class="strengths">
        <Shares title={fight.kind === "fire" ? m.firing : m.attackers} shares={fight.attackers} />
        <Shares title={fight.kind === "fire" ? m.target : m.defenders} shares={fight.defenders} />
      </dl>
      {fight.ratio !== undefined && fight.ratio !== "" && <p class="quiet">{fight.ratio}</p>}
      <Terms terms={fight.terms} />
      <p class="total">
        <b>{signed(fight.total)}</b> {fight.column} <RuleLink rule={fight.rule} /> {fight.rebuilt && <abbr title={m.rebuilt}>~</abbr>}
      </p>
      {fight.cells.length > 0 && <Cells cells={fight.cells} />}
      {fight.legend !== undefined && fight.legend !== "" && <p class="quiet small">{fight.legend}</p>}
      <Notes notes={fight.notes ?? []} />
      {fight.under && fight.under.length > 0 && (
        <details class="under">
          <summary>{m.under(fight.under.length)}</summary>
          <Notes notes={fight.under} />
        </details>
      )}
    </>
  );
  return (
    <article class={`card-fight ${fight.kind} ${fight.side}`} aria-label={fight.title}>
      <h2>{fight.title}</h2>
      <Chances chances={fight.chances} />
      {folded ? (
        <details>
          <summary>{m.figures(signed(fight.total))}</summary>
          {figures}
        </details>
      ) : (
        figures
      )}
      {fight.answer && (
        <section class="answer">
          <h3>{m.mayAnswer(fight.answer.attackers.map((share) => `${share.name} ${share.counts} SP`).join(", "), signed(fight.answer.total))}</h3>
          <Chances chances={fight.answer.chances} />
        </section>
      )}
    </article>
  );
}
