import { STREAM_NOISE } from "../../../src/channel/random/streams.ts";
import type { RunParameters, SimdDispatch, SimdKernel } from "../../../src/gpu/kernel.ts";
import { frameWords } from "../../../src/gpu/workgroup.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import { binary, byWidth, splat, store, WIDTHS, type Width, wordLanes, words } from "../../../src/wasm/simd.ts";
import { type SimdLanes, simdLanesOf } from "../../binary/formats/simd/lanes.ts";
import { stripsOf } from "../../common/active-frames/simd/words.ts";
import { LLR_BOUND } from "../../common/bound.ts";
import { BIT_FRAMES } from "../../common/lane-signs.ts";
import { simdRandomOf } from "../../common/random/random.ts";
import { POSITION_BYTES, type SimdRandom } from "../../common/random/simd/random.ts";
import { PUNCTURED, SENT, SHORTENED } from "../bit-llr.ts";
import { type ChannelValues, channelValues } from "./channel-values.ts";

/** Symbols of a random number, and frames of a vector of random words. */
const [ITEM_SYMBOLS, FRAMES] = [4, 4];
/** Random numbers that are drawn together, with alternating rounds. */
const STATES = 2;
/** Largest magnitude of a channel output in grid steps for all supported amplitudes. */
const OUTPUT_MAXIMUM = 2 ** 14;

const PARAMETERS = [
  ...["items", "positions", "rows", "keys", "values", "codeword"],
  ...["firstBit", "channel", "posteriors", "frameLow", "frameHigh"],
] as const;

/**
 * Frame-interleaved channel words from random words of four frames at a time. Compiled WGSL samples the last symbols of an incomplete item.
 */
export const simdSampleLanes: SimdKernel = (dispatch) => {
  const { constants, variant, buffers, memory, rest } = dispatch;
  const lanes = simdLanesOf(variant);
  if (lanes === undefined || constants.FRAME_INTERLEAVED !== 1 || constants.LOOKED_UP === 1) return undefined;
  const { interleave } = lanes;
  const [, codeword, symbolUse, channel, posteriors] = buffers as Uint32Array[];
  const { N } = constants;
  const items = Math.floor(N / ITEM_SYMBOLS);
  const sample = sampler(dispatch, lanes, channelValues(dispatch, lanes), items);
  const setKnown = knownWords(dispatch, lanes);
  const table = memory.words(N);
  let fitted = 0;
  return (call) => {
    const { frames, firstFrame, amplitude, llrScale } = call.parameters;
    const [low, high] = frameWords(call.parameters, 0);
    const rowBytes = 4 * Math.ceil(frames / interleave);
    const isRare = low + frames > 2 ** 32 || (OUTPUT_MAXIMUM + amplitude) * llrScale >= LLR_BOUND;
    if (isRare || firstFrame < 0) return rest(call);
    if (fitted !== rowBytes) for (let n = 0; n < N; n++) table[n] = (symbolUse[n] >>> 3) * rowBytes;
    fitted = rowBytes;
    const each = sample(call.parameters);
    for (const { at, width } of stripsOf(rowBytes / 4)) {
      const first = (at / 4) * interleave;
      each(width, {
        rows: table.byteOffset,
        codeword: codeword.byteOffset + 4 * N * Math.floor(first / BIT_FRAMES),
        strip: [first % BIT_FRAMES, channel.byteOffset + at, posteriors.byteOffset + at, low + first, high],
      });
    }
    if (items * ITEM_SYMBOLS < N) {
      rest({ ...call, constants: { ...constants, ITEMS: 1 }, range: { ...call.range, from: items, to: items + 1 } });
    }
    setKnown(frames);
  };
};

/** State at the start of a strip: addresses for the first item, and values common to all items. */
interface SampledStrip {
  readonly rows: number;
  readonly codeword: number;
  readonly strip: readonly number[];
}

/** A function that samples all whole items of a strip for the parameters of a run. */
function sampler({ constants, variant, memory }: SimdDispatch, lanes: SimdLanes, values: ChannelValues, items: number) {
  const { COPY, STEPS_PER_LLR_BITS, CLIP } = constants;
  const random = simdRandomOf(variant);
  const key = `channel/sample-lanes ${random.name} ${variant.parts.lanes.name} ${values.name} ${COPY} ${STEPS_PER_LLR_BITS} ${CLIP}`;
  const shapes = WIDTHS.flatMap((width) =>
    [...new Set([1, itemsAtOnce(width, lanes)])].map((at) => [width, at] as const),
  );
  const functions = memory.functions(key, () =>
    shapes.map(([width, together]) => sampleFunction({ width, together, lanes, values, random, copy: COPY === 1 })),
  );
  const sample = byWidth((width) => functions[nameOf(width, itemsAtOnce(width, lanes))]);
  const sampleOne = byWidth((width) => functions[nameOf(width, 1)]);
  const keys = memory.words(random.keyBytes / 4);
  const positions = memory.words(Math.max(1, (items * POSITION_BYTES) / 4));
  let known: readonly number[] = [];
  return (parameters: RunParameters) => {
    const [, high] = frameWords(parameters, 0);
    const now = [...parameters.key, high];
    if (now.some((word, i) => word !== known[i])) {
      random.writeKeys(keys, 0, parameters.key);
      random.writePositions(positions, items, high, STREAM_NOISE, parameters.key);
      known = now;
    }
    const table = values.fit(parameters);
    return (width: Width, { rows, codeword, strip }: SampledStrip) => {
      const together = itemsAtOnce(width, lanes);
      const paired = items - (items % together);
      const from = (first: number) =>
        [
          ...[positions.byteOffset + POSITION_BYTES * first, rows + 4 * ITEM_SYMBOLS * first, keys.byteOffset, table],
          ...[codeword + 4 * ITEM_SYMBOLS * first, ...strip],
        ] as const;
      if (paired > 0) sample[width](paired, ...from(0));
      if (paired < items) sampleOne[width](items - paired, ...from(paired));
    };
  };
}

