import { expect, it } from "vitest";
import {
  gapsTable,
  missingTableText,
  pointsTable,
  reportPage,
  type TransportRun,
  transmissionTables,
} from "../../src/report/run-report.ts";
import { jointThroughput } from "../../src/report/transport-rates.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { sampleRun } from "./sample-points.ts";

const EVIL = '</td><script>alert(1)</script><img src=x onerror="alert(2)">&amp;';

it("a report has every text as text, and neither scripts nor links", () => {
  const section = { heading: EVIL, paragraphs: [EVIL], figure: { wide: "<svg>w</svg>", narrow: "<svg>n</svg>" } };
  const page = reportPage({ title: EVIL, sections: [{ ...section, tables: [{ headers: [EVIL], rows: [[EVIL]] }] }] });
  expect(page).not.toMatch(/<script|<img|<link|href=|src="/);
  expect(page.match(/&lt;script&gt;/g)).toHaveLength(6);
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("size: A4");
});

it("points without errors have their upper bound", () => {
  const { headers, rows } = pointsTable(sampleRun("a", {}, true).rows, false);
  expect(headers.slice(3, 5)).toEqual(["SER", "BER"]);
  expect(rows.every(({ length }) => length === headers.length)).toBe(true);
  expect(rows[0].slice(0, 3)).toEqual(["Eb/N0 2.5 dB", "3.79e-2", "[3.33e-2, 4.30e-2]"]);
  expect(rows[2][1]).toBe("< 1.23e-4");
});

it("points of a binary code have no SER, which is their BER", () => {
  const { headers, rows } = pointsTable(sampleRun("a", {}, true).rows, true);
  expect(headers.slice(2, 5)).toEqual(["95 % interval", "BER", "frames"]);
  expect(rows.every(({ length }) => length === headers.length)).toBe(true);
});

it("gaps are distances in dB behind the best curve at the same FER", () => {
  const curve = (name: string, shift: number) => ({
    kind: "run" as const,
    name,
    parameter: "ebn0" as const,
    points: [0.5, 5e-3].map((value, i) => ({
      x: i + shift,
      fer: { value, interval: [value / 2, value * 2] as const },
    })),
  });
  const table = gapsTable([curve("a", 1.25), curve("b", 1)]);
  expect(table?.headers).toEqual(["curve", "Eb/N0 at FER 1e-1", "Eb/N0 at FER 1e-2"]);
  // From ln 0.5 to ln 0.005 over 1 dB, so FER 0.1 is at log10(5)/2.
  expect(table?.rows.map(([, first]) => first)).toEqual([
    expect.stringMatching(/^1\.60 dB \[1\.45, 1\.75\], \+0\.25 dB$/),
    expect.stringMatching(/^1\.35 dB \[1\.20, 1\.50\], best$/),
  ]);
  expect(gapsTable([{ ...curve("a", 0.02), parameter: "qber" }])).toBeUndefined();
  expect(gapsTable([])).toBeUndefined();
});

const transport = { bits: 1000, rate: 0.5, versions: [0], pointBits: 2 } as const;
const row = (point: number, errors: number, channel = "awgn-esn0 qpsk log-map") =>
  ({ channel, point, frames: 1000, frame_errors: errors, information_frame_errors: errors }) as PointRow;
const run = (
  versions: TransportRun["transport"]["versions"],
  errors: number,
  more: Partial<TransportRun> = {},
): TransportRun => ({ transport: { ...transport, versions }, series: "a", rows: [row(-1, errors)], ...more });

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
