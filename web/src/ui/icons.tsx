/** Line icons of our own, drawn on a 24-unit square in the colour of the text. */

const paths = {
  back: "M15 5l-7 7 7 7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  forces: "M4 7h10v7H4zM8 14v3h12v-7h-6",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M19.5 14.2A8 8 0 019.8 4.5a8 8 0 109.7 9.7z",
  half: "M12 4a8 8 0 100 16 8 8 0 000-16zM12 4v16M12 8h6.9M12 12h8M12 16h6.9",
  help: "M9 9.2a3 3 0 115 2.3c-1.2.9-2 1.4-2 2.8M12 17.6v.1",
  close: "M6 6l12 12M18 6L6 18",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  layers: "M12 4l9 5-9 5-9-5zM3.5 13.5L12 18l8.5-4.5",
  legend: "M4 5h4v4H4zM11 7h9M4 12h4v4H4zM11 14h9M11 19h9",
  panel: "M4 5h16v14H4zM14 5v14",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 015 5v1",
  die: "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
  aim: "M12 6a6 6 0 100 12 6 6 0 000-12zM12 3v6M12 15v6M3 12h6M15 12h6",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  search: "M10.5 4.5a6 6 0 100 12 6 6 0 000-12zM15 15l5 5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The drum of the long roll. */
export function Drum() {
  return <img class="drum" src="/icon.svg" alt="" width="64" height="64" />;
}

/** The mark of a side: a shape of its own, so that colour is never the only difference. */
export function SideMark({ side }: { side: "union" | "confederate" }) {
  return (
    <svg class={`side-mark ${side}`} viewBox="0 0 16 16" aria-hidden="true">
      {side === "union" ? (
        <path d="M8 1l2.1 4.6 4.9.5-3.7 3.3 1.1 4.9L8 11.8l-4.4 2.5 1.1-4.9L1 6.1l4.9-.5z" />
      ) : (
        <path d="M3.6 1.5L8 5.9l4.4-4.4 2.1 2.1L10.1 8l4.4 4.4-2.1 2.1L8 10.1l-4.4 4.4-2.1-2.1L5.9 8 1.5 3.6z" />
      )}
    </svg>
  );
}
