/** What is lettered on the map by the page: hex numbers, levels, names of fields, brigades seen from far. */

import type { HexFacts, Side } from "../api.ts";
import { fieldName } from "../search.ts";
import type { Frame } from "./frame.ts";
import { corners } from "./hexes.ts";
import type { Stack } from "./stack.ts";
import type { Point } from "./view.ts";

/** A name to be set on the map, in map units. */
export interface Label {
  text: string;
  x: number;
  y: number;
  /** Letter height in map units. */
  size: number;
}

/** A brigade as one, for whoever looks from far. */
export interface Standard extends Label {
  side: Side;
  strength: number;
}

/** From this radius of a hex (CSS pixels) its number can be read. */
export const NUMBERS_FROM = 22;
const LEVELS_FROM = 11;
/** Below this radius counters cannot be read and brigades are named instead. */
export const STANDARDS_BELOW = 12.5;

/** Purple to yellow in equal steps of lightness (viridis), so that grey tells the same. */
const STEPS = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"];

/** The tint of a level between the lowest and the highest of the map. */
export const levelColour = (level: number, lowest: number, highest: number): string => {
  const share = highest === lowest ? 0 : (level - lowest) / (highest - lowest);
  const at = Math.min(STEPS.length - 1, Math.max(0, Math.round(share * (STEPS.length - 1))));
  return STEPS[at] ?? "#277f8e";
};

/**
 * One name for each field, set where it hides no counter and no counter hides it: of the field's hexes and the points
 * between them the one with most room, the middle of the field if several have as much.
 */
export const fieldLabels = (hexes: readonly HexFacts[], stacks: readonly Stack[], radius: number): Label[] => {
  const fields = new Map<string, HexFacts[]>();
  for (const hex of hexes) {
    if (hex.field === undefined) continue;
    const known = fields.get(hex.field);
    if (known) known.push(hex);
    else fields.set(hex.field, [hex]);
  }
  return [...fields].map(([name, own]) => {
    const text = fieldName(name);
    const size = 30 + Math.min(50, own.length) * 0.28;
    const half = (text.length * size * 0.46) / 2;
    const middle = { x: mean(own.map((hex) => hex.x)), y: mean(own.map((hex) => hex.y)) };
    const candidates: Point[] = [middle, ...own.flatMap((hex) => [hex, { x: hex.x, y: hex.y + radius * 0.87 }])];
    const reach = 400 + Math.max(...own.map((hex) => Math.hypot(hex.x - middle.x, hex.y - middle.y)));
    const near = stacks.filter(({ hex }) => Math.hypot(hex.x - middle.x, hex.y - middle.y) < reach);
    const crowd = (spot: Point): number =>
      near.reduce((sum, { hex }) => {
        const across = Math.max(0, half + 36 - Math.abs(hex.x - spot.x));
        const down = Math.max(0, size / 2 + 40 - Math.abs(hex.y - spot.y));
        return sum + Math.min(72, across) * down;
      }, 0);
    const cost = (spot: Point): number => crowd(spot) + 0.2 * Math.hypot(spot.x - middle.x, spot.y - middle.y);
    const best = candidates.map((spot) => ({ spot, cost: cost(spot) })).reduce((known, one) => (one.cost < known.cost ? one : known));
    return { text, x: best.spot.x, y: best.spot.y, size };
  });
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Brigades where most of their men stand, with their strength together. */
export const standards = (stacks: readonly Stack[]): Standard[] => {
  const groups = new Map<string, { side: Side; name: string; points: Point[]; strength: number }>();
  for (const { hex, counters } of stacks) {
    for (const counter of counters) {
      if (counter.leader || counter.brigade === undefined) continue;
      const key = `${counter.side}/${counter.brigade}`;
      const group = groups.get(key) ?? { side: counter.side, name: counter.brigade, points: [], strength: 0 };
      group.points.push(hex);
      group.strength += counter.strength ?? 0;
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ side, name, points, strength }) => {
    const xs = points.map((point) => point.x).sort((a, b) => a - b);
    const ys = points.map((point) => point.y).sort((a, b) => a - b);
    const middle = Math.floor(points.length / 2);
    return { text: name, side, strength, size: 0, x: xs[middle] ?? 0, y: ys[middle] ?? 0 };
  });
};

/** Small texts painted once and stamped again and again: drawing letters anew for a thousand hexes costs frames. */
class Stamps {
  private readonly stamps = new Map<string, OffscreenCanvas>();
  private style = "";

  get(words: string, font: string, ink: string, halo: string, ratio: number): OffscreenCanvas {
    const style = `${font}${ink}${halo}`;
    if (style !== this.style) {
      this.stamps.clear();
      this.style = style;
    }
    const known = this.stamps.get(words);
    if (known) return known;
    const pixels = Number(/([\d.]+)px/.exec(font)?.[1] ?? 10);
    const made = new OffscreenCanvas(Math.ceil(words.length * pixels * 0.66 + 8 * ratio), Math.ceil(pixels * 1.5 + 4 * ratio));
    const context = made.getContext("2d");
    if (context) {
      context.font = font;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.lineWidth = 2.6 * ratio;
      context.strokeStyle = halo;
      context.strokeText(words, made.width / 2, made.height / 2);
      context.fillStyle = ink;
      context.fillText(words, made.width / 2, made.height / 2);
    }
    this.stamps.set(words, made);
    return made;
  }
}

export class Letterer {
  private readonly numbers = new Stamps();
  private readonly heights = new Stamps();
  private readonly lowest: number;
  private readonly highest: number;

