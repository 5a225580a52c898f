import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import {
  binary,
  bytes,
  byWidth,
  load,
  select,
  splat,
  store,
  WIDTHS,
  type Width,
  words,
} from "../../../src/wasm/simd.ts";
import { type SimdLanes, simdLanesOf } from "../../binary/formats/simd/lanes.ts";
import { stripsOf } from "../../common/active-frames/simd/words.ts";
import { BIT_FRAMES } from "../../common/lane-signs.ts";

/** Number of symbols after which a lane of eight bits may be full. */
const TOGETHER = 255;
const INFORMATION = 4;
const VECTOR = 16;

const PARAMETERS = ["symbols", "rows", "use", "codeword", "firstBit", "posteriors", "counts"] as const;

/** Bit errors with frame interleaving, counted in the lanes. */
export const simdLaneErrors: SimdKernel = ({ constants, variant, buffers, memory }) => {
  const lanes = simdLanesOf(variant);
  if (lanes === undefined || constants.FRAME_INTERLEAVED !== 1) return undefined;
  const { interleave } = lanes;
  const { N } = constants;
  const [codeword, posteriors, symbolUse, errors] = buffers as Uint32Array[];
  const functions = memory.functions(`statistics/lane-errors ${interleave}`, () =>
    WIDTHS.map((width) => errorsFunction(width, lanes)),
  );
  const count = byWidth((width) => functions[`errors_${width}`]);
  const table = memory.words(N);
  const counts = memory.words((2 * VECTOR) / 4);
  const laneCounts = lanesIn(counts, interleave);
  const perVector = laneCounts.length / 2;
  let fitted = 0;
  return ({ parameters: { frames } }) => {
    const rowBytes = 4 * Math.ceil(frames / interleave);
    if (fitted !== rowBytes) for (let n = 0; n < N; n++) table[n] = (symbolUse[n] >>> 3) * rowBytes;
    fitted = rowBytes;
    for (const { at, width } of stripsOf(rowBytes / 4)) {
      const first = (at / 4) * interleave;
      const counted = Math.min((width / 4) * interleave, frames - first);
      for (let n = 0; n < N; n += TOGETHER) {
        count[width](
          Math.min(TOGETHER, N - n),
          table.byteOffset + 4 * n,
          symbolUse.byteOffset + 4 * n,
          codeword.byteOffset + 4 * (N * Math.floor(first / BIT_FRAMES) + n),
          first % BIT_FRAMES,
          posteriors.byteOffset + at,
          counts.byteOffset,
        );
        for (let lane = 0; lane < counted; lane++) {
          errors[2 * (first + lane)] += laneCounts[lane];
          errors[2 * (first + lane) + 1] += laneCounts[perVector + lane];
        }
      }
    }
  };
};

/** Words as arrays of lanes. */
function lanesIn(words: Uint32Array, interleave: number): Uint8Array | Uint16Array | Uint32Array {
  if (interleave === 4) return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  if (interleave === 2) return new Uint16Array(words.buffer, words.byteOffset, words.byteLength / 2);
  return words;
}

/** Counts wrong signs in a strip of words, over all symbols and over information symbols. */
function errorsFunction(width: Width, lanes: SimdLanes): FunctionBuilder {
  const f = new FunctionBuilder(`errors_${width}`, PARAMETERS.length);
  const [symbols, rows, use, codeword, firstBit, posteriors, counts] = PARAMETERS.map((_, i) => f.parameter(i));
  const all = f.vector(words(0));
  const information = f.vector(words(0));
  f.repeatWhile(() => {
    const sent = lanes.spread(i32op("shr_u", loadWord(codeword), firstBit));
    const decided = lanes.negative(load(add(posteriors, loadWord(rows)), 0, width));
    const wrong = f.vector(binary("v128.xor", decided, sent));
    f.set(all, lanes.countUp(all, wrong));
    const carries = binary(
      "i32x4.eq",
      splat("i32x4.splat", i32op("and", loadWord(use), i32(INFORMATION))),
      words(INFORMATION),
    );
    f.set(information, lanes.countUp(information, select(wrong, bytes(0), carries)));
    for (const pointer of [rows, use, codeword]) f.advance(pointer, 4);
    f.set(symbols, i32op("sub", symbols, i32(1)));
    return symbols;
  });
  f.do(store(counts, all));
  f.do(store(counts, information, VECTOR));
  return f;
}
