import { describe, expect, it } from "vitest";
import { wordAccesses } from "../../src/wgsl-cpu/index.ts";
import { runCompiled, runSnippet, snippetText } from "./run-compiled.ts";

const ITEMS = 6;
/** Statements that read words at a distance of 3, which the compiler loads word by word, and the results for a word. */
const CASES: readonly (readonly [
  name: string,
  body: string,
  results: (word: number, input: Uint32Array) => number[],
])[] = [
  [
    "a branch and the code after it",
    `if (input[0] > 1u) { output[4u * item] = input[3u * item]; }
     output[4u * item + 1u] = input[3u * item] + 1u;`,
    (word, [first]) => [first > 1 ? word : 0, word + 1],
  ],
  [
    "a nested branch and the code after it",
    `if (input[0] > 1u) { if (input[1] > 1u) { output[4u * item] = input[3u * item]; } }
     output[4u * item + 1u] = input[3u * item] + 1u;`,
    (word, [first, second]) => [first > 1 && second > 1 ? word : 0, word + 1],
  ],
  [
    "both sides of a branch",
    `if (input[0] > 1u) { output[4u * item] = input[3u * item]; } else { output[4u * item] = input[3u * item] + 9u; }
     output[4u * item + 1u] = 7u;`,
    (word, [first]) => [first > 1 ? word : word + 9, 7],
  ],
  [
    "a branch and both sides of a later branch",
    `if (input[1] > 1u) { output[4u * item] = input[3u * item]; }
     if (input[0] > 1u) { output[4u * item + 1u] = input[3u * item]; } else { output[4u * item + 1u] = input[3u * item] + 9u; }`,
    (word, [first, second]) => [second > 1 ? word : 0, first > 1 ? word : word + 9],
  ],
  [
    "a branch in a loop and the code after the branch",
    `for (var i = 0u; i < input[2]; i++) {
       if (i > input[0]) { output[4u * item] = i + input[3u * item]; }
       output[4u * item + 1u] = i * input[3u * item];
     }`,
    (word, [first, , count]) => [count - 1 > first ? count - 1 + word : 0, (count - 1) * word],
  ],
];
/** A store before the branch makes the branch part of a loop over vectors. */
const withStore = (body: string) => `output[4u * item + 2u] = 1u; ${body}`;

describe.each(CASES)("a value of %s", (_, body, results) => {
  it("is computed once", () => {
    expect(wordAccesses(snippetText(withStore(body), ITEMS))).toBe(1);
  });

  it.each([0, 1, 2, 5])("is right where the first word is %i", (first) => {
    const input = Uint32Array.from({ length: 3 * ITEMS }, (_, i) => 10 * i + 3);
    input.set([first, 2, 4]);
    const output = runSnippet(withStore(body), input, ITEMS);
    for (let item = 0; item < ITEMS; item++) {
      expect([...output.subarray(4 * item, 4 * item + 2)]).toEqual(results(input[3 * item], input));
    }
  });
});

it("a value of branches that may both be skipped is computed in each", () => {
  const body = `
    if (input[0] > 1u) { output[4u * item] = input[3u * item]; }
    if (input[1] > 1u) { output[4u * item + 1u] = input[3u * item]; }`;
  expect(wordAccesses(snippetText(withStore(body), ITEMS))).toBe(2);
});

// The word is read where the shader reads it, so the sum cannot move before the first loop over the invocations.
it("a value of a branch stays behind its operands", () => {
  const code = `
    @group(0) @binding(1) var<storage, read_write> data: array<u32>;
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {
      data[4u + lane] = lane;
      let word = data[0] * data[1];
      if (data[2] > 0u) { data[12u + lane] = word + 5u; }
      workgroupBarrier();
      for (var i = 0u; i < word + 5u; i++) {
        data[20u + lane] = i;
        workgroupBarrier();
      }
    }`;
  for (const [flag, expected] of [
    [1, 11],
    [0, 0],
  ]) {
    const [data] = runCompiled(code, { buffers: [Uint32Array.of(2, 3, flag, ...Array(25).fill(0))], workgroups: 1 });
    expect([data[12], data[20], data[27]]).toEqual([expected, 10, 10]);
  }
});
