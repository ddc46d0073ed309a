/** The map as a thing on the table: owns the canvas, the view and the frames; tells the page what the player points at. */

import type { HexFacts, MapFacts } from "../api.ts";
import { outline } from "./area.ts";
import { HexIndex, type Arrow } from "./hexes.ts";
import { listen } from "./input.ts";
import { NOTHING, type Overlay } from "./overlay.ts";
import { Painter, type Layers, type Marks } from "./painter.ts";
import { SpriteStore } from "./sprites.ts";
import type { Stack } from "./stack.ts";
import { BitmapStore } from "./store.ts";
import { between, clamp, fitScale, frame, frameWithin, pan, scaleRange, toMap, toWindow, zoomAt, type Box, type Point, type Size, type View } from "./view.ts";

export interface Listener {
  hovered(hex: HexFacts | undefined): void;
  selected(hex: HexFacts | undefined, by: "pointer" | "keyboard", at?: Point): void;
  /** The pointer within a hex, for whoever cares which part of it is meant; from the middle, in hex radii. */
  pointed?(hex: HexFacts, from: Point): void;
  /** A second click on the same spot; true if it meant something and the map shall not zoom. */
  doubled?(hex: HexFacts | undefined): boolean;
  viewChanged(view: View): void;
}

const ANIMATION_MS = 220;
const MOST_DEVICE_PIXELS = 2;
const TILES_KEPT = 48;
/** A view that has not changed for so long is at rest. */
const REST_MS = 200;

