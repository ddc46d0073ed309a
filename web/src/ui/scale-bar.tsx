import { messages } from "../messages/index.ts";

const STEPS = [50, 100, 200, 250, 500, 1000, 2000, 2500];

/** A bar of round yards, between 60 and 160 pixels long. */
export const barFor = (pixelsPerYard: number): { yards: number; pixels: number } => {
  const yards = STEPS.find((step) => step * pixelsPerYard >= 60) ?? 2500;
  return { yards, pixels: Math.min(200, yards * pixelsPerYard) };
};

export function ScaleBar({ pixelsPerYard }: { pixelsPerYard: number }) {
  const { yards, pixels } = barFor(pixelsPerYard);
  return (
    <div class="scale-bar" aria-hidden="true">
      <span>{messages.value.scaleBar(String(yards))}</span>
      <svg width={pixels + 2} height="8" viewBox={`0 0 ${pixels + 2} 8`}>
        <rect x="1" y="2" width={pixels / 2} height="4" class="dark" />
        <rect x={1 + pixels / 2} y="2" width={pixels / 2} height="4" class="light" />
      </svg>
    </div>
  );
}
