/** Mouse, touch and keyboard on the map. Turns raw events into the few things a MapTable can do. */

import type { Arrow } from "./hexes.ts";
import type { Point } from "./view.ts";

/** What input may do to the map. */
export interface Steered {
  panBy(dx: number, dy: number): void;
  zoomBy(factor: number, at?: Point): void;
  zoomStep(factor: number, at?: Point): void;
  fit(): void;
  glide(vx: number, vy: number): void;
  halt(): void;
  point(at: Point | undefined): void;
  pick(at: Point): void;
  pickTwice(at: Point): void;
  walk(arrow: Arrow): void;
  deselect(): void;
}

/** A pointer that moved less than this many pixels has clicked. */
const CLICK_SLACK = 5;
const KEY_PAN = 120;
export const KEY_ZOOM = 1.5;

const ARROWS: Record<string, Arrow> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const PAN: Record<Arrow, Point> = {
  up: { x: 0, y: KEY_PAN },
  down: { x: 0, y: -KEY_PAN },
  left: { x: KEY_PAN, y: 0 },
  right: { x: -KEY_PAN, y: 0 },
};

/** Starts listening; returns how to stop. */
export function listen(element: HTMLElement, map: Steered): () => void {
  const pointers = new Map<number, Point>();
  let travelled = 0;
  let velocity: Point = { x: 0, y: 0 };
  let lastMove = 0;
  let lastTap: { at: Point; when: number } | undefined;

  const place = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const pointerdown = (event: PointerEvent) => {
    if (event.button !== 0 && event.button !== 1) return;
    // The element may be gone or the pointer synthetic; dragging then works without capture.
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      /* no capture */
    }
    map.halt();
    // A ring around the map tells where the keys go; whoever points with the hand does not need it.
    element.classList.add("by-pointer");
    element.focus({ preventScroll: true });
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, place(event));
    velocity = { x: 0, y: 0 };
    lastMove = event.timeStamp;
  };

  const pointermove = (event: PointerEvent) => {
    const to = place(event);
    const from = pointers.get(event.pointerId);
    if (!from) {
      map.point(event.pointerType === "touch" ? undefined : to);
      return;
    }
    if (pointers.size === 1) {
      travelled += Math.hypot(to.x - from.x, to.y - from.y);
      pointers.set(event.pointerId, to);
      if (travelled < CLICK_SLACK) return;
      element.classList.add("dragging");
      map.panBy(to.x - from.x, to.y - from.y);
      const elapsed = Math.max(1, event.timeStamp - lastMove);
      lastMove = event.timeStamp;
      velocity = {
        x: 0.6 * velocity.x + (0.4 * (to.x - from.x)) / elapsed,
        y: 0.6 * velocity.y + (0.4 * (to.y - from.y)) / elapsed,
      };
      return;
    }
    // Two fingers: the map follows their middle and their distance.
    travelled = Infinity;
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.set(event.pointerId, to);
    if (!other || pointers.size > 2) return;
    const before = Math.hypot(from.x - other.x, from.y - other.y);
    const after = Math.hypot(to.x - other.x, to.y - other.y);
    map.panBy((to.x - from.x) / 2, (to.y - from.y) / 2);
    if (before > 1 && after > 1) map.zoomBy(after / before, { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 });
  };

  const pointerup = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) return;
    element.classList.remove("dragging");
    if (event.type === "pointercancel") return;
    const at = place(event);
    if (travelled < CLICK_SLACK) {
      const again = lastTap && event.timeStamp - lastTap.when < 320 && Math.hypot(at.x - lastTap.at.x, at.y - lastTap.at.y) < 24;
      lastTap = again ? undefined : { at, when: event.timeStamp };
      if (again) map.pickTwice(at);
      else map.pick(at);
      return;
    }
    // A hand that rested before letting go does not throw the map.
    if (travelled !== Infinity && event.timeStamp - lastMove < 60) map.glide(velocity.x, velocity.y);
  };

  const pointerleave = () => {
    if (pointers.size === 0) map.point(undefined);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    map.halt();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 240 : 1;
    if (event.shiftKey) {
      map.panBy(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
      return;
    }
    // Browsers report a pinch on the touchpad as a wheel with Ctrl and small steps.
    const amount = Math.max(-240, Math.min(240, event.deltaY * unit));
    map.zoomBy(Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0022)), place(event));
  };

  const keydown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    element.classList.remove("by-pointer");
    const arrow = ARROWS[event.key];
    if (arrow) {
      if (event.shiftKey) map.panBy(PAN[arrow].x, PAN[arrow].y);
      else map.walk(arrow);
    } else if (event.key === "+" || event.key === "=") map.zoomStep(KEY_ZOOM);
    else if (event.key === "-" || event.key === "_") map.zoomStep(1 / KEY_ZOOM);
    else if (event.key === "0" || event.key === "Home") map.fit();
    else if (event.key === "Escape") map.deselect();
    else return;
    event.preventDefault();
  };

  element.addEventListener("pointerdown", pointerdown);
  element.addEventListener("pointermove", pointermove);
  element.addEventListener("pointerup", pointerup);
  element.addEventListener("pointercancel", pointerup);
  element.addEventListener("pointerleave", pointerleave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("keydown", keydown);
  return () => {
    element.removeEventListener("pointerdown", pointerdown);
    element.removeEventListener("pointermove", pointermove);
    element.removeEventListener("pointerup", pointerup);
    element.removeEventListener("pointercancel", pointerup);
    element.removeEventListener("pointerleave", pointerleave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("keydown", keydown);
  };
}
