/** A game on the screen: what is known of it as signals, and what the player does with it. */

import { computed, effect, signal } from "@preact/signals";
import type { HexFacts } from "../api.ts";
import type { Point } from "../map/view.ts";
import { locale } from "../messages/index.ts";
import { NOTHING, type Overlay } from "../map/overlay.ts";
import { announcement, hexNamed, livePieces as livePiecesShown, map, scenario, sheetOpen, tab } from "../state.ts";
import { commandLinks, frontHexes } from "./layers.ts";
import { Refusal, TableClient } from "./client.ts";
import { merged } from "./merge.ts";
import { aimsAt, answerAt, brigadeOf, facingAt, hasDeclared, hexOptions, isMoving, livePieces, mayAct, mayBeTaken, mayFight, nextChosen, nextStop, overlayOf, stacksOf, takenBy, turnedFacing, type Goal } from "./model.ts";
import { percent } from "./cards.ts";
import type { Aim, Die, Fault, Fight, Leg, Look, Option, Reach, Saying, SightLine, Standing, Step, Update, Why, Wish } from "./wire.ts";

export const look = signal<Look | undefined>(undefined);
/** The game to which that look belongs. */
export const lookedAt = signal<number | undefined>(undefined);
export const lineOpen = signal(false);
export const chosen = signal<readonly string[]>([]);
export const reach = signal<Reach | undefined>(undefined);
export const goal = signal<Goal | undefined>(undefined);
export const legs = signal<readonly Leg[]>([]);
export const fault = signal<Fault | undefined>(undefined);
export const whyNot = signal<(Why & { about: string }) | undefined>(undefined);
export const dice = signal<readonly Die[]>([]);
/** A choice that gives something up and waits for the second press. */
export const armed = signal<string | undefined>(undefined);
export const busy = signal(false);
/** A clicked hex with several choices, which the list tells apart. */
export const askedHex = signal<HexFacts | undefined>(undefined);

/** Whom one may fire at or assault now. */
export const aims = signal<readonly Aim[]>([]);
/** The target that is looked at, in which of its ways, and whether it was clicked. */
export const aiming = signal<{ aim: Aim; order: string; pinned: boolean } | undefined>(undefined);
/** Its card. */
export const card = signal<Fight | undefined>(undefined);
/** What has been declared and not been rolled. */
export const coming = signal<readonly Fight[]>([]);

/** An earlier moment of the game that is being looked at, after so many choices. */
export const past = signal<Look | undefined>(undefined);
/** What the map shows: that moment, or now. */
export const seen = computed(() => past.value ?? look.value);

export const gameStacks = computed(() => (seen.value ? stacksOf(seen.value, hexNamed) : []));
/** Layers of a game: who is in command, the hexes before the enemy, the ways he went. */
export const gameLayers = signal({ command: false, threatened: false, trails: true });
export const toggleGameLayer = (name: keyof typeof gameLayers.value): void => {
  gameLayers.value = { ...gameLayers.value, [name]: !gameLayers.value[name] };
};

/** A hex from which lines of sight are asked for, and the last one that was. */
export const sightFrom = signal<HexFacts | undefined>(undefined);
export const sightLine = signal<SightLine | undefined>(undefined);

const always = computed((): Pick<Overlay, "links" | "hatched" | "trails"> => {
  const now = seen.value;
  const { command, threatened, trails: shown } = gameLayers.value;
  const layout = map.value?.layout;
  if (!now || !layout) return { links: [], hatched: [], trails: [] };
  return {
    links: command ? commandLinks(now, hexNamed, layout.radius * Math.sqrt(3)) : [],
    hatched: threatened ? frontHexes(now, now.side === "union" ? "confederate" : "union", map.value?.hexes ?? [], hexNamed, layout.radius) : [],
    trails: shown && !past.value ? [...trails.value.values()].map((way) => ({ hexes: way.flatMap((name) => hexNamed(name) ?? []), side: now.side === "union" ? "confederate" : "union" })) : [],
  };
});

