import { channelPoint } from "../../src/channel/channels.ts";
import { number } from "../../src/cli/command-line/option.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { measureLatency, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { circulantCode } from "./shared/codes.ts";
import { paperSource } from "./shared/nonbinary.ts";

/** Mbit/s that the paper expects of its GPU. */
const PROJECTED = 20;
const LATENCY_RUNS = 20;

export default defineExperiment({
  name: "nonbinary-projection",
  summary: "section V-B: the projected speed of an (8000,4000) code over GF(16), measured",
  paper: "nonbinary",
  options: {
    circulant: number({
      group: "Code",
      describe: "Z: the code has 8 Z symbols",
      example: "100",
      default: 1000,
    }),
    frames: number({ group: "Measurement", describe: "frames of a batch", example: "64", default: 1024 }),
    ...measureOptions("nonbinary-projection"),
  },
  quick: { circulant: 100, frames: 8, seconds: 0.2, out: "runs/nonbinary-projection-quick.json" },
  async run({ circulant, frames, seconds, out }, lab) {
    const code = circulantCode(circulant, 16);
    const bits = 4 * code.matrix.columns;
    const jobOf = (decoder: string, inFlight: number) =>
      benchJob(lab.engine, code, readDecoder(`${decoder} iterations=10 stop=none`), channelPoint("ebn0", 3), {
        codeword: "zero",
        frames: inFlight,
      });
    const alone = ["min-max mapping=symbols", "min-max", "min-max messages=levels16 step=0.5"];
    await measureReport(lab, out, {
      experiment: "nonbinary-projection",
      source: paperSource(
        `section V-B, projection to an (8000,4000) code over GF(16), 10 iterations; ours ${code.description}`,
      ),
      settings: { seconds, circulant, frames },
      notes: [
        "The paper projects the speed of one frame at a time from its measurements; it did not decode this code.",
      ],
      measurements: [
        ...alone.map((decoder) => ({
          name: `one frame, ${decoder}`,
          async measure() {
            const batch = jobOf(decoder, frames);
            const warm = { job: batch, frames: Math.min(frames, lab.engine.framesMaximum(batch.program)) };
            const latency = await measureLatency(jobOf(decoder, 1), LATENCY_RUNS, warm);
            const row = {
              what: `one frame, ${decoder}`,
              unit: "Mbit/s",
              paper: PROJECTED,
              ours: bits / latency.seconds / 1e6,
              how: `submission to result ${(1e3 * latency.seconds).toFixed(3)} ms, ${(1e3 * latency.deviceSeconds).toFixed(3)} ms on the device`,
            };
            return { rows: [row], details: { ...latency, bits } };
          },
        })),
        ...["min-max", "min-max messages=levels16 step=0.5", "qspa"].map((decoder) => ({
          name: `batch, ${decoder}`,
          async measure() {
            const tried = jobOf(decoder, frames);
            const inFlight = Math.min(frames, lab.engine.framesMaximum(tried.program));
            const measured = await measureThroughput(jobOf(decoder, inFlight), inFlight, seconds);
            const row = {
              what: `batch, ${decoder}`,
              unit: "Mbit/s",
              ours: (runRate(measured) * bits) / 1e6,
              how: `${inFlight} frames in flight, sampling to counters`,
            };
            return { rows: [row], details: { ...measured, bits } };
          },
        })),
      ],
    });
  },
});
