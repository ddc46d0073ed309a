import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, type HexFacts } from "../../api.ts";
import type { MapTable } from "../../map/table.ts";
import type { Point } from "../../map/view.ts";
import { locale, messages } from "../../messages/index.ts";
import {
  able,
  aiming,
  aims,
  armed,
  askedHex,
  askWhy,
  behind,
  busy,
  catchUp,
  choose,
  chooseBrigade,
  chooseRow,
  chosen,
  clickHex,
  dropGoal,
  enterIs,
  gameLayers,
  gameStacks,
  go,
  goal,
  lineOpen,
  look,
  openGame,
  overlay,
  PACES,
  pace,
  past,
  paused,
  pickOption,
  pointAt,
  reach,
  ready,
  replay,
  replayStep,
  seen,
  nextAim,
  sightFrom,
  sightLine,
  step,
  stopAiming,
  strike,
  toggleGameLayer,
  togglePause,
  toggleSight,
  turnGoal,
  undo,
} from "../../play/game.ts";
import { barOf, hexOptions, isMoving, mayBeTaken, placeOfPiece, rowsOf } from "../../play/model.ts";
import { addressOf, failure, hexNamed, hovered, loadTable, map, piecesByHex, scenario, selected, sheetOpen, tab } from "../../state.ts";
import { Board, hold } from "../board.tsx";
import { Find } from "../find.tsx";
import { Icon } from "../icons.tsx";
import { Failure } from "../opening.tsx";
import { Panel } from "../panel.tsx";
import { Preferences } from "../preferences.tsx";
import { ScenarioPanel } from "../scenario-panel.tsx";
import { Bar } from "./bar.tsx";
import { Profile, Sight } from "./fight-card.tsx";
import { openRule, RuleCard, type RuleFacts } from "./rule-card.tsx";
import { LogPanel } from "./log-panel.tsx";
import { NowPanel } from "./now-panel.tsx";
import { ArmyPanel } from "./roster.tsx";
import { Stand } from "./stand.tsx";
import { TourCard } from "./tour.tsx";

/** Whether the panel stands beside the map and has room for the tour. */
const beside = matchMedia("(min-width: 56.01rem) and (min-height: 30.01rem) and (orientation: landscape)");
const wide = signal(beside.matches);
beside.addEventListener("change", () => (wide.value = beside.matches));

const loadRule = async (id: string): Promise<RuleFacts> => api.rule(id, locale.value);

