/** What the screen of a game shows, worked out from what the table says. Pure: facts in, view models out. */

import type { HexFacts, Piece, Side, Value } from "../api.ts";
import { lookWord, type LookState } from "../map/look.ts";
import { NOTHING, type Overlay } from "../map/overlay.ts";
import { aim, type Counter, type Stack } from "../map/stack.ts";
import type { Point } from "../map/view.ts";
import { percent } from "./cards.ts";
import type { Aim, Body, Fight, GamePiece, Leg, Look, Option, Place, Question, Reach, SightLine } from "./wire.ts";

export type HexNamed = (name: string | undefined) => HexFacts | undefined;

// ---- counters

/** What a piece of the scenario is like now, for the panel; pieces that cannot be seen stand nowhere. */
export const livePieces = (look: Look, printed: readonly Piece[]): Piece[] => {
  const byKey = new Map(look.pieces.map((piece) => [piece.key, piece]));
  const bodies = new Map(look.bodies.map((body) => [body.name, body]));
  return printed.map((piece): Piece => {
    const { hex: _, look: __, place: ___, arrives: ____, ...rest } = piece;
    const now = byKey.get(piece.key);
    if (!now) return piece.hex === undefined ? piece : rest;
    const states = [
      ...(now.state !== undefined && now.state !== "good-order" ? [now.state] : []),
      ...(now.inCommand ? [] : ["out-of-command"]),
      ...(now.ammunition === "low" ? ["low-ammunition"] : now.ammunition === "out" ? ["no-ammunition"] : []),
      ...(now.refused === undefined ? [] : [`refused-${now.refused}`]),
      ...((now.hexes?.length ?? 0) > 1 ? ["extended"] : []),
      ...(now.presence === "on-map" || now.presence === "due" ? [] : [now.presence]),
    ];
    const told = new Map<Value["key"], string | undefined>([
      ["strength", now.sp?.toString()],
      ["facing", now.facing],
      ["orders", now.orders],
    ]);
    const values = piece.values.flatMap((value): Value[] => {
      if (!told.has(value.key)) return [value];
      const text = told.get(value.key);
      told.delete(value.key);
      return text === undefined ? [] : text === value.text ? [value] : [{ key: value.key, text, source: "text" }];
    });
    for (const [key, text] of told) if (text !== undefined && piece.kind !== "leader") values.push({ key, text, source: "text" });
    const on = now.presence === "on-map" && now.hex !== undefined;
    return {
      ...rest,
      ...(on && now.hex !== undefined ? { hex: now.hex } : {}),
      ...(on ? { look: lookWord(now.key, lookState(now, now.body === undefined ? undefined : bodies.get(now.body), true)) } : {}),
      ...(now.presence === "due" && piece.arrives ? { arrives: piece.arrives } : {}),
      states,
      values,
    };
  });
};

const FATIGUE = /(\d)/;

export const lookState = (piece: GamePiece, body: Body | undefined, mayAct: boolean): LookState => ({
  // A strength as printed is left to the counter, which knows whether it is an estimate.
  strength: piece.sp !== undefined && piece.sp !== piece.full ? piece.sp : undefined,
  order: piece.state,
  facing: piece.facing,
  refused: piece.refused,
  orders: piece.kind === "leader" ? undefined : body?.reserve ? "reserve" : piece.orders,
  ammunition: piece.ammunition === "low" || piece.ammunition === "out" ? piece.ammunition : undefined,
  fatigue: Number(FATIGUE.exec(piece.fatigue ?? "")?.[1] ?? 0),
  inCommand: piece.inCommand,
  activity: !mayAct && piece.moveOver ? "done" : undefined,
  replaced: piece.replaced,
});

/** The counters of a game as the map draws them, the lowest of each hex first. */
export const stacksOf = (look: Look, hexNamed: HexNamed): Stack[] => {
  const bodies = new Map(look.bodies.map((body) => [body.name, body]));
  const able = mayAct(look.question);
  const byHex = new Map<HexFacts, GamePiece[]>();
  for (const piece of look.pieces) {
    const hex = piece.presence === "on-map" ? hexNamed(piece.hex) : undefined;
    if (!hex) continue;
    const here = byHex.get(hex);
    if (here) here.push(piece);
    else byHex.set(hex, [piece]);
  }
  return [...byHex].map(([hex, pieces]) => {
    const lowestFirst = [...pieces].sort((a, b) => Number(a.kind === "leader") - Number(b.kind === "leader") || (b.order ?? 0) - (a.order ?? 0));
    const counters = lowestFirst.map((piece): Counter => {
      const body = piece.body === undefined ? undefined : bodies.get(piece.body);
      const reached = (piece.hexes ?? []).filter((name) => name !== piece.hex);
      return {
        key: piece.key,
        name: piece.name,
        side: piece.side,
        leader: piece.kind === "leader",
        look: lookWord(piece.key, lookState(piece, body, able.has(piece.name))),
        strength: piece.sp,
        brigade: body?.leader ?? body?.name,
        extension: reached.length === 0 ? undefined : { kind: piece.formation ?? "line", hexes: reached.flatMap((name) => hexNamed(name) ?? []) },
      };
    });
    return { hex, counters };
  });
};

