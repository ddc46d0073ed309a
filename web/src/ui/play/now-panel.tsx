import { messages } from "../../messages/index.ts";
import { armed, chosen, clearStanding, dice, dropWish, fault, goOn, legs, look, pickOption, reach, setStanding, whyNot } from "../../play/game.ts";
import { rowsOf } from "../../play/model.ts";
import type { Option, Question } from "../../play/wire.ts";
import { WithHexes } from "../with-hexes.tsx";
import { ChoiceButton } from "./bar.tsx";
import { DieCard, RuleLink, WayCard, WhyCard } from "./cards.tsx";

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
          <p>{now.over.result}</p>
        </article>
      )}
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
      {dice.value.map(({ text, die }, i) => (
        <DieCard key={i} text={text} die={die} />
      ))}
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
      {legs.value.length > 0 && <WayCard legs={legs.value} />}
      {whyNot.value && <WhyCard about={whyNot.value.about} why={whyNot.value} onClose={() => (whyNot.value = undefined)} />}
      {question && (
        <section aria-label={m.choices}>
          <h3>{question.text}</h3>
          <ol class="choices">
            {rowsOf(question, chosen.value).map((row) => (
              <li key={row.option.order}>
                <ChoiceButton option={row.option} armed={armed.value === row.option.order} proposed={row.proposed} onPick={pickOption} keyHint={row.key} />
                <span>
                  <RuleLink rule={row.option.rule} />
                  {question.key === "react" && <Always question={question} option={row.option} />}
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
