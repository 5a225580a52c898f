import { channels, formatRate, type PointRow } from "../../src/index.ts";
import { COLOURS, type PlotFigure, rateAxis } from "../shared/plot.ts";
import type { SimulationFacts } from "./protocol.ts";

/** A marked value of the channel's parameter. */
export interface Mark {
  readonly x: number;
  readonly text: string;
}

const RATES = [
  { key: "fer", name: "FER", symbol: "circle" },
  { key: "ser", name: "SER", symbol: "square" },
  { key: "ber", name: "BER", symbol: "diamond" },
] as const;

/** Error rates over the channel's parameter with 95 % intervals, beside the limits of any code of this length and rate. */
export function liveFigure(
  facts: SimulationFacts,
  rows: readonly PointRow[],
  points: readonly number[],
  marks: readonly Mark[],
): PlotFigure {
  const { limit, code } = facts;
  const all = limit === null ? marks : [{ x: limit, text: `limit of rate ${code.rate.toFixed(3)}` }, ...marks];
  const { axis } = channels[facts.parameter];
  const measured = rows.flatMap(({ fer, ber, fer_high }) => [fer_high / 10, fer, ber].filter((rate) => rate > 0));
  const lowest = Math.max(1e-9, Math.min(0.01, ...measured) / 2);
  const rates = RATES.filter(({ key }) => key !== "ser" || facts.code.q > 2);
  const data = [
    ...rates.flatMap(({ key, name, symbol }, i) => rateTraces(rows, key, name, symbol, COLOURS[i])),
    {
      type: "scatter",
      mode: "lines",
      name: "normal approximation",
      hoverinfo: "skip",
      x: facts.approximation.map(({ x }) => x),
      y: facts.approximation.map(({ fer }) => fer),
      line: { color: "#888888", dash: "dash", width: 2 },
    },
  ];
  return {
    data,
    layout: {
      ...lines(all),
      xaxis: { title: { text: axis }, range: range([...points, ...all.map(({ x }) => x)]) },
      yaxis: rateAxis("error rate", lowest),
    },
  };
}

function rateTraces(
  rows: readonly PointRow[],
  key: "fer" | "ser" | "ber",
  name: string,
  symbol: string,
  colour: string,
) {
  const seen = rows.filter((row) => row[key] > 0);
  const unseen = rows.filter((row) => row[key] === 0);
  const common = { type: "scatter", hovertemplate: "%{text}<extra></extra>", legendgroup: key };
  const hover = (row: PointRow) =>
    `${name} ${formatRate(row[key])}, 95 % in ${formatRate(row[`${key}_low`])} … ${formatRate(row[`${key}_high`])}<br>${row.frame_errors} of ${row.frames} frames wrong`;
  return [
    {
      ...common,
      name,
      mode: "lines+markers",
      x: seen.map(({ point }) => point),
      y: seen.map((row) => row[key]),
      text: seen.map(hover),
      line: { color: colour, width: 2 },
      marker: { color: colour, size: 8, symbol },
      error_y: {
        type: "data",
        symmetric: false,
        color: colour,
        thickness: 1.2,
        width: 4,
        array: seen.map((row) => row[`${key}_high`] - row[key]),
        arrayminus: seen.map((row) => row[key] - row[`${key}_low`]),
      },
    },
    ...(unseen.length > 0 && key === "fer"
      ? [
          {
            ...common,
            name: "95 % upper bound",
            mode: "markers",
            x: unseen.map(({ point }) => point),
            y: unseen.map(({ fer_high }) => fer_high),
            text: unseen.map(hover),
            marker: { color: colour, size: 10, symbol: "triangle-down" },
          },
        ]
      : []),
  ];
}

/** Vertical lines with texts at different heights, so that texts of close lines do not overlap. */
function lines(marks: readonly Mark[]): object {
  return {
    shapes: marks.map(({ x }) => {
      return {
        type: "line",
        x0: x,
        x1: x,
        yref: "paper",
        y0: 0,
        y1: 1,
        line: { color: "#888888", width: 2, dash: "dot" },
      };
    }),
    annotations: marks.map(({ x, text }, i) => {
      return {
        x,
        yref: "paper",
        y: 0.02 + 0.07 * i,
        xanchor: "left",
        yanchor: "bottom",
        xshift: 4,
        showarrow: false,
        text,
      };
    }),
  };
}

function range(ends: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = high > low ? (high - low) * 0.05 : 0.5;
  return [low - room, high + room];
}
