import type { HexFacts } from "../api.ts";
import { messages } from "../messages/index.ts";
import { tab, type Tab } from "../state.ts";
import { Forces } from "./forces.tsx";
import { HexPanel } from "./hex-panel.tsx";
import { ScenarioPanel } from "./scenario-panel.tsx";

const TABS: readonly Tab[] = ["hex", "forces", "scenario"];

/** The panel beside the map (below it on narrow screens), with its three tabs. */
export function Panel({ onLook }: { onLook: (hex: HexFacts) => void }) {
  const m = messages.value;
  const label: Record<Tab, string> = { hex: m.tabHex, forces: m.tabForces, scenario: m.tabScenario };
  const step = (event: KeyboardEvent) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    const next = TABS[(TABS.indexOf(tab.value) + move + TABS.length) % TABS.length] ?? "hex";
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  return (
    <aside class="panel" aria-label={m.panel}>
      <div class="tabs" role="tablist" onKeyDown={step}>
        {TABS.map((name) => (
          <button
            type="button"
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="tab-body"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {label[name]}
          </button>
        ))}
      </div>
      <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        {tab.value === "hex" ? <HexPanel /> : tab.value === "forces" ? <Forces onLook={onLook} /> : <ScenarioPanel />}
      </div>
    </aside>
  );
}
