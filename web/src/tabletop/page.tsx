import { useEffect, useRef, useState } from "preact/hooks";
import { locale, messages } from "../messages/index.ts";
import { Preferences } from "../ui/preferences.tsx";
import { look as fetchLook, recordOf, say, watch } from "./client.ts";
import { EMPTY, WAYS, atEdge, chargeTo, depthOf, drawnAt, keptLeg, moveWithout, objectivesAt, parts, placed, spotOf, spreads, tapeEnd, um, type Draft, type Pivot, type Spot, type Way } from "./plan.ts";
import { Story } from "./story.tsx";
import type { Family, Look, Offer, Reply, Saying } from "./wire.ts";
import { words } from "./words.ts";

/** Families that wait for a place on the table. */
const PLACED = ["move", "reorganise", "place", "station", "general", "enter"];
/** Questions about one unit, which is then the chosen one. */
const ABOUT_ONE = ["move", "reorganise", "reaction", "remove", "slide", "assign", "winner"];
/** Questions that are answered in secret. */
const SECRET = ["objectives", "generals"];
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
  /** Where the tape begins; empty before the first click. */
  const [tape, setTape] = useState<string>();
  /** Whether the tape takes the places that are clicked instead of what lies there. */
  const [exact, setExact] = useState(false);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [laid, setLaid] = useState<Laid>();
  const [suggested, setSuggested] = useState<Offer[]>([]);
  /** What was asked for suggestions last, if there are more of them. */
  const [further, setFurther] = useState<{ unit: string; target?: string; skip: number }>();
  /** The enemy at whom a charge is being drawn, and whose order it is. */
  const [charging, setCharging] = useState("");
  const [corps, setCorps] = useState(false);
  const [spots, setSpots] = useState<Spot[]>([]);
  /** Who sits at the screen. */
  const [seat, setSeat] = useState<string>();
  /** The draft as soon as the server has measured it: a click that comes earlier waits for it. */
  const measured = useRef<Promise<Draft>>(Promise.resolve(EMPTY));
  /** The newest preview that was asked for: an answer to an older one shows nothing. */
  const newest = useRef(0);
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

  // The table tells its story anew in the other language.
  useEffect(() => {
    if (shown.current >= 0) void refresh();
  }, [locale.value]);

  const afresh = () => {
    measured.current = Promise.resolve(EMPTY);
    newest.current += 1;
    setLaid(undefined);
    setSuggested([]);
    setFurther(undefined);
    setDraft(EMPTY);
    setCharging("");
    setCorps(false);
    setSpots([]);
  };
  const clear = () => {
    afresh();
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
  const fail = (error: Error) => setFailure(error.message);
  const tell = (saying: Saying) => {
    say(game, saying).then(take, fail);
  };
  /** Members of the families of a unit, page by page. */
  const suggest = (wanted: { unit: string; target?: string }, skip = 0) => {
    say(game, { say: "suggest", ...wanted, skip }).then((reply) => {
      if (reply.reply !== "choices") return take(reply);
      setSuggested(skip === 0 ? reply.list : [...suggested, ...reply.list]);
      setFurther(reply.more ? { ...wanted, skip: skip + reply.list.length } : undefined);
    }, fail);
  };
  const asks = look?.asked?.here === true ? look.asked : undefined;
  // Two people share the screen: what one decides in secret the other does not look at.
  const veiled = asks !== undefined && look?.shared === true && SECRET.includes(asks.prompt) && seat !== undefined && seat !== asks.side;
  useEffect(() => {
    if (asks !== undefined && !veiled) setSeat(asks.side);
  }, [asks?.side, veiled]);
  if (!look) return <p class="tt-wait">{failure}</p>;
  if (veiled) {
    const m = messages.value;
    const handOver = m.play.handOver(m.sideName[asks.side as keyof typeof m.sideName]);
    return (
      <div class={`curtain ${asks.side}`} role="dialog" aria-modal="true" aria-label={handOver}>
        <p>{handOver}</p>
        <button type="button" class="choice proposed" onClick={() => setSeat(asks.side)} autofocus>
          {m.play.ready}
        </button>
      </div>
    );
  }

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

  /** One end of the tape; with the second it is laid. */
  const lay = (end: string) => {
    if (tape === undefined || tape === "") return setTape(end);
    tell({ say: "tape", from: tape, to: end });
    return setTape(undefined);
  };
  const pick = (name: string) => {
    if (tape !== undefined) return lay(name);
    if (unit !== "" && !mine(name) && thing(name)?.kind === "unit") {
      setTarget(name);
      tell({ say: "aim", unit, target: name });
      return;
    }
    setChosen(name);
    setTarget("");
    afresh();
  };
  /** Asks for a preview and shows it, unless another was asked for meanwhile. */
  const previewed = (text: string): Promise<Reply | undefined> => {
    newest.current += 1;
    const number = newest.current;
    return say(game, { say: "preview", text }).then(
      (reply) => {
        if (number === newest.current) take(reply);
        return reply;
      },
      (error: Error) => {
        fail(error);
        return undefined;
      },
    );
  };
  const preview = (text: string | undefined) => text !== undefined && void previewed(text);
  const moves = family !== undefined && ["move", "reorganise"].includes(family.word);
  const click = (event: MouseEvent) => {
    const drawing = stage.current?.querySelector("svg");
    const matrix = drawing?.getScreenCTM();
    if (!drawing || !matrix || !(event.target instanceof Element)) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const found = event.target.closest("[data-unit]")?.getAttribute("data-unit") ?? undefined;
    const height = drawing.viewBox.baseVal.height;
    const spot = spotOf(at.x, at.y, height);
    if (tape !== undefined) return lay(tapeEnd(found, spot, exact));
    // While a direction or a place is wanted, whoever stands there is only in the way.
    const aims = charging !== "" || asked?.prompt === "objectives";
    if (found !== undefined && found !== unit && !aims) return pick(found);
    const ground = { depth: depthOf(height), north: asked?.side === "union" };
    const acting = thing(unit);
    if (asked?.here === true && asked.prompt === "objectives") {
      // A third click begins again.
      const next = spots.length === 2 ? [spot] : [...spots, spot];
      setSpots(next);
      setLaid(undefined);
      return preview(objectivesAt(next));
    }
    if (charging !== "" && acting) return preview(chargeTo(acting, charging, draft, spot, corps));
    if (family?.word === "enter" && atEdge(spot, ground)) {
      setLaid(undefined);
      return setDraft({ ...draft, entry: spot.x });
    }
    if (family && moves) void measured.current.then((ready) => preview(placed(family, acting, ready, spot, ground)));
    else if (family) preview(placed(family, acting, draft, spot, ground));
  };
  /** Sets the parts before the click. Where they leave the front the server measures; the next leg starts there. */
  const draw = (next: Draft) => {
    const fresh = { ...next, front: undefined };
    setDraft(fresh);
    measured.current = Promise.resolve(fresh);
    if (charging !== "" || !moves || parts(fresh).length === 0) return setLaid(undefined);
    measured.current = previewed(moveWithout(unit, fresh)).then((reply) => ({
      ...fresh,
      front: reply?.reply === "overlay" ? (reply.front ?? undefined) : undefined,
    }));
  };
  const leg = moves && draft.first === "" && draft.turn === 0 && laid?.legal !== undefined ? keptLeg(laid.legal) : undefined;
  const corpsOrders = look.offers.some((offer) => offer.word === "corps order" && offer.unit === unit);
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
          {spots.map((spot) => {
            const at = drawnAt(spot, Number(height));
            return <circle key={`${spot.x} ${spot.y}`} class="tt-spot" cx={at.x} cy={at.y} r="35" />;
          })}
          {draft.entry !== undefined && <circle class="tt-spot" cx={drawnAt({ x: draft.entry, y: 0 }, Number(height)).x} cy={asked?.side === "union" ? Number(height) - 50 : 50} r="25" />}
        </svg>
      </main>
      <aside class="tt-panel">
        <section class="tt-question" aria-live="polite">
          {asked === null ? (
            <>
              <p>
                <strong>{w.over}</strong>: {look.result}
              </p>
              <p>
                <a class="choice" href={recordOf(game)} download={`game-${game}.roll`}>
                  {w.record}
                </a>
              </p>
            </>
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
          {tape !== undefined && (
            <>
              <p class="tt-hint">{tape === "" ? w.tapeFrom : `${w.tapeTo} (${tape.replace(/^at /, "")} – …)`}</p>
              <label class="tt-hint">
                <input type="checkbox" name="exact" checked={exact} onChange={(event) => setExact(event.currentTarget.checked)} /> {w.tapeExact}
              </label>
            </>
          )}
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
            {(family || charging !== "") && (
              <div class="tt-move">
                <p class="tt-hint">
                  {charging !== ""
                    ? w.clickCharge
                    : family?.word === "enter"
                      ? draft.entry === undefined
                        ? w.clickEnter
                        : w.entryAt(um(draft.entry))
                      : w.clickPlace}
                </p>
                {moves && charging === "" && <Pick label={w.way} value={draft.way} options={WAYS.map((name) => [name, w.ways[name] ?? name])} set={(way) => draw({ ...draft, way: way as Way })} />}
                {family?.word === "enter" && charging === "" && (
                  <Pick
                    label={w.way}
                    value={draft.way}
                    options={(["ahead", "road"] as const).map((name) => [name, w.ways[name] ?? name])}
                    set={(way) => setDraft({ ...draft, way: way as Way })}
                  />
                )}
                {(charging !== "" || family?.word !== "enter") && draft.way !== "road" && (
                  <>
                    <button type="button" onClick={() => draw({ ...draft, turn: draft.turn - 15 })}>
                      {w.turnLeft}
                    </button>
                    <button type="button" onClick={() => draw({ ...draft, turn: draft.turn + 15 })}>
                      {w.turnRight}
                    </button>
                    <label>
                      {w.turns}
                      <input type="number" name="turn" step="0.01" min="-180" max="180" value={draft.turn} onChange={(event) => draw({ ...draft, turn: Number(event.currentTarget.value) || 0 })} />
                    </label>
                  </>
                )}
                {(moves || charging !== "") && draft.way !== "road" && (
                  <Pick label={w.pivot} value={draft.pivot} options={PIVOTS.map((name) => [name, w.pivots[name] ?? name])} set={(pivot) => draw({ ...draft, pivot: pivot as Pivot })} />
                )}
                {charging !== "" && corpsOrders && (
                  <label>
                    <input type="checkbox" checked={corps} onChange={(event) => setCorps(event.currentTarget.checked)} /> {w.byCorps}
                  </label>
                )}
                {charging === "" && (thing(unit)?.formations.length ?? 0) > 0 && draft.saddle === "" && (
                  <Pick
                    label={w.formation}
                    value={draft.formation}
                    options={[["", thing(unit)?.at === null ? (thing(unit)?.formations[0] ?? "") : w.same], ...(thing(unit)?.formations ?? []).map((name): [string, string] => [name, name])]}
                    set={(formation) => draw({ ...draft, formation, anchor: 0, slot: 0, odd: "" })}
                  />
                )}
                {moves && charging === "" && draft.formation !== "" && !spreads(thing(unit)?.formation ?? "", draft.formation) && (
                  <>
                    <Pick label={w.anchor} value={String(draft.anchor || 1)} options={numbered(thing(unit)?.bases ?? 1)} set={(base) => draw({ ...draft, anchor: Number(base) })} />
                    <Pick label={w.slot} value={String(draft.slot || 1)} options={numbered(thing(unit)?.bases ?? 1)} set={(slot) => draw({ ...draft, slot: Number(slot) })} />
                  </>
                )}
                {moves && charging === "" && draft.formation !== "" && spreads(thing(unit)?.formation ?? "", draft.formation) && (
                  <Pick label={w.odd} value={draft.odd} options={[["", "–"], ["left", w.ends["left"] ?? ""], ["right", w.ends["right"] ?? ""]]} set={(odd) => draw({ ...draft, odd: odd as Draft["odd"] })} />
                )}
                {charging === "" && thing(unit)?.arm === "cavalry" && (family?.word === "move" || family?.word === "place") && (moves ? draft.formation === "" : true) && (
                  <Pick
                    label={w.saddle}
                    value={draft.saddle}
                    options={[["", w.same], ...(thing(unit)?.mounted === true ? (["dismount"] as const) : (["mount"] as const)).map((name): [string, string] => [name, w.saddles[name] ?? name])]}
                    set={(saddle) => draw({ ...draft, saddle: saddle as Draft["saddle"] })}
                  />
                )}
                {leg !== undefined && (
                  <button type="button" onClick={() => draw({ ...draft, first: leg })}>
                    {w.keepLeg}
                  </button>
                )}
                {(charging !== "" || draft.entry !== undefined || parts(draft).length > 0) && (
                  <button type="button" onClick={afresh}>
                    {w.afresh}
                  </button>
                )}
                {charging === "" && (
                  <button type="button" onClick={() => suggest({ unit })}>
                    {w.suggest}
                  </button>
                )}
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
                    <button type="button" onClick={() => suggest({ unit, target: own.target ?? "" })}>
                      {w.charge} {own.target} <small>[{own.rule}]</small>
                    </button>
                    <button
                      type="button"
                      data-own-charge={own.target}
                      aria-pressed={charging === own.target}
                      onClick={() => {
                        afresh();
                        setTarget(own.target ?? "");
                        setCharging(own.target ?? "");
                      }}
                    >
                      {w.ownCharge} {own.target}
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
              {further && further.unit === unit && (
                <li>
                  <button type="button" onClick={() => suggest(further, further.skip)}>
                    {w.more}
                  </button>
                </li>
              )}
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
              <p class="tt-hint">{w.objective(spots.length % 2)}</p>
              {laid && (
                <button type="button" class="tt-main" disabled={laid.legal === undefined} onClick={() => laid.legal !== undefined && choose(laid.legal)}>
                  {laid.legal === undefined ? w.noPart : `${w.make}: ${laid.legal}`}
                </button>
              )}
              <button type="button" onClick={() => suggest({ unit: "" })}>
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

const numbered = (count: number): [string, string][] => Array.from({ length: count }, (_, place) => [String(place + 1), String(place + 1)]);

/** A list to pick from. */
function Pick({ label, value, options, set }: { label: string; value: string; options: readonly (readonly [string, string])[]; set: (value: string) => void }) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
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
