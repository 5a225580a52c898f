import { expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
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
  .filter(isExact)
  .flatMap((rule) =>
    checkNodeRules[rule].options.messages
      .choices!.filter((messages) => !messages.startsWith("levels"))
      .flatMap((messages) =>
        ["flooding", "layered", "layered order=random"].map(
          (schedule) => `${rule} messages=${messages} schedule=${schedule}`,
        ),
      ),
  );
const CASES = DECODERS.flatMap((decoder, d) =>
  NODES.map((nodes, n) => ({ words: `${decoder} ${nodes}`, turn: d + n, isFew: n === d % NODES.length })),
);

/** The words with values of the options that apply. */
function withValues(words: string, turn: number): string {
  const { options } = readDecoder(words);
  const values = Object.entries(NODE_VALUES).filter(([name]) => name in options);
  return [words, ...values.map(([name, each]) => `${name}=${each[turn % each.length]}`)].join(" ");
}

it.each(sweep({ few: CASES.filter(({ isFew }) => isFew), every: CASES }, 4))(
  "$words",
  async ({ words, turn, isFew }) => {
    const how = `${withValues(words, turn)} stop=${turn % 2 === 0 ? "none" : "syndrome"}`;
    const given = { matrix, words: words.startsWith("min-max") ? `${how} mapping=frames` : how, seed: turn };
    // A device compiles each kernel for a second.
    const on = isFew && turn % 5 === 0 ? [engines.cpu, engines.gpu] : [engines.cpu];
    await expectDecodings(on, { ...given, frames: 7, iterations: 5, withSyndrome: turn % 3 === 0 });
  },
);

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
});