// ---- who may do something

/** Everybody the question gives a choice. */
export const mayAct = (question: Question | undefined): Set<string> => {
  const names = new Set<string>([...(question?.about.units ?? []), ...(question?.about.leaders ?? [])]);
  for (const option of question?.choices ?? []) {
    if (option.unit !== undefined) names.add(option.unit);
    if (option.leader !== undefined) names.add(option.leader);
  }
  return names;
};

/** Units whose brigade could be next: clicking one answers what lies before its move. */
export const mayBeTaken = (look: Look): Set<string> => {
  const bodies = new Set<string>();
  for (const group of look.question?.groups ?? []) if (group.body !== undefined) bodies.add(group.body);
  if (look.question?.about.body !== undefined) bodies.add(look.question.about.body);
  return new Set(look.bodies.filter((body) => body.side === look.side && bodies.has(body.name)).flatMap((body) => body.units));
};

/** Whose brigade a click on these takes: that of the one N or P has come to, else of the first. */
export const takenBy = (look: Look, here: readonly GamePiece[], stop: string | undefined): GamePiece | undefined => {
  const may = here.filter((piece) => mayBeTaken(look).has(piece.name));
  const top = [...may].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return may.find((piece) => piece.name === stop) ?? top[0];
};

/** The next or previous stop after the one with this name; the first, or the last, if there is none. */
export const nextStop = <T extends { name: string }>(stops: readonly T[], name: string | undefined, direction: 1 | -1): T | undefined => {
  const at = stops.findIndex((stop) => stop.name === name);
  if (at < 0) return stops.at(direction === 1 ? 0 : -1);
  return stops[(at + direction + stops.length) % stops.length];
};

/** Questions at which pieces move over the map by a wish. */
export const isMoving = (question: Question | undefined): boolean => question?.choices.some((option) => option.kind === "move" || option.kind === "ride") ?? false;

// ---- the goal of a move

/** The facing the pointer asks for: its sixth of the hex, or the cheapest one in the middle. */
export const facingAt = (place: Place, from: Point): string | undefined => {
  const { facings } = place;
  if (!facings || facings.length === 0) return undefined;
  if (Math.hypot(from.x, from.y) < 0.32) return facings[0]?.facing;
  const toward = (facing: string) => {
    const way = aim(facing);
    return way.x * from.x + way.y * from.y;
  };
  return [...facings].sort((a, b) => toward(b.facing) - toward(a.facing))[0]?.facing;
};

/** The next facing clockwise (or the other way) among those offered. */
export const turnedFacing = (place: Place, facing: string | undefined, step: 1 | -1): string | undefined => {
  const around = (one: string) => {
    const way = aim(one);
    return (Math.atan2(way.y, way.x) + 2 * Math.PI) % (2 * Math.PI);
  };
  const order = [...(place.facings ?? [])].map((one) => one.facing).sort((a, b) => around(a) - around(b));
  if (order.length === 0) return undefined;
  const at = facing === undefined ? -1 : order.indexOf(facing);
  return order[(at + step + order.length) % order.length];
};

/** MP as people write them ("2½") as a number. */
export const mp = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const half = text.endsWith("½");
  return Number(half ? text.slice(0, -1) || "0" : text) + (half ? 0.5 : 0);
};

export interface Goal {
  hex: HexFacts;
  facing?: string | undefined;
}

// ---- what is lit

export interface Lit {
  look: Look;
  chosen: readonly string[];
  reach?: Reach | undefined;
  goal?: Goal | undefined;
  legs: readonly Leg[];
  aims?: readonly Aim[];
  /** The target whose card is shown. */
  aiming?: Aim | undefined;
  /** What has been declared and not been rolled. */
  coming?: readonly Fight[];
  sight?: SightLine | undefined;
}

