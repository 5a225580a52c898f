import { channelPoint } from "../../src/channel/channels.ts";
import { number } from "../../src/cli/command-line/option.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { formatInterval } from "../../src/report/format.ts";
import { measureKernels, measureLatency, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { countFrames } from "../shared/count-frames.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { imageCode } from "./shared/codes.ts";
import { CODED_BITS, paperSource } from "./shared/nonbinary.ts";

const SYMBOLS = loadCode("nb620-gf32");
const IMAGE = imageCode(SYMBOLS);
const CASES = [
  { name: "GF(32), min-max", code: SYMBOLS, decoder: "min-max" },
  { name: "GF(32), min-max messages=levels16", code: SYMBOLS, decoder: "min-max messages=levels16 step=0.5" },
  { name: "GF(32), qspa", code: SYMBOLS, decoder: "qspa" },
  { name: "binary image, min-sum", code: IMAGE, decoder: "normalised-min-sum schedule=flooding" },
  { name: "binary image, sum-product", code: IMAGE, decoder: "sum-product schedule=flooding" },
] as const;
const EBN0 = 3;
const LATENCY_RUNS = 20;

const NOTE =
  "The paper sets its 1.26 Mbit/s beside 50 to 100 Mbit/s of other authors' decoders of binary codes, and calls the gap about 50. Here both decoders work on " +
  "the same words: the binary image has the same 3,100 bits, and the frame error rates say what the speed costs.";

export default defineExperiment({
  name: "nonbinary-binary-image",
  summary: "section V-B: a code over GF(32) beside its binary image, speed and FER (the paper's gap of about 50)",
  paper: "nonbinary",
  options: {
    frames: number({ group: "Measurement", describe: "frames of a batch", example: "64", default: 8192 }),
    simulate: number({
      group: "Measurement",
      describe: "frames to simulate for FER",
      example: "1e4",
      default: 2 ** 17,
    }),
    ...measureOptions("nonbinary-binary-image"),
  },
  quick: { frames: 16, simulate: 256, seconds: 0.2, out: "runs/nonbinary-binary-image-quick.json" },
  async run({ frames, simulate, seconds, out }, lab) {
    await measureReport(lab, out, {
      experiment: "nonbinary-binary-image",
      source: paperSource(`section V-B, GF(32) beside a binary code; 10 iterations, FER at ${EBN0} dB`),
      settings: { seconds, frames, simulate },
      notes: [NOTE],
      measurements: CASES.map(({ name, code, decoder }) => ({
        name,
        async measure() {
          const jobOf = (stop: string, inFlight: number) =>
            benchJob(
              lab.engine,
              code,
              readDecoder(`${decoder} iterations=10 stop=${stop}`),
              channelPoint("ebn0", EBN0),
              { codeword: "zero", frames: inFlight },
            );
          const inFlight = Math.min(frames, lab.engine.framesMaximum(jobOf("none", frames).program));
          const fixed = jobOf("none", inFlight);
          const batch = await measureThroughput(fixed, inFlight, seconds);
          const kernels = await measureKernels(fixed, inFlight);
          const decoderSeconds = secondsOfDecoder(fixed, kernels);
          const counts = await countFrames(jobOf("syndrome", inFlight), Number.POSITIVE_INFINITY, simulate);
          const latency = await measureLatency(jobOf("none", 1), LATENCY_RUNS, { job: fixed, frames: inFlight });
          const { frameErrors: errors, undetected } = counts;
          const { low, high } = clopperPearson(errors, counts.frames);
          const rows = [
            {
              what: `${name}, batch, decoder alone`,
              unit: "Mbit/s",
              ours: (inFlight * CODED_BITS) / decoderSeconds / 1e6,
              how: `${inFlight} frames in flight; whole chain ${((runRate(batch) * CODED_BITS) / 1e6).toFixed(0)}`,
            },
            {
              what: `${name}, one frame`,
              unit: "ms",
              ours: 1e3 * latency.seconds,
              how: `submission to result; ${(1e3 * latency.deviceSeconds).toFixed(3)} ms on the device`,
            },
            {
              what: `${name}, FER`,
              unit: "",
              ours: errors / counts.frames,
              errors,
              how: `${errors} of ${counts.frames} frames, ${undetected} of them undetected, 95 % ${formatInterval(low, high)}`,
            },
          ];
          return { rows, details: { inFlight, decoderSeconds, batch, counts, latency } };
        },
      })),
    });
  },
});
