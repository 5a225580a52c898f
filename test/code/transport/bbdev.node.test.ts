import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import {
  type BaseGraph,
  type CodeBlock,
  type RedundancyVersion,
  transmissionOrder,
} from "../../../src/code/transport.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../../src/engine/decode.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { spec } from "../../decoder/specs.ts";
import { checksum } from "./crc.ts";

// Files of NXP/dpdk, app/test-bbdev/test_vectors (BSD-3-Clause), commit 7b4c2eb05a.
const { vectors } = JSON.parse(readFileSync(new URL("./nxp.json", import.meta.url), "utf8"));
const vectorOf = (name: string) => new BbdevVector(vectors[name]);

/** A test vector of DPDK's test-bbdev: numbers by name, and compressed bytes. */
class BbdevVector {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields;
  }

  number(name: string): number {
    return Number(this.fields[name]);
  }

  bytes(name: string): Uint8Array {
    return Uint8Array.from(brotliDecompressSync(Buffer.from(this.fields[name] as string, "base64")));
  }

  /** The most significant bit of each byte first. */
  bits(name: string): Uint8Array {
    return Uint8Array.from(
      [...this.bytes(name)].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1)),
    );
  }
}

const digest = (bytes: Uint8Array | Int8Array) => createHash("sha256").update(bytes).digest("hex");

function blockOf(vector: BbdevVector): CodeBlock {
  const baseGraph = vector.number("basegraph") as BaseGraph;
  const [liftingSize, fillers] = [vector.number("z_c"), vector.number("n_filler")];
  return { baseGraph, liftingSize, fillers, information: (baseGraph === 1 ? 22 : 10) * liftingSize - fillers };
}

function orderOf(vector: BbdevVector, bits: number): Uint32Array {
  const version = vector.number("rv_index") as RedundancyVersion;
  const [pointBits, buffer] = [vector.number("q_m"), vector.number("n_cb")];
  return transmissionOrder(blockOf(vector), { version, bits, pointBits, buffer });
}

/** The bits of a transport block as they are sent: code blocks with their checksums, one after the other. */
function sentBits(vector: BbdevVector): number[] {
  const block = blockOf(vector);
  const { baseGraph, liftingSize, fillers, information } = block;
  const { code } = rateMatch(loadCode(`nr-bg${baseGraph}-z${liftingSize}`), { fillers });
  const encoder = codeEncoder(code);
  const { c = 1, cab = c, e } = vector.fields;
  const blocks = Number(c);
  const input = [...vector.bits("input0")];
  const bits = blocks === 1 ? input : [...input, ...checksum(input, "crc24a")];
  const own = blocks === 1 ? bits.length : information - 24;
  return Array.from({ length: blocks }, (_, i) => {
    const part = bits.slice(i * own, (i + 1) * own);
    const missing = information - part.length;
    const crc = missing === 0 ? [] : checksum(part, missing === 16 ? "crc16" : "crc24b");
    const word = encoder.encode([...part, ...crc]);
    // The first `cab` blocks have `ea` bits each, the others `eb`.
    const length = vector.number(e !== undefined ? "e" : i < Number(cab) ? "ea" : "eb");
    return [...orderOf(vector, length)].map((position) => word[position]);
  }).flat();
}

/** The scrambling sequence of 3GPP TS 38.211, 5.2.1. */
function scrambling(vector: BbdevVector, length: number): Uint8Array {
  if (vector.fields.en_scramble !== 1) return new Uint8Array(length);
  const start = vector.number("n_rnti") * 2 ** 15 + vector.number("q") * 2 ** 14 + vector.number("n_id");
  const first = new Uint8Array(1600 + length + 31);
  const second = Uint8Array.from(first, (_, i) => (i < 31 ? (start >>> i) & 1 : 0));
  first[0] = 1;
  for (let i = 0; i < 1600 + length; i++) {
    first[i + 31] = first[i + 3] ^ first[i];
    second[i + 31] = second[i + 3] ^ second[i + 2] ^ second[i + 1] ^ second[i];
  }
  return Uint8Array.from({ length }, (_, i) => first[i + 1600] ^ second[i + 1600]);
}