/** Arrows of what is declared, one for each pair of hexes. */
const arrowsOf = (fights: readonly Fight[], hexNamed: HexNamed): Overlay["arrows"] =>
  fights.flatMap((fight) =>
    fight.from.flatMap((from) =>
      fight.to.flatMap((to) => {
        const [a, b] = [hexNamed(from), hexNamed(to)];
        return a && b ? [{ from: a, to: b, kind: fight.kind, side: fight.side }] : [];
      }),
    ),
  );

export const overlayOf = ({ look, chosen, reach, goal, legs, aims = [], aiming, coming = [], sight }: Lit, hexNamed: HexNamed): Overlay => {
  const { question } = look;
  const arrows = arrowsOf(coming, hexNamed);
  const ends = sight && { from: hexNamed(sight.from), to: hexNamed(sight.to), blocked: hexNamed(sight.blocked) };
  const line = ends?.from && ends.to ? { from: ends.from, to: ends.to, blocked: ends.blocked } : undefined;
  if (!question) return { ...NOTHING, arrows, sight: line };
  const at = new Map(look.pieces.map((piece) => [piece.name, piece]));
  const hexOf = (name: string) => hexNamed(at.get(name)?.hex);
  const rings: { hex: HexFacts; kind: Overlay["rings"][number]["kind"] }[] = [];
  const able = mayAct(question);
  const others = able.size > 0 ? able : mayBeTaken(look);
  const seen = new Set<HexFacts>();
  const ring = (hex: HexFacts | undefined, kind: Overlay["rings"][number]["kind"]) => {
    if (!hex || seen.has(hex)) return;
    seen.add(hex);
    rings.push({ hex, kind });
  };
  for (const name of chosen) ring(hexOf(name), "chosen");
  if (aiming) ring(hexNamed(aiming.hex), "aimed");
  for (const aim of aims) ring(hexNamed(aim.hex), "target");
  if (goal) ring(goal.hex, "goal");
  for (const name of others) ring(hexOf(name), question.key === "react" ? "reacts" : "may-act");
  const taken = new Set(look.pieces.flatMap((piece) => (piece.presence === "on-map" ? (hexNamed(piece.hex) ?? []) : [])));
  const most = Math.max(1, ...(reach?.places ?? []).map((place) => mp(place.cost)));
  const tints = (reach?.places ?? []).flatMap((place) => {
    const hex = hexNamed(place.hex);
    return hex ? [{ hex, share: mp(place.cost) / most, label: place.cost, risk: place.risk, occupied: taken.has(hex) }] : [];
  });
  // Hexes that a question asks for without a unit that walks there; where units move, only those that come on.
  if (tints.length === 0) {
    const moving = isMoving(question);
    const byStep = reach?.refusal !== undefined;
    for (const option of hexOptions(look, chosen, byStep)) {
      if (moving && !byStep && at.get(ownerOf(option) ?? "")?.presence === "on-map") continue;
      const hex = hexNamed(option.hex);
      if (hex && !tints.some((tint) => tint.hex === hex)) tints.push({ hex, share: 0.5, label: "", risk: undefined, occupied: true });
    }
  }
  const place = goal && reach?.places.find((one) => hexNamed(one.hex) === goal.hex);
  return {
    ...NOTHING,
    tints,
    rings,
    arrows: aiming?.kind === "assault" ? [...arrows, ...aimArrow(aiming, look.side, hexNamed)] : arrows,
    sight: line,
    done: look.pieces.flatMap((piece) => (piece.side === look.side && piece.moveOver && piece.presence === "on-map" ? (hexNamed(piece.hex) ?? []) : [])),
    ways: legs.map((leg) => ({ hexes: leg.hexes.flatMap((name) => hexNamed(name) ?? []) })),
    ghosts: legs.flatMap((leg) => {
      const piece = at.get(leg.piece);
      const hex = hexNamed(leg.hex);
      return piece && hex && leg.hexes.length > 1 ? [{ hex, look: lookWord(piece.key, { ...lookState(piece, undefined, true), facing: leg.facing }) }] : [];
    }),
    badges: [...targetBadges(aims, hexNamed), ...legs.flatMap((leg): Overlay["badges"][number][] => {
      const hex = hexNamed(leg.hex);
      if (!hex || leg.cost === undefined) return [];
      const risk = leg.risks?.length ? ` · ${Math.max(...leg.risks.map((one) => one.chance))} %` : "";
      return [{ hex, text: `${leg.cost}/${leg.allowance ?? "?"} MP${risk}`, tone: leg.risks?.length ? "warning" : "dark" }];
    })],
    dial:
      goal && place?.facings && place.facings.length > 1
        ? { hex: goal.hex, facings: place.facings.map((one) => ({ facing: one.facing, label: one.cost, chosen: one.facing === goal.facing })) }
        : undefined,
  };
};

