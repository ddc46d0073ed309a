import type { ComponentChildren } from "preact";
import type { HexFacts } from "../api.ts";
import { messages } from "../messages/index.ts";
import { sheetOpen, tab, type Tab } from "../state.ts";
import { Forces } from "./forces.tsx";
import { HexPanel } from "./hex-panel.tsx";
import { Icon } from "./icons.tsx";
import { ScenarioPanel } from "./scenario-panel.tsx";

export interface PanelProps {
  onLook: (hex: HexFacts) => void;
  tabs: readonly Tab[];
  /** What the tabs of a game show; those of a scenario are known here. */
  bodies?: Partial<Record<Tab, ComponentChildren>>;
  /** What stands above every tab. */
  head?: ComponentChildren;
  /** Nothing in it can be reached. */
  inert?: boolean;
}

/** The panel beside the map, below it on upright screens; on small ones a sheet that can be put away. */
export function Panel({ onLook, tabs, bodies = {}, head, inert = false }: PanelProps) {
  const m = messages.value;
  const label: Record<Tab, string> = { now: m.tabNow, hex: m.tabHex, forces: m.tabForces, log: m.tabLog, scenario: m.tabScenario };
  const current = tabs.includes(tab.value) ? tab.value : (tabs[0] ?? "hex");
  const open = (name: Tab) => {
    // On a small screen a second tap on the same tab puts the sheet away.
    sheetOpen.value = !(sheetOpen.value && tab.value === name);
    tab.value = name;
  };
  const step = (event: KeyboardEvent) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    const next = tabs[(tabs.indexOf(current) + move + tabs.length) % tabs.length] ?? "hex";
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  const known: Partial<Record<Tab, () => ComponentChildren>> = {
    hex: () => <HexPanel />,
    forces: () => <Forces onLook={onLook} />,
    scenario: () => <ScenarioPanel />,
  };
  return (
    <aside class={`panel ${sheetOpen.value ? "open" : ""}`} aria-label={m.panel} inert={inert}>
      <div class="tabs-row">
        <div class="tabs" role="tablist" onKeyDown={step}>
          {tabs.map((name) => (
            <button
              type="button"
              key={name}
              id={`tab-${name}`}
              role="tab"
              aria-selected={current === name}
              aria-controls="tab-body"
              tabIndex={current === name ? 0 : -1}
              onClick={() => open(name)}
            >
              {label[name]}
            </button>
          ))}
        </div>
        <button type="button" class="tool sheet-toggle" aria-label={sheetOpen.value ? m.closeSheet : m.openSheet} aria-expanded={sheetOpen.value} onClick={() => (sheetOpen.value = !sheetOpen.value)}>
          <Icon name={sheetOpen.value ? "close" : "panel"} />
        </button>
      </div>
      {head}
      <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby={`tab-${current}`} tabIndex={0}>
        {/* Whoever listens hears where he is, and the headings below have one to stand under. */}
        <h2 class="unseen">{label[current]}</h2>
        {bodies[current] ?? known[current]?.()}
      </div>
    </aside>
  );
}