/** A battle being played. */
export function GamePage({ game }: { game: number }) {
  const m = messages.value;
  const table = useRef<MapTable | undefined>(undefined);
  const touch = useRef(false);
  const now = look.value;
  const facts = scenario.value;
  const title = facts ? (m.scenarioTexts[facts.number]?.title ?? facts.title) : "";

  useEffect(() => {
    tab.value = "now";
    void api.game(game).then(
      (summary) => loadTable(summary.scenario),
      (error: unknown) => (failure.value = error instanceof Error ? error.message : String(error)),
    );
    return openGame(game);
  }, [game, locale.value]);

  const acting = now && placeOfPiece(now, chosen.value[0]);
  const attend = () => {
    const hex = hexNamed(acting);
    if (hex) table.current?.attend(hex);
  };
  useEffect(attend, [acting, chosen.value[0]]);

  const lookTo = (hex: HexFacts) => {
    hold(hex, piecesByHex.value.get(hex.name) ?? [], false);
    table.current?.centre(hex);
  };

  const pick = (hex: HexFacts | undefined, by: "pointer" | "keyboard", from?: Point) => {
    if (!hex) {
      if (chosen.peek().length > 0) choose([]);
      else hold(undefined, []);
      return;
    }
    if (by === "keyboard") {
      hold(hex, piecesByHex.peek().get(hex.name) ?? [], false);
      pointAt(hex, { x: 0, y: 0 });
      return;
    }
    if (!clickHex(hex, from ?? { x: 0, y: 0 }, !touch.current)) hold(hex, piecesByHex.peek().get(hex.name) ?? [], chosen.peek().length === 0);
    else hold(undefined, []);
  };

  const key = (event: KeyboardEvent): boolean => {
    // Behind the curtain no key does anything.
    if (look.peek()?.curtain) return true;
    const question = look.peek()?.question;
    const word = event.key.toLowerCase();
    if (event.key === "Enter" && !past.peek()) {
      const held = selected.peek();
      // A shown target comes first, clicked or only pointed at: its card says so.
      if (aiming.peek() && strike()) return true;
      if (goal.peek() && go()) return true;
      if (held && clickHex(held, { x: 0, y: 0 }, false)) return true;
      const proposal = question?.choices.find((option) => option.order === question.proposal);
      if (proposal) pickOption(proposal);
      return proposal !== undefined;
    }
    if (event.key === "Escape") {
      if (openRule.peek() !== undefined) openRule.value = undefined;
      else if (past.peek()) replay(Infinity);
      else if (sightFrom.peek()) toggleSight(undefined);
      else if (askedHex.peek()) askedHex.value = undefined;
      else if (armed.peek() !== undefined) armed.value = undefined;
      else if (aiming.peek()) stopAiming();
      else if (goal.peek()) dropGoal();
      else if (chosen.peek().length > 0) choose([]);
      else return false;
      return true;
    }
    if (word === "n" || word === "p") {
      const hex = step(word === "n" ? 1 : -1);
      if (hex) lookTo(hex);
      return true;
    }
    if (word === "c" || word === "x") {
      toggleGameLayer(word === "c" ? "command" : "threatened");
      return true;
    }
    if (word === "s") {
      const unit = look.peek()?.pieces.find((piece) => piece.name === chosen.peek()[0]);
      toggleSight(selected.peek() ?? hexNamed(unit?.hex) ?? hovered.peek());
      return true;
    }
    if (word === " " && behind.peek() > 0) {
      togglePause();
      return true;
    }
    if (event.key === "End" && behind.peek() > 0) {
      catchUp();
      return true;
    }
    if (word === "." || word === ",") replayStep(word === "." ? 1 : -1);
    else if (past.peek()) return false;
    else if (word === "u") undo();
    else if (word === "f" || word === "a") {
      const hex = nextAim(word === "f" ? "fire" : "assault");
      if (!hex) return false;
      table.current?.attend(hex);
    }
    else if (word === "b" && chosen.peek()[0] !== undefined) chooseBrigade(chosen.peek()[0] ?? "");
    else if (word === "[" || word === "]") return turnGoal(word === "]" ? 1 : -1);
    else if (word === "?" && selected.peek() && chosen.peek().length > 0) {
      const held = selected.peek();
      if (held) askWhy(held);
    } else if (word === "e") {
      const end = question?.choices.find((option) => option.ends);
      if (end) pickOption(end);
    } else if (/^[1-9]$/.test(word) && question) {
      const shown = look.peek();
      const row = shown && rowsOf(shown, chosen.peek(), askedHex.peek()?.name)[Number(word) - 1];
      if (row?.option) pickOption(row.option);
      else if (row) chooseRow(row.who);
    } else return false;
    return true;
  };

  // After a press with the mouse Enter is the map's again, not that button's.
  const backToMap = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (event.detail === 0 || !button || button.closest("dialog, [role=dialog], .layers, .find") || button.getAttribute("aria-haspopup")) return;
    document.querySelector<HTMLElement>("canvas.map")?.classList.add("by-pointer");
    document.querySelector<HTMLElement>("canvas.map")?.focus({ preventScroll: true });
  };

  const covered = now?.curtain !== undefined;
  const aim = aiming.value;
  const bar = now && barOf(now, chosen.value, aim?.pinned ? { order: aim.order, permille: aim.order === aim.aim.order ? aim.aim.permille : undefined } : undefined);
  if (bar && now?.question) {
    const due = now.question.choices.some((option) => option.kind === "enter" || option.kind === "arrive");
    const coming = due && hexOptions(now, chosen.value).some((option) => option.kind === "enter" || option.kind === "arrive");
    if (aim?.pinned) bar.hint = m.play.strikeHint;
    else if (aims.value.length > 0 && chosen.value.length > 0) bar.hint = (reach.value?.places.length ?? 0) > 0 ? m.play.aimOrGoHint(chosen.value.join(", ")) : m.play.aimHint;
    else if (coming) bar.hint = chosen.value.length > 0 ? m.play.enterHint(chosen.value.join(", ")) : m.play.whoComesHint;
    else if (isMoving(now.question) && chosen.value.length > 0) bar.hint = m.play.pointHint(chosen.value.join(", "));
    else if (isMoving(now.question)) bar.hint = m.play.chooseHint;
    else if (able.value.size === 0 && mayBeTaken(now).size > 0) bar.hint = m.play.takeHint;
  }
  return (
    <div class="table-page game-page" data-state={now?.state} onClick={backToMap}>
      <header class="top" inert={covered}>
        <a class="tool back" href={addressOf({ page: "opening" })} title={m.play.leave} aria-label={m.play.leave}>
          <Icon name="back" />
        </a>
        <div class="heading">
          <span class="over">{seen.value?.turn.phaseText ?? ""}</span>
          <h1 title={title}>{title}</h1>
        </div>
        {now && <Status />}
        <Find onFound={lookTo} />
        <button type="button" class="choice undo" disabled={!now?.undo.can || past.value !== undefined || busy.value} title={now?.undo.text} onClick={undo}>
          <Icon name="undo" /> <span>{m.play.undo}</span>
        </button>
        <Preferences />
      </header>
      <main class="board" inert={covered} onPointerDownCapture={(event) => (touch.current = event.pointerType === "touch")}>
        {failure.value !== undefined ? (
          <Failure reason={failure.value} retry={() => location.reload()} />
        ) : map.value && facts && now ? (
          <Board
            facts={map.value}
            stacks={gameStacks.value}
            area={facts.area.hexes}
            victory={facts.victory.hexes}
            opening={`game ${game}`}
            title={title}
            table={table}
            overlay={overlay.value}
            layers={<GameLayers />}
            onLook={lookTo}
            onFramed={attend}
            onPick={pick}
            onPoint={(hex, from) => (!touch.current || sightFrom.peek()) && pointAt(hex, from)}
            onDouble={(hex) => {
              // The first of two quick clicks has shown the card.
              if (aiming.peek()?.pinned && hexNamed(aiming.peek()?.aim.hex) === hex) return strike();
              const piece = now.pieces.find((one) => hexNamed(one.hex) === hex && able.value.has(one.name));
              if (!piece || !isMoving(now.question)) return false;
              chooseBrigade(piece.name);
              return true;
            }}
            onKey={key}
          >
            <Lit />
            {past.value && (
              <p class="past" role="status">
                {m.play.momentOf(past.value.choices, now.choices)} · {past.value.turn.label}
              </p>
            )}
            {bar && !past.value && (
              <Bar
                bar={bar}
                armed={armed.value}
                proposal={aim?.pinned ? aim.order : enterIs.value === undefined ? now.question?.proposal : undefined}
                waiting={!now.question}
                onPick={pickOption}
                onMore={() => {
                  tab.value = "now";
                  sheetOpen.value = true;
                  // The list may be there already: then the eye is led to it.
                  requestAnimationFrame(() => {
                    const list = document.querySelector<HTMLElement>(".now .choices");
                    list?.scrollIntoView({ block: "nearest" });
                    list?.querySelector("button")?.focus();
                  });
                }}
              />
            )}
            {!wide.value && <TourCard game={game} />}
            <Sighting />
            <Pace />
            <RuleCard load={loadRule} state={`${game} ${now.state}`} />
            {!lineOpen.value && (
              <p class="line-broken" role="status">
                {m.play.lineBroken}
              </p>
            )}
          </Board>
        ) : (
          <p class="wait" role="status">
            {m.loading}
          </p>
        )}
      </main>
      {covered && <Curtain />}
      <Panel inert={covered} onLook={lookTo} tabs={["now", "hex", "forces", "log", "scenario"]} bodies={{ now: <NowPanel />, forces: <ArmyPanel onLook={lookTo} />, log: <LogPanel />, scenario: <WithStand /> }} head={wide.value && <TourCard game={game} />} />
    </div>
  );
}

