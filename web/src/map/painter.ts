/** Draws one frame: tiles of the terrain, counters from the sprite sheet, marks on hexes. */

import { api, type Detail, type HexFacts, type Layout, type ScenarioFacts } from "../api.ts";
import { corners } from "./hexes.ts";
import { finestNeeded, levelFor, span, tilesFor, type TileName } from "./pyramid.ts";
import type { BitmapStore } from "./store.ts";
import { detailOf, visible, type Size, type View } from "./view.ts";

export interface Marks {
  /** The ground out of play and its border, in map units; none if all of it is in play. */
  area?: { veil: Path2D; border: Path2D } | undefined;
  hovered?: HexFacts | undefined;
  selected?: HexFacts | undefined;
  /** Hexes of the command that the player looks at. */
  lit: readonly HexFacts[];
}

interface Colours {
  hover: string;
  ring: string;
  halo: string;
  lit: string;
  paper: string;
  shadow: string;
  veil: string;
  border: string;
}

const address = (tile: TileName): string => api.tile(tile.level, tile.column, tile.row);

export class Painter {
  private readonly context: CanvasRenderingContext2D;
  private colours: Colours;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly layout: Layout,
    private readonly tiles: BitmapStore,
    private readonly sheets: BitmapStore,
  ) {
    const context = canvas.getContext("2d", { alpha: true });
    if (!context) throw new Error("this browser has no 2D canvas");
    this.context = context;
    this.colours = readColours(canvas);
  }

  /** To be called when the theme changes. */
  refreshColours(): void {
    this.colours = readColours(this.canvas);
  }

  draw(view: View, window: Size, ratio: number, scenario: ScenarioFacts | undefined, marks: Marks, hand: "moving" | "resting"): void {
    const { context } = this;
    const scale = view.scale * ratio;
    const left = (window.width / 2) * ratio - view.x * scale;
    const top = (window.height / 2) * ratio - view.y * scale;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.imageSmoothingEnabled = true;
    // Pictures are at most halved, for which the plain way is good enough; the finer ones make scaled copies of whole
    // pictures first, which costs dozens of milliseconds at every step of a zoom.
    context.imageSmoothingQuality = "low";
    this.sheetOfPaper(left, top, scale, ratio);
    this.terrain(view, window, left, top, scale, hand);
    if (marks.area) this.outOfPlay(marks.area, left, top, scale);
    for (const hex of marks.lit) this.ring(hex, left, top, scale, this.colours.lit, 2.5 * ratio, 0.9);
    if (scenario) this.counters(scenario, view, window, left, top, scale);
    if (marks.hovered && marks.hovered !== marks.selected) {
      this.ring(marks.hovered, left, top, scale, this.colours.hover, 2 * ratio, 1);
    }
    if (marks.selected) {
      this.ring(marks.selected, left, top, scale, this.colours.halo, 6 * ratio, 1);
      this.ring(marks.selected, left, top, scale, this.colours.ring, 3 * ratio, 1);
    }
  }

  /** The paper under the tiles, with its shadow on the table. */
  private sheetOfPaper(left: number, top: number, scale: number, ratio: number): void {
    const { context, layout } = this;
    context.save();
    context.shadowColor = this.colours.shadow;
    context.shadowBlur = 28 * ratio;
    context.shadowOffsetY = 8 * ratio;
    context.fillStyle = this.colours.paper;
    context.fillRect(left, top, layout.width * scale, layout.height * scale);
    context.restore();
  }

  private terrain(view: View, window: Size, left: number, top: number, scale: number, hand: "moving" | "resting"): void {
    const { layout } = this;
    const level = levelFor(layout, scale);
    const needed = tilesFor(layout, level, view, window, 0);
    const { context } = this;
    context.save();
    // The outermost tiles reach beyond the sheet.
    context.beginPath();
    context.rect(left, top, layout.width * scale, layout.height * scale);
    context.clip();
    // Until the sharp tiles are here, the finest level that is here as a whole stands in for them.
    let ground = level;
    while (ground > 0 && !tilesFor(layout, ground, view, window, 0).every((tile) => this.tiles.get(address(tile)))) ground -= 1;
    for (let lower = ground; lower <= level; lower += 1) {
      const names = lower === level ? needed : tilesFor(layout, lower, view, window, 0);
      for (const tile of names) {
        const bitmap = this.tiles.get(address(tile));
        if (bitmap) this.tile(bitmap, tile, left, top, scale);
      }
    }
    context.restore();
    const coarse = tilesFor(layout, 0, view, window, 9);
    // What lies around is fetched while the hand rests, so that it does not compete with what is in view.
    const around = hand === "resting" ? tilesFor(layout, level, view, window, 1) : [];
    this.tiles.want([...new Set([...needed, ...coarse, ...around].map(address))]);
  }

  private outOfPlay({ veil, border }: { veil: Path2D; border: Path2D }, left: number, top: number, scale: number): void {
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

  private counters(scenario: ScenarioFacts, view: View, window: Size, left: number, top: number, scale: number): void {
    if (scenario.stacks.length === 0) return;
    const level = finestNeeded(scenario.scales, scale);
    const detail = detailOf(this.layout.radius * view.scale);
    this.sheets.want([api.stacks(scenario.number, detail, level)]);
    const [bitmap, density] = this.bestSheet(scenario, detail, level);
    if (!bitmap) return;
    const box = visible(view, window);
    for (const { x, y, width, height, left: from, top: down } of scenario.stacks) {
      if (x > box.right || y > box.bottom || x + width < box.left || y + height < box.top) continue;
      this.context.drawImage(
        bitmap,
        from * density,
        down * density,
        width * density,
        height * density,
        left + x * scale,
        top + y * scale,
        width * scale,
        height * scale,
      );
    }
  }

  /** The wanted picture of the stacks and its pixels per unit, or while it is on its way the nearest one that is here. */
  private bestSheet(scenario: ScenarioFacts, detail: Detail, level: number): [ImageBitmap | undefined, number] {
    const levels = [...scenario.scales.keys()].sort((a, b) => Math.abs(a - level) - Math.abs(b - level));
    for (const told of new Set<Detail>([detail, "middle", "far", "near"])) {
      for (const candidate of levels) {
        const bitmap = this.sheets.get(api.stacks(scenario.number, told, candidate));
        if (bitmap) return [bitmap, scenario.scales[candidate] ?? 1];
      }
    }
    return [undefined, 1];
  }

  private ring(hex: HexFacts, left: number, top: number, scale: number, colour: string, width: number, alpha: number): void {
    const { context } = this;
    context.beginPath();
    for (const [i, corner] of corners(hex.x, hex.y, this.layout.radius).entries()) {
      const x = left + corner.x * scale;
      const y = top + corner.y * scale;
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.stroke();
    context.globalAlpha = 1;
  }

  /** True when everything the last frame wanted has been drawn sharp. */
  settled(view: View, window: Size, ratio: number): boolean {
    const level = levelFor(this.layout, view.scale * ratio);
    const needed = tilesFor(this.layout, level, view, window, 0);
    return needed.every((tile) => this.tiles.get(address(tile))) && this.sheets.idle;
  }
}

const readColours = (element: Element): Colours => {
  const style = getComputedStyle(element);
  const read = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  return {
    hover: read("--mark-hover", "#ffffff"),
    ring: read("--mark-ring", "#a3262a"),
    halo: read("--mark-halo", "#ffffff"),
    lit: read("--mark-lit", "#e8a400"),
    paper: read("--map-paper", "#e9e2cf"),
    veil: read("--map-veil", "rgb(207 198 178 / 0.55)"),
    border: read("--map-border", "#6b2020"),
    shadow: read("--map-shadow", "rgb(40 30 10 / 0.35)"),
  };
};

