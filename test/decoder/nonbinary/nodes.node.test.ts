import { expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { giveText } from "../../../src/decoder/given-files.ts";
import { edgeRules } from "../../../src/decoder/nodes/edges/index.ts";
import { variableRules } from "../../../src/decoder/nodes/variables/index.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { isExact, NODE_VALUES, rulesPassing } from "../../oracle/rules.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { noisyFrames } from "../words.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { runFrames } from "./run-frames.ts";

// Rules of variables and edges over GF(q), with every exact check-node rule, number format and schedule, are the oracle's bit for bit. Those with
// qspa are in qspa.node.test.ts.
const engines = bothEngines();
const matrix = randomMatrix(galoisField(8), [4, 4, 3, 4, 4, 1], 12, 8);
const NODES = Object.keys(variableRules).flatMap((variable) =>
  Object.keys(edgeRules).map((edge) => `variable=${variable} edge=${edge}`),
);
const DECODERS = rulesPassing("symbols")
  .filter((rule) => isExact(rule) && rule !== "qspa-grid")
  .flatMap((rule) =>
    checkNodeRules[rule].options.messages
      // Levels and sorted lists are no vectors of numbers.
      .choices!.filter((messages) => !/^(?:levels\d+|int[5-8])$/.test(messages))
      .flatMap((messages) =>
        ["flooding", "layered", "layered order=random"].map(
          (schedule) => `${rule} messages=${messages} schedule=${schedule}`,
        ),
      ),
  );
const CASES = DECODERS.flatMap((decoder, d) =>
  NODES.map((nodes, n) => ({ words: `${decoder} ${nodes}`, turn: d + n, isFew: n === d % NODES.length })),
);

function withValues(words: string, turn: number): string {
  const { options } = readDecoder(words);
  const values = Object.entries(NODE_VALUES).filter(([name]) => name in options);
  return [words, ...values.map(([name, each]) => `${name}=${each[turn % each.length]}`)].join(" ");
}

it.each(sweep({ few: CASES.filter(({ isFew }) => isFew), every: CASES }, 8))(
  "$words",
  async ({ words, turn, isFew }) => {
    const how = `${withValues(words, turn)} stop=${turn % 2 === 0 ? "none" : "syndrome"}`;
    const given = { matrix, words: words.startsWith("min-max") ? `${how} mapping=frames` : how, seed: turn };
    // A device compiles each kernel for a second.
    const on = isFew && turn % 10 === 0 ? [engines.cpu, engines.gpu] : [engines.cpu];
    await expectDecodings(on, { ...given, frames: 7, iterations: 5, withSyndrome: turn % 3 === 0 });
  },
);

/** Weights of each edge in two iterations: scales of at most `most`, some 1. */
const weightsTo = (most: number) => {
  const lists = (value: (k: number) => number) =>
    [0, 1].map((iteration) => Array.from(matrix.variable, (_, e) => value((7 * e + iteration) % 9)));
  return giveText(JSON.stringify({ scale: lists((k) => (k === 8 ? most : k / 7)), offset: lists((k) => k / 4) }));
};
const WEIGHTS = weightsTo(1);

// Of every rule, format and schedule some.
const few = DECODERS.filter((_, d) => d % 5 === 0);
it.each(sweep({ few, every: DECODERS }, 4))("%s edge=weighted", async (decoder) => {
  const turn = DECODERS.indexOf(decoder);
  const weights = decoder.includes("f16") ? WEIGHTS : weightsTo(1.9);
  const nodes = `edge=weighted weights=${weights} ${turn % 2 === 0 ? "variable=memory" : ""}`;
  const words = `${decoder} ${nodes} stop=${turn % 3 === 0 ? "syndrome" : "none"}`;
  const given = { matrix, words: decoder.startsWith("min-max") ? `${words} mapping=frames` : words, seed: turn };
  const on = turn % 10 === 0 ? [engines.cpu, engines.gpu] : [engines.cpu];
  await expectDecodings(on, { ...given, frames: 7, iterations: 4, withSyndrome: turn % 2 === 0 });
});

it("from a file is the rule of its text", async () => {
  const files = {
    "memory.wgsl":
      "fn prior(channel: Wide, posterior: Wide, n: u32) -> Wide { return channel + portion(posterior - channel, variable_value(n)); }",
    // 0.25 in f32.
    "damped.wgsl":
      "fn edge_updated(t: Lanes, state: u32, first: bool) -> Edge { let read = t + portion(select(unpack(state), t, first) - t, 0x3e800000u); return Edge(read, pack(read)); }",
    "check.wgsl": "#import binary/check-node/two-minima\nfn outgoing(least: Lanes) -> Lanes { return least; }",
  };
  const frames = noisyFrames(matrix, { count: 7, seed: 3 });
  const decoded = async (words: string) => {
    const found: number[] = [];
    const how = readDecoder(`ems iterations=5 stop=none ${words}`, files);
    await runFrames(engines.cpu, { matrix, how, frames }, ({ decision }) => {
      found.push(...decision);
    });
    return found;
  };
  const memory = await decoded("variable=memory gamma=-0.3");
  expect(await decoded("variable=memory gamma=-0.3 rule=memory.wgsl")).toEqual(memory);
  expect(memory).not.toEqual(await decoded(""));
  const layered = "schedule=layered edge=damped";
  expect(await decoded("schedule=layered rule=damped.wgsl")).toEqual(await decoded(layered));
  await expect(decoded("rule=check.wgsl")).rejects.toThrow(
    "check.wgsl: is a rule of checks, which is for codes over GF(2): over GF(q) ems takes a rule of variables (prior) or of edges (edge_updated)",
  );
});

it("is refused where messages have no place for it, and mapping=auto takes the mapping that has", () => {
  const device = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const made = (words: string) => decoderProgram({ matrix }, readDecoder(words), device, { frames: 1 });
  for (const mapping of ["symbols", "tree"]) {
    expect(() => made(`min-max mapping=${mapping} variable=memory`)).toThrow(
      `mapping=${mapping} has no place for variable=memory: use mapping=frames`,
    );
  }
  expect(made("min-max edge=damped").plan).toContain("edge=damped between the kernels of checks and variables");
  for (const words of [
    "min-max messages=levels16",
    "min-max messages=levels8 schedule=layered",
    "trellis-min-max messages=levels32",
  ]) {
    expect(() => made(`${words} edge=self-corrected`)).toThrow(
      /messages=levels\d+ has no place for edge=self-corrected/,
    );
  }
  expect(() => made("qspa-grid variable=memory")).toThrow("qspa-grid has no place for variable=memory");
  const weighted = `edge=weighted weights=${WEIGHTS}`;
  expect(() => made(`min-max mapping=tree ${weighted}`)).toThrow("mapping=tree has no place for edge=weighted");
  expect(() => made(`min-max messages=levels8 ${weighted}`)).toThrow("messages=levels8 has no place for edge=weighted");
  expect(() => made(`qspa ${weighted}`)).toThrow("edge=weighted scales costs, and qspa sends probabilities");
  expect(() => made("ems edge=weighted")).toThrow("edge=weighted has no weights: name a file, weights=FILE");
  const few = giveText('{"scale": [1, 0.5]}');
  expect(() => made(`ems edge=weighted weights=${few}`)).toThrow(
    `scale: 2 numbers: the code has ${matrix.variable.length} edges`,
  );
});
