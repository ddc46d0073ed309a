import { DIRECTIONS, type Direction, type HexFacts } from "../api.ts";
import { capital, placeWords, sidesInOrder, sideWords } from "../describe.ts";
import { corners } from "../map/hexes.ts";
import { messages } from "../messages/index.ts";
import { legendOpen, piecesByHex, selected, shown } from "../state.ts";
import { Icon } from "./icons.tsx";
import { PieceCard } from "./piece-card.tsx";

/** Everything about the hex under the pointer or the cursor. */
export function HexPanel() {
  const m = messages.value;
  const hex = shown.value;
  if (!hex) {
    return (
      <div class="hint">
        <p>{m.pointHint}</p>
        <button type="button" class="plain" onClick={() => (legendOpen.value = true)}>
          {m.legend}
        </button>
      </div>
    );
  }
  const pieces = piecesByHex.value.get(hex.name) ?? [];
  const held = selected.value !== undefined;
  return (
    <article class="hex-panel">
      <header>
        <h2 class="hex-number">{hex.name}</h2>
        {hex.alias !== undefined && <span class="alias">{m.alsoNumbered(hex.alias)}</span>}
        {held && (
          <button type="button" class="held" title={m.unpin} onClick={() => (selected.value = undefined)}>
            <Icon name="pin" /> {m.pinned}
          </button>
        )}
      </header>
      <section aria-label={m.tabForces}>
        <h3>{pieces.length === 0 ? m.noUnits : m.unitsHere(pieces.length)}</h3>
        {pieces.map((piece) => (
          <PieceCard key={piece.key} piece={piece} />
        ))}
        {pieces.some((piece) => piece.values.some((value) => value.source === "estimate")) && (
          <p class="legend">{m.estimateLegend}</p>
        )}
      </section>
      <Ground hex={hex} />
    </article>
  );
}

function Ground({ hex }: { hex: HexFacts }) {
  const m = messages.value;
  const also = [
    ...(hex.marks ?? []).map((mark) => m.mark[mark]),
    ...(hex.places ?? []).map((place) => placeWords(m, place.kind, place.name)),
  ];
  const sides = sidesInOrder(hex);
  return (
    <section class="ground">
      <div class="ground-row">
        <Rose hex={hex} />
        <dl class="facts">
          <dt>{m.terrainLabel}</dt>
          <dd>
            {m.terrain[hex.terrain]}
            {hex.field !== undefined && <em class="field-name">{hex.field}</em>}
          </dd>
          <dt>{m.levelLabel}</dt>
          <dd>{m.levelValue(hex.level, hex.feet)}</dd>
          {also.length > 0 && (
            <>
              <dt>{m.featuresLabel}</dt>
              <dd>
                {also.map((words) => (
                  <div key={words}>{capital(words)}</div>
                ))}
              </dd>
            </>
          )}
        </dl>
      </div>
      <h3>{m.hexsides}</h3>
      {sides.length === 0 ? (
        <p class="quiet">{m.noHexsides}</p>
      ) : (
        <dl class="sides">
          {sides.map((side) => (
            <div key={side.toward}>
              <dt title={capital(m.direction[side.toward])}>
                <span aria-hidden="true">{side.toward}</span>
                <span class="unseen">{m.direction[side.toward]}</span>
              </dt>
              <dd>{capital(sideWords(m, side).join(", "))}</dd>
            </div>
          ))}
        </dl>
      )}
      <p class="legend">
        {m.mapSource}: {m.confidence[hex.confidence]}
        {hex.confidence === "estimate" && " ~"}
      </p>
    </section>
  );
}

/** Which two corners a side lies between, counted from the east corner clockwise. */
const SIDE_CORNERS: Record<Direction, [number, number]> = { SE: [0, 1], S: [1, 2], SW: [2, 3], NW: [3, 4], N: [4, 5], NE: [5, 0] };

/** A small drawing of the hex with what its sides carry. */
function Rose({ hex }: { hex: HexFacts }) {
  const points = corners(50, 50, 40);
  const at = (i: number) => points[i] ?? { x: 50, y: 50 };
  return (
    <svg class="rose" viewBox="0 0 100 100" aria-hidden="true">
      <polygon class={`fill ${hex.terrain}`} points={points.map((point) => `${point.x},${point.y}`).join(" ")} />
      {DIRECTIONS.map((direction) => {
        const side = hex.sides?.find((candidate) => candidate.toward === direction);
        const [a, b] = SIDE_CORNERS[direction].map(at) as [ReturnType<typeof at>, ReturnType<typeof at>];
        const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
        return (
          <g key={direction}>
            {side?.routes?.map((route) => (
              <line key={route.kind} class={route.kind === "trail" ? "trail" : "road"} x1="50" y1="50" x2={mid.x} y2={mid.y} />
            ))}
            <line class="edge" {...line} />
            {side?.relief && <line class={`relief ${side.relief.kind}`} {...line} />}
            {side?.water && <line class={`water ${side.water.kind}`} {...line} />}
            {side?.crossing && <circle class="crossing" cx={mid.x} cy={mid.y} r="4" />}
          </g>
        );
      })}
      <text class="level" x="50" y="57">
        {hex.level}
      </text>
    </svg>
  );
}
