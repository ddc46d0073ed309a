import { useRef } from "preact/hooks";
import type { HexFacts } from "../api.ts";
import { spanWords } from "../describe.ts";
import type { MapTable } from "../map/table.ts";
import { messages } from "../messages/index.ts";
import { addressOf, failure, loadTable, map, piecesByHex, route, scenario, selected, stacks } from "../state.ts";
import { Board, hold } from "./board.tsx";
import { Find } from "./find.tsx";
import { Icon } from "./icons.tsx";
import { Failure } from "./opening.tsx";
import { Panel } from "./panel.tsx";
import { Preferences } from "./preferences.tsx";

/** A scenario on the table: the map, and the panel that tells what lies where. */
export function TablePage() {
  const m = messages.value;
  const facts = scenario.value;
  const title = facts ? (m.scenarioTexts[facts.number]?.title ?? facts.title) : "";
  const number = route.value.page === "table" ? route.value.scenario : 0;
  const table = useRef<MapTable | undefined>(undefined);

  const look = (hex: HexFacts) => {
    hold(hex, piecesByHex.value.get(hex.name) ?? []);
    table.current?.centre(hex);
  };

  return (
    <div class="table-page">
      <header class="top">
        <a class="tool back" href={addressOf({ page: "opening" })} title={m.backToScenarios} aria-label={m.backToScenarios}>
          <Icon name="back" />
        </a>
        <div class="heading">
          <span class="over">{facts ? `${m.scenarioNumber(facts.number)} · ${spanWords(m, facts.first, facts.last)}` : " "}</span>
          <h1 title={title}>{title}</h1>
        </div>
        <Find onFound={look} />
        <Preferences />
      </header>
      <main class="board">
        {failure.value !== undefined ? (
          <Failure reason={failure.value} retry={() => void loadTable(number)} />
        ) : map.value && facts ? (
          <Board
            facts={map.value}
            stacks={stacks.value}
            area={facts.area.hexes}
            victory={facts.victory.hexes}
            opening={facts.number}
            title={title}
            table={table}
            onLook={look}
            onPick={(hex, by) => {
              const again = by === "pointer" && hex === selected.peek();
              hold(again ? undefined : hex, hex && !again ? (piecesByHex.peek().get(hex.name) ?? []) : []);
            }}
          />
        ) : (
          <p class="wait" role="status">
            {m.loading}
          </p>
        )}
      </main>
      <Panel onLook={look} tabs={["hex", "forces", "scenario"]} />
    </div>
  );
}
