import { number, numbers } from "../../src/cli/command-line/option.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { measureKernels, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { binaryCode, binaryJob } from "../shared/binary.ts";
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
    const job = binaryJob(lab.engine, one);
    const code = binaryCode(one);
    const bits = transmittedPositions(code).length * codeRate(code);
    const maximum = lab.engine.framesMaximum(job.program);
    const sizes = [...new Set(batch.map((size) => Math.min(size, maximum)))].sort((a, b) => a - b);
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
            const chain = await measureThroughput(job, frames, seconds);
            const kernels = await measureKernels(job, frames);
            const decoder = secondsOfDecoder(job, kernels);
            const gigabits = (frames * bits) / decoder / 1e9;
            const row = {
              what: name,
              unit: "Gbit/s information",
              ours: gigabits,
              how: `decoder alone, ${((1e6 * decoder) / frames).toFixed(2)} µs a segment; whole chain ${((runRate(chain) * bits) / 1e9).toFixed(3)}`,
            };
            return { rows: [row], details: { frames, decoder, bits, chain } };
          },
        };
      }),
    });
  },
});
