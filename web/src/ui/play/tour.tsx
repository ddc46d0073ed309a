import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../../api.ts";
import { messages } from "../../messages/index.ts";
import { look, lookedAt } from "../../play/game.ts";
import { beganAt, TOUR, type Began, type Chapter } from "../../play/tour.ts";
import { addressOf, announcement, route } from "../../state.ts";

interface Tour {
  step: number;
  /** The games of its chapters. */
  games: Partial<Record<Chapter, number>>;
}

const KEPT = "longroll.tour";

const recalled = (): Tour | undefined => {
  try {
    const kept = sessionStorage.getItem(KEPT);
    return kept === null ? undefined : (JSON.parse(kept) as Tour);
  } catch {
    return undefined;
  }
};

/** The tour that is under way; a reload of the page does not end it. */
export const tour = signal<Tour | undefined>(recalled());
effect(() => {
  try {
    if (tour.value) sessionStorage.setItem(KEPT, JSON.stringify(tour.value));
    else sessionStorage.removeItem(KEPT);
  } catch {
    /* then it lasts until the page is closed */
  }
});

/** How the game stood when the step began: which game, for that of the step before may still be on the table. */
const start = signal<Began | undefined>(undefined);

/** Goes to a step, into a position of its own where it needs one. */
export async function goToStep(step: number): Promise<void> {
  const wanted = TOUR[step];
  const now = tour.peek() ?? { step, games: {} };
  if (!wanted) {
    tour.value = undefined;
    return;
  }
  const game = now.games[wanted.chapter] ?? (await api.newGame({ tour: wanted.chapter, name: messages.peek().play.tour.title })).id;
  start.value = undefined;
  tour.value = { step, games: { ...now.games, [wanted.chapter]: game } };
  const here = route.peek();
  if (here.page !== "game" || here.game !== game) location.hash = addressOf({ page: "game", game });
}

export const beginTour = (): Promise<void> => {
  tour.value = undefined;
  return goToStep(0);
};

/** The card of the step, above the map. */
export function TourCard({ game }: { game: number }) {
  const m = messages.value.play.tour;
  const now = look.value;
  const under = tour.value;
  const step = under && TOUR[under.step];
  const mine = step !== undefined && under?.games[step.chapter] === game;
  useEffect(() => {
    if (mine && now && lookedAt.peek() === game && beganAt(start.peek(), under.step, game) === undefined) start.value = { step: under.step, game, look: now };
  }, [mine, under?.step, now, game]);
  if (!under || !step || !mine) return null;
  const began = beganAt(start.value, under.step, game);
  const done = step.done === undefined || (now !== undefined && began !== undefined && step.done(now, began));
  const words = m.steps[step.key];
  const last = under.step === TOUR.length - 1;
  return (
    <section class="tour" aria-label={m.title} data-step={step.key}>
      <header>
        <b>{m.stepOf(under.step + 1, TOUR.length)}</b>
        <button type="button" class="link" onClick={() => (tour.value = undefined)}>
          {m.leave}
        </button>
      </header>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {step.done && (
        <p class={`deed ${done ? "done" : ""}`} role="status">
          {done ? `✓ ${m.done}` : "deed" in words ? `→ ${words.deed}` : ""}
        </p>
      )}
      <p class="buttons">
        {under.step > 0 && (
          <button type="button" class="choice" onClick={() => void goToStep(under.step - 1)}>
            {m.back}
          </button>
        )}
        <button type="button" class={`choice ${done ? "proposed" : ""}`} onClick={() => (last ? (tour.value = undefined) : void goToStep(under.step + 1))}>
          {last ? m.finish : done ? m.next : m.skip}
        </button>
      </p>
    </section>
  );
}

/** The button of the lobby. */
export function TourButton() {
  const m = messages.value.play.tour;
  return (
    <button
      type="button"
      class="choice tour-button"
      onClick={() =>
        void beginTour().catch((error: unknown) => {
          announcement.value = error instanceof Error ? error.message : String(error);
        })
      }
    >
      {m.begin}
    </button>
  );
}
