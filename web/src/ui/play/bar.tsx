import { messages } from "../../messages/index.ts";
import type { BarModel } from "../../play/model.ts";
import type { Option } from "../../play/wire.ts";
import { SideMark } from "../icons.tsx";
import { RuleLink } from "./rule-card.tsx";

interface BarProps {
  bar: BarModel;
  armed: string | undefined;
  proposal: string | undefined;
  waiting: boolean;
  onPick: (option: Option) => void;
  onMore: () => void;
}

/** The line at the foot of the map; it wears the colour of the side that decides and never moves. */
export function Bar({ bar, armed, proposal, waiting, onPick, onMore }: BarProps) {
  const m = messages.value;
  return (
    <section class={`ask ${bar.side} ${waiting ? "waiting" : ""}`} aria-label={m.play.decides}>
      <div class="who">
        <SideMark side={bar.side} />
        <b>{m.forcesOf[bar.side]}</b>
        {bar.who !== "" && <span>{bar.who}</span>}
      </div>
      <div class="what">
        <strong>{bar.title}</strong>
        {bar.hint !== undefined && <span class="hint-line">{bar.hint}</span>}
        <span class="quiet">
          {bar.ruleTitle} {bar.rule !== undefined && <RuleLink rule={bar.rule} />}
        </span>
      </div>
      <div class="do">
        {bar.buttons.map((option) => (
          <ChoiceButton key={option.order} option={option} armed={armed === option.order} proposed={option.order === proposal} onPick={onPick} />
        ))}
        {bar.more > 0 && (
          <button type="button" class="choice more" onClick={onMore} title={m.play.moreChoices(bar.more)} aria-label={m.play.moreChoices(bar.more)}>
            …
          </button>
        )}
      </div>
    </section>
  );
}

/** A choice as a button: a die where one follows, and what it gives up by name, wanting a second press. */
export function ChoiceButton({ option, armed, proposed, onPick, keyHint }: { option: Option; armed: boolean; proposed: boolean; onPick: (option: Option) => void; keyHint?: string | undefined }) {
  const m = messages.value.play;
  const gives = option.givesUp?.length ? m.givesUp(option.givesUp.slice(0, 3).join(", "), Math.max(0, option.givesUp.length - 3)) : undefined;
  const key = keyHint ?? (proposed ? "↵" : undefined);
  // The text may name everybody who is given up; one line for them is enough.
  const [short = option.text] = gives === undefined ? [option.text] : option.text.split(": ");
  return (
    <button
      type="button"
      class={`choice ${proposed && (gives === undefined || armed) ? "proposed" : ""} ${armed ? "armed" : ""}`}
      data-order={option.order}
      onClick={() => onPick(option)}
    >
      <span>
        {armed ? m.pressAgain : ""}
        {short}
        {gives !== undefined && <small>{gives}</small>}
      </span>
      {option.rolls && (
        <span class="rolls" title={m.rolls} aria-label={m.rolls}>
          ⚄
        </span>
      )}
      {key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}
