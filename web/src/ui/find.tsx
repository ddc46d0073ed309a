import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import type { HexFacts } from "../api.ts";
import { terrainWords, whereWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { search, type Found } from "../search.ts";
import { map, scenario } from "../state.ts";
import { Icon, SideMark } from "./icons.tsx";

const FIELD = "find";
export const focusFind = (): void => document.getElementById(FIELD)?.focus();

/** A box to type a unit or a hex into; a listbox of what fits drops below it. */
export function Find({ onFound }: { onFound: (hex: HexFacts) => void }) {
  const m = messages.value;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const byName = (name: string): HexFacts | undefined => {
    const wanted = name.trim().toUpperCase();
    return map.value?.hexes.find((hex) => hex.name === wanted || hex.alias === wanted);
  };
  const fitting = (text: string): Found[] => search(text, byName, scenario.value?.pieces ?? [], 8);
  const found = fitting(typed);

  const choose = (entry: Found | undefined) => {
    const hex = entry?.kind === "hex" ? entry.hex : entry?.piece.hex !== undefined ? byName(entry.piece.hex) : undefined;
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
        aria-expanded={found.length > 0}
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
      <ul id="found" role="listbox" aria-label={m.find} hidden={found.length === 0}>
        {found.map((entry, i) => (
          <li
            key={entry.kind === "hex" ? entry.hex.name : entry.piece.key}
            id={`found-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(entry);
            }}
          >
            {entry.kind === "hex" ? (
              <>
                <b>{entry.hex.name}</b> <small>{terrainWords(m, entry.hex)}</small>
              </>
            ) : (
              <>
                <SideMark side={entry.piece.side} />
                <b>{entry.piece.name}</b>{" "}
                <small>
                  {entry.piece.command.code} · {whereWords(m, entry.piece)}
                </small>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