export const overlay = computed((): Overlay => ({ ...(lights.value ?? NOTHING), ...always.value }));
const lights = computed(() =>
  past.value ? undefined : look.value ? overlayOf(
        {
          look: look.value,
          chosen: chosen.value,
          reach: reach.value,
          goal: goal.value,
          legs: legs.value,
          aims: aims.value,
          aiming: aiming.value?.aim,
          coming: coming.value,
          sight: card.value?.sight ?? whyNot.value?.sight ?? sightLine.value,
        },
        hexNamed,
      ) : undefined,
);
export const able = computed(() => mayAct(look.value?.question));

effect(() => {
  const facts = scenario.value;
  livePiecesShown.value = seen.value && facts ? livePieces(seen.value, facts.pieces) : undefined;
});

let client: TableClient | undefined;

export function openGame(id: number): () => void {
  const mine = new TableClient(id, locale.peek(), {
    look: (now) => {
      lookedAt.value = id;
      take(now);
    },
    update: (update) => follow(update),
    line: (open) => (lineOpen.value = open),
  });
  client = mine;
  return () => {
    mine.close();
    if (client === mine) client = undefined;
    lookedAt.value = undefined;
    look.value = past.value = reach.value = goal.value = fault.value = whyNot.value = undefined;
    chosen.value = [];
    wanted = stop = undefined;
    legs.value = [];
    dice.value = [];
    aims.value = coming.value = [];
    aiming.value = card.value = undefined;
    sightFrom.value = sightLine.value = undefined;
    trails.value = new Map();
    forget();
  };
}

// ---- what others do is shown as it happens

/** How long each deed of the computer stays on the table before the next, in thousandths of a second. */
export const PACES = [0, 300, 700, 1500] as const;
export const pace = signal<number>(300);
export const paused = signal(false);
/** Deeds of the computer that have not been shown yet. */
export const behind = signal(0);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const queue: Update[] = [];
let clock: ReturnType<typeof setTimeout> | undefined;

const isShown = (update: Update): boolean => pace.peek() > 0 && !still.matches && !document.hidden && update.steps.some((step) => step.by === "computer");

function play(): void {
  clearTimeout(clock);
  clock = undefined;
  if (paused.peek()) return;
  const next = queue.shift();
  behind.value = queue.length;
  if (!next) return;
  apply(next);
  const slow = next.steps.some((step) => step.events.some((event) => event.die !== undefined));
  if (queue.length > 0) clock = setTimeout(play, pace.peek() * (slow ? 2 : 1));
}

/** Shows everything that is left at once. */
export function catchUp(): void {
  clearTimeout(clock);
  clock = undefined;
  paused.value = false;
  while (queue.length > 0) {
    const next = queue.shift();
    if (next) apply(next);
  }
  behind.value = 0;
}

export function togglePause(): void {
  paused.value = !paused.peek();
  if (!paused.peek()) play();
}

function forget(): void {
  clearTimeout(clock);
  clock = undefined;
  queue.length = 0;
  behind.value = 0;
  paused.value = false;
}

/** The ways of the other side since this one last decided something. */
export const trails = signal<ReadonlyMap<string, readonly string[]>>(new Map());

function leaveTrails(steps: readonly Step[], side: Look["side"]): void {
  if (steps.some((step) => step.side === side && step.by === "person")) trails.value = new Map();
  const found = new Map(trails.peek());
  for (const step of steps) {
    if (step.side === side) continue;
    for (const { kind, piece, from, to } of step.events) {
      if (kind !== "moved" || piece === undefined || from === undefined || to === undefined) continue;
      const way = found.get(piece);
      found.set(piece, way && way.at(-1) === from ? [...way, to] : [from, to]);
    }
  }
  if (found.size > 0) trails.value = found;
}

function take(now: Look): void {
  forget();
  if (look.peek()?.side !== now.side) trails.value = new Map();
  leaveTrails(now.since ?? [], now.side);
  look.value = now;
  showDice(now.since ?? []);
  settle();
}

