import type { RunPoints } from "../../src/report/series.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";

/** A run of two points with errors, and with `errorFree` a third point without errors. */
export function sampleRun(origin: string, overrides: Partial<PointRow> = {}, errorFree = false): RunPoints {
  const shared = { code: "nb620-gf32", decoder: "min-max iterations=10 stop=syndrome", channel: "awgn", seed: 1 };
  const rest = { information_frame_errors: 0, undetected: 0, iterations: 0, iterations_correct: 0 };
  const row = (row: Counts & Partial<PointRow>) =>
    ({ ...shared, ...rest, stopped_by: "errors", ...ferOf(row), ...row, ...overrides }) as PointRow;
  const rows = [
    row({
      point: 2.5,
      frames: 6144,
      frame_errors: 233,
      symbol_errors: 1866,
      bit_errors: 4665,
      ...rates("ser", 4.9e-4, 4.2e-4, 5.7e-4),
      ...rates("ber", 2.45e-4, 2.1e-4, 2.85e-4),
    }),
    row({
      point: 2,
      frames: 1024,
      frame_errors: 312,
      symbol_errors: 6864,
      bit_errors: 17160,
      ...rates("ser", 1.08e-2, 9.8e-3, 1.19e-2),
      ...rates("ber", 5.4e-3, 4.9e-3, 5.95e-3),
    }),
  ];
  const none = { frames: 30000, frame_errors: 0 };
  const { fer_high } = ferOf(none);
  const free = row({
    ...none,
    point: 3.5,
    symbol_errors: 0,
    bit_errors: 0,
    ...rates("ser", 0, 0, fer_high),
    ...rates("ber", 0, 0, fer_high),
  });
  return { origin, rows: errorFree ? [...rows, free] : rows };
}

type Counts = Pick<PointRow, "frames" | "frame_errors">;

function ferOf({ frames, frame_errors }: Counts): Pick<PointRow, "fer" | "fer_low" | "fer_high"> {
  const { value, low, high } = clopperPearson(frame_errors, frames);
  const six = (x: number) => Number(x.toPrecision(6));
  return { fer: six(value), fer_low: six(low), fer_high: six(high) };
}

function rates(name: "ser" | "ber", value: number, low: number, high: number): Partial<PointRow> {
  return { [name]: value, [`${name}_low`]: low, [`${name}_high`]: high };
}
