import { runRate } from "../../src/simulation/bench/bench.ts";
import { sum } from "../../src/sum.ts";
import { bitsOf, codeOf, framesOf, jobOf, measureBatch } from "../shared/measure.ts";
import { measurement, decoder as ofDecoder, SECONDS } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { LONGEST, tutorialDecoder, tutorialSource } from "./shared/blocks.ts";

export default reportExperiment({
  name: "sionna-5g-throughput",
  summary: "throughput of the tutorial's decoder over the number of segments in a batch",
  paper: "sionna",
  options: {
    batch: measurement.counts(
      "segments of a batch, cut to the device's memory",
      "1 64",
      [1, 4, 16, 64, 256, 1024, 4096, 16384],
    ),
    rows: ofDecoder.count(`block rows of ${LONGEST} that are used`, "13", 46),
    iterations: ofDecoder.count("iterations", "4", 8),
    seconds: SECONDS,
  },
  quick: { batch: [1, 4, 16], iterations: 2, seconds: 0.3 },
  plan({ batch, rows, iterations, seconds }, lab) {
    const one = { code: LONGEST, rows, decoder: tutorialDecoder(iterations, "stop=none"), at: 1 };
    // The program depends on the size of the batch: that of a large one would leave most of the card idle with one segment.
    const jobWith = (frames: number) => jobOf(lab.engine, one, { frames });
    const { information: bits } = bitsOf(codeOf(one));
    const sizes = [...new Set(batch.map((size) => framesOf(jobWith, size)))].sort((a, b) => a - b);
    return {
      source: tutorialSource(
        `batches of segments, ${rows} block rows, ${iterations} iterations; it prints no throughput`,
      ),
      settings: { seconds, rows, iterations },
      measurements: sizes.map((frames) => {
        const name = `${frames} segments`;
        return {
          name,
          async measure() {
            const { job, chain, kernels, decoderSeconds } = await measureBatch(jobWith, frames, seconds);
            const decoderShare = decoderSeconds / sum(Object.values(kernels));
            const row = {
              what: name,
              unit: "Gbit/s information",
              ours: (runRate(chain) * bits) / 1e9,
              how: `whole chain, ${(1e6 / runRate(chain)).toFixed(2)} µs a segment; the decoder takes ${(100 * decoderShare).toFixed(0)} % of the kernels' time`,
            };
            return { rows: [row], details: { frames, decoderShare, bits, chain, plan: job.program.plan } };
          },
        };
      }),
    };
  },
});
