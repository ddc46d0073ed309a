import { useEffect, useRef, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import type { HexFacts, MapFacts, ScenarioFacts } from "../api.ts";
import { spanWords, spoken } from "../describe.ts";
import { KEY_ZOOM } from "../map/input.ts";
import { MapTable } from "../map/table.ts";
import type { Box } from "../map/view.ts";
import { messages } from "../messages/index.ts";
import {
  addressOf,
  announcement,
  failure,
  hovered,
  loadTable,
  map,
  piecesByHex,
  route,
  scenario,
  selected,
  tab,
  theme,
} from "../state.ts";
import { Find, focusFind } from "./find.tsx";
import { Icon } from "./icons.tsx";
import { Failure } from "./opening.tsx";
import { Panel } from "./panel.tsx";
import { Preferences } from "./preferences.tsx";
import { ScaleBar } from "./scale-bar.tsx";

/** A scenario on the table: the map, and the panel that tells what lies where. */
export function TablePage() {
  const m = messages.value;
  const facts = scenario.value;
  const title = facts ? (m.scenarioTexts[facts.number]?.title ?? facts.title) : "";
  const number = route.value.page === "table" ? route.value.scenario : 0;
  const table = useRef<MapTable | undefined>(undefined);

  const look = (hex: HexFacts) => {
    hold(hex);
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
          <h1>{title}</h1>
        </div>
        <Find onFound={look} />
        <Preferences />
      </header>
      <main class="board">
        {failure.value !== undefined ? (
          <Failure reason={failure.value} retry={() => void loadTable(number)} />
        ) : map.value && facts ? (
          <Board facts={map.value} position={facts} title={title} table={table} />
        ) : (
          <p class="wait" role="status">
            {m.loading}
          </p>
        )}
      </main>
      <Panel onLook={look} />
    </div>
  );
}

/** Holds a hex in the panel and says aloud what is there. */
function hold(hex: HexFacts | undefined): void {
  selected.value = hex;
  if (hex) {
    tab.value = "hex";
    announcement.value = spoken(messages.value, hex, piecesByHex.value.get(hex.name) ?? []);
  }
}

interface BoardProps {
  facts: MapFacts;
  position: ScenarioFacts;
  title: string;
  table: { current: MapTable | undefined };
}

function Board({ facts, position, title, table }: BoardProps) {
  const m = messages.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scale, setScale] = useState(1);

  useEffect(() => {
    if (!canvas.current) return;
    const made = new MapTable(canvas.current, facts, {
      hovered: (hex) => {
        if (hovered.peek() !== hex) hovered.value = hex;
      },
      selected: (hex, by) => hold(by === "pointer" && hex === selected.peek() ? undefined : hex),
      viewChanged: (view) => setScale(view.scale),
    });
    table.current = made;
    // For the browser tests and the frame measurements, which steer and question the map itself.
    Object.assign(canvas.current, { mapTable: made });
    const ends = [
      effect(() => made.mark({ hovered: hovered.value, selected: selected.value })),
      effect(() => {
        void theme.value;
        queueMicrotask(() => made.themeChanged());
      }),
    ];
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => made.themeChanged();
    dark.addEventListener("change", changed);
    return () => {
      dark.removeEventListener("change", changed);
      for (const end of ends) end();
      made.close();
      table.current = undefined;
    };
  }, [facts]);

  useEffect(() => {
    table.current?.show(position);
    frameForces(false);
  }, [position, facts]);

  const frameForces = (animated: boolean) => {
    const { width, height, radius } = facts.layout;
    const box = forcesBox(position, radius);
    // Forces all over the field are best seen on the whole map.
    if (!box || (box.right - box.left > 0.7 * width && box.bottom - box.top > 0.7 * height)) table.current?.fit(animated);
    else table.current?.frameBox(box, animated);
  };

  const jump = (step: 1 | -1) => {
    const made = table.current;
    if (!made) return;
    const occupied = [...piecesByHex.value.keys()].flatMap((name) => made.index.byName(name) ?? []);
    occupied.sort((a, b) => a.x - b.x || a.y - b.y);
    const now = occupied.findIndex((hex) => hex === selected.value);
    const next = occupied[(now + step + occupied.length) % occupied.length] ?? occupied[0];
    if (!next) return;
    hold(next);
    made.centre(next);
  };

  const keydown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "n" || event.key === "N") jump(1);
    else if (event.key === "p" || event.key === "P") jump(-1);
    else if (event.key === "/") focusFind();
    else return;
    event.preventDefault();
  };

  const tool = (icon: "plus" | "minus" | "whole" | "forces", words: string, act: () => void) => (
    <button type="button" class="tool" title={words} aria-label={words} onClick={act}>
      <Icon name={icon} />
    </button>
  );

  return (
    <>
      <canvas
        ref={canvas}
        class="map"
        tabIndex={0}
        role="application"
        aria-roledescription="map"
        aria-label={m.mapLabel(title)}
        aria-describedby="map-help"
        onKeyDown={keydown}
      />
      <p class="unseen" id="map-help">
        {m.mapHelp}
      </p>
      <div class="controls" role="toolbar" aria-label={m.mapLabel(title)}>
        {tool("plus", m.zoomIn, () => table.current?.zoomStep(KEY_ZOOM))}
        {tool("minus", m.zoomOut, () => table.current?.zoomStep(1 / KEY_ZOOM))}
        {tool("whole", m.showAll, () => table.current?.fit())}
        {tool("forces", m.showForces, () => frameForces(true))}
      </div>
      <ScaleBar pixelsPerYard={(scale * facts.layout.radius * Math.sqrt(3)) / facts.layout.yardsPerHex} />
    </>
  );
}

/** The part of the map where the pieces stand. */
function forcesBox(position: ScenarioFacts, radius: number): Box | undefined {
  const { stacks } = position;
  if (stacks.length === 0) return undefined;
  return {
    left: Math.min(...stacks.map((stack) => stack.x)) - radius,
    right: Math.max(...stacks.map((stack) => stack.x + stack.width)) + radius,
    top: Math.min(...stacks.map((stack) => stack.y)) - radius,
    bottom: Math.max(...stacks.map((stack) => stack.y + stack.height)) + radius,
  };
}
