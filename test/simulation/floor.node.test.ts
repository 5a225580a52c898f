import { expect, it } from "vitest";
import { type ChannelPoint, channelPoint } from "../../src/channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import type { Code } from "../../src/code/code.ts";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { type Entry, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { finish } from "../../src/code/steps.ts";
import { setCounts, setValues, type TrappingSet, trappingSetsSteps } from "../../src/code/trapping-sets.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { convertLlr } from "../../src/decoder/llr.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { frameDecoder } from "../../src/engine/decode.ts";
import { galoisField } from "../../src/galois/field.ts";
import {
  addSums,
  errorBits,
  type FloorPart,
  FloorSampler,
  type FloorSums,
  floorEstimate,
  NO_SUMS,
  summedEstimate,
} from "../../src/simulation/floor.ts";
import { simulate } from "../../src/simulation/simulate.ts";
import { Splitter, splittingEstimate } from "../../src/simulation/splitting.ts";
import { allCodewords } from "../oracle/maximum-likelihood.ts";
import { sweep } from "../sweep.ts";

const engine = cpuEngine();
const spec = readDecoder("min-sum iterations=8");
const code = constructCode({
  family: "peg",
  name: "small",
  q: 2,
  polynomial: 3,
  n: 12,
  degrees: [3, 4],
  labels: "random",
  seed: 3,
  attempts: 4,
});

/** Variables are the edges of a complete graph with a label each, checks its nodes: every circle of edges is a word, for some values. */
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
const rows = [0, 1, 2, 3].map((node) =>
  EDGES.flatMap((edge, n): Entry[] => (edge.includes(node) ? [[n, 1 + (n % 3)]] : [])),
);
const matrix = parityCheckMatrix(galoisField(4), EDGES.length, rows);
const quaternary: Code = { name: "circles", description: "", source: "", matrix };

async function estimateOf(given: Code, channel: ChannelPoint, frames: number, decoder = spec) {
  const { sets } = finish(trappingSetsSteps(given.matrix, { a: 6, b: 3, kind: "trapping", steps: 1e6, sets: 1e5 }));
  const sampler = new FloorSampler(engine, given, decoder, { channel, seed: 1, random: DEFAULT_GENERATOR });
  const parts: FloorPart[] = [];
  for (const { a, b } of setCounts(sets)) {
    const own = sets.filter(({ variables, checks }) => variables.length === a && checks.length === b);
    const { field } = given.matrix;
    const valuesOf = setValues(given.matrix);
    const bitsOf = ({ variables }: TrappingSet) =>
      field.q === 2
        ? [variables]
        : Array.from({ length: field.q - 1 }, (_, i) => errorBits(field, variables, valuesOf(variables), i + 1));
    const floorClass = { a, b, sets: own.flatMap(bitsOf) };
    const strength = await sampler.strengthOf(floorClass);
    if (strength !== undefined) parts.push({ ...floorClass, strength });
  }
  sampler.parts = parts;
  const sumsOf = async (part?: number) => {
    let sums: FloorSums = NO_SUMS;
    for (let first = 0; first < frames; first += 1024) sums = addSums(sums, await sampler.run(part, first, 1024));
    return sums;
  };
  const sums: FloorSums[] = [];
  for (const part of parts.keys()) sums.push(await sumsOf(part));
  const plain = await sumsOf();
  sampler.release();
  const { floor, rest } = floorEstimate({ parts: sums, plain });
  return { floor, rest, all: summedEstimate([floor, rest]), frames: frames * (parts.length + 1), parts, plain };
}

/** The FER over a BSC by decoding every pattern of errors on every code word. */
async function exactRate(given: Code, p: number, spec: DecoderSpec): Promise<number> {
  const { columns, field } = given.matrix;
  const n = columns * field.p;
  const words = allCodewords(given.matrix).map((word) =>
    [...word].flatMap((symbol) => Array.from({ length: field.p }, (_, j) => (symbol >>> j) & 1)),
  );
  const decoder = frameDecoder(engine, given, spec);
  let rate = 0;
  for (const word of words) {
    const llr = Float32Array.from({ length: n * 2 ** n }, (_, i) => {
      const bit = word[i % n] ^ ((Math.floor(i / n) >> (i % n)) & 1);
      return Math.fround(Math.log((1 - p) / p)) * (bit === 1 ? -1 : 1);
    });
    const { input } = decoder;
    const { symbols } = await decoder.decode(convertLlr("bit", llr, field, columns, { input }).llr);
    for (let pattern = 0; pattern < 2 ** n; pattern++) {
      const decided = (i: number) => (symbols[pattern * columns + Math.floor(i / field.p)] >>> (i % field.p)) & 1;
      if (word.every((bit, i) => decided(i) === bit)) continue;
      const errors = pattern.toString(2).replaceAll("0", "").length;
      rate += (p ** errors * (1 - p) ** (n - errors)) / words.length;
    }
  }
  decoder.release();
  return rate;
}

