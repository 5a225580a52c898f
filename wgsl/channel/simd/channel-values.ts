import { ALIAS_CELLS } from "../../../src/channel/alias-table.ts";
import { NOISE_ORIGIN } from "../../../src/channel/discrete-channel.ts";
import type { KernelConstants, RunParameters, SimdDispatch } from "../../../src/gpu/kernel.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../src/wasm/function.ts";
import { i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import { binary, load, unary, words } from "../../../src/wasm/simd.ts";
import { type SimdLanes, spreadWords } from "../../binary/formats/simd/lanes.ts";
import { aliasOutcome, aliasValue, LARGEST_VALUE, signedValues, valueTableFunction } from "./alias.ts";

/** Frames of a vector of random words, and vectors of such words in a vector of bytes. */
const [FRAMES, BYTE_VECTORS] = [4, 4];
const VECTOR = 16;

/** Conversion of random words and bits to channel words. */
export interface ChannelValues {
  /** Name of the code's parameters other than the number format. */
  readonly name: string;
  /**
   * A symbol's word for the frames of a strip.
   * @param table address from `fit`.
   * @param random vectors of four random words.
   * @param sent bits of the frames, the first in bit 0.
   */
  word(f: FunctionBuilder, table: I32, random: readonly V128[], sent: I32): V128;
  /** Updates the table in memory for a run's channel. @returns the table's address. */
  fit(parameters: RunParameters): number;
}

/** Looks numbers up if the number format has few, and computes them otherwise. */
export function channelValues(dispatch: SimdDispatch, lanes: SimdLanes): ChannelValues {
  const isFew = lanes.channelMaximum(dispatch.constants) <= LARGEST_VALUE;
  return isFew ? lookedUp(dispatch, lanes) : computed(dispatch, lanes);
}

/** Numbers of bytes for all outcomes of the noise. The numbers for a sent 1 are the negatives of those for a 0. */
function lookedUp({ constants, buffers, memory }: SimdDispatch, lanes: SimdLanes): ChannelValues {
  const { values } = memory.functions("channel/values", () => [valueTableFunction()]);
  const numbers = memory.words(ALIAS_CELLS);
  const table = memory.words(ALIAS_CELLS);
  let fitted = [0, 0];
  return {
    name: "values",
    word(f, address, random, sent) {
      const drawn = random.map((each) => aliasValue(f, address, each));
      while (drawn.length < BYTE_VECTORS) drawn.push(f.vector(words(0)));
      const halves = [0, 2].map((i) => binary("i16x8.narrow_i32x4_s", drawn[i], drawn[i + 1]));
      const value = signedValues(binary("i8x16.narrow_i16x8_s", halves[0], halves[1]));
      const isOne = f.vector(lanes.spread(sent));
      return binary("i8x16.sub", binary("v128.xor", value, isOne), isOne);
    },
    fit({ amplitude, llrScale }) {
      if (fitted[0] !== amplitude || fitted[1] !== llrScale) {
        for (let cell = 0; cell < ALIAS_CELLS; cell++) {
          const llr = Math.fround((amplitude + cell - NOISE_ORIGIN) * llrScale);
          numbers[cell] = steps(llr, constants);
        }
        fitted = [amplitude, llrScale];
      }
      // The noise may have changed.
      values(buffers[0].byteOffset, numbers.byteOffset, table.byteOffset);
      return table.byteOffset;
    },
  };
}

/** An LLR in steps, rounded to the nearest with ties away from zero, as in wgsl/binary/formats/int8.wgsl below LLR_BOUND. */
function steps(llr: number, { STEPS_PER_LLR_BITS, CLIP }: KernelConstants): number {
  const stepsPerLlr = new Float32Array(Uint32Array.of(STEPS_PER_LLR_BITS).buffer)[0];
  const magnitude = Math.min(Math.floor(Math.fround(Math.fround(Math.abs(llr) * stepsPerLlr) + 0.5)), CLIP);
  return llr < 0 ? -magnitude : magnitude;
}

/** Computes amplitude plus noise in f32, times the LLR of a grid step. */
function computed({ constants, buffers, memory }: SimdDispatch, lanes: SimdLanes): ChannelValues {
  // The address of the alias table, amplitude and LLR per grid step, each in all lanes.
  const run = memory.words((3 * VECTOR) / 4);
  const numbers = new Float32Array(run.buffer, run.byteOffset, run.length);
  return {
    name: "computed",
    word(f, address, random, sent) {
      const table = f.integer(loadWord(address));
      const llrs = Array.from({ length: lanes.interleave }, (_, g) => {
        if (g >= random.length) return words(0);
        const outcome = aliasOutcome(f, table, random[g]);
        const output = binary("i32x4.add", outcome, load(address, VECTOR));
        const isOne = f.vector(spreadWords(g === 0 ? sent : i32op("shr_u", sent, i32(FRAMES * g))));
        const signed = binary("i32x4.sub", binary("v128.xor", output, isOne), isOne);
        return binary("f32x4.mul", unary("f32x4.convert_i32x4_s", signed), load(address, 2 * VECTOR));
      });
      return lanes.channel(f, llrs, constants);
    },
    fit({ amplitude, llrScale }) {
      run.fill(buffers[0].byteOffset, 0, 4);
      run.fill(amplitude - NOISE_ORIGIN, 4, 8);
      numbers.fill(llrScale, 8, 12);
      return run.byteOffset;
    },
  };
}
