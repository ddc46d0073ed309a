/** Draws one frame: tiles of the terrain, layers, what the table lights up, counters, letters. */

import { api, type HexFacts, type Layout, type MapFacts } from "../api.ts";
import { Frame } from "./frame.ts";
import type { HexIndex } from "./hexes.ts";
import { fieldLabels, Letterer, standards, type Label, type Standard } from "./labels.ts";
import { drawOver, drawUnder, type Overlay } from "./overlay.ts";
import { levelFor, span, tilesFor, type TileName } from "./pyramid.ts";
import { looks, offsets, type Stack } from "./stack.ts";
import type { SpriteStore } from "./sprites.ts";
import type { BitmapStore } from "./store.ts";
import { detailOf, type Point, type Size, type View } from "./view.ts";

/** What may be shown or not. */
export interface Layers {
  levels: boolean;
  numbers: boolean;
  names: boolean;
  /** Hexes that count for victory. */
  victory: boolean;
  /** The counters; without them the bare map. */
  counters: boolean;
}

export interface Marks {
  /** The ground out of play and its border, in map units; none if all of it is in play. */
  area?: { veil: Path2D; border: Path2D } | undefined;
  hovered?: HexFacts | undefined;
  selected?: HexFacts | undefined;
  victory: readonly HexFacts[];
}

interface Colours {
  hover: string;
  ring: string;
  halo: string;
  paper: string;
  shadow: string;
  veil: string;
  border: string;
}

/** The stacks with what is worked out from them once. */
interface Laid {
  stacks: readonly Stack[];
  offsets: Point[][];
  looks: string[][];
  names: Label[];
  flags: Standard[];
  /** Hexes whose number a leader would hide, with how far below the middle it stands instead (in radii), and those where a pill stands beside it. */
  below: Map<HexFacts, number>;
  aside: Set<HexFacts>;
}

