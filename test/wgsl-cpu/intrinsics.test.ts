import { describe, expect, it } from "vitest";
import { loadText } from "../../src/engine/gpu/load-text.ts";
import { loadedTexts } from "../../src/engine/shader.ts";
import { wgslFile } from "../../src/engine/wgsl-file.ts";
import type { Part } from "../../src/gpu/part.ts";
import { assemble } from "../../src/gpu/template.ts";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import { ANY_LANE, ASSIGNED_FIRST, type Intrinsics } from "../../src/wgsl-cpu/intrinsic.ts";
import { parse } from "../../src/wgsl-cpu/parse.ts";
import { int8 } from "../../wgsl/binary/formats/index.ts";
import { intrinsicsOfParts } from "../../wgsl/intrinsics.ts";
import { runCompiled, snippetText } from "./run-compiled.ts";

/** Sets of arguments of a function. */
const ITEMS = 1003;
const MOST_ARGUMENTS = 4;

/** Numbers for one place of the lanes of a word, one for each argument. */
type Numbers = (random: () => number) => readonly number[];
const LOW = -127;
const HIGH = 127;

/** Lanes of a word, and valid arguments of each function with an intrinsic. */
interface Case {
  readonly part: Part;
  /** Parts that declare what the part uses. */
  readonly after: readonly Part[];
  readonly constants: Readonly<Record<string, number>>;
  readonly bits: 8 | 16 | 32;
  readonly functions: Readonly<Record<string, Numbers>>;
}

const within = (random: () => number, least: number, largest: number) =>
  least + Math.floor(random() * (largest - least + 1));
const mask = (random: () => number) => -within(random, 0, 1);

/** A change of a magnitude: at most 31, negative where the check is odd. */
function change(random: () => number): { readonly by: number; readonly odd: number } {
  const odd = mask(random);
  const by = within(random, 0, 31);
  return { by: odd === 0 ? by : -by, odd };
}

const CASES: readonly Case[] = [
  {
    part: { name: "binary/formats/bytes" },
    after: [],
    constants: {},
    bits: 8,
    functions: {
      byte_mask: (random) => [within(random, -128, HIGH)],
      choose: (random) => [mask(random), within(random, LOW, HIGH), within(random, LOW, HIGH)],
      bytes_magnitude: (random) => [within(random, LOW, HIGH)],
      bytes_negated_where: (random) => [mask(random), within(random, LOW, HIGH)],
      bytes_less: (random) => [within(random, LOW, HIGH), within(random, LOW, HIGH)],
      bytes_distance: (random) => [within(random, LOW, HIGH), within(random, LOW, HIGH)],
      magnitudes_least: (random) => [within(random, 0, HIGH), within(random, 0, HIGH)],
      magnitudes_greatest: (random) => {
        const [a, b] = [within(random, 0, HIGH), within(random, 0, HIGH)];
        return [a, b, Math.min(a, b)];
      },
      magnitudes_reduced: (random) => [within(random, 0, HIGH), 5],
      choose_if_equal: (random) => [
        ...[within(random, 0, 3), within(random, 0, 3)],
        ...[within(random, LOW, HIGH), within(random, LOW, HIGH)],
      ],
      magnitudes_scaled: (random) => [within(random, 0, HIGH), 0],
    },
  },
  {
    part: { name: "common/random/philox" },
    after: [],
    constants: {},
    bits: 32,
    functions: {
      multiply_high_0: (random) => [within(random, 0, 2 ** 32 - 1)],
      multiply_high_1: (random) => [within(random, 0, 2 ** 32 - 1)],
    },
  },
  {
    part: { name: "common/arithmetic/shorts" },
    after: [],
    constants: {},
    bits: 16,
    functions: {
      shorts_sum: (random) => [within(random, -2047, 2047), within(random, -2047, 2047)],
      shorts_difference: (random) => [within(random, -2047, 2047), within(random, -2047, 2047)],
      shorts_least: (random) => [within(random, -32768, 32767), within(random, -32768, 32767)],
      shorts_greatest: (random) => [within(random, -32768, 32767), within(random, -32768, 32767)],
      shorts_magnitude: (random) => [within(random, -32767, 32767)],
      shorts_reduced: (random) => [within(random, 0, 2047), within(random, 0, 65535)],
      shorts_less: (random) => [within(random, -32768, 32767), within(random, -32768, 32767)],
      shorts_equal: (random) => [within(random, -3, 3), within(random, -3, 3)],
      shorts_product: (random) => [within(random, -2047, 2047), within(random, -15, 15)],
      shorts_sixteenth: (random) => [within(random, -32768, 32767)],
      shorts_quarter: (random) => [within(random, -32768, 32767)],
      shorts_mask: (random) => [within(random, -32768, 32767)],
      shorts_choose_if_equal: (random) => [
        ...[within(random, 0, 3), within(random, 0, 3)],
        ...[within(random, -2047, 2047), within(random, -2047, 2047)],
      ],
      shorts_scaled: (random) => [within(random, 0, 2047), 0],
    },
  },
  {
    part: { name: "quantum/pairs" },
    after: [],
    constants: {},
    bits: 16,
    functions: {
      pairs_add: (random) => [within(random, -32768, 32767), within(random, -32768, 32767)],
      pairs_sub: (random) => [within(random, -32768, 32767), within(random, -32768, 32767)],
      pairs_negative: (random) => [within(random, -32768, 32767)],
      pairs_negated_where: (random) => [mask(random), within(random, -32767, 32767)],
      pairs_magnitude: (random) => [within(random, -32767, 32767)],
      pairs_least: (random) => [within(random, 0, 32767), within(random, 0, 32767)],
      pairs_greatest: (random) => [within(random, 0, 32767), within(random, 0, 32767)],
      pairs_if_equal: (random) => [
        ...[within(random, 0, 3), within(random, 0, 3)],
        ...[within(random, -32768, 32767), within(random, -32768, 32767)],
      ],
      pairs_choose: (random) => [mask(random), within(random, -32768, 32767), within(random, -32768, 32767)],
      pairs_clamped: (random) => {
        const bound = within(random, 0, 511);
        return [within(random, -32767, 32767), bound, -bound];
      },
      pairs_share: (random) => [within(random, -64, 64), within(random, -1023, 1023)],
      pairs_scaled: (random) => [within(random, 0, 32767), 0],
    },
  },
  {
    part: int8.sum!,
    after: [int8],
    constants: { CLIP: 24, STEPS_PER_LLR_BITS: 0x40800000 },
    bits: 8,
    functions: {
      even_bytes: (random) => [within(random, -128, HIGH)],
      odd_bytes: (random) => [within(random, -128, HIGH)],
    },
  },
  {
    part: { name: "binary/rules/min-sum-int8" },
    after: [int8],
    constants: { SCALE: 211, OFFSET_STEPS: 1, CLIP: 24, STEPS_PER_LLR_BITS: 0x40800000 },
    bits: 8,
    functions: {
      magnitude_changed: (random) => {
        const { by, odd } = change(random);
        return [within(random, 0, HIGH), by, odd];
      },
      signed: (random) => {
        const { by } = change(random);
        return [by, -by, mask(random)];
      },
      bounded: (random) => [within(random, 0, HIGH)],
    },
  },
];

