import type { SimdKernel } from "../../../../src/gpu/kernel.ts";
import type { V128 } from "../../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../../src/wasm/i32.ts";
import { binary, load, loadSplat, shift, storeLane, words } from "../../../../src/wasm/simd.ts";
import { PLANE_FRAMES } from "../bit-planes.ts";

const VECTOR = 16;

const PARAMETERS = ["positions", "generator", "planes", "codeword", "frames"] as const;

interface Shape {
  readonly p: number;
  readonly polynomial: number;
  readonly rank: number;
  readonly words: number;
  readonly n: number;
}

/** Parity symbols over GF(q) of four frames at a time. */
export const simdEncode: SimdKernel = ({ constants, buffers, memory }) => {
  const { P: p, POLYNOMIAL: polynomial, N: n, RANK: rank, WORDS } = constants;
  if (rank === 0 || WORDS === 0) return undefined;
  const [position, generator, planes, codeword] = buffers;
  const shape = { p, polynomial, rank, words: WORDS, n };
  const { encode } = memory.functions(`source/encoding/encode ${JSON.stringify(shape)}`, () => [encodeFunction(shape)]);
  return ({ parameters: { frames } }) => {
    for (let slot = 0; slot < frames; slot += PLANE_FRAMES) {
      encode(
        ...[position.byteOffset, generator.byteOffset, planes.byteOffset + 4 * slot * p * WORDS],
        ...[codeword.byteOffset + 4 * slot * n, Math.min(PLANE_FRAMES, frames - slot)],
      );
    }
  };
};

/** The function `encode`: computes all parity symbols in turn. */
function encodeFunction({ p, polynomial, rank, words: count, n }: Shape): FunctionBuilder {
  const f = new FunctionBuilder("encode", PARAMETERS.length);
  const [positions, generator, planes, codeword, frames] = PARAMETERS.map((_, i) => f.parameter(i));
  const sums = Array.from({ length: 2 * p - 1 }, () => f.local("v128"));
  const information = Array.from({ length: p }, () => f.local("v128"));
  const factor = f.local("v128");
  const end = f.integer(add(positions, 4 * rank));
  f.count(positions, end, 4, () => {
    for (const sum of sums) f.set(sum, words(0));
    const plane = f.integer(planes);
    const row = f.integer(generator);
    f.count(plane, f.integer(add(planes, i32(count * p * VECTOR))), p * VECTOR, () => {
      for (const [c, own] of information.entries()) f.set(own, load(plane, VECTOR * c));
      for (let b = 0; b < p; b++) {
        f.set(factor, loadSplat(row, 4 * rank * b));
        for (const [c, own] of information.entries()) {
          f.set(sums[b + c], binary("v128.xor", sums[b + c], binary("v128.and", factor, own)));
        }
      }
      f.advance(row, 4 * rank * p);
    });
    const symbol = element(f, sums, p, polynomial);
    const at = f.integer(add(codeword, mul(loadWord(positions), 4)));
    for (let lane = 0; lane < PLANE_FRAMES; lane++) {
      f.if(i32op("lt_u", i32(lane), frames), () => f.do(storeLane(add(at, 4 * n * lane), symbol, lane)));
    }
    f.advance(generator, 4);
  });
  return f;
}

/** The elements whose polynomials have the parities of the words as coefficients, before reduction. */
function element(f: FunctionBuilder, sums: readonly V128[], p: number, polynomial: number): V128 {
  const symbol = f.vector(words(0));
  const folded = f.local("v128");
  const addTo = (value: V128) => f.set(symbol, binary("v128.xor", symbol, value));
  for (let t = sums.length - 1; t >= 0; t--) {
    f.set(folded, sums[t]);
    for (let half = 16; half >= 1; half /= 2) {
      f.set(folded, binary("v128.xor", folded, shift("i32x4.shr_u", folded, i32(half))));
    }
    addTo(shift("i32x4.shl", binary("v128.and", folded, words(1)), i32(t)));
    if (t < p) continue;
    // Ones where x^t is left.
    const isLeft = shift("i32x4.shr_s", shift("i32x4.shl", symbol, i32(31 - t)), i32(31));
    addTo(binary("v128.and", isLeft, words(polynomial << (t - p))));
  }
  return symbol;
}
