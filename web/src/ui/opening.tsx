import type { ScenarioSummary } from "../api.ts";
import { spanWords } from "../describe.ts";
import { messages } from "../messages/index.ts";
import { addressOf, listFailure, loadScenarios, scenarios } from "../state.ts";
import { Drum, SideMark } from "./icons.tsx";
import { Lobby } from "./play/lobby.tsx";
import { Preferences } from "./preferences.tsx";

/** The title page: what there is to play. */
export function Opening() {
  const m = messages.value;
  return (
    <div class="opening">
      <div class="corner">
        <Preferences />
      </div>
      <header class="masthead">
        <Drum />
        <h1>{m.appName}</h1>
        <p class="tagline">{m.tagline}</p>
        <div class="rule" aria-hidden="true" />
        <p class="lead">{m.openingLead}</p>
      </header>
      <main>
        <Lobby />
        <p class="lead">
          <a href={addressOf({ page: "tabletop" })}>Shell for Guns Lite</a>
        </p>
        <h2 class="scenarios-title">{m.scenarios}</h2>
        {listFailure.value !== undefined ? (
          <Failure reason={listFailure.value} retry={() => void loadScenarios()} />
        ) : (
          <nav aria-label={m.scenarios}>
            <ol class="cards">
              {scenarios.value?.map((summary) => (
                <li key={summary.number}>
                  <Card summary={summary} />
                </li>
              ))}
            </ol>
          </nav>
        )}
      </main>
      <footer class="colophon">{m.unofficial}</footer>
    </div>
  );
}

function Card({ summary }: { summary: ScenarioSummary }) {
  const m = messages.value;
  const { title, summary: text } = m.scenarioTexts[summary.number] ?? summary;
  const { union, confederate } = summary.units;
  const share = union + confederate === 0 ? 50 : (100 * union) / (union + confederate);
  return (
    <a class="card" href={addressOf({ page: "table", scenario: summary.number })}>
      <span class="number" aria-hidden="true">
        {summary.number}
      </span>
      <span class="body">
        <span class="unseen">{m.scenarioNumber(summary.number)}. </span>
        <strong class="title">{title}</strong>
        <span class="meta">
          {spanWords(m, summary.first, summary.last)} · {m.turns(summary.turns)}
        </span>
        <span class="text">{text}</span>
        <span class="balance">
          <span class="unseen">{m.unitsBySide(union, confederate)}</span>
          <span aria-hidden="true" class="count union">
            <SideMark side="union" />
            {union}
          </span>
          <span aria-hidden="true" class="bar">
            <span class="union" style={{ width: `${share}%` }} />
            <span class="confederate" />
          </span>
          <span aria-hidden="true" class="count confederate">
            {confederate}
            <SideMark side="confederate" />
          </span>
        </span>
      </span>
    </a>
  );
}

export function Failure({ reason, retry }: { reason: string; retry: () => void }) {
  const m = messages.value;
  return (
    <div class="failure" role="alert">
      <h2>{m.loadFailed}</h2>
      <p>{reason}</p>
      <button type="button" class="plain" onClick={retry}>
        {m.retry}
      </button>
    </div>
  );
}