export class Painter {
  private readonly context: CanvasRenderingContext2D;
  private readonly layout: Layout;
  private readonly letterer: Letterer;
  private colours: Colours;
  private laid: Laid;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly map: MapFacts,
    private readonly index: HexIndex,
    private readonly tiles: BitmapStore,
    private readonly sprites: SpriteStore,
  ) {
    const context = canvas.getContext("2d", { alpha: true });
    if (!context) throw new Error("this browser has no 2D canvas");
    this.context = context;
    this.layout = map.layout;
    this.letterer = new Letterer(map.hexes);
    this.colours = readColours(canvas);
    this.laid = this.lay([]);
  }

  /** To be called when the theme changes. */
  refreshColours(): void {
    this.colours = readColours(this.canvas);
  }

  show(stacks: readonly Stack[]): void {
    this.laid = this.lay(stacks);
  }

  private lay(stacks: readonly Stack[]): Laid {
    // Nearer counters overlap those behind.
    const ordered = [...stacks].sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);
    const shifts = ordered.map((stack) => offsets(stack.counters));
    const occupied = new Set(ordered.map((stack) => stack.hex));
    const below = new Map<HexFacts, number>();
    for (const [i, { hex, counters }] of ordered.entries()) {
      const led = counters.findIndex((counter) => counter.leader);
      const shift = led < 0 ? undefined : shifts[i]?.[led];
      if (shift && shift.y < 0) below.set(hex, 0.64);
      const south = this.index.neighbour(hex, "S");
      if (shift && shift.y > 0 && south) below.set(south, occupied.has(south) ? 0.64 : 0);
    }
    return {
      stacks: ordered,
      below,
      aside: new Set(ordered.filter((stack) => stack.counters.filter((counter) => !counter.leader).length > 1).map((stack) => stack.hex)),
      offsets: shifts,
      looks: ordered.map(looks),
      names: fieldLabels(this.map.hexes, ordered, this.layout.radius),
      flags: standards(ordered),
    };
  }

  private address(tile: TileName): string {
    return api.tile(this.layout, tile.level, tile.column, tile.row);
  }

  draw(view: View, window: Size, ratio: number, layers: Layers, marks: Marks, overlay: Overlay, hand: "moving" | "resting"): void {
    const { context } = this;
    const frame = new Frame(context, view, window, ratio, this.layout.radius);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.imageSmoothingEnabled = true;
    // Pictures are at most halved, for which the plain way is good enough; the finer ones make scaled copies of whole
    // pictures first, which costs dozens of milliseconds at every step of a zoom.
    context.imageSmoothingQuality = "low";
    this.sheetOfPaper(frame);
    this.terrain(frame, hand);
    if (layers.levels) this.letterer.drawLevels(frame);
    if (marks.area) this.outOfPlay(frame, marks.area);
    drawUnder(frame, overlay);
    if (layers.counters) this.counters(frame, overlay);
    if (layers.numbers) this.letterer.drawNumbers(frame, this.laid.below, this.laid.aside);
    if (layers.levels) this.letterer.drawLevelFigures(frame);
    if (layers.counters) for (const stack of this.laid.stacks) if (frame.shows(stack.hex)) this.height(frame, stack);
    if (layers.victory) for (const hex of marks.victory) this.flag(frame, hex);
    if (layers.names) this.letterer.drawNames(frame, this.laid.names);
    if (layers.counters) this.letterer.drawStandards(frame, this.laid.flags);
    if (marks.hovered && marks.hovered !== marks.selected) this.ring(frame, marks.hovered, this.colours.hover, 2);
    if (marks.selected) {
      this.ring(frame, marks.selected, this.colours.halo, 6);
      this.ring(frame, marks.selected, this.colours.ring, 3);
    }
    drawOver(frame, overlay);
  }

  /** The paper under the tiles, with its shadow on the table. */
  private sheetOfPaper({ left, top, scale, ratio }: Frame): void {
    const { context, layout } = this;
    context.save();
    context.shadowColor = this.colours.shadow;
    context.shadowBlur = 28 * ratio;
    context.shadowOffsetY = 8 * ratio;
    context.fillStyle = this.colours.paper;
    context.fillRect(left, top, layout.width * scale, layout.height * scale);
    context.restore();
  }

  private terrain({ view, window, left, top, scale }: Frame, hand: "moving" | "resting"): void {
    const { layout, context } = this;
    const level = levelFor(layout, scale);
    const needed = tilesFor(layout, level, view, window, 0);
    context.save();
    // The outermost tiles reach beyond the sheet.
    context.beginPath();
    context.rect(left, top, layout.width * scale, layout.height * scale);
    context.clip();
    // Until the sharp tiles are here, the finest level that is here as a whole stands in for them.
    let ground = level;
    while (ground > 0 && !tilesFor(layout, ground, view, window, 0).every((tile) => this.tiles.get(this.address(tile)))) ground -= 1;
    for (let lower = ground; lower <= level; lower += 1) {
      const names = lower === level ? needed : tilesFor(layout, lower, view, window, 0);
      for (const tile of names) {
        const bitmap = this.tiles.get(this.address(tile));
        if (bitmap) this.tile(bitmap, tile, left, top, scale);
      }
    }
    context.restore();
    const coarse = tilesFor(layout, 0, view, window, 9);
    // What lies around is fetched while the hand rests, so that it does not compete with what is in view.
    const around = hand === "resting" ? tilesFor(layout, level, view, window, 1) : [];
    this.tiles.want([...new Set([...needed, ...coarse, ...around].map((tile) => this.address(tile)))]);
  }

  private outOfPlay({ left, top, scale }: Frame, { veil, border }: { veil: Path2D; border: Path2D }): void {
    const { context } = this;
    context.setTransform(scale, 0, 0, scale, left, top);
    context.fillStyle = this.colours.veil;
    context.fill(veil, "evenodd");
    context.strokeStyle = this.colours.border;
    context.lineWidth = Math.max(3, 2 / scale);
    context.setLineDash([18, 8]);
    context.stroke(border);
    context.setLineDash([]);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  private tile(bitmap: ImageBitmap, tile: TileName, left: number, top: number, scale: number): void {
    const side = span(this.layout, tile.level) * scale;
    // Whole pixels, or hairlines show between the tiles.
    const x0 = Math.round(left + tile.column * side);
    const y0 = Math.round(top + tile.row * side);
    const x1 = Math.round(left + (tile.column + 1) * side);
    const y1 = Math.round(top + (tile.row + 1) * side);
    this.context.drawImage(bitmap, x0, y0, x1 - x0, y1 - y0);
  }

  private counters(frame: Frame, overlay: Overlay): void {
    const level = levelFor(this.layout, frame.scale);
    const detail = detailOf(frame.hexRadius);
    const { cell } = this.layout.sprites;
    const wanted = new Set<string>();
    const put = (look: string, x: number, y: number) => {
      wanted.add(look);
      const bitmap = this.sprites.best(detail, level, look);
      if (!bitmap) return;
      const at = frame.at({ x: x - cell / 2, y: y - cell / 2 });
      this.context.drawImage(bitmap, at.x, at.y, cell * frame.scale, cell * frame.scale);
    };
    const { stacks, offsets: shifts, looks: words } = this.laid;
    for (const { hex, counters } of stacks) {
      for (const counter of counters) if (counter.extension) this.extension(frame, hex, counter.extension.hexes, counter.side, counter.name);
    }
    for (const [i, { hex, counters }] of stacks.entries()) {
      if (!frame.shows(hex, cell)) continue;
      for (const [k] of counters.entries()) {
        const look = words[i]?.[k];
        const shift = shifts[i]?.[k];
        if (look !== undefined && shift) put(look, hex.x + shift.x, hex.y + shift.y);
      }
    }
    this.context.globalAlpha = 0.62;
    for (const { hex, look } of overlay.ghosts) put(look, hex.x, hex.y);
    this.context.globalAlpha = 1;
    this.sprites.want(detail, level, wanted);
  }

  /** Two or more units together say how many they are, and near how strong. */
  private height(frame: Frame, stack: Stack): void {
    const units = stack.counters.filter((counter) => !counter.leader);
    if (units.length < 2 || frame.hexRadius < 18) return;
    const near = detailOf(frame.hexRadius) === "near";
    const total = units.reduce((sum, unit) => sum + (unit.strength ?? 0), 0);
    const words = near && total > 0 ? `${units.length}: ${total} SP` : `${units.length}`;
    const { context, ratio } = frame;
    const size = Math.max(8.5, frame.hexRadius * 0.15);
    context.font = `700 ${size * ratio}px "Source Serif", Georgia, serif`;
    const width = context.measureText(words).width + 9 * ratio;
    const at = frame.at({ x: stack.hex.x + 26, y: stack.hex.y - 42 - 4.6 * Math.min(5, units.length - 1) });
    const height = (size + 4.5) * ratio;
    context.beginPath();
    context.roundRect(at.x - width / 2, at.y - height / 2, width, height, height / 2);
    context.fillStyle = "#fff6cf";
    context.fill();
    context.strokeStyle = "#2a241a";
    context.lineWidth = ratio;
    context.stroke();
    context.fillStyle = "#2a241a";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(words, at.x, at.y + 0.5 * ratio);
  }

  /** SR 8.4, 8.5: a ribbon to the hexes a line or column reaches, with a small plate in each. */
  private extension(frame: Frame, from: HexFacts, hexes: readonly HexFacts[], side: "union" | "confederate", name: string): void {
    const { context } = frame;
    const [trim, coat, cloth] = side === "union" ? ["#16335c", "#33629c", "#dbe6f2"] : ["#4d3414", "#a27a42", "#eedfc2"];
    context.lineCap = "round";
    for (const hex of hexes) {
      const [a, b] = [frame.at(from), frame.at(hex)];
      for (const [colour, width] of [[trim, 22], [coat, 17]] as const) {
        context.strokeStyle = colour;
        context.lineWidth = width * frame.scale;
        context.beginPath();
        context.moveTo(a.x, a.y);
        context.lineTo(b.x, b.y);
        context.stroke();
      }
      context.beginPath();
      context.roundRect(b.x - 27 * frame.scale, b.y - 15 * frame.scale, 54 * frame.scale, 30 * frame.scale, 6 * frame.scale);
      context.fillStyle = cloth;
      context.fill();
      context.strokeStyle = trim;
      context.lineWidth = 2.2 * frame.scale;
      context.stroke();
      context.fillStyle = trim;
      context.font = `700 ${14 * frame.scale}px "Source Serif", Georgia, serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(name, b.x, b.y, 48 * frame.scale);
    }
    context.lineCap = "butt";
  }

  /** A small flag in the lower right of a hex that counts for victory. */
  private flag(frame: Frame, hex: HexFacts): void {
    if (!frame.shows(hex)) return;
    const { context, ratio } = frame;
    const reach = Math.max(3.5, Math.min(13, frame.hexRadius * 0.26)) * ratio;
    const at = frame.at({ x: hex.x + frame.radius * 0.56, y: hex.y + frame.radius * 0.55 });
    context.lineJoin = "round";
    const pole = () => {
      context.beginPath();
      context.moveTo(at.x - reach * 0.5, at.y + reach);
      context.lineTo(at.x - reach * 0.5, at.y - reach);
      context.lineTo(at.x + reach * 0.9, at.y - reach * 0.5);
      context.lineTo(at.x - reach * 0.5, at.y);
    };
    pole();
    context.strokeStyle = "#fffdf5";
    context.lineWidth = 4.2 * ratio;
    context.stroke();
    pole();
    context.fillStyle = "#d0241c";
    context.fill();
    context.strokeStyle = "#7c120d";
    context.lineWidth = 1.3 * ratio;
    context.stroke();
  }

  private ring(frame: Frame, hex: HexFacts, colour: string, width: number): void {
    const { context } = frame;
    context.strokeStyle = colour;
    context.lineWidth = width * frame.ratio;
    context.lineJoin = "round";
    context.stroke(frame.path(hex));
  }

  /** True when everything the last frame wanted has been drawn sharp. */
  settled(view: View, window: Size, ratio: number): boolean {
    const level = levelFor(this.layout, view.scale * ratio);
    const needed = tilesFor(this.layout, level, view, window, 0);
    return needed.every((tile) => this.tiles.get(this.address(tile))) && this.sprites.idle;
  }
}

const readColours = (element: Element): Colours => {
  const style = getComputedStyle(element);
  const read = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  return {
    hover: read("--mark-hover", "#ffffff"),
    ring: read("--mark-ring", "#a3262a"),
    halo: read("--mark-halo", "#ffffff"),
    paper: read("--map-paper", "#e9e2cf"),
    veil: read("--map-veil", "rgb(207 198 178 / 0.55)"),
    border: read("--map-border", "#6b2020"),
    shadow: read("--map-shadow", "rgb(40 30 10 / 0.35)"),
  };
};
