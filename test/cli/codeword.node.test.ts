import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parsePoints } from "../../src/simulation/points.ts";
import { ldpc } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "ldpc-codeword-"));
afterAll(() => rmSync(folder, { recursive: true }));

function simulate(out: string, ...options: string[]) {
  const rest = ["--max-errors=20", "--max-frames=100", "--quiet", `--out=${join(folder, out)}`];
  return ldpc("simulate", ...rest, ...options);
}

const NR = ["--code=nr-bg2-z6", "--rows=10", "--fillers=7", "--decoder=min-sum schedule=flooding", "--iterations=8"];

it.each(["random", "zero", "syndrome"])("simulates %s words of a punctured and shortened code", async (codeword) => {
  const points: string[] = [];
  for (const engine of ["cpu", "gpu"]) {
    const options = ["--qber=0.01,0.08", `--codeword=${codeword}`, "--chunk=25", `--engine=${engine}`];
    const { status, stderr } = await simulate(`${codeword}-${engine}`, ...NR, ...options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    points.push(readFileSync(join(folder, `${codeword}-${engine}`, "points.csv"), "utf8"));
  }
  expect(points[1]).toBe(points[0]);
  const [worse, better] = parsePoints(points[0]);
  expect(worse.fer).toBeGreaterThan(0.1);
  expect(better.fer).toBeLessThan(worse.fer);
  const run = JSON.parse(readFileSync(join(folder, `${codeword}-cpu`, "run.json"), "utf8"));
  expect(run.codeword).toBe(codeword);
});

it("does not mix them in one folder", async () => {
  const { status, stderr } = await simulate("random-cpu", ...NR, "--qber=0.08", "--chunk=25", "--codeword=syndrome");
  expect(status).toBe(1);
  expect(stderr).toContain("its codeword is random, not syndrome");
});

it.each([
  [["--code=nr-bg2-z6"], "nr-bg2-z6 has 12 symbols that are not sent: choose a binary decoder such as sum-product"],
])("refuses %j with min-max before anything is written", async (options, message) => {
  for (const jobs of [1, 2]) {
    const { status, stdout, stderr } = await simulate(
      "refused",
      "--decoder=min-max",
      ...options,
      "--qber=0.05",
      `--jobs=${jobs}`,
      "--engine=cpu",
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(existsSync(join(folder, "refused"))).toBe(false);
  }
});
