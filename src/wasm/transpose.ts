import type { V128 } from "./code.ts";
import type { FunctionBuilder, Local } from "./function.ts";
import { shuffle } from "./simd.ts";

/** Words of two vectors: their first two words alternating, their last two, the first halves and the second halves. */
const FIRST_WORDS = [0, 4, 1, 5];
const LAST_WORDS = [2, 6, 3, 7];
const FIRST_HALVES = [0, 1, 4, 5];
const SECOND_HALVES = [2, 3, 6, 7];
const bytesOf = (words: readonly number[]) => words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte));

/** Four vectors of four words: vector i gets word i of each, in their order. */
export function transposed(f: FunctionBuilder, vectors: readonly V128[]): readonly Local<"v128">[] {
  const [w, x, y, z] = vectors.map((vector) => f.vector(vector));
  return [FIRST_WORDS, LAST_WORDS].flatMap((words) => {
    const left = f.vector(shuffle(w, x, bytesOf(words)));
    const right = f.vector(shuffle(y, z, bytesOf(words)));
    return [FIRST_HALVES, SECOND_HALVES].map((half) => f.vector(shuffle(left, right, bytesOf(half))));
  });
}
