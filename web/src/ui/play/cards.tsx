import { useEffect, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { messages } from "../../messages/index.ts";
import { dieCells, passChance, riskOfWay, signed, type BarChance, type FireModel, type TermModel } from "../../play/cards.ts";
import type { Die, Leg, Why } from "../../play/wire.ts";
import { WithHexes } from "../with-hexes.tsx";

/** The rule whose card is open; every rule number leads here. */
export const openRule = signal<string | undefined>(undefined);

export function RuleLink({ rule, children }: { rule: string; children?: string }) {
  return (
    <button type="button" class="rule-link" onClick={() => (openRule.value = rule)}>
      {children ?? rule}
    </button>
  );
}

function Terms({ terms }: { terms: readonly TermModel[] }) {
  return (
    <ul class="terms">
      {terms.map((term, i) => (
        <li key={i} class={term.missed ? "missed" : ""}>
          <b>{signed(term.value)}</b>
          <span>{term.text}</span>
          <RuleLink rule={term.rule} />
        </li>
      ))}
    </ul>
  );
}

function Chances({ chances }: { chances: readonly BarChance[] }) {
  return (
    <ul class="chances">
      {chances.map(({ text, percent, tone }) => (
        <li key={text}>
          <span>{text}</span>
          <span class={`meter ${tone}`} aria-hidden="true">
            <span style={{ width: `${percent}%` }} />
          </span>
          <b>{percent} %</b>
        </li>
      ))}
    </ul>
  );
}

/** A fire, before its die and after it. */
export function FireCard({ fire }: { fire: FireModel }) {
  const m = messages.value.play;
  return (
    <article class="card-fire" aria-label={fire.title}>
      <h2>{fire.title}</h2>
      <p class="quiet">
        {fire.range}:{" "}
        {fire.sight.seen ? (
          <b class="seen">✓ {m.sees}</b>
        ) : (
          <b class="blocked">
            × <WithHexes text={m.blockedBy(fire.sight.hex)} /> <RuleLink rule={fire.sight.rule} />
          </b>
        )}{" "}
        · {fire.strength} <RuleLink rule={fire.strengthRule} />
      </p>
      <Terms terms={fire.terms} />
      <p class="total">
        <b>{signed(fire.total)}</b> {fire.column} {fire.rebuilt && <abbr title={m.rebuilt}>~</abbr>}
      </p>
      <ol class="cells" aria-label={m.tenDice}>
        {fire.cells.map((cell) => (
          <li key={cell.die} class={`${cell.die === fire.fallen ? "fallen" : ""} ${cell.grave ? "grave" : ""}`}>
            <b>{cell.die}</b>
            <span>{cell.result}</span>
            {cell.chance !== undefined && (
              <>
                <small>{cell.chance}</small>
                <i style={{ height: `${cell.chance / 2.5}px` }} aria-hidden="true" />
              </>
            )}
          </li>
        ))}
      </ol>
      {fire.legend !== undefined && <p class="legend">{fire.legend}</p>}
      <Chances chances={fire.chances} />
      {fire.answer && (
        <section>
          <h3>{fire.answer.title}</h3>
          <Chances chances={fire.answer.chances} />
        </section>
      )}
    </article>
  );
}

/** A die that has fallen: natural, each term, total, what was needed, the chance it had. */
export function DieCard({ text, die }: { text: string; die: Die }) {
  const m = messages.value.play;
  const chance = passChance(die);
  return (
    <article class="card-die" aria-label={die.purpose}>
      <h4>{die.purpose}</h4>
      <p class="sum">
        <span class="pip" aria-label={m.dieFell(die.natural)}>
          {die.natural}
        </span>
        {die.terms.map((term, i) => (
          <span key={i} title={term.text}>
            {signed(term.value)} <RuleLink rule={term.rule} />
          </span>
        ))}
        <span>= {die.total}</span>
        {die.needed !== undefined && <span class="quiet">{m.needed(die.needed)}</span>}
        {die.verdict !== undefined && die.verdict !== "" && <b>{die.verdict}</b>}
      </p>
      {die.needed !== undefined && (
        <ol class="dice-row" aria-label={chance === undefined ? m.tenDice : m.chanceWas(chance)}>
          {dieCells(die).map((cell) => (
            <li key={cell.value} class={`${cell.passes ? "passes" : "fails"} ${cell.fallen ? "fallen" : ""}`}>
              {cell.value}
            </li>
          ))}
        </ol>
      )}
      {chance !== undefined && <p class="quiet small">{m.chanceWas(chance)}</p>}
      {text !== "" && text !== die.purpose && <p class="small">{text}</p>}
    </article>
  );
}

/** Why something is not offered, and the rule in our words. */
export function WhyCard({ about, why, onClose }: { about: string; why: Why; onClose?: () => void }) {
  const m = messages.value.play;
  return (
    <article class="card-why" aria-label={m.whyNot}>
      <h4>
        {why.allowed ? m.allowed : m.whyNot} <small>{about}</small>
        {onClose && (
          <button type="button" class="link" onClick={onClose}>
            {messages.value.close}
          </button>
        )}
      </h4>
      {why.reason !== undefined && why.reason !== "" && (
        <p>
          <WithHexes text={why.reason} /> {why.rule !== undefined && <RuleLink rule={why.rule} />}
        </p>
      )}
      {why.ruleText !== undefined && why.ruleText !== "" && <p class="quiet small">{why.ruleText}</p>}
    </article>
  );
}

/** The way of each piece: its price, the checks on it and their chances. */
export function WayCard({ legs }: { legs: readonly Leg[] }) {
  const m = messages.value.play;
  return (
    <article class="card-way" aria-label={m.theWay}>
      {legs.map((leg) => (
        <section key={leg.piece}>
          <h4>
            {leg.piece} <small>→</small> <WithHexes text={leg.hex} /> {leg.facing !== undefined && <small>{m.facing(leg.facing)}</small>}
          </h4>
          {leg.refusal ? (
            <p>
              {leg.refusal.reason} <RuleLink rule={leg.refusal.rule} />
            </p>
          ) : (
            <p class="quiet">
              {leg.cost !== undefined && m.costs(leg.cost, leg.allowance ?? "?")} {leg.short && m.short}
            </p>
          )}
          {leg.risks && leg.risks.length > 0 && (
            <>
              <ul class="terms">
                {leg.risks.map((risk, i) => (
                  <li key={i}>
                    <b>{risk.chance} %</b>
                    <span>
                      <WithHexes text={`${risk.hex}: ${risk.text}`} />
                      {risk.needed !== undefined && ` (${m.needed(risk.needed)})`}
                    </span>
                    <RuleLink rule={risk.rule} />
                  </li>
                ))}
              </ul>
              <p class="small">{m.riskInAll(riskOfWay(leg))}</p>
            </>
          )}
        </section>
      ))}
    </article>
  );
}

export interface RuleFacts {
  id: string;
  title: string;
  statement: string;
  seeAlso: string[];
}

/** A rule in our words, with its related rules and the way back. */
export function RuleCard({ load }: { load: (id: string) => Promise<RuleFacts> }) {
  const m = messages.value.play;
  const id = openRule.value;
  const [facts, setFacts] = useState<RuleFacts | undefined>(undefined);
  const [trail, setTrail] = useState<string[]>([]);
  useEffect(() => {
    setFacts(undefined);
    if (id === undefined) {
      setTrail([]);
      return;
    }
    let stale = false;
    load(id).then(
      (found) => !stale && setFacts(found),
      () => !stale && setFacts({ id, title: "", statement: m.noSuchRule, seeAlso: [] }),
    );
    return () => {
      stale = true;
    };
  }, [id]);
  if (id === undefined) return null;
  return (
    <section class="card-rule" role="dialog" aria-label={id}>
      <header>
        {trail.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => {
              openRule.value = trail.at(-1);
              setTrail(trail.slice(0, -1));
            }}
          >
            ← {trail.at(-1)}
          </button>
        )}
        <b>{id}</b>
        <button type="button" class="link" onClick={() => (openRule.value = undefined)}>
          {messages.value.close}
        </button>
      </header>
      {facts && (
        <>
          <h3>{facts.title}</h3>
          <p>{facts.statement}</p>
          {facts.seeAlso.length > 0 && (
            <p class="small">
              {m.seeAlso}{" "}
              {facts.seeAlso.map((other) => (
                <button
                  type="button"
                  class="rule-link"
                  key={other}
                  onClick={() => {
                    setTrail([...trail, id]);
                    openRule.value = other;
                  }}
                >
                  {other}
                </button>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  );
}
