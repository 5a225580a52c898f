import { channelPoint } from "../../src/channel/channels.ts";
import { number, numbers } from "../../src/cli/command-line/option.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { measureKernels, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { sum } from "../../src/sum.ts";
import { binaryCode } from "../shared/binary.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { LONGEST, tutorialDecoder, tutorialSource } from "./shared/tutorial.ts";

export default defineExperiment({
  name: "sionna-5g-throughput",
  summary: "throughput of the tutorial's decoder over the number of segments in a batch",
  paper: "sionna",
  options: {
    batch: numbers({
      group: "Measurement",
      describe: "segments of a batch, cut to the device's memory",
      example: "1 64",
      default: [1, 4, 16, 64, 256, 1024, 4096, 16384],
    }),
    rows: number({ group: "Decoder", describe: `block rows of ${LONGEST} that are used`, example: "13", default: 46 }),
    iterations: number({ group: "Decoder", describe: "iterations", example: "4", default: 8 }),
    ...measureOptions("sionna-5g-throughput"),
  },
  quick: { batch: [1, 4, 16], iterations: 2, seconds: 0.3, out: "runs/sionna-5g-throughput-quick.json" },
  async run({ batch, rows, iterations, seconds, out }, lab) {
    const one = { code: LONGEST, rows, decoder: tutorialDecoder(iterations, "stop=none"), ebn0: 1 };
    // The program depends on the size of the batch: that of a large one would leave most of the card idle with one segment.
    const jobOf = (frames: number) =>
      benchJob(lab.engine, binaryCode(one), readDecoder(one.decoder), channelPoint("ebn0", one.ebn0), { frames });
    const code = binaryCode(one);
    const bits = transmittedPositions(code).length * codeRate(code);
    const sizes = [...new Set(batch.map((size) => Math.min(size, lab.engine.framesMaximum(jobOf(size).program))))].sort(
      (a, b) => a - b,
    );
    await measureReport(lab, out, {
      experiment: "sionna-5g-throughput",
      source: tutorialSource(
        `batches of segments, ${rows} block rows, ${iterations} iterations; it prints no throughput`,
      ),
      settings: { seconds, rows, iterations },
      measurements: sizes.map((frames) => {
        const name = `${frames} segments`;
        return {
          name,
          async measure() {
            const job = jobOf(frames);
            const chain = await measureThroughput(job, frames, seconds);
            const kernels = await measureKernels(job, frames);
            const decoder = secondsOfDecoder(job, kernels);
            const share = decoder / sum(Object.values(kernels));
            const row = {
              what: name,
              unit: "Gbit/s information",
              ours: (runRate(chain) * bits) / 1e9,
              how: `whole chain, ${(1e6 / runRate(chain)).toFixed(2)} µs a segment; the decoder takes ${(100 * share).toFixed(0)} % of the kernels' time`,
            };
            return { rows: [row], details: { frames, decoderShare: share, bits, chain, plan: job.program.plan } };
          },
        };
      }),
    });
  },
});