/** The scenario in a game: how it stands first. */
function WithStand() {
  return (
    <>
      <Stand />
      <ScenarioPanel />
    </>
  );
}

/** So many turns of the track are shown in the head of the page. */
const TURNS = 5;

/** The turn track, the marker in play, the cup and who would win now, in the head of the page. */
function Status() {
  const m = messages.value;
  // Looking back, the head tells that moment too.
  const now = seen.value;
  const facts = scenario.value;
  if (!now) return null;
  const first = Math.max(0, Math.min(now.turn.number - 3, (facts?.turnTrack.length ?? 0) - TURNS));
  const turns = facts?.turnTrack.slice(first, first + TURNS) ?? [];
  return (
    <div class="status">
      <ol class="turn-track" aria-label={m.turnTrack}>
        {turns.map((turn, i) => {
          const current = first + i + 1 === now.turn.number;
          return (
            <li key={i} class={`${turn.light} ${current ? "turn-pill" : ""}`} aria-current={current ? "step" : undefined}>
              {m.hour(turn.label, turn.hour)}
            </li>
          );
        })}
      </ol>
      <span class="marker">{now.cup.playing ? m.play.marker(now.cup.playing.marker, now.cup.drawn.length) : m.play.turnOf(now.turn.number, now.turn.of)}</span>
      <span>{m.play.inCup(now.cup.markers)}</span>
      {now.score && (
        <button
          type="button"
          class={`verdict ${now.score.winner ?? "nobody"} ${now.score.lines.length > 0 ? "counted" : ""}`}
          title={`${m.play.ifItEnded} ${now.score.verdict}`}
          onClick={() => {
            tab.value = "scenario";
            sheetOpen.value = true;
          }}
        >
          {now.score.lines.length > 0 ? `${now.score.union} : ${now.score.confederate}` : ""} <span class="words">{now.score.verdict}</span>
        </button>
      )}
    </div>
  );
}

