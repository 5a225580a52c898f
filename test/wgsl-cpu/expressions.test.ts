import { describe, expect, it } from "vitest";
import { sweep } from "../sweep.ts";
import { shaderRunner } from "../wgsl/run-shader.ts";
import { firsts, runSnippet } from "./run-compiled.ts";

/** Number of expressions in one shader, and number of shaders. */
const TOGETHER = 100;
const SHADERS = Array.from({ length: 30 }, (_, i) => i);
const ITEMS = 67;

type Random = (below: number) => number;
type Kind = "u32" | "i32" | "f32" | "bool";

function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x7f4a7c15;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Leaves of expressions. `zero` is constant for this compiler but not in WGSL, which does not allow constants that overflow. */
const LEAVES: Readonly<Record<Kind, readonly string[]>> = {
  u32: ["a", "b", "(7u + zero)", "zero", "~zero", "item", "same"],
  i32: ["i32(a)", "i32(b)", "(i32(zero) - 3i)", "i32(zero)", "i32(same)"],
  f32: ["x", "y", "f32(1u + zero)", "(f32(zero) - 2.0)", "f32(item)", "f32(same % 100u)"],
  bool: ["(a < b)", "(x < y)", "(item > 20u)", "(same > 5u)"],
};

/** Forms of expressions with operands in braces, by kind. Shifts and divisions are restricted to cases that all devices compute alike. */
const FORMS: Readonly<Record<Kind, readonly string[]>> = {
  u32: [
    ...["+", "-", "*", "&", "|", "^"].map((op) => `({u32} ${op} {u32})`),
    ...["<<", ">>"].map((op) => `({u32} ${op} ({u32} & 31u))`),
    ...["/", "%"].flatMap((op) => [`({u32} ${op} ({u32} | 1u))`, `({u32} ${op} 12u)`, `({u32} ${op} 16u)`]),
    ...["/ 7u", "% 1000u", "/ 3000000001u"].map((by) => `({u32} ${by})`),
    ...["(item & 31u)) & 1u", "(item & 31u)) & 5u", "((4u * item + 8u) & 31u)) & 15u"].map((by) => `(({u32} >> ${by})`),
    "min({u32}, {u32})",
    "max({u32}, {u32})",
    "clamp({u32}, 3u, 1000u)",
    "(~{u32})",
    "u32({i32})",
    "u32({bool})",
    "select({u32}, {u32}, {bool})",
    "countOneBits({u32})",
    "firstTrailingBit({u32})",
    "firstLeadingBit({u32})",
    "vec4u({u32}, {u32}, 5u, {u32})[{u32} & 3u]",
    "bits({f32})",
  ],
  i32: [
    ...["+", "-", "*", "&", "|", "^"].map((op) => `({i32} ${op} {i32})`),
    ...["<<", ">>"].map((op) => `({i32} ${op} ({u32} & 31u))`),
    ...["/", "%"].map((op) => `(({i32} >> 3u) ${op} (({i32} & 255) + 1))`),
    "min({i32}, {i32})",
    "max({i32}, {i32})",
    // Without the last operation, NVIDIA's driver (H200) drops the magnitude in max(a, abs(b)).
    "(abs({i32} >> 1u) ^ 1)",
    "(-({i32}))",
    "select({i32}, {i32}, {bool})",
    "bitcast<i32>({u32})",
  ],
  // Whole numbers that f32 represents exactly, so that results do not depend on fused multiply-add.
  f32: [
    "min({f32}, {f32})",
    "max({f32}, {f32})",
    "abs({f32})",
    "(-({f32}))",
    "floor({f32} * 0.5)",
    "(min(abs({f32}), 900.0) + min(abs({f32}), 900.0))",
    "(min(abs({f32}), 900.0) - min(abs({f32}), 900.0))",
    "(min(abs({f32}), 900.0) * min(abs({f32}), 900.0))",
    "select({f32}, {f32}, {bool})",
    "f32({u32} & 0xffffu)",
    "f32({i32} >> 8u)",
  ],
  bool: [
    ...["<", "<=", ">", ">=", "==", "!="].flatMap((op) => [
      `({u32} ${op} {u32})`,
      `({i32} ${op} {i32})`,
      `({f32} ${op} {f32})`,
    ]),
    ...["&&", "||", "&", "|"].map((op) => `({bool} ${op} {bool})`),
    "(!({bool}))",
    "({u32} < ({u32} & 0xfffff000u))",
  ],
};