/** The dice that have just fallen stay until something else is done. */
function showDice(steps: readonly Step[]): void {
  const fallen = steps.flatMap((step) => step.events.flatMap((event) => event.die ?? []));
  if (fallen.length > 0 || steps.length > 0) dice.value = fallen;
}

function follow(update: Update): void {
  if (queue.length === 0 && clock === undefined && !isShown(update)) {
    apply(update);
    return;
  }
  queue.push(update);
  behind.value = queue.length;
  if (clock === undefined && !paused.peek()) clock = setTimeout(play, 0);
}

function apply(update: Update): void {
  const now = merged(look.peek(), update);
  if (!now) {
    void say({ say: "look" });
    return;
  }
  leaveTrails(update.steps, now.side);
  look.value = now;
  showDice(update.steps);
  settle();
  const last = update.steps.at(-1)?.events.at(-1)?.text;
  announcement.value = [last, now.question?.text ?? now.waiting?.text].filter(Boolean).join(". ");
}

/** The regiment whose click took its brigade: it is chosen as soon as it may act. */
let wanted: string | undefined;
/** Where N and P are among those who cannot be chosen yet. */
let stop: string | undefined;

/** After every change: whoever is chosen may have nothing left to do. */
function settle(): void {
  const now = look.peek();
  goal.value = undefined;
  legs.value = [];
  armed.value = undefined;
  whyNot.value = undefined;
  askedHex.value = undefined;
  if (!now) return;
  const meant = wanted !== undefined && mayAct(now.question).has(wanted) ? wanted : undefined;
  if (meant !== undefined || now.question?.key === "act") wanted = undefined;
  choose(nextChosen(now, meant === undefined ? chosen.peek() : [meant]));
  const key = now.question?.key;
  if (!hasDeclared(key)) {
    coming.value = [];
    return;
  }
  void say({ say: "odds" }).then((answer) => {
    if (answer && "odds" in answer && look.peek()?.state === now.state) coming.value = answer.odds;
  });
}

async function say(saying: Saying): Promise<Answered> {
  if (!client) return undefined;
  try {
    const answer = await client.say(saying, look.peek()?.state);
    fault.value = undefined;
    return answer;
  } catch (error) {
    fault.value = error instanceof Refusal ? error.fault : { word: "line", reason: error instanceof Error ? error.message : String(error) };
    announcement.value = fault.value.reason;
    if (fault.value.word === "stale") void client?.say({ say: "look" });
    return undefined;
  }
}
type Answered = Awaited<ReturnType<TableClient["say"]>> | undefined;

async function act(saying: Saying): Promise<void> {
  if (busy.peek()) return;
  busy.value = true;
  await say(saying);
  busy.value = false;
}

// ---- what the player does

/** Takes a choice; one that gives something up wants a second press. */
export function pickOption(option: Option): void {
  if (option.givesUp?.length && armed.peek() !== option.order) {
    armed.value = option.order;
    return;
  }
  void act({ say: "choose", order: option.order });
}

export const wish = (what: Wish): void => void act({ say: "wish", wish: what });
export const undo = (): void => void act({ say: "undo" });
export const ready = (): void => void act({ say: "ready" });
export const goOn = (): void => void act({ say: "goOn" });
export const dropWish = (): void => void act({ say: "drop" });

// ---- earlier moments

let wantedMoment = 0;
/** Shows the game as it stood after so many choices; the present one ends the looking back. */
export function replay(at: number): void {
  const now = look.peek();
  if (!now) return;
  const mine = (wantedMoment += 1);
  if (at >= now.choices) {
    past.value = undefined;
    return;
  }
  // The answer is a look, but not at the present: it must not replace it.
  client?.ask({ say: "replay", at: Math.max(0, at) }).then(
    (answer) => {
      if (mine === wantedMoment && "look" in answer) past.value = answer.look;
    },
    (error: unknown) => (fault.value = { word: "replay", reason: error instanceof Error ? error.message : String(error) }),
  );
}

