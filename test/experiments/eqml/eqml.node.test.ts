import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withCheckRule } from "../../../experiments/eqml/shared/arrangement.ts";
import { cellKind, curveOf, type EqmlCell, eqmlRunner, runUntil } from "../../../experiments/eqml/shared/cells.ts";
import { PAPER, stagesDecoder as withStages } from "../../../experiments/eqml/shared/paper.ts";
import {
  deviceSpeed,
  SPEED_CELLS,
  type SpeedCell,
  serialDecoder,
  sortFrames,
  speedCases,
  speedKey,
} from "../../../experiments/eqml/shared/speed.ts";
import { SHORT_CODE_CELLS } from "../../../experiments/eqml/short-codes.ts";
import { identityOf, MeasurementFile } from "../../../experiments/shared/files.ts";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const PLAIN = "sum-product iterations=30";
const canonical = (words: string) => decoderText(readDecoder(words));
const stagesDecoder = (decoder: string, stages: number) => withStages({ decoder }, stages);

describe("the paper's tables", () => {
  it("have the factors that its text states", () => {
    const { table2, table3, table4, table6 } = PAPER;
    // The paper truncates 1.4576 to 1.45.
    expect(Math.floor((100 * table2.compact) / table2.flat)).toBe(145);
    expect(table3.direct / table3.rearranged).toBeCloseTo(1.68, 2);
    const speedUps = (rows: readonly { cpu: number; gpu: number }[]) => rows.map(({ cpu, gpu }) => cpu / gpu);
    expect(speedUps(table4.rows).at(-1)).toBeCloseTo(64.5, 1);
    // The paper: "With more stages the factor rises", and "80 times at 0 dB", where it is highest.
    expect(speedUps(table4.rows)).toEqual(speedUps(table4.rows).toSorted((a, b) => a - b));
    expect(speedUps(table6.rows)).toEqual(speedUps(table6.rows).toSorted((a, b) => b - a));
    expect(speedUps(table6.rows)[0]).toBeCloseTo(80.5, 1);
  });

  it("are measured at every row, with and without reprocessing", () => {
    const cases = speedCases({ decoder: PLAIN });
    expect(cases).toHaveLength(5 + 2 * 14 + 2 + 2 * 3);
    const keys = cases.map(({ code, decoder, ebn0, inFlight }) => speedKey("device", code, decoder, ebn0, inFlight));
    expect(new Set(keys).size).toBe(cases.length);
    expect(cases.every(({ stages, decoder }) => decoder.includes("eqml") === stages > 0)).toBe(true);
    // The serial decoder has one frame at a time in any case.
    expect(cases.every(({ stages, serial, inFlight }) => serial === (stages > 0 && inFlight === undefined))).toBe(true);
  });
});

const cell = (decoder: string, ebn0: number, frameErrors: number, mlErrors = 0): EqmlCell => ({
  code: "wimax-576-288",
  decoder,
  ebn0,
  frames: 100_000,
  frameErrors,
  undetected: mlErrors,
  mlErrors,
  iterations: 900_000,
  reprocessed: 10,
  tests: 20,
  seconds: 1,
});

