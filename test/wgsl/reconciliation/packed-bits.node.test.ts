import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const FRAMES = 7;
/** Bits of a frame: less than a byte, several frames in a word, bytes that end within a word, whole words. */
const LENGTHS = [1, 8, 13, 24, 32, 1001];

const randomBits = (random: () => number, count: number) =>
  Uint32Array.from({ length: count }, () => Math.floor(2 * random()));

/** Packed frames as a kernel's buffer, with the spare words that a program's buffers have. */
function packedBuffer(bits: ArrayLike<number>, perFrame: number): Uint32Array {
  const frames = bits.length / perFrame;
  const words = new Uint32Array(frames * Math.ceil(perFrame / 32));
  new Uint8Array(words.buffer).set(packBits(bits, perFrame));
  return words;
}

const bytesOf = (words: ArrayBufferView, length: number) => new Uint8Array(words.buffer, words.byteOffset, length);

it.each(sweep(LENGTHS, 8))("unpack-bits: frames of %i bits", async (length) => {
  const bits = randomBits(randomNumbers(length), FRAMES * length);
  const result = await runKernel(engines, {
    kernel: "reconciliation/unpack-bits",
    constants: { LENGTH: length },
    buffers: { packed: packedBuffer(bits, length), bits: new Uint32Array(bits.length).fill(9) },
    parameters: { frames: FRAMES },
    workgroups: Math.ceil(length / 64),
  });
  expectSameElements(result.bits, bits, "bits");
});

describe.each(sweep(LENGTHS, 8))("pack-bits: frames of %i bits", (length) => {
  const groups = Math.ceil(Math.ceil(length / 32) / 64);
  const bytes = FRAMES * Math.ceil(length / 8);
  const packed = () => new Uint32Array(FRAMES * Math.ceil(length / 32)).fill(0xa5a5a5a5);

  it("packs them all", async () => {
    const bits = randomBits(randomNumbers(length), FRAMES * length);
    const result = await runKernel(engines, {
      kernel: "reconciliation/pack-bits",
      constants: { LENGTH: length, WIDTH: length, SELECT: 0 },
      buffers: { position: Uint32Array.of(0), block_bits: Uint32Array.of(0), bits, packed: packed() },
      parameters: { frames: FRAMES },
      workgroups: groups,
    });
    expectSameElements(bytesOf(result.packed, bytes), packBits(bits, length), "bytes");
  });

  it("packs the bits at given positions, the same number for each frame", async () => {
    const random = randomNumbers(length);
    const width = 2 * length + 3;
    const bits = randomBits(random, FRAMES * width);
    const position = Uint32Array.from({ length }, (_, i) => 2 * i + Math.floor(2 * random()));
    const count = Uint32Array.from({ length: FRAMES }, () => 1 + Math.floor(length * random()));
    const result = await runKernel(engines, {
      kernel: "reconciliation/pack-bits",
      constants: { LENGTH: length, WIDTH: width, SELECT: 1 },
      buffers: { position, block_bits: count, bits, packed: packed() },
      parameters: { frames: FRAMES },
      workgroups: groups,
    });
    const selected = Array.from({ length: FRAMES * length }, (_, at) => {
      const frame = Math.floor(at / length);
      const i = at % length;
      return i < count[frame] ? bits[frame * width + position[i]] : 0;
    });
    expectSameElements(bytesOf(result.packed, bytes), packBits(selected, length), "bytes");
  });
});

