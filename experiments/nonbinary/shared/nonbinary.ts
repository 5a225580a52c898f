import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PAPERS } from "../../../src/papers.ts";
import type { BenchJob } from "../../../src/simulation/bench/bench.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";

/** The first words of reports. @param what table or section, and the measurement. */
export function paperSource(what: string): string {
  return `${PAPERS.nonbinary.short}, ${what}; paper's GPU: GTX 470`;
}

const CODE = loadCode("nb620-gf32");

/** Coded bits of a frame: 620 symbols of 5 bits. */
export const CODED_BITS = CODE.matrix.columns * CODE.matrix.field.p;

/** The paper's decoder, (620,310) over GF(32), at most 10 iterations, with further options as a decoder spec has them. */
export function paperJob(engine: Engine, options: string, ebn0 = 3): BenchJob {
  return benchJob(
    engine,
    CODE,
    readDecoder(`min-max iterations=10 mapping=symbols ${options}`),
    channelPoint("ebn0", ebn0),
  );
}

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
