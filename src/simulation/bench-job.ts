import { awgnChannel, sigmaOfEbN0 } from "../channel/awgn.ts";
import type { Code } from "../code/code.ts";
import { systematicEncoder } from "../code/encoder.ts";
import { requireAllSent } from "../code/rate-matching.ts";
import { monteCarloProgram } from "../decoder/monte-carlo.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import type { BenchJob } from "../simulation/bench.ts";

const encoders = new WeakMap<Code, ReturnType<typeof systematicEncoder>>();

/** A Monte-Carlo run of a code and decoder at an Eb/N0 in dB, to be timed on an engine. */
export function benchJob(engine: Engine, code: Code, spec: DecoderSpec, ebn0: number): BenchJob {
  requireAllSent(code);
  let encoder = encoders.get(code);
  if (encoder === undefined) {
    encoder = systematicEncoder(code.matrix);
    encoders.set(code, encoder);
  }
  return {
    engine,
    program: monteCarloProgram(code.matrix, encoder, spec, "random", engine.limits),
    channel: awgnChannel(sigmaOfEbN0(ebn0, encoder.k / encoder.n)),
  };
}
