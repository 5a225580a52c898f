import { describe, expect, it } from "vitest";
import { unpackBits } from "../../../src/code/packed-bits.ts";
import {
  decodingEnd,
  decodingProgram,
  type GaussianBlocks,
  gaussianLayout,
  referenceEnd,
  rotatedLlrScale,
} from "../../../src/reconciliation/core/ends.ts";
import { correlatedValues, correlationOf } from "../../../src/reconciliation/core/estimation.ts";
import type { ReconciliationParameters } from "../../../src/reconciliation/core/layout.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { rotatedLlrs, rotationOf } from "../../oracle/reconciliation/multidimensional.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { inNode, itInNode, sweep } from "../../sweep.ts";
import { blocksOf, pegCode, reconciliation, textbookMessage } from "./textbook.ts";

const engines = bothEngines();
/** A code of rate 1/2 that works reliably at this SNR: none of 8,000 blocks failed. */
const code = pegCode(304, 3, 6);
const SNR = 6;
const DECODER = spec("sum-product iterations=31");
/** First index, so that indices need more than 32 bits. */
const FIRST = 3 * 2 ** 32 - 2;
const BLOCKS = 6;

/** Both ends' values of the blocks. */
function twoSequences(parameters: ReconciliationParameters, seed = 1): { x: Float32Array; y: Float32Array } {
  const { keyBits } = gaussianLayout(parameters);
  const { x, y } = correlatedValues(SNR, seed, { first: 0, count: BLOCKS * keyBits });
  return { x: Float32Array.from(x), y: Float32Array.from(y) };
}

const asBlocks = (values: Float32Array): GaussianBlocks => ({ first: FIRST, count: BLOCKS, values });

/** A generator for `fillSecret` that records its output. */
function secrets(seed: number) {
  const random = randomNumbers(seed);
  const given: number[][] = [];
  const fill = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
    given.push([...bytes]);
  };
  return { fill, given };
}

/** A browser has the first. */
const PARAMETERS = sweep<[string, Partial<ReconciliationParameters>]>(
  [
    ["punctured and shortened", { punctured: 9, shortened: 15, hashBits: 200 }],
    ["as it is", {}],
  ],
  1,
  2,
);

