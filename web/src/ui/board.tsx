import { effect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { HexFacts, MapFacts, Piece } from "../api.ts";
import { spoken } from "../describe.ts";
import { looker } from "../look-at.ts";
import { KEY_ZOOM } from "../map/input.ts";
import { NOTHING, type Overlay } from "../map/overlay.ts";
import type { Stack } from "../map/stack.ts";
import { MapTable } from "../map/table.ts";
import type { Box, Point } from "../map/view.ts";
import { messages } from "../messages/index.ts";
import { addressOf, announcement, helpOpen, hexNamed, hovered, layers, legendOpen, lingering, route, selected, sheetOpen, tab, theme, toggleLayer } from "../state.ts";
import { focusFind } from "./find.tsx";
import { Icon } from "./icons.tsx";
import { LayersMenu } from "./layers-menu.tsx";
import { ScaleBar } from "./scale-bar.tsx";

/** Holds a hex in the panel, says aloud what is there, and writes it into the address. */
export function hold(hex: HexFacts | undefined, pieces: readonly Piece[], show = true): void {
  selected.value = hex;
  const here = route.peek();
  if (here.page === "table" || here.page === "game") {
    const { hex: _, ...rest } = here;
    route.value = hex ? { ...rest, hex: hex.name } : rest;
    history.replaceState(history.state, "", addressOf(route.value));
  }
  if (!hex) return;
  if (show) {
    tab.value = "hex";
    sheetOpen.value = true;
  }
  announcement.value = spoken(messages.value, hex, pieces);
}

export interface BoardProps {
  facts: MapFacts;
  stacks: readonly Stack[];
  /** Names of the hexes in play, none if all are. */
  area: readonly string[];
  /** Names of the hexes that count for victory. */
  victory: readonly string[];
  /** What the first view belongs to; another one is framed anew. */
  opening: number | string;
  title: string;
  overlay?: Overlay;
  table: { current: MapTable | undefined };
  onLook: (hex: HexFacts) => void;
  onPick: (hex: HexFacts | undefined, by: "pointer" | "keyboard", from?: Point) => void;
  onPoint?: (hex: HexFacts, from: Point) => void;
  onDouble?: (hex: HexFacts | undefined) => boolean;
  /** A key the map itself does not use; true if it meant something. */
  onKey?: (event: KeyboardEvent) => boolean;
  /** Where N and P lead; hexes with counters if not said. */
  stops?: readonly HexFacts[] | undefined;
  /** The first view is there. */
  onFramed?: () => void;
  /** More to choose from in the list of layers. */
  layers?: ComponentChildren;
  children?: ComponentChildren;
}

export function Board(props: BoardProps) {
  const { facts, stacks, area, victory, opening, title, overlay, table } = props;
  const m = messages.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scale, setScale] = useState(1);
  // What the listeners call is what the last drawing was given.
  const now = useRef(props);
  now.current = props;

  useEffect(() => {
    if (!canvas.current) return;
    const made = new MapTable(canvas.current, facts, {
      hovered: (hex) => {
        if (hovered.peek() !== hex) hovered.value = hex;
        if (hex && lingering.peek() !== hex) lingering.value = hex;
      },
      pointed: (hex, from) => now.current.onPoint?.(hex, from),
      selected: (hex, by, from) => now.current.onPick(hex, by, from),
      doubled: (hex) => now.current.onDouble?.(hex) ?? false,
      viewChanged: (view) => setScale(view.scale),
    });
    table.current = made;
    looker.value = (hex) => now.current.onLook(hex);
    // For the browser tests and the frame measurements, which steer and question the map itself.
    Object.assign(canvas.current, { mapTable: made });
    const ends = [
      effect(() => made.mark({ hovered: hovered.value, selected: selected.value })),
      effect(() => made.layer(layers.value)),
      effect(() => {
        void theme.value;
        queueMicrotask(() => made.themeChanged());
      }),
    ];
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => made.themeChanged();
    dark.addEventListener("change", changed);
    // Letters are set in our own faces as soon as they have come.
    void document.fonts.ready.then(() => made.invalidate());
    return () => {
      dark.removeEventListener("change", changed);
      for (const end of ends) end();
      made.close();
      table.current = undefined;
      looker.value = undefined;
    };
  }, [facts]);

  useEffect(() => table.current?.show(stacks), [stacks, facts]);
  useEffect(() => table.current?.limit(area), [area, facts]);
  useEffect(() => table.current?.mark({ victory: victory.flatMap((name) => hexNamed(name) ?? []) }), [victory, facts]);
  useEffect(() => table.current?.light(overlay ?? NOTHING), [overlay, facts]);
  useEffect(() => {
    frame(false);
    const here = route.peek();
    const held = here.page === "table" || here.page === "game" ? hexNamed(here.hex) : undefined;
    if (held) props.onLook(held);
    else props.onFramed?.();
    // Keys work from the start; the ring comes with the first of them.
    if (document.activeElement === document.body) {
      canvas.current?.classList.add("by-pointer");
      canvas.current?.focus({ preventScroll: true });
    }
  }, [opening, facts]);

  const frame = (animated: boolean) => {
    const { width, height, radius } = facts.layout;
    const box = boxOf(stacks.map((stack) => stack.hex), 2.5 * radius);
    // Forces all over the field are best seen on the whole map.
    if (!box || (box.right - box.left > 0.7 * width && box.bottom - box.top > 0.7 * height)) table.current?.fit(animated);
    else table.current?.frameBox(box, animated);
  };

  const jump = (step: 1 | -1) => {
    const stops = [...(props.stops ?? stacks.map((stack) => stack.hex))].sort((a, b) => a.x - b.x || a.y - b.y);
    const at = stops.findIndex((hex) => hex === selected.value);
    const next = stops[(at + step + stops.length) % stops.length] ?? stops[0];
    if (next) props.onLook(next);
  };

  const keydown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (now.current.onKey?.(event)) {
      event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    if (key === "n") jump(1);
    else if (key === "p") jump(-1);
    else if (key === "l") toggleLayer("levels");
    else if (key === "k") legendOpen.value = true;
    else if (key === "?") helpOpen.value = true;
    else if (key === "/") focusFind();
    else if (key === "v" && !event.repeat) layers.value = { ...layers.value, counters: false };
    else return;
    event.preventDefault();
  };
  const keyup = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "v") layers.value = { ...layers.value, counters: true };
  };

  // Where nothing has the focus the keys are meant for the map, and those a button has no use for as well.
  useEffect(() => {
    const forward = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const own = /^(Enter| |Tab|Arrow.*|Shift|Home|End|Page.*)$/.test(event.key);
      const button = target.tagName === "BUTTON" && target.closest("dialog, [role=tablist], .layers") === null && !own;
      if (!canvas.current || (target !== document.body && !button)) return;
      if (!button) canvas.current.focus({ preventScroll: true });
      canvas.current.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, shiftKey: event.shiftKey, repeat: event.repeat, altKey: event.altKey, ctrlKey: event.ctrlKey, metaKey: event.metaKey }));
      if (!event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
    };
    document.addEventListener("keydown", forward);
    return () => document.removeEventListener("keydown", forward);
  }, []);

  const tool = (icon: "plus" | "minus" | "whole" | "forces" | "legend", words: string, act: () => void) => (
    <button type="button" class="tool" title={words} aria-label={words} onClick={act} {...(icon === "plus" || icon === "minus" ? { "data-rare": "" } : {})}>
      <Icon name={icon} />
    </button>
  );

  return (
    <>
      <canvas
        ref={canvas}
        class="map"
        tabIndex={0}
        role="application"
        aria-roledescription="map"
        aria-label={m.mapLabel(title)}
        aria-describedby="map-help"
        onKeyDown={keydown}
        onKeyUp={keyup}
      />
      <p class="unseen" id="map-help">
        {m.mapHelp}
      </p>
      <div class="controls" role="toolbar" aria-label={m.mapLabel(title)}>
        {tool("plus", m.zoomIn, () => table.current?.zoomStep(KEY_ZOOM))}
        {tool("minus", m.zoomOut, () => table.current?.zoomStep(1 / KEY_ZOOM))}
        {tool("whole", m.showAll, () => table.current?.fit())}
        {tool("forces", m.showForces, () => frame(true))}
        {tool("legend", m.legend, () => (legendOpen.value = true))}
        <LayersMenu>{props.layers}</LayersMenu>
      </div>
      <ScaleBar pixelsPerYard={(scale * facts.layout.radius * Math.sqrt(3)) / facts.layout.yardsPerHex} />
      {props.children}
    </>
  );
}

/** The part of the map that some hexes take up. */
function boxOf(hexes: readonly HexFacts[], radius: number): Box | undefined {
  if (hexes.length === 0) return undefined;
  const xs = hexes.map((hex) => hex.x);
  const ys = hexes.map((hex) => hex.y);
  return { left: Math.min(...xs) - radius, right: Math.max(...xs) + radius, top: Math.min(...ys) - radius, bottom: Math.max(...ys) + radius };
}
