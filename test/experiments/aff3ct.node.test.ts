import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTables } from "../../src/channel/table/channel-tables.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { readRunPoints } from "../../src/node/run/run-points.ts";
import { fisherTest, holmCorrection } from "../../src/simulation/statistics.ts";
import { peeled } from "../oracle/erasures.ts";
import { randomNumbers } from "../simulation/random.ts";
import { root } from "../source-files.ts";

const file = (name: string) => join(root, "experiments/results/erasures", name);
const HARD = join(root, "experiments/results/cpu/hard-decisions.csv");
/** Wrong information bits make a frame wrong in AFF3CT. */
const counted = (name: string) =>
  readRunPoints(file(name)).rows.map(({ point, frames, information_frame_errors: errors }) => ({
    point,
    frames,
    errors,
  }));

// Frames and frame errors of https://github.com/aff3ct/error_rate_references, commit 021a9e08, LDPC/BEC/OOK.
describe("erasures beside AFF3CT's published frame errors", () => {
  it.each([
    [
      // The (3000,2400) IRA code of its folder conf, "peeling_i50".
      "peeling-h100.csv",
      [
        { point: 0.15, frames: 1570, errors: 100 },
        { point: 0.14, frames: 65_002, errors: 100 },
        { point: 0.13, frames: 14_418_723, errors: 100 },
      ],
    ],
    [
      // Horizontal layered normalised min-sum, factor 0.825, 100 iterations.
      "aff3ct-llrs-h100.csv",
      [
        { point: 0.4, frames: 6872, errors: 264 },
        { point: 0.36, frames: 726_176, errors: 200 },
        { point: 0.32, frames: 36_759_568, errors: 200 },
      ],
    ],
  ])("%s is consistent at every point", (name, published) => {
    const ours = counted(name);
    expect(ours.map(({ point }) => point)).toEqual(published.map(({ point }) => point));
    const p = holmCorrection(ours.map((point, i) => fisherTest(point, published[i])));
    expect(Math.min(...p)).toBeGreaterThan(0.05);
  });

  it("takes AFF3CT's small LLRs of erased bits, with which min-sum resolves more than peeling", () => {
    const { digest } = readTables(
      readFileSync(join(root, "experiments/reference/aff3ct-erasures.txt"), "utf8"),
      "guessed",
    );
    expect(readRunPoints(file("aff3ct-llrs-h100.csv")).rows[0].channel).toBe(`table guessed 2x4:${digest}`);
    const [guessed, unknown] = [counted("aff3ct-llrs-h100.csv"), counted("layered-h100.csv")];
    guessed.forEach((point, i) => {
      expect(fisherTest(point, unknown[i])).toBeLessThan(1e-3);
    });
  });

  it("decodes erasures without LLRs as peeling does", () => {
    const { matrix } = loadCode("wimax-576-288");
    const random = randomNumbers(4);
    const frames = 3000;
    let errors = 0;
    for (let frame = 0; frame < frames; frame++) {
      const left = peeled(
        matrix,
        Array.from({ length: 576 }, () => random() < 0.4),
      );
      if (left.slice(0, 288).some(Boolean)) errors++;
    }
    expect(errors).toBeGreaterThan(100);
    expect(fisherTest({ frames, errors }, counted("layered-h100.csv")[0])).toBeGreaterThan(0.01);
  });
});

// Frames and frame errors of the same commit, LDPC/AWGN/BPSK: BP_FLOODING with Gallager A, B and E, 200 iterations, and BIT_FLIPPING with PPBF, 50
// iterations, of MacKay's code (1008,504), conf/dec/LDPC/MACKAY_504_1008.alist; WBF and MWBF, 100 iterations, of PEG_Reg_1008x504.alist; and the peeling of above with 50 iterations.
const PUBLISHED: Readonly<Record<string, Readonly<Record<number, readonly [frames: number, errors: number]>>>> = {
  "gallager-a": { 4.5: [132, 103], 5: [288, 103], 5.5: [1875, 100], 6: [28_289, 100] },
  "gallager-b": { 4.5: [230, 190], 5: [722, 264], 5.5: [2723, 120], 6: [32_182, 105] },
  "gallager-e": { 3.5: [423, 149], 4: [1842, 179], 4.5: [3637, 119], 5: [7057, 112], 5.5: [21_067, 108] },
  "weighted-bit-flipping iterations=100 stop=syndrome factor=0": {
    4.5: [692, 510],
    5: [1039, 504],
    5.5: [2278, 501],
    6: [6436, 500],
  },
  "weighted-bit-flipping iterations=100 stop=syndrome factor=0.203125": {
    4.5: [890, 508],
    5: [1605, 503],
    5.5: [3894, 505],
    6: [14_511, 501],
  },
  ppbf: { 9: [182, 147], 10: [488, 180], 11: [1138, 156], 12: [5946, 118] },
  peeling: { 0.15: [1570, 100] },
};

it("decoders by hard decisions fail as often as AFF3CT's, at every point together", () => {
  const { rows } = readRunPoints(HARD);
  const p = Object.entries(PUBLISHED).flatMap(([rule, points]) =>
    Object.entries(points).map(([point, [frames, errors]]) => {
      const own = rows.filter((row) => `${row.decoder} `.startsWith(`${rule} `) && row.point === Number(point));
      expect(own.length, `${rule} at ${point}`).toBe(1);
      return fisherTest({ frames: own[0].frames, errors: own[0].information_frame_errors }, { frames, errors });
    }),
  );
  expect(Math.min(...holmCorrection(p))).toBeGreaterThan(0.05);
});