/** The layers that only a game has. */
function GameLayers() {
  const m = messages.value.play;
  const on = gameLayers.value;
  return (
    <>
      {(Object.keys(on) as (keyof typeof on)[]).map((name) => (
        <label key={name}>
          <input type="checkbox" checked={on[name]} onChange={() => toggleGameLayer(name)} /> {m.gameLayers[name]}
        </label>
      ))}
      <label>
        {m.pace}{" "}
        <select value={pace.value} onChange={(event) => (pace.value = Number(event.currentTarget.value))}>
          {PACES.map((value, i) => (
            <option key={value} value={value}>
              {m.paces[i]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** What is seen along the line that is asked for. */
function Sighting() {
  const m = messages.value.play;
  const from = sightFrom.value;
  if (!from) return null;
  return (
    <div class="sighting" role="status">
      {sightLine.value ? (
        <>
          <Sight line={sightLine.value} />
          <Profile line={sightLine.value} />
        </>
      ) : (
        m.sightFromHere(from.name)
      )}
    </div>
  );
}

/** While the computer's deeds are shown: pause, or everything at once. */
function Pace() {
  const m = messages.value.play;
  if (behind.value === 0 && !paused.value) return null;
  return (
    <div class="pace" role="group" aria-label={m.pace}>
      <span>{m.computerPlays(behind.value)}</span>
      <button type="button" class="choice" onClick={togglePause}>
        {paused.value ? m.resume : m.pause}
      </button>
      <button type="button" class="choice" onClick={catchUp}>
        {m.skipAll}
      </button>
    </div>
  );
}

/** What the lights on the map mean, only those that are lit. */
function Lit() {
  const m = messages.value.play;
  const lit = overlay.value;
  const kinds = new Set(lit.rings.map((ring) => ring.kind));
  const entries = [
    kinds.has("may-act") && (["may-act", m.litMayAct] as const),
    kinds.has("reacts") && (["reacts", m.litReacts] as const),
    kinds.has("chosen") && (["chosen", m.litChosen] as const),
    lit.tints.length > 0 && (["reach", lit.tints.some((tint) => tint.label !== "") ? m.litReach : m.litChoice] as const),
    (kinds.has("target") || kinds.has("aimed")) && (["target", m.litTarget] as const),
    lit.arrows.length > 0 && (["arrow", m.litArrow] as const),
    lit.tints.some((tint) => tint.risk) && (["risk", m.litRisk] as const),
  ].filter((entry) => entry !== false);
  if (entries.length === 0) return null;
  return (
    <ul class="lit" aria-hidden="true">
      {entries.map(([kind, words]) => (
        <li key={kind}>
          <i class={kind} /> {words}
        </li>
      ))}
    </ul>
  );
}

/** Between two people at one screen: nothing is seen until the other one has sat down. */
function Curtain() {
  const m = messages.value;
  const side = look.value?.curtain;
  if (!side) return null;
  return (
    <div class={`curtain ${side}`} role="dialog" aria-modal="true" aria-label={m.play.handOver(m.sideName[side])}>
      <p>{m.play.handOver(m.sideName[side])}</p>
      <button type="button" class="choice proposed" onClick={ready} autofocus>
        {m.play.ready}
      </button>
    </div>
  );
}