describe("encoders of DPDK's test vectors", () => {
  it.each([
    // Points of 2, 6 and 4 bits, base graphs 2 and 1, a buffer that is sent almost twice, and a checksum.
    ...["ldpc_enc_v7813", "ldpc_enc_v11835", "ldpc_enc_v8568", "ldpc_enc_v2342", "ldpc_enc_v9503"],
    // Transport blocks: with a checksum of 16 bits, four code blocks of which two send fewer bits, and scrambled.
    ...["ldpc_enc_tb", "ldpc_enc_tb_bits", "ldpc_enc_tb_scrambler", "ldpc_enc_tb_6k", "ldpc_enc_tb_8k"],
    // ldpc_enc_tb_32k, _63k and _180k, of up to 1 MB, were compared once and are the same.
  ])("%s is sent bit for bit", (name) => {
    const vector = vectorOf(name);
    const bits = sentBits(vector);
    const mask = scrambling(vector, bits.length);
    // Transport blocks have the least significant bit of a byte first.
    const sent = vector.bits("output0");
    const place = (i: number) => (vector.fields.e !== undefined ? i : (i & ~7) + 7 - (i & 7));
    expect(bits.map((bit, i) => bit ^ mask[i])).toEqual(bits.map((_, i) => sent[place(i)]));
    // The file ends with the bits of its last byte.
    expect(sent.length - bits.length).toBeLessThan(8);
  });
});

