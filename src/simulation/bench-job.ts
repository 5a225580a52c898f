import { type ChannelPoint, channelAt } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import { systematicEncoder } from "../code/encoder.ts";
import { requireAllSent } from "../code/rate-matching.ts";
import { monteCarloProgram } from "../decoder/monte-carlo.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import type { BenchJob } from "../simulation/bench.ts";

const encoders = new WeakMap<Code, ReturnType<typeof systematicEncoder>>();

/** A Monte-Carlo run of a code and decoder at a point of a channel, to be timed on an engine. */
export function benchJob(engine: Engine, code: Code, spec: DecoderSpec, point: ChannelPoint): BenchJob {
  requireAllSent(code);
  let encoder = encoders.get(code);
  if (encoder === undefined) {
    encoder = systematicEncoder(code.matrix);
    encoders.set(code, encoder);
  }
  return {
    engine,
    program: monteCarloProgram(code.matrix, encoder, spec, "random", engine.limits),
    channel: channelAt(point, encoder.k / encoder.n),
  };
}
