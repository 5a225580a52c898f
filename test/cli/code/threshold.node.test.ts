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

  it.each([
    ["tiny10-gf4", "tiny10-gf4 is over GF(4): density evolution is for codes over GF(2)"],
    ["nr-bg2-z2", "nr-bg2-z2 has symbols that are not sent, and no threshold by degrees alone"],
  ])("refuses %s", async (code, message) => {
    expect(refusal(await ldpc("code", "threshold", code))).toContain(message);
  });
});
