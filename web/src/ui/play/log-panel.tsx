import { useEffect, useState } from "preact/hooks";
import { messages } from "../../messages/index.ts";
import { look as lookAt } from "../../look-at.ts";
import { api } from "../../api.ts";
import { earlier, fault, look, past, replay, replayStep } from "../../play/game.ts";
import type { Paragraph } from "../../play/wire.ts";
import { addressOf, hexNamed, route } from "../../state.ts";
import { Icon, SideMark } from "../icons.tsx";
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
      {(now.story[0]?.number ?? 0) > 0 && (
        <button type="button" class="choice" onClick={() => void earlier()}>
          {m.earlier}
        </button>
      )}
    </div>
  );
}

export function Told({ paragraph }: { paragraph: Paragraph }) {
  const hex = hexNamed(paragraph.hexes?.at(-1));
  const dice = (paragraph.events ?? []).flatMap((event) => event.die ?? []);
  return (
    <li class={paragraph.by === "unasked" ? "unasked" : ""}>
      {paragraph.heading !== undefined && <h3>{paragraph.heading}</h3>}
      <p>
        {paragraph.side && <SideMark side={paragraph.side} />} <WithHexes text={paragraph.text} />{" "}
        {hex && (
          <button type="button" class="link" aria-label={hex.name} onClick={() => lookAt(hex)}>
            <Icon name="aim" />
          </button>
        )}{" "}
        <button type="button" class="link" aria-label={messages.value.play.replayFrom(paragraph.first)} title={messages.value.play.replayFrom(paragraph.first)} onClick={() => replay(paragraph.first)}>
          <Icon name="undo" />
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

/** Choices a second while the past is played. */
const RATE_MS = 450;

/** Looks back, choice by choice or as a film, jumps to a turn, and begins a new game from any moment. */
function Replay() {
  const m = messages.value.play;
  const now = look.value;
  const [running, setRunning] = useState(false);
  const at = past.value?.choices ?? now?.choices ?? 0;
  const wish = now?.story.find((one) => one.last > at);
  useEffect(() => {
    if (!running || !now) return;
    if (at >= now.choices) {
      setRunning(false);
      return;
    }
    // From wish to wish, as the game was played.
    const timer = setTimeout(() => replay(Math.max(at + 1, wish?.last ?? at + 1)), RATE_MS);
    return () => clearTimeout(timer);
  }, [running, at, now?.choices]);
  if (!now || now.choices === 0) return null;
  const goOnFromHere = () => {
    const here = route.peek();
    if (here.page !== "game") return;
    api.newGame({ from: { game: here.game, at } }).then(
      (game) => (location.hash = addressOf({ page: "game", game: game.id })),
      (error: unknown) => (fault.value = { word: "branch", reason: error instanceof Error ? error.message : String(error) }),
    );
  };
  const heads = now.story.filter((one) => one.heading !== undefined);
  const grave = now.story.filter((one) => (one.unionHarm ?? 0) + (one.confederateHarm ?? 0) >= 4);
  return (
    <section class="replay" aria-label={m.replay}>
      <label>
        <span>{past.value ? m.momentOf(at, now.choices) : m.replay}</span>
        <input type="range" min={0} max={now.choices} value={at} list="grave" onInput={(event) => replay(Number(event.currentTarget.value))} />
      </label>
      <datalist id="grave">
        {grave.map((one) => (
          <option key={one.number} value={one.last} />
        ))}
      </datalist>
      <p>
        <button type="button" class="choice" title={m.stepBack} aria-label={m.stepBack} onClick={() => replayStep(-1)}>
          ◂
        </button>
        <button
          type="button"
          class="choice"
          onClick={() => {
            if (!running && !past.value) replay(0);
            setRunning(!running);
          }}
        >
          {running ? m.stop : m.play}
        </button>
        <button type="button" class="choice" title={m.stepOn} aria-label={m.stepOn} onClick={() => replayStep(1)} disabled={!past.value}>
          ▸
        </button>
        {heads.length > 0 && (
          <select aria-label={m.jumpTo} value="" onChange={(event) => event.currentTarget.value !== "" && replay(Number(event.currentTarget.value))}>
            <option value="">{m.jumpTo} …</option>
            {heads.map((one) => (
              <option key={one.number} value={one.first}>
                {one.heading}
              </option>
            ))}
          </select>
        )}
      </p>
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
      {now.over && (
        <p>
          <a class="choice" href={`/api/games/${route.value.page === "game" ? route.value.game : 0}/record`} download="game.roll">
            {m.record}
          </a>
        </p>
      )}
    </section>
  );
}
