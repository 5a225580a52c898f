import { describe, expect, it } from "vitest";
import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { FunctionBuilder } from "../../../src/wgsl-cpu/wasm/function.ts";
import { instantiate, moduleBytes } from "../../../src/wgsl-cpu/wasm/module.ts";
import { load, store } from "../../../src/wgsl-cpu/wasm/simd.ts";
import { f32Simd } from "../../../wgsl/binary/formats/simd/f32.ts";
import { aMinStarSimd } from "../../../wgsl/binary/rules/simd/a-min-star.ts";
import type { SimdRule } from "../../../wgsl/binary/rules/simd/check-node.ts";
import { sumProductSimd } from "../../../wgsl/binary/rules/simd/sum-product.ts";
import { type BinaryCheckNode, phi, sumProduct } from "../../oracle/binary/check-nodes.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { widened } from "../../sweep.ts";

const bounded = (bound: number) => ({ BOUND_BITS: new Uint32Array(Float32Array.of(bound).buffer)[0] });

const boxPlus = sumProduct({ magnitudes: [2 ** -100, 80], sums: [1e-36, 80] });

/** Sum-product with bounded messages. */
function boundedSumProduct(bound: number): BinaryCheckNode {
  return (t, syndrome) =>
    boxPlus(t, syndrome).map((message) => Math.sign(message) * Math.min(Math.abs(message), bound));
}

const cut = (value: number, least: number) => Math.min(Math.max(value, least), 80);

/**
 * A-Min* in float64 by one sum of Φ in the order of the edges. Messages near the largest LLR differ from the oracle's, which does
 * not round. The sum includes Φ of the largest LLR, and edges that tie at the largest LLR get equal messages.
 */
function summedAMinStar(): BinaryCheckNode {
  return (t, syndrome) => {
    const magnitudes = t.map((message) => cut(Math.abs(message), 2 ** -100));
    let least = 80;
    let others = 0;
    for (const magnitude of magnitudes) {
      others += phi(Math.max(least, magnitude));
      least = Math.min(least, magnitude);
    }
    const [ofAll, ofOthers] = [others + phi(least), others].map((sum) => phi(cut(sum, 1e-36)));
    return magnitudes.map((magnitude, n) => {
      const negative = t.filter((message, i) => i !== n && message < 0).length + syndrome;
      return (negative % 2 === 1 ? -1 : 1) * (magnitude === least ? ofOthers : ofAll);
    });
  };
}

/**
 * Rules that WebAssembly computes within a tolerance of float64. a-min-star has a larger tolerance, because it adds Φ of all edges in f32.
 */
const RULES = {
  "sum-product": { oracle: boundedSumProduct, simd: sumProductSimd, bounds: [80, 16], tolerance: 5e-6 },
  "a-min-star": { oracle: summedAMinStar, simd: aMinStarSimd, bounds: [80], tolerance: 3e-5 },
};

const DEGREES = widened({
  few: [1, 2, 3, 7, 30, 32, 33, 200],
  every: [...Array.from({ length: 64 }, (_, i) => i + 1), 200],
});

const VECTOR = 16;
const FRAMES = 4;
/** Random messages of a check of each degree. The oracle's time grows with the square of the degree. */
const roundsOf = (degree: number): number => (degree > 100 ? 60 : 300);

/** Messages up to this magnitude are not compared. */
const LEAST = 1e-30;

/** A rule's check node in WebAssembly, for messages [edge][frame]. */
function simdCheckNode(rule: SimdRule, degree: number, constants: KernelConstants) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const f = new FunctionBuilder("update", 1);
  const address = f.parameter(0);
  const edges = Array.from({ length: degree }, (_, k) => f.vector(load(address, VECTOR * k)));
  const outgoing = rule.checkNode(constants, f32Simd)!(f, edges, undefined);
  for (let k = degree - 1; k >= 0; k--) f.do(store(address, outgoing(k), VECTOR * k));
  const { update } = instantiate(new WebAssembly.Module(moduleBytes([f])), memory);
  const numbers = new Float32Array(memory.buffer, 0, FRAMES * degree);
  return (messages: Float32Array): Float32Array => {
    numbers.set(messages);
    update(0);
    return numbers.slice();
  };
}

/**
 * Messages [edge][frame] with magnitudes from 2^-24 to beyond the largest LLR. Few messages of a check are small, and every third round has
 * zeros.
 */
function randomMessages(degree: number, round: number, random: () => number): Float32Array {
  const smallest = random() < 0.5 ? -24 : 1;
  return Float32Array.from({ length: FRAMES * degree }, () => {
    if (round % 3 === 0 && random() < 1 / degree) return 0;
    const magnitude = 2 ** (random() < 2 / degree ? smallest + (7 - smallest) * random() : 7 * random());
    return random() < 0.5 ? -magnitude : magnitude;
  });
}

describe.each(Object.entries(RULES))("%s", (_, { oracle, simd, bounds, tolerance }) => {
  it.each(DEGREES)("messages of a check of degree %i are within the tolerance of the oracle's", (degree) => {
    const random = randomNumbers(degree);
    const checkNodes = bounds.map((bound) => ({
      simd: simdCheckNode(simd, degree, bounded(bound)),
      oracle: oracle(bound),
    }));
    /** Messages beyond the tolerance, or with another sign. The sign of a zero matters too, as it changes when a frame is done. */
    const wrong: string[] = [];
    for (let round = 0; round < roundsOf(degree); round++) {
      const checkNode = checkNodes[round % checkNodes.length];
      const messages = randomMessages(degree, round, random);
      const results = checkNode.simd(messages);
      for (let frame = 0; frame < FRAMES; frame++) {
        const heard = Array.from({ length: degree }, (_, k) => messages[FRAMES * k + frame]);
        const expected = checkNode.oracle(heard, 0);
        expected.forEach((message, k) => {
          const result = results[FRAMES * k + frame];
          const isNear = Math.abs(result - message) < tolerance * Math.abs(message) + LEAST;
          if (isNear && Math.sign(result) === Math.sign(message)) return;
          wrong.push(`round ${round}, frame ${frame}, edge ${k}: ${result} in the place of ${message}`);
        });
      }
    }
    expect(wrong).toEqual([]);
  });
});
