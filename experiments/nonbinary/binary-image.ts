import type { Code } from "../../src/code/code.ts";
import { binaryImage } from "../../src/code/parity-check-matrix.ts";
import { measureLatency, runRate } from "../../src/simulation/bench/bench.ts";
import { countFrames, measureBatch } from "../shared/measure.ts";
import { measurement, SECONDS } from "../shared/options.ts";
import { errorsOf } from "../shared/rates.ts";
import { errorRow, reportExperiment } from "../shared/report.ts";
import { CODE, CODED_BITS, LATENCY_RUNS, oneFrameRow, paperSource, tenIterations } from "./shared/paper.ts";

/** The code over GF(2) whose words are those of the paper's code, symbols written as bits. */
export const IMAGE: Code = {
  name: `${CODE.name}-image`,
  description: `binary image of ${CODE.name}`,
  source: `binary image of: ${CODE.source}`,
  matrix: binaryImage(CODE.matrix),
};

const CASES = [
  { name: "GF(32), min-max", code: CODE, decoder: "min-max" },
  { name: "GF(32), min-max messages=levels16", code: CODE, decoder: "min-max messages=levels16 step=0.5" },
  { name: "GF(32), qspa", code: CODE, decoder: "qspa" },
  { name: "binary image, min-sum", code: IMAGE, decoder: "normalised-min-sum schedule=flooding" },
  { name: "binary image, sum-product", code: IMAGE, decoder: "sum-product schedule=flooding" },
] as const;

export default reportExperiment({
  name: "nonbinary-binary-image",
  summary: "section V-B: a code over GF(32) beside its binary image, speed and FER (the paper's gap of about 50)",
  paper: "nonbinary",
  options: {
    frames: measurement.count("frames of a batch", "64", 8192),
    simulate: measurement.count("frames to simulate for FER", "1e4", 2 ** 17),
    seconds: SECONDS,
  },
  quick: { frames: 16, simulate: 256, seconds: 0.2 },
  plan: ({ frames, simulate, seconds }, lab) => ({
    source: paperSource("section V-B, GF(32) beside a binary code; 10 iterations, FER at 3 dB"),
    settings: { seconds, frames, simulate },
    notes: [
      "The paper sets its 1.26 Mbit/s beside 50 to 100 Mbit/s of other authors' decoders of binary codes, and calls the gap about 50. Here both decoders work on " +
        "the same words: the binary image has the same 3,100 bits, and the frame error rates say what the speed costs.",
    ],
    measurements: CASES.map(({ name, code, decoder }) => ({
      name,
      async measure() {
        const jobWith = tenIterations(lab.engine, code, decoder);
        const { job, frames: inFlight, chain, decoderSeconds } = await measureBatch(jobWith, frames, seconds);
        const early = tenIterations(lab.engine, code, decoder, "syndrome")(inFlight);
        const counts = await countFrames(early, Number.POSITIVE_INFINITY, simulate);
        const latency = await measureLatency(jobWith(1), LATENCY_RUNS, { job, frames: inFlight });
        const rows = [
          {
            what: `${name}, batch, decoder alone`,
            unit: "Mbit/s",
            ours: (inFlight * CODED_BITS) / decoderSeconds / 1e6,
            how: `${inFlight} frames in flight; whole chain ${((runRate(chain) * CODED_BITS) / 1e6).toFixed(0)}`,
          },
          oneFrameRow(`${name}, one frame`, latency),
          errorRow(`${name}, FER`, "", errorsOf(counts)),
        ];
        return { rows, details: { inFlight, decoderSeconds, batch: chain, counts, latency } };
      },
    })),
  }),
});
