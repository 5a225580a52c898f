import { expect, it } from "vitest";
import {
  missingTableText,
  type TransportRun,
  transmissionTables,
} from "../../../src/report/run-report/transmissions.ts";
import { jointThroughput } from "../../../src/report/transport-rates.ts";
import type { PointRow } from "../../../src/simulation/points.ts";

const transport = { bits: 1000, rate: 0.5, versions: [0], pointBits: 2 } as const;
const row = (point: number, errors: number, channel = "awgn-esn0 qpsk log-map") =>
  ({ channel, point, frames: 1000, frame_errors: errors, information_frame_errors: errors }) as PointRow;
const run = (
  versions: TransportRun["transport"]["versions"],
  errors: number,
  more: Partial<TransportRun> = {},
): TransportRun => ({
  transport: { ...transport, versions },
  series: "a",
  rows: [row(-1, errors)],
  ...more,
});

it("joint throughput counts the transmissions that follow failures", () => {
  const [half, tenth] = [0.5, 0.1].map((value) => ({ value, low: value / 2, high: Math.min(1, 2 * value) }));
  const sent = { bits: 1000, points: 500 };
  expect(jointThroughput([half], sent).value).toBe(1);
  // Half of the blocks need a second transmission, and a tenth of all fails.
  const { value, low, high } = jointThroughput([half, tenth], sent);
  expect(value).toBeCloseTo((0.9 * 1000) / (1.5 * 500), 12);
  expect(low).toBeCloseTo((0.8 * 1000) / (2 * 500), 12);
  expect(high).toBeCloseTo((0.95 * 1000) / (1.25 * 500), 12);
});

it("joint throughput is that of a simulated sender", () => {
  // After each transmission a block is right with a probability of its own, independently of the transmissions before.
  const success = [0.3, 0.5, 0.8];
  let seed = 1;
  const uniform = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  let [delivered, sent] = [0, 0];
  for (let block = 0; block < 20_000; block++) {
    for (const p of success) {
      sent++;
      if (uniform() < p) {
        delivered++;
        break;
      }
    }
  }
  let wrong = 1;
  const failures = success.map((p) => {
    wrong *= 1 - p;
    return { value: wrong, low: wrong, high: wrong };
  });
  const { value } = jointThroughput(failures, { bits: 2, points: 1 });
  expect(Math.abs(value / ((2 * delivered) / sent) - 1)).toBeLessThan(0.02);
});

it("runs whose versions begin alike are a table", () => {
  const runs = [run([0, 2, 3], 10), run([0], 500), run([0, 2], 0), run([1, 2], 3), run([0], 7, { series: "b" })];
  const tables = transmissionTables(runs);
  expect(tables.length).toBe(1);
  const [{ title, table }] = tables;
  expect(title).toContain("Transport blocks of 1,000 bits, 1,000 points a transmission");
  expect(table.headers).toEqual(["Es/N0 dB", "after 0", "after 0,2", "after 0,2,3", "bits per point"]);
  expect(table.rows.map((cells) => cells.slice(0, 4))).toEqual([["-1", "5.00e-1", "< 3.68e-3", "1.00e-2"]]);
  expect(table.rows[0][4]).toMatch(/^0\.66 \[0\.\d+, 0\.\d+\]$/);
});

it("a missing run leaves the throughput open, and points by Eb/N0 make no table", () => {
  const [{ table }] = transmissionTables([run([0], 500), run([0, 2, 3], 10)]);
  expect(table.rows).toEqual([["-1", "5.00e-1", "–", "1.00e-2", "–"]]);
  const ebn0 = [run([0], 500), run([0, 2], 10)].map((one) => ({ ...one, rows: [row(1, 5, "awgn qpsk log-map")] }));
  expect(transmissionTables(ebn0)).toEqual([]);
  expect(missingTableText(ebn0)).toContain("No table joins transmissions at an Eb/N0");
  expect(missingTableText([run([0], 500), run([0, 2], 10)])).toBeUndefined();
  expect(missingTableText(ebn0.slice(0, 1))).toBeUndefined();
  expect(transmissionTables([run([0], 500)])).toEqual([]);
});
