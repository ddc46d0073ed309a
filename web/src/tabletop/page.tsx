import { useEffect, useRef, useState } from "preact/hooks";
import { locale } from "../messages/index.ts";
import { Preferences } from "../ui/preferences.tsx";
import { look as fetchLook, say, watch } from "./client.ts";
import { EMPTY, depthOf, moveWithout, placed, spotOf, type Draft, type Pivot } from "./plan.ts";
import { Story } from "./story.tsx";
import type { Family, Look, Offer, Reply, Saying } from "./wire.ts";
import { words } from "./words.ts";

/** Families that wait for a place on the table. */
const PLACED = ["move", "reorganise", "place", "station", "general", "enter"];
/** Questions about one unit, which is then the chosen one. */
const ABOUT_ONE = ["move", "reorganise", "reaction", "remove", "slide", "assign", "winner"];
const PIVOTS: Pivot[] = ["left", "middle", "right"];

interface Laid {
  svg: string;
  text: string;
  legal: string | undefined;
  rule: string | undefined;
}

/** A game: the table drawn from above, the question, what can be clicked, the story. */
export function TabletopPage({ game }: { game: number }) {
  const w = words[locale.value];
  const [look, setLook] = useState<Look>();
  const [failure, setFailure] = useState("");
  const [chosen, setChosen] = useState("");
  const [target, setTarget] = useState("");
  const [tape, setTape] = useState<string>();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [laid, setLaid] = useState<Laid>();
  const [suggested, setSuggested] = useState<Offer[]>([]);
  const stage = useRef<HTMLDivElement>(null);

  /** The newest version that is shown: an answer that comes late shows nothing older. */
  const shown = useRef(-1);
  const refresh = () =>
    fetchLook(game).then(
      (fresh) => {
        if (fresh.version < shown.current) return;
        shown.current = fresh.version;
        setLook(fresh);
      },
      (error: Error) => setFailure(error.message),
    );
  useEffect(() => {
    shown.current = -1;
    // The first thing that is heard is the present version; later ones are choices made here or at another screen.
    return watch(game, (version) => {
      if (version === shown.current) return;
      if (shown.current >= 0) clear();
      void refresh();
    });
  }, [game]);

  const clear = () => {
    setLaid(undefined);
    setSuggested([]);
    setDraft(EMPTY);
    setTarget("");
    setFailure("");
  };
  const take = (reply: Reply) => {
    setFailure("");
    if (reply.reply === "overlay") {
      setLaid({ svg: reply.svg, text: reply.text, legal: reply.legal ?? undefined, rule: reply.rule ?? undefined });
    } else if (reply.reply === "refused") setFailure(`${w.whyNot}: ${reply.reason}${reply.rule === null ? "" : ` [${reply.rule}]`}`);
    else if (reply.reply === "stale") {
      setFailure(w.stale);
      void refresh();
    } else if (reply.reply === "choices") setSuggested(reply.list);
    else {
      clear();
      void refresh();
    }
  };
  const tell = (saying: Saying) => {
    say(game, saying).then(take, (error: Error) => setFailure(error.message));
  };
  if (!look) return <p class="tt-wait">{failure}</p>;

  const asked = look.asked;
  const choose = (text: string) => tell({ say: "choose", text, version: look.version });
  const thing = (name: string) => look.things.find((own) => own.name === name);
  const mine = (name: string) => thing(name)?.side === asked?.side;
  // The unit that is asked about is chosen by itself.
  const unit = asked?.unit && ABOUT_ONE.includes(asked.prompt) ? asked.unit : chosen;
  const family: Family | undefined = look.families.find((own) => own.unit === unit && PLACED.includes(own.word));
  const charges = look.families.filter((own) => own.word === "charge" && own.unit === unit);
  const own = look.offers.filter((offer) => offer.unit === unit && (target === "" || offer.target === null || offer.target === target));
  /** Whoever waits off the table for a place on it. */
  const waiting = look.families.filter((own) => own.unit !== null && PLACED.includes(own.word) && thing(own.unit)?.at === null);
  const others = look.offers.filter((offer) => !own.includes(offer));
  const general = others.filter((offer) => offer.unit === null);

  /** What the chosen unit cannot do now, each with the choice to ask about. */
  const barred: [string, string][] = [];
  if (asked?.here === true && asked.prompt === "activation" && mine(unit) && thing(unit)?.kind === "unit") {
    const offered = (word: string) => own.some((offer) => offer.word === word);
    if (!offered("order")) barred.push([w.whyNoOrder, `order ${unit}`]);
    if (target !== "" && !own.some((offer) => offer.word === "fire" && offer.target === target)) barred.push([w.whyNoFire, `fire ${unit}, ${target}`]);
    if (target !== "" && !charges.some((family) => family.target === target)) barred.push([w.whyNoCharge, `charge ${unit}, ${target}, 0`]);
  }

  const pick = (name: string) => {
    if (tape === "") return setTape(name);
    if (tape !== undefined) {
      tell({ say: "tape", from: tape, to: name });
      return setTape(undefined);
    }
    if (unit !== "" && !mine(name) && thing(name)?.kind === "unit") {
      setTarget(name);
      tell({ say: "aim", unit, target: name });
      return;
    }
    setChosen(name);
    setTarget("");
    setLaid(undefined);
    setSuggested([]);
    setDraft(EMPTY);
  };
  const preview = (text: string | undefined) => text !== undefined && tell({ say: "preview", text });
  const click = (event: MouseEvent) => {
    const drawing = stage.current?.querySelector("svg");
    const matrix = drawing?.getScreenCTM();
    if (!drawing || !matrix || !(event.target instanceof Element)) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const found = event.target.closest("[data-unit]")?.getAttribute("data-unit");
    if (found !== null && found !== undefined && found !== unit) return pick(found);
    const height = drawing.viewBox.baseVal.height;
    const ground = { depth: depthOf(height), north: asked?.side === "union" };
    if (family) preview(placed(family, thing(unit), draft, spotOf(at.x, at.y, height), ground));
  };
  const draw = (next: Draft) => {
    setDraft(next);
    if (family && ["move", "reorganise"].includes(family.word)) preview(moveWithout(unit, next));
  };
  const box = /viewBox="([^"]*)"/.exec(look.svg)?.[1] ?? "0 0 100 100";
  const [, , width, height] = box.split(" ");

  return (
    <div class="tt">
      <header class="tt-head">
        <a href="#/tabletop">{w.back}</a>
        <h1>{look.title}</h1>
        <span>{look.heading}</span>
        <Preferences />
      </header>
      <main class="tt-stage" ref={stage} onClick={click}>
        <div class="tt-drawing" role="img" aria-label={w.tableDrawing} dangerouslySetInnerHTML={{ __html: look.svg }} />
        <svg class="tt-overlay" viewBox={box} aria-hidden="true">
          {/* A drawing of its own inside: what reaches beyond the paper is cut off. */}
          <svg width={width} height={height} dangerouslySetInnerHTML={{ __html: laid?.svg ?? "" }} />
        </svg>
      </main>
      <aside class="tt-panel">
        <section class="tt-question" aria-live="polite">
          {asked === null ? (
            <p>
              <strong>{w.over}</strong>: {look.result}
            </p>
          ) : (
            <p>
              <strong class={asked.side}>
                {w.sides[asked.side]}
                {asked.division === null ? "" : `, ${asked.division}`}
              </strong>
              <br />
              {asked.here ? (w.ask[asked.prompt]?.(asked.unit ?? "") ?? asked.prompt) : w.waits} <small>[{asked.rule}]</small>
            </p>
          )}
          <div class="tt-tools">
            <button type="button" disabled={look.undo === 0} onClick={() => tell({ say: "undo" })}>
              {w.undo}
            </button>
            <button type="button" aria-pressed={tape !== undefined} onClick={() => setTape(tape === undefined ? "" : undefined)}>
              {w.tape}
            </button>
            {unit !== "" && thing(unit)?.kind === "unit" && thing(unit)?.at !== null && (
              <button type="button" onClick={() => tell({ say: "aim", unit })}>
                {w.range}
              </button>
            )}
          </div>
          {tape !== undefined && <p class="tt-hint">{tape === "" ? w.tapeFrom : w.tapeTo}</p>}
        </section>
        {failure !== "" && (
          <p role="alert" class="tt-no">
            {failure}
          </p>
        )}
        {laid && laid.text !== "" && <p class={laid.rule === undefined ? "tt-yes" : "tt-no"}>{laid.text}</p>}
        {waiting.length > 0 && (
          <section class="tt-waiting">
            <h2>{w.waitingThere}</h2>
            <ul class="tt-choices">
              {waiting.map((own) => (
                <li key={own.unit}>
                  <button type="button" aria-pressed={own.unit === unit} data-waiting={own.unit} onClick={() => pick(own.unit ?? "")}>
                    {own.unit}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {unit !== "" && (
          <section class="tt-unit">
            <h2>{unit}</h2>
            <p>{thing(unit)?.line}</p>
            {target !== "" && <p>→ {target}</p>}
            {family && (
              <div class="tt-move">
                <p class="tt-hint">{family.word === "enter" ? w.clickEnter : w.clickPlace}</p>
                {family.word !== "enter" && (
                  <>
                    <button type="button" onClick={() => draw({ ...draft, turn: draft.turn - 15 })}>
                      {w.turnLeft}
                    </button>
                    <button type="button" onClick={() => draw({ ...draft, turn: draft.turn + 15 })}>
                      {w.turnRight}
                    </button>
                  </>
                )}
                {["move", "reorganise"].includes(family.word) && (
                  <label>
                    {w.pivot}
                    <select value={draft.pivot} onChange={(event) => draw({ ...draft, pivot: event.currentTarget.value as Pivot })}>
                      {PIVOTS.map((name) => (
                        <option key={name} value={name}>
                          {w.pivots[name]}
                        </option>
                      ))}
                    </select>
                  </label>
                )}
                <label>
                  {w.formation}
                  <select value={draft.formation} onChange={(event) => draw({ ...draft, formation: event.currentTarget.value })}>
                    <option value="">{thing(unit)?.at === null ? thing(unit)?.formations[0] : w.same}</option>
                    {thing(unit)?.formations.map((name) => (
                      <option key={name}>{name}</option>
                    ))}
                  </select>
                </label>
                <button type="button" onClick={() => tell({ say: "suggest", unit })}>
                  {w.suggest}
                </button>
                {laid && (
                  <button type="button" class="tt-main" disabled={laid.legal === undefined} onClick={() => laid.legal !== undefined && choose(laid.legal)}>
                    {laid.legal === undefined ? w.noPart : `${w.make}: ${laid.legal}`}
                  </button>
                )}
              </div>
            )}
            <ul class="tt-choices">
              {own.map((offer) => (
                <Choice offer={offer} choose={choose} key={offer.text} />
              ))}
              {charges
                .filter((own) => target === "" || own.target === target)
                .map((own) => (
                  <li key={own.target}>
                    <button type="button" onClick={() => tell({ say: "suggest", unit, target: own.target ?? "" })}>
                      {w.charge} {own.target} <small>[{own.rule}]</small>
                    </button>
                  </li>
                ))}
              {barred.map(([question, choice]) => (
                <li key={choice}>
                  <button type="button" data-why={choice} onClick={() => preview(choice)}>
                    {question}
                  </button>
                </li>
              ))}
              {suggested.map((offer) => (
                <li key={offer.text}>
                  <button type="button" onClick={() => choose(offer.text)} onPointerEnter={() => preview(offer.text)} onFocus={() => preview(offer.text)}>
                    {offer.text} {offer.odds !== null && <em>{offer.odds}</em>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <ul class="tt-choices">
            {general.map((offer) => (
              <Choice offer={offer} choose={choose} key={offer.text} />
            ))}
          </ul>
          {asked?.prompt === "objectives" && asked.here && (
            <>
              <button type="button" onClick={() => tell({ say: "suggest", unit: "" })}>
                {w.suggest}
              </button>
              <ul class="tt-choices">
                {unit === "" &&
                  suggested.map((offer) => (
                    <Choice offer={offer} choose={choose} key={offer.text} />
                  ))}
              </ul>
            </>
          )}
          {others.length > general.length && (
            <details>
              <summary>
                {w.allChoices} ({others.length - general.length})
              </summary>
              <ul class="tt-choices">
                {others
                  .filter((offer) => offer.unit !== null)
                  .map((offer) => (
                    <Choice offer={offer} choose={choose} key={offer.text} />
                  ))}
              </ul>
            </details>
          )}
        </section>
        <details class="tt-things">
          <summary>{w.units}</summary>
          <ul>
            {look.things.map((own) => (
              <li key={own.name}>
                <button type="button" class={own.side} onClick={() => pick(own.name)}>
                  {own.line}
                </button>
              </li>
            ))}
          </ul>
        </details>
        <Story lines={look.log} title={w.story} />
      </aside>
    </div>
  );
}

function Choice({ offer, choose }: { offer: Offer; choose: (text: string) => void }) {
  const w = words[locale.value];
  const word = w.words[offer.word];
  // What the notation says after the unit: the target, the gap to join, the turn to come.
  const rest = offer.unit === null ? "" : offer.text.slice(`${offer.word} ${offer.unit}, `.length);
  const named = word === undefined ? offer.text : [word, offer.word === "order" ? offer.unit : rest].filter(Boolean).join(" ");
  return (
    <li>
      <button type="button" title={`${offer.text} [${offer.rule}]`} data-choice={offer.text} onClick={() => choose(offer.text)}>
        {named} {offer.odds !== null && <em>{offer.odds}</em>}
      </button>
    </li>
  );
}