const aimArrow = (aim: Aim, side: Side, hexNamed: HexNamed): Overlay["arrows"] => {
  const [from, to] = [hexNamed(aim.from), hexNamed(aim.hex)];
  return from && to ? [{ from, to, kind: aim.kind, side, proposed: true }] : [];
};

/** Every target bears its chance, the best where several may strike it. */
const targetBadges = (aims: readonly Aim[], hexNamed: HexNamed): Overlay["badges"][number][] => {
  const best = new Map<HexFacts, Aim>();
  for (const aim of aims) {
    const hex = hexNamed(aim.hex);
    const known = hex && best.get(hex);
    if (hex && (!known || (aim.permille ?? 0) > (known.permille ?? 0))) best.set(hex, aim);
  }
  return [...best].flatMap(([hex, aim]) =>
    aim.permille === undefined ? [] : [{ hex, text: `${aim.kind === "assault" ? "⚔ " : ""}${percent(aim.permille)}${aim.must ? " !" : ""}`, tone: "target" }],
  );
};

// ---- fire and assault

/** Choices that are made on a target, with its card. */
export const isFight = (option: Option): boolean => option.kind === "fire" || option.kind === "assault";
export const mayFight = (question: Question | undefined): boolean => question?.choices.some(isFight) ?? false;

/** What one may aim at in a hex; that of the chosen unit first, then the likeliest. */
export const aimsAt = (aims: readonly Aim[], hex: HexFacts, chosen: readonly string[], hexNamed: HexNamed): Aim[] =>
  aims
    .filter((aim) => hexNamed(aim.hex) === hex)
    .sort((a, b) => Number(chosen.includes(b.unit)) - Number(chosen.includes(a.unit)) || (b.permille ?? 0) - (a.permille ?? 0));

/** Questions at which there is something to see that has been declared already. */
const DECLARED = new Set(["more-fire", "answer-fire", "assault", "retreat-before-assault", "countercharge", "who-checks", "next-assault", "steady", "envelop"]);
export const hasDeclared = (key: string | undefined): boolean => key !== undefined && DECLARED.has(key);

// ---- the choices as a list

/** The choices about the chosen pieces, or about nobody if none is chosen. */
export const optionsOf = (question: Question, chosen: readonly string[]): Option[] => {
  const who = (option: Option) => option.unit ?? option.leader;
  return question.choices.filter((option) => {
    const name = who(option);
    return chosen.length === 0 ? true : name === undefined || chosen.includes(name);
  });
};

/** Whose choice it is. */
const ownerOf = (option: Option): string | undefined => option.unit ?? option.leader;
const standing = (look: Look): Set<string> => new Set(look.pieces.flatMap((piece) => (piece.presence === "on-map" ? [piece.name] : [])));

/** Whether a choice is made by a wish to go: a step of somebody who stands on the map. Whoever is still to come has no reach. */
const isStep = (option: Option, here: ReadonlySet<string>): boolean => (option.kind === "move" || option.kind === "ride") && here.has(ownerOf(option) ?? "");

/** The choices that lead to hexes without a walk: arrivals, retreats, reactions, places of the set-up; `steps`: single steps as well. */
export const hexOptions = (look: Look, chosen: readonly string[], steps = false): Option[] => {
  const { question } = look;
  if (!question) return [];
  const here = standing(look);
  return optionsOf(question, chosen).filter((option) => option.hex !== undefined && !isFight(option) && (steps || !isStep(option, here)));
};

/** What a row of the list does: it takes a choice, or chooses somebody who has several. */
export type Row = { key?: string; proposed: boolean } & ({ option: Option; who?: undefined } | { option?: undefined; who: string; options: Option[] });

/** So many choices of one unit are listed at once; more are reached by choosing it. */
const FEW = 12;