const FIELDS = [
  ["GF(2)", code, spec],
  ["GF(4)", quaternary, readDecoder("qspa iterations=8")],
] as const;

it.each(sweep(FIELDS, 2))(
  "over %s the parts and the rest add up to the exact FER over the BSC, at rates far below one in the frames",
  async (_, code, decoder) => {
    for (const p of [0.03, 0.001]) {
      const exact = await exactRate(code, p, decoder);
      const { all, floor, rest, frames } = await estimateOf(code, channelPoint("qber", p), 2048, decoder);
      const sum = floor.value + rest.value;
      expect(Math.abs(sum - exact)).toBeLessThan(0.1 * exact);
      expect(all.low).toBeLessThan(exact);
      expect(all.high).toBeGreaterThan(exact);
      // Plain frames would need 400 errors for an interval of a tenth.
      if (p === 0.001) expect(100 * frames * exact).toBeLessThan(400);
    }
  },
);

it("they add up to the FER of a simulation over AWGN, with unsent bits too", async () => {
  for (const given of [code, { ...code, punctured: Uint32Array.of(2) }]) {
    const [{ fer_low: low, fer_high: high }] = await simulate(
      given,
      spec,
      { ebn0: [4] },
      { engine, maxErrors: 400, maxFrames: 1e6 },
    ).result();
    const { all, plain, floor } = await estimateOf(given, channelPoint("ebn0", 4), 4096);
    expect(all.low).toBeLessThan(high);
    expect(all.high).toBeGreaterThan(low);
    expect(all.high - all.low).toBeLessThan(0.5 * all.value);
    expect(floor.value).toBeGreaterThan(plain.weight / plain.frames);
  }
});

/** The FER by splitting, of a number of replications. */
async function splittingOf(given: Code, channel: ChannelPoint, decoder: DecoderSpec, number: number) {
  const splitter = new Splitter(engine, given, decoder, { channel, seed: 1, random: DEFAULT_GENERATOR });
  const levels = await splitter.levels();
  const replications = [];
  for (let i = 0; i < number; i++) replications.push(await splitter.replication(levels, i));
  splitter.release();
  return { levels, ...splittingEstimate({ channel, levels, replications }) };
}

it.each(sweep(FIELDS, 2))(
  "over %s splitting finds the exact FER over the BSC, without bias",
  async (_, code, decoder) => {
    const exact = await exactRate(code, 0.001, decoder);
    const { levels, fer, undetected } = await splittingOf(code, channelPoint("qber", 0.001), decoder, 5);
    expect(levels.length).toBeGreaterThan(1);
    expect(Math.abs(fer.value - exact)).toBeLessThan(0.3 * exact);
    expect(fer.low).toBeLessThan(exact);
    expect(fer.high).toBeGreaterThan(exact);
    expect(fer.high).toBeLessThan(4 * fer.low);
    expect(undetected.value).toBeGreaterThan(0);
    expect(undetected.value).toBeLessThanOrEqual(fer.value);
    // Where more than one frame in 64 fails, the failures are the only level, and the estimate is that of plain frames.
    const plain = await splittingOf(code, channelPoint("qber", 0.2), decoder, 1);
    expect(plain.levels.length).toBe(1);
    expect(Math.abs(plain.fer.value / (await exactRate(code, 0.2, decoder)) - 1)).toBeLessThan(0.05);
  },
);

it("splitting agrees with a simulation over AWGN, with unsent bits too", async () => {
  for (const given of sweep([{ ...code, punctured: Uint32Array.of(2) }, code], 2)) {
    const limits = { engine, maxErrors: 200, maxFrames: 1e6 };
    const [{ fer_low: low, fer_high: high }] = await simulate(given, spec, { ebn0: [7] }, limits).result();
    const { levels, fer } = await splittingOf(given, channelPoint("ebn0", 7), spec, 4);
    expect(levels.length).toBeGreaterThan(1);
    expect(fer.low).toBeLessThan(high);
    expect(fer.high).toBeGreaterThan(low);
    expect(fer.high).toBeLessThan(4 * fer.low);
  }
});
