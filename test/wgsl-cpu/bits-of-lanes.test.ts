import { describe, expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import { runSnippet, snippetText } from "./run-compiled.ts";

const ITEMS = 37;
const INPUT = Uint32Array.of(
  0xb5a3c96d,
  3,
  ...Array.from({ length: ITEMS }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 0),
);

/** Bits of a word at places that differ between invocations. @param step bits from an invocation's place to the next one's. */
const body = (step: string, expression: string) => `
  let bits = input[0] >> ((item * ${step}) % 32u);
  output[4u * item] = ${expression};
  output[4u * item + 1u] = input[0] ^ input[item + 2u];`;

/** Expressions of the bits and of an invocation's word, and their values. */
const EXPRESSIONS: readonly (readonly [string, (bits: number, word: number) => number])[] = [
  ["bits & 1u", (bits) => bits & 1],
  ["bits & 2u", (bits) => bits & 2],
  ["bits & 3u", (bits) => bits & 3],
  ["bits & 15u", (bits) => bits & 15],
  ["(bits >> 1u) & 1u", (bits) => (bits >>> 1) & 1],
  ["(bits >> 1u) & 6u", (bits) => (bits >>> 1) & 6],
  ["(bits >> 3u) & 1u", (bits) => (bits >>> 3) & 1],
  ["(bits >> 29u) & 7u", (bits) => bits >>> 29],
  ["(bits >> 31u) & 1u", (bits) => bits >>> 31],
  ["0u - (bits & 1u)", (bits) => -(bits & 1)],
  ["(input[item + 2u] ^ (0u - (bits & 1u))) + (bits & 1u)", (bits, word) => (bits & 1 ? -word : word)],
  ["(input[item + 2u] ^ (0u - (bits & 1u))) - (0u - (bits & 1u))", (bits, word) => (bits & 1 ? -word : word)],
  ["(bits & 1u) ^ (input[item + 2u] >> 31u)", (bits, word) => (bits & 1) ^ (word >>> 31)],
  ["(input[item + 2u] >> 31u) ^ (bits & 1u)", (bits, word) => (bits & 1) ^ (word >>> 31)],
  ["(bits & 1u) ^ (input[item + 2u] >> 30u)", (bits, word) => (bits & 1) ^ (word >>> 30)],
  ["(bits & 2u) ^ (input[item + 2u] >> 31u)", (bits, word) => (bits & 2) ^ (word >>> 31)],
];

describe.each([1, 2, 4, 5])("bits at places that are %i apart", (step) => {
  it.each(EXPRESSIONS)("%s", (expression, of) => {
    const output = runSnippet(body(`${step}u`, expression), INPUT, ITEMS);
    for (let item = 0; item < ITEMS; item++) {
      const bits = INPUT[0] >>> ((item * step) % 32);
      expect(output[4 * item]).toBe(of(bits, INPUT[item + 2]) >>> 0);
      expect(output[4 * item + 1]).toBe((INPUT[0] ^ INPUT[item + 2]) >>> 0);
    }
  });
});

it.each(["bits & 2u", "(bits >> 1u) & 1u"])("%s needs no shift for each lane", (expression) => {
  const sizes = ["2u", "input[1]"].map(
    (step) => compileShader(snippetText(body(step, expression), ITEMS)).bytes.length,
  );
  expect(sizes[0]).toBeLessThan(sizes[1] - 20);
});