/** Those of nobody as they are, and a row for everybody who has choices. */
const byOwner = (options: readonly Option[]): (Option | { who: string; options: Option[] })[] => {
  const rows: (Option | { who: string; options: Option[] })[] = [];
  const known = new Map<string, Option[]>();
  for (const option of options) {
    const who = ownerOf(option);
    if (who === undefined) {
      rows.push(option);
      continue;
    }
    const own = known.get(who);
    if (own) {
      own.push(option);
      continue;
    }
    const first = [option];
    known.set(who, first);
    rows.push({ who, options: first });
  }
  return rows;
};

/**
 * What is listed beside the map. Steps are made on the map; whoever has several choices that lead to hexes, or is still to come, is a row
 * that can be chosen. `at`: only the choices of this hex, which a click could not tell apart.
 */
export const rowsOf = (look: Look, chosen: readonly string[], at?: string, most = 40): Row[] => {
  const { question } = look;
  if (!question) return [];
  const here = standing(look);
  // Fires and assaults have a list of their own, by target.
  const all = optionsOf(question, chosen).filter((option) => !isFight(option) && (at !== undefined || !isStep(option, here)));
  const rows = at === undefined ? listed(question, all, chosen, here) : atHex(all, at);
  return rows.slice(0, most).map((row, i) => ({
    ...("who" in row ? { who: row.who, options: row.options } : { option: row }),
    proposed: !("who" in row) && row.order === question.proposal,
    ...(i < 9 ? { key: String(i + 1) } : {}),
  }));
};

const atHex = (all: readonly Option[], at: string) => {
  const own = all.filter((option) => option.hex === at);
  return new Set(own.map(ownerOf)).size > 1 ? byOwner(own) : own;
};

const listed = (question: Question, all: readonly Option[], chosen: readonly string[], here: ReadonlySet<string>) => {
  if (chosen.length > 0) return all;
  const hexed = all.filter((option) => option.hex !== undefined && ownerOf(option) !== undefined);
  const owners = new Set(hexed.map(ownerOf));
  const moving = isMoving(question);
  if (owners.size === 1 && hexed.length <= FEW && !moving) return all;
  // Where units move, those on the map are chosen there.
  return byOwner(hexed.filter((option) => !moving || !here.has(ownerOf(option) ?? ""))).concat(all.filter((option) => !hexed.includes(option)));
};

/** What a click on a hex means among the choices that lead there: one of them, or a question of whose and which. */
export const answerAt = (look: Look, chosen: readonly string[], hex: HexFacts, from: Point, hexNamed: HexNamed): { take: Option } | { ask: Option[] } | undefined => {
  // Where somebody goes step by step (a charge, a stack that moves together) there is no reach, and a click is a step.
  const offered = hexOptions(look, chosen, chosen.length > 0).filter((option) => hexNamed(option.hex) === hex);
  const first = offered[0];
  if (!first) return undefined;
  const take = offered.length === 1 ? first : facedOption(look, offered, hex, from);
  return take ? { take } : { ask: offered };
};

/** Of choices of one unit that differ by facing alone, the one the pointer asks for; in the middle of the hex it keeps its facing. */
const facedOption = (look: Look, offered: readonly Option[], hex: HexFacts, from: Point): Option | undefined => {
  const alike = new Set(offered.map((option) => `${option.kind} ${ownerOf(option) ?? ""}`)).size === 1;
  const facings = new Set(offered.map((option) => option.facing));
  if (!alike || facings.has(undefined) || facings.size < offered.length) return undefined;
  const kept = look.pieces.find((piece) => piece.name === ownerOf(offered[0] as Option))?.facing;
  const faces = (facing: string | undefined) => offered.find((option) => option.facing === facing);
  const inTheMiddle = Math.hypot(from.x, from.y) < 0.32 ? faces(kept) : undefined;
  return inTheMiddle ?? faces(facingAt({ hex: hex.name, cost: "", facings: offered.map((option) => ({ facing: option.facing ?? "", cost: "" })) }, from));
};

/** The hex the map goes to for a piece: where it stands, or where it may come on. */
export const placeOfPiece = (look: Look, name: string | undefined): string | undefined => {
  const piece = look.pieces.find((one) => one.name === name);
  if (piece?.presence === "on-map" || name === undefined) return piece?.hex;
  return look.question?.choices.find((option) => ownerOf(option) === name && option.hex !== undefined)?.hex;
};

export interface BarModel {
  side: Side;
  who: string;
  title: string;
  rule?: string | undefined;
  ruleTitle?: string | undefined;
  /** What to do on the map, where the answer is given there. */
  hint?: string | undefined;
  buttons: Option[];
  /** How many more choices there are than buttons. */
  more: number;
}

