import { useState } from "preact/hooks";
import type { HexFacts, Piece, Side } from "../api.ts";
import { stateWords, valueWords, whereWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { tree, type Branch } from "../oob.ts";
import { matches } from "../search.ts";
import { hexNamed, pieces, scenario } from "../state.ts";
import { SideMark } from "./icons.tsx";

const SIDES: readonly Side[] = ["union", "confederate"];
type Look = (hex: HexFacts) => void;

/** The order of battle of the scenario as a tree. */
export function Forces({ onLook }: { onLook: Look }) {
  const m = messages.value;
  const [typed, setTyped] = useState("");
  const facts = scenario.value;
  if (!facts) return null;
  const branches = tree(facts.commands, pieces.value, (piece) => matches(piece, typed));
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
      {branches.length === 0 && <p class="quiet">{m.nothingFound}</p>}
      {SIDES.map((side) => {
        const own = branches.filter((branch) => branch.command.side === side);
        if (own.length === 0) return null;
        return (
          <section key={side} aria-label={m.forcesOf[side]}>
            <h2 class={`side-title ${side}`}>
              <SideMark side={side} /> {m.forcesOf[side]} <small>{m.unitCount(own.reduce((sum, branch) => sum + branch.count, 0))}</small>
            </h2>
            {own.map((branch) => (
              <Command key={branch.command.id} branch={branch} open={typed !== ""} depth={0} onLook={onLook} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

/** A command: its leader's name says it shortest. Armies and corps are open, brigades are opened by whoever wants them. */
function Command({ branch, open, depth, onLook }: { branch: Branch; open: boolean; depth: number; onLook: Look }) {
  const m = messages.value;
  const { command, leaders, units, branches, count } = branch;
  const name = leaders[0]?.name ?? command.name;
  return (
    <details open={open || command.level !== "brigade"} class={`command depth-${Math.min(3, depth)}`}>
      <summary title={m.commandName(command.name)}>
        <span class="command-name">
          <b>{name}</b> <small>{[m.commandLevel[command.level], command.code].filter(Boolean).join(" ")}</small>
        </span>
        <small>{count}</small>
      </summary>
      <ul>
        {[...leaders, ...units].map((piece) => (
          <Row key={piece.key} piece={piece} onLook={onLook} />
        ))}
      </ul>
      {branches.map((below) => (
        <Command key={below.command.id} branch={below} open={open} depth={depth + 1} onLook={onLook} />
      ))}
    </details>
  );
}

/** A piece on the map leads to its hex; one that is not there yet only says when it comes. */
function Row({ piece, onLook }: { piece: Piece; onLook: Look }) {
  const m = messages.value;
  const hex = hexNamed(piece.hex);
  const strength = piece.values.find((value) => value.key === "strength");
  const cells = (
    <>
      <span class={`name ${piece.kind}`}>{piece.name}</span>
      <span class="states">{piece.states.map((state) => stateWords(m, state)).join(", ")}</span>
      <span class="strength">{strength ? `${valueWords(m, strength)} ${m.sp}` : ""}</span>
      <span class="where">{whereWords(m, piece)}</span>
    </>
  );
  return (
    <li>
      {hex ? (
        <button type="button" class="row" onClick={() => onLook(hex)} title={piece.fullName}>
          {cells}
        </button>
      ) : (
        <div class="row waiting" title={piece.fullName}>
          {cells}
        </div>
      )}
    </li>
  );
}
