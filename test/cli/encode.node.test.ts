import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeEncoder, syndrome } from "../../src/code/encoder.ts";
import { encodeFrames } from "../../src/code/rate-matching.ts";
import { listCodes, listFamilyCodes, loadCode } from "../../src/node/codes/codes.ts";
import { newFolder } from "../new-folder.ts";
import { sweep } from "../sweep.ts";
import { ldpc, refusal } from "./run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

/** Codes without a structured parity part beyond this length take minutes of elimination. */
const LENGTH_MOST = 70_000;

/** Codes whose elimination takes minutes. Others of their standard have the same structure, and `bsc` is for syndromes. */
const SLOW = /^(ccsds-(32768|24576)-16384|bsc-65536-.*)$/;

/** Long codes with the accumulator of DVB-S2, of which some are here. */
const LIKE_DVBS2 = /^(dvbs2x|dvbt2|atsc)-(32400|64800)-/;

/** Each code with a file of its own, and of each file of base matrices the code with the smallest lifting size. */
const codes = [
  ...listCodes().map(({ name }) => name),
  ...new Map(
    listFamilyCodes()
      .filter(({ n }) => n <= LENGTH_MOST)
      .reverse()
      .map(({ path, name }) => [path, name]),
  ).values(),
].filter((name) => !SLOW.test(name) && !LIKE_DVBS2.test(name));

