import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parsePoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { sweep } from "../../sweep.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

function simulate(out: string, ...options: string[]) {
  const rest = ["--max-errors=20", "--max-frames=100", "--quiet", `--out=${join(folder, out)}`];
  return ldpc("simulate", ...rest, ...options);
}

const NR = ["--code=nr-bg2-z6", "--rows=10", "--fillers=7", "--iterations=8"];

it.each(
  sweep(
    [
      ["random", "min-sum schedule=flooding"],
      ["zero", "min-sum schedule=flooding"],
      ["syndrome", "min-sum schedule=flooding"],
      ["random", "min-max"],
      ["syndrome", "min-max"],
    ],
    5,
  ),
)("simulates %s words of a punctured and shortened code with %s", async (codeword, decoder) => {
  const points: string[] = [];
  for (const engine of ["cpu", "gpu"]) {
    const out = `${codeword}-${decoder.split(" ")[0]}-${engine}`;
    const options = ["--qber=0.01,0.08", `--codeword=${codeword}`, "--chunk=25", `--engine=${engine}`];
    const { status, stderr } = await simulate(out, ...NR, `--decoder=${decoder}`, ...options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    points.push(readFileSync(join(folder, out, "points.csv"), "utf8"));
  }
  expect(points[1]).toBe(points[0]);
  const [worse, better] = parsePoints(points[0]);
  expect(worse.fer).toBeGreaterThan(0.1);
  expect(better.fer).toBeLessThan(worse.fer);
  const run = JSON.parse(readFileSync(join(folder, `${codeword}-${decoder.split(" ")[0]}-cpu`, "run.json"), "utf8"));
  expect(run.codeword).toBe(codeword);
});

it.each([1, 2])("refuses a decoder that is not for the code before anything is written, %i jobs", async (jobs) => {
  const options = ["--code=tiny12-gf8", "--decoder=min-sum", "--qber=0.05", `--jobs=${jobs}`, "--engine=cpu"];
  expect(refusal(await simulate("refused", ...options))).toContain("min-sum decodes codes over GF(2), not GF(8)");
  expect(existsSync(join(folder, "refused"))).toBe(false);
});
