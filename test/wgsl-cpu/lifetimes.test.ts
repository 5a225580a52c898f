import { expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/compile.ts";
import { runSnippet, snippetText } from "./run-compiled.ts";

const firsts = (words: Uint32Array) => words.filter((_, i) => i % 4 === 0);
const INPUT = Uint32Array.of(7, 0, 0xffffffff, 0x80000000, 12, 0x7fffffff, 1000003);

/** Number of local variables of each function of a module. All numbers are in LEB128, and each variable is declared separately. */
function variablesOf(bytes: Uint8Array): number[] {
  let at = 8;
  const number = (): number => {
    const byte = bytes[at++];
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  for (let [section, size] = [number(), number()]; section !== 10; [section, size] = [number(), number()]) at += size;
  return Array.from({ length: number() }, () => {
    const end = number() + at;
    const variables = number();
    at = end;
    return variables;
  });
}

it("values share variables that are not needed at the same time", () => {
  const count = 2000;
  const lines = Array.from({ length: count }, (_, i) => `let v${i + 2} = v${i + 1} * 3u + (v${i} ^ ${i % 7}u);`);
  const body = `let v0 = input[item]; let v1 = v0 + 1u;\n${lines.join("\n")}\noutput[4u * item] = v${count + 1};`;
  const expected = INPUT.map((first) => {
    let [before, last] = [first, first + 1];
    for (let i = 0; i < count; i++) [before, last] = [last, (Math.imul(last, 3) + ((before ^ (i % 7)) >>> 0)) | 0];
    return last;
  });
  expect(firsts(runSnippet(body, INPUT, INPUT.length))).toEqual(expected);
  const { bytes } = compileShader(snippetText(body, INPUT.length));
  for (const variables of variablesOf(bytes)) expect(variables).toBeLessThan(50);
});

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
