import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import type { HexFacts } from "../api.ts";
import { computed } from "@preact/signals";
import { placeLabel, terrainWords, whereWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { search, spotsOf, type Found } from "../search.ts";
import { hexNamed, map, pieces, scenario } from "../state.ts";
import { Icon, SideMark } from "./icons.tsx";

const FIELD = "find";
export const focusFind = (): void => document.getElementById(FIELD)?.focus();

const MOST = 12;
const spots = computed(() => spotsOf(map.value?.hexes ?? []));

/** The playing area, or where somebody stands if all of the map is in play. */
const inPlay = computed(() => new Set(scenario.value?.area.hexes.length ? scenario.value.area.hexes : pieces.value.flatMap((piece) => piece.hex ?? [])));

const hexOf = (entry: Found): HexFacts | undefined =>
  entry.kind === "hex" ? entry.hex : entry.kind === "spot" ? entry.spot.hex : hexNamed(entry.piece.hex);

/** A box to type a unit, a place or a hex into; a listbox of what fits drops below it. */
export function Find({ onFound }: { onFound: (hex: HexFacts) => void }) {
  const m = messages.value;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const fitting = (text: string): Found[] =>
    search(text, { hexes: map.value?.hexes ?? [], pieces: pieces.value, spots: spots.value, inPlay: inPlay.value }, MOST);
  const found = fitting(typed);
  const nothing = typed.trim() !== "" && found.length === 0;

  const choose = (entry: Found | undefined) => {
    const hex = entry && hexOf(entry);
    if (!hex) return;
    onFound(hex);
    setTyped("");
    (document.querySelector("canvas.map") as HTMLElement | null)?.focus();
  };

  const keydown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    // What stands in the box now, whether or not it has been drawn.
    else if (event.key === "Enter") choose(fitting(event.currentTarget.value)[at]);
    else if (event.key === "Escape") setTyped("");
    else return;
    event.preventDefault();
  };

  // Whoever comes back at once has begun to type anew.
  const leave = () => setTimeout(() => document.activeElement?.id !== FIELD && setTyped(""), 150);

  return (
    <div class="find">
      <Icon name="search" />
      <input
        id={FIELD}
        type="text"
        inputMode="search"
        autocomplete="off"
        spellcheck={false}
        role="combobox"
        aria-label={m.find}
        aria-expanded={found.length > 0 || nothing}
        aria-controls="found"
        aria-autocomplete="list"
        {...(found.length > 0 ? { "aria-activedescendant": `found-${at}` } : {})}
        placeholder={m.findPlaceholder}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keydown}
        onBlur={leave}
      />
      <ul id="found" role="listbox" aria-label={m.find} hidden={found.length === 0 && !nothing}>
        {nothing && (
          <li class="nothing" role="option" aria-disabled="true" aria-selected="false">
            {m.nothingFound} <small>{m.findHint}</small>
          </li>
        )}
        {found.map((entry, i) => (
          <li
            key={entry.kind === "hex" ? entry.hex.name : entry.kind === "piece" ? entry.piece.key : `${entry.spot.kind} ${entry.spot.name}`}
            id={`found-${i}`}
            role="option"
            aria-selected={i === at}
            aria-disabled={hexOf(entry) === undefined}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(entry);
            }}
          >
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ entry }: { entry: Found }) {
  const m = messages.value;
  if (entry.kind === "hex") {
    return (
      <>
        <b>{entry.hex.name}</b> <small>{terrainWords(m, entry.hex)}</small>
      </>
    );
  }
  if (entry.kind === "spot") {
    return (
      <>
        <b>{entry.spot.name}</b>{" "}
        <small>
          {placeLabel(m, entry.spot.kind)} · {entry.spot.hex.name}
        </small>
      </>
    );
  }
  return (
    <>
      <SideMark side={entry.piece.side} />
      <b>{entry.piece.name}</b>{" "}
      <small>
        {entry.piece.command.code} · {whereWords(m, entry.piece)}
      </small>
    </>
  );
}
