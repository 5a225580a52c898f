import { z } from "zod";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PAPERS } from "../../../src/papers.ts";
import type { BenchJob, Latency } from "../../../src/simulation/bench/bench.ts";
import { jobOf } from "../../shared/measure.ts";
import type { Comparison } from "../../shared/report.ts";
import { readTable } from "../../shared/tables.ts";

const ROW_3 = z.object({
  processor: z.string(),
  program: z.string(),
  milliseconds: z.number().positive(),
  kilobitsPerSecond: z.number().positive(),
  ser: z.number().optional(),
  fer: z.number().optional(),
});

/** Tables I to III, speed-ups and projection of `PAPERS.nonbinary`. */
export const PAPER = readTable(
  "nonbinary-tables",
  z.object({
    table1: z.array(z.object({ stage: z.string(), percent: z.number() })),
    table2: z.array(z.object({ stage: z.string(), workgroups: z.string(), invocations: z.string() })),
    table3: z.array(ROW_3),
    metricsSpeedup: z.number(),
    layoutSpeedup: z.tuple([z.number(), z.number()]),
    projection: z.object({ megabitsPerSecond: z.number() }),
  }),
);

/** A row of Table III. @throws Error if the table has no such row. */
export function tableRow(processor: string, program: string): z.infer<typeof ROW_3> {
  const row = PAPER.table3.find((one) => one.processor === processor && one.program === program);
  if (row === undefined) throw new Error(`Table III has no row of ${program} on ${processor}`);
  return row;
}

/** The first words of reports. @param what table or section, and the measurement. */
export const paperSource = (what: string) => `${PAPERS.nonbinary.short}, ${what}; paper's GPU: GTX 470`;

/** A code of the paper's kind, (620,310) over GF(32). */
export const CODE = loadCode("nb620-gf32");

/** Coded bits of a frame: 620 symbols of 5 bits. */
export const CODED_BITS = CODE.matrix.columns * CODE.matrix.field.p;

/** The paper's decoder, at most 10 iterations, with further options as a decoder spec has them. */
export const paperJob = (engine: Engine, options: string): BenchJob =>
  jobOf(engine, { code: CODE, decoder: `min-max iterations=10 mapping=symbols ${options}`, at: 3 });

/** A decoder with all of 10 iterations or early termination, and a number of frames in flight. */
export const tenIterations = (engine: Engine, code: typeof CODE, decoder: string, stop = "none") => {
  const spec = `${decoder} iterations=10 stop=${stop}`;
  readDecoder(spec);
  return (frames: number) => jobOf(engine, { code, decoder: spec, at: 3 }, { frames, codeword: "zero" });
};

/** Kernels by the paper's names of the stages (Table I). */
export const PAPER_STAGES: Readonly<Record<string, readonly string[]>> = {
  "Init LLR": ["channel/symbol-llr", "reproductions/min-max-symbols/init"],
  CNP: ["reproductions/min-max-symbols/check"],
  VNP: ["reproductions/min-max-symbols/variable", "reproductions/min-max-symbols/normalise"],
  "Tentative dec": ["reproductions/min-max-symbols/decide", "reproductions/min-max-symbols/syndrome"],
};

/** Seconds of a stage of the paper. @throws Error if one of its kernels was not timed. */
export function paperStage(seconds: Readonly<Record<string, number>>, name: string): number {
  return PAPER_STAGES[name].reduce((sum, kernel) => {
    if (seconds[kernel] === undefined) throw new Error(`${name}: kernel ${kernel} was not timed`);
    return sum + seconds[kernel];
  }, 0);
}

export const LATENCY_RUNS = 20;

export const oneFrameRow = (what: string, { seconds, deviceSeconds }: Latency, paper?: number): Comparison => ({
  what,
  unit: "ms",
  ...(paper !== undefined && { paper }),
  ours: 1e3 * seconds,
  how: `submission to result; ${(1e3 * deviceSeconds).toFixed(3)} ms on the device`,
});
