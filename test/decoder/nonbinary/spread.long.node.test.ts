import { expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { widened } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyVariableDegree, regular } from "./graphs.ts";

// Min-Max with a vector spread over several invocations, as GPUs run it over large fields, gives the textbook's bits.
const engines = bothEngines({ f16: true });

/** Checks of the degrees, at most 12, the largest that is spread. */
const ofDegrees =
  (...degrees: readonly number[]) =>
  (q: number) =>
    randomMatrix(galoisField(q), degrees, 14, q);
const everySpreadDegree = ofDegrees(...Array.from({ length: 12 }, (_, i) => i + 1));

/**
 * The number of unrolled blocks of symbols changes no result. A device in software compiles one block of int12 in a seventh of the time of
 * all, which f32 has.
 */
const ONE_BLOCK = { BLOCKS_TOGETHER: 1 };

type Case = [q: number, options: string, withSyndrome: boolean, graph: (q: number) => ParityCheckMatrix];

const CASES: Case[] = [
  [64, "messages=int12 schedule=flooding stop=none", false, regular],
  [64, "messages=f32 schedule=layered stop=syndrome", true, regular],
];

/** Larger fields and checks, which a device in software compiles for long. */
const LARGE: Case[] = [
  [64, "messages=f32 schedule=flooding stop=syndrome", true, everyVariableDegree],
  [64, "messages=int12 schedule=flooding stop=syndrome", false, everyVariableDegree],
  [64, "messages=f32 schedule=flooding stop=none", true, everySpreadDegree],
  // Each layer has kernels of its own.
  [64, "messages=int12 schedule=layered stop=none", false, ofDegrees(1, 2, 12)],
  [256, "messages=int12 schedule=flooding stop=none", false, regular],
  [256, "messages=f32 schedule=layered stop=syndrome", true, regular],
];

it.each(widened({ few: CASES, every: [...CASES, ...LARGE] }))("over GF(%i), %s, syndromes %s", async (...each) => {
  const [q, options, withSyndrome, graph] = each;
  const matrix = graph(q);
  const words = `min-max mapping=frames ${options}`;
  const limits = { ...engines.gpu.limits, software: false };
  const program = decoderProgram({ matrix }, spec(words), limits, { syndrome: withSyndrome });
  expect(program.start.map(({ kernel }) => kernel)).toContain("nonbinary/rules/min-max-spread");
  // Numbers of f16 need a device; the CPU engine compiles the form for f32 in a fifth of the time.
  await expectDecodings([options.includes("int12") ? engines.gpu : engines.cpu], {
    matrix,
    words,
    seed: q,
    frames: 11,
    iterations: 2,
    withSyndrome,
    likeGpu: true,
    constants: options.includes("int12") && engines.gpu.limits.software ? ONE_BLOCK : undefined,
  });
});
