import { useEffect, useRef } from "preact/hooks";
import type { StoryLine } from "./wire.ts";

/** What happened, newest at the bottom; every roll is a card with its modifiers. */
export function Story({ lines, title }: { lines: StoryLine[]; title: string }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [lines.length]);
  return (
    <section class="tt-story">
      <h2>{title}</h2>
      <ol ref={list} tabIndex={0} aria-label={title}>
        {lines.map((line, index) => (
          <li key={index}>
            {line.text}
            {line.dice && (
              <div class="tt-dice">
                {line.dice.faces.map((face, place) => (
                  <span class="tt-die" key={place}>
                    {face}
                  </span>
                ))}
                {line.dice.terms.map(([value, reason, rule]) => (
                  <span class="tt-term" key={reason} title={rule}>
                    {value > 0 ? `+${value}` : value} {reason}
                  </span>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
