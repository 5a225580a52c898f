import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../../src/code/encoder.ts";
import { packBits } from "../../../src/code/packed-bits.ts";
import { transmittedPositions } from "../../../src/code/rate-matching.ts";
import { convertLlr } from "../../../src/decoder/llr.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../../src/engine/decode.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { spec } from "../../decoder/specs.ts";
import { newFolder } from "../../new-folder.ts";
import { npy } from "../../node/files/npy-bytes.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { itLong } from "../../sweep.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

const FRAMES = 5;

/** Random codewords or words, and their LLRs with few errors. */
function received(code: Code, seed: number, codewords = true) {
  const random = randomNumbers(seed);
  const bit = () => Math.floor(2 * random());
  const shortened = new Set(code.shortened);
  const encoder = codeEncoder(code);
  const words = Array.from({ length: FRAMES }, () =>
    codewords
      ? [...encoder.encode(Array.from({ length: encoder.k }, bit))]
      : Array.from({ length: code.matrix.columns }, (_, n) => (shortened.has(n) ? 0 : bit())),
  );
  const llr = words.map((word) => word.map((value) => (1 - 2 * value) * (2 + 3.6 * (random() + random() - 0.8))));
  return { words, llr };
}

/** Expects that every frame has wrong bits, so that there is something to decode. */
function expectErrors({ words, llr }: ReturnType<typeof received>): void {
  for (const [i, frame] of llr.entries()) {
    expect(frame.filter((value, n) => value < 0 !== (words[i][n] === 1)).length).toBeGreaterThan(0);
  }
}

function save(name: string, values: readonly (readonly number[])[]): string {
  writeFileSync(at(name), npy("<f4", [values.length, values[0].length], Float32Array.from(values.flat())));
  return at(name);
}

async function decode(code: string, input: string, out: string, ...options: string[]) {
  const result = await ldpc(
    ...["decode", `--code=${code}`, "--engine=cpu", "--json", "--quiet"],
    ...["--input", input, "--out", at(out), "--force", ...options],
  );
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return { bytes: [...readFileSync(at(out))], summary: JSON.parse(result.stdout) };
}

async function refused(code: string, input: string, ...options: string[]): Promise<string> {
  const before = readdirSync(folder).sort();
  const message = refusal(
    await ldpc(
      ...["decode", `--code=${code}`, "--engine=cpu", "--quiet", "--input", input],
      ...(options.includes("--out") ? [] : ["--out", at("never.bin")]),
      ...options,
    ),
  );
  expect(readdirSync(folder).sort()).toEqual(before);
  return message.replaceAll(`${folder}/`, "");
}

describe("ldpc decode of binary codes", () => {
  const TINY = loadCode("tiny20-gf2");
  const { field, columns } = TINY.matrix;

  it("takes bits and symbols, to decoders of bits and of symbols", async () => {
    const { llr } = received(TINY, 3);
    const bits = Float64Array.from(llr.flat(), (value) => value / 2);
    const costs = Float64Array.from({ length: 2 * bits.length }, (_, i) => 10 + ((i & 1 ? 1 : -1) * bits[i >> 1]) / 2);
    writeFileSync(at("bit.npy"), npy("<f8", [FRAMES, columns], bits));
    writeFileSync(at("symbol.npy"), npy("<f8", [FRAMES, columns, 2], costs));
    for (const decoder of ["sum-product", "min-sum schedule=layered messages=int8", "min-max"]) {
      const input = decoder === "min-max" ? "symbol" : "bit";
      for (const kind of ["bit", "symbol"] as const) {
        const given = convertLlr(kind, kind === "bit" ? bits : costs, field, columns, { input });
        const { symbols, iterations } = await decodeFrames(cpuEngine(), TINY, spec(decoder), given.llr);
        const { bytes, summary } = await decode("tiny20-gf2", at(`${kind}.npy`), "out.bin", `--decoder=${decoder}`);
        expect(bytes).toEqual([...symbols]);
        expect(summary.averageIterations).toBe(iterations.reduce((sum, done) => sum + done, 0) / FRAMES);
        expect(summary.input).toMatchObject({ file: at(`${kind}.npy`), llr: kind, symbols: columns });
      }
    }
  });

  it("packs bits, all or the information, frame by frame", async () => {
    const { words, llr } = received(TINY, 6);
    const input = save("packed.npy", llr);
    const all = await decode("tiny20-gf2", input, "symbols.bin");
    const packed = await decode("tiny20-gf2", input, "symbols.bits");
    expect(packed.bytes).toEqual([...packBits(all.bytes, columns)]);
    expect(packed.bytes.length).toBe(3 * FRAMES);
    const { informationPositions, k } = codeEncoder(TINY);
    const information = words.map((_, frame) => [...informationPositions].map((n) => all.bytes[frame * columns + n]));
    const { bytes } = await decode("tiny20-gf2", input, "information.bits", "--information");
    expect(bytes).toEqual([...packBits(information.flat(), k)]);
  });

  it("packs no symbols of other fields", async () => {
    const message = await refused("tiny12-gf8", save("gf8.npy", [new Array(36).fill(1)]), "--out", at("never.bits"));
    expect(message).toBe("ldpc: never.bits: packed bits are of codes over GF(2), not GF(8): choose another ending");
  });

  itLong("finds the information of a code too large for elimination", async () => {
    const code = loadCode("dvbs2-64800-43200");
    const given = received(code, 7);
    expectErrors(given);
    const { words, llr } = given;
    const input = save("dvbs2.npy", llr.slice(0, 1));
    const { bytes, summary } = await decode("dvbs2-64800-43200", input, "dvbs2.bin", "--information");
    expect(summary.converged).toBe(1);
    expect(bytes).toEqual(words[0].slice(0, 43200));
  });
});

