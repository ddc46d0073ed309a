/** What the table lights up: tints, rings, ways, ghosts, lines, badges. Facts in, pixels out; it knows no rules. */

import type { HexFacts, Side } from "../api.ts";
import type { Frame } from "./frame.ts";
import { aim } from "./stack.ts";

export type RingKind = "may-act" | "chosen" | "target" | "aimed" | "goal" | "reacts";

/** A hex that can be reached: what it costs, and the chance that a check on the way fails. */
export interface Tint {
  hex: HexFacts;
  /** From 0 (near) to 1 (as far as it goes). */
  share: number;
  label?: string | undefined;
  risk?: number | undefined;
  /** A counter lies there: the price stands at the foot of the hex. */
  occupied?: boolean | undefined;
}

export interface Ghost {
  hex: HexFacts;
  look: string;
}

export interface Badge {
  hex: HexFacts;
  text: string;
  tone: "dark" | "light" | "warning" | "target";
}

export interface Way {
  hexes: readonly HexFacts[];
}

export interface Sight {
  from: HexFacts;
  to: HexFacts;
  /** The hex that blocks the line. */
  blocked?: HexFacts | undefined;
}

/** Somebody fires at a hex or assaults it; what is only proposed is dashed. */
export interface Arrow {
  from: HexFacts;
  to: HexFacts;
  kind: "fire" | "assault";
  side: Side;
  proposed?: boolean | undefined;
}

/** From a leader to whom he commands; a broken link tells how far it is. */
export interface Link {
  from: HexFacts;
  to: HexFacts;
  broken?: string | undefined;
}

export interface Dial {
  hex: HexFacts;
  facings: readonly { facing: string; label: string; chosen: boolean }[];
}

export interface Overlay {
  tints: readonly Tint[];
  /** Under enemy fire or next to the enemy. */
  hatched: readonly HexFacts[];
  rings: readonly { hex: HexFacts; kind: RingKind }[];
  done: readonly HexFacts[];
  ways: readonly Way[];
  ghosts: readonly Ghost[];
  badges: readonly Badge[];
  links: readonly Link[];
  arrows: readonly Arrow[];
  /** Ways somebody has gone. */
  trails: readonly { hexes: readonly HexFacts[]; side: Side }[];
  sight?: Sight | undefined;
  dial?: Dial | undefined;
}

export const NOTHING: Overlay = { tints: [], hatched: [], rings: [], done: [], ways: [], ghosts: [], badges: [], links: [], arrows: [], trails: [] };

/** Colours that hold on woods, field and water, for every kind of colour vision; shapes and numbers tell the same. */
const GOLD = "#d99a00";
const BLUE = "#0b62a8";
const ORANGE = "#b8400a";
const INK = "#14110c";
const PAPER = "#fffdf5";

const font = (frame: Frame, pixels: number, weight = 600): string =>
  `${weight} ${pixels * frame.ratio}px "Source Serif", Georgia, serif`;

/** Drawn below the counters. */
export function drawUnder(frame: Frame, overlay: Overlay): void {
  for (const tint of overlay.tints) if (frame.shows(tint.hex)) drawTint(frame, tint);
  for (const hex of overlay.hatched) if (frame.shows(hex)) hatch(frame, hex);
  for (const { hex, kind } of overlay.rings) if (frame.shows(hex)) ring(frame, hex, kind);
  for (const link of overlay.links) drawLink(frame, link);
  for (const trail of overlay.trails) drawTrail(frame, trail.hexes, SIDES[trail.side]);
}

/** Drawn above the counters. */
export function drawOver(frame: Frame, overlay: Overlay): void {
  for (const tint of overlay.tints) if (frame.shows(tint.hex)) tintLabel(frame, tint);
  for (const way of overlay.ways) drawWay(frame, way);
  for (const arrow of overlay.arrows) drawArrow(frame, arrow);
  if (overlay.sight) drawSight(frame, overlay.sight);
  for (const hex of overlay.done) if (frame.shows(hex)) tick(frame, hex);
  for (const badge of overlay.badges) if (frame.shows(badge.hex)) drawBadge(frame, badge);
  if (overlay.dial) drawDial(frame, overlay.dial);
}

