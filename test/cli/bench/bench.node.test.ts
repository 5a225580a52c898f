import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { earlyTerminationLine } from "../../../src/cli/bench.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { newFolder } from "../../new-folder.ts";
import { itLong, sweep } from "../../sweep.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const EDGES = loadCode("tiny10-gf4").matrix.variable.length;

describe("ldpc bench", () => {
  it.each(sweep(["cpu", "gpu"], 2))("measures on the %s engine", async (engine) => {
    const { status, stdout } = await ldpc(
      "bench",
      "--code=tiny10-gf4",
      `--engine=${engine}`,
      "--frames=8",
      "--seconds=0.01",
      "--json",
    );
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.device.engine).toBe(engine);
    expect(report.codedBitsPerFrame).toBe(20);
    expect(report.fixedIterations.iterations).toBe(10);
    expect(report.earlyTermination.iterations).toBeLessThan(10);
    const { framesPerSecond, codedMbitPerSecond } = report.fixedIterations;
    expect(codedMbitPerSecond).toBeCloseTo((framesPerSecond * 20) / 1e6, 9);
    expect(report.fixedIterations.deviceFramesPerSecond).toBeGreaterThan(0);
    const { frameErrorRate, frameErrors } = report.earlyTermination;
    expect(frameErrorRate.value).toBeCloseTo(frameErrors / frameErrorRate.frames, 12);
    expect(frameErrorRate.low).toBeLessThanOrEqual(frameErrorRate.value);
    const { edgeUpdatesPerSecond, bytesPerIteration, copyBytesPerSecond, shareOfCopyBandwidth } = report.decoderAlone;
    expect(bytesPerIteration).toBeGreaterThan(0);
    const iterationsPerSecond = shareOfCopyBandwidth * (copyBytesPerSecond / bytesPerIteration);
    expect(edgeUpdatesPerSecond / iterationsPerSecond).toBeCloseTo(EDGES, 6);
    const decoding = report.stages.filter((stage: { decoder: boolean }) => stage.decoder);
    const seconds = decoding.reduce((sum: number, stage: { seconds: number }) => sum + stage.seconds, 0);
    expect(report.decoderAlone.codedMbitPerSecond).toBeCloseTo((8 * 20) / seconds / 1e6, 6);
    const { speedUp } = report.earlyTermination;
    expect(speedUp).toBeCloseTo(report.earlyTermination.framesPerSecond / framesPerSecond, 9);
    const shares = report.stages.map(({ share }: { share: number }) => share);
    // With few frames a GPU uses one invocation for each field element. The CPU processes frames side by side, so the kernels differ. A
    // hardware device may have kernels of its own.
    if (report.device.software) expect(shares.length).toBe(engine === "cpu" ? 11 : 12);
    else expect(shares.length).toBeGreaterThan(5);
    expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it("names stop=none where early termination is slower", () => {
    const slower =
      "early termination: 0.7 times as fast, with 77 % of the iterations on average: stop=none is faster here";
    expect(earlyTerminationLine({ speedUp: 0.7, iterationsSaved: 1.3 })).toBe(slower);
    expect(earlyTerminationLine({ speedUp: 1, iterationsSaved: 1.3 })).toMatch(/1 times as fast.* on average$/);
  });

  itLong("measures shots of an error model, whole ones and those around a decoder of codes", async () => {
    const file = join(newFolder(), "m.dem");
    writeFileSync(file, "error(0.1) D0 L0\nerror(0.1) D0 D1\nerror(0.1) D1\n");
    const words = ["bench", `--dem=${file}`, "--factor=1", "--engine=cpu", "--frames=8", "--seconds=0.01", "--json"];
    for (const [decoder, iterates] of [
      ["relay", false],
      ["min-sum", true],
    ]) {
      const report = JSON.parse((await ldpc(...words, `--decoder=${decoder}`)).stdout);
      expect([report.iterates, report.isWholeShots]).toEqual([iterates, !iterates]);
      expect(report.earlyTermination.framesPerSecond).toBeGreaterThan(0);
    }
  });

  itLong("compares no early termination of a decoder without iterations", async () => {
    const words = ["bench", "--code=tiny20-gf2", "--engine=cpu", "--frames=8", "--seconds=0.01"];
    const osd = await ldpc(...words, "--decoder=osd order=1");
    expect(osd.stdout).toMatch(/^no iterations, Eb\/N0 3 dB +8 +1 /m);
    expect(osd.stdout).not.toContain("early termination");
    expect(osd.stdout).toContain(" bytes per frame by the model");
    const plain = await ldpc(...words, "--decoder=min-sum");
    expect(plain.stdout).toMatch(/^early termination, Eb\/N0 3 dB +8 /m);
    expect(plain.stdout).toContain(" bytes per frame and iteration by the model");
  });

  it.each([
    [
      ["--code=tiny10-gf4", "--decoder=min-max mapping=symbols metrics=cache"],
      "metrics=cache: choose auto, workgroup, storage",
    ],
    [["--code=tiny10-gf4", "--adapter=voodoo"], 'no adapter is named "voodoo"'],
    [
      ["--code=tiny10-gf4", "--engine=cpu", "--adapter=voodoo"],
      "--adapter voodoo names a GPU: it does not go with --engine cpu",
    ],
    [["--code=tiny10-gf4", "--adapter=all"], "--adapter all is for ldpc simulate and ldpc sweep"],
    [["--code=tiny10-gf5"], "tiny10-gf4"],
  ])("refuses %j", async (options, message) => {
    expect(refusal(await ldpc("bench", ...options))).toContain(message);
  });
});

describe("ldpc devices", () => {
  it("lists an adapter and the CPU", async () => {
    const { stdout } = await ldpc("devices", "--json");
    const { adapters, cpu } = JSON.parse(stdout);
    expect(adapters.length).toBeGreaterThan(0);
    for (const adapter of adapters) expect(adapter.workgroupBytes).toBeGreaterThanOrEqual(16384);
    expect(cpu.processes).toBeGreaterThan(0);
  });
});

describe("ldpc experiment", () => {
  it("prints the paper's figures beside ours and writes JSON", async () => {
    const out = join(newFolder(), "table.json");
    const { status, stdout } = await ldpc("experiment", "nonbinary-table-1", "--frames=1", `--out=${out}`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/CNP +% of the time +91\.64 /);
    const report = JSON.parse(readFileSync(out, "utf8"));
    const ours = report.comparisons.map((row: { ours: number }) => row.ours);
    expect(ours.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(100, 6);
    for (const { paper, ours: measured, ratio } of report.comparisons) expect(ratio).toBeCloseTo(measured / paper, 9);
  });
});