describe("ldpc decode of codes with symbols that are not sent", () => {
  const NAME = "nr-bg2-z8";
  const OPTIONS = ["--rows=20", "--fillers=13"];
  const code = loadCode(NAME, { rows: 20, fillers: 13 });
  const { columns } = code.matrix;
  const sent = transmittedPositions(code);
  const { words, llr } = received(code, 8);
  const onlySent = llr.map((frame) => [...sent].map((n) => frame[n]));

  it("takes all symbols, or the transmitted ones, by the file's shape", async () => {
    expect(sent.length).toBe(columns - 16 - 13);
    expectErrors({ words, llr });
    const whole = llr.map((frame) => frame.map((value, n) => (n < 16 ? 0 : code.shortened?.includes(n) ? 1e5 : value)));
    const transmitted = await decode(NAME, save("sent.npy", onlySent), "sent.bin", ...OPTIONS);
    const all = await decode(NAME, save("all.npy", whole), "all.bin", ...OPTIONS);
    expect(transmitted.summary).toMatchObject({ converged: FRAMES, input: { symbols: sent.length } });
    expect(all.summary).toMatchObject({ converged: FRAMES, input: { symbols: columns } });
    expect(transmitted.bytes).toEqual(words.flat());
    expect(all.bytes).toEqual(words.flat());
  });

  it("writes their information symbols, punctured ones too, fillers not", async () => {
    const { bytes } = await decode(NAME, save("information.npy", onlySent), "k.bin", ...OPTIONS, "--information");
    expect(bytes).toEqual(words.flatMap((word) => word.slice(0, 80 - 13)));
  });

  it("asks what a plain file holds, of any size", async () => {
    const frames = sent.length;
    // The file size equals this number of frames of all bits, transmitted bits, all pairs or transmitted pairs.
    writeFileSync(at("open.f32"), new Uint8Array(4 * columns * frames * 2));
    expect(await refused(NAME, at("open.f32"), ...OPTIONS)).toMatch(
      /a plain file has no shape: it can be bit LLRs of all symbols and bit LLRs of the transmitted symbols of this code: give --transmitted or --no-transmitted$/,
    );
    const one = ["--iterations=1", "--llr=symbol"];
    const transmitted = await decode(NAME, at("open.f32"), "open.bits", ...OPTIONS, ...one, "--transmitted");
    expect(transmitted.summary).toMatchObject({ frames: columns, input: { symbols: sent.length } });
    const all = await decode(NAME, at("open.f32"), "open.bits", ...OPTIONS, ...one, "--no-transmitted");
    expect(all.summary).toMatchObject({ frames: sent.length, input: { symbols: columns } });
  });

  it("refuses files that are neither", async () => {
    const n = sent.length;
    const one = save("one.npy", [new Array(columns - 1).fill(1)]);
    expect(await refused(NAME, one, ...OPTIONS)).toContain(
      `does not fit the code: it takes (frames, ${columns}) for bit LLRs of all symbols, or (frames, ${n}) for bit LLRs of the transmitted symbols`,
    );
    expect(await refused(NAME, at("sent.npy"), ...OPTIONS, "--no-transmitted")).not.toContain("transmitted symbols");
    const nan = onlySent.map((frame) => [...frame]);
    nan[3][7] = Number.NaN;
    expect(await refused(NAME, save("nan.npy", nan), ...OPTIONS)).toBe(
      "ldpc: nan.npy: frame 3: bit LLR 7 is NaN, not a number",
    );
  });
});

