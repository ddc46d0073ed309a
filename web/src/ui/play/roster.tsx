import { useState } from "preact/hooks";
import type { HexFacts, Side } from "../../api.ts";
import { messages } from "../../messages/index.ts";
import { lossesOf, rosterOf, sorted, type Column, type RosterRow } from "../../play/army.ts";
import { seen } from "../../play/game.ts";
import { hexNamed } from "../../state.ts";
import { Forces } from "../forces.tsx";
import { SideMark } from "../icons.tsx";

const SIDES: readonly Side[] = ["union", "confederate"];
const COLUMNS: readonly Column[] = ["name", "brigade", "sp", "state", "orders", "ammunition"];

/** Losses of both armies, then every unit: by command, or as a table that can be sorted. */
export function ArmyPanel({ onLook }: { onLook: (hex: HexFacts) => void }) {
  const m = messages.value.play;
  const [table, setTable] = useState(false);
  return (
    <div class="army">
      <LossTable />
      <p class="ways" role="group" aria-label={m.armyView}>
        <button type="button" class="chip" aria-pressed={!table} onClick={() => setTable(false)}>
          {m.byCommand}
        </button>
        <button type="button" class="chip" aria-pressed={table} onClick={() => setTable(true)}>
          {m.asTable}
        </button>
      </p>
      {table ? <Roster onLook={onLook} /> : <Forces onLook={onLook} />}
    </div>
  );
}

function LossTable() {
  const m = messages.value;
  const now = seen.value;
  if (!now) return null;
  return (
    <table class="losses">
      <caption>{m.play.losses}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{m.play.lostSp}</th>
          <th scope="col">{m.play.disordered}</th>
          <th scope="col">{m.play.routed}</th>
          <th scope="col">{m.play.gone}</th>
        </tr>
      </thead>
      <tbody>
        {SIDES.map((side) => {
          const { full, lost, disordered, routed, gone } = lossesOf(now, side);
          return (
            <tr key={side} data-side={side}>
              <th scope="row">
                <SideMark side={side} /> {m.forcesOf[side]}
              </th>
              <td>
                {lost} <small class="quiet">{m.play.ofStrength(String(full))}</small>
              </td>
              <td>{disordered}</td>
              <td>{routed}</td>
              <td>{gone}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Roster({ onLook }: { onLook: (hex: HexFacts) => void }) {
  const m = messages.value;
  const now = seen.value;
  const [side, setSide] = useState<Side | undefined>(undefined);
  const [{ column, down }, setOrder] = useState<{ column: Column; down: boolean }>({ column: "brigade", down: false });
  if (!now) return null;
  const shown = side ?? now.side;
  const rows = sorted(
    rosterOf(now).filter((row) => row.side === shown),
    column,
    down,
  );
  const words = (row: RosterRow): Record<Column, string> => ({
    name: row.name,
    brigade: row.brigade,
    sp: row.presence === "due" ? String(row.full) : `${row.sp}/${row.full}`,
    state: m.play.stateWords[row.state] ?? row.state,
    orders: m.play.orderWords[row.orders] ?? row.orders,
    ammunition: m.play.ammunitionWords[row.ammunition] ?? row.ammunition,
  });
  return (
    <>
      <p class="ways" role="group" aria-label={m.play.army}>
        {SIDES.map((one) => (
          <button type="button" key={one} class="chip" aria-pressed={shown === one} onClick={() => setSide(one)}>
            <SideMark side={one} /> {m.forcesOf[one]}
          </button>
        ))}
      </p>
      <div class="roster">
        <table>
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" aria-sort={column === name ? (down ? "descending" : "ascending") : "none"}>
                  <button type="button" class="link" onClick={() => setOrder({ column: name, down: column === name && !down })}>
                    {m.play.columns[name]}
                    {column === name ? (down ? " ▾" : " ▴") : ""}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const cells = words(row);
              const hex = hexNamed(row.hex);
              return (
                <tr key={row.name} class={row.state}>
                  <th scope="row">
                    {hex ? (
                      <button type="button" class="link" onClick={() => onLook(hex)}>
                        {cells.name}
                      </button>
                    ) : (
                      cells.name
                    )}
                    {row.done && <span title={m.play.hasActed}> ✓</span>}
                  </th>
                  {COLUMNS.slice(1).map((name) => (
                    <td key={name}>{cells[name]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
