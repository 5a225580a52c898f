import { NOISE_ORIGIN } from "../../../src/channel/discrete-channel.ts";
import { STREAM_NOISE } from "../../../src/channel/random/streams.ts";
import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { frameWords } from "../../../src/gpu/workgroup.ts";
import type { I32 } from "../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { binary, load, splat, store, storeLane, type Width, wordLanes, words } from "../../../src/wasm/simd.ts";
import { transposed } from "../../../src/wasm/transpose.ts";
import { simdRandomOf } from "../../common/random/random.ts";
import type { RandomState, SimdRandom } from "../../common/random/simd/random.ts";
import { aliasOutcome } from "./alias.ts";

/** Words of a random number, and random numbers of a vector. Each word serves one bit. */
const LANES = 4;
/** Vectors of random numbers. One computes while the other waits. */
const STATES = 2;

const PARAMETERS = ["noise", "codeword", "received", "keys", "frameLow", "frameHigh", "offset"] as const;

/** The channel outputs of the bits of symbols, frame by frame. */
export const simdSample: SimdKernel = ({ constants: { N, P }, variant, buffers, memory }) => {
  const [noise, codeword, received] = buffers;
  const random = simdRandomOf(variant);
  const { sample } = memory.functions(`channel/sample ${random.name} ${N} ${P}`, () => [sampleFunction(N, P, random)]);
  const keys = memory.words(random.keyBytes / 4);
  return ({ parameters, range: { firstSlot, lastSlot } }) => {
    random.writeKeys(keys, 0, parameters.key);
    for (let slot = firstSlot; slot < lastSlot; slot++) {
      const [low, high] = frameWords(parameters, slot);
      sample(
        ...[noise.byteOffset, codeword.byteOffset + 4 * N * slot, received.byteOffset + 4 * N * P * slot],
        ...[keys.byteOffset, low | 0, high | 0, parameters.amplitude - NOISE_ORIGIN],
      );
    }
  };
};

/** The function `sample`: the bits of a frame. */
function sampleFunction(n: number, p: number, random: SimdRandom): FunctionBuilder {
  const f = new FunctionBuilder("sample", PARAMETERS.length);
  const [noise, codeword, received, keys, frameLow, frameHigh, offset] = PARAMETERS.map((_, i) => f.parameter(i));
  spreadBits(f, { n, p, codeword, received });
  const bits = n * p;
  const first = f.vector(wordLanes((lane) => lane));
  const bit = f.integer(i32(0));
  f.count(bit, i32(bits), LANES * LANES * STATES, () => {
    const states = Array.from(
      { length: STATES },
      (_, s): RandomState => [
        f.vector(splat("i32x4.splat", frameLow)),
        f.vector(splat("i32x4.splat", frameHigh)),
        f.vector(binary("i32x4.add", first, words(LANES * s))),
        f.vector(words(STREAM_NOISE)),
      ],
    );
    random.words(f, keys, states);
    for (const [s, state] of states.entries()) {
      for (const [i, drawn] of transposed(f, state).entries()) {
        const own = f.integer(add(bit, LANES * (LANES * s + i)));
        const at = f.integer(add(received, mul(own, 4)));
        const outcome = binary("i32x4.add", aliasOutcome(f, noise, drawn), splat("i32x4.splat", offset));
        // Ones where a 1 was sent.
        const sent = f.vector(load(at));
        const output = f.vector(binary("i32x4.sub", binary("v128.xor", outcome, sent), sent));
        f.if(
          isBelow(add(own, LANES - 1), bits),
          () => f.do(store(at, output)),
          () => {
            for (let lane = 0; lane + 1 < LANES; lane++) {
              f.if(isBelow(add(own, lane), bits), () => f.do(storeLane(add(at, 4 * lane), output, lane)));
            }
          },
        );
      }
    }
    f.set(first, binary("i32x4.add", first, words(LANES * STATES)));
  });
  return f;
}

interface Words {
  readonly n: number;
  readonly p: number;
  readonly codeword: I32;
  readonly received: I32;
}

/** Spreads the bits of a frame's symbols to words of ones or zeros in the buffer of the outputs. */
function spreadBits(f: FunctionBuilder, { n, p, codeword, received }: Words): void {
  const symbol = f.integer(codeword);
  const to = f.integer(received);
  const end = f.integer(add(codeword, 4 * n));
  f.count(symbol, end, 4, () => {
    const own = f.vector(splat("i32x4.splat", loadWord(symbol)));
    for (let b = 0; b < p; ) {
      const count = p - b >= 4 ? 4 : p - b >= 2 ? 2 : 1;
      const bitOf = wordLanes((lane) => 1 << (b + lane));
      f.do(store(to, binary("i32x4.eq", binary("v128.and", own, bitOf), bitOf), 4 * b, (4 * count) as Width));
      b += count;
    }
    f.advance(to, 4 * p);
  });
}

function isBelow(value: I32, end: number): I32 {
  return i32op("lt_u", value, i32(end));
}
