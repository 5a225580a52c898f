import { expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { nested } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyVariableDegree, regular } from "./graphs.ts";

// Min-Max with a vector spread over several invocations, as GPUs run it over large fields, gives the textbook's bits.
const engines = bothEngines({ f16: true });

/** Checks of the degrees, at most 12, the largest that is spread. */
const ofDegrees = (degrees: readonly number[]) => (q: number) => randomMatrix(galoisField(q), degrees, 14, q);
const everySpreadDegree = ofDegrees(Array.from({ length: 12 }, (_, i) => i + 1));
/** Each layer has kernels of its own, which a device in software compiles for seconds. */
const fewSpreadDegrees = ofDegrees([1, 3, 8, 12]);

type Case = [q: number, options: string, withSyndrome: boolean, graph: (q: number) => ParityCheckMatrix];

const CASES: Case[] = [
  [64, "messages=int12 schedule=flooding stop=none", false, regular],
  [64, "messages=f32 schedule=flooding stop=syndrome", true, everyVariableDegree],
  [64, "messages=f32 schedule=layered stop=none", true, regular],
];

/** Larger fields and checks, which a device in software compiles for long. */
const LARGE: Case[] = [
  [64, "messages=int12 schedule=layered stop=none", false, regular],
  [64, "messages=int12 schedule=flooding stop=syndrome", false, everyVariableDegree],
  [64, "messages=f32 schedule=flooding stop=none", true, everySpreadDegree],
  [64, "messages=int12 schedule=layered stop=none", false, fewSpreadDegrees],
  [128, "messages=int12 schedule=flooding stop=none", false, regular],
  [256, "messages=int12 schedule=flooding stop=none", false, regular],
  [256, "messages=f32 schedule=layered stop=syndrome", true, regular],
];

/**
 * The number of unrolled blocks changes no result. A device in software compiles f16 with one block in a seventh of the time, so one case of
 * int12 has all blocks.
 */
function blocksOf(each: Case): { few: string[]; every: string[] } {
  if (!each[1].includes("int12")) return { few: ["all"], every: ["all"] };
  return { few: ["one"], every: CASES.includes(each) ? ["one", "all"] : ["one"] };
}

it.each(
  nested({ few: CASES, every: [...CASES, ...LARGE] }, blocksOf, 2).flatMap(([each, blocks]) =>
    blocks.map((unrolled) => [...each, unrolled] as const),
  ),
)("over GF(%i), %s, syndromes %s", async (q, options, withSyndrome, graph, unrolled) => {
  const matrix = graph(q);
  const words = `min-max mapping=frames ${options}`;
  const limits = { ...engines.gpu.limits, software: false };
  const program = decoderProgram({ matrix }, spec(words), limits, { syndrome: withSyndrome });
  expect(program.start.map(({ kernel }) => kernel)).toContain("nonbinary/rules/min-max-spread");
  await expectDecodings([engines.gpu], {
    matrix,
    words,
    seed: q,
    frames: 11,
    iterations: 2,
    withSyndrome,
    likeGpu: true,
    constants: unrolled === "one" && engines.gpu.limits.software ? { BLOCKS_TOGETHER: 1 } : undefined,
  });
});
