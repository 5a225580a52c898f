import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { codeEncoder, codeInformation } from "../../../src/code/encoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { readyEncoder, readyWords } from "../../../src/node/codes/ready-encoder.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { newFolder } from "../../new-folder.ts";

let cache: string;
const before = process.env.XDG_CACHE_HOME;
beforeEach(() => {
  cache = newFolder();
  process.env.XDG_CACHE_HOME = cache;
  // Each reading of the clock advances it by a quarter of a second.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 250;
    return now;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(cache, { recursive: true, force: true });
});

const matrix = randomMatrix(galoisField(2), new Array(120).fill(6), 240, 1);
const encoders = () => join(cache, "gfq-ldpc", "encoders");

describe("an encoder that takes long", () => {
  it("shows its progress after a second, and is stored for the next time", async () => {
    const said: string[] = [];
    const say = (text: string) => said.push(text);
    await readyEncoder(codeOf(matrix), "encoder", { say });
    expect(said.length).toBeGreaterThan(0);
    for (const text of said) expect(text).toMatch(/^test: encoder by Gaussian elimination of 120 × 240, \d+ %$/);
    expect(readdirSync(encoders())).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.bin$/)]);
    said.length = 0;
    const again = codeOf(matrix);
    await readyEncoder(again, "encoder", { say });
    expect(said).toEqual([]);
    expect(codeEncoder(again).general?.planes).toEqual(codeEncoder(codeOf(matrix)).general?.planes);
  });

  it("ends with its signal", async () => {
    const abort = new AbortController();
    const ended = readyEncoder(codeOf(matrix), "encoder", { signal: abort.signal, say: () => abort.abort("enough") });
    await expect(ended).rejects.toBe("enough");
    expect(existsSync(encoders())).toBe(false);
  });
});

describe("encoders that words need", () => {
  it.each<
    [codeword: "random" | "zero" | "syndrome", parameter: "ebn0" | "qber", wanted: "encoder" | "positions" | "nothing"]
  >([
    ["random", "qber", "encoder"],
    ["zero", "qber", "positions"],
    ["syndrome", "ebn0", "positions"],
    ["syndrome", "qber", "nothing"],
  ])("%s words over a channel of %s: %s", async (codeword, parameter, wanted) => {
    const code = codeOf(matrix);
    const said: string[] = [];
    await readyWords(code, codeword, channelPoint(parameter, 0.1), { say: (text) => said.push(text) });
    expect(existsSync(encoders())).toBe(wanted === "encoder");
    const what = { encoder: "encoder", positions: "information symbols", nothing: "nothing" }[wanted];
    expect(said.some((text) => text.includes(what))).toBe(wanted !== "nothing");
    expect(said.every((text) => text.includes(what))).toBe(true);
    expect(codeInformation(code).k).toBe(codeEncoder(codeOf(matrix)).k);
  });
});

it("that elimination cannot find are refused with options that need neither", async () => {
  // Only the sizes count: nothing is read of the matrix.
  const large = codeOf({ ...matrix, rows: 20_000, columns: 60_000 });
  const refused = (codeword: "random" | "zero" | "syndrome", parameter: "ebn0" | "qber") =>
    expect(readyWords(large, codeword, channelPoint(parameter, 0.1))).rejects;
  await refused("random", "ebn0").toThrow(
    "test: its matrix of 20000 × 60000 is too large for the elimination that finds its dimension and encoder; " +
      "a simulation needs neither with --codeword syndrome and --snr-db in place of --ebn0",
  );
  await refused("zero", "qber").toThrow(/neither with --codeword syndrome$/);
  await refused("syndrome", "ebn0").toThrow(/neither with --snr-db in place of --ebn0$/);
});