  constructor(private readonly hexes: readonly HexFacts[]) {
    this.lowest = Math.min(...hexes.map((hex) => hex.level));
    this.highest = Math.max(...hexes.map((hex) => hex.level));
  }

  /** Numbers straddle the upper hexside, where no counter lies; one that a leader would hide stands lower in its hex. */
  drawNumbers(frame: Frame, below: ReadonlyMap<HexFacts, number>, aside: ReadonlySet<HexFacts>): void {
    if (frame.hexRadius < NUMBERS_FROM) return;
    const size = Math.round(Math.min(13, Math.max(9, frame.hexRadius * 0.21)) * frame.ratio);
    const font = `600 ${size}px "Source Serif", Georgia, serif`;
    for (const hex of this.hexes) {
      if (!frame.shows(hex)) continue;
      const at = frame.at({ x: aside.has(hex) ? hex.x - frame.radius * 0.36 : hex.x, y: hex.y + frame.radius * (below.get(hex) ?? -0.8) });
      const stamp = this.numbers.get(hex.name, font, "#4a4027", "rgb(246 240 220 / 0.7)", frame.ratio);
      frame.context.drawImage(stamp, Math.round(at.x - stamp.width / 2), Math.round(at.y - stamp.height / 2));
    }
  }

  /** The levels as tints; the shapes are made once, in map units. */
  drawLevels(frame: Frame): void {
    const { context, scale, left, top } = frame;
    context.setTransform(scale, 0, 0, scale, left, top);
    context.globalAlpha = 0.5;
    for (const [colour, path] of this.tints(frame.radius)) {
      context.fillStyle = colour;
      context.fill(path);
    }
    context.globalAlpha = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  private shapes: Map<string, Path2D> | undefined;
  private tints(radius: number): Map<string, Path2D> {
    if (this.shapes) return this.shapes;
    const shapes = new Map<string, Path2D>();
    for (const hex of this.hexes) {
      const colour = levelColour(hex.level, this.lowest, this.highest);
      const path = shapes.get(colour) ?? new Path2D();
      shapes.set(colour, path);
      for (const [i, { x, y }] of corners(hex.x, hex.y, radius).entries()) {
        if (i === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
      path.closePath();
    }
    return (this.shapes = shapes);
  }

  drawLevelFigures(frame: Frame): void {
    if (frame.hexRadius < LEVELS_FROM) return;
    const size = Math.round(Math.min(20, Math.max(9, frame.hexRadius * 0.34)) * frame.ratio);
    const font = `700 ${size}px "Source Serif", Georgia, serif`;
    for (const hex of this.hexes) {
      if (!frame.shows(hex)) continue;
      // Left of the middle at the foot, where a counter leaves it free.
      const at = frame.at({ x: hex.x - frame.radius * 0.6, y: hex.y + frame.radius * 0.42 });
      const stamp = this.heights.get(String(hex.level), font, "#1a1206", "rgb(255 252 240 / 0.9)", frame.ratio);
      frame.context.drawImage(stamp, Math.round(at.x - stamp.width / 2), Math.round(at.y - stamp.height / 2));
    }
  }

  drawNames(frame: Frame, labels: readonly Label[]): void {
    const { context, ratio } = frame;
    for (const label of labels) {
      const size = label.size * frame.view.scale;
      if (size < 7 || !frame.shows(label, 300)) continue;
      const at = frame.at(label);
      context.font = `italic 400 ${Math.min(44, Math.max(11, size)) * ratio}px "Old Standard", Georgia, serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.strokeStyle = "rgb(250 243 222 / 0.85)";
      context.lineWidth = 3.5 * ratio;
      context.strokeText(label.text, at.x, at.y);
      context.fillStyle = "#4a3519";
      context.fillText(label.text, at.x, at.y);
    }
  }

  /** Flags with the brigade's name and strength; those that would hide another are left out, the strongest stay. */
  drawStandards(frame: Frame, flags: readonly Standard[]): void {
    if (frame.hexRadius >= STANDARDS_BELOW) return;
    const { context, ratio } = frame;
    const taken: { x: number; y: number; w: number; h: number }[] = [];
    context.font = `600 ${11 * ratio}px "Source Serif", Georgia, serif`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (const flag of [...flags].sort((a, b) => b.strength - a.strength)) {
      if (!frame.shows(flag)) continue;
      const at = frame.at(flag);
      const words = flag.strength > 0 ? `${flag.text} ${flag.strength}` : flag.text;
      const w = context.measureText(words).width + 12 * ratio;
      const h = 17 * ratio;
      const place = { x: at.x - w / 2, y: at.y - h - frame.hexRadius * ratio, w, h };
      const hides = taken.some((other) => place.x < other.x + other.w && other.x < place.x + w && place.y < other.y + other.h && other.y < place.y + h);
      if (hides) continue;
      taken.push(place);
      context.beginPath();
      if (flag.side === "union") context.roundRect(place.x, place.y, w, h, 4 * ratio);
      else context.rect(place.x, place.y, w, h);
      context.fillStyle = flag.side === "union" ? "#dbe6f2" : "#eedfc2";
      context.fill();
      context.strokeStyle = flag.side === "union" ? "#16335c" : "#4d3414";
      context.lineWidth = 1.3 * ratio;
      context.stroke();
      context.fillStyle = context.strokeStyle;
      context.fillText(words, place.x + 6 * ratio, place.y + h / 2 + 0.5 * ratio);
    }
  }
}
