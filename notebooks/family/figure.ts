import { channels, formatRate } from "../../src/index.ts";
import { COLOURS, MORE_COLOURS, type PlotFigure, rateAxis } from "../shared/plot.ts";
import type { Curve, CurvePoint } from "./curves.ts";

const RUN_COLOURS = [...COLOURS, ...MORE_COLOURS];
const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "hexagon", "star"];

/** FER, and SER dashed, over Eb/N0; published curves are grey crosses. */
export function familyFigure(curves: readonly Curve[], withSer: boolean): PlotFigure {
  const measured = curves.flatMap(({ points }) => points.flatMap(({ fer, ser }) => [fer, withSer ? ser : undefined]));
  const lowest = Math.min(0.1, ...measured.filter((rate): rate is number => rate !== undefined && rate > 0));
  let run = 0;
  const data = curves.flatMap((curve) => {
    const isRun = curve.kind === "run";
    const at = isRun ? run++ : 0;
    const colour = isRun ? RUN_COLOURS[at % RUN_COLOURS.length] : "#888888";
    const symbol = isRun ? SYMBOLS[Math.floor(at / RUN_COLOURS.length + at) % SYMBOLS.length] : "x-thin";
    const traces = [trace(curve, "fer", colour, symbol, "solid")];
    if (withSer) traces.push(trace(curve, "ser", colour, symbol, "dash"));
    return traces;
  });
  const { axis } = channels.ebn0;
  const layout = {
    xaxis: { title: { text: axis } },
    yaxis: rateAxis(withSer ? "error rate" : "FER", lowest),
    legend: { orientation: "v", y: -0.2, yanchor: "top", tracegroupgap: 0 },
    margin: { b: 60 },
  };
  return { data, layout, height: 480 + 22 * curves.length };
}

function trace({ name, points }: Curve, rate: "fer" | "ser", colour: string, symbol: string, dash: string): object {
  const seen = points.filter((point) => (point[rate] ?? 0) > 0);
  const bars = rate === "fer" && seen.every(({ ferInterval }) => ferInterval !== undefined);
  const bound = (side: 0 | 1) => (point: CurvePoint) => Math.abs(point.ferInterval![side] - point.fer!);
  return {
    type: "scatter",
    mode: "lines+markers",
    name,
    legendgroup: name,
    showlegend: rate === "fer",
    x: seen.map(({ x }) => x),
    y: seen.map((point) => point[rate]),
    text: seen.map((point) => `${name}<br>${rate.toUpperCase()} ${formatRate(point[rate]!)}<br>${point.text}`),
    hovertemplate: "%{text}<extra></extra>",
    line: { color: colour, width: 2, dash },
    marker: { color: colour, size: 8, symbol, line: { color: colour, width: symbol.endsWith("-thin") ? 2 : 0 } },
    ...(bars && {
      error_y: {
        type: "data",
        symmetric: false,
        color: colour,
        thickness: 1,
        width: 3,
        array: seen.map(bound(1)),
        arrayminus: seen.map(bound(0)),
      },
    }),
  };
}
