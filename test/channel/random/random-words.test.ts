import { describe, expect, it } from "vitest";
import { RANDOM_GENERATORS, randomGenerators } from "../../../src/channel/random.ts";
import { randomParts } from "../../../wgsl/common/random/parts.ts";
import { philoxExact, randomExact, threefryExact } from "../../oracle/random-words.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { shaderRunner } from "../../wgsl/run-shader.ts";

const runShader = shaderRunner();

const ZEROS = [0, 0, 0, 0];
const ONES = ZEROS.map(() => 0xffffffff);
/** The digits of π, which the authors of the vectors use. */
const PI = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
const PI_KEY = [0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89];

/** Known answers of the Random123 distribution (kat_vectors): counter, key, result. */
const PHILOX = [
  [ZEROS, [0, 0], [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]],
  [ONES, ONES.slice(2), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]],
  [PI, PI_KEY.slice(0, 2), [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]],
];
const THREEFRY_13 = [
  [ZEROS, ZEROS, [0x531c7e4f, 0x39491ee5, 0x2c855a92, 0x3d6abf9a]],
  [ONES, ONES, [0xc4189358, 0x1c9cc83a, 0xd5881c67, 0x6a0a89e0]],
  [PI, PI_KEY, [0x4aa71d8f, 0x734738c2, 0x431fc6a8, 0xae6debf1]],
];
const THREEFRY_20 = [
  [ZEROS, ZEROS, [0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8]],
  [ONES, ONES, [0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732]],
  [PI, PI_KEY, [0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84]],
];

/** Known answers for keys of two words, by generator. */
const KNOWN = { "philox4x32-10": PHILOX, "threefry4x32-13": THREEFRY_13.slice(0, 1) };

it("the exact oracles give all known answers", () => {
  for (const [counter, key, result] of PHILOX) expect(philoxExact(counter, key)).toEqual(result);
  for (const [counter, key, result] of THREEFRY_13) expect(threefryExact(counter, key, 13)).toEqual(result);
  for (const [counter, key, result] of THREEFRY_20) expect(threefryExact(counter, key, 20)).toEqual(result);
});

function randomWords(): number[][] {
  const random = randomNumbers(11);
  // Words of all magnitudes, so that every carry occurs.
  const word = () => Math.floor(random() * 2 ** (32 * random()));
  return Array.from({ length: 500 }, () => Array.from({ length: 6 }, word));
}

describe.each(RANDOM_GENERATORS)("%s", (generator) => {
  async function onDevice(cases: readonly number[][]): Promise<Uint32Array> {
    const body = `
    let at = 6u * item;
    let counter = vec4u(input[at], input[at + 1u], input[at + 2u], input[at + 3u]);
    let words = random_words(counter, vec2u(input[at + 4u], input[at + 5u]));
    for (var i = 0u; i < 4u; i++) { output[4u * item + i] = words[i]; }`;
    return runShader([randomParts[generator].name], body, Uint32Array.from(cases.flat()), cases.length);
  }

  function here([c0, c1, c2, c3, k0, k1]: readonly number[]): number[] {
    const out = new Uint32Array(4);
    randomGenerators[generator](c0, c1, c2, c3, k0, k1, out);
    return [...out];
  }

  it("gives the known answers of keys of two words in TypeScript and in WGSL", async () => {
    const known = KNOWN[generator].map(([counter, key, result]) => ({
      words: [...counter, ...key.slice(0, 2)],
      result,
    }));
    for (const { words, result } of known) expect(here(words)).toEqual(result);
    expectSameElements(
      await onDevice(known.map(({ words }) => words)),
      known.flatMap(({ result }) => result),
    );
  });

  it("gives the same words on any counter and key in TypeScript, WGSL and exact integers", async () => {
    const cases = randomWords();
    const exact = cases.flatMap((words) => randomExact(generator, words.slice(0, 4), words.slice(4)));
    expectSameElements(cases.flatMap(here), exact, "TypeScript");
    expectSameElements(await onDevice(cases), exact, "WGSL");
  });
});
