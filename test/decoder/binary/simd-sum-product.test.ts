import { expect, it } from "vitest";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { instantiate, moduleBytes } from "../../../src/wasm/module.ts";
import { load, store } from "../../../src/wasm/simd.ts";
import { f32Simd } from "../../../wgsl/binary/formats/simd/f32.ts";
import { sumProductSimd } from "../../../wgsl/binary/rules/simd/sum-product.ts";
import { sumProduct } from "../../../wgsl/binary/rules/sum-product.ts";
import { randomNumbers } from "../../simulation/random.ts";

const constantsOf = (bound: number) => ({ BOUND_BITS: new Uint32Array(Float32Array.of(bound).buffer)[0] });
const VECTOR = 16;
const FRAMES = 4;

/** Messages that are no larger may be any. */
const LEAST = 1e-30;

/** A check node of sum-product in WebAssembly, for messages [edge][frame]. */
function simdCheckNode(degree: number, bound: number): (messages: Float32Array) => Float32Array {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const f = new FunctionBuilder("update", 1);
  const address = f.parameter(0);
  const edges = Array.from({ length: degree }, (_, k) => f.vector(load(address, VECTOR * k)));
  const outgoing = sumProductSimd(constantsOf(bound), f32Simd)!(f, edges, undefined);
  for (let k = degree - 1; k >= 0; k--) f.do(store(address, outgoing(k), VECTOR * k));
  const { update } = instantiate(new WebAssembly.Module(moduleBytes([f])), memory);
  const numbers = new Float32Array(memory.buffer, 0, FRAMES * degree);
  return (messages) => {
    numbers.set(messages);
    update(0);
    return numbers.slice();
  };
}

it.each([1, 2, 3, 7, 30, 32, 33, 200])("messages of a check of degree %i are within 5e-6 of the twin's", (degree) => {
  const random = randomNumbers(degree);
  const checkNodes = [80, 16].map((bound) => ({
    simd: simdCheckNode(degree, bound),
    twin: sumProduct.twin(constantsOf(bound)),
  }));
  for (let round = 0; round < 300; round++) {
    const { simd, twin } = checkNodes[round % 2];
    // Magnitudes from 2^-24 up, few of them small in a check, and beyond the largest.
    const smallest = random() < 0.5 ? -24 : 1;
    const messages = Float32Array.from({ length: FRAMES * degree }, () => {
      if (round % 3 === 0 && random() < 1 / degree) return 0;
      const magnitude = 2 ** (random() < 2 / degree ? smallest + (7 - smallest) * random() : 7 * random());
      return random() < 0.5 ? -magnitude : magnitude;
    });
    const results = simd(messages);
    for (let frame = 0; frame < FRAMES; frame++) {
      const expected = Float64Array.from({ length: degree }, (_, k) => messages[FRAMES * k + frame]);
      twin(expected, degree, false);
      expected.forEach((message, k) => {
        // Zeros of either sign would end frames at other times.
        expect(Math.sign(results[FRAMES * k + frame]), `sign of edge ${k}`).toBe(Math.sign(message));
        const error = Math.abs(results[FRAMES * k + frame] - message);
        if (!(error < 5e-6 * Math.abs(message) + LEAST))
          expect.fail(`edge ${k}: ${results[FRAMES * k + frame]} in the place of ${message}`);
      });
    }
  }
});
