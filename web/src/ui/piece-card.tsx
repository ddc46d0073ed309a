import type { Piece } from "../api.ts";
import { api } from "../api.ts";
import { capital, freePlaceWords, stateWords, valueWords } from "../describe.ts";
import { statementText } from "../italian.ts";
import { locale, messages } from "../messages/index.ts";
import { SideMark } from "./icons.tsx";

/** Side of the picture in CSS pixels, and how much larger the cell is that holds the counter with its facing. */
const WIDTH = 76;
const CELL = WIDTH * 1.62;
/** The level whose cells are at least twice as large: sharp on every screen. */
const LEVEL = 5;

/** One counter with all its values; what is our estimate says so. */
export function PieceCard({ piece }: { piece: Piece }) {
  const m = messages.value;
  return (
    <section class={`piece ${piece.side} ${piece.kind === "leader" ? "compact" : ""}`} aria-label={piece.fullName}>
      <header>
        <CounterImage look={piece.look} />
        <div>
          <h4>
            <SideMark side={piece.side} />
            <span class="unseen">{m.forcesOf[piece.side]}: </span>
            {piece.name}
          </h4>
          <p class="full-name">{piece.fullName}</p>
          <p class="quiet">
            {piece.place !== undefined && <>{m.freePlace(freePlaceWords(m, piece.place))} · </>}
            {m.kind[piece.kind]} · <span title={m.commandName(piece.command.name)}>{piece.command.code === "" ? m.commandName(piece.command.name) : piece.command.code}</span>
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
      {piece.note !== undefined && <p class="note">{statementText(locale.value, piece.note)}</p>}
    </section>
  );
}

/** The counter itself, painted by the same hand as those on the map. */
export function CounterImage({ look, width = WIDTH }: { look: string | undefined; width?: number }) {
  if (look === undefined) return null;
  const cell = (CELL * width) / WIDTH;
  return (
    <span class="counter" aria-hidden="true" style={{ width: `${width}px`, height: `${width}px` }}>
      <img
        src={api.sprites("near", LEVEL, [look])}
        alt=""
        width={cell}
        height={cell}
        style={{ margin: `${(width - cell) / 2}px` }}
      />
    </span>
  );
}