export const replayStep = (by: 1 | -1): void => {
  const now = look.peek();
  if (now) replay((past.peek()?.choices ?? now.choices) + by);
};

/** Fetches older paragraphs of the story. */
export async function earlier(): Promise<void> {
  const first = look.peek()?.story[0];
  if (!client || first === undefined || first.number === 0) return;
  const answer = await client.ask({ say: "story", before: first.number, count: 100 }).catch(() => undefined);
  const now = look.peek();
  if (!answer || !("story" in answer) || !now) return;
  const known = new Set(now.story.map((one) => one.number));
  look.value = { ...now, story: [...answer.story.filter((one) => !known.has(one.number)), ...now.story] };
}

// ---- standing answers

export const setStanding = (key: string, who: Standing["who"], answer: Standing["answer"]): void => void act({ say: "standing", set: { key, who, answer } });
export const clearStanding = (id: number): void => void act({ say: "standing", clear: id });

export function choose(names: readonly string[]): void {
  chosen.value = names;
  goal.value = undefined;
  legs.value = [];
  reach.value = undefined;
  askedHex.value = undefined;
  whyNot.value = undefined;
  stopAiming();
  const first = names[0];
  const question = look.peek()?.question;
  if (!mayFight(question)) aims.value = [];
  else {
    const state = look.peek()?.state;
    void say({ say: "targets", ...(first === undefined ? {} : { piece: first }) }).then((answer) => {
      if (answer && "targets" in answer && chosen.peek()[0] === first && look.peek()?.state === state) aims.value = answer.targets.aims;
    });
  }
  const stands = look.peek()?.pieces.some((piece) => piece.name === first && piece.presence === "on-map");
  if (first === undefined || !stands || !isMoving(question)) return;
  void say({ say: "reach", piece: first }).then((answer) => {
    if (answer && "reach" in answer && chosen.peek()[0] === first) reach.value = answer.reach;
  });
}

export const chooseBrigade = (name: string): void => {
  const now = look.peek();
  if (now) choose(brigadeOf(now, name));
};

const placeAt = (hex: HexFacts) => reach.peek()?.places.find((place) => hexNamed(place.hex) === hex);

/** Shows the way to a hex, with the facing the pointer asks for. Only the last question matters. */
let asked = 0;
export function preview(hex: HexFacts, facing: string | undefined): void {
  const before = goal.peek();
  if (before?.hex === hex && before.facing === facing) return;
  goal.value = { hex, facing };
  const mine = (asked += 1);
  const pieces = [...chosen.peek()];
  void say({ say: "way", pieces, hex: hex.name, ...(facing === undefined ? {} : { facing }) }).then((answer) => {
    if (mine === asked && answer && "way" in answer) legs.value = answer.way.pieces;
  });
}

/** Forgets the way that is shown, and the question for it that is under way. */
export function dropGoal(): void {
  asked += 1;
  goal.value = undefined;
  legs.value = [];
}

/** What Enter does when it does not take the proposal: only that bears its sign. */
export const enterIs = computed((): "strike" | "go" | undefined => (aiming.value ? "strike" : goal.value ? "go" : undefined));

// ---- aiming

export function stopAiming(): void {
  aiming.value = card.value = undefined;
}

/** Shows the card of a target, in one of its ways. */
export function aimAt(aim: Aim, order: string = aim.order, pinned = true): void {
  const before = aiming.peek();
  aiming.value = { aim, order, pinned };
  dropGoal();
  if (before?.order === order && card.peek()) return;
  card.value = undefined;
  void say({ say: "odds", order }).then((answer) => {
    if (!answer || !("odds" in answer) || aiming.peek()?.order !== order) return;
    card.value = answer.odds[0];
    const shown = card.peek();
    if (shown && aiming.peek()?.pinned) announcement.value = [shown.title, ...shown.chances.map((one) => `${one.text}: ${percent(one.permille)}`)].join(". ");
  });
}

