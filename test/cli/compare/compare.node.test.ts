import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatPoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { sampleRun } from "../../report/sample-points.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);
for (const [name, decoder] of [
  ["a", "min-max iterations=10"],
  ["b", "ems nm=8"],
]) {
  mkdirSync(at(name));
  writeFileSync(join(at(name), "points.csv"), formatPoints(sampleRun(name, { decoder }).rows));
}

describe("ldpc compare", () => {
  it("tests two runs point by point, of other decoders too, and measures their gap", async () => {
    const { status, stdout } = await ldpc("compare", at("a"), at("b"), "--at", "0.1");
    expect(status).toBe(0);
    expect(stdout).toMatch(/points consistent at 5 %/);
    expect(stdout).toMatch(/At FER 1\.00e-1 .*a is 0 dB better than .*b \(95 %: -0\.\d+ to 0\.\d+ dB\)\./);
  });

  it("heads the rates of two runs with their names, and those of published points as before", async () => {
    const runs = await ldpc("compare", at("a"), at("b"));
    expect(runs.stdout.split("\n")[0]).toMatch(/^at .* a FER +95 % interval +b FER +95 % interval/);
    writeFileSync(at("named.csv"), "ebn0,fer\n2,0.3\n");
    const published = await ldpc("compare", at("a"), at("named.csv"));
    expect(published.stdout.split("\n")[0]).toMatch(/^at .* run FER +95 % interval +reference FER/);
    // The same run twice has no other name than its path.
    expect((await ldpc("compare", at("a"), at("a"))).stdout.split("\n")[0]).toContain(` ${at("a")} FER`);
  });

  it("measures the gap at the lowest power of ten that both curves cross, if there is one", async () => {
    const { stdout } = await ldpc("compare", at("a"), at("b"));
    expect(stdout).toMatch(/At FER 1\.00e-1 .*a is 0 dB better than .*b/);
    writeFileSync(at("flat.csv"), "ebn0,fer\n2,0.3\n2.5,0.29\n");
    const flat = await ldpc("compare", at("a"), at("flat.csv"));
    expect(flat.stdout).not.toContain("At FER");
    expect(flat.stdout).toMatch(
      /a and flat cross no power of ten together: --at .* between 2\.90e-1 and 3\.00e-1\.\n$/,
    );
    expect((await ldpc("compare", at("a"), at("flat.csv"), "--at", "0.295")).stdout).toContain("At FER 2.95e-1");
    writeFileSync(at("low.csv"), "ebn0,fer\n2,1e-7\n2.5,1e-8\n");
    expect((await ldpc("compare", at("a"), at("low.csv"))).stdout).not.toContain("--at");
  });

  it.each([
    ["tabs and other names", "Eb/N0 [dB]\tWER\n2\t0.3\n2.5\t0.04\n"],
    ["semicolons and decimal commas", "# Table 2\nEb/N0;FER\n2,0;0,3\n2,5;0,04\n"],
    ["commas", "Eb/N0,FER\n2,0.3\n2.5,0.04\n"],
  ])("takes published points with %s", async (_, text) => {
    writeFileSync(at("paper.csv"), text);
    const { status, stdout } = await ldpc("compare", at("a"), at("paper.csv"), "--json");
    expect(status).toBe(0);
    const { comparisons } = JSON.parse(stdout);
    expect(comparisons.map((each: { value: number; published: object }) => [each.value, each.published])).toEqual([
      [2, { fer: 0.3 }],
      [2.5, { fer: 0.04 }],
    ]);
  });

  it("names missing arguments", async () => {
    expect(await ldpc("compare", at("a"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("give two runs to compare, not 1"),
    });
    expect(await ldpc("compare", at("a"), at("c"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("there is no such file"),
    });
    const unreached = await ldpc("compare", at("a"), at("b"), "--at", "1e-9");
    expect(unreached).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no two points around a FER of 1e-9"),
    });
  });
});
