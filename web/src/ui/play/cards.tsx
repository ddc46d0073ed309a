import { messages } from "../../messages/index.ts";
import { dieCells, passChance, riskOfWay, signed } from "../../play/cards.ts";
import type { Die, Leg, Why } from "../../play/wire.ts";
import { WithHexes } from "../with-hexes.tsx";
import { Cells, Profile, Sight } from "./fight-card.tsx";
import { RuleLink } from "./rule-card.tsx";

/** A die that has fallen: natural, each term, total, what was needed, the chance it had. */
export function DieCard({ die }: { die: Die }) {
  const m = messages.value.play;
  const chance = passChance(die);
  return (
    <article class="card-die" aria-label={die.purpose}>
      <h3>{die.purpose}</h3>
      <p class="sum">
        <span class="pip" aria-label={m.dieFell(die.natural)}>
          {die.natural}
        </span>
        {die.terms.map((term, i) => (
          <span key={i} title={term.text}>
            {signed(term.value)} {!die.cells && <RuleLink rule={term.rule} />}
          </span>
        ))}
        <span>= {die.total}</span>
        {die.needed !== undefined && <span class="quiet">{m.needed(die.needed)}</span>}
        {die.verdict !== undefined && die.verdict !== "" && <b>{die.verdict}</b>}
      </p>
      {die.terms.length > 0 && die.cells && (
        <ul class="terms">
          {die.terms.map((term, i) => (
            <li key={i}>
              <b>{signed(term.value)}</b>
              <span>{term.text}</span>
              <RuleLink rule={term.rule} />
            </li>
          ))}
        </ul>
      )}
      {die.cells && (
        <>
          <p class="quiet small">{die.column}</p>
          <Cells cells={die.cells} fallen={die.natural} />
        </>
      )}
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
    </article>
  );
}

/** Why something is not offered, and the rule in our words. */
export function WhyCard({ about, why, onClose }: { about: string; why: Why; onClose?: () => void }) {
  const m = messages.value.play;
  return (
    <article class="card-why" aria-label={m.whyNot}>
      <h3>
        {why.allowed ? m.allowed : m.whyNot} <small>{about}</small>
        {onClose && (
          <button type="button" class="link" onClick={onClose}>
            {messages.value.close}
          </button>
        )}
      </h3>
      {why.reason !== undefined && why.reason !== "" && (
        <p>
          <WithHexes text={why.reason} /> {why.rule !== undefined && <RuleLink rule={why.rule} />}
        </p>
      )}
      {why.ruleText !== undefined && why.ruleText !== "" && <p class="quiet small">{why.ruleText}</p>}
      {why.acts && why.acts.length > 0 && (
        <ul class="acts">
          {why.acts.map((act) => (
            <li key={act.act}>
              <b>{act.text}</b> {act.refusal ? <WithHexes text={act.refusal.reason} /> : m.allowed} {act.refusal && <RuleLink rule={act.refusal.rule} />}
            </li>
          ))}
        </ul>
      )}
      {why.sight && (
        <>
          <Sight line={why.sight} />
          <Profile line={why.sight} />
        </>
      )}
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
          <h3>
            {leg.piece} <small>→</small> <WithHexes text={leg.hex} /> {leg.facing !== undefined && <small>{m.facing(leg.facing)}</small>}
          </h3>
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
