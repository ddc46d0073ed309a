import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Layers } from "../map/painter.ts";
import { messages } from "../messages/index.ts";
import { layers, toggleLayer } from "../state.ts";
import { Icon } from "./icons.tsx";

const NAMES: readonly (keyof Layers)[] = ["levels", "numbers", "names", "victory", "counters"];

/** A button that opens the list of what the map may show. */
export function LayersMenu({ children }: { children?: ComponentChildren }) {
  const m = messages.value;
  const [open, setOpen] = useState(false);
  return (
    <div
      class="layers"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        event.stopPropagation();
      }}
    >
      <button type="button" class="tool" aria-expanded={open} aria-controls="layer-list" title={m.layers} aria-label={m.layers} onClick={() => setOpen(!open)}>
        <Icon name="layers" />
      </button>
      <fieldset id="layer-list" hidden={!open}>
        <legend>{m.layers}</legend>
        {NAMES.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={layers.value[name]} onChange={() => toggleLayer(name)} /> {m.layerNames[name]}
          </label>
        ))}
        {children}
      </fieldset>
    </div>
  );
}
