/** One frame of the map: where things lie on the canvas, in device pixels. */

import type { HexFacts } from "../api.ts";
import { corners } from "./hexes.ts";
import { visible, type Box, type Point, type Size, type View } from "./view.ts";

export class Frame {
  /** Device pixels per map unit. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly box: Box;

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly view: View,
    readonly window: Size,
    /** Device pixels per CSS pixel. */
    readonly ratio: number,
    /** Hex radius in map units. */
    readonly radius: number,
  ) {
    this.scale = view.scale * ratio;
    this.left = (window.width / 2) * ratio - view.x * this.scale;
    this.top = (window.height / 2) * ratio - view.y * this.scale;
    this.box = visible(view, window);
  }

  at(point: Point): Point {
    return { x: this.left + point.x * this.scale, y: this.top + point.y * this.scale };
  }

  /** True if something of this reach around a point may be in the window. */
  shows(point: Point, reach = this.radius): boolean {
    const { left, right, top, bottom } = this.box;
    return point.x > left - reach && point.x < right + reach && point.y > top - reach && point.y < bottom + reach;
  }

  /** Radius of a hex in CSS pixels: what decides how much can be read. */
  get hexRadius(): number {
    return this.radius * this.view.scale;
  }

  /** The outline of a hex, a little smaller if asked. */
  path(hex: HexFacts, share = 1): Path2D {
    const path = new Path2D();
    for (const [i, corner] of corners(hex.x, hex.y, this.radius * share).entries()) {
      const { x, y } = this.at(corner);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
    return path;
  }
}
