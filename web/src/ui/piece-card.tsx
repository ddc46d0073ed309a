import type { Piece } from "../api.ts";
import { api } from "../api.ts";
import { capital, stateWords, valueWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { scenario } from "../state.ts";
import { SideMark } from "./icons.tsx";

/** Side of the picture in CSS pixels, and how much larger the cell is that holds the counter with its facing. */
const WIDTH = 76;
const CELL = WIDTH * 1.62;

/** One counter with all its values; what is our estimate says so. */
export function PieceCard({ piece }: { piece: Piece }) {
  const m = messages.value;
  return (
    <section class={`piece ${piece.side}`} aria-label={piece.fullName}>
      <header>
        <CounterImage piece={piece} />
        <div>
          <h4>
            <SideMark side={piece.side} />
            <span class="unseen">{m.forcesOf[piece.side]}: </span>
            {piece.name}
          </h4>
          <p class="full-name">{piece.fullName}</p>
          <p class="quiet">
            {piece.place !== undefined && <>{m.freePlace(piece.place)} · </>}
            {m.kind[piece.kind]} · {piece.command.code === "" ? piece.command.name : piece.command.code}
          </p>
          {piece.states.length > 0 && (
            <p class="states">
              {piece.states.map((state) => (
                <span key={state} class="state">
                  {stateWords(m, state)}
                </span>
              ))}
            </p>
          )}
        </div>
      </header>
      <dl class="values">
        {piece.values.map((value) => (
          <div key={value.key} class={value.source}>
            <dt>{m.value[value.key]}</dt>
            <dd title={[capital(m.sourceLong[value.source]), value.note].filter(Boolean).join(". ")}>
              <span class="figure">{valueWords(m, value)}</span>
              <small class="source">{m.source[value.source]}</small>
            </dd>
          </div>
        ))}
      </dl>
      {piece.note !== undefined && <p class="note">{piece.note}</p>}
    </section>
  );
}

/** The counter itself, cut from the same sheet the map uses. */
function CounterImage({ piece }: { piece: Piece }) {
  const facts = scenario.value;
  if (!facts || piece.sprite === undefined) return null;
  const { columns } = facts;
  const { sprite } = piece;
  const inset = (CELL - WIDTH) / 2;
  return (
    <span
      class="counter"
      aria-hidden="true"
      style={{
        width: `${WIDTH}px`,
        height: `${WIDTH}px`,
        backgroundImage: `url(${api.pieces(facts.number)})`,
        backgroundSize: `${columns * CELL}px auto`,
        backgroundPosition: `${-(sprite % columns) * CELL - inset}px ${-Math.floor(sprite / columns) * CELL - inset}px`,
      }}
    />
  );
}
