import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import type { V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { i32, i32op } from "../../../src/wasm/i32.ts";
import { binary, loadSplat, select, splat, store, unary, wordLanes, words } from "../../../src/wasm/simd.ts";

const VECTOR = 16;

/** LLRs of symbols, four elements at a time. */
export const simdSymbolLlr: SimdKernel = ({ constants: { P, N }, buffers, memory }) => {
  if (P < 2) return undefined;
  const [received, channelLlr] = buffers;
  const { llr } = memory.functions(`channel/symbol-llr ${P}`, () => [llrFunction(P)]);
  const bits = new Uint32Array(1);
  return ({ parameters: { llrScale }, range: { firstSlot, lastSlot } }) => {
    const first = firstSlot * N;
    new Float32Array(bits.buffer)[0] = llrScale;
    const [from, to] = [received.byteOffset + 4 * P * first, channelLlr.byteOffset + 2 ** P * 4 * first];
    llr((lastSlot - firstSlot) * N, from, to, bits[0] | 0);
  };
};

/** The function `llr` for a number of consecutive symbols. */
function llrFunction(p: number): FunctionBuilder {
  const f = new FunctionBuilder("llr", 4);
  const [symbols, received, channelLlr, scaleBits] = [0, 1, 2, 3].map((i) => f.parameter(i));
  const scale = f.vector(splat("i32x4.splat", scaleBits));
  const value = f.local("v128");
  f.repeatWhile(() => {
    const costs = Array.from({ length: p }, (_, b) => {
      f.set(value, loadSplat(received, 4 * b));
      const most = (a: V128) => f.vector(binary("i32x4.max_s", a, words(0)));
      return { zero: most(binary("i32x4.sub", words(0), value)), one: most(value) };
    });
    const [first, second, ...rest] = costs.map(({ zero, one }, b) => ({
      zero,
      one,
      ofLanes: b < 2 ? f.vector(select(one, zero, bitOfLane(b))) : zero,
    }));
    let sums: readonly V128[] = [f.vector(binary("i32x4.add", first.ofLanes, second.ofLanes))];
    for (const { zero, one } of rest) {
      sums = [zero, one].flatMap((cost) => sums.map((sum) => f.vector(binary("i32x4.add", sum, cost))));
    }
    for (const [i, sum] of sums.entries()) {
      f.do(store(channelLlr, binary("f32x4.mul", unary("f32x4.convert_i32x4_s", sum), scale), VECTOR * i));
    }
    f.advance(received, 4 * p);
    f.advance(channelLlr, 2 ** p * 4);
    f.set(symbols, i32op("sub", symbols, i32(1)));
    return symbols;
  });
  return f;
}

/** Ones in the lanes whose number has bit b. */
function bitOfLane(b: number): V128 {
  return wordLanes((lane) => -((lane >> b) & 1));
}
