import { useState } from "preact/hooks";
import { messages } from "../../messages/index.ts";
import { look as lookAt } from "../../look-at.ts";
import { api } from "../../api.ts";
import { fault, look, past, replay } from "../../play/game.ts";
import type { Paragraph } from "../../play/wire.ts";
import { addressOf, hexNamed, route } from "../../state.ts";
import { SideMark } from "../icons.tsx";
import { WithHexes } from "../with-hexes.tsx";
import { DieCard } from "./cards.tsx";

/** The story so far, newest first; each line leads to its hex. */
export function LogPanel() {
  const m = messages.value.play;
  const now = look.value;
  const [typed, setTyped] = useState("");
  if (!now) return null;
  const wanted = typed.trim().toLowerCase();
  const story = now.story.filter(
    (paragraph) => wanted === "" || paragraph.text.toLowerCase().includes(wanted) || paragraph.pieces?.some((piece) => piece.toLowerCase() === wanted),
  );
  return (
    <div class="log">
      <input type="search" class="filter" aria-label={m.filterLog} placeholder={m.filterLog} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <Replay />
      <ol reversed>
        {[...story].reverse().map((paragraph) => (
          <Told key={paragraph.number} paragraph={paragraph} />
        ))}
      </ol>
    </div>
  );
}

export function Told({ paragraph }: { paragraph: Paragraph }) {
  const hex = hexNamed(paragraph.hexes?.at(-1));
  const dice = (paragraph.events ?? []).flatMap((event) => event.die ?? []);
  return (
    <li class={paragraph.by === "unasked" ? "unasked" : ""}>
      {paragraph.heading !== undefined && <h4>{paragraph.heading}</h4>}
      <p>
        {paragraph.side && <SideMark side={paragraph.side} />} <WithHexes text={paragraph.text} />{" "}
        {hex && (
          <button type="button" class="link" aria-label={hex.name} onClick={() => lookAt(hex)}>
            ⌖
          </button>
        )}{" "}
        <button type="button" class="link" aria-label={messages.value.play.replayFrom(paragraph.first)} title={messages.value.play.replayFrom(paragraph.first)} onClick={() => replay(paragraph.first)}>
          ↶
        </button>
      </p>
      {dice.length > 0 && (
        <details>
          <summary>{messages.value.play.diceCount(dice.length)}</summary>
          {dice.map((die, i) => (
            <DieCard key={i} die={die} />
          ))}
        </details>
      )}
    </li>
  );
}

/** Looks back, choice by choice, and begins a new game from any moment. */
function Replay() {
  const m = messages.value.play;
  const now = look.value;
  if (!now || now.choices === 0) return null;
  const at = past.value?.choices ?? now.choices;
  const goOnFromHere = () => {
    const here = route.peek();
    if (here.page !== "game") return;
    api.newGame({ from: { game: here.game, at } }).then(
      (game) => (location.hash = addressOf({ page: "game", game: game.id })),
      (error: unknown) => (fault.value = { word: "branch", reason: error instanceof Error ? error.message : String(error) }),
    );
  };
  return (
    <section class="replay" aria-label={m.replay}>
      <label>
        <span>{past.value ? m.momentOf(at, now.choices) : m.replay}</span>
        <input type="range" min={0} max={now.choices} value={at} onInput={(event) => replay(Number(event.currentTarget.value))} />
      </label>
      {past.value && (
        <p>
          <button type="button" class="choice" onClick={() => replay(now.choices)}>
            {m.backToNow}
          </button>
          <button type="button" class="choice" onClick={goOnFromHere}>
            {m.goOnFromHere}
          </button>
        </p>
      )}
    </section>
  );
}