describe("ldpc experiment eqml-figure-7", () => {
  it("prints the cells of a file with gains at FER 1e-3, and draws them with the bound", async () => {
    const folder = newFolder();
    const from = join(folder, "cells.json");
    const file = MeasurementFile.open(cellKind("eqml-figure-7"), from, identityOf(DEVICE, { seed: 3 }));
    // Half a dB apart: 1e-2 and 1e-4 at 1 and 2 dB, and at 0.5 and 1.5 dB.
    for (const [ebn0, errors] of [[1, 1000] as const, [2, 10] as const]) {
      file.set(cell(canonical(PLAIN), ebn0, errors));
    }
    for (const [ebn0, errors, ml] of [[0.5, 1000, 0] as const, [1.5, 10, 4] as const]) {
      file.set(cell(stagesDecoder(PLAIN, 5), ebn0, errors, ml));
    }
    file.save();
    const html = join(folder, "figure.html");
    const ebn0 = ["--ebn0", "0.5", "1", "1.5", "2"];
    const { status, stdout, stderr } = await ldpc(
      "experiment",
      "eqml-figure-7",
      `--from=${from}`,
      `--html=${html}`,
      ...ebn0,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^BP +1\.5 +1\.\d+ … 1\.\d+$/m);
    expect(stdout).toMatch(/^EQML, 5 stages +1 +[\d.]+ … [\d.]+ +0\.5$/m);
    expect(stdout).toMatch(/^ +1\.5 +100,000 .* 1\.00e-4 \(4 undetected\) +4\.00e-5$/m);
    const page = readFileSync(html, "utf8");
    expect(page).toContain("FER of maximum likelihood ≥");
    expect(page).not.toContain("ABP");
  });

  it("names the file that has no cells of the decoder", async () => {
    const from = join(newFolder(), "cells.json");
    const file = MeasurementFile.open(cellKind("eqml-figure-7"), from, identityOf(DEVICE, { seed: 3 }));
    file.set(cell(canonical(PLAIN), 1, 5));
    file.save();
    const { status, stderr } = await ldpc("experiment", "eqml-figure-7", `--from=${from}`, "--decoder=min-sum");
    expect(status).toBe(1);
    expect(stderr).toMatch(/no cells of these decoders/);
  });
});

