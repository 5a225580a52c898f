import { expect, it } from "vitest";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyVariableDegree, regular } from "./graphs.ts";

// Min-Max with a vector spread over several invocations, as GPUs run it over large fields, gives the textbook's bits.
const engines = bothEngines({ f16: true });

const CASES = [
  ["messages=int12 schedule=flooding stop=none", false, regular],
  ["messages=int12 schedule=layered stop=none", false, regular],
  ["messages=f32 schedule=flooding stop=syndrome", true, everyVariableDegree],
  ["messages=int12 schedule=flooding stop=syndrome", false, everyVariableDegree],
  ["messages=f32 schedule=layered stop=none", true, regular],
] as const;

it.each(sweep(CASES, 2))("over GF(64), %s, syndromes %s", async (options, withSyndrome, graph) => {
  const matrix = graph(64);
  const words = `min-max mapping=frames ${options}`;
  const limits = { ...engines.gpu.limits, software: false };
  const program = decoderProgram({ matrix }, spec(words), limits, { syndrome: withSyndrome });
  expect(program.start.map(({ kernel }) => kernel)).toContain("nonbinary/rules/min-max-spread");
  await expectDecodings([engines.gpu], {
    matrix,
    words,
    seed: 64,
    frames: 11,
    iterations: 2,
    withSyndrome,
    likeGpu: true,
  });
});