describe("block-word and block-llr", () => {
  const n = 150;
  const random = randomNumbers(3);
  const states = Array.from({ length: n }, () => [SENT, SENT, SENT, PUNCTURED, SHORTENED][Math.floor(5 * random())]);
  const count = (state: number) => states.filter((other) => other === state).length;
  const index = states.map((state, i) => states.slice(0, i).filter((other) => other === state).length);
  const [keyBits, privateBits] = [count(SENT), count(PUNCTURED)];
  const sifted = randomBits(random, FRAMES * keyBits);
  const hidden = randomBits(random, FRAMES * privateBits);
  const blockBits = Uint32Array.from({ length: FRAMES }, (_, f) =>
    f === 0 ? keyBits : 1 + Math.floor(keyBits * random()),
  );
  const buffers = {
    position_use: Uint32Array.from(states.flatMap((state, i) => [state, index[i]])),
    block_bits: blockBits,
    sifted_bits: packedBuffer(sifted, keyBits),
  };
  const call = { parameters: { frames: FRAMES, llrScale: Math.fround(3.2) }, workgroups: Math.ceil(n / 64) };

  it("put sifted and private bits at their positions, and zeros elsewhere", async () => {
    const { codeword } = await runKernel(engines, {
      ...call,
      kernel: "reconciliation/block-word",
      constants: { N: n, KEY_BITS: keyBits, PRIVATE_BITS: privateBits },
      buffers: {
        ...buffers,
        private_bits: packedBuffer(hidden, privateBits),
        codeword: new Uint32Array(FRAMES * n).fill(9),
      },
    });
    expect(Math.min(keyBits, privateBits, count(SHORTENED))).toBeGreaterThan(0);
    codeword.forEach((bit, at) => {
      const [frame, i] = [Math.floor(at / n), at % n];
      const key = index[i] < blockBits[frame] ? sifted[frame * keyBits + index[i]] : 0;
      const expected = states[i] === SENT ? key : states[i] === PUNCTURED ? hidden[frame * privateBits + index[i]] : 0;
      expect(bit, `frame ${frame}, position ${i}`).toBe(expected);
    });
  });

  it.each([0, 1])(
    "know sifted bits as far as the channel says, nothing of punctured and all of shortened and told ones: %i",
    async (TOLD) => {
      const told = randomBits(random, FRAMES * n);
      const { channel_llr } = await runKernel(engines, {
        ...call,
        kernel: "reconciliation/block-llr",
        constants: { N: n, KEY_BITS: keyBits, TOLD },
        buffers: {
          ...buffers,
          told: TOLD === 1 ? packedBuffer(told, n) : Uint32Array.of(0),
          channel_llr: new Float32Array(FRAMES * n).fill(9),
        },
      });
      channel_llr.forEach((llr, at) => {
        const [frame, i] = [Math.floor(at / n), at % n];
        const isTold = TOLD * told[at] === 1;
        const magnitude = isTold ? LLR_BOUND : Math.fround(3.2);
        const key = index[i] < blockBits[frame] ? magnitude * (1 - 2 * sifted[frame * keyBits + index[i]]) : LLR_BOUND;
        const expected = states[i] === SENT ? key : states[i] === PUNCTURED && !isTold ? 0 : LLR_BOUND;
        expect(llr, `frame ${frame}, position ${i}`).toBe(expected);
      });
    },
  );
});

// With the 28 bytes before the bits, the lengths lie before, at and after the ends of SHA-256's blocks and of their space for the length.
// Two of three blocks are shorter, of any length.
describe.each(sweep([28 * 8, 1, 27 * 8, 36 * 8 + 1, 92 * 8, 4321], 6))("block-hash: blocks of %i bits", (length) => {
  it("is SHA-256 of salt, index, number of bits and bits", async () => {
    const frames = 70;
    const random = randomNumbers(length);
    const firstFrame = 5 * 2 ** 32 - 2;
    const count = Uint32Array.from({ length: frames }, (_, f) =>
      f % 3 === 0 ? length : 1 + Math.floor(length * random()),
    );
    const bits = Uint32Array.from({ length: frames * length }, (_, at) =>
      at % length < count[Math.floor(at / length)] ? Math.floor(2 * random()) : 0,
    );
    const salt = Uint8Array.from({ length: 16 }, () => Math.floor(256 * random()));
    const { hash } = await runKernel(engines, {
      kernel: "reconciliation/block-hash",
      constants: { KEY_BITS: length },
      buffers: {
        salt: new Uint32Array(salt.buffer),
        block_bits: count,
        sifted_bits: packedBuffer(bits, length),
        hash: new Uint32Array(8 * frames),
      },
      parameters: { frames, firstFrame },
      workgroups: 1,
      framesPerWorkgroup: 64,
    });
    for (let frame = 0; frame < frames; frame++) {
      const message = [...salt];
      let blockIndex = BigInt(firstFrame + frame);
      for (let i = 0; i < 8; i++, blockIndex >>= 8n) message.push(Number(blockIndex & 255n));
      for (let i = 0; i < 4; i++) message.push((count[frame] >>> (8 * i)) & 255);
      message.push(...packBits(bits.subarray(frame * length, frame * length + count[frame]), count[frame]));
      const digest = bytesOf(hash, 32 * frames).subarray(32 * frame, 32 * frame + 32);
      expectSameElements(digest, sha256(Uint8Array.from(message)), `block ${frame}`);
    }
  });
});

it.each(sweep([100, 3, 8, 4321], 8))("block-difference: blocks of %i bits", async (length) => {
  const random = randomNumbers(length);
  const [one, other] = [randomBits(random, FRAMES * length), randomBits(random, FRAMES * length)];
  other.set(one.subarray(0, length));
  const { difference } = await runKernel(engines, {
    kernel: "reconciliation/block-difference",
    constants: { KEY_BITS: length },
    buffers: {
      sifted_bits: packedBuffer(one, length),
      corrected_bits: packedBuffer(other, length),
      difference: new Uint32Array(FRAMES).fill(9),
    },
    parameters: { frames: FRAMES },
    workgroups: 1,
  });
  const flips = one.map((bit, at) => bit ^ other[at]);
  const expected = Array.from({ length: FRAMES }, (_, frame) =>
    flips.subarray(frame * length, (frame + 1) * length).reduce((sum, flip) => sum + flip, 0),
  );
  expectSameElements(difference, expected, "difference");
  expect(expected[0]).toBe(0);
  expectSameElements(unpackBits(packBits(one, length), length), one, "round trip");
});
