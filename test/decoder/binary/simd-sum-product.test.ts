import { describe, expect, it } from "vitest";
import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { instantiate, moduleBytes } from "../../../src/wasm/module.ts";
import { load, store } from "../../../src/wasm/simd.ts";
import { f32Simd } from "../../../wgsl/binary/formats/simd/f32.ts";
import { aMinStar } from "../../../wgsl/binary/rules/a-min-star.ts";
import { aMinStarSimd } from "../../../wgsl/binary/rules/simd/a-min-star.ts";
import type { SimdRule } from "../../../wgsl/binary/rules/simd/check-node.ts";
import { sumProductSimd } from "../../../wgsl/binary/rules/simd/sum-product.ts";
import { sumProduct } from "../../../wgsl/binary/rules/sum-product.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { widened } from "../../sweep.ts";

const bounded = (bound: number) => ({ BOUND_BITS: new Uint32Array(Float32Array.of(bound).buffer)[0] });

/** Rules that WebAssembly computes within a tolerance of the twin, and how large that is: a-min-star adds Φ of all edges in f32. */
const RULES = {
  "sum-product": { rule: sumProduct, simd: sumProductSimd, constants: [80, 16].map(bounded), tolerance: 5e-6 },
  "a-min-star": { rule: aMinStar, simd: aMinStarSimd, constants: [{}], tolerance: 3e-5 },
};

const DEGREES = widened({
  few: [1, 2, 3, 7, 30, 32, 33, 200],
  every: [...Array.from({ length: 64 }, (_, i) => i + 1), 200],
});

const VECTOR = 16;
const FRAMES = 4;
const ROUNDS = 300;

/** Messages that are no larger may be any. */
const LEAST = 1e-30;

/** A rule's check node in WebAssembly, for messages [edge][frame]. */
function simdCheckNode(rule: SimdRule, degree: number, constants: KernelConstants) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const f = new FunctionBuilder("update", 1);
  const address = f.parameter(0);
  const edges = Array.from({ length: degree }, (_, k) => f.vector(load(address, VECTOR * k)));
  const outgoing = rule(constants, f32Simd)!(f, edges, undefined);
  for (let k = degree - 1; k >= 0; k--) f.do(store(address, outgoing(k), VECTOR * k));
  const { update } = instantiate(new WebAssembly.Module(moduleBytes([f])), memory);
  const numbers = new Float32Array(memory.buffer, 0, FRAMES * degree);
  return (messages: Float32Array): Float32Array => {
    numbers.set(messages);
    update(0);
    return numbers.slice();
  };
}

/** Messages [edge][frame] of magnitudes from 2^-24 up, few of them small in a check, and beyond the largest; in every third round zeros. */
function randomMessages(degree: number, round: number, random: () => number): Float32Array {
  const smallest = random() < 0.5 ? -24 : 1;
  return Float32Array.from({ length: FRAMES * degree }, () => {
    if (round % 3 === 0 && random() < 1 / degree) return 0;
    const magnitude = 2 ** (random() < 2 / degree ? smallest + (7 - smallest) * random() : 7 * random());
    return random() < 0.5 ? -magnitude : magnitude;
  });
}

describe.each(Object.entries(RULES))("%s", (_, { rule, simd, constants, tolerance }) => {
  it.each(DEGREES)("messages of a check of degree %i are within the tolerance of the twin's", (degree) => {
    const random = randomNumbers(degree);
    const checkNodes = constants.map((each) => ({
      simd: simdCheckNode(simd, degree, each),
      twin: rule.twin(each),
    }));
    /** Messages beyond the tolerance, and of another sign: zeros of either sign would end frames at other times. */
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const checkNode = checkNodes[round % checkNodes.length];
      const messages = randomMessages(degree, round, random);
      const results = checkNode.simd(messages);
      for (let frame = 0; frame < FRAMES; frame++) {
        const expected = Float64Array.from({ length: degree }, (_, k) => messages[FRAMES * k + frame]);
        checkNode.twin(expected, degree, false);
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
