import { pointText } from "../../../src/channel/channel-kind.ts";
import { channelKind, familyOfColumn } from "../../../src/channel/channels.ts";
import { formatCount, formatInterval, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import type { PointRow } from "../../../src/simulation/points.ts";
import { requiredValue } from "../../../src/simulation/required.ts";
import { undetectedText } from "../rates.ts";
import { errorsOf, pointsOfFile } from "./fer.ts";
import { type Figures, jsonFile } from "./results.ts";

const FLOOR = "results/cpu/tanner-floor.json";
const SIMULATIONS = ["results/cpu/tanner-awgn.csv", "results/cpu/tanner-bsc.csv"];
const HALF_RATE = "results/cpu/half-rate-1000.csv";
const NATIVE = "results/cpu/native.json";

/** Estimates of `ldpc code floor` for Tanner's code, without their parts. */
interface Floors {
  /** All sets with a ≤ 12, b ≤ 3. */
  readonly search: { readonly steps: number; readonly seconds: number };
  readonly floors: readonly {
    readonly b: number;
    readonly channel: string;
    readonly point: number;
    readonly frames: number;
    /** Wrong frames among these, biased ones included, and undetected ones among the wrong. */
    readonly failures: number;
    readonly undetected: number;
    readonly floor: { readonly value: number; readonly low: number; readonly high: number };
  }[];
}

/** The floor of Tanner's code with min-sum, beside simulations where they reach it. */
function tannerFloor(): string {
  const simulated = SIMULATIONS.flatMap(pointsOfFile);
  return markdownTable(
    [
      "point",
      "b at most",
      ...["floor", "simulation"].flatMap((name) => [`${name}, 95 % interval`, "frames", "undetected"]),
    ],
    (jsonFile(FLOOR) as Floors).floors.map(({ b, channel, point, frames, failures: errors, undetected, floor }) => {
      const row = simulated.find((one) => one.channel === channel && one.point === point);
      return [
        pointText(channelKind(familyOfColumn(channel)!), point),
        String(b),
        `${formatRate(floor.value)} ${formatInterval(floor.low, floor.high)}`,
        formatCount(frames),
        undetectedText({ errors, frames, undetected }),
        ...(row === undefined
          ? ["", "", ""]
          : [
              `${formatRate(row.fer)} ${formatInterval(row.fer_low, row.fer_high)}`,
              formatCount(row.frames),
              undetectedText(errorsOf(row)),
            ]),
      ];
    }),
  );
}

function tannerSearch(): string {
  const { steps, seconds } = (jsonFile(FLOOR) as Floors).search;
  return `${seconds} s (${formatCount(steps)} steps)`;
}

/** Eb/N0 at which two codes of 1,000 bits have an FER of 1e-2, and their undetected errors near it. */
function halfRateRequired(): string {
  const kind = channelKind({ name: "awgn", parameter: "ebn0" });
  const codes = { "the lift (`half.base.json`)": "met-1000-500", "irregular PEG (`irregular.json`)": "irr" };
  return markdownTable(
    ["code", "dB at FER 1e-2 (95 %)", "undetected near it"],
    Object.entries(codes).map(([name, code]) => {
      const rows = pointsOfFile(HALF_RATE).filter((row) => row.code === code);
      const points = rows.map((row) => ({ value: row.point, ...errorsOf(row) }));
      const { value, low, high } = requiredValue(points, 1e-2, kind)!;
      const near = rows.filter(({ point }) => Math.abs(point - value) < 0.02);
      const count = (of: (row: PointRow) => number) => near.reduce((all, row) => all + of(row), 0);
      return [
        name,
        `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
        `${count((row) => row.undetected)} of ${count((row) => row.frame_errors)}`,
      ];
    }),
  );
}

/** Processor time of decoders in WebAssembly over that in native code. */
function nativeRatios(): string {
  const { columns, rows } = jsonFile(NATIVE) as {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
  return markdownTable(columns, rows);
}

export const GUIDE_FIGURES: Figures = {
  "tanner floor": tannerFloor,
  "tanner search": tannerSearch,
  "half rate required": halfRateRequired,
  "native ratios": nativeRatios,
};
