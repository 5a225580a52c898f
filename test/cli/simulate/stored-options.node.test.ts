import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);
const points = (run: string) => readFileSync(at(run, "points.csv"), "utf8");
/** A code of 5 bits. Each of the last two bits is a sum of two of the first three. */
writeFileSync(at("H.txt"), "1 1 0 1 0\n0 1 1 0 1\n");
/** The second half of 648 bits before the first. */
writeFileSync(at("halves.txt"), "324-647\n0-323\n");
/** Two checks of three symbols over GF(8). */
writeFileSync(at("Q.txt"), "3 2 8\n2 2\n1 2 1\n2 2\n1 1 0 0\n1 2 2 1\n2 3 0 0\n1 1 2 2\n2 1 3 3\n");

it.each([
  ["rows", ["--code", "nr-bg2-z6", "--rows", "8", "--fillers", "3", "--ebn0", "2"]],
  ["unsent", ["--code", "wifi-648-324", "--puncture", "600-603,640", "--shorten", "0,2-4", "--ebn0", "2"]],
  ["file", ["--code", at("H.txt"), "--format", "dense", "--ebn0", "2", "--codeword", "zero"]],
  ["field", ["--code", at("Q.txt"), "--format", "qary-alist", "--polynomial", "0xd", "--ebn0", "2"]],
  [
    "transport",
    ["--code", "nr", "--transport", "3848", "--rate", "1/4", "--rv", "0,0", "--sent", "6002", "--modulation", "qpsk"],
  ],
  ["points", ["--code", "wifi-648-324", "--modulation", "16qam", "--demapper", "max-log", "--labeling", "natural"]],
])("repeats a run by --again: %s", async (name, words) => {
  const channel: Readonly<Record<string, readonly string[]>> = {
    points: ["--interleaver", at("halves.txt"), "--mismatch=-1.5", "--ebn0", "6"],
    transport: ["--esn0=-3"],
  };
  const more = channel[name] ?? [];
  const decoder = name === "field" ? "min-max" : "min-sum";
  const own = [...words, ...more, "--decoder", decoder, "--iterations=3", "--seed=7", "--max-frames=8", "--chunk=8"];
  const first = await ldpc("simulate", ...own, "--engine", "cpu", "--quiet", "--out", at(name));
  expect([first.status, first.stderr]).toEqual([0, ""]);
  const again = await ldpc(
    ...["simulate", "--again", at(name), "--engine", "cpu", "--quiet"],
    "--out",
    at(`${name}-again`),
  );
  expect([again.status, again.stderr]).toEqual([0, ""]);
  expect(points(`${name}-again`)).toBe(points(name));
  const onward = await ldpc("simulate", "--out", at(name), "--engine", "cpu", "--max-frames", "16");
  expect([onward.status, onward.stdout]).toEqual([0, expect.stringContaining(" 16 ")]);
});

it("draws an Eb/N0 run and an SNR run of a file's code in one figure, and leaves out a run without points", async () => {
  const common = ["--code", at("H.txt"), "--format", "dense", "--max-frames", "64", "--chunk", "64", "--engine", "cpu"];
  await ldpc("simulate", ...common, "--ebn0", "1", "--quiet", "--out", at("runs", "a"));
  await ldpc("simulate", ...common, "--snr", "1", "--quiet", "--out", at("runs", "b"));
  mkdirSync(at("runs", "c"));
  cpSync(at("runs", "a", "run.json"), at("runs", "c", "run.json"));
  const said = await ldpc("plot", ...["a", "b", "c"].map((name) => at("runs", name)), "--out", at("fer.svg"));
  expect(said).toEqual({
    status: 0,
    stdout: `${at("fer.svg")}\n`,
    stderr: `ldpc: ${at("runs", "c")}: no points yet; it is left out\n`,
  });
  const none = await ldpc("plot", at("runs", "c"), "--out", at("none.svg"));
  expect([none.status, none.stderr]).toEqual([
    1,
    `ldpc: ${at("runs", "c")}: no points yet; let the run finish a point first\n`,
  ]);
});
