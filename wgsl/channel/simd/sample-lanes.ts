import { NOISE_ORIGIN } from "../../../src/channel/discrete-channel.ts";
import { STREAM_NOISE } from "../../../src/channel/philox.ts";
import type { TwinCall } from "../../../src/gpu/kernel.ts";
import type { SimdDispatch, SimdKernel } from "../../../src/gpu/simd.ts";
import { frameWords } from "../../../src/gpu/workgroup.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import {
  binary,
  byWidth,
  constant,
  load,
  splat,
  store,
  unary,
  WIDTHS,
  type Width,
  words,
} from "../../../src/wasm/simd.ts";
import { lanesOf } from "../../binary/formats/lanes.ts";
import { type SimdLanes, simdLanesOf, spreadWords } from "../../binary/formats/simd/lanes.ts";
import { stripsOf } from "../../common/active-frames/simd/words.ts";
import { LLR_BOUND } from "../../common/bound.ts";
import { BIT_FRAMES } from "../../common/lane-signs.ts";
import { KEY_BYTES, type PhiloxState, simdPhilox, writeKeys } from "../../common/simd/philox.ts";
import { PUNCTURED, SHORTENED } from "../bit-llr.ts";
import { aliasOutcome } from "./alias.ts";

/** Symbols of a Philox number, and frames of a vector of random words. */
const [ITEM_SYMBOLS, FRAMES] = [4, 4];
/** Largest magnitude of a channel's output in grid steps, whatever its amplitude below that. */
const OUTPUT_MAXIMUM = 2 ** 14;
/** Bytes of what a run says beside the keys: amplitude and LLR per grid step, four times each. */
const RUN_BYTES = 32;

const PARAMETERS = [
  ...["items", "rows", "run", "noise", "codeword", "firstBit"],
  ...["channel", "posteriors", "frameLow", "frameHigh"],
] as const;

/** Frame-interleaved channel words: random words of four frames at a time; the twin for the last symbols where they are no whole item. */
export function simdSampleLanes(twin: (call: TwinCall) => void): SimdKernel {
  return (dispatch) => {
    const { constants, variant, buffers, memory } = dispatch;
    const lanes = simdLanesOf(variant);
    if (lanes === undefined || constants.FRAME_INTERLEAVED !== 1) return undefined;
    const { interleave } = lanes;
    const [noise, codeword, symbolUse, channel, posteriors] = buffers as Uint32Array[];
    const { N, COPY } = constants;
    const items = Math.floor(N / ITEM_SYMBOLS);
    const { STEPS_PER_LLR_BITS, CLIP } = constants;
    const functions = memory.functions(`channel/sample-lanes ${interleave} ${COPY} ${STEPS_PER_LLR_BITS} ${CLIP}`, () =>
      WIDTHS.map((width) => sampleFunction(width, lanes, dispatch)),
    );
    const sample = byWidth((width) => functions[`sample_${width}`]);
    const run = memory.words((KEY_BYTES + RUN_BYTES) / 4);
    const numbers = new Float32Array(run.buffer, run.byteOffset, run.length);
    const table = memory.words(N);
    let fitted = 0;
    return (call) => {
      const { frames, firstFrame, amplitude, llrScale, key } = call.parameters;
      const [low, high] = frameWords(call.parameters, 0);
      const rowBytes = 4 * Math.ceil(frames / interleave);
      const isRare = low + frames > 2 ** 32 || (OUTPUT_MAXIMUM + amplitude) * llrScale >= LLR_BOUND;
      if (isRare || firstFrame < 0) return twin(call);
      if (fitted !== rowBytes) for (let n = 0; n < N; n++) table[n] = (symbolUse[n] >>> 3) * rowBytes;
      fitted = rowBytes;
      writeKeys(run, 0, key);
      run.fill(amplitude - NOISE_ORIGIN, KEY_BYTES / 4, KEY_BYTES / 4 + 4);
      numbers.fill(llrScale, KEY_BYTES / 4 + 4);
      for (const { at, width } of stripsOf(rowBytes / 4)) {
        const first = (at / 4) * interleave;
        sample[width](
          ...[items, table.byteOffset, run.byteOffset, noise.byteOffset],
          codeword.byteOffset + 4 * N * Math.floor(first / BIT_FRAMES),
          ...[first % BIT_FRAMES, channel.byteOffset + at, posteriors.byteOffset + at, low + first, high],
        );
      }
      if (items * ITEM_SYMBOLS < N) {
        twin({ ...call, constants: { ...constants, ITEMS: 1 }, range: { ...call.range, from: items, to: items + 1 } });
      }
      setKnown(dispatch, frames);
    };
  };
}

