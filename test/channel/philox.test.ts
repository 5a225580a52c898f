import { expect, it } from "vitest";
import { philox } from "../../src/channel/philox.ts";
import { philoxExact } from "../oracle/philox.ts";
import { expectSameElements } from "../same-elements.ts";
import { randomNumbers } from "../simulation/random.ts";
import { shaderRunner } from "../wgsl/run-shader.ts";

const runShader = shaderRunner();

/** Known answers for philox4x32-10 of the Random123 distribution (kat_vectors): counter, key, result. */
const KNOWN = [
  [
    [0, 0, 0, 0],
    [0, 0],
    [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
  ],
  [
    [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    [0xffffffff, 0xffffffff],
    [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0],
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  ],
];

function randomWords(): number[][] {
  const random = randomNumbers(11);
  // Words with few and with many bits, so that every carry happens.
  const word = () => Math.floor(random() * 2 ** (32 * random()));
  return Array.from({ length: 500 }, () => Array.from({ length: 6 }, word));
}

async function onDevice(cases: readonly number[][]): Promise<Uint32Array> {
  const body = `
    let at = 6u * item;
    let words = philox(vec4u(input[at], input[at + 1u], input[at + 2u], input[at + 3u]), vec2u(input[at + 4u], input[at + 5u]));
    for (var i = 0u; i < 4u; i++) { output[4u * item + i] = words[i]; }`;
  return runShader(["common/philox"], body, Uint32Array.from(cases.flat()), cases.length);
}

function here([c0, c1, c2, c3, k0, k1]: readonly number[]): number[] {
  const out = new Uint32Array(4);
  philox(c0, c1, c2, c3, k0, k1, out);
  return [...out];
}

it("gives the known answers in TypeScript and in the exact oracle", () => {
  for (const [counter, key, result] of KNOWN) {
    expect(here([...counter, ...key])).toEqual(result);
    expect(philoxExact(counter, key)).toEqual(result);
  }
});

it("gives the known answers in WGSL", async () => {
  const result = await onDevice(KNOWN.map(([counter, key]) => [...counter, ...key]));
  expectSameElements(
    result,
    KNOWN.flatMap(([, , words]) => words),
  );
});

it("gives the same words on any counter and key in TypeScript, WGSL and exact integers", async () => {
  const cases = randomWords();
  const exact = cases.flatMap((words) => philoxExact(words.slice(0, 4), words.slice(4)));
  expectSameElements(cases.flatMap(here), exact, "TypeScript");
  expectSameElements(await onDevice(cases), exact, "WGSL");
});
