import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { autoChunkFrames } from "../../../src/cli/simulate.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();

const auto = (code: string, decoder: string) => autoChunkFrames(loadCode(code).matrix, readDecoder(decoder));

describe("--chunk auto", () => {
  it.each([
    // 310 checks of 6 · 4 · 32² operations in 10 iterations are 7.6e7 operations a frame, and 2^30 / 7.6e7 = 14.
    ["nb620-gf32", "min-max", 8],
    ["nb620-gf32", "min-max iterations=100", 1],
    // 2^18 bits need more operations than a chunk has.
    ["nb620-gf32", "isrb-mlgd", 64],
    // 1824 edges with 10 operations each, 1000 iterations: 1.8e7 a frame.
    ["wimax-576-288", "sum-product iterations=1000", 32],
    ["wimax-576-288", "sum-product iterations=10 reprocess=eqml stages=5", 64],
    ["ccsds-128-64", "min-sum", 1024],
    // 2376 edges with 8 operations each, 80 and 60 · 60 iterations: 7.0e7 a shot.
    ["wifi-648-324", "relay", 8],
    // 41,664 + 2016 + 64 + 1 patterns with 64 sums each: 2.8e6 a frame.
    ["ccsds-128-64", "osd order=3", 256],
    // 4096 edges with at most 10 operations each add little to 635,376 more patterns.
    ["ccsds-128-64", "sum-product reprocess=osd osd-order=4", 16],
  ])("of %s under %s is %d", (code, decoder, frames) => {
    expect(auto(code, decoder)).toBe(frames);
  });

  it("is a number of frames for every rule", () => {
    for (const [rule, { input }] of Object.entries(checkNodeRules)) {
      const frames = auto(input === "bit" ? "tiny20-gf2" : "tiny10-gf4", rule);
      expect(Number.isInteger(Math.log2(frames)) && frames >= 1 && frames <= 1024, `${rule}: ${frames}`).toBe(true);
    }
  });

  it("is of shots, too", async () => {
    const [model, out] = [join(folder, "model.dem"), join(folder, "shots")];
    writeFileSync(model, "error(0.1) D0 D1 D2 L0\n");
    const decoder = ["--decoder", "relay iterations=10000 legs=55 leg-iterations=1000 solutions=1"];
    const limits = ["--max-frames", "8", "--engine", "cpu", "--quiet", "--chunk", "auto"];
    const said = await ldpc("simulate", "--dem", model, ...decoder, ...limits, "--out", out);
    expect(said.status, said.stderr).toBe(0);
    expect(JSON.parse(readFileSync(join(out, "run.json"), "utf8")).chunkFrames).toBe(512);
  });
});
