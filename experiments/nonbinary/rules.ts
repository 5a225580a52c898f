import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { measureKernels, secondsOfDecoder } from "../../src/simulation/bench/bench.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { countFrames, framesOf, jobOf } from "../shared/measure.ts";
import { measurement, SECONDS } from "../shared/options.ts";
import { errorsOf } from "../shared/rates.ts";
import { errorRow, reportExperiment } from "../shared/report.ts";
import { paperSource } from "./shared/paper.ts";

/** (837,726) over GF(32): variables of degree 4, which majority logic needs, and checks of degree 27. */
const CODE = "nb837-gf32";
/** Every rule over GF(q) that passes messages or votes; EMS also with a quarter and a half of the symbols, without its correction, and on lists of few bits. */
const DECODERS = [
  "qspa iterations=10",
  "min-max iterations=10",
  "ems iterations=10",
  "ems iterations=10 nm=16",
  "ems iterations=10 nm=8",
  "ems iterations=10 scale=1",
  "ems iterations=10 messages=int6 nm=16",
  "trellis-min-max iterations=10",
  "isrb-mlgd iterations=30",
  "ihrb-mlgd iterations=30",
];
/** Eb/N0 in dB: the waterfall of message passing, and that of soft majority logic. */
const POINTS = [4.1, 5.1];

export default reportExperiment({
  name: "nonbinary-rules",
  summary: 'every rule over GF(q) on one code: FER at two points, operations and speed (the paper\'s "similar BER")',
  paper: "nonbinary",
  options: {
    errors: measurement.count("frame errors of each point", "300", 300),
    frames: measurement.count("most frames of each point", "1e5", 400_000),
    batch: measurement.count("frames of a timed batch", "64", 8192),
    // Nothing is timed for a given time, but the command in results has the option.
    seconds: SECONDS,
  },
  quick: { errors: 20, frames: 64, batch: 32, seconds: 0.1 },
  plan({ errors, frames, batch, seconds }, lab) {
    const code = loadCode(CODE);
    const { p, q } = code.matrix.field;
    const degree = tannerGraph(code.matrix).checkDegreeMaximum;
    return {
      source: paperSource(`"similar BER" of Min-Max and EMS; ours ${code.description}`),
      settings: { seconds, errors, frames, batch },
      notes: ["All rules decode the same frames. Speed is that of the decoder alone with all iterations, coded bits."],
      measurements: DECODERS.map((decoder) => ({
        name: decoder,
        async measure() {
          const points = [];
          for (const ebn0 of POINTS) {
            const job = jobOf(
              lab.engine,
              { code, decoder, at: ebn0 },
              { stop: "syndrome", frames: Math.min(batch, frames) },
            );
            const counts = await countFrames(job, errors, frames);
            points.push({ ebn0, counts, interval: clopperPearson(counts.frameErrors, counts.frames) });
          }
          const fixed = (inFlight: number) =>
            jobOf(lab.engine, { code, decoder, at: POINTS[0] }, { stop: "none", frames: inFlight });
          const inFlight = framesOf(fixed, batch);
          const job = fixed(inFlight);
          const decoderSeconds = secondsOfDecoder(job, await measureKernels(job, inFlight));
          const { rule, options } = readDecoder(decoder);
          const { cost } = checkNodeRules[rule];
          const operations = cost.per === undefined ? cost.operations(degree, q, options) : undefined;
          const mbits = (inFlight * code.matrix.columns * p) / decoderSeconds / 1e6;
          const rows = [
            ...points.map(({ ebn0, counts }) => errorRow(`${decoder}, FER at ${ebn0} dB`, "", errorsOf(counts))),
            { what: `${decoder}, speed`, unit: "Mbit/s", ours: mbits, how: `${inFlight} frames in flight` },
          ];
          return { rows, details: { decoder, points, operations, inFlight, decoderSeconds, mbits } };
        },
      })),
    };
  },
});