/** The next target of those there are; of this kind only, if there are such. */
export function nextAim(kind: Aim["kind"]): HexFacts | undefined {
  const all = aims.peek().filter((aim) => aim.kind === kind);
  const at = all.findIndex((aim) => aim.order === aiming.peek()?.aim.order);
  const next = all[(at + 1) % all.length];
  if (!next) return undefined;
  aimAt(next);
  return hexNamed(next.hex);
}

/** Fires at, or assaults, the target whose card is shown. */
export function strike(): boolean {
  const now = aiming.peek();
  const option = now && look.peek()?.question?.choices.find((one) => one.order === now.order);
  if (!option) return false;
  pickOption(option);
  return true;
}

/** Begins or ends to ask for lines of sight from where somebody stands. */
export function toggleSight(hex: HexFacts | undefined): void {
  sightFrom.value = sightFrom.peek() ? undefined : hex;
  sightLine.value = undefined;
}

let sightAsked = 0;
function lookAlong(hex: HexFacts): void {
  const from = sightFrom.peek();
  if (!from || from === hex || sightLine.peek()?.to === hex.name) return;
  const mine = (sightAsked += 1);
  void say({ say: "sight", from: from.name, to: hex.name }).then((answer) => {
    if (mine !== sightAsked || !answer || !("sight" in answer)) return;
    sightLine.value = answer.sight;
    announcement.value = `${answer.sight.range}: ${answer.sight.text}`;
  });
}

export function pointAt(hex: HexFacts, from: Point): void {
  if (sightFrom.peek()) {
    lookAlong(hex);
    return;
  }
  if (aiming.peek()?.pinned) return;
  const [aim] = aimsAt(aims.peek(), hex, chosen.peek(), hexNamed);
  if (aim) {
    if (aiming.peek()?.aim !== aim) aimAt(aim, aim.order, false);
    return;
  }
  if (aiming.peek()) stopAiming();
  const place = placeAt(hex);
  if (place) preview(hex, facingAt(place, from));
  else if (goal.peek()) dropGoal();
}

export function turnGoal(step: 1 | -1): boolean {
  const to = goal.peek();
  const place = to && placeAt(to.hex);
  if (!to || !place) return false;
  preview(to.hex, turnedFacing(place, to.facing, step));
  return true;
}

export function go(): boolean {
  const to = goal.peek();
  if (!to || chosen.peek().length === 0) return false;
  wish({ go: { pieces: [...chosen.peek()], hex: to.hex.name, ...(to.facing === undefined ? {} : { facing: to.facing }) } });
  return true;
}

/** Why the chosen piece cannot go there. */
export function askWhy(hex: HexFacts): void {
  const piece = chosen.peek()[0];
  if (piece === undefined) return;
  void say({ say: "why", piece, hex: hex.name }).then((answer) => {
    if (answer && "why" in answer) {
      whyNot.value = { ...answer.why, about: `${piece} → ${hex.name}` };
      tab.value = "now";
      announcement.value = answer.why.reason ?? "";
    }
  });
}

/** Takes the one choice that a hex means, or lists those of it. */
function answerHex(answer: NonNullable<ReturnType<typeof answerAt>>, hex: HexFacts): void {
  if ("take" in answer) {
    pickOption(answer.take);
    return;
  }
  askedHex.value = hex;
  tab.value = "now";
  sheetOpen.value = true;
}

/** Chooses somebody from the list; of the hex that was clicked it takes the only choice he has. */
export function chooseRow(who: string): void {
  const hex = askedHex.peek();
  choose([who]);
  const now = look.peek();
  if (!hex || !now) return;
  const own = hexOptions(now, [who]).filter((option) => hexNamed(option.hex) === hex);
  if (own.length === 1 && own[0]) pickOption(own[0]);
  else if (own.length > 0) askedHex.value = hex;
}

