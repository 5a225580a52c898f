import { entriesOf } from "./image/legend.ts";
import { seenLength } from "./image/markup.ts";
import { CHARACTER, FONT_SIZE } from "./style.ts";
import type { Trace } from "./traces.ts";

/** Width and height in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface Ends {
  readonly range?: readonly [number, number];
}

/** Space of the key to the frame of the axes, and to curves. */
const GAP = 8;
/** Steps in which a line between two points is followed. */
const STEPS = 12;

/** The size of the key's box. */
export function keySize(data: readonly Trace[], fontSize: number): Size {
  const entries = entriesOf(data, "legend2");
  const scale = fontSize / FONT_SIZE;
  const longest = Math.max(0, ...entries.map(({ name }) => seenLength(String(name))));
  return { width: 52 * scale + CHARACTER * fontSize * longest, height: (16 + 22 * entries.length) * scale };
}

/**
 * The place of the key: its own corner, else another corner at the top or at the bottom of the axes, that no curve enters.
 * @returns the members of Plotly's legend, or undefined if curves enter every corner.
 */
export function cornerOfKey(
  data: readonly Trace[],
  layout: Readonly<Record<string, unknown>>,
  axes: Size,
  key: Size,
): object | undefined {
  const [xs, ys] = [layout.xaxis, layout.yaxis].map((axis) => (axis as Ends).range);
  if (xs === undefined || ys === undefined || key.width > axes.width / 2 || key.height > axes.height / 2)
    return undefined;
  const places = data.flatMap((trace) => placesOf(trace, xs, ys));
  const width = (key.width + 2 * GAP) / axes.width;
  const height = (key.height + 2 * GAP) / axes.height;
  const own = (layout.legend2 as { xanchor?: string }).xanchor === "left" ? "left" : "right";
  const other = own === "left" ? "right" : "left";
  const corners = [
    [own, "top"],
    [other, "bottom"],
    [other, "top"],
    [own, "bottom"],
  ] as const;
  const free = corners.find(
    ([side, end]) =>
      !places.some(
        ([x, y]) => (side === "left" ? x < width : x > 1 - width) && (end === "bottom" ? y < height : y > 1 - height),
      ),
  );
  if (free === undefined) return undefined;
  const [xanchor, yanchor] = free;
  return { xanchor, x: xanchor === "left" ? 0.01 : 0.99, yanchor, y: yanchor === "top" ? 0.985 : 0.015 };
}

/** Points along a trace, as shares of the axes: its points, the ends of their error bars, and the lines between them. */
function placesOf(
  { x, y, error_y }: Trace,
  [left, right]: readonly [number, number],
  [low, high]: readonly [number, number],
): [x: number, y: number][] {
  const bars = error_y as { array: readonly number[]; arrayminus: readonly number[] } | undefined;
  const xs = x as readonly (number | null)[];
  const across = (value: number) => (value - left) / (right - left);
  const up = (value: number) => (value > 0 ? (Math.log10(value) - low) / (high - low) : 0);
  const places: [number, number][] = [];
  let before: [number, number] | undefined;
  for (const [i, value] of y.entries()) {
    const at = xs[i];
    if (value === null || at === null) continue;
    const place: [number, number] = [across(at), up(value)];
    for (let step = 1; before !== undefined && step < STEPS; step++) {
      const share = step / STEPS;
      places.push([before[0] + share * (place[0] - before[0]), before[1] + share * (place[1] - before[1])]);
    }
    places.push(place);
    if (bars !== undefined) {
      places.push([place[0], up(value + bars.array[i])], [place[0], up(value - bars.arrayminus[i])]);
    }
    before = place;
  }
  return places.filter(([a, b]) => a >= 0 && a <= 1 && b >= 0 && b <= 1);
}