describe("ldpc decode of words with given syndromes", () => {
  const NAME = "nr-bg2-z6";
  const OPTIONS = ["--rows=15", "--fillers=5"];
  const code = loadCode(NAME, { rows: 15, fillers: 5 });
  const { rows: checks, columns } = code.matrix;
  const { words, llr } = received(code, 9, false);
  // A word that is no codeword does not determine its punctured bits, so all bits are received.
  const input = save("words.npy", llr);
  const syndromes = Uint8Array.from(words.flatMap((word) => [...syndrome(code.matrix, word)]));
  writeFileSync(at("syndromes.npy"), npy("|u1", [FRAMES, checks], syndromes));
  writeFileSync(at("syndromes.bin"), syndromes);
  writeFileSync(at("syndromes.bits"), packBits(syndromes, checks));

  it("decodes one row of LLRs with each of many syndromes", async () => {
    const one = save("one-row.npy", llr.slice(0, 1));
    const file = at("syndromes.npy");
    const repeated = save("repeated.npy", new Array(FRAMES).fill(llr[0]));
    const many = await decode(NAME, one, "many.bin", ...OPTIONS, "--syndrome", file);
    expect(many.summary.frames).toBe(FRAMES);
    expect(many.bytes).toEqual((await decode(NAME, repeated, "each.bin", ...OPTIONS, "--syndrome", file)).bytes);
  });

  it.each(["npy", "bin", "bits"])("finds the words, syndromes as .%s", async (ending) => {
    expectErrors({ words, llr });
    const file = at(`syndromes.${ending}`);
    const { bytes, summary } = await decode(NAME, input, "words.bin", ...OPTIONS, "--syndrome", file);
    expect(bytes).toEqual(words.flat());
    expect(summary).toMatchObject({ converged: FRAMES, input: { syndromes: file } });
  });

  it("takes a syndrome of one frame without a dimension for it, and of other decoders", async () => {
    writeFileSync(at("first.npy"), npy("|b1", [checks], syndromes.subarray(0, checks)));
    for (const decoder of ["sum-product schedule=layered", "normalised-min-sum", "sionna-5g-min-sum", "min-max"]) {
      const options = [...OPTIONS, "--syndrome", at("first.npy"), `--decoder=${decoder}`];
      const { bytes } = await decode(NAME, save("first-llr.npy", llr.slice(0, 1)), "first.bin", ...options);
      expect(bytes).toEqual(words[0]);
    }
  });

  it("counts every symbol but the shortened ones as information", async () => {
    const options = [...OPTIONS, "--syndrome", at("syndromes.bin"), "--information"];
    const { bytes } = await decode(NAME, input, "information.bin", ...options);
    expect(bytes).toEqual(words.flatMap((word) => word.filter((_, n) => !code.shortened?.includes(n))));
    expect(bytes.length).toBe(FRAMES * (columns - 5));
  });

  it("refuses files that are no syndromes of these frames", async () => {
    const given = (name: string, content: Uint8Array) => {
      writeFileSync(at(name), content);
      return refused(NAME, input, ...OPTIONS, "--syndrome", at(name));
    };
    const shape = `does not fit: it takes (frames, ${checks})`;
    expect(await given("frames.npy", npy("|u1", [FRAMES - 1, checks], syndromes.subarray(checks)))).toBe(
      `ldpc: frames.npy: holds syndromes of ${FRAMES - 1} frames, and ${FRAMES} are decoded`,
    );
    expect(await given("swapped.npy", npy("|u1", [checks, FRAMES], syndromes))).toContain(shape);
    expect(await given("flat.npy", npy("|u1", [FRAMES * checks], syndromes))).toContain(shape);
    expect(await given("floats.npy", npy("<f4", [FRAMES, checks], new Float32Array(FRAMES * checks)))).toContain(
      'ldpc: floats.npy: elements are "<f4": save them as',
    );
    expect(await given("short.bin", syndromes.subarray(1))).toBe(
      `ldpc: short.bin: has no whole frames of ${checks} bytes`,
    );
    expect(await given("short.bits", new Uint8Array(3))).toContain("has no whole frames of");
    expect(await given("s.csv", syndromes)).toBe('ldpc: s.csv: the ending ".csv" is none of .npy, .bin, .bits');
    const two = syndromes.slice();
    two[2 * checks + 3] = 2;
    expect(await given("two.bin", two)).toBe("ldpc: two.bin: frame 2: syndrome of check 3 is 2: it must be in 0 … 1");
    const padded = packBits(syndromes, checks).slice();
    padded[2 * Math.ceil(checks / 8) - 1] |= 1;
    expect(await given("padded.bits", padded)).toMatch(/^ldpc: padded\.bits: frame 1: its last \d bits are not zero/);
    expect(await refused(NAME, input, ...OPTIONS, "--syndrome", at("none.npy"))).toBe(
      "ldpc: none.npy: cannot be read: there is no such file",
    );
    expect(await refused(NAME, input, ...OPTIONS, "--syndrome", input)).toBe(
      "ldpc: --syndrome words.npy is the file of --input too: choose another",
    );
  });
});