function drawTint(frame: Frame, { hex, share }: Tint): void {
  const { context } = frame;
  const path = frame.path(hex, 0.96);
  context.globalAlpha = 0.5 - 0.28 * Math.min(1, Math.max(0, share));
  context.fillStyle = BLUE;
  context.fill(path);
  context.globalAlpha = 0.75;
  context.strokeStyle = PAPER;
  context.lineWidth = 1.2 * frame.ratio;
  context.stroke(path);
  context.globalAlpha = 1;
}

/** The price stands in the middle, at the foot of the hex where a counter lies in it; a risk is a dot beside it. */
function tintLabel(frame: Frame, { hex, label, risk, occupied }: Tint): void {
  if (label === undefined || frame.hexRadius < 13) return;
  const at = frame.at({ x: hex.x, y: hex.y + (occupied ? frame.radius * 0.66 : frame.radius * 0.08) });
  const size = occupied ? Math.min(14, Math.max(9.5, frame.hexRadius * 0.28)) : Math.min(26, Math.max(11, frame.hexRadius * 0.5));
  text(frame, label, at.x, at.y, size, BLUE, PAPER, 700);
  if (risk !== undefined && risk > 0) {
    const spot = frame.at({ x: hex.x + frame.radius * 0.55, y: hex.y + frame.radius * 0.42 });
    const reach = Math.max(4, frame.hexRadius * 0.13) * frame.ratio;
    const { context } = frame;
    context.beginPath();
    context.arc(spot.x, spot.y, reach, 0, 2 * Math.PI);
    context.fillStyle = ORANGE;
    context.fill();
    context.lineWidth = 1.2 * frame.ratio;
    context.strokeStyle = PAPER;
    context.stroke();
    if (frame.hexRadius > 34) text(frame, `${risk}`, spot.x, spot.y, Math.min(11, frame.hexRadius * 0.2), PAPER, undefined, 700);
  }
}

function hatch(frame: Frame, hex: HexFacts): void {
  const { context } = frame;
  context.save();
  context.clip(frame.path(hex));
  context.globalAlpha = 0.7;
  context.strokeStyle = ORANGE;
  context.lineWidth = Math.max(1.2, frame.hexRadius * 0.05) * frame.ratio;
  const middle = frame.at(hex);
  const reach = frame.radius * frame.scale;
  const step = Math.max(5 * frame.ratio, reach * 0.22);
  context.beginPath();
  for (let d = -2 * reach; d <= 2 * reach; d += step) {
    context.moveTo(middle.x + d - reach, middle.y + reach);
    context.lineTo(middle.x + d + reach, middle.y - reach);
  }
  context.stroke();
  context.restore();
}

const RINGS: Record<RingKind, { colour: string; halo: string; width: number; dash?: number[] }> = {
  "may-act": { colour: GOLD, halo: PAPER, width: 3 },
  chosen: { colour: INK, halo: PAPER, width: 4 },
  target: { colour: BLUE, halo: PAPER, width: 3.4, dash: [9, 6] },
  aimed: { colour: ORANGE, halo: PAPER, width: 4 },
  goal: { colour: BLUE, halo: PAPER, width: 3.4 },
  reacts: { colour: ORANGE, halo: PAPER, width: 3, dash: [4, 3] },
};

function ring(frame: Frame, hex: HexFacts, kind: RingKind): void {
  const { colour, halo, width, dash } = RINGS[kind];
  const { context, ratio } = frame;
  const slim = Math.min(1, frame.hexRadius / 26);
  const path = frame.path(hex, 0.94);
  context.lineJoin = "round";
  context.strokeStyle = halo;
  context.lineWidth = (width + 3) * slim * ratio;
  context.stroke(path);
  context.strokeStyle = colour;
  context.lineWidth = width * slim * ratio;
  if (dash) context.setLineDash(dash.map((length) => length * ratio));
  context.stroke(path);
  context.setLineDash([]);
}

