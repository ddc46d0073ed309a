import { locale, messages } from "../messages/index.ts";
import { helpOpen, setLocale, setTheme, theme, type Theme } from "../state.ts";
import { Icon, type IconName } from "./icons.tsx";

const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const ICON: Record<Theme, IconName> = { auto: "half", light: "sun", dark: "moon" };

/** Language, colours, help: the same three buttons on every page. */
export function Preferences() {
  const m = messages.value;
  const other = locale.value === "en" ? "it" : "en";
  const themeWords = `${m.theme}: ${m.themeName[theme.value]}`;
  return (
    <div class="preferences">
      <button type="button" class="tool language" lang={other} aria-label={m.changeLanguage} onClick={() => setLocale(other)}>
        {other.toUpperCase()}
      </button>
      <button type="button" class="tool" title={themeWords} aria-label={themeWords} onClick={() => setTheme(NEXT[theme.value])}>
        <Icon name={ICON[theme.value]} />
      </button>
      <button type="button" class="tool" title={m.help} aria-label={m.help} onClick={() => (helpOpen.value = true)}>
        <Icon name="help" />
      </button>
    </div>
  );
}
