import { hexNamed, look } from "../look-at.ts";

/** A text whose hex numbers lead to the map. */
export function WithHexes({ text }: { text: string }) {
  return (
    <>
      {text.split(/\b([NS]\d{4})\b/).map((part, i) => {
        const hex = i % 2 === 1 ? hexNamed(part) : undefined;
        return hex ? (
          <button type="button" class="link" key={i} onClick={() => look(hex)}>
            {part}
          </button>
        ) : (
          part
        );
      })}
    </>
  );
}
