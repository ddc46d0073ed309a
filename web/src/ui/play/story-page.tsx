import type { FireModel } from "../../play/cards.ts";
import type { BarModel } from "../../play/model.ts";
import type { Die, Leg } from "../../play/wire.ts";
import { Bar } from "./bar.tsx";
import { DieCard, FireCard, RuleCard, WayCard, WhyCard } from "./cards.tsx";

/** Every card with made-up data, for whoever works on the page: #/story. */
export const FIRE: FireModel = {
  title: "1 LA fires at 16 WI",
  range: "1 hex, adjacent",
  sight: { seen: true },
  strength: "9 SP, 7 fire from a hex",
  strengthRule: "SR 10.14",
  terms: [
    { value: 1, text: "Rifled musket at 1 hex", rule: "BB range" },
    { value: -1, text: "16 WI in woods", rule: "BB 9.44" },
    { value: 1, text: "Prepared fire: 1 LA has moved", rule: "SR 10.52", missed: true },
    { value: 1, text: "Enfilade: the fire meets its front", rule: "SR 10.81", missed: true },
  ],
  total: 0,
  column: "die + 0, column 7 SP",
  rebuilt: true,
  cells: [
    { die: 0, result: "–" },
    { die: 1, result: "–" },
    { die: 2, result: "d−2", chance: 20 },
    { die: 3, result: "d−1", chance: 30 },
    { die: 4, result: "d−1", chance: 30 },
    { die: 5, result: "d", chance: 40 },
    { die: 6, result: "d+1", chance: 50 },
    { die: 7, result: "d+2", chance: 60 },
    { die: 8, result: "1 d+2", chance: 60, grave: true },
    { die: 9, result: "1 d+2", chance: 60, grave: true },
  ],
  fallen: 6,
  legend: "Height: chance that 16 WI (cohesion 5) fails its check",
  chances: [
    { text: "Nothing", percent: 57, tone: "nothing" },
    { text: "16 WI Disordered", percent: 35, tone: "check" },
    { text: "16 WI loses 1 SP", percent: 20, tone: "loss" },
  ],
  answer: {
    title: "It may answer: 7 SP, +1",
    chances: [
      { text: "1 LA Disordered", percent: 23, tone: "check" },
      { text: "1 LA loses 1 SP", percent: 30, tone: "loss" },
    ],
  },
};

export const DIE: Die = {
  purpose: "16 WI: check of its cohesion",
  natural: 5,
  terms: [{ value: 1, rule: "BB 12.35", text: "the first morning" }],
  total: 6,
  needed: 5,
  verdict: "fails",
};

export const LEG: Leg = {
  piece: "1 LA",
  orders: [],
  hexes: ["S3920", "S3919"],
  hex: "S3919",
  facing: "NW",
  cost: "3",
  allowance: "3",
  risks: [{ hex: "S3919", text: "check for the thicket", rule: "SR 9.47", needed: 6, chance: 30 }],
};

export const BAR: BarModel = {
  side: "confederate",
  who: "Gladden (1/2/2)",
  title: "1 LA: fire now, or charge?",
  rule: "SR 11.21",
  ruleTitle: "It has moved next to the enemy",
  buttons: [
    { order: "fire", kind: "fire", rule: "SR 10.1", text: "Fire at 16 WI", rolls: true },
    { order: "hold", kind: "hold", rule: "SR 11.21", text: "Hold for the charge" },
    { order: "done", kind: "done", rule: "SR 5.33", text: "End Gladden", ends: true, givesUp: ["26 AL", "25 AL"] },
  ],
  more: 3,
};

export function StoryPage() {
  return (
    <main class="story-page">
      <h1>Cards</h1>
      <div class="story-grid">
        <FireCard fire={FIRE} />
        <FireCard fire={{ ...FIRE, title: "Ketchum Bty fires at 25 MO", sight: { seen: false, hex: "S3417", rule: "SR 10.24" } }} />
        <DieCard text="16 WI is Disordered" die={DIE} />
        <WayCard legs={[LEG, { ...LEG, piece: "25 AL", risks: [], short: true, cost: "2", hex: "S3620" }]} />
        <WhyCard
          about="25 AL → S3719"
          why={{ allowed: false, reason: "only units under Attack orders move next to enemy infantry", rule: "SR 9.52", ruleText: "Miller may try for other orders at his marker." }}
        />
      </div>
      <div class="story-bar">
        <Bar bar={BAR} armed="done" proposal="fire" waiting={false} onPick={() => undefined} onMore={() => undefined} />
      </div>
      <RuleCard load={(id) => Promise.resolve({ id, title: "A rule", statement: "What it says, in our words.", seeAlso: ["SR 9.52", "SR 9.53"] })} />
    </main>
  );
}
