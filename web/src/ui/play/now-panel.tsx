import { messages } from "../../messages/index.ts";
import { aimAt, aiming, aims, armed, askedHex, card, chooseRow, chosen, clearStanding, coming, dice, dropWish, enterIs, fault, goOn, legs, look, pickOption, reach, setStanding, strike, whyNot } from "../../play/game.ts";
import { percent } from "../../play/cards.ts";
import { rowsOf } from "../../play/model.ts";
import type { Aim, Option, Question } from "../../play/wire.ts";
import { WithHexes } from "../with-hexes.tsx";
import { ChoiceButton } from "./bar.tsx";
import { DieCard, WayCard, WhyCard } from "./cards.tsx";
import { FightCard } from "./fight-card.tsx";
import { RuleLink } from "./rule-card.tsx";
import { Since } from "./since.tsx";
import { ScoreCard } from "./stand.tsx";

/** What is asked now, with every answer; what has just happened; the way that is being shown. */
export function NowPanel() {
  const m = messages.value.play;
  const now = look.value;
  if (!now) return null;
  const { question, wish } = now;
  const unit = now.pieces.find((piece) => piece.name === chosen.value[0]);
  return (
    <div class="now">
      {now.over && (
        <article class="over">
          <h2>{m.over}</h2>
          {now.score ? <ScoreCard score={now.score} over /> : <p>{now.over.result}</p>}
        </article>
      )}
      <Since />
      {fault.value && (
        <p class="fault" role="alert">
          <WithHexes text={fault.value.reason} /> {fault.value.rule !== undefined && <RuleLink rule={fault.value.rule} />}
        </p>
      )}
      {wish && (
        <article class="wish-left">
          <p>
            {wish.text} {wish.refusal && <RuleLink rule={wish.refusal.rule} />}
          </p>
          {wish.left.length > 0 && <p class="quiet">{m.stillToGo(wish.left.join(", "))}</p>}
          <p>
            {wish.can && (
              <button type="button" class="choice proposed" onClick={goOn}>
                {m.goOn}
              </button>
            )}
            <button type="button" class="choice" onClick={dropWish}>
              {m.drop}
            </button>
          </p>
        </article>
      )}
      {card.value && <Aimed />}
      {dice.value.length > 0 && !card.value && (
        <section class="fallen-dice" aria-label={m.diceCount(dice.value.length)}>
          {dice.value.map((die, i) => (
            <DieCard key={i} die={die} />
          ))}
        </section>
      )}
      {unit && (
        <article class="chosen-unit">
          <h2>
            {chosen.value.join(", ")} <small>{unit.hex}</small>
          </h2>
          {reach.value?.refusal ? (
            <p class="quiet">
              {reach.value.refusal.reason} <RuleLink rule={reach.value.refusal.rule} />
            </p>
          ) : (
            reach.value && <p class="quiet">{m.reachSum(reach.value.places.length, reach.value.spent ?? "0", reach.value.allowance ?? "?")}</p>
          )}
        </article>
      )}
      {legs.value.length > 0 && !card.value && <WayCard legs={legs.value} />}
      {whyNot.value && <WhyCard about={whyNot.value.about} why={whyNot.value} onClose={() => (whyNot.value = undefined)} />}
      {question && aims.value.length > 0 && <Targets question={question} />}
      {coming.value.length > 0 && !card.value && (
        <section aria-label={m.declared}>
          <h3>{m.declared}</h3>
          {coming.value.map((fight, i) => (
            <FightCard key={i} fight={fight} folded />
          ))}
        </section>
      )}
      {question && (
        <section aria-label={m.choices}>
          <h3>{question.text}</h3>
          {askedHex.value && <p class="hint">{m.whoseHex(askedHex.value.name)}</p>}
          <ol class="choices">
            {rowsOf(now, chosen.value, askedHex.value?.name).map((row) => row.option === undefined ? (
              <li key={`who ${row.who}`}>
                <button type="button" class="choice who" data-who={row.who} onClick={() => chooseRow(row.who)}>
                  <span>
                    {row.who}
                    <small>{m.waysOf(row.options.length, [...new Set(row.options.flatMap((option) => option.hex ?? []))])}</small>
                  </span>
                  {row.key !== undefined && <kbd>{row.key}</kbd>}
                </button>
                <span>
                  <RuleLink rule={row.options[0]?.rule ?? question.rule} />
                </span>
              </li>
            ) : (
              <li key={row.option.order}>
                <ChoiceButton option={row.option} armed={armed.value === row.option.order} proposed={row.proposed && enterIs.value === undefined} onPick={pickOption} keyHint={row.key} />
                <span>
                  <RuleLink rule={row.option.rule} />
                  {question.stands && <Always question={question} option={row.option} />}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {now.standing.length > 0 && (
        <section aria-label={m.standing}>
          <h3>{m.standing}</h3>
          <ul class="terms">
            {now.standing.map((one) => (
              <li key={one.id}>
                <b>∞</b>
                <span>
                  {one.text} {one.lapsed !== undefined && <em class="quiet">({one.lapsed})</em>}
                </span>
                <button type="button" class="link" onClick={() => clearStanding(one.id)}>
                  {m.forget}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!question && now.waiting && <p class="hint">{now.waiting.computer ? m.computerThinks : now.waiting.text}</p>}
      {now.intention && <p class="quiet">{now.intention.text}</p>}
    </div>
  );
}

/** The card of the target that is looked at, the ways to strike it, and the button that does. */
function Aimed() {
  const m = messages.value.play;
  const now = aiming.value;
  const question = look.value?.question;
  if (!now || !card.value || !question) return null;
  const options = now.aim.orders.flatMap((order) => question.choices.find((option) => option.order === order) ?? []);
  const option = options.find((one) => one.order === now.order);
  return (
    <section class="aimed">
      {options.length > 1 && (
        <ul class="ways" aria-label={m.ways}>
          {options.map((one) => (
            <li key={one.order}>
              <button type="button" class="chip" aria-pressed={one.order === now.order} onClick={() => aimAt(now.aim, one.order)}>
                {one.short ?? one.text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {option && (
        <p class="strike">
          <button type="button" class="choice proposed" data-order={option.order} onClick={strike}>
            <span>{option.text}</span>
            {option.rolls && (
              <span class="rolls" title={m.rolls} aria-label={m.rolls}>
                ⚄
              </span>
            )}
            {!now.pinned && <kbd>↵</kbd>}
          </button>
        </p>
      )}
      <FightCard fight={card.value} />
    </section>
  );
}

/** Everybody who may be fired at or assaulted, with the chance. */
function Targets({ question }: { question: Question }) {
  const m = messages.value.play;
  const alone = new Set(aims.value.map((aim) => aim.unit)).size === 1;
  const words = (aim: Aim) => {
    const whom = `${aim.whom.join(" + ")} (${aim.hex})`;
    const what = aim.kind === "fire" ? m.fireAt(whom) : m.assaultOn(whom);
    return alone ? what : `${aim.unit}: ${what}`;
  };
  return (
    <section aria-label={m.targets}>
      <h3>{m.targets}</h3>
      <ul class="targets">
        {aims.value.map((aim) => (
          <li key={`${aim.unit} ${aim.hex} ${aim.kind}`}>
            <button type="button" class="choice" aria-pressed={aiming.value?.aim === aim} onClick={() => aimAt(aim)}>
              <span>
                {words(aim)}
                {aim.must && <small>{m.mustAssault}</small>}
              </span>
              {aim.permille !== undefined && <b title={aim.kind === "fire" ? m.chanceOfHarm : m.chanceOfHex}>{percent(aim.permille)}</b>}
            </button>
            {question.stands && <AlwaysFire question={question} aim={aim} />}
          </li>
        ))}
      </ul>
      <p class="quiet small">{aims.value[0]?.kind === "fire" ? m.chanceOfHarm : m.chanceOfHex}</p>
    </section>
  );
}

/** The unit answers every fire from now on. */
function AlwaysFire({ question, aim }: { question: Question; aim: Aim }) {
  const m = messages.value.play;
  return (
    <button type="button" class="link always" onClick={() => setStanding(question.key, { unit: aim.unit }, { kind: aim.kind })}>
      {m.always}
    </button>
  );
}

/** Gives the same answer from now on, without being asked, and takes it now. */
function Always({ question, option }: { question: Question; option: Option }) {
  const m = messages.value.play;
  const always = () => {
    const unit = option.unit ?? question.about.unit;
    const who = unit === undefined ? { side: question.side } : { unit };
    setStanding(question.key, who, option.ends || option.unit === undefined ? "decline" : { kind: option.kind });
  };
  return (
    <button type="button" class="link always" onClick={always}>
      {m.always}
    </button>
  );
}
