/** Where the player looks: pure arithmetic, no DOM. Map units are those of the drawing, pixels are CSS pixels. */

import type { Detail } from "../api.ts";

export interface View {
  /** Pixels per map unit. */
  readonly scale: number;
  /** Map point in the middle of the window. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Room left around the map when all of it is shown, in pixels. */
const MARGIN = 24;
/** How large a hex may get: radius in pixels. */
const LARGEST_RADIUS = 110;

export const toMap = (view: View, window: Size, at: Point): Point => ({
  x: view.x + (at.x - window.width / 2) / view.scale,
  y: view.y + (at.y - window.height / 2) / view.scale,
});

export const toWindow = (view: View, window: Size, at: Point): Point => ({
  x: (at.x - view.x) * view.scale + window.width / 2,
  y: (at.y - view.y) * view.scale + window.height / 2,
});

/** The part of the map that the window shows; it may reach beyond the map. */
export const visible = (view: View, window: Size): Box => {
  const halfWidth = window.width / 2 / view.scale;
  const halfHeight = window.height / 2 / view.scale;
  return { left: view.x - halfWidth, top: view.y - halfHeight, right: view.x + halfWidth, bottom: view.y + halfHeight };
};

/** The scale at which the whole map is seen. */
export const fitScale = (map: Size, window: Size): number =>
  Math.max(
    1e-6,
    Math.min((window.width - 2 * MARGIN) / map.width, (window.height - 2 * MARGIN) / map.height),
  );

export const scaleRange = (map: Size, radius: number, window: Size): { least: number; most: number } => {
  const least = fitScale(map, window) * 0.8;
  return { least, most: Math.max(least, LARGEST_RADIUS / radius) };
};

/** Keeps at least a good part of the map in the window and the scale within its range. */
export const clamp = (view: View, map: Size, radius: number, window: Size): View => {
  const { least, most } = scaleRange(map, radius, window);
  const scale = Math.min(most, Math.max(least, view.scale));
  return { scale, x: within(view.x, map.width, window.width / scale), y: within(view.y, map.height, window.height / scale) };
};

/** Keeps a window on the map: beyond the edge shows at most a quarter of it, so that corners come clear of what lies over the map. */
const within = (middle: number, length: number, seen: number): number => {
  const most = Math.max(0, seen / 2 - seen / 4);
  if (seen >= length) return Math.min(length, Math.max(0, middle));
  return Math.min(length - most, Math.max(most, middle));
};

export const pan = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** Zooms so that the map point under `at` stays under `at`. */
export const zoomAt = (view: View, window: Size, at: Point, factor: number): View => {
  const before = toMap(view, window, at);
  const zoomed = { ...view, scale: view.scale * factor };
  const after = toMap(zoomed, window, at);
  return { scale: zoomed.scale, x: zoomed.x + before.x - after.x, y: zoomed.y + before.y - after.y };
};

/** The view that shows a box of the map as large as it can be without showing the table beside it. */
export const frameWithin = (view: View, map: Size, window: Size): View => {
  const keep = (middle: number, length: number, seen: number) =>
    seen >= length ? length / 2 : Math.min(length - seen / 2, Math.max(seen / 2, middle));
  return { ...view, x: keep(view.x, map.width, window.width / view.scale), y: keep(view.y, map.height, window.height / view.scale) };
};

/** The view that shows a box, with `pad` pixels around it, no closer than `closest`. */
export const frame = (box: Box, window: Size, pad: number, closest: number): View => {
  const width = Math.max(1e-6, box.right - box.left);
  const height = Math.max(1e-6, box.bottom - box.top);
  const scale = Math.min(closest, Math.max(40, window.width - 2 * pad) / width, Math.max(40, window.height - 2 * pad) / height);
  return { scale, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
};

/** Between two views, `t` from 0 to 1; the scale changes evenly to the eye. */
export const between = (from: View, to: View, t: number): View => {
  const scale = from.scale * Math.pow(to.scale / from.scale, t);
  const same = Math.abs(to.scale / from.scale - 1) < 1e-6;
  // Moving the middle in step with the scale keeps the fixed point of a zoom where it is.
  const share = same ? t : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
  return { scale, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
};

/** How much the counters tell, by the radius of a hex in CSS pixels: what the eye can read, however fine the screen. */
export const detailOf = (radiusInPixels: number): Detail =>
  radiusInPixels < 21 ? "far" : radiusInPixels < 50 ? "middle" : "near";