export class MapTable {
  readonly index: HexIndex;
  view: View = { scale: 1, x: 0, y: 0 };
  window: Size = { width: 1, height: 1 };
  private ratio = 1;
  private layers: Layers = { levels: false, numbers: true, names: true, victory: true, counters: true };
  private marks: Marks = { victory: [] };
  private overlay: Overlay = NOTHING;
  private frame = 0;
  private motion: ((now: number) => boolean) | undefined;
  private walkLine: number | undefined;
  private lastChange = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly painter: Painter;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    readonly map: MapFacts,
    private readonly listener: Listener,
  ) {
    this.index = new HexIndex(map);
    const again = () => this.invalidate();
    this.painter = new Painter(canvas, map, this.index, new BitmapStore(again, TILES_KEPT), new SpriteStore(map.layout, again));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(canvas);
    this.ends.push(() => observer.disconnect(), listen(canvas, this));
    this.resize();
    this.fit(false);
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    for (const end of this.ends) end();
  }

  // ---- what the page tells the map

  show(stacks: readonly Stack[]): void {
    this.painter.show(stacks);
    this.invalidate();
  }

  /** The part of the map in play; no names mean all of it. */
  limit(names: readonly string[]): void {
    const hexes = names.flatMap((name) => this.index.byName(name) ?? []);
    this.mark({ area: hexes.length === 0 ? undefined : this.areaOf(hexes) });
  }

  private areaOf(hexes: readonly HexFacts[]): Marks["area"] {
    const { width, height, radius } = this.map.layout;
    const border = new Path2D();
    for (const [first, ...others] of outline(hexes, radius)) {
      if (!first) continue;
      border.moveTo(first.x, first.y);
      for (const point of others) border.lineTo(point.x, point.y);
      border.closePath();
    }
    const veil = new Path2D(border);
    veil.rect(0, 0, width, height);
    return { veil, border };
  }

  light(overlay: Overlay): void {
    this.overlay = overlay;
    this.invalidate();
  }

  layer(layers: Layers): void {
    this.layers = layers;
    this.invalidate();
  }

  mark(marks: Partial<Marks>): void {
    this.marks = { ...this.marks, ...marks };
    this.invalidate();
  }

  themeChanged(): void {
    this.painter.refreshColours();
    this.invalidate();
  }

  // ---- looking around

  fit(animated = true): void {
    const { width, height } = this.map.layout;
    this.go({ scale: fitScale(this.map.layout, this.window), x: width / 2, y: height / 2 }, animated);
  }

  frameBox(box: Box, animated = true): void {
    const pad = Math.min(64, 0.06 * Math.min(this.window.width, this.window.height));
    const view = frame(box, this.window, pad, 42 / this.map.layout.radius);
    this.go(frameWithin(view, this.map.layout, this.window), animated);
  }

  panBy(dx: number, dy: number): void {
    this.motion = undefined;
    this.set(pan(this.view, dx, dy));
  }

  zoomBy(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    this.motion = undefined;
    this.set(zoomAt(this.view, this.window, at, factor));
  }

  /** Zooms by a step of a key or a button, softly. */
  zoomStep(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    const { least, most } = scaleRange(this.map.layout, this.map.layout.radius, this.window);
    const allowed = Math.min(most, Math.max(least, this.view.scale * factor)) / this.view.scale;
    this.go(zoomAt(this.view, this.window, at, allowed), true);
  }

  /** Brings a hex to the middle, close enough to read its counters. */
  centre(hex: HexFacts, animated = true): void {
    const scale = Math.max(this.view.scale, 30 / this.map.layout.radius);
    this.go({ scale, x: hex.x, y: hex.y }, animated);
  }

  /** Brings whoever is to act into sight, and near enough to be pointed at. */
  attend(hex: HexFacts): void {
    if (this.view.scale * this.map.layout.radius < 24) this.centre(hex);
    else this.reveal(hex);
  }

  /** Moves the view just enough to keep a hex in sight. */
  reveal(hex: HexFacts): void {
    const at = toWindow(this.view, this.window, hex);
    const pad = Math.min(this.window.width, this.window.height) * 0.14;
    const dx = Math.max(pad - at.x, 0) + Math.min(this.window.width - pad - at.x, 0);
    const dy = Math.max(pad - at.y, 0) + Math.min(this.window.height - pad - at.y, 0);
    if (dx !== 0 || dy !== 0) this.go(pan(this.view, dx, dy), true);
  }

  /** Lets the map glide on after a swing of the hand; velocities in pixels per millisecond. */
  glide(vx: number, vy: number): void {
    if (reducedMotion() || Math.hypot(vx, vy) < 0.08) return;
    let last = performance.now();
    this.motion = (now) => {
      const elapsed = Math.min(40, now - last);
      last = now;
      this.view = this.bounded(pan(this.view, vx * elapsed, vy * elapsed));
      const decay = Math.exp(-elapsed / 170);
      vx *= decay;
      vy *= decay;
      return Math.hypot(vx, vy) > 0.02;
    };
    this.invalidate();
  }

  halt(): void {
    this.motion = undefined;
  }

  // ---- pointing and walking

  point(at: Point | undefined): void {
    const there = at && toMap(this.view, this.window, at);
    const hex = there && this.index.at(there);
    this.listener.hovered(hex);
    if (hex && there) this.listener.pointed?.(hex, this.from(hex, there));
  }

  private from(hex: HexFacts, there: Point): Point {
    return { x: (there.x - hex.x) / this.index.radius, y: (there.y - hex.y) / this.index.radius };
  }

  pick(at: Point): void {
    this.walkLine = undefined;
    const there = toMap(this.view, this.window, at);
    const hex = this.index.at(there);
    this.listener.selected(hex, "pointer", hex && this.from(hex, there));
  }

  pickTwice(at: Point): void {
    if (!this.listener.doubled?.(this.index.at(toMap(this.view, this.window, at)))) this.zoomStep(2, at);
  }

  walk(arrow: Arrow): void {
    const from = this.marks.selected ?? this.index.at(this.view) ?? this.map.hexes[0];
    if (!from) return;
    if (arrow === "up" || arrow === "down" || this.walkLine === undefined) this.walkLine = from.y;
    const next = this.marks.selected ? this.index.walk(from, arrow, this.walkLine) : from;
    if (!next) return;
    if (arrow === "up" || arrow === "down") this.walkLine = next.y;
    this.listener.selected(next, "keyboard");
    this.reveal(next);
  }

  deselect(): void {
    this.listener.selected(undefined, "keyboard");
  }

  /** True once the picture is sharp; the browser tests and the frame measurements wait for it. */
  get settled(): boolean {
    return this.motion === undefined && this.painter.settled(this.view, this.window, this.ratio);
  }

  // ---- frames

  invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.paint(now));
  }

  private paint(now: number): void {
    this.frame = 0;
    if (this.motion) {
      if (!this.motion(now)) this.motion = undefined;
      this.changed();
      this.invalidate();
    }
    const hand = now - this.lastChange < REST_MS ? "moving" : "resting";
    this.painter.draw(this.view, this.window, this.ratio, this.layers, this.marks, this.overlay, hand);
  }

  /** Notes that the view has changed, and draws once more when it has come to rest. */
  private changed(): void {
    this.lastChange = performance.now();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.invalidate(), REST_MS + 20);
    this.listener.viewChanged(this.view);
  }

  private set(view: View): void {
    this.view = this.bounded(view);
    this.changed();
    this.invalidate();
  }

  private bounded(view: View): View {
    return clamp(view, this.map.layout, this.map.layout.radius, this.window);
  }

  private go(target: View, animated: boolean): void {
    const to = this.bounded(target);
    if (!animated || reducedMotion()) {
      this.motion = undefined;
      this.set(to);
      return;
    }
    const from = this.view;
    const started = performance.now();
    this.motion = (now) => {
      const t = Math.min(1, Math.max(0, (now - started) / ANIMATION_MS));
      this.view = between(from, to, 1 - (1 - t) ** 3);
      return t < 1;
    };
    this.invalidate();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.ratio = Math.min(MOST_DEVICE_PIXELS, globalThis.devicePixelRatio || 1);
    this.window = { width: clientWidth, height: clientHeight };
    this.canvas.width = Math.round(clientWidth * this.ratio);
    this.canvas.height = Math.round(clientHeight * this.ratio);
    this.set(this.view);
  }
}

const reducedMotion = (): boolean => globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
