import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

describe("ldpc code threshold", () => {
  it("takes the degrees of a matrix, a code of the package or a protograph", async () => {
    const alist = join(folder, "H.alist");
    expect((await ldpc("code", "convert", "tanner-155-64", "--out", alist)).status).toBe(0);
    const protograph = join(folder, "p.txt");
    writeFileSync(protograph, "3 3\n");
    // Richardson and Urbanke, Modern Coding Theory, 2008: (3,5)-regular, erasure probability 0.5176, and (3,6)-regular, 0.4294.
    for (const [given, wantedRate, erasure] of [
      [alist, 0.4, 0.5176],
      ["tanner-155-64", 0.4, 0.5176],
      [protograph, 0.5, 0.4294],
    ] as const) {
      const { stdout } = await ldpc("code", "threshold", given, "--channel", "bec", "--json");
      const { rate, threshold } = JSON.parse(stdout);
      expect(rate).toBeCloseTo(wantedRate);
      expect(threshold.erasure).toBeCloseTo(erasure, 3);
    }
  });

  it("over erasures also of symbols: of a code over GF(4), or of a regular ensemble", async () => {
    const of = async (...given: string[]) =>
      JSON.parse((await ldpc("code", "threshold", ...given, "--channel", "bec", "--json")).stdout);
    const { threshold, stabilityLimit, q } = await of("2,4", "--q", "16");
    expect([threshold.erasure.toFixed(3), stabilityLimit, q]).toEqual(["0.468", undefined, 16]);
    expect((await of("tiny10-gf4")).q).toBe(4);
    expect(refusal(await ldpc("code", "threshold", "2,4", "--q", "16"))).toContain(
      "exact evolution is over --channel bec",
    );
  });

  it("takes a matrix with variables of degree 1, with symbols that are not sent, or with as many rows as columns", async () => {
    const of = async (...given: string[]) =>
      JSON.parse((await ldpc("code", "threshold", ...given, "--channel", "bec", "--json")).stdout);
    const { description, threshold, capacityLimit } = await of("nr-bg2-z2");
    expect(description).toBe("all codes with the edges of 5 types of its nodes");
    expect(threshold.erasure).toBeCloseTo(0.785, 3);
    expect(capacityLimit.erasure).toBeCloseTo(0.8, 9);
    // The seven lines of the Fano plane: erasures die out below the least x / (1 − (1 − x)²)², about 0.8437.
    const square = join(folder, "fano.alist");
    const shifted = (shifts: readonly number[]) =>
      Array.from({ length: 7 }, (_, i) => shifts.map((shift) => 1 + ((i + shift) % 7)).join(" "));
    writeFileSync(
      square,
      ["7 7", "3 3", "3 3 3 3 3 3 3", "3 3 3 3 3 3 3", ...shifted([0, 6, 4]), ...shifted([0, 1, 3])].join("\n"),
    );
    const { rate, threshold: ofSquare, gap } = await of(square);
    expect([rate, gap]).toEqual([0, undefined]);
    const least = Math.min(
      ...Array.from({ length: 1_000 }, (_, i) => (i + 1) / 1_000 / (1 - (1 - (i + 1) / 1_000) ** 2) ** 2),
    );
    expect(ofSquare.erasure).toBeCloseTo(least, 4);
  });

  it("refuses a code over GF(4) over AWGN", async () => {
    expect(refusal(await ldpc("code", "threshold", "tiny10-gf4"))).toContain(
      "tiny10-gf4 is over GF(4): exact evolution of symbols is over --channel bec; else add --sampled",
    );
  });
});
