import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeCodeJson } from "../../../src/code/formats/json.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { toricChecks } from "../../code/low-weight/toric.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();

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
  for (const search of [["--sets=40"], ["--sets=9", "--engine=cpu"]]) {
    const { stdout } = await ldpc("code", "distance", "tiny10-gf4", "--proof", "0", ...search);
    expect(stdout).toMatch(/^distance +at most 3$/m);
    expect(stdout).toMatch(/^ +3 +9 +[\d.]+ times/m);
  }
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

it("writes the lightest word again in a second call, and refuses another file before it searches", async () => {
  const [words, word, other] = ["kept.json", "kept.txt", "other.txt"].map((name) => join(folder, name));
  const search = (sets: string, ...more: string[]) =>
    ldpc("code", "distance", "ccsds-128-64", "--sets", sets, "--proof=0", "--out", words, ...more);
  expect((await search("3", "--word", word)).status).toBe(0);
  const first = readFileSync(word, "utf8");
  rmSync(word);
  expect((await search("3", "--word", word)).status).toBe(0);
  expect(readFileSync(word, "utf8")).toBe(first);
  expect((await search("4", "--word", word)).status).toBe(0);
  const before = readFileSync(words, "utf8");
  writeFileSync(other, "another file");
  const refused = await search("1000000", "--word", other);
  expect([refused.status, refused.stderr]).toEqual([1, `ldpc: ${other}: exists already: --force overwrites it\n`]);
  expect(readFileSync(other, "utf8")).toBe("another file");
  expect(readFileSync(words, "utf8")).toBe(before);
  const nowhere = await search("1000000", "--word", join(folder, "none", "word.txt"));
  expect(nowhere.stderr).toMatch(/cannot be written: there is no such folder$/m);
});

it("prints its words if their file cannot be written in the end", async () => {
  // The longest name of a file, so that the name of the part before is too long.
  const out = join(folder, "x".repeat(255));
  const { status, stdout, stderr } = await ldpc(
    "code",
    "distance",
    "ccsds-128-64",
    "--sets=40",
    "--proof=0",
    "--out",
    out,
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ +14 +\d+ /m);
  expect(stderr).toMatch(/^ldpc: .*xxx: cannot be written: /m);
});

it("writes words that info shows for a code from a file, as proved where they are, and for no other code", async () => {
  const [file, proved, found] = ["own.json", "proved.json", "found.json"].map((name) => join(folder, name));
  writeFileSync(file, writeCodeJson(loadCode("tiny10-gf4")));
  const own = (words: string, ...more: string[]) => ldpc("code", "info", file, "--words", words, ...more);
  await ldpc("code", "distance", file, "--out", proved, "--sets=40");
  expect((await own(proved)).stdout).toMatch(/^distance +3, proved: 3 words and their multiples, which are all$/m);
  await ldpc("code", "distance", file, "--out", found, "--sets=40", "--proof=0");
  expect((await own(found)).stdout).toMatch(
    /^distance +at most 3: 3 words and their multiples found, fewer than 0\.01 more expected$/m,
  );
  const { distance } = JSON.parse((await own(found, "--json")).stdout);
  expect(distance).toMatchObject({ code: "tiny10-gf4", distance: 3, words: 3 });
  expect(distance.sets).toBe(JSON.parse(readFileSync(found, "utf8")).sets);
  expect(distance.positions).toHaveLength(3);
  const other = await ldpc("code", "info", "tiny20-gf2", "--words", found);
  expect(other).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("found.json:3: holds words of another code (tiny10-gf4)"),
  });
});

it("finds logical operators, and by walks on an engine", async () => {
  const { x, z } = toricChecks(3);
  const [hx, hz, word] = ["hx.json", "hz.json", "logical.txt"].map((name) => join(folder, name));
  const code = { name: "toric", description: "toric", source: "Kitaev 2003" };
  writeFileSync(hx, writeCodeJson({ ...code, matrix: x }));
  writeFileSync(hz, writeCodeJson({ ...code, matrix: z }));
  const { stdout } = await ldpc("code", "distance", hx, "--stabilizers", hz, "--above=0", `--word=${word}`);
  expect(stdout).toMatch(/^words +logical operators of 2 qubits, no sums of stabilizers$/m);
  expect(stdout).toMatch(/^distance +3, proved, with the number of its words$/m);
  expect(stdout).toMatch(/^ +3 +6 +all +0$/m);
  expect(readFileSync(word, "utf8").trim().split(" ")).toHaveLength(18);
  // Otherwise the number of walks that show all words is of runs whose size depends on the time they take.
  const walks = [
    "--engine=cpu",
    "--sets=9",
    "--missed=0",
    "--proof=0",
    "--above=0",
    `--out=${join(folder, "walks.json")}`,
  ];
  for (const _ of [1, 2]) {
    const found = await ldpc("code", "distance", hx, "--stabilizers", hz, ...walks);
    expect(found.stdout).toMatch(/^sets +9 random walks over 4,096 information sets each$/m);
    expect(found.stdout).toMatch(/^distance +at most 3$/m);
  }
  const sums = await ldpc("code", "distance", hx, "--engine=cpu", "--sums=4");
  expect(sums.status).toBe(2);
  expect(sums.stderr).toMatch(/walks with --engine over GF\(2\) take --sums of at most 3: leave out --engine for more/);
  const unsent = await ldpc("code", "distance", "nr-bg2-z9", "--stabilizers", hz);
  expect(unsent.stderr).toMatch(/--stabilizers is for codes that send every symbol/);
});

it("has words of weight 1 for symbols that no check contains, which info names", async () => {
  const file = join(folder, "unprotected.mtx");
  const entries = ["1 1", "1 2", "1 3", "2 3", "2 5", "2 6"];
  writeFileSync(file, ["%%MatrixMarket matrix coordinate pattern general", "2 6 6", ...entries, ""].join("\n"));
  expect((await ldpc("code", "info", file)).stdout).toMatch(/^unprotected +1 symbol in no check: 3$/m);
  const { stdout } = await ldpc("code", "distance", file);
  expect(stdout).toMatch(/^distance +1, proved, with the number of its words$/m);
  expect(stdout).toMatch(/^ +1 +1 +all +0$/m);
});