describe("the soft buffer of DPDK's test vectors", () => {
  const engine = cpuEngine();
  const signed = (vector: BbdevVector, name: string) => Int8Array.from(vector.bytes(name));

  /** Adds the LLRs of a transmission to the buffer of a code block, which omits fillers and the bits that are never sent. */
  function combine(vector: BbdevVector, buffer: Int8Array, received: Int8Array): void {
    const { baseGraph, liftingSize, fillers } = blockOf(vector);
    orderOf(vector, received.length).forEach((position, at) => {
      const bit = position - 2 * liftingSize;
      const place = bit < (baseGraph === 1 ? 20 : 8) * liftingSize ? bit : bit - fillers;
      buffer[place] = Math.max(-127, Math.min(127, buffer[place] + received[at]));
    });
  }

  it.each([0, 1, 2])("adds up the LLRs of transmission %i", (i) => {
    const vector = vectorOf(`ldpc_dec_HARQ_1_${i}`);
    const buffer = new Int8Array(vector.number("n_cb"));
    if (i > 0) buffer.set(signed(vector, "harq_input0"));
    const received = signed(vector, "input0");
    combine(vector, buffer, received);
    const expected = signed(vector, "harq_output0");
    expect(buffer.subarray(0, expected.length)).toEqual(expected);
    expect(received.length).toBe(4640);
  });

  it("has the LLRs of a scrambled transport block of which most bits come twice, and decodes it after the second transmission", async () => {
    const [first, second] = [0, 1].map((i) => vectorOf(`ldpc_dec_tb_harq_1_${i}`));
    const buffer = new Int8Array(first.number("n_cb"));
    const received = (vector: BbdevVector) => {
      const llrs = signed(vector, "input0");
      const mask = scrambling(vector, llrs.length);
      return llrs.map((llr, i) => (mask[i] === 1 ? -llr : llr));
    };
    expect(received(first).length).toBe(first.number("ea"));
    combine(first, buffer, received(first));
    expect(buffer).toEqual(signed(first, "harq_output0"));
    expect(buffer).toEqual(signed(second, "harq_input0"));
    const information = second.bits("output0").length;
    expect(await wrongBits(first, buffer, information)).toBeGreaterThan(0);
    combine(second, buffer, received(second));
    expect(await wrongBits(second, buffer, information)).toBe(0);
  });

  it.each([
    [2, false],
    // NXP's decoder needs the second transmission of block 3, with 8 iterations.
    [3, true],
  ])("has the LLRs and the decoded bits of both transmissions of transport block %i", async (number, decodesFirst) => {
    const { rv_index, input0, harq_bytes, harq_output0, output_bits, output0, ...fields } =
      vectors[`ldpc_dec_tb_harq_${number}`];
    const [first, second] = [0, 1].map((i) => new BbdevVector({ ...fields, rv_index: rv_index[i], input0: input0[i] }));
    const [blocks, each] = [first.number("c"), first.number("ea")];
    const stride = harq_bytes / blocks;
    const buffers = new Int8Array(harq_bytes);
    const transmit = (vector: BbdevVector) => {
      const llrs = signed(vector, "input0");
      expect(llrs.length).toBe(blocks * each);
      for (let block = 0; block < blocks; block++) {
        const buffer = buffers.subarray(block * stride, (block + 1) * stride);
        combine(vector, buffer, llrs.subarray(block * each, (block + 1) * each));
      }
    };
    const decoded = async () => digest(await decodedBits(first, buffers, output_bits));
    transmit(first);
    // The first file's output is the second file's input.
    expect(digest(buffers)).toBe(harq_output0);
    expect((await decoded()) === output0).toBe(decodesFirst);
    transmit(second);
    expect(await decoded()).toBe(output0);
  });

  /** The bits of a transport block, without any checksum. */
  async function decodedBits(vector: BbdevVector, buffers: Int8Array, count: number) {
    const { information } = blockOf(vector);
    const blocks = vector.number("c");
    const stride = buffers.length / blocks;
    const all = Array.from({ length: blocks }, (_, block) => buffers.subarray(block * stride, (block + 1) * stride));
    const symbols = await decodedSymbols(vector, all);
    const length = symbols.length / blocks;
    const parts = all.flatMap((_, block) => [
      ...symbols.subarray(block * length, block * length + information - (blocks === 1 ? 0 : 24)),
    ]);
    expect(parts.length - 24).toBe(count);
    return Uint8Array.from(parts.slice(0, count));
  }

  /** Wrong bits of a file's output, after the decoding of a buffer. @param count of bits, without a checksum. */
  async function wrongBits(vector: BbdevVector, buffer: Int8Array, count: number): Promise<number> {
    const symbols = await decodedSymbols(vector, [buffer]);
    return vector
      .bits("output0")
      .subarray(0, count)
      .filter((bit, n) => bit !== symbols[n]).length;
  }

  /** Code words that a decoder finds in the soft buffers of code blocks. */
  async function decodedSymbols(vector: BbdevVector, buffers: readonly Int8Array[]): Promise<Uint8Array | Uint32Array> {
    const { baseGraph, liftingSize, fillers, information } = blockOf(vector);
    const { code } = rateMatch(loadCode(`nr-bg${baseGraph}-z${liftingSize}`), { fillers });
    const n = code.matrix.columns;
    const llrs = new Float32Array(n * buffers.length);
    buffers.forEach((buffer, block) => {
      const llr = llrs.subarray(block * n, (block + 1) * n);
      llr.fill(2 ** 20, information, information + fillers);
      buffer.subarray(0, n - 2 * liftingSize - fillers).forEach((value, place) => {
        const bit = place + 2 * liftingSize;
        llr[bit < information ? bit : bit + fillers] = value / 4;
      });
    });
    const decoder = spec("normalised-min-sum schedule=layered iterations=20");
    return (await decodeFrames(engine, code, decoder, llrs)).symbols;
  }

  it("decodes to the file's bits after three transmissions, and not after the first", async () => {
    for (const [i, decodes] of [
      [0, false],
      [2, true],
    ] as const) {
      const vector = vectorOf(`ldpc_dec_HARQ_1_${i}`);
      const wrong = await wrongBits(vector, signed(vector, "harq_output0"), blockOf(vector).information);
      if (decodes) expect(wrong).toBe(0);
      else expect(wrong).toBeGreaterThan(0);
    }
  });
});