// A browser has its device.
describe.each(sweep(["gpu", "cpu"] as const, 1, 2))("multidimensional reconciliation on the %s engine", (name) => {
  it.each(inNode(PARAMETERS))(
    "the reference end says rotations, H·word and hashes of random bits: %s",
    async (_, given) => {
      const parameters = reconciliation(code, given);
      const { fill, given: drawn } = secrets(3);
      const end = referenceEnd(engines[name], parameters, fill);
      const { layout } = end;
      const { y } = twoSequences(parameters);
      const { message, bits } = await end.encode(asBlocks(y));
      end.release();
      expectSameElements(bits, Uint8Array.from(drawn[0]), "bits");
      const blocks = blocksOf(bits, layout);
      const secretBytes = Math.ceil(parameters.punctured / 8);
      const hidden = blocks.map((_, b) => [
        ...unpackBits(Uint8Array.from(drawn[1] ?? []).subarray(b * secretBytes, (b + 1) * secretBytes), 8),
      ]);
      const textbook = textbookMessage(parameters, layout, blocks, FIRST, hidden);
      expectSameElements(message.syndromes, textbook.syndromes, "syndromes");
      expectSameElements(message.hashes, textbook.hashes, "hashes");
      const view = new DataView(message.rotations.buffer, message.rotations.byteOffset, message.rotations.length);
      expect(message.rotations.length).toBe((20 * BLOCKS * layout.keyBits) / 8);
      const all = blocks.flat();
      for (let group = 0; group < all.length / 8; group++) {
        const { alpha, norm } = rotationOf(y.subarray(8 * group, 8 * group + 8), all.slice(8 * group, 8 * group + 8));
        expect(view.getFloat32(20 * group + 16, true) / norm).toBeCloseTo(1, 6);
        alpha.forEach((value, i) => {
          expect(Math.abs(view.getInt16(20 * group + 2 * i, true) / 32767 - value)).toBeLessThan(0.51 / 32767);
        });
      }
    },
  );

  it.each(PARAMETERS)("the decoding end finds the bits: %s", async (_, given) => {
    const parameters = reconciliation(code, given);
    const { x, y } = twoSequences(parameters);
    const reference = referenceEnd(engines[name], parameters, secrets(4).fill);
    const decoding = decodingEnd(engines[name], parameters, DECODER, correlationOf(SNR));
    const { message, bits } = await reference.encode(asBlocks(y));
    const result = await decoding.decode(asBlocks(x), message);
    // Values that are independent of the values of blocks 1 and 4.
    const { keyBits, keyBytes } = reference.layout;
    const hopeless = x.map((value, i) => ([1, 4].includes(Math.floor(i / keyBits)) ? -value : value));
    const partly = await decoding.decode(asBlocks(hopeless), message);
    [reference, decoding].forEach((end) => {
      end.release();
    });
    expectSameElements(result.verified, new Uint8Array(BLOCKS).fill(1), "verified");
    expectSameElements(result.converged, result.verified, "converged");
    expectSameElements(result.bits, bits, "bits");
    expect(Math.max(...result.iterations)).toBeGreaterThan(1);
    expect(Math.max(...result.iterations)).toBeLessThan(31);
    expectSameElements(partly.verified, Uint8Array.of(1, 0, 1, 1, 0, 1), "verified");
    const kept = bits.map((byte, i) => ([1, 4].includes(Math.floor(i / keyBytes)) ? 0 : byte));
    expectSameElements(partly.bits, kept, "bits");
  });

  itInNode("draws other bits each time, and publishes other rotations", async () => {
    const parameters = reconciliation(code);
    const end = referenceEnd(engines[name], parameters);
    const { y } = twoSequences(parameters);
    const [one, other] = await Promise.all([end.encode(asBlocks(y)), end.encode(asBlocks(y))]);
    end.release();
    expect(one.bits).not.toEqual(other.bits);
    expect(one.message.rotations).not.toEqual(other.message.rotations);
    const ones = unpackBits(one.bits, one.bits.length * 8).reduce((sum, bit) => sum + bit, 0);
    expect(Math.abs(ones - 152 * BLOCKS)).toBeLessThan(5 * Math.sqrt(76 * BLOCKS));
  });

  it("has the LLRs of the textbook", async () => {
    const parameters = reconciliation(code, { punctured: 8, shortened: 16 });
    const layout = gaussianLayout(parameters);
    const { x, y } = twoSequences(parameters, 2);
    const end = referenceEnd(engines[name], parameters);
    const { message } = await end.encode(asBlocks(y));
    end.release();
    const rho = correlationOf(SNR);
    const program = decodingProgram(parameters, layout, DECODER, engines[name].limits);
    const slots = await engines[name].prepare(program, BLOCKS);
    slots.write("values", x);
    slots.write("rotation", new Uint32Array(message.rotations.slice().buffer));
    const llrScale = Math.fround(rotatedLlrScale(rho) / 32767);
    await slots.runDispatch(program.start[0], runParameters({ frames: BLOCKS, llrScale }), 0);
    const llrs = await slots.read("channel_llr");
    slots.release();
    const halves = new Int16Array(message.rotations.slice().buffer);
    const floats = new Float32Array(message.rotations.slice().buffer);
    for (let b = 0; b < BLOCKS; b++) {
      layout.keyPositions.forEach((position, index) => {
        const group = (b * layout.keyBits + index - (index % 8)) / 8;
        const alpha = Float64Array.from(halves.subarray(10 * group, 10 * group + 8), (value) => value / 32767);
        const expected = rotatedLlrs({ alpha, norm: floats[5 * group + 4] }, x.subarray(8 * group, 8 * group + 8), rho);
        // Eight products in f32 with roundings of the product, its factors and the sum: 11 roundings of at most 6e-8 of the norm.
        expect(Math.abs(llrs[b * 304 + position] - expected[index % 8])).toBeLessThan(1e-6 * Math.hypot(...expected));
      });
      for (const position of layout.puncturedPositions) expect(llrs[b * 304 + position]).toBe(0);
      for (const position of layout.shortenedPositions) expect(llrs[b * 304 + position]).toBe(2 ** 20);
    }
  });

  itInNode("names the fault of values, rotations, correlation and layout", async () => {
    const parameters = reconciliation(code);
    const reference = referenceEnd(engines[name], parameters);
    const decoding = decodingEnd(engines[name], parameters, DECODER, correlationOf(SNR));
    const { x, y } = twoSequences(parameters);
    const { message } = await reference.encode(asBlocks(y));
    const changed = (values: Float32Array, at: number, value: number) =>
      values.map((old, i) => (i === at ? value : old));
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 21)]) {
      const wrong = asBlocks(changed(x, 2 * 304 + 5, value));
      const text = `block ${FIRST + 2}: value 5 is ${value}: give finite values of variance 1`;
      await expect(reference.encode(wrong)).rejects.toThrow(text);
      await expect(decoding.decode(wrong, message)).rejects.toThrow(text);
    }
    await expect(reference.encode(asBlocks(y.subarray(1)))).rejects.toThrow("1823 values are not 6 blocks of 304");
    await expect(reference.encode({ ...asBlocks(y), count: 0 })).rejects.toThrow("0 blocks at once");
    const { rotations } = message;
    await expect(decoding.decode(asBlocks(x), { ...message, rotations: rotations.slice(1) })).rejects.toThrow(
      "bytes of rotations are not 6 blocks of 760",
    );
    const damaged = rotations.slice();
    damaged.fill(0xff, 760 + 36, 760 + 40);
    await expect(decoding.decode(asBlocks(x), { ...message, rotations: damaged })).rejects.toThrow(
      `block ${FIRST + 1}: group 1 has the norm NaN`,
    );
    [reference, decoding].forEach((end) => {
      end.release();
    });
    expect(() => decodingEnd(engines[name], parameters, DECODER, 1)).toThrow("correlation 1: it must be above 0");
    expect(() => decodingEnd(engines[name], parameters, spec("min-max"), 0.5)).toThrow("is a decoder of symbols");
    expect(() => referenceEnd(engines[name], reconciliation(code, { shortened: 3 }))).toThrow(
      "301 bits of the key in a block are not groups of 8 values: shorten 5 positions more",
    );
  });
});
