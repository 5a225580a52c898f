import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { normalUpperTail } from "../../../src/channel/gaussian.ts";
import { readTables } from "../../../src/channel/table/channel-tables.ts";
import { root } from "../../source-files.ts";

describe.each([
  ["nand-soft-reads", [0.15, -0.1, -0.35]],
  ["nand-one-read", [-0.1]],
] as const)("codes/channels/%s.csv", (name, reads) => {
  it("has the probabilities of the construction that it states", () => {
    const { tables } = readTables(readFileSync(join(root, "codes/channels", `${name}.csv`), "utf8"), name);
    expect(tables!.map(({ at }) => at)).toEqual([2000, 3000, 4000, 5000, 6000, 7000]);
    for (const { at, probabilities } of tables!) {
      const variance = 0.12 + 0.000012 * at;
      const levels = [
        { mean: 1, sigma: Math.sqrt(variance) },
        { mean: -1, sigma: Math.sqrt(1.69 * variance) },
      ];
      levels.forEach(({ mean, sigma }, bit) => {
        const tails = [0, ...reads.map((read) => normalUpperTail((read - mean) / sigma)), 1];
        expect(probabilities[bit].length).toBe(tails.length - 1);
        probabilities[bit].forEach((p, output) => {
          expect(Math.abs(p - (tails[output + 1] - tails[output]))).toBeLessThan(2e-8);
        });
      });
    }
  });
});