function drawLink(frame: Frame, { from, to, broken }: Link): void {
  const { context, ratio } = frame;
  const a = frame.at(from);
  const b = frame.at(to);
  context.lineWidth = 2 * ratio;
  context.strokeStyle = broken === undefined ? INK : ORANGE;
  context.setLineDash(broken === undefined ? [6 * ratio, 4 * ratio] : [3 * ratio, 9 * ratio]);
  context.beginPath();
  context.moveTo(a.x, a.y);
  context.lineTo(b.x, b.y);
  context.stroke();
  context.setLineDash([]);
  if (broken !== undefined) text(frame, broken, (a.x + b.x) / 2, (a.y + b.y) / 2, 11, ORANGE, PAPER, 700);
}

function drawWay(frame: Frame, { hexes }: Way): void {
  if (hexes.length < 2) return;
  const { context, ratio } = frame;
  const points = hexes.map((hex) => frame.at(hex));
  const line = () => {
    context.beginPath();
    for (const [i, point] of points.entries()) {
      if (i === 0) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
    }
    context.stroke();
  };
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = PAPER;
  context.lineWidth = 7 * ratio;
  line();
  context.strokeStyle = INK;
  context.lineWidth = 3.4 * ratio;
  context.setLineDash([0.1, 8 * ratio]);
  line();
  context.setLineDash([]);
  context.lineCap = "butt";
}

/** A thin line below the counters, with a dot where it began. */
function drawTrail(frame: Frame, hexes: readonly HexFacts[], colour: string): void {
  const { context, ratio } = frame;
  const points = hexes.map((hex) => frame.at(hex));
  const [first] = points;
  if (!first || points.length < 2) return;
  context.lineJoin = context.lineCap = "round";
  for (const [ink, width] of [[PAPER, 5.5], [colour, 2.8]] as const) {
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = width * ratio;
    context.beginPath();
    for (const [i, point] of points.entries()) {
      if (i === 0) context.moveTo(point.x, point.y);
      else context.lineTo(point.x, point.y);
    }
    context.stroke();
    context.beginPath();
    context.arc(first.x, first.y, (width + 1) * ratio, 0, 2 * Math.PI);
    context.fill();
  }
  context.lineCap = "butt";
}

function drawSight(frame: Frame, { from, to, blocked }: Sight): void {
  const { context, ratio } = frame;
  const [a, b] = [frame.at(from), frame.at(to)];
  const end = blocked ? frame.at(blocked) : b;
  const stroke = (x0: number, y0: number, x1: number, y1: number, dash: number[]) => {
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
  };
  for (const [colour, width] of [[PAPER, 6], [INK, 2.6]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width * ratio;
    stroke(a.x, a.y, end.x, end.y, []);
    if (blocked) stroke(end.x, end.y, b.x, b.y, [3 * ratio, 7 * ratio]);
  }
  context.setLineDash([]);
  if (blocked) text(frame, "×", end.x, end.y, 26, ORANGE, PAPER, 700);
}

const SIDES: Record<Side, string> = { union: "#24578f", confederate: "#96651a" };

/** A broad arrow for an assault, a thin one for a fire, in the colour of the side, from edge to edge of the hexes. */
function drawArrow(frame: Frame, { from, to, kind, side, proposed }: Arrow): void {
  const { context, ratio } = frame;
  const [a, b] = [frame.at(from), frame.at(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const inset = frame.radius * frame.scale * 0.52;
  const [x0, y0, x1, y1] = [a.x + ux * inset, a.y + uy * inset, b.x - ux * inset, b.y - uy * inset];
  const width = (kind === "assault" ? Math.max(4, frame.hexRadius * 0.13) : Math.max(2.4, frame.hexRadius * 0.07)) * ratio;
  const head = width * (kind === "assault" ? 2 : 3.4);
  const shape = () => {
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1 - ux * head * 0.8, y1 - uy * head * 0.8);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - ux * head - uy * head * 0.6, y1 - uy * head + ux * head * 0.6);
    context.lineTo(x1 - ux * head + uy * head * 0.6, y1 - uy * head - ux * head * 0.6);
    context.closePath();
    context.fill();
    context.stroke();
  };
  const dash = proposed ? [width * 1.2, width] : [];
  context.lineJoin = "round";
  for (const [colour, more] of [[PAPER, 4 * ratio], [SIDES[side], 0]] as const) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = width + more;
    context.setLineDash(dash);
    shape();
  }
}

