import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { checkResult, ldpc, refusal } from "../run-in-process.ts";

const SEARCH = [
  "code",
  "design",
  "--rows",
  "2",
  "--columns",
  "4",
  "--channel",
  "bec",
  "--population",
  "6",
  "--seed",
  "3",
];

describe("ldpc code design", () => {
  it("finds a protograph, and a search that was stopped goes on to the same bytes", async () => {
    const folder = newFolder();
    const [whole, parts] = ["whole", "parts"].map((name) => join(folder, name));
    const search = (out: string, generations: string, ...more: string[]) =>
      ldpc(...SEARCH, "--generations", generations, "--out", out, "--quiet", ...more);
    const { stdout } = await search(whole, "8", "--json");
    checkResult(stdout);
    const { cost, best, rate, history } = JSON.parse(stdout);
    expect(rate).toBe(0.5);
    expect(history.length).toBe(9);
    // Regular (3,6) codes have 0.4294, and no code of rate 1/2 has 0.5.
    expect(-cost).toBeGreaterThan(0.43);
    expect(-cost).toBeLessThan(0.5);
    expect(cost).toBeLessThan(history[0].cost);
    await search(parts, "3");
    // A killed command leaves half a line.
    appendFileSync(join(parts, "candidates.jsonl"), '\n{"sea');
    await search(parts, "8");
    for (const file of ["history.csv", "best.txt", "best.json"])
      expect(readFileSync(join(parts, file), "utf8")).toBe(readFileSync(join(whole, file), "utf8"));
    const found = await ldpc(
      "code",
      "threshold",
      join(whole, "best.json"),
      "--protograph",
      "--channel",
      "bec",
      "--json",
    );
    expect(JSON.parse(found.stdout).threshold.erasure).toBeCloseTo(-cost, 2);
    expect(readFileSync(join(whole, "best.txt"), "utf8").trim().split("\n").length).toBe(best.length);
  });

  it("by simulation: the Eb/N0 that lifts need", async () => {
    const out = join(newFolder(), "search");
    const small = ["--rows", "2", "--columns", "4", "--lifting-size", "16", "--fer", "0.1", "--max-errors", "20"];
    const line = [
      "code",
      "design",
      ...small,
      "--population",
      "4",
      "--generations",
      "0",
      "--engine",
      "cpu",
      "--out",
      out,
    ];
    const { stdout } = await ldpc(...line, "--decoder", "min-sum messages=int8", "--json", "--quiet");
    const { cost, candidates } = JSON.parse(stdout);
    expect(candidates).toBe(4);
    expect(cost).toBeGreaterThan(1);
    expect(cost).toBeLessThan(8);
  });

  it("refuses what has no rate or no evolution, and a log that is none", async () => {
    const out = join(newFolder(), "search");
    const of = (...options: string[]) => ldpc("code", "design", "--out", out, ...options);
    expect(refusal(await of("--rows", "4", "--columns", "4"))).toContain("--rows 4 leaves no rate above 0");
    const other = await of("--rows", "2", "--columns", "4", "--decoder", "min-star messages=int12");
    expect(refusal(other)).toContain('there is no exact density evolution of "min-star');
    writeFileSync(join(out, "candidates.jsonl"), "{}\n");
    expect(refusal(await of("--rows", "2", "--columns", "4"))).toContain("is no candidate of ldpc code design");
  });
});