/** Writes what is not received: symbols that are not sent, and lanes without a frame. */
function setKnown({ constants, variant, buffers }: SimdDispatch, frames: number): void {
  const [, , symbolUse, channel, posteriors] = buffers as Uint32Array[];
  const { N, COPY } = constants;
  const format = lanesOf(variant);
  const words = Math.ceil(frames / format.interleave);
  const certain = format.encode(format.channel(LLR_BOUND, constants));
  const unknown = format.encode(format.channel(0, constants));
  for (const buffer of COPY === 1 ? [channel, posteriors] : [channel]) {
    const lanes = format.view(buffer);
    const lastLanes = words * format.interleave;
    for (let n = 0; n < N; n++) {
      const state = symbolUse[n] & 3;
      const row = (symbolUse[n] >>> 3) * lastLanes;
      if (state === PUNCTURED) lanes.fill(unknown, row, row + frames);
      lanes.fill(certain, row + (state === SHORTENED ? 0 : frames), row + lastLanes);
    }
  }
}

/** Samples all whole items for a strip of words. */
function sampleFunction(width: Width, lanes: SimdLanes, { constants }: SimdDispatch): FunctionBuilder {
  const f = new FunctionBuilder(`sample_${width}`, PARAMETERS.length);
  const [items, rows, run, noise, codeword, firstBit, channel, posteriors, frameLow, frameHigh] = PARAMETERS.map(
    (_, i) => f.parameter(i),
  );
  const item = f.integer(i32(0));
  const groups = Math.max(1, ((width / 4) * lanes.interleave) / FRAMES);
  const frame = f.vector(binary("i32x4.add", splat("i32x4.splat", frameLow), constant(lanesUp())));
  f.count(item, items, 1, () => {
    const states = Array.from(
      { length: groups },
      (_, g): PhiloxState => [
        f.vector(binary("i32x4.add", frame, words(FRAMES * g))),
        f.vector(splat("i32x4.splat", frameHigh)),
        f.vector(splat("i32x4.splat", item)),
        f.vector(words(STREAM_NOISE)),
      ],
    );
    for (let g = 0; g < groups; g += 2) simdPhilox(f, run, states.slice(g, g + 2));
    for (let s = 0; s < ITEM_SYMBOLS; s++) {
      const sent = f.integer(i32op("shr_u", loadWord(codeword, 4 * s), firstBit));
      const llrs = Array.from({ length: lanes.interleave }, (_, g) => {
        if (g >= groups) return words(0);
        const outcome = aliasOutcome(f, noise, states[g][s]);
        const output = binary("i32x4.add", outcome, load(run, KEY_BYTES));
        const isOne = f.vector(spreadWords(g === 0 ? sent : i32op("shr_u", sent, i32(FRAMES * g))));
        const signed = binary("i32x4.sub", binary("v128.xor", output, isOne), isOne);
        return binary("f32x4.mul", unary("f32x4.convert_i32x4_s", signed), load(run, KEY_BYTES + 16));
      });
      const row = f.integer(loadWord(rows, 4 * s));
      const words16 = f.vector(lanes.channel(f, llrs, constants));
      f.do(store(add(channel, row), words16, 0, width));
      if (constants.COPY === 1) f.do(store(add(posteriors, row), words16, 0, width));
    }
    f.advance(rows, 4 * ITEM_SYMBOLS);
    f.advance(codeword, 4 * ITEM_SYMBOLS);
  });
  return f;
}

/** 0, 1, 2, 3. */
function lanesUp(): Uint8Array {
  return new Uint8Array(Uint32Array.of(0, 1, 2, 3).buffer);
}