/** Arguments that are the same word for all lanes, by function and position. */
const WORDS: Readonly<Record<string, readonly [position: number, word: number]>> = {
  magnitudes_scaled: [1, 211 * 0x10001],
  shorts_scaled: [1, 211 * 0x10001],
  // 0.625.
  pairs_scaled: [1, 20480 * 0x10001],
};

/** Random numbers of 0 … 1 without 1, the same in every run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function argumentsOf(name: string, numbers: Numbers, bits: number): Uint32Array {
  const random = randomNumbers();
  const input = new Uint32Array(MOST_ARGUMENTS * ITEMS);
  for (let item = 0; item < ITEMS; item++) {
    for (let lane = 0; lane < 32; lane += bits) {
      for (const [i, number] of numbers(random).entries()) {
        input[MOST_ARGUMENTS * item + i] |= (number & (2 ** bits - 1)) << lane;
      }
    }
    const word = WORDS[name];
    if (word !== undefined) input[MOST_ARGUMENTS * item + word[0]] = word[1];
  }
  return input;
}

async function shaderOf({ part, after, constants }: Case, call: string): Promise<string> {
  const text = `
    ${[...after, part].map(({ name }) => `#import ${name}`).join("\n")}
    @group(0) @binding(1) var<storage, read> input: array<vec4u>;
    @group(0) @binding(2) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      if (id.x >= ITEMS) { return; }
      let given = input[id.x];
      output[id.x] = ${call};
    }`;
  const load = async (name: string) => (name === "test" ? text : loadText(wgslFile(name)));
  const texts = await loadedTexts({ kernel: "test", constants, buffers: [], workgroups: 1 }, load);
  return assemble("test", { ...constants, ITEMS }, (name) => texts.get(name)).code;
}

function outputOf(code: string, input: Uint32Array, intrinsics: Intrinsics): Uint32Array {
  const buffers = [input, new Uint32Array(ITEMS)];
  return runCompiled(code, { buffers, workgroups: Math.ceil(ITEMS / 64) }, intrinsics)[1];
}

describe.each(CASES)("intrinsics of $part.name", (one) => {
  const { part, bits, functions } = one;
  const intrinsics = intrinsicsOfParts[part.name];

  it("are all tested", () => expect(Object.keys(functions).sort()).toEqual(Object.keys(intrinsics).sort()));

  it.each(Object.keys(intrinsics))("%s has the value of the function", async (name) => {
    const input = argumentsOf(name, functions[name], bits);
    const plain = await shaderOf(one, "given.x");
    const count = parse(plain).functions.get(name)!.parameters.length;
    const given = Array.from({ length: count }, (_, i) => `given[${i}]`).join(", ");
    const code = await shaderOf(one, `${name}(${given})`);
    const own = { [name]: intrinsics[name] };
    expect(compileShader(code, own).bytes).not.toEqual(compileShader(code).bytes);
    expect(outputOf(code, input, own)).toEqual(outputOf(code, input, {}));
  });
});

it("all parts with intrinsics of functions are tested", () => {
  const named = Object.entries(intrinsicsOfParts).filter(([, intrinsics]) =>
    Object.values(intrinsics).some((each) => each !== ASSIGNED_FIRST && each[0] !== ANY_LANE),
  );
  expect(CASES.map(({ part }) => part.name).sort()).toEqual(named.map(([name]) => name).sort());
});

it("arrays that the shader assigns before it reads them have the same values without being zeroed", () => {
  const body = `var rows: array<Row, 3>;
    for (var r = 0u; r < 3u; r++) { for (var i = 0u; i < 20u; i++) { rows[r][i] = input[item] + r * i; } }
    output[4u * item] = rows[item % 3u][item % 20u];`;
  const code = snippetText(body, 11, "alias Row = array<u32, 20>;");
  const intrinsics = { Row: ASSIGNED_FIRST } as const;
  const input = Uint32Array.from({ length: 11 }, (_, i) => 7 * i);
  const firsts = (own?: Intrinsics) =>
    [...runCompiled(code, { buffers: [input, new Uint32Array(44)], workgroups: 1 }, own)[1]].filter(
      (_, i) => i % 4 === 0,
    );
  expect(firsts(intrinsics)).toEqual(Array.from(input, (word, item) => word + (item % 3) * (item % 20)));
  expect(firsts()).toEqual(firsts(intrinsics));
  expect(compileShader(code, intrinsics).bytes.length).toBeLessThan(compileShader(code).bytes.length);
});

it("any_lane tells lanes of a vector whether an active one of them has bits, and leaves no masks", async () => {
  const call = (condition: string) => `
    fn any_lane(bits: u32) -> u32 { return bits; }
    @group(0) @binding(1) var<storage, read> input: array<u32>;
    @group(0) @binding(2) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lane: u32) {
      if (input[lane] == 100u) { return; }
      var turns = 0u;
      while (${condition}) { turns++; }
      output[lane] = turns;
    }`;
  const turns = (code: string, own: Intrinsics) =>
    runCompiled(
      code,
      { buffers: [Uint32Array.of(2, 7, 1, 100, 0, 3, 0, 0), new Uint32Array(8)], workgroups: 1 },
      own,
    )[1];
  const code = call("any_lane(select(0u, 0x40u, turns < input[lane])) != 0u");
  const own = intrinsicsOfParts["common/any-lane"];
  expect([...turns(code, own)]).toEqual([7, 7, 7, 0, 3, 3, 3, 3]);
  expect([...turns(code, {})]).toEqual([2, 7, 1, 0, 0, 3, 0, 0]);
  expect(compileShader(code, own).bytes.length).toBeLessThan(compileShader(code).bytes.length);
});

describe("an intrinsic", () => {
  const text = (declaration: string) => `${declaration}
    @group(0) @binding(1) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) lane: u32) {
      output[lane] = twice(lane) + twice(7u);
    }`;

  it("stands in the place of calls with arguments that differ between lanes", () => {
    const code = text("fn twice(x: u32) -> u32 { return 2u * x; }");
    const [output] = runCompiled(
      code,
      { buffers: [new Uint32Array(4)], workgroups: 1 },
      { twice: ["i32x4.add", "x", ["i32x4.add", "x", 100]] },
    );
    expect([...output]).toEqual([114, 116, 118, 120]);
  });

  it("names parameters of the function", () => {
    const code = text("fn twice(x: u32) -> u32 { return 2u * x; }");
    expect(() => compileShader(code, { twice: ["i32x4.add", "x", "y"] })).toThrow(
      "the intrinsic of twice has the operand y, which is no parameter of the function",
    );
  });

  it("is for words", () => {
    const code = text("fn twice(x: u32) -> f32 { return 2.0 * f32(x); }").replace(
      /twice\((lane|7u)\)/g,
      "u32(twice($1))",
    );
    const own: Intrinsics = { twice: ["i32x4.add", "x", "x"] };
    expect(() => compileShader(code, own)).toThrow("the intrinsic of twice is for a result of type u32");
    const numbers = text("fn twice(x: i32) -> u32 { return 2u * u32(x); }").replace(
      /twice\((lane|7u)\)/g,
      "twice(i32($1))",
    );
    expect(() => compileShader(numbers, own)).toThrow("the intrinsic of twice is for parameters of type u32");
  });
});
