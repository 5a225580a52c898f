import type { Local, Node, Statement } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

/**
 * The list of active words of frames has a pair for each invocation (wgsl/common/active-frames/words): a word and its done mask, which marks
 * the word's lanes without an active frame. A strip is the set of a vector's lanes with consecutive words. The body of a piece runs once for
 * each strip.
 */

/** Binary logarithm of the bytes of a pair in the list of active words: a word and its done mask. A v128 holds two pairs. */
const PAIR_SHIFT = 3;
const VECTOR = 16;
/** Immediates of i8x16.shuffle that select the words and the done masks from two vectors of pairs. */
const WORDS = shuffle([0, 2, 4, 6]);
const DONE = shuffle([1, 3, 5, 7]);
const [LOOP, IF, END] = [0x03, 0x04, 0x0b];
const VOID = 0x40;

/** Local variables of the current strip: `strip` + l is the word of lane l, and `done` has the done masks of the words. */
export function stripLocals(emitter: CodeWriter): { readonly strip: Local; readonly done: Local } {
  return { strip: emitter.temporary("strip", "i32"), done: emitter.temporary("done", "v128") };
}

/** Emits the loop of a piece over its strips. A mask selects the strip's lanes. */
export function emitStrips(
  emitter: CodeWriter,
  { body, counter, end }: Extract<Statement, { kind: "lanes" }>,
  list: Node,
): void {
  const isBelow = () => {
    emitter.get(counter);
    emitter.value(end);
    emitter.byte(0x49);
  };
  isBelow();
  emitter.byte(IF, VOID, LOOP, VOID);
  stripsOfVector(emitter, list, counter, end, (lanes) => {
    emitter.tail = lanes;
    emitter.block(body);
    emitter.tail = undefined;
  });
  advance(emitter, counter);
  isBelow();
  emitter.byte(0x0d, 0, END, END);
}

/** Emits a loop over the strips of a vector's four invocations. @param body emits the loop's body, given the mask of the strip's lanes. */
function stripsOfVector(
  emitter: CodeWriter,
  list: Node,
  counter: Local,
  end: Node,
  body: (lanes: Local) => void,
): void {
  const { strip, done } = stripLocals(emitter);
  const pairs = emitter.temporary("pairs", "i32");
  const words = emitter.temporary("words", "v128");
  const waiting = emitter.temporary("waiting", "v128");
  const tail = emitter.temporary("tail", "v128");
  const first = emitter.temporary("first lane", "i32");
  pushPairs(emitter, list, counter);
  emitter.set(pairs);
  for (const [lanes, local] of [
    [WORDS, words],
    [DONE, done],
  ] as const) {
    for (const offset of [0, VECTOR]) {
      emitter.get(pairs);
      emitter.load("v128", offset);
    }
    emitter.vector(0x0d, ...lanes);
    emitter.set(local);
  }
  emitter.words([0, 1, 2, 3]);
  emitter.value(end);
  emitter.get(counter);
  emitter.byte(0x6b);
  emitter.vector(0x11);
  emitter.vector(0x3a);
  emitter.set(waiting);
  emitter.byte(LOOP, VOID);
  emitter.get(pairs);
  emitter.get(waiting);
  emitter.vector(0xa4); // i32x4.bitmask
  emitter.byte(0x68);
  emitter.tee(first);
  emitter.i32(PAIR_SHIFT);
  emitter.byte(0x74, 0x6a);
  emitter.load("i32", 0);
  emitter.get(first);
  emitter.byte(0x6b);
  emitter.set(strip);
  emitter.get(words);
  emitter.get(strip);
  emitter.vector(0x11);
  emitter.words([0, 1, 2, 3]);
  emitter.vector(0xae);
  emitter.vector(0x37);
  emitter.get(waiting);
  emitter.vector(0x4e);
  emitter.set(tail);
  emitter.get(waiting);
  emitter.get(tail);
  emitter.vector(0x4f);
  emitter.set(waiting);
  body(tail);
  emitter.get(waiting);
  emitter.vector(0x53);
  emitter.byte(0x0d, 0, END);
}

/** Pushes the address of the pair of a vector's first invocation. */
function pushPairs(emitter: CodeWriter, list: Node, counter: Local): void {
  emitter.value(list);
  emitter.get(counter);
  emitter.i32(PAIR_SHIFT);
  emitter.byte(0x74, 0x6a);
}

function advance(emitter: CodeWriter, counter: Local): void {
  emitter.get(counter);
  emitter.i32(4);
  emitter.byte(0x6a);
  emitter.set(counter);
}

/** Immediates of i8x16.shuffle that select four words from two vectors. */
function shuffle(words: readonly number[]): number[] {
  return words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte));
}
