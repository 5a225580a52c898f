import { STREAM_INFORMATION } from "../../../src/channel/random/streams.ts";
import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { frameWords } from "../../../src/gpu/workgroup.ts";
import type { V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul, storeWord } from "../../../src/wasm/i32.ts";
import { binary, mask, shuffle, splat, wordLanes, words } from "../../../src/wasm/simd.ts";
import { BIT_FRAMES } from "../../common/lane-signs.ts";
import { simdRandomOf } from "../../common/random/random.ts";
import type { RandomState, SimdRandom } from "../../common/random/simd/random.ts";

/** Bits of a random number, frames of a vector of random words, and frames of a vector of bytes. */
const [BLOCK, FRAMES, HALF] = [128, 4, 16];

/** Bytes of two vectors of four words each: first byte number `first` of all words, then the next byte. */
const bytesFrom = (first: number) =>
  [first, first + 1].flatMap((byte) => Array.from({ length: 8 }, (_, word) => 4 * word + byte));
const FIRST_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const SECOND_HALVES = FIRST_HALVES.map((byte) => byte + 8);

/** Information bits of 32 frames, from random words of four frames at a time, whose bits are gathered by 16 frames. */
export const simdInformationBits: SimdKernel = ({ constants: { N, K }, variant, buffers, memory, rest }) => {
  const [position, codeword] = buffers as Uint32Array[];
  const random = simdRandomOf(variant);
  const functions = () => [drawFunction(random), placeFunction()];
  const { draw, place } = memory.functions(`source/information-bits ${random.name}`, functions);
  const blocks = Math.ceil(K / BLOCK);
  const keys = memory.words(random.keyBytes / 4);
  const bits = memory.words(BLOCK * blocks);
  return (call) => {
    const { parameters, range } = call;
    const [low, high] = frameWords(parameters, 0);
    if (low + BIT_FRAMES * range.lastSlot > 2 ** 32) return rest(call);
    random.writeKeys(keys, 0, parameters.key);
    for (let word = range.firstSlot; word < range.lastSlot; word++) {
      draw(blocks, keys.byteOffset, bits.byteOffset, low + BIT_FRAMES * word, high);
      place(K, bits.byteOffset, position.byteOffset, codeword.byteOffset + 4 * N * word);
    }
  };
};

/** The function `draw`: information bits 0, 1, 2, … in turn, each as a word with a bit of 32 frames. */
function drawFunction(random: SimdRandom): FunctionBuilder {
  const f = new FunctionBuilder("draw", 5);
  const [blocks, keys, bits, frameLow, frameHigh] = [0, 1, 2, 3, 4].map((i) => f.parameter(i));
  const block = f.integer(i32(0));
  const up = wordLanes((lane) => lane);
  const frame = f.vector(binary("i32x4.add", splat("i32x4.splat", frameLow), up));
  f.count(block, blocks, 1, () => {
    const states = Array.from(
      { length: BIT_FRAMES / FRAMES },
      (_, g): RandomState => [
        f.vector(binary("i32x4.add", frame, words(FRAMES * g))),
        f.vector(splat("i32x4.splat", frameHigh)),
        f.vector(splat("i32x4.splat", block)),
        f.vector(words(STREAM_INFORMATION)),
      ],
    );
    for (let g = 0; g < states.length; g += 2) random.words(f, keys, states.slice(g, g + 2));
    for (let j = 0; j < 4; j++) {
      const drawn = states.map((state) => state[j]);
      const halves = [drawn.slice(0, 4), drawn.slice(4)].map((half) => bytesOf(f, half));
      for (let byte = 0; byte < 4; byte++) {
        // Shifted left once for each bit below the top.
        for (let bit = 7; bit >= 0; bit--) {
          const [lower, upper] = halves.map((half) => mask("i8x16.bitmask", half[byte]));
          const word = i32op("or", lower, i32op("shl", upper, i32(HALF)));
          f.do(storeWord(bits, word, 4 * (32 * j + 8 * byte + bit)));
          if (bit > 0) for (const half of halves) f.set(half[byte], binary("i8x16.add", half[byte], half[byte]));
        }
      }
    }
    f.advance(bits, 4 * BLOCK);
  });
  return f;
}

/** The four bytes of the words of 16 frames, one vector each, from four vectors of words. */
function bytesOf(f: FunctionBuilder, [a, b, c, d]: readonly V128[]): Local<"v128">[] {
  return [0, 2].flatMap((first) => {
    const lower = f.vector(shuffle(a, b, bytesFrom(first)));
    const upper = f.vector(shuffle(c, d, bytesFrom(first)));
    return [FIRST_HALVES, SECOND_HALVES].map((half) => f.vector(shuffle(lower, upper, half)));
  });
}

/** The function `place`: writes each information bit to its position in the word. */
function placeFunction(): FunctionBuilder {
  const f = new FunctionBuilder("place", 4);
  const [count, bits, positions, codeword] = [0, 1, 2, 3].map((i) => f.parameter(i));
  f.repeatWhile(() => {
    f.do(storeWord(add(codeword, mul(loadWord(positions), 4)), loadWord(bits)));
    f.advance(bits, 4);
    f.advance(positions, 4);
    f.set(count, i32op("sub", count, i32(1)));
    return count;
  });
  return f;
}
