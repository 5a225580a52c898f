import type { RunPoints } from "../../src/report/series.ts";
import type { PointRow } from "../../src/simulation/points.ts";

/** A run of two points with errors and, if asked, one without. */
export function sampleRun(origin: string, overrides: Partial<PointRow> = {}, errorFree = false): RunPoints {
  const shared = { code: "nb620-gf32", decoder: "min-max iterations=10 stop=syndrome", channel: "awgn", seed: 1 };
  const rest = { bit_errors: 0, undetected: 0, iterations: 0, iterations_correct: 0, ber: 0, ber_low: 0, ber_high: 0 };
  const row = (row: Partial<PointRow>) =>
    ({ ...shared, ...rest, information_frame_errors: 0, stopped_by: "errors", ...row, ...overrides }) as PointRow;
  const rows = [
    row({
      point: 2.5,
      frames: 6144,
      frame_errors: 233,
      symbol_errors: 1866,
      ...rates("fer", 3.79e-2, 3.33e-2, 4.3e-2),
      ...rates("ser", 4.9e-4, 4.2e-4, 5.7e-4),
    }),
    row({
      point: 2,
      frames: 1024,
      frame_errors: 312,
      symbol_errors: 6864,
      ...rates("fer", 0.305, 0.277, 0.334),
      ...rates("ser", 1.08e-2, 9.8e-3, 1.19e-2),
    }),
  ];
  const free = row({
    point: 3.5,
    frames: 30000,
    frame_errors: 0,
    symbol_errors: 0,
    ...rates("fer", 0, 0, 1.23e-4),
    ...rates("ser", 0, 0, 1.23e-4),
  });
  return { origin, rows: errorFree ? [...rows, free] : rows };
}

function rates(name: "fer" | "ser", value: number, low: number, high: number): Partial<PointRow> {
  return { [name]: value, [`${name}_low`]: low, [`${name}_high`]: high };
}
