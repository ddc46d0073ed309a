import { hexNamed, look } from "../look-at.ts";

/** A text whose hex numbers lead to the map. */
export function WithHexes({ text }: { text: string }) {
  return (
    <>
      {text.split(/\b([NS]\d{4}\b[,.;:)]*)/).map((part, i) => {
        const name = part.slice(0, 5);
        const hex = i % 2 === 1 ? hexNamed(name) : undefined;
        // A comma stays with its hex.
        return hex ? (
          <span class="no-break" key={i}>
            <button type="button" class="link" onClick={() => look(hex)}>
              {name}
            </button>
            {part.slice(5)}
          </span>
        ) : (
          part
        );
      })}
    </>
  );
}
