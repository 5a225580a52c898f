import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { POINTS } from "../../../experiments/qkd/operating-points.ts";
import { CELLS, chainRate, decoderRate, type MeasuredCell } from "../../../experiments/qkd/shared/cells.ts";
import { cellsText, compareCells, shortDecoder } from "../../../experiments/qkd/shared/compare.ts";
import { cellAt, comparedRow, PAPER, type PaperCode } from "../../../experiments/qkd/shared/paper.ts";
import { identityOf, MeasurementFile } from "../../../experiments/shared/files.ts";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { packageRoot } from "../../../src/node/program.ts";
import type { Figure } from "../../../src/report/chart.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const { codes, datasets, maximumIterations } = PAPER;

function codeNamed(name: string): PaperCode {
  const found = codes.find(({ code }) => code === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe("Tables 2 to 5 of the QKD paper as data", () => {
  it("have 16 codes, and the paper's number of QBERs for each rate", () => {
    expect({ datasets, maximumIterations }).toEqual({ datasets: 1000, maximumIterations: 31 });
    const columns = { 2: 3, 3: 5, 4: 9, 5: 11 } as Record<number, number>;
    expect([2, 3, 4, 5].map((table) => codes.filter((code) => code.table === table).length)).toEqual([4, 5, 5, 2]);
    for (const { table, rows } of codes) {
      for (const { cells } of rows) expect(cells.map(({ qber }) => qber)).toEqual(range(1, columns[table]));
    }
  });

  it.each(codes.map(({ code, bits, checks }) => [code, bits, checks] as const))(
    "%s has the paper's bits and checks",
    (name, bits, checks) => {
      const { matrix } = loadCode(name, { columns: "information" });
      expect([matrix.columns, matrix.rows]).toEqual([bits, checks]);
    },
  );

  it("make sense: more errors, more failures and iterations, less speed, up to noise", () => {
    for (const { rows } of codes) {
      for (const { cells } of rows) {
        cells.slice(1).forEach((cell, i) => {
          const before = cells[i];
          expect(cell.failures).toBeGreaterThanOrEqual(before.failures);
          expect(cell.iterations).toBeGreaterThanOrEqual(before.iterations);
          expect(cell.iterations).toBeLessThanOrEqual(maximumIterations);
          expect(cell.failures).toBeLessThanOrEqual(1000);
          // If frames use all iterations, the speed is no longer proportional to the average number.
          if (cell.iterations < 30 && cell.doubtful === undefined) {
            expect(cell.mbitPerSecond).toBeLessThan(1.05 * before.mbitPerSecond);
          }
        });
      }
    }
  });

  it("hold cells as printed", () => {
    const { rows } = codeNamed("dvbs2-64800-43200");
    const row = rows.find(({ mode }) => mode === "NoMK_1024 +140_Blk");
    expect(cellAt(row, 8)).toEqual({ qber: 8, failures: 0, iterations: 18.1, mbitPerSecond: 27.7 });
    expect(cellAt(row, 12)).toBeUndefined();
    expect(cellAt(undefined, 1)).toBeUndefined();
    expect(rows.map(({ device }) => device)).toEqual(["CPU", "W", "K", "W", "W", "K", "K"]);
  });

  it("leave out rows that repeat another code's", () => {
    const { rows, leftOut } = codeNamed("dvbs2-16200-9720");
    expect(leftOut.map(({ mode }) => mode)).toEqual(["CPU_S", "SrowW_512"]);
    expect(rows.map(({ mode }) => mode)).not.toContain("CPU_S");
  });

  it("compare with many data sets on the newer GPU, else with two arrays there", () => {
    expect(comparedRow(codeNamed("dvbs2-64800-54000")).mode).toBe("NoMK_1024 +140_Blk");
    expect(comparedRow(codeNamed("wimax-2304-1536a")).mode).toBe("NoSK_1024");
    for (const code of codes) expect(comparedRow(code).device).toBe("K");
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const at = (...names: string[]) => join(packageRoot(), ...names);
const results = (name: string) => experimentsFile(resultFile(`results/${name}`));

describe("files of measurements on a GPU", () => {
  it("give the operating points, and codes/reconciliation.json has them", async () => {
    const candidates = join(newFolder(), "codes.json");
    const { status, stdout } = await ldpc(
      ...["experiment", "qkd-operating-points", `--from=${results("qkd-operating-points")}`],
      `--candidates=${candidates}`,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^dvbs2-64800-43200 /m);
    expect(readFileSync(at("codes", "reconciliation.json"), "utf8")).toBe(readFileSync(candidates, "utf8"));
    const ours = await ldpc(
      ...["experiment", "key-efficiency", `--from=${results("key-efficiency")}`, `--candidates=${candidates}`],
    );
    expect(ours.status).toBe(0);
    expect(readFileSync(at("codes", "key-efficiency.json"), "utf8")).toBe(readFileSync(candidates, "utf8"));
  });
});

const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const DECODER = decoderText(readDecoder("sum-product iterations=31"));
const OTHER = decoderText(readDecoder("min-sum iterations=31"));
const RATIO = decoderText(readDecoder("ratio-sum-product iterations=31"));
const TRAFFIC = { bytesPerIteration: 1e6, copyBytesPerSecond: 1e12 };

interface DrawnTrace {
  readonly name: string;
  readonly x: readonly number[];
  readonly text: readonly string[];
}

/** The curves of the figure in a page. */
function tracesIn(html: string): DrawnTrace[] {
  const [, text = ""] = /^const figure = (.*);$/m.exec(readFileSync(html, "utf8")) ?? [];
  const { panels }: Figure = JSON.parse(text);
  return panels.flatMap(({ curves, entries }) =>
    curves.map(({ entry = 0, points, texts = [] }) => ({
      name: entries[entry].name,
      x: points.map(([x]) => x),
      text: texts,
    })),
  );
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
});

const FLOODING = decoderText(readDecoder("sum-product iterations=31"));
const LAYERED = decoderText(readDecoder("sum-product schedule=layered iterations=31"));

/** wifi-1944-1620 at 2 %, where the paper's GPU row has 409 failures per 1000 and 18.7 iterations. */
function cell(failed: number, iterations: number, changes: Partial<MeasuredCell> = {}): MeasuredCell {
  // All converging frames take one of two neighbouring numbers of iterations, whose average is the given number.
  const frames = 10_000;
  const rest = frames - failed;
  const mean = (iterations * frames - 31 * failed) / rest;
  const low = Math.floor(mean);
  const converged = new Array(32).fill(0);
  converged[low + 1] = Math.round((mean - low) * rest);
  converged[low] = rest - converged[low + 1];
  return {
    code: "wifi-1944-1620",
    decoder: FLOODING,
    qber: 2,
    frames,
    converged,
    failed,
    undetected: 0,
    bits: 1620,
    seconds: 0.1,
    decoderSeconds: 0.01,
    profiledFrames: 2000,
    bytesPerIteration: 20_000,
    copyBytesPerSecond: 4e12 * 18.7,
    ...changes,
  };
}

function compareOne(ours: MeasuredCell) {
  const [{ tests, ...one }] = compareCells([ours], 0.01);
  if (tests === undefined) throw new Error("no tests");
  return { ...one, tests };
}

describe("compareCells", () => {
  it("finds the paper's own values consistent, and inside its spread", () => {
    const one = compareOne(cell(4090, 18.7));
    expect(one).toMatchObject({ mode: "NoMK_1024 +448_Blk", paper: { failures: 409, iterations: 18.7 } });
    expect(one).toMatchObject({ cpu: { failures: 419 }, fastest: { mbitPerSecond: 19.74 } });
    expect(one.tests).toMatchObject({
      failures: { pValue: 1, consistent: true, insideSpread: true },
      iterations: { pValue: 1, consistent: true, insideSpread: true },
    });
  });

  it("tests failures by Fisher's test of 1000 strings, two tests corrected together", () => {
    const one = compareOne(cell(3700, 18.7));
    const p = fisherTest({ errors: 3700, frames: 10_000 }, { errors: 409, frames: 1000 });
    expect(one.tests.failures.pValue).toBe(p);
    expect(one.tests.failures.correctedPValue).toBeCloseTo(2 * p, 12);
    expect(compareOne(cell(3200, 18.7)).tests.failures).toMatchObject({ consistent: false, insideSpread: false });
  });

  it("tests iterations against the standard error of both", () => {
    // 18.9 exceeds 18.75 by 0.15. The standard error is about 10/√1000.
    expect(compareOne(cell(4090, 18.9)).tests.iterations).toMatchObject({ consistent: true, insideSpread: true });
    expect(compareOne(cell(4090, 22)).tests.iterations).toMatchObject({ consistent: false, insideSpread: false });
  });

  it("takes the spread of the GPU rows alone, with a margin for rounding", () => {
    // The rows have 404 … 441 failures and 18.4 … 20.1 iterations. The CPU's row has 419 and 19.4.
    const inside = (failed: number, iterations: number) => {
      const { failures, iterations: mean } = compareOne(cell(failed, iterations)).tests;
      return [failures.insideSpread, mean.insideSpread];
    };
    expect(inside(4035, 18.36)).toEqual([true, true]);
    expect(inside(4034, 18.34)).toEqual([false, false]);
    expect(inside(4415, 20.14)).toEqual([true, true]);
    expect(inside(4416, 20.16)).toEqual([false, false]);
  });

  it("does not test layered decoders, nor ones with another limit", () => {
    const other = decoderText(readDecoder("sum-product iterations=30"));
    const found = compareCells([cell(4090, 18.7, { decoder: LAYERED })], 0.01);
    expect(found.map(({ tests }) => tests)).toEqual([undefined]);
    expect(compareCells([cell(4090, 18.7, { decoder: other })], 0.01)[0].tests).toBeUndefined();
  });

  it("leaves out cells that the paper lacks, and orders cells as the paper does", () => {
    const codes = ["wimax-2304-1728b", "wifi-1944-1620", "wifi-648-324"];
    const found = compareCells(
      codes.map((code) => cell(4090, 18.7, { code })),
      0.01,
    );
    expect(found.map(({ ours }) => ours.code)).toEqual(["wifi-1944-1620", "wimax-2304-1728b"]);
    expect(compareCells([cell(4090, 18.7, { qber: 4 })], 0.01)).toEqual([]);
  });
});

describe("the tables as text", () => {
  const cells = [cell(4090, 18.7), cell(3200, 18.7, { code: "wimax-2304-1920" }), cell(3900, 15, { decoder: LAYERED })];
  const comparisons = compareCells(cells, 0.01);

  it("have rates of the whole chain and of the decoder alone", () => {
    expect(chainRate(cells[0])).toBeCloseTo(162, 9);
    expect(decoderRate(cells[0])).toBeCloseTo(324, 9);
    const text = cellsText(comparisons);
    expect(text).toMatch(
      /^wifi-1944-1620 +2 % +sum-product +409 +399–419 +409 +18\.700 .* 162 +324 +0\.1 % +19\.7 +8\.21 +yes$/m,
    );
    expect(text).toMatch(/^wimax-2304-1920 .* not failures$/m);
    expect(text).toContain("sum-product: failures consistent at 1 of 2 cells, iterations at 2 of 2");
    expect(text).toContain("- wimax-2304-1920 at 2 %: 320 failures per 1000, the paper's NoMK_1024 +448_Blk 397; p = ");
  });

  it("name decoders by their options other than defaults", () => {
    expect([FLOODING, LAYERED].map(shortDecoder)).toEqual(["sum-product", "sum-product schedule=layered"]);
  });
});
