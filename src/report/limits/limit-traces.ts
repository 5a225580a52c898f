import { type FigureStyle, INK } from "../style.ts";
import { escapeMarkup, type Trace } from "../traces.ts";
import { LIMIT_NAMES, type LimitName, type LimitSeries, limits } from "./limits.ts";

/** The limits' grey: they stand behind the runs. */
const COLOUR = "#777777";

/** Lines of the limits, and their entries in the key. */
export function limitTraces(curves: readonly LimitSeries[], { lineWidth }: FigureStyle): Trace[] {
  const lines = curves.map(({ limit, name, points }): Trace => {
    const text = `${limits[limit].text}, ${name}`;
    return {
      ...common(text, limit, COLOUR, lineWidth),
      x: points.map(({ x }) => x),
      y: points.map(({ fer }) => fer!.value),
      text: points.map(() => escapeMarkup(text)),
      hovertemplate: "%{text}<extra></extra>",
      showlegend: false,
    };
  });
  const key = LIMIT_NAMES.filter((name) => curves.some(({ limit }) => limit === name)).map((name): Trace => {
    const entry = { x: [null], y: [null], legend: "legend2", showlegend: true, hoverinfo: "skip" };
    return { ...common(limits[name].text, name, INK, lineWidth), ...entry };
  });
  return [...lines, ...key];
}

function common(name: string, limit: LimitName, color: string, lineWidth: number) {
  const line = { color, width: 0.75 * lineWidth, dash: limits[limit].dash };
  return { type: "scatter", name: escapeMarkup(name), mode: "lines", line };
}