describe("ldpc experiment eqml-short-codes", () => {
  it("prints FER, bound, further decodings of a failed frame and time of a frame of the cells of a file", async () => {
    const from = join(newFolder(), "cells.json");
    const file = MeasurementFile.open(SHORT_CODE_CELLS, from, identityOf(DEVICE, { seed: 3 }));
    file.set({ ...cell(stagesDecoder(PLAIN, 3), 2, 1000, 400), reprocessed: 10, tests: 120, seconds: 2 });
    file.set({ ...cell(canonical("osd order=2"), 3.5, 10), code: "ccsds-128-64", reprocessed: 0, tests: 0 });
    file.save();
    const { status, stdout, stderr } = await ldpc("experiment", "eqml-short-codes", `--from=${from}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^EQML, 3 stages +1\.00e-2 +\[\S+, \S+\] +4\.00e-3 +12 +20$/m);
    expect(stdout).toMatch(/^OSD alone, order 2 +1\.00e-4 +\[\S+, \S+\] +0 +– +10$/m);
    expect(stdout.match(/^BP {2}/gm)).toHaveLength(8);
  });
});

it("a curve has Clopper and Pearson's intervals, for errors or for errors of maximum likelihood", () => {
  const cells = [cell(PLAIN, 2, 10, 4), cell(PLAIN, 1, 0)];
  expect(curveOf(cells).map(({ point, frame_errors }) => [point, frame_errors])).toEqual([
    [1, 0],
    [2, 10],
  ]);
  const [none, some] = curveOf(cells, "mlErrors");
  expect(none).toMatchObject({ fer: 0, fer_low: 0, frame_errors: 0 });
  expect(none.fer_high).toBeCloseTo(1 - 0.025 ** 1e-5, 10);
  expect(some).toMatchObject({ fer: 4e-5, frame_errors: 4 });
});

describe("ldpc experiment eqml-tables-4-6 and eqml-figures-8-10", () => {
  const speed = (
    on: SpeedCell["on"],
    stages: number,
    code: string,
    ebn0: number,
    framesPerSecond: number,
  ): SpeedCell => ({
    on,
    code,
    decoder: stagesDecoder(PLAIN, stages),
    ebn0,
    frames: 1000,
    failed: 250,
    tests: 3500,
    seconds: 1,
    framesPerSecond,
    ...(on === "serial" ? { processor: "a CPU" } : {}),
  });

  it("print and draw the speeds of a file beside the paper's", async () => {
    const folder = newFolder();
    const from = join(folder, "speeds.json");
    const file = MeasurementFile.open(SPEED_CELLS, from, identityOf(DEVICE, { seed: 1 }));
    file.set(speed("device", 3, "wimax-2304-1152", 0, 8000));
    file.set(speed("serial", 3, "wimax-2304-1152", 0, 2));
    file.set(speed("device", 0, "wimax-2304-1152", 0, 10_000));
    file.set({ ...speed("device", 3, "wimax-2304-1152", 0, 6), inFlight: 1 });
    file.save();
    const { status, stdout } = await ldpc("experiment", "eqml-tables-4-6", `--from=${from}`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ +0 +8,000 +2 +4,000 +80\.5 +25 % +3\.5 +80 %$/m);
    expect(stdout).toMatch(/^1 +6 +3 +– +–$/m);
    expect(stdout).toMatch(/^as in Table 6 +8,000 +4,000 +– +–$/m);
    expect(stdout).toContain("serial decoder: one core of a CPU");
    const html = join(folder, "figure.html");
    const drawn = await ldpc("experiment", "eqml-figures-8-10", `--from=${from}`, `--html=${html}`);
    expect(drawn.status).toBe(0);
    expect(readFileSync(html, "utf8")).toContain("paper, GTX 1060");
    const other = await ldpc("experiment", "eqml-figures-8-10", `--from=${from}`, "--decoder=min-sum");
    expect(other.stderr).toMatch(/no speeds of this decoder/);
  });
});

describe("measurements on a tiny code", () => {
  const code = loadCode("tiny20-gf2");
  const spec = readDecoder(stagesDecoder("sum-product iterations=10", 2));
  const silent = () => {};

  it("count the same frames in runs of any size", async () => {
    const totals = [];
    for (const inFlight of [100, 7]) {
      const runner = await eqmlRunner(cpuEngine(), code, spec, inFlight, 5, silent);
      runner.at(1);
      totals.push(await runUntil(runner, { frames: 100 }));
      runner.release();
    }
    const [{ seconds: _, ...whole }, { seconds: __, ...parts }] = totals;
    expect(parts).toEqual(whole);
    expect(whole.counts.frames).toBe(100);
    expect(whole.reprocessed).toBeGreaterThan(5);
    // Each reprocessed frame has two to six tests.
    expect(whole.tests).toBeGreaterThanOrEqual(2 * whole.reprocessed);
    expect(whole.tests).toBeLessThanOrEqual(6 * whole.reprocessed);
  });

  it("stop a point at the same frame, whatever the order in which runs end", async () => {
    const runner = await eqmlRunner(cpuEngine(), code, spec, 8, 5, silent);
    runner.at(1);
    const alone = await runUntil({ ...runner, runsInFlight: 1 }, { errors: 12, frames: 1000 });
    expect(alone.counts.frameErrors).toBeGreaterThanOrEqual(12);
    expect(alone.counts.frames).toBeLessThan(1000);
    // Every second run ends after those behind it.
    const uneven = {
      ...runner,
      runsInFlight: 5,
      async run(first: number, frames: number) {
        const outcome = await runner.run(first, frames);
        await new Promise((resolve) => setTimeout(resolve, (first / 8) % 2 === 0 ? 20 : 0));
        return outcome;
      },
    };
    const { seconds: _, ...together } = await runUntil(uneven, { errors: 12, frames: 1000 });
    runner.release();
    const { seconds: __, ...expected } = alone;
    expect(together).toEqual(expected);
  });

  it("say that memory holds fewer frames than were asked for", async () => {
    const small: Engine = { ...cpuEngine(), framesMaximum: () => 8 };
    const said: string[] = [];
    for (const inFlight of [9, 8]) {
      const runner = await eqmlRunner(small, code, spec, inFlight, 1, (line) => said.push(line));
      expect(runner.frames).toBe(8);
      runner.release();
    }
    expect(said).toEqual([`tiny20-gf2, ${decoderText(spec)}: 8 frames of a run, not 9: memory holds no more`]);
  });

  it("weigh the serial decoder's times by the share of frames that fail", async () => {
    const runner = await eqmlRunner(cpuEngine(), code, spec, 50, 1, silent);
    const device = await deviceSpeed(code.name, runner, 1, 0.01);
    expect(device.frames).toBeGreaterThanOrEqual(150);
    expect(device.failed).toBeGreaterThan(0);
    const frames = await sortFrames(runner, 1, 120);
    expect(new Set([...frames.decoded, ...frames.failed]).size).toBe(frames.decoded.length + frames.failed.length);
    const { tests } = await runner.run(0, 50);
    expect(frames.failed.filter((frame) => frame < 50)).toEqual(
      [...tests.keys()].filter((frame) => tests[frame] > 0).slice(0, 64),
    );
    const serial = await serialDecoder(cpuEngine(), code, spec, 1);
    const all = await serial.speed(1, frames, 1, 0.02);
    const none = await serial.speed(1, frames, 0, 0.02);
    await expect(serial.speed(1, { decoded: frames.decoded, failed: [] }, 0.1, 0.02)).rejects.toThrow(/no frames/);
    serial.release();
    runner.release();
    expect(all.failed).toBeGreaterThan(0);
    expect(all.tests).toBeGreaterThan(0);
    expect([all.framesPerSecond > 0, none.framesPerSecond > 0]).toEqual([true, true]);
    expect(all.processor).toBeTruthy();
  });
});

it("withCheckRule changes the check nodes of a program, and nothing else", () => {
  const program = decoderProgram(
    loadCode("tiny20-gf2"),
    readDecoder("sum-product form=phi stop=none mapping=streaming"),
    cpuEngine().limits,
  );
  const changed = withCheckRule(program, "reproductions/sum-product-direct", { LARGEST_DEGREE: 5 });
  const updates = [...changed.start, ...changed.iterate].filter(({ kernel }) => kernel === "binary/check");
  expect(updates.length).toBeGreaterThan(1);
  for (const { variant, constants } of updates) {
    expect(variant?.imports).toEqual({
      ...{ lanes: "binary/formats/f32", edge: "nodes/edges/plain" },
      rule: "reproductions/sum-product-direct",
    });
    expect(constants.LARGEST_DEGREE).toBe(5);
  }
  const others = (stages: typeof program.start) => stages.filter(({ kernel }) => kernel !== "binary/check");
  expect(others(changed.start)).toEqual(others(program.start));
  expect(others(changed.iterate)).toEqual(others(program.iterate));
});

const results = (experiment: string) => experimentsFile(resultFile(`results/${experiment}`));

describe("files of measurements on a GPU", () => {
  it("have fewer errors from each decoder to the next", () => {
    const cells = MeasurementFile.read(cellKind("eqml-figure-7"), results("eqml-figure-7")).measurements;
    const of = (ebn0: number, ending: string) =>
      cells.find((cell) => cell.ebn0 === ebn0 && cell.decoder.endsWith(ending)) as EqmlCell;
    const eqml = (stages: number) => `reprocess=eqml stages=${stages} alpha=20`;
    const points = [...new Set(cells.map(({ ebn0 }) => ebn0))];
    expect(points).toHaveLength(8);
    for (const point of points) {
      // Each decoder has fewer errors than the one before it in the same frames.
      for (const order of [
        ["reprocess=none", "reprocess=abp stages=5 alpha=20", eqml(5)],
        ["reprocess=none", ...[1, 2, 3, 4, 5].map(eqml)],
      ]) {
        const errors = order.map((ending) => of(point, ending));
        expect(new Set(errors.map(({ frames }) => frames)).size).toBe(1);
        const counts = errors.map(({ frameErrors }) => frameErrors);
        expect(counts).toEqual([...new Set(counts)].sort((a, b) => b - a));
      }
      const [abp, four] = ["reprocess=abp stages=5 alpha=20", eqml(4)].map((ending) => of(point, ending).frameErrors);
      expect(four < abp).toBe(point >= 1.75);
      for (const stages of [1, 2, 3]) expect(of(point, eqml(stages)).frameErrors).toBeGreaterThan(abp);
    }
  });

  it("has files of its own for each table", async () => {
    const { status, stderr } = await ldpc("experiment", "eqml-table-2", `--from=${results("eqml-table-3")}`);
    expect(status).toBe(1);
    expect(stderr).toContain("is no file of ldpc experiment eqml-table-2");
  });
});
