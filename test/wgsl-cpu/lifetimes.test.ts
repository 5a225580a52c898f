import { expect, it } from "vitest";
import { runSnippet } from "./run-compiled.ts";

const firsts = (words: Uint32Array) => words.filter((_, i) => i % 4 === 0);
const INPUT = Uint32Array.of(7, 0, 0xffffffff, 0x80000000, 12, 0x7fffffff, 1000003);

it("values of before a loop are there in all its rounds, and values of it after", () => {
  const body = `
    let a = input[item];
    let outer = a * 5u + (a >> 3u);
    var sum = outer ^ a;
    var kept = 0u;
    for (var i = 0u; i < (a & 7u) + 2u; i++) {
      let p = sum * 7u + i;
      let q = p * p + (p >> 5u);
      for (var k = 0u; k <= (q & 3u); k++) { kept = kept * 3u + (outer ^ (q * k)) + (p & k); }
      sum = sum + q * (p ^ i) + outer;
    }
    let r = sum * sum + (sum >> 7u);
    output[4u * item] = r ^ (r * kept) ^ outer;`;
  const expected = INPUT.map((a) => {
    const mul = (x: number, y: number) => Math.imul(x, y) >>> 0;
    const outer = mul(a, 5) + (a >>> 3);
    let sum = (outer ^ a) >>> 0;
    let kept = 0;
    for (let i = 0; i < (a & 7) + 2; i++) {
      const p = (mul(sum, 7) + i) >>> 0;
      const q = (mul(p, p) + (p >>> 5)) >>> 0;
      for (let k = 0; k <= (q & 3); k++) kept = (mul(kept, 3) + ((outer ^ mul(q, k)) >>> 0) + (p & k)) >>> 0;
      sum = (sum + mul(q, p ^ i) + outer) >>> 0;
    }
    const r = (mul(sum, sum) + (sum >>> 7)) >>> 0;
    return r ^ mul(r, kept) ^ outer;
  });
  expect(firsts(runSnippet(body, INPUT, INPUT.length))).toEqual(expected);
});

it("a value that is computed again for an unused assignment leaves other values in their variables", () => {
  const body = `
    let a = input[item];
    var unused = 0u;
    if (input[0] == 7u) {
      let v = a * 77u;
      output[4u * item + 1u] = v ^ (v >> 3u);
    }
    if (input[1] == 0u) {
      let v = a * 77u;
      let w = a * 5u + (a >> 7u);
      output[4u * item + 2u] = w ^ (w >> 1u);
      if (input[3] != 0u) { unused = v + 1u; }
      output[4u * item] = w ^ (w >> 2u);
    }`;
  const expected = INPUT.map((a) => {
    const w = (Math.imul(a, 5) + (a >>> 7)) >>> 0;
    return w ^ (w >>> 2);
  });
  expect(firsts(runSnippet(body, INPUT, INPUT.length))).toEqual(expected);
});
