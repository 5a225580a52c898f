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
    // Richardson and Urbanke, IEEE Trans. Inf. Theory 47(2), 2001, table II: (3,5)-regular, σ* = 1.0093, and (3,6)-regular, 0.8809.
    for (const [given, wantedRate, sigma] of [
      [alist, 0.4, 1.0093],
      ["tanner-155-64", 0.4, 1.0093],
      [protograph, 0.5, 0.8809],
    ] as const) {
      const { stdout } = await ldpc("code", "threshold", given, "--json");
      const { rate, threshold } = JSON.parse(stdout);
      expect(rate).toBeCloseTo(wantedRate);
      expect(threshold.sigma).toBeCloseTo(sigma, 2);
    }
  });

  it.each([
    ["tiny10-gf4", "tiny10-gf4 is over GF(4): density evolution is for codes over GF(2)"],
    ["nr-bg2-z2", "nr-bg2-z2 has symbols that are not sent, and no threshold by degrees alone"],
  ])("refuses %s", async (code, message) => {
    expect(refusal(await ldpc("code", "threshold", code))).toContain(message);
  });
});
