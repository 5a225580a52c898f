import { expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import { runSnippet, snippetText } from "./run-compiled.ts";

const ITEMS = 11;
const INPUT = Uint32Array.from({ length: 32 * ITEMS }, (_, i) => i * i + 5);

/** Numbers of one item. @param most their count. */
const numbersOf = (item: number, most: number) => [...INPUT.subarray(32 * item, 32 * item + most)];

/** The first word that a body writes for each item, and the size of its scratch memory. */
function resultOf(body: string): { readonly values: readonly number[]; readonly scratchBytes: number } {
  const output = runSnippet(body, INPUT, ITEMS);
  const { scratchBytes } = compileShader(snippetText(body, ITEMS));
  return { values: Array.from({ length: ITEMS }, (_, i) => output[4 * i]), scratchBytes };
}

const expected = (of: (item: number) => number) => Array.from({ length: ITEMS }, (_, item) => of(item) >>> 0);

/** Sums of neighbours of an array of `count` elements. */
const neighbours = (count: number) => `
  var a: array<u32, ${count}>;
  for (var i = 0u; i < ${count}u; i++) { a[i] = input[32u * item + i]; }
  var s = 0u;
  for (var i = 1u; i < ${count}u; i++) { s = 3u * s + (a[i] ^ a[i - 1u]); }
  output[4u * item] = s;`;

it("an array whose indices are variables of short loops stays in registers", () => {
  const { values, scratchBytes } = resultOf(neighbours(7));
  expect(values).toEqual(
    expected((item) => {
      const a = numbersOf(item, 7);
      return a.slice(1).reduce((s, x, i) => (Math.imul(3, s) + (x ^ a[i])) | 0, 0);
    }),
  );
  expect(scratchBytes).toBe(0);
});

it("an array with an index of lanes stands in memory, and its loops are not written out", () => {
  const index = "output[4u * item] = a[item % 7u];";
  const body = neighbours(20).replace("output[4u * item] = s;", `output[4u * item + 1u] = s; ${index}`);
  const { values, scratchBytes } = resultOf(body);
  expect(values).toEqual(expected((item) => numbersOf(item, 20)[item % 7]));
  expect(scratchBytes).toBe(20 * 16);
  const sizes = [body, body.replaceAll("20u", "18u")].map(
    (text) => compileShader(snippetText(text, ITEMS)).bytes.length,
  );
  expect(sizes[0]).toBe(sizes[1]);
});

it("a loop is not written out around one that cannot be", () => {
  const code = (times: number) => `
    var s = 0u;
    for (var i = 0u; i < ${times}u; i++) { for (var k = 0u; k < input[item] % 7u; k++) { s = 5u * s + (k ^ i); } }
    output[4u * item] = s;`;
  const { values } = resultOf(code(5));
  expect(values).toEqual(
    expected((item) => {
      let s = 0;
      for (let i = 0; i < 5; i++) for (let k = 0; k < INPUT[item] % 7; k++) s = (Math.imul(5, s) + (k ^ i)) | 0;
      return s;
    }),
  );
  const sizes = [5, 3].map((times) => compileShader(snippetText(code(times), ITEMS)).bytes.length);
  expect(sizes[0]).toBe(sizes[1]);
});

it("long bodies are not written out", () => {
  const line = (n: number) => `s = 7u * s + (s >> ${n}u) + (input[item] ^ (i << ${n}u));`;
  const long = Array.from({ length: 20 }, (_, n) => line(n + 1)).join("\n");
  const code = (times: number) =>
    `var s = item; for (var i = 0u; i < ${times}u; i++) { ${long} } output[4u * item] = s;`;
  const { values } = resultOf(code(8));
  expect(values).toEqual(
    expected((item) => {
      let s = item;
      for (let i = 0; i < 8; i++) {
        for (let n = 1; n <= 20; n++) s = (Math.imul(7, s) + (s >>> n) + (INPUT[item] ^ (i << n))) >>> 0;
      }
      return s;
    }),
  );
  const sizes = [8, 6].map((times) => compileShader(snippetText(code(times), ITEMS)).bytes.length);
  expect(sizes[0]).toBe(sizes[1]);
});

it("constants of addresses stand in the instructions, for every base", () => {
  const body = `
    var s = 0u;
    let row = input[0] % 3u;
    for (var i = 0u; i < 8u; i++) { s = 3u * s + input[(row + i) * 4u + (item + 2u)]; }
    output[4u * item] = s;`;
  const { values } = resultOf(body);
  expect(values).toEqual(
    expected((item) => {
      let s = 0;
      for (let i = 0; i < 8; i++) s = (Math.imul(3, s) + INPUT[((INPUT[0] % 3) + i) * 4 + item + 2]) | 0;
      return s;
    }),
  );
});

it("quotients and remainders of a loop's variable that grows by four", () => {
  const body = `
    var s = 0u;
    for (var i = 0u; i < 32u; i += 4u) {
      for (var k = 0u; k < 4u; k++) { s = 3u * s + input[8u * ((i + k) / 4u) + (i + k) % 4u] + ((i + 5u) >> 2u) + ((i + 6u) & 3u); }
    }
    output[4u * item] = s;`;
  const { values } = resultOf(body);
  expect(values).toEqual(
    expected(() => {
      let s = 0;
      for (let i = 0; i < 32; i += 4) {
        for (let k = 0; k < 4; k++) s = (Math.imul(3, s) + INPUT[2 * i + k] + ((i + 5) >> 2) + ((i + 6) & 3)) >>> 0;
      }
      return s;
    }),
  );
});

it("long arrays are copied, and are zero at first", () => {
  for (const count of [70, 300]) {
    const body = `
      var a: array<u32, ${count}>;
      for (var k = 0u; k < 2u; k++) {
        var b: array<u32, ${count}>;
        b[(item + k) % ${count}u] += item + 1u;
        if (k == 0u) { a = b; }
      }
      var s = 0u;
      for (var i = 0u; i < ${count}u; i++) { s += (i + 1u) * a[i]; }
      output[4u * item] = s;`;
    expect(resultOf(body).values).toEqual(expected((item) => (item + 1) * ((item % count) + 1)));
  }
});
