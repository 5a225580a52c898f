import { describe, expect, it } from "vitest";
import { codeEncoder } from "../../../src/code/encoders/index.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import { type RedundancyVersion, transmissionOrder } from "../../../src/code/transport/circular-buffer.ts";
import type { BaseGraph, CodeBlock } from "../../../src/code/transport/segmentation.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { type BbdevVector, readBbdev } from "./bbdev-file.ts";
import { checksum } from "./crc.ts";

// Files of NXP/dpdk, app/test-bbdev/test_vectors (BSD-3-Clause), commit 7b4c2eb05a.
const vectorOf = (name: string) => readBbdev(new URL(`./nxp/${name}.data`, import.meta.url));

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

describe("encoders of DPDK's test vectors", () => {
  it.each([
    // Points of 2, 6 and 4 bits, base graphs 2 and 1, a buffer that is sent almost twice, and a checksum.
    ["ldpc_enc_v7813", "e"],
    ["ldpc_enc_v11835", "e"],
    ["ldpc_enc_v8568", "e"],
    ["ldpc_enc_v2342", "e"],
    // A transport block with its checksum of 16 bits.
    ["ldpc_enc_tb", "ea"],
  ])("%s is sent bit for bit", (name, length) => {
    const vector = vectorOf(name);
    const { baseGraph, liftingSize, fillers, information } = blockOf(vector);
    const { code } = rateMatch(loadCode(`nr-bg${baseGraph}-z${liftingSize}`), { fillers });
    const block = vector.bits("input0");
    const missing = information - block.length;
    const crc = missing === 0 ? [] : checksum(block, missing === 16 ? "crc16" : "crc24b");
    const word = codeEncoder(code).encode([...block, ...crc]);
    const order = orderOf(vector, vector.number(length));
    // Transport blocks have the least significant bit of a byte first.
    const sent = vector.bits("output0");
    const place = (i: number) => (length === "e" ? i : (i & ~7) + 7 - (i & 7));
    expect([...order].map((position) => word[position])).toEqual([...order.keys()].map((i) => sent[place(i)]));
  });
});

describe("the soft buffer of DPDK's test vectors", () => {
  it("adds up the LLRs of redundancy version 2", () => {
    const vector = vectorOf("ldpc_dec_HARQ_1_1");
    const { liftingSize, fillers } = blockOf(vector);
    const signed = (name: string) => Int8Array.from(vector.bytes(name));
    const buffer = new Int8Array(vector.number("n_cb"));
    buffer.set(signed("harq_input0"));
    const received = signed("input0");
    orderOf(vector, vector.number("e")).forEach((position, i) => {
      // The buffer omits the bits that are never sent, and the fillers.
      const bit = position - 2 * liftingSize;
      const at = bit < 20 * liftingSize ? bit : bit - fillers;
      buffer[at] = Math.max(-127, Math.min(127, buffer[at] + received[i]));
    });
    const expected = signed("harq_output0");
    expect(buffer.subarray(0, expected.length)).toEqual(expected);
    expect(received.length).toBe(4640);
  });
});