/** Writes words without a received value: unsent symbols, and lanes without a frame. */
function knownWords(
  { constants, buffers }: SimdDispatch,
  { interleave, certain, view }: SimdLanes,
): (frames: number) => void {
  const [, , symbolUse, channel, posteriors] = buffers as Uint32Array[];
  const { COPY } = constants;
  const written = (COPY === 1 ? [channel, posteriors] : [channel]).map((buffer) => view(buffer));
  const unsent = symbolUse.filter((use) => (use & 3) !== SENT);
  return (frames) => {
    const lastLanes = Math.ceil(frames / interleave) * interleave;
    for (const lanes of written) {
      for (const use of unsent) {
        const row = (use >>> 3) * lastLanes;
        if ((use & 3) === PUNCTURED) lanes.fill(0, row, row + frames);
        if ((use & 3) === SHORTENED) lanes.fill(certain, row, row + frames);
      }
      if (frames === lastLanes) continue;
      for (let end = lastLanes; end <= constants.N * lastLanes; end += lastLanes) {
        for (let lane = end - lastLanes + frames; lane < end; lane++) lanes[lane] = certain;
      }
    }
  };
}

/** Number of vectors of random words for a symbol of a strip. */
function groupsOf(width: Width, { interleave }: SimdLanes): number {
  return Math.max(1, ((width / 4) * interleave) / FRAMES);
}

/** Number of items whose random words are drawn together. */
function itemsAtOnce(width: Width, lanes: SimdLanes): number {
  return Math.max(1, STATES / groupsOf(width, lanes));
}

function nameOf(width: Width, together: number): string {
  return `sample_${width}_${together}`;
}

/** Parameters of a sampling function. */
interface SampleShape {
  readonly width: Width;
  /** Items sampled together. The number of items is a multiple of it. */
  readonly together: number;
  readonly lanes: SimdLanes;
  readonly values: ChannelValues;
  readonly random: SimdRandom;
  readonly copy: boolean;
}

/** Samples whole items for a strip of words. */
function sampleFunction({ width, together, lanes, values, random, copy }: SampleShape): FunctionBuilder {
  const f = new FunctionBuilder(nameOf(width, together), PARAMETERS.length);
  const parameters = PARAMETERS.map((_, i) => f.parameter(i));
  const [items, positions, rows, keys, table, codeword, firstBit, channel, posteriors, frameLow, frameHigh] =
    parameters;
  const frame = f.vector(
    binary(
      "i32x4.add",
      splat("i32x4.splat", frameLow),
      wordLanes((lane) => lane),
    ),
  );
  const high = splat("i32x4.splat", frameHigh);
  const frames = Array.from({ length: groupsOf(width, lanes) }, (_, g) =>
    random.frames(f, keys, binary("i32x4.add", frame, words(FRAMES * g)), high, STREAM_NOISE),
  );
  const row = f.local("i32");
  f.repeatWhile(() => {
    const states = Array.from({ length: together }, (_, item) =>
      frames.map((part) => random.state(f, part, positions, item * POSITION_BYTES)),
    );
    const all = states.flat();
    for (let s = 0; s < all.length; s += STATES) random.laterWords(f, keys, all.slice(s, s + STATES));
    for (let symbol = 0; symbol < together * ITEM_SYMBOLS; symbol++) {
      const drawn = states[Math.floor(symbol / ITEM_SYMBOLS)].map((state) => state[symbol % ITEM_SYMBOLS]);
      const sent = f.integer(i32op("shr_u", loadWord(codeword, 4 * symbol), firstBit));
      const word = f.vector(values.word(f, table, drawn, sent));
      f.set(row, loadWord(rows, 4 * symbol));
      f.do(store(add(channel, row), word, 0, width));
      if (copy) f.do(store(add(posteriors, row), word, 0, width));
    }
    f.advance(positions, together * POSITION_BYTES);
    f.advance(rows, together * 4 * ITEM_SYMBOLS);
    f.advance(codeword, together * 4 * ITEM_SYMBOLS);
    f.set(items, i32op("sub", items, i32(together)));
    return items;
  });
  return f;
}
