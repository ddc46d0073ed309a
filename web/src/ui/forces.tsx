import { useState } from "preact/hooks";
import type { HexFacts, Piece, Side } from "../api.ts";
import { stateWords, valueWords, whereWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { matches } from "../search.ts";
import { map, scenario } from "../state.ts";
import { SideMark } from "./icons.tsx";

const SIDES: readonly Side[] = ["union", "confederate"];

/** The order of battle of the scenario, command by command. */
export function Forces({ onLook }: { onLook: (hex: HexFacts) => void }) {
  const m = messages.value;
  const [typed, setTyped] = useState("");
  const pieces = (scenario.value?.pieces ?? []).filter((piece) => matches(piece, typed));
  return (
    <div class="forces">
      <input
        type="search"
        class="filter"
        aria-label={m.filterForces}
        placeholder={m.filterForces}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {pieces.length === 0 && <p class="quiet">{m.nothingFound}</p>}
      {SIDES.map((side) => {
        const own = pieces.filter((piece) => piece.side === side);
        if (own.length === 0) return null;
        return (
          <section key={side} aria-label={m.forcesOf[side]}>
            <h2 class={`side-title ${side}`}>
              <SideMark side={side} /> {m.forcesOf[side]} <small>{own.length}</small>
            </h2>
            {byCommand(own).map(([name, members]) => (
              <details key={name} open={typed !== ""}>
                <summary>
                  <span>{name}</span> <small>{members.length}</small>
                </summary>
                <ul>
                  {members.map((piece) => (
                    <Row key={piece.key} piece={piece} onLook={onLook} />
                  ))}
                </ul>
              </details>
            ))}
          </section>
        );
      })}
    </div>
  );
}

function Row({ piece, onLook }: { piece: Piece; onLook: (hex: HexFacts) => void }) {
  const m = messages.value;
  const hex = map.value?.hexes.find((candidate) => candidate.name === piece.hex);
  const strength = piece.values.find((value) => value.key === "strength");
  return (
    <li>
      <button type="button" disabled={!hex} onClick={() => hex && onLook(hex)} title={piece.fullName}>
        <span class={`name ${piece.kind}`}>{piece.name}</span>
        <span class="states">{piece.states.map((state) => stateWords(m, state)).join(", ")}</span>
        <span class="strength">{strength ? valueWords(m, strength) : ""}</span>
        <span class="where">{whereWords(m, piece)}</span>
      </button>
    </li>
  );
}

/** Groups by command, in the order of first appearance; leaders stand before their men. */
export const byCommand = (pieces: readonly Piece[]): [string, Piece[]][] => {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const name = piece.command.name;
    const group = groups.get(name);
    if (group) group.push(piece);
    else groups.set(name, [piece]);
  }
  for (const group of groups.values()) group.sort((a, b) => Number(b.kind === "leader") - Number(a.kind === "leader"));
  return [...groups];
};
