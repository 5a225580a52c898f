import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { codeCounter } from "../../../src/design/counter.ts";
import { liftProtograph, matrixOf, nestedCode } from "../../../src/design/search.ts";
import { cpuEngine, readDecoder, simulate } from "../../../src/index.ts";
import { sum } from "../../../src/sum.ts";
import { newFolder } from "../../new-folder.ts";
import { checkResult, ldpc, refusal } from "../run-in-process.ts";

const SEARCHES = {
  protographs: { options: ["--rows", "2", "--columns", "4"], file: "best.json --protograph" },
  "degree distributions": { options: ["--rate", "0.5", "--degrees", "2-12", "--kinds", "3"], file: "best.json" },
};

describe("ldpc code design", () => {
  it.each(Object.entries(SEARCHES))(
    "finds %s, and a search that was stopped goes on to the same bytes",
    async (_, { options, file }) => {
      const folder = newFolder();
      const [whole, parts] = ["whole", "parts"].map((name) => join(folder, name));
      const line = ["code", "design", ...options, "--channel", "bec", "--population", "6", "--seed", "3"];
      const search = (out: string, generations: string, ...more: string[]) =>
        ldpc(...line, "--generations", generations, "--out", out, "--quiet", ...more);
      const { stdout } = await search(whole, "8", "--json");
      checkResult(stdout);
      const { cost, rate, history } = JSON.parse(stdout);
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
      for (const name of ["history.csv", "history.html", "best.txt", "best.json"])
        expect(readFileSync(join(parts, name), "utf8").replace('"name": "parts"', '"name": "whole"')).toBe(
          readFileSync(join(whole, name), "utf8"),
        );
      const found = await ldpc("code", "threshold", ...join(whole, file).split(" "), "--channel", "bec", "--json");
      expect(JSON.parse(found.stdout).threshold.erasure).toBeCloseTo(-cost, 2);
    },
  );

  it("finds a distribution for the binary symmetric channel, and a quasi-cyclic code of it", async () => {
    const out = join(newFolder(), "search");
    const line = ["--rate", "0.8", "--channel", "bsc", "--degrees", "3-6", "--kinds", "2", "--iterations", "20"];
    const { stdout } = await ldpc(
      "code",
      "design",
      ...line,
      "--population",
      "4",
      "--generations",
      "1",
      "--out",
      out,
      "--json",
    );
    const { cost, searched, best } = JSON.parse(stdout);
    // The capacity is 0.8 at 0.0311. A coarse grid is too good, by little.
    expect(-cost).toBeGreaterThan(0.015);
    expect(-cost).toBeLessThan(0.0311);
    expect(searched / cost).toBeGreaterThan(1);
    expect(searched / cost).toBeLessThan(1.04);
    expect(best.reduce((all: number, [, share]: number[]) => all + share, 0)).toBeCloseTo(1);
    const file = join(out, "code.base.json");
    const sizes = ["--columns", "20", "--lifting-sizes", "8", "--rounding", "nearest", "--out", file];
    expect(
      (await ldpc("code", "construct", "--family", "met", "--ensemble", join(out, "best.json"), ...sizes)).status,
    ).toBe(0);
    const { n, k } = JSON.parse((await ldpc("code", "info", file, "--json")).stdout);
    expect([n, k]).toEqual([160, 128]);
  });

  it("finds a family of rates by its worst gap to capacity, with nested codes", async () => {
    const out = join(newFolder(), "search");
    const line = [
      "--rows",
      "2",
      "--columns",
      "4",
      "--extend",
      "0,2",
      "--channel",
      "bec",
      "--start",
      "nr-bg2-z2",
      "--most",
      "2",
    ];
    const { stdout } = await ldpc(
      "code",
      "design",
      ...line,
      "--population",
      "4",
      "--generations",
      "2",
      "--out",
      out,
      "--json",
    );
    checkResult(stdout);
    const { cost, codes, best } = JSON.parse(stdout);
    expect(codes.map(({ rate }: { rate: number }) => rate.toFixed(3))).toEqual(["0.500", "0.333"]);
    const gaps = codes.map(({ value, capacity }: { value: number; capacity: number }) => value - capacity);
    expect(cost).toBeCloseTo(Math.max(...gaps), 9);
    expect(best.map((row: number[]) => row.slice(4))).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    const whole = liftProtograph(best, 16, 0, 1);
    const { matrix } = nestedCode(whole, 2, 4);
    expect([matrix.rows, matrix.columns]).toEqual([32, 64]);
    expect(rowEntries(matrix, 31)).toEqual(rowEntries(whole.matrix, 31));
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
    // The frames of a search are those of a simulation.
    const engine = cpuEngine();
    const decoder = readDecoder("min-sum messages=int8");
    const code = liftProtograph(matrixOf([1, 2, 1, 1, 2, 1, 0, 1], 4), 16, 0, 1);
    const channel = { name: "awgn", parameter: "ebn0" } as const;
    const counter = await codeCounter(code, { engine, decoder, channel, seed: 5, frames: 256, chunkFrames: 64 });
    const counts = [...(await counter.count(2, 0, 128)), ...(await counter.count(2, 128, 256))];
    counter.close();
    const words = { codeword: "syndrome", seed: 5, maxErrors: 1e6, maxFrames: 384, chunkFrames: 64 } as const;
    const [row] = await simulate(code, decoder, { ebn0: 2 }, { engine, ...words }).result();
    expect(sum(counts.map(({ frameErrors }) => frameErrors))).toBe(row.frame_errors);
    expect(row.frame_errors).toBeGreaterThan(10);
  });

  it("refuses what has no rate or no evolution, and a log that is none", async () => {
    const out = join(newFolder(), "search");
    const of = (...options: string[]) => ldpc("code", "design", "--out", out, ...options);
    expect(refusal(await of("--rows", "4", "--columns", "4"))).toContain("--rows 4 leaves no rate above 0");
    expect(refusal(await of("--rate", "0.5", "--rows", "4"))).toContain("--rows is of protographs");
    expect(refusal(await of("--rows", "2", "--columns", "4", "--kinds", "3"))).toContain(
      "--kinds is of degree distributions",
    );
    const other = await of("--rows", "2", "--columns", "4", "--decoder", "min-star messages=int12");
    expect(refusal(other)).toContain('there is no exact density evolution of "min-star');
    writeFileSync(join(out, "candidates.jsonl"), "{}\n");
    expect(refusal(await of("--rows", "2", "--columns", "4"))).toContain("is no candidate of ldpc code design");
  });
});
