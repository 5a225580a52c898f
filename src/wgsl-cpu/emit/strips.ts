import type { Code, I32, V128 } from "../../wasm/code.ts";
import type { Local } from "../../wasm/function.ts";
import { add, i32, i32op, loadWord, trailingZeros } from "../../wasm/i32.ts";
import { binary, load, mask, shuffle, splat, wordLanes } from "../../wasm/simd.ts";
import type { Node, Strips } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

/** Binary logarithm of the bytes of a pair in the list of active words: a word and its done mask. A v128 holds two pairs. */
const PAIR_SHIFT = i32(3);
/** Immediates of i8x16.shuffle that select the words and the done masks from two vectors of pairs. */
const WORDS = bytesOf([0, 2, 4, 6]);
const DONE = bytesOf([1, 3, 5, 7]);
const LANES = wordLanes((lane) => lane);

/** Mask of the lanes below a number. */
export const lanesBelow = (count: I32): V128 => binary("i32x4.lt_u", LANES, splat("i32x4.splat", count));

/** Local variables for the pairs of a vector. */
function pairsOf(emitter: CodeWriter) {
  const [pairs, strip] = ["pairs", "strip"].map((name) => emitter.temporary(name, "i32"));
  const [words, done] = ["words", "done"].map((name) => emitter.temporary(name, "v128"));
  return { pairs, strip, words, done, expected: binary("i32x4.add", splat("i32x4.splat", strip), LANES) };
}

/**
 * Reads the pairs of the four invocations from `first` on.
 * @param rest number of the invocations from `first` on.
 * @returns whether the invocations are one strip without a done lane.
 */
function readPairs(emitter: CodeWriter, list: Node, first: I32, rest: I32): I32 {
  const { pairs, strip, words, done, expected } = pairsOf(emitter);
  const { code } = emitter;
  code.set(pairs, add(emitter.integer(list), i32op("shl", first, PAIR_SHIFT)));
  code.set(words, shuffle(load(pairs), load(pairs, 16), WORDS));
  code.set(done, shuffle(load(pairs), load(pairs, 16), DONE));
  code.set(strip, loadWord(pairs));
  const differs = mask("v128.any_true", binary("v128.or", binary("v128.xor", words, expected), done));
  return i32op("and", i32op("lt_u", i32(3), rest), i32op("eq", differs, i32(0)));
}

/** The number of leading invocations in vectors that are each one strip without a done lane. */
export function wholeStrips(emitter: CodeWriter, { args: [list, end] }: Node): Code {
  const { code } = emitter;
  const [count, isWhole] = ["whole strips", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const rest = i32op("sub", emitter.integer(end), count);
  code.set(count, i32(0));
  code.repeatWhile(() => {
    code.set(isWhole, i32(0));
    code.if(rest, () => code.set(isWhole, readPairs(emitter, list, count, rest)));
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
 * @param allActive emits the body for four invocations that are one strip without a done lane, where `done` has no value.
 */
export function emitStrips(
  emitter: CodeWriter,
  { list, whole }: Strips,
  rest: I32,
  body: (lanes: Local<"v128">) => void,
  allActive?: () => void,
): void {
  const { code } = emitter;
  const { pairs, strip, words, expected } = pairsOf(emitter);
  const [first, isWhole] = ["first lane", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const [waiting, tail] = ["waiting", "tail"].map((name) => emitter.temporary(name, "v128"));
  const counter = emitter.counter!;
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
  if (allActive === undefined) {
    code.do([readPairs(emitter, list, counter, rest).code, 0x1a]);
    byStrips();
    return;
  }
  code.set(isWhole, i32(1));
  code.if(
    i32op("lt_u", counter, emitter.integer(whole)),
    () => code.set(strip, loadWord(add(emitter.integer(list), i32op("shl", counter, PAIR_SHIFT)))),
    () => code.set(isWhole, readPairs(emitter, list, counter, rest)),
  );
  code.if(isWhole, allActive, byStrips);
}

/** Bytes of four words of two vectors. */
function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte));
}