/**
 * A click on the map. True if it meant something in the game; else the page only shows the hex.
 * `sure`: the way has been shown already, so a click goes (a mouse points before it clicks, a finger taps twice).
 */
export function clickHex(hex: HexFacts, from: Point, sure: boolean): boolean {
  const now = look.peek();
  const question = now?.question;
  if (!now || !question || past.peek()) return false;
  const targets = aimsAt(aims.peek(), hex, chosen.peek(), hexNamed);
  const pinned = aiming.peek()?.pinned ? aiming.peek()?.aim : undefined;
  if (targets[0]) {
    if (pinned && targets.includes(pinned)) strike();
    else aimAt(targets[0]);
    return true;
  }
  const place = chosen.peek().length > 0 ? placeAt(hex) : undefined;
  if (place) {
    const facing = facingAt(place, from);
    const shown = goal.peek()?.hex === hex && goal.peek()?.facing === facing;
    if (!shown) preview(hex, facing);
    if (shown || sure) go();
    return true;
  }
  const turn = turnAt(hex, from);
  if (turn) {
    pickOption(turn);
    return true;
  }
  const answer = answerAt(now, chosen.peek(), hex, from, hexNamed);
  // Whoever is chosen and may come there comes, whoever else stands there.
  const walks = isMoving(question) && now.pieces.some((piece) => piece.name === chosen.peek()[0] && piece.presence === "on-map");
  if (answer && chosen.peek().length > 0 && !walks) {
    answerHex(answer, hex);
    return true;
  }
  const here = now.pieces.filter((piece) => piece.side === now.side && hexNamed(piece.hex) === hex && piece.presence === "on-map");
  const free = here.filter((piece) => able.peek().has(piece.name)).sort((a, b) => Number(a.kind === "leader") - Number(b.kind === "leader") || (a.order ?? 0) - (b.order ?? 0));
  if (free.length > 0) {
    const at = free.findIndex((piece) => piece.name === chosen.peek()[0]);
    const next = free[(at + 1) % free.length];
    if (next) choose([next.name]);
    return true;
  }
  if (answer) {
    answerHex(answer, hex);
    return true;
  }
  const takeable = takenBy(now, here, stop);
  if (takeable) {
    wanted = takeable.name;
    wish({ take: { piece: takeable.name } });
    return true;
  }
  if (chosen.peek().length > 0 && here.length === 0) askWhy(hex);
  return false;
}

/** A click beside the counter of the chosen unit turns it that way. */
function turnAt(hex: HexFacts, from: Point): Option | undefined {
  const now = look.peek();
  const name = chosen.peek()[0];
  const piece = now?.pieces.find((one) => one.name === name);
  if (chosen.peek().length !== 1 || !piece || hexNamed(piece.hex) !== hex || Math.hypot(from.x, from.y) < 0.66) return undefined;
  const turns = now?.question?.choices.filter((option) => option.kind === "face" && option.unit === name && option.facing !== undefined) ?? [];
  const facing = facingAt({ hex: hex.name, cost: "", facings: turns.map((option) => ({ facing: option.facing ?? "", cost: "" })) }, from);
  return turns.find((option) => option.facing === facing);
}

/** Who comes next or before among those who may act, as they stand on the map from west to east. */
export function step(direction: 1 | -1): HexFacts | undefined {
  const now = look.peek();
  if (!now) return undefined;
  const names = able.peek().size > 0 ? able.peek() : mayBeTaken(now);
  const stops = now.pieces
    .filter((piece) => names.has(piece.name) && piece.presence === "on-map")
    .flatMap((piece) => {
      const hex = hexNamed(piece.hex);
      return hex ? [{ name: piece.name, hex }] : [];
    })
    .sort((a, b) => a.hex.x - b.hex.x || a.hex.y - b.hex.y);
  const next = nextStop(stops, chosen.peek()[0] ?? stop, direction);
  if (!next) return undefined;
  stop = next.name;
  if (able.peek().has(next.name)) choose([next.name]);
  return next.hex;
}
