import { channelPoint } from "../../src/channel/channels.ts";
import { number } from "../../src/cli/command-line/option.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { formatInterval } from "../../src/report/format.ts";
import { measureKernels } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { countFrames } from "../shared/count-frames.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { paperSource } from "./shared/nonbinary.ts";

/** (837,726) over GF(32): variables of degree 4, which majority logic needs, and checks of degree 27. */
const CODE = "nb837-gf32";
/** Every rule over GF(q) that passes messages or votes; EMS also with a quarter and a half of the symbols, and without its correction. */
const DECODERS = [
  "qspa iterations=10",
  "min-max iterations=10",
  "ems iterations=10",
  "ems iterations=10 nm=16",
  "ems iterations=10 nm=8",
  "ems iterations=10 scale=1",
  "trellis-min-max iterations=10",
  "isrb-mlgd iterations=30",
  "ihrb-mlgd iterations=30",
];
/** Eb/N0 in dB: the waterfall of message passing, and that of soft majority logic. */
const POINTS = [4.1, 5.1];

export default defineExperiment({
  name: "nonbinary-rules",
  summary: 'every rule over GF(q) on one code: FER at two points, operations and speed (the paper\'s "similar BER")',
  paper: "nonbinary",
  options: {
    errors: number({ group: "Measurement", describe: "frame errors of each point", example: "300", default: 300 }),
    frames: number({
      group: "Measurement",
      describe: "most frames of each point",
      example: "1e5",
      default: 400_000,
    }),
    batch: number({ group: "Measurement", describe: "frames of a timed batch", example: "64", default: 8192 }),
    ...measureOptions("nonbinary-rules"),
  },
  quick: { errors: 20, frames: 64, batch: 32, seconds: 0.1, out: "runs/nonbinary-rules-quick.json" },
  async run({ errors, frames, batch, seconds, out }, lab) {
    const code = loadCode(CODE);
    const { p, q } = code.matrix.field;
    const degree = tannerGraph(code.matrix).checkDegreeMaximum;
    await measureReport(lab, out, {
      experiment: "nonbinary-rules",
      source: paperSource(`"similar BER" of Min-Max and EMS; ours ${code.description}`),
      settings: { seconds, errors, frames, batch },
      notes: ["All rules decode the same frames. Speed is that of the decoder alone with all iterations, coded bits."],
      measurements: DECODERS.map((decoder) => ({
        name: decoder,
        async measure() {
          const jobOf = (stop: string, ebn0: number, inFlight: number) =>
            benchJob(lab.engine, code, readDecoder(`${decoder} stop=${stop}`), channelPoint("ebn0", ebn0), {
              codeword: "random",
              frames: inFlight,
            });
          const points = [];
          for (const ebn0 of POINTS) {
            const counts = await countFrames(jobOf("syndrome", ebn0, Math.min(batch, frames)), errors, frames);
            points.push({ ebn0, counts, interval: clopperPearson(counts.frameErrors, counts.frames) });
          }
          const tried = jobOf("none", POINTS[0], batch);
          const inFlight = Math.min(batch, lab.engine.framesMaximum(tried.program));
          const fixed = jobOf("none", POINTS[0], inFlight);
          const decoderSeconds = secondsOfDecoder(fixed, await measureKernels(fixed, inFlight));
          const { rule, options } = readDecoder(decoder);
          const { cost } = checkNodeRules[rule];
          const operations = cost.per === undefined ? cost.operations(degree, q, options) : undefined;
          const mbits = (inFlight * code.matrix.columns * p) / decoderSeconds / 1e6;
          const rows = [
            ...points.map(({ ebn0, counts, interval }) => ({
              what: `${decoder}, FER at ${ebn0} dB`,
              unit: "",
              ours: counts.frameErrors / counts.frames,
              how: `${counts.frameErrors} of ${counts.frames} frames, ${counts.undetected} undetected, 95 % ${formatInterval(interval.low, interval.high)}`,
            })),
            { what: `${decoder}, speed`, unit: "Mbit/s", ours: mbits, how: `${inFlight} frames in flight` },
          ];
          return { rows, details: { decoder, points, operations, inFlight, decoderSeconds, mbits } };
        },
      })),
    });
  },
});