describe("ldpc encode", () => {
  it("makes words of every code that satisfy all checks and carry the information", () => {
    expect(codes.length).toBeGreaterThan(50);
    // Those of standards are in standards.node.test.ts too.
    const few = codes.filter((_, i) => i % 4 === 0);
    for (const name of sweep({ few, every: codes }, 4)) {
      const code = loadCode(name);
      const { k, informationPositions } = codeEncoder(code);
      const information = Uint8Array.from({ length: 2 * k }, (_, i) => (i * i + (i >> 3)) % code.matrix.field.q);
      const words = encodeFrames(code, information, { transmitted: false });
      for (const frame of [0, 1]) {
        const word = words.subarray((frame * words.length) / 2, ((frame + 1) * words.length) / 2);
        expect({ name, satisfied: syndrome(code.matrix, word).every((symbol) => symbol === 0) }).toEqual({
          name,
          satisfied: true,
        });
        expect(informationPositions.every((position, i) => word[position] === information[frame * k + i])).toBe(true);
      }
    }
  });

  it.each([
    ["wimax-576-288", ["npy", "bin", "txt", "bits"], []],
    ["tiny10-gf4", ["npy", "bin", "txt"], []],
    ["nr-bg2-z2", ["npy", "txt"], []],
    ["wifi-648-540", ["bits", "txt"], ["--shorten", "0-9", "--puncture", "600-603"]],
    ["nr", ["bits"], ["--transport", "100", "--rate", "1/2", "--modulation", "16qam"]],
  ])("%s: what it writes is read by itself and by decode, in each format", async (name, endings, more) => {
    const file = (what: string, ending: string) => at(`${name}-${what}.${ending}`);
    const given = ["--code", name, ...more, "--quiet"];
    const drawn = ["--seed", "3", "--frames", "5"];
    const outs = (ending: string) => ["--out", file("words", ending), "--information-out", file("info", ending)];
    for (const ending of endings) {
      const { status, stdout } = await ldpc("encode", ...given, ...drawn, ...outs(ending));
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^5 words of /) });
      const again = ["--input", file("info", ending), "--out", file("again", ending)];
      expect((await ldpc("encode", ...given, ...again)).status).toBe(0);
      expect(readFileSync(file("again", ending))).toEqual(readFileSync(file("words", ending)));
      const decoding = ["--input", file("words", ending), "--qber", "0.01", "--information", "--engine", "cpu"];
      const decoded = await ldpc("decode", ...given, ...decoding, "--out", file("decoded", ending));
      expect({ ...decoded, stdout: "" }).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(readFileSync(file("decoded", ending))).toEqual(readFileSync(file("info", ending)));
    }
  });

  it("takes the bits of any file, fills the last frame with zeros, and writes all symbols if asked", async () => {
    writeFileSync(at("message"), "LDPC");
    const given = ["--code", "nr-bg2-z2", "--input", at("message")];
    const said = await ldpc("encode", ...given, "--out", at("m.txt"), "--json", "--all-symbols");
    const size = { frames: 2, information: 20, symbols: 104, q: 2, padding: 8 };
    expect(JSON.parse(said.stdout)).toEqual({
      schema: "encode 1",
      code: "nr-bg2-z2",
      ...size,
      informationPositions: "0-19",
    });
    const lines = readFileSync(at("m.txt"), "utf8").trim().split("\n");
    const sent = lines.map((line) => line.split(" ").slice(0, 20).join("")).join("");
    expect(sent).toBe(`${[..."LDPC"].map((c) => c.charCodeAt(0).toString(2).padStart(8, "0")).join("")}00000000`);
    // Over GF(4) the first bit of a symbol is its least significant one.
    const outs = ["--out", at("q.txt"), "--information-out", at("qi.txt")];
    await ldpc("encode", "--code", "tiny10-gf4", "--input", at("message"), ...outs);
    const [first] = readFileSync(at("qi.txt"), "utf8").split("\n");
    expect(first).toBe("2 0 3 0 2");
  });

  const out = ["--out", at("no.npy")];
  it.each([
    [
      ["--code", "tiny20-gf2", ...out],
      "no information: give --input FILE, or --seed N and --frames N for random information",
    ],
    [
      ["--code", "tiny20-gf2", "--seed", "1", ...out],
      "--seed 1 needs a number of words: give --frames, for example 1000",
    ],
    [
      ["--code", "tiny20-gf2", "--input", at("a.txt"), "--frames", "2", ...out],
      "--frames belongs to random information: leave it or --input out",
    ],
    [
      ["--code", "tiny20-gf2", "--input", at("a.txt"), ...out],
      `${at("a.txt")}:2: 7 symbols: a line has the 8 symbols of a frame`,
    ],
    [
      ["--code", "tiny10-gf4", "--input", at("b.txt"), ...out],
      `${at("b.txt")}:1: "4" is no symbol: it must be in 0 … 3`,
    ],
    [
      ["--code", "tiny10-gf4", "--input", at("c.bin"), ...out],
      `${at("c.bin")}: frame 1: symbol 2 is 9: it must be in 0 … 3`,
    ],
    [
      ["--code", "tiny10-gf4", "--input", at("d.bin"), ...out],
      `${at("d.bin")}: has no whole frames of 5 bytes; --raw takes the bits of any file`,
    ],
    [
      ["--code", "tiny10-gf4", "--seed", "1", "--frames", "1", "--out", at("no.bits")],
      `${at("no.bits")}: packed bits are of codes over GF(2), not GF(4): choose another ending`,
    ],
    [
      ["--code", "tiny20-gf2", "--seed", "1", "--frames", "1", "--out", at("no.alist")],
      `${at("no.alist")}: the ending ".alist" is none of .npy, .bin, .bits, .txt`,
    ],
  ])("refuses %j", async (words, message) => {
    writeFileSync(at("a.txt"), "10110100\n1 0 1 1 0 1 0\n");
    writeFileSync(at("b.txt"), "0 1 2 3 4\n");
    writeFileSync(at("c.bin"), Uint8Array.of(0, 1, 2, 3, 0, 1, 1, 9, 0, 0));
    writeFileSync(at("d.bin"), Uint8Array.of(0, 1, 2));
    expect(refusal(await ldpc("encode", ...words))).toContain(message);
  });

  it("reads whole numbers of NumPy, and refuses others", async () => {
    const header = (descr: string) => {
      const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (1, 8), }${" ".repeat(58)}\n`;
      return Buffer.concat([
        Buffer.from([0x93]),
        Buffer.from("NUMPY\x01\x00"),
        Buffer.from([118, 0]),
        Buffer.from(text),
      ]);
    };
    const values = Buffer.from(BigInt64Array.of(1n, 0n, 1n, 1n, 0n, 0n, 1n, 0n).buffer);
    writeFileSync(at("i.npy"), Buffer.concat([header("<i8"), values]));
    const given = ["--code", "tiny20-gf2", "--input", at("i.npy")];
    await ldpc("encode", ...given, "--out", at("i.txt"), "--information-out", at("ii.txt"));
    expect(readFileSync(at("ii.txt"), "utf8")).toBe("1 0 1 1 0 0 1 0\n");
    values.writeBigInt64LE(-1n, 16);
    writeFileSync(at("i.npy"), Buffer.concat([header("<i8"), values]));
    const said = await ldpc("encode", ...given, ...out);
    expect(refusal(said)).toContain("frame 0: symbol 2 is negative or too large: it must be in 0 … 1");
  });
});
