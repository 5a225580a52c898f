import { expect, it } from "vitest";
import { textNow } from "../../src/engine/cpu/shader-texts.ts";
import { assemble } from "../../src/gpu/template.ts";
import { ACTIVE, counterAt, LIST_HEAD } from "../../wgsl/common/active-frames/list.ts";
import { runCompiled } from "./run-compiled.ts";

const [WORDS, ROWS, ITERATION] = [150, 3, 1];
const ALL_DONE = 0xffffffff;

/** A kernel over active words: rows with the word last, a gathered word, a value that two loops use, and a sum. */
const TEXT = `
  #import common/run
  const INTERLEAVE: u32 = 1u;
  @group(0) @binding(1) var<storage, read> progress: array<u32>;
  @group(0) @binding(2) var<storage, read> input: array<u32>;
  @group(0) @binding(3) var<storage, read_write> output: array<u32>;
  @group(0) @binding(4) var<storage, read_write> count: array<atomic<u32>>;
  #import common/active-frames/words
  fn dear(x: u32) -> u32 {
    var y = input[x];
    for (var i = 0u; i < 8u; i++) { y = (y ^ (y << 13u)) + 0x9e3779b9u * (y ^ (y >> (i + 7u))); }
    return y;
  }
  @compute @workgroup_size(64)
  fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
    let slot = id.y * 64u + invocation;
    if (slot >= active_count()) { return; }
    let word = active_word(slot);
    let done = active_done(slot);
    let kept = dear(word);
    for (var i = 0u; i < run.chunk_offset; i++) { atomicAdd(&count[0], kept); }
    for (var row = 0u; row < run.chunk_frames; row++) {
      let at = word_index(word, row, ROWS);
      let after = input[at] + kept + input[input[word] % word_count()];
      if (done == 0xffffffffu) { continue; }
      output[at] = (output[at] & done) | (after & ~done);
    }
  }`;

/** Words without an order. */
const words = (seed: number) =>
  Uint32Array.from({ length: WORDS * ROWS }, (_, i) => Math.imul(i + seed, 0x9e3779b9) ^ (i << seed));

/** A list of active words and of their done lanes. */
type Active = readonly (readonly [word: number, done: number])[];

const all: Active = Array.from({ length: WORDS }, (_, word) => [word, 0]);
const doneOf = (word: number) => (word % 5 === 0 ? ALL_DONE : word % 7 === 0 ? 0x00ff00ff : 0);
const LISTS: readonly [string, Active][] = [
  ["all words", all],
  [
    "strips without a done lane first",
    [...all.slice(8, 40), ...all.slice(4, 8).map(([word]) => [word, doneOf(word)] as const)],
  ],
  ["done lanes", all.map(([word]) => [word, doneOf(word)])],
  ["gaps", all.filter(([word]) => word % 3 !== 1 && word % 11 !== 0).map(([word]) => [word, doneOf(word)])],
  ["a falling order", all.toReversed().filter(([word]) => word % 4 !== 2)],
  ["one word", [[WORDS - 1, 0]]],
  ["none", []],
];

it.each(LISTS)("kernels run strip by strip: %s", (_, active) => {
  const textOf = (name: string) => (name === "test" ? TEXT : textNow(name));
  const constants = { STOP: 1, FRAME_INTERLEAVED: 1, ROWS };
  const progress = new Uint32Array(LIST_HEAD + 2 * WORDS + 8);
  progress[counterAt(ACTIVE, ITERATION)] = active.length;
  progress.set(active.flat(), LIST_HEAD);
  const input = words(5);
  const before = words(6);
  const [, , output, count] = runCompiled(assemble("test", constants, textOf).code, {
    buffers: [progress, input, before, new Uint32Array(1)],
    workgroups: 1,
    slots: 3,
    run: [0, 0, 0, 0, WORDS, ITERATION, ROWS, 1],
    iteration: ITERATION,
  });
  const expected = before.slice();
  for (const [word, done] of active) {
    for (let row = 0; row < ROWS; row++) {
      const at = row * WORDS + word;
      const after = input[at] + dear(input[word]) + input[input[word] % WORDS];
      expected[at] = (before[at] & done) | (after & ~done);
    }
  }
  expect(output).toEqual(expected);
  expect(count[0]).toBe(active.reduce((sum, [word]) => (sum + dear(input[word])) >>> 0, 0));
});

/** The kernel's function of the same name, of the word's input. */
function dear(of: number): number {
  let y = of;
  for (let i = 0; i < 8; i++) y = ((y ^ (y << 13)) + Math.imul(0x9e3779b9, y ^ (y >>> (i + 7)))) >>> 0;
  return y;
}