/** Of longer lists the table does not try out after which choices a die falls. */
const MOST_TRIED = 24;

/** The line at the foot of the map: who decides, what, and the three nearest answers. */
export const barOf = (look: Look, chosen: readonly string[], aimed?: { order: string; permille?: number | undefined }): BarModel | undefined => {
  const { question, waiting } = look;
  const playing = look.cup.playing?.marker;
  if (!question) {
    if (!waiting) return undefined;
    return { side: waiting.side, who: playing ?? "", title: waiting.text, rule: waiting.rule, buttons: [], more: 0 };
  }
  // A question may be about an enemy: who fires at him?
  const mine = look.pieces.some((piece) => piece.name === question.about.unit && piece.side === question.side);
  const who = question.about.body ?? question.about.activator ?? (mine ? question.about.unit : undefined) ?? question.about.leader ?? (look.cup.playing?.side === question.side ? playing : undefined) ?? "";
  const proposal = question.choices.find((option) => option.order === question.proposal);
  const plain = question.choices.filter((option) => option !== proposal && option.unit === undefined && option.leader === undefined && option.hex === undefined);
  const own = chosen.length > 0 ? question.choices.filter((option) => option !== proposal && option.kind !== "move" && !isFight(option) && chosen.includes(option.unit ?? option.leader ?? "")) : [];
  const shot = aimed && question.choices.find((option) => option.order === aimed.order);
  // What ends something while others could still act is never the first answer.
  const last = proposal?.givesUp?.length ? [proposal] : [];
  const first = proposal && last.length === 0 ? [proposal] : [];
  const room = 3 - first.length - last.length;
  // Moves and turns are made on the map.
  const elsewhere = own.filter((option) => option.kind !== "face" && option.hex === undefined);
  // While somebody moves, the map is the form; the rest stands in the panel.
  const others = isMoving(question) && last.length > 0 ? last : [...first, ...[...elsewhere, ...plain].slice(0, room), ...last];
  const fire = shot && { ...shot, text: aimed.permille === undefined ? shot.text : `${shot.text} · ${percent(aimed.permille)}`, rolls: shot.rolls === true || (shot.kind === "fire" && question.choices.length > MOST_TRIED) };
  const buttons = fire ? [fire, ...others.slice(0, 2)] : others;
  return {
    side: question.side,
    who: look.bodies.find((body) => body.name === who)?.title ?? look.activators.find((one) => one.name === who)?.title ?? who,
    title: question.text,
    rule: question.rule,
    ruleTitle: question.ruleTitle,
    buttons,
    more: question.choices.length - buttons.length,
  };
};

/** Who is chosen next: the first of the same brigade that may still act, else anybody who may. */
export const nextChosen = (look: Look, before: readonly string[]): string[] => {
  const able = mayAct(look.question);
  const still = before.filter((name) => able.has(name));
  if (still.length > 0) return still;
  const arriving = look.question?.choices.some((option) => option.kind === "enter") ?? false;
  if ((!isMoving(look.question) && !arriving) || able.size === 0) return mayFight(look.question) ? firstOfFew(look, able) : [];
  const about = look.question?.about.unit ?? look.question?.about.leader;
  if (about !== undefined && able.has(about)) return [about];
  const body = look.pieces.find((piece) => piece.name === before[0])?.body;
  const same = look.pieces.find((piece) => able.has(piece.name) && piece.body === body && piece.kind === "unit");
  const any = look.pieces.find((piece) => able.has(piece.name) && piece.kind === "unit" && piece.presence === "on-map");
  const next = same ?? any ?? look.pieces.find((piece) => able.has(piece.name) && piece.kind === "unit");
  return next ? [next.name] : [];
};

/** Where only one unit is asked to fire or to assault, it is chosen; among several the player looks first. */
const firstOfFew = (look: Look, able: ReadonlySet<string>): string[] => {
  const units = look.pieces.filter((piece) => able.has(piece.name) && piece.kind === "unit" && piece.side === look.side);
  return units.length === 1 && units[0] ? [units[0].name] : [];
};

/** The units of a brigade that may act together with one of them, that one first. */
export const brigadeOf = (look: Look, name: string): string[] => {
  const able = mayAct(look.question);
  const body = look.pieces.find((piece) => piece.name === name)?.body;
  const units = look.bodies.find((one) => one.name === body)?.units ?? [];
  return [name, ...units.filter((unit) => unit !== name && able.has(unit))];
};
