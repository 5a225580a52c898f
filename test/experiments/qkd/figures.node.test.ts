import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { POINTS } from "../../../experiments/qkd/operating-points.ts";
import { CELLS } from "../../../experiments/qkd/shared/cells.ts";
import { identityOf, MeasurementFile } from "../../../experiments/shared/files.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const DECODER = decoderText(readDecoder("sum-product iterations=31"));
const OTHER = decoderText(readDecoder("min-sum iterations=31"));
const RATIO = decoderText(readDecoder("ratio-sum-product iterations=31"));
const TRAFFIC = { bytesPerIteration: 1e6, copyBytesPerSecond: 1e12 };
const newFolder = () => mkdtempSync(join(tmpdir(), "ldpc-qkd-"));

interface DrawnTrace {
  readonly name: string;
  readonly x: readonly number[];
  readonly text: readonly string[];
}

/** The traces for Plotly in a page. */
function tracesIn(html: string): DrawnTrace[] {
  const [, data = ""] = /^const data = (.*);$/m.exec(readFileSync(html, "utf8")) ?? [];
  return JSON.parse(data);
}

describe("ldpc experiment qkd-table-1", () => {
  it("prints the paper's digits beside ours", async () => {
    const out = join(newFolder(), "table.json");
    const { status, stdout } = await ldpc("experiment", "qkd-table-1", `--out=${out}`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^QBER 7 %, 1 − h\(p\) − g·h\(p\) +bit +0\.1341 +0\.1341 +1 /m);
    const { comparisons, device } = JSON.parse(readFileSync(out, "utf8"));
    expect(device).toBeUndefined();
    expect(comparisons).toHaveLength(33);
    for (const { paper, ours } of comparisons) expect(Math.abs(paper - ours)).toBeLessThan(0.51e-6);
  });
});

describe("ldpc experiment qkd-figure-7", () => {
  it("draws the four rates, and the points of a file", async () => {
    const folder = newFolder();
    const points = MeasurementFile.open(POINTS, join(folder, "points.json"), identityOf(DEVICE, { seed: 1 }));
    const common = {
      decoder: DECODER,
      bits: 54000,
      checks: 10800,
      limit: 1e-3,
      tried: [],
      seconds: 1,
      iterations: 9,
      ...TRAFFIC,
    };
    points.set({ ...common, code: "dvbs2-64800-54000", qber: 1.9, frames: 10_000, failures: 2 });
    points.set({ ...common, code: "dvbs2-64800-57600", qber: null, frames: 0, failures: 0 });
    const small = { bits: 1620, checks: 324, frames: 10_000, failures: 0 };
    points.set({ ...common, ...small, code: "wifi-1944-1620", qber: 1 });
    points.set({ ...common, decoder: OTHER, code: "dvbs2-64800-54000", qber: 1.7, frames: 10_000, failures: 2 });
    points.save();
    const html = join(folder, "figure.html");
    const draw = (...options: string[]) =>
      ldpc("experiment", "qkd-figure-7", `--points=${folder}/points.json`, `--html=${html}`, ...options);
    const { status, stdout } = await draw();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ *2 % +1\.414 +2\.357 +3\.535 +4\.713$/m);
    const traces = tracesIn(html);
    expect(traces.map(({ name }) => name)).toEqual([
      ...["rate 5/6", "rate 3/4", "rate 2/3", "rate 3/5"],
      ...["DVB-S2, 64800 bits", "802.11n, 1944 bits"],
    ]);
    expect(traces[4].x).toEqual([1.9]);
    expect(traces[4].text[0]).toMatch(/1\.9, 1\.473<br>dvbs2-64800-54000$/);
    expect(readFileSync(html, "utf8")).toContain("marks: highest QBER with FER &lt; 0.001, sum-product");
    const other = await draw("--decoder=min-sum");
    expect(other.stderr).toContain("has no points of min-sum");
    await draw("--decoder=min-sum iterations=31");
    expect(tracesIn(html)[4].x).toEqual([1.7]);
  });
});

describe("ldpc experiment qkd-figure-8", () => {
  const figure = (folder: string, ...options: string[]) =>
    ldpc("experiment", "qkd-figure-8", `--out=${folder}/figure.json`, `--html=${folder}/figure.html`, ...options);

  it("draws histograms of a file of cells, beside the paper's numbers", async () => {
    const folder = newFolder();
    const cells = MeasurementFile.open(CELLS, join(folder, "cells.json"), identityOf(DEVICE, { seed: 1 }));
    for (const [code, qbers] of [
      ["dvbs2-64800-54000", [1, 2]],
      ["dvbs2-16200-13320", [1, 2]],
      ["dvbs2-64800-43200", [1, 2, 3, 4, 5, 6, 7, 8]],
    ] as const) {
      for (const qber of qbers) {
        const converged = new Array(32).fill(0);
        converged.splice(5, 3, 330, 530, 138);
        converged[12] = 1;
        const counts = { frames: 1000, converged, failed: 1, undetected: 0, bits: 1, profiledFrames: 1 };
        cells.set({ code, decoder: RATIO, qber, ...counts, seconds: 1, decoderSeconds: 1, ...TRAFFIC });
      }
    }
    cells.save();
    const { status, stdout } = await figure(folder, `--from=${folder}/cells.json`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^dvbs2-64800-54000 at 1 %, after 6 iterations +% +50 +53 /m);
    expect(stdout).toMatch(/^dvbs2-64800-54000 at 1 %, within 10 iterations +% +99\.9 +99\.8 /m);
    const traces = tracesIn(join(folder, "figure.html"));
    expect(traces).toHaveLength(12);
    expect(traces.slice(0, 5).map(({ name }) => name)).toEqual([
      "5/6 @ 1 %",
      "5/6 @ 2 %",
      "5/6s @ 1 %",
      "5/6s @ 2 %",
      "2/3 @ 1 %",
    ]);
    expect(traces[0].x).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(JSON.parse(readFileSync(join(folder, "figure.json"), "utf8")).comparisons).toHaveLength(5);
    const other = await figure(folder, `--from=${folder}/cells.json`, "--decoder=sum-product iterations=30");
    expect(other).toMatchObject({ status: 1 });
    expect(other.stderr).toContain("has no cell of dvbs2-64800-54000 at 1 % with sum-product iterations=30");
  });

  it("refuses numbers of frames that are none", async () => {
    expect((await figure(newFolder(), "--frames=0.5")).stderr).toContain(
      "--frames 0.5: give a whole number of at least 1",
    );
  });
});
