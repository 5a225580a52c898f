import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { codeCounter } from "../../../src/design/counter.ts";
import { liftProtograph, matrixOf, nestedCode } from "../../../src/design/search.ts";
import { cpuEngine, readDecoder, simulate } from "../../../src/index.ts";
import { sum } from "../../../src/sum.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

/** Runs `ldpc code design` with the words of a line. */
const design = (line: string, ...more: string[]) => ldpc("code", "design", ...line.split(" "), ...more);

const SEARCHES = {
  protographs: { options: "--rows 2 --columns 4", file: "best.json --protograph" },
  "degree distributions": { options: "--rate 0.5 --degrees 2-12 --kinds 3", file: "best.json" },
};

describe("ldpc code design", () => {
  it.each(Object.entries(SEARCHES))(
    "finds %s, and a search that was stopped goes on to the same bytes",
    async (_, { options, file }) => {
      const folder = newFolder();
      const [whole, parts] = ["whole", "parts"].map((name) => join(folder, name));
      const search = (out: string, generations: string, ...more: string[]) =>
        design(
          `${options} --channel bec --population 6 --seed 3 --generations ${generations} --quiet`,
          ...["--out", out, ...more],
        );
      const { stdout } = await search(whole, "8", "--json");
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
    const line =
      "--rate 0.8 --channel bsc --degrees 3-6 --kinds 2 --iterations 20 --population 4 --generations 1 --json";
    const { stdout } = await design(line, "--out", out);
    const { cost, searched, best } = JSON.parse(stdout);
    // The capacity is 0.8 at 0.0311. A coarse grid is too good, by little.
    expect(-cost).toBeGreaterThan(0.015);
    expect(-cost).toBeLessThan(0.0311);
    expect(searched / cost).toBeGreaterThan(1);
    expect(searched / cost).toBeLessThan(1.04);
    expect(best.reduce((all: number, [, share]: number[]) => all + share, 0)).toBeCloseTo(1);
    const file = join(out, "code.base.json");
    const met = "code construct --family met --columns 20 --lifting-sizes 8 --rounding nearest".split(" ");
    expect((await ldpc(...met, "--ensemble", join(out, "best.json"), "--out", file)).status).toBe(0);
    const { n, k } = JSON.parse((await ldpc("code", "info", file, "--json")).stdout);
    expect([n, k]).toEqual([160, 128]);
  });

  it("finds a family of rates by its worst gap to capacity, with nested codes", async () => {
    const out = join(newFolder(), "search");
    const line =
      "--rows 2 --columns 4 --extend 0,2 --channel bec --start nr-bg2-z2 --most 2 --population 4 --generations 2";
    const { stdout } = await design(line, "--out", out, "--json");
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
    const small = "--rows 2 --columns 4 --lifting-size 16 --fer 0.1 --max-errors 20 --population 4 --generations 0";
    const more = ["--engine=cpu", "--out", out, "--decoder", "min-sum messages=int8", "--json", "--quiet"];
    const { stdout } = await design(small, ...more);
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
    const of = async (line: string, ...more: string[]) => refusal(await design(line, "--out", out, ...more));
    expect(await of("--rows 4 --columns 4")).toContain("--rows 4 leaves no rate above 0");
    expect(await of("--rate 0.5 --rows 4")).toContain("--rows is of protographs");
    expect(await of("--rows 2 --columns 4 --kinds 3")).toContain("--kinds is of degree distributions");
    expect(await of("--rows 2 --columns 4", "--decoder", "min-star messages=int12")).toContain(
      'there is no exact density evolution of "min-star',
    );
    writeFileSync(join(out, "candidates.jsonl"), "{}\n");
    expect(await of("--rows 2 --columns 4")).toContain("is no candidate of ldpc code design");
  });
});
