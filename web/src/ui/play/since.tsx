import { messages } from "../../messages/index.ts";
import { sinceMine } from "../../play/army.ts";
import { look } from "../../play/game.ts";
import { Told } from "./log-panel.tsx";

/** So many deeds of the enemy open the summary by themselves. */
const MANY = 3;

/** What has happened since this side last decided something: worst first. */
export function Since() {
  const m = messages.value.play;
  const now = look.value;
  if (!now) return null;
  const since = sinceMine(now);
  if (since.length === 0) return null;
  return (
    <details class="since" open={since.length >= MANY}>
      <summary>{m.since(since.length)}</summary>
      <ul>
        {since.map((paragraph) => (
          <Told key={paragraph.number} paragraph={paragraph} />
        ))}
      </ul>
    </details>
  );
}
