import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ldpc } from "../run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "distance-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("prints a proved distance, and a lightest word that info takes for a codeword", async () => {
  const word = join(folder, "word.txt");
  const { status, stdout } = await ldpc("code", "distance", "tiny20-gf2", "--word", word);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^distance +4, proved, with the number of its words$/m);
  expect(stdout).toMatch(/^ +4 +5 +all +0$/m);
  const symbols = readFileSync(word, "utf8").trim().split(" ");
  expect(symbols.filter((symbol) => symbol === "1")).toHaveLength(4);
  expect((await ldpc("code", "info", "tiny20-gf2", "--codeword", word)).stdout).toMatch(/satisfies every check/);
  const again = await ldpc("code", "distance", "tiny20-gf2", "--word", word);
  expect(again.status).toBe(1);
  expect(again.stderr).toMatch(/exists already/);
});

it("counts all multiples of words over GF(q), and gives an upper bound without a proof", async () => {
  const { stdout } = await ldpc("code", "distance", "tiny10-gf4", "--proof", "0", "--sets", "40");
  expect(stdout).toMatch(/^distance +at most 3$/m);
  expect(stdout).toMatch(/^ +3 +9 +[\d.]+ times/m);
});

it("continues the search of a file, and ends with the words of one search", async () => {
  const parts = join(folder, "parts.json");
  const whole = join(folder, "whole.json");
  const search = (sets: string, out: string) =>
    ldpc("code", "distance", "ccsds-128-64", "--sets", sets, "--sums", "2", "--proof", "0", "--out", out);
  for (const sets of ["5", "12"]) expect((await search(sets, parts)).status).toBe(0);
  expect((await search("12", whole)).status).toBe(0);
  expect(readFileSync(parts, "utf8")).toBe(readFileSync(whole, "utf8"));
  expect(existsSync(parts)).toBe(true);
  const other = await ldpc("code", "distance", "ccsds-128-64", "--seed", "2", "--out", parts);
  expect(other.status).toBe(1);
  expect(other.stderr).toMatch(/was made with sums 2/);
});

it("prints JSON", async () => {
  const { stdout } = await ldpc("code", "distance", "tiny20-gf2", "--json");
  const { distance, completeTo, classes, word } = JSON.parse(stdout);
  expect([distance, completeTo, classes[0].listed, word.positions.length]).toEqual([4, 6, 5, 4]);
});
