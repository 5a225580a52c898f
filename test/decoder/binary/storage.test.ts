import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { bothEngines } from "../../engines.ts";
import { inNode } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { type Decoded, decodeOn } from "./decode.ts";
import { randomFrames } from "./frames.ts";

// Options for the storage of a decoder do not change its results.
const engines = bothEngines();
const codes = smallCodes();

const LAYERED = ["compact", "flat"].flatMap((storage) =>
  ["resident", "streaming"].map((mapping) => `schedule=layered storage=${storage} mapping=${mapping}`),
);
const FLOODING = ["schedule=flooding storage=compact", "schedule=flooding storage=flat"];

async function expectEqual(engine: Engine, name: string, words: string, ways: readonly string[]) {
  const frames = randomFrames(codes[name].matrix, 5, 8, true);
  const results: Decoded[][] = [];
  for (const way of ways) {
    results.push(await decodeOn(engine, codes[name], readDecoder(`${words} ${way}`), frames, true));
  }
  results.forEach((result, i) => {
    expect(result, `${engine.info.engine}: ${ways[i]} against ${ways[0]}`).toEqual(results[0]);
  });
}

const QUASI_CYCLIC = Object.keys(codes).filter((name) => codes[name].base !== undefined);

const RULES = [
  "min-sum messages=f32",
  "normalised-min-sum messages=int12",
  "offset-min-sum messages=int8",
  "sum-product",
];

// decoders.node.test.ts compares all storages with the oracle, so codes have the rules in turn.
describe.each(inNode(QUASI_CYCLIC.map((name, i) => [name, i] as const)))("%s", (name, code) => {
  it.each(RULES.filter((_, i) => (i + code) % 2 === 0))("%s: the CPU", async (words) => {
    await expectEqual(engines.cpu, name, words, LAYERED);
    await expectEqual(engines.cpu, name, words, FLOODING);
  });
});

it("sionna-5g-min-sum knows one way only", () => {
  for (const way of ["storage=flat", "mapping=streaming", "schedule=layered"]) {
    expect(() => readDecoder(`sionna-5g-min-sum ${way}`)).toThrow("not one of its options");
  }
});

it("the kernels, of a code whose layers are parts of block rows", async () => {
  await expectEqual(engines.gpu, "Z = 5, two circulants in a block", "min-sum messages=int8", LAYERED);
});