function tick(frame: Frame, hex: HexFacts): void {
  const { context, ratio } = frame;
  const at = frame.at({ x: hex.x + frame.radius * 0.62, y: hex.y + frame.radius * 0.5 });
  const reach = Math.max(4, Math.min(10, frame.hexRadius * 0.2)) * ratio;
  context.beginPath();
  context.arc(at.x, at.y, reach, 0, 2 * Math.PI);
  context.fillStyle = PAPER;
  context.fill();
  context.strokeStyle = INK;
  context.lineWidth = 1.2 * ratio;
  context.stroke();
  context.lineWidth = reach * 0.28;
  context.beginPath();
  context.moveTo(at.x - reach * 0.45, at.y + reach * 0.02);
  context.lineTo(at.x - reach * 0.1, at.y + reach * 0.38);
  context.lineTo(at.x + reach * 0.48, at.y - reach * 0.38);
  context.stroke();
}

const TONES: Record<Badge["tone"], { fill: string; ink: string; rim: string }> = {
  dark: { fill: "#12233d", ink: PAPER, rim: PAPER },
  light: { fill: PAPER, ink: INK, rim: INK },
  warning: { fill: PAPER, ink: "#8a2508", rim: ORANGE },
  target: { fill: "#0b4f88", ink: PAPER, rim: PAPER },
};

function drawBadge(frame: Frame, { hex, text: words, tone }: Badge): void {
  const { context, ratio } = frame;
  const { fill, ink, rim } = TONES[tone];
  const size = Math.min(14, Math.max(10.5, frame.hexRadius * 0.28));
  context.font = font(frame, size);
  const width = context.measureText(words).width + 16 * ratio;
  const height = (size + 9) * ratio;
  const at = frame.at({ x: hex.x + frame.radius * 0.6, y: hex.y - frame.radius * 0.62 });
  context.beginPath();
  context.roundRect(at.x - 8 * ratio, at.y - height / 2, width, height, height / 2);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = rim;
  context.lineWidth = 1.2 * ratio;
  context.stroke();
  context.fillStyle = ink;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(words, at.x, at.y + ratio * 0.5);
}

/** The facings of the goal around it; the chosen one is filled. */
function drawDial(frame: Frame, { hex, facings }: Dial): void {
  const { context, ratio } = frame;
  const reach = Math.max(9, Math.min(17, frame.hexRadius * 0.3)) * ratio;
  for (const { facing, label, chosen } of facings) {
    const way = aim(facing);
    const at = frame.at({ x: hex.x + way.x * frame.radius * 1.05, y: hex.y + way.y * frame.radius * 1.05 });
    context.beginPath();
    context.arc(at.x, at.y, reach, 0, 2 * Math.PI);
    context.fillStyle = chosen ? BLUE : PAPER;
    context.fill();
    context.strokeStyle = chosen ? PAPER : BLUE;
    context.lineWidth = 1.8 * ratio;
    context.stroke();
    text(frame, label, at.x, at.y, Math.min(12, reach / ratio - 1), chosen ? PAPER : BLUE, undefined, 700);
  }
}

/** A centred text with a halo. */
export function text(frame: Frame, words: string, x: number, y: number, size: number, ink: string, halo?: string, weight = 600): void {
  const { context } = frame;
  context.font = font(frame, size, weight);
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (halo !== undefined) {
    context.strokeStyle = halo;
    context.lineWidth = 3 * frame.ratio;
    context.lineJoin = "round";
    context.strokeText(words, x, y);
  }
  context.fillStyle = ink;
  context.fillText(words, x, y);
}
