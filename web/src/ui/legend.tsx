import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, type HexFacts, type MapFacts, type Terrain } from "../api.ts";
import { messages } from "../messages/index.ts";
import { legendOpen, map, scenario } from "../state.ts";
import { Icon } from "./icons.tsx";
import { CounterImage } from "./piece-card.tsx";

const TERRAINS: readonly Terrain[] = ["clear", "field", "field-boundary", "woods", "orchard", "thicket", "swamp", "swamp-stream", "town", "river"];
const RELIEF = ["minor", "steep", "ravine", "crest"] as const;

/** What counters, ground and marks mean, shown with pieces and hexes of the game itself. */
export function Legend() {
  const m = messages.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = legendOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help legend-dialog" aria-labelledby="legend-title" onClose={() => (legendOpen.value = false)}>
      <header>
        <h2 id="legend-title">{m.legend}</h2>
        <button type="button" class="tool" aria-label={m.close} onClick={() => (legendOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      {open && <Contents />}
    </dialog>
  );
}

function Contents() {
  const m = messages.value;
  const facts = map.value;
  // A regiment and a leader of this scenario, so that the legend shows what lies on the table.
  const pieces = scenario.value?.pieces ?? [];
  const unit = pieces.find((piece) => piece.kind === "infantry" && piece.look !== undefined)?.key ?? "us-12-mi";
  const leader = pieces.find((piece) => piece.kind === "leader" && piece.look !== undefined)?.key;
  const states: [keyof typeof m.legendStates, string][] = [
    ["good", `${unit}~fNE`],
    ["d", `${unit}~d`],
    ["x", `${unit}~x`],
    ["losses", `${unit}~sp3`],
    ["march", `${unit}~om`],
    ["advance", `${unit}~oa`],
    ["attack", `${unit}~ok`],
    ["reserve", `${unit}~or`],
    ["out", `${unit}~out`],
    ["low", `${unit}~al`],
    ["none", `${unit}~ao`],
    ["fatigue", `${unit}~t2`],
    ...(leader === undefined ? [] : ([["leader", leader]] as [keyof typeof m.legendStates, string][])),
  ];
  return (
    <div class="legend-body">
      <section>
        <h3>{m.legendCounters}</h3>
        <div class="legend-unit">
          <CounterImage look={`${unit}~fNE~ok`} width={132} />
          <dl>
            {m.legendUnit.map(([sign, words]) => (
              <div key={sign}>
                <dt>{sign}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ul class="legend-grid">
          {states.map(([key, look]) => (
            <li key={key}>
              <CounterImage look={look} width={54} /> <span>{m.legendStates[key]}</span>
            </li>
          ))}
        </ul>
      </section>
      {facts && <Ground facts={facts} />}
      <section>
        <h3>{m.legendMap}</h3>
        <ul class="legend-marks">
          {Object.values(m.legendMarks).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Ground({ facts }: { facts: MapFacts }) {
  const m = messages.value;
  const find = (fits: (hex: HexFacts) => boolean) => facts.hexes.find(fits);
  const side = (fits: (side: NonNullable<HexFacts["sides"]>[number]) => boolean) => find((hex) => hex.sides?.some(fits) ?? false);
  const ways = (["road", "trail", "pike"] as const).map((kind) => [m.route[kind], side((one) => one.routes?.some((route) => route.kind === kind) ?? false)] as const);
  const waters = (["stream", "creek"] as const).map((kind) => [m.water[kind], side((one) => one.water?.kind === kind)] as const);
  const crossings = (["bridge", "ford"] as const).map((kind) => [m.crossing[kind], side((one) => one.crossing === kind)] as const);
  const slopes = RELIEF.map((kind) => [m.relief[kind], side((one) => one.relief?.kind === kind)] as const);
  const swatches = (list: readonly (readonly [string, HexFacts | undefined])[]) =>
    list.map(([words, hex]) => hex && <Swatch key={words} facts={facts} hex={hex} words={words} />);
  return (
    <>
      <section>
        <h3>{m.legendTerrain}</h3>
        <ul class="legend-grid">
          {swatches(TERRAINS.map((terrain) => [m.terrain[terrain], find((hex) => hex.terrain === terrain)]))}
          {swatches([
            [m.mark["sunken-lane"], find((hex) => hex.marks?.includes("sunken-lane") ?? false)],
            [m.place.camp, find((hex) => hex.places?.some((place) => place.kind === "camp") ?? false)],
          ])}
        </ul>
      </section>
      <section>
        <h3>{m.legendSides}</h3>
        <ul class="legend-grid">{swatches([...ways, ...waters, ...crossings, ...slopes])}</ul>
      </section>
    </>
  );
}

/** A hex cut from the map itself. */
function Swatch({ facts, hex, words }: { facts: MapFacts; hex: HexFacts; words: ComponentChildren }) {
  const { tile, radius } = facts.layout;
  const level = 3;
  const scale = tile.scales[level] ?? 1;
  const span = tile.size / scale;
  const column = Math.floor(hex.x / span);
  const row = Math.floor(hex.y / span);
  const shown = 58;
  const zoom = shown / (2 * radius * scale);
  const x = (hex.x - column * span) * scale * zoom - shown / 2;
  const y = (hex.y - row * span) * scale * zoom - shown / 2;
  return (
    <li>
      <span
        class="swatch"
        aria-hidden="true"
        style={{
          backgroundImage: `url(${api.tile(facts.layout, level, column, row)})`,
          backgroundSize: `${tile.size * zoom}px`,
          backgroundPosition: `${-x}px ${-y}px`,
        }}
      />
      <span>{words}</span>
    </li>
  );
}
