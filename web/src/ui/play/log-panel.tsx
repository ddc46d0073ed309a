import { useState } from "preact/hooks";
import { messages } from "../../messages/index.ts";
import { look as lookAt } from "../../look-at.ts";
import { look } from "../../play/game.ts";
import type { Paragraph } from "../../play/wire.ts";
import { hexNamed } from "../../state.ts";
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
  const dice = (paragraph.events ?? []).flatMap((event) => (event.die ? [{ text: event.text, die: event.die }] : []));
  return (
    <li class={paragraph.by === "unasked" ? "unasked" : ""}>
      {paragraph.heading !== undefined && <h4>{paragraph.heading}</h4>}
      <p>
        {paragraph.side && <SideMark side={paragraph.side} />} <WithHexes text={paragraph.text} />{" "}
        {hex && (
          <button type="button" class="link" aria-label={hex.name} onClick={() => lookAt(hex)}>
            ⌖
          </button>
        )}
      </p>
      {dice.length > 0 && (
        <details>
          <summary>{messages.value.play.diceCount(dice.length)}</summary>
          {dice.map(({ text, die }, i) => (
            <DieCard key={i} text={text} die={die} />
          ))}
        </details>
      )}
    </li>
  );
}
