import { describe, expect, it } from "vitest";
import { checkCodeword } from "../../../src/code/encoder.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { knownDistances, loadCode } from "../../../src/node/codes/codes.ts";
import { ldpc } from "../../cli/run-in-process.ts";

describe("codes/distances.json", () => {
  it.each(knownDistances().map((known) => [known.code, known] as const))("has a word of %s", (name, known) => {
    const code = loadCode(name);
    const { matrix } = code;
    const { distance, hash, positions, values = positions.map(() => 1) } = known;
    expect(codeHash(matrix, code)).toBe(hash);
    const word = new Array<number>(matrix.columns).fill(0);
    positions.forEach((position, i) => {
      word[position] = values[i];
    });
    expect(word.filter((symbol) => symbol !== 0)).toHaveLength(distance);
    expect(checkCodeword(matrix, word).isCodeword).toBe(true);
  });

  it("is in the listing of a code", async () => {
    const ccsds = await ldpc("code", "info", "ccsds-128-64");
    expect(ccsds.stdout).toMatch(/^distance +at most 14: 16 words found, fewer than 0\.01 more expected$/m);
    const nonbinary = await ldpc("code", "info", "beidou-88-44-gf64", "--json");
    expect(JSON.parse(nonbinary.stdout).distance).toMatchObject({ distance: 6, words: 1 });
    expect((await ldpc("code", "info", "tiny20-gf2")).stdout).not.toContain("distance");
  });
});
