import type { Node, Strips } from "../graph/node.ts";
import type { Code, I32, V128 } from "../wasm/code.ts";
import type { Local } from "../wasm/function.ts";
import { add, i32, i32op, loadWord, trailingZeros } from "../wasm/i32.ts";
import { binary, load, mask, shuffle, splat, wordLanes } from "../wasm/simd.ts";
import type { CodeWriter } from "./code-writer.ts";

/** Binary logarithm of the bytes of a pair in the list of active words: a word and its done mask. A v128 holds two pairs. */
const PAIR_SHIFT = i32(3);
/** Immediates of i8x16.shuffle that select the words and the done masks from two vectors of pairs. */
const WORDS = bytesOf([0, 2, 4, 6]);
const DONE = bytesOf([1, 3, 5, 7]);
const LANES = wordLanes((lane) => lane);

export const lanesBelow = (count: I32): V128 => binary("i32x4.lt_u", LANES, splat("i32x4.splat", count));

/**
 * Local variables for the pairs of a vector, and tests of the pairs.
 * @param rest number of the invocations from the vector's first one on.
 */
function pairsOf(emitter: CodeWriter, rest: I32) {
  const [pairs, strip] = ["pairs", "strip"].map((name) => emitter.temporary(name, "i32"));
  const [words, done] = ["words", "done"].map((name) => emitter.temporary(name, "v128"));
  const expected = binary("i32x4.add", splat("i32x4.splat", strip), LANES);
  const differs = binary("v128.xor", words, expected);
  const isNone = (bits: V128) => i32op("eq", mask("v128.any_true", bits), i32(0));
  const isFull = i32op("lt_u", i32(3), rest);
  /** Whether the four invocations are one strip, and whether they are one without a done lane. */
  const isStrip = i32op("and", isFull, isNone(differs));
  const isWhole = i32op("and", isFull, isNone(binary("v128.or", differs, done)));
  return { pairs, strip, words, done, expected, isStrip, isWhole };
}

/** Reads the pairs of the four invocations from `first` on. */
function readPairs(
  { code }: CodeWriter,
  { pairs, strip, words, done }: ReturnType<typeof pairsOf>,
  list: I32,
  first: I32,
): void {
  code.set(pairs, add(list, i32op("shl", first, PAIR_SHIFT)));
  code.set(words, shuffle(load(pairs), load(pairs, 16), WORDS));
  code.set(done, shuffle(load(pairs), load(pairs, 16), DONE));
  code.set(strip, loadWord(pairs));
}

/** The number of leading invocations in vectors that are each one strip without a done lane. */
export function wholeStrips(emitter: CodeWriter, { args: [list, end] }: Node): Code {
  const { code } = emitter;
  const [count, isWhole] = ["whole strips", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const rest = i32op("sub", emitter.integer(end), count);
  const vector = pairsOf(emitter, rest);
  code.set(count, i32(0));
  code.repeatWhile(() => {
    code.set(isWhole, i32(0));
    code.if(rest, () => {
      readPairs(emitter, vector, emitter.integer(list), count);
      code.set(isWhole, vector.isWhole);
    });
    code.advance(count, i32op("shl", isWhole, i32(2)));
    return isWhole;
  });
  return count.code;
}

/**
 * Emits a body once for each strip of a vector. The list of active words of frames has a pair for each invocation
 * (wgsl/common/active-frames/words): a word and its done mask, which marks the word's lanes without an active frame. A strip is the set of a
 * vector's lanes with consecutive words. The variable `strip` plus l is the word of lane l, and `done` has the done masks of the words.
 * @param rest number of the invocations from the vector's first one on.
 * @param body emits the body, given the mask of the strip's lanes.
 * @param forms emits the body for four invocations that are one strip, without a mask: `someDone` for any strip, and `allActive` for a strip
 * without a done lane, where `done` has no value.
 */
export function emitStrips(
  emitter: CodeWriter,
  { list, whole }: Strips,
  rest: I32,
  body: (lanes: Local<"v128">) => void,
  forms?: { readonly someDone: () => void; readonly allActive: () => void },
): void {
  const { code } = emitter;
  const vector = pairsOf(emitter, rest);
  const { pairs, strip, words, expected } = vector;
  const [first, isWhole] = ["first lane", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const [waiting, tail] = ["waiting", "tail"].map((name) => emitter.temporary(name, "v128"));
  const counter = emitter.counter!;
  const address = emitter.integer(list);
  const byStrips = () => {
    code.set(waiting, lanesBelow(rest));
    code.repeatWhile(() => {
      code.set(first, trailingZeros(mask("i32x4.bitmask", waiting)));
      code.set(strip, i32op("sub", loadWord(add(pairs, i32op("shl", first, PAIR_SHIFT))), first));
      code.set(tail, binary("v128.and", binary("i32x4.eq", words, expected), waiting));
      code.set(waiting, binary("v128.andnot", waiting, tail));
      body(tail);
      return mask("v128.any_true", waiting);
    });
  };
  if (forms === undefined) {
    readPairs(emitter, vector, address, counter);
    byStrips();
    return;
  }
  code.set(isWhole, i32(1));
  code.if(
    i32op("lt_u", counter, emitter.integer(whole)),
    () => code.set(strip, loadWord(add(address, i32op("shl", counter, PAIR_SHIFT)))),
    () => {
      readPairs(emitter, vector, address, counter);
      code.set(isWhole, vector.isWhole);
    },
  );
  code.if(isWhole, forms.allActive, () => code.if(vector.isStrip, forms.someDone, byStrips));
}

/** Bytes of four words of two vectors. */
function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte));
}
