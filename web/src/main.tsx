import { effect } from "@preact/signals";
import { render } from "preact";
import { locale, messages } from "./messages/index.ts";
import { loadScenarios, loadTable, parseRoute, restorePreferences, route, scenario, theme } from "./state.ts";
import { App } from "./ui/app.tsx";

restorePreferences();

effect(() => {
  document.documentElement.lang = locale.value;
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});
effect(() => {
  const facts = route.value.page === "table" || route.value.page === "game" ? scenario.value : undefined;
  const title = facts && (messages.value.scenarioTexts[facts.number]?.title ?? facts.title);
  document.title = title ? `${title} · ${messages.value.appName}` : messages.value.appName;
});

const follow = (): void => {
  route.value = parseRoute(location.hash);
  if (route.value.page === "table") void loadTable(route.value.scenario);
};
addEventListener("hashchange", follow);
follow();
void loadScenarios();

const home = document.getElementById("app");
if (home) render(<App />, home);