/** The bits of a number, except for the sign of a zero, which devices choose in minima and maxima. */
const DECLARATIONS = "fn bits(x: f32) -> u32 { return select(bitcast<u32>(x), 0u, x == 0.0); }";

function expression(kind: Kind, depth: number, random: Random): string {
  const forms = depth === 0 ? LEAVES[kind] : FORMS[kind];
  const form = forms[random(forms.length)];
  return form.replaceAll(/\{(\w+)\}/g, (_, inner: Kind) => expression(inner, random(depth), random));
}

/** A shader that combines the bits of many expressions of varying and uniform values. */
function shaderBody(seed: number): string {
  const random = randomFrom(seed);
  const kinds = ["u32", "i32", "f32"] as const;
  const lines = Array.from({ length: TOGETHER }, (_, k) => {
    const kind = kinds[random(3)];
    const value = expression(kind, 1 + random(4), random);
    const bits = kind === "f32" ? `bits(${value})` : `u32(${value})`;
    return `sums[${k % 4}] = (sums[${k % 4}] ^ ${bits}) * 0x01000193u;`;
  });
  return `let a = input[item]; let b = input[item + ${ITEMS}u]; let same = input[3]; let zero = input[0] & 0u;
    let x = f32(i32(a) % 1000); let y = f32(i32(b) % 1000);
    var sums = vec4u(1u);
    ${lines.join("\n    ")}
    for (var k = 0u; k < 4u; k++) { output[4u * item + k] = sums[k]; }`;
}

describe("random expressions compiled to WebAssembly and on a device of WebGPU", () => {
  const onDevice = shaderRunner();
  it.each(sweep(SHADERS, 20, 15))("give the same bits, shader %i", async (seed) => {
    const random = randomFrom(seed + 1000);
    const input = Uint32Array.from({ length: 2 * ITEMS }, (_, i) =>
      i % 3 === 0 ? random(50) : (random(2 ** 16) << 16) | random(2 ** 16),
    );
    const body = shaderBody(seed);
    expect([...runSnippet(body, input, ITEMS, DECLARATIONS)], body).toEqual([
      ...(await onDevice([], body, input, ITEMS, DECLARATIONS)),
    ]);
  });

  it("divide the most negative integer by -1 alike", async () => {
    const body = `let x = bitcast<i32>(input[item]); let y = bitcast<i32>(input[8u + item]);
      let v = vec2i(x, y) / vec2i(y, bitcast<i32>(input[8u]));
      output[4u * item] = u32(x / y); output[4u * item + 1u] = u32(x % y);
      output[4u * item + 2u] = u32(x / -1i) ^ u32(x % -1i); output[4u * item + 3u] = u32(v.x + 3 * v.y);`;
    const least = 0x8000_0000;
    const x = [least, least, least, 7, -7, 0, least, least + 1];
    const y = [-1, 1, 2, -1, 3, -1, 0, -1];
    const input = Uint32Array.from([...x, ...y]);
    const words = runSnippet(body, input, 8);
    expect([...words]).toEqual([...(await onDevice([], body, input, 8))]);
    expect([...firsts(words)]).toEqual(
      [least, least, least / 2 + least, -7, -2, 0, least, -least - 1].map((value) => value >>> 0),
    );
    expect(words.filter((_, i) => i % 4 === 1)).toEqual(Uint32Array.of(0, 0, 0, 0, -1, 0, 0, 0));
  });
});
