import assert from "node:assert/strict";
import test from "node:test";
import { between, clamp, detailOf, fitScale, frame, pan, scaleRange, toMap, toWindow, visible, zoomAt } from "../src/map/view.ts";

const map = { width: 5000, height: 6800 };
const window = { width: 1200, height: 800 };
const radius = 57.7;
const near = (a: number, b: number, slack = 1e-6) => assert.ok(Math.abs(a - b) < slack, `${a} is not ${b}`);

/** A small reproducible stream of numbers between 0 and 1. */
const stream = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;

test("window and map points turn into each other", () => {
  const next = stream(7);
  for (let i = 0; i < 200; i += 1) {
    const view = { scale: 0.05 + next() * 3, x: next() * map.width, y: next() * map.height };
    const at = { x: next() * window.width, y: next() * window.height };
    const back = toWindow(view, window, toMap(view, window, at));
    near(back.x, at.x);
    near(back.y, at.y);
  }
});

test("a zoom keeps the point under the finger where it is", () => {
  const next = stream(11);
  for (let i = 0; i < 200; i += 1) {
    const view = { scale: 0.1 + next(), x: next() * map.width, y: next() * map.height };
    const at = { x: next() * window.width, y: next() * window.height };
    const before = toMap(view, window, at);
    const after = toMap(zoomAt(view, window, at, 0.4 + next() * 2), window, at);
    near(before.x, after.x);
    near(before.y, after.y);
  }
});

test("half-way through an animated zoom the fixed point has not moved", () => {
  const from = { scale: 0.2, x: 2000, y: 3000 };
  const at = { x: 300, y: 650 };
  const to = zoomAt(from, window, at, 4);
  for (const t of [0.1, 0.5, 0.9]) {
    const point = toMap(between(from, to, t), window, at);
    near(point.x, toMap(from, window, at).x, 1e-3);
    near(point.y, toMap(from, window, at).y, 1e-3);
  }
  near(between(from, { ...from, x: 2500 }, 0.5).x, 2250);
});

test("dragging moves the map with the hand", () => {
  const view = { scale: 0.5, x: 1000, y: 1000 };
  const at = { x: 100, y: 100 };
  const under = toMap(view, window, at);
  const moved = toMap(pan(view, 30, -40), window, { x: 130, y: 60 });
  near(under.x, moved.x);
  near(under.y, moved.y);
});

test("nobody gets lost: the middle of the window stays on the map and the scale in its range", () => {
  const { least, most } = scaleRange(map, radius, window);
  const far = clamp({ scale: 1e-9, x: -1e9, y: 1e9 }, map, radius, window);
  assert.deepEqual(far, { scale: least, x: 0, y: map.height });
  assert.equal(clamp({ scale: 1e9, x: 10, y: 10 }, map, radius, window).scale, most);
});

test("the whole map fits, and a framed box is inside the window", () => {
  const view = { scale: fitScale(map, window), x: map.width / 2, y: map.height / 2 };
  const all = visible(view, window);
  assert.ok(all.left < 0 && all.top < 0 && all.right > map.width && all.bottom > map.height);
  const box = { left: 1000, top: 2000, right: 1800, bottom: 2500 };
  const seen = visible(frame(box, window, 40, 5), window);
  assert.ok(seen.left <= box.left && seen.top <= box.top && seen.right >= box.right && seen.bottom >= box.bottom);
  assert.equal(frame({ left: 5, top: 5, right: 5, bottom: 5 }, window, 40, 0.7).scale, 0.7);
});

test("counters have three levels of detail", () => {
  assert.deepEqual([4, 20.9, 21, 49.9, 50, 110].map(detailOf), ["far", "far", "middle", "middle", "near", "near"]);
});
