import { type ChannelKind, pointText } from "../../channel/channel-kind.ts";
import { channels } from "../../channel/channels.ts";
import type { PointRow } from "../../simulation/points.ts";
import { parameterOf } from "../curve-names.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "../format.ts";
import { crossing } from "../gap.ts";
import type { Series } from "../series.ts";
import type { ReportTable } from "./report-page.ts";

/** The points of a run, in the order of the file. @param isBinary whether the code is, whose SER is its BER. */
export function pointsTable(rows: readonly PointRow[], isBinary: boolean): ReportTable {
  const headers = [
    "point",
    "FER",
    "95 % interval",
    ...(isBinary ? [] : ["SER"]),
    "BER",
    "frames",
    "frame errors",
    "undetected",
    "iterations",
    "stopped by",
  ];
  return {
    headers,
    rows: rows.map((row) => [
      pointText(channels[parameterOf(row)], row.point),
      row.frame_errors === 0 ? `< ${formatRate(row.fer_high)}` : formatRate(row.fer),
      formatInterval(row.fer_low, row.fer_high),
      ...(isBinary ? [] : [formatRate(row.ser)]),
      formatRate(row.ber),
      formatCount(row.frames),
      formatCount(row.frame_errors),
      formatCount(row.undetected),
      formatNumber(row.iterations / row.frames),
      row.stopped_by,
    ]),
  };
}

/** FERs at which curves are compared. */
const LEVELS = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

/**
 * Where curves over one parameter in dB have a FER, with the 95 % interval, and how far each lies behind the best: a row per curve, a
 * column per power of ten that at least one curve reaches. ln FER is interpolated linearly (`crossing`).
 * @returns undefined if the curve crosses no power of ten, or the parameter is not in decibels.
 */
export function gapsTable(series: readonly Series[]): ReportTable | undefined {
  const kind: ChannelKind | undefined = series.length === 0 ? undefined : channels[series[0].parameter];
  if (kind?.unit !== "dB") return undefined;
  const reached = LEVELS.map((fer) => ({ fer, crossings: series.map(({ points }) => crossing(points, fer)) })).filter(
    ({ crossings }) => crossings.some((one) => one !== undefined),
  );
  if (reached.length === 0) return undefined;
  const cell = (crossings: (typeof reached)[number]["crossings"], i: number): string => {
    const found = crossings[i];
    if (found === undefined) return "–";
    const best = Math.min(...crossings.flatMap((one) => (one === undefined ? [] : [one.x])));
    const behind = found.x - best;
    const gap = series.length > 1 ? (behind === 0 ? ", best" : `, +${behind.toFixed(2)} dB`) : "";
    return `${found.x.toFixed(2)} dB [${found.low.toFixed(2)}, ${found.high.toFixed(2)}]${gap}`;
  };
  return {
    headers: ["curve", ...reached.map(({ fer }) => `${kind.label} at FER 1e${Math.round(Math.log10(fer))}`)],
    rows: series.map(({ name }, i) => [name || "this run", ...reached.map(({ crossings }) => cell(crossings, i))]),
  };
}
