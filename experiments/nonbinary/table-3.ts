import { type BenchJob, measureLatency, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { countFrames, infoFor } from "../shared/measure.ts";
import { measurement, SECONDS } from "../shared/options.ts";
import { errorsOf } from "../shared/rates.ts";
import { errorRow, type ReportMeasurement, reportExperiment } from "../shared/report.ts";
import { CODE, CODED_BITS, LATENCY_RUNS, oneFrameRow, paperJob, paperSource, tableRow } from "./shared/paper.ts";

/** Table III: serial C on the faster of the two processors, and OpenCL on the GPU. */
const SERIAL = tableRow("Intel i7-640LM", "serial C");
const GPU = tableRow("NVIDIA GTX 470", "OpenCL");
const EARLY = tableRow("NVIDIA GTX 470", "OpenCL, early termination");

const MANY = "sampling to counters; the paper has no such figure";

export default reportExperiment({
  name: "nonbinary-table-3",
  summary: "Table III: throughput, fixed 10 iterations and early termination at 3.0 dB with SER and FER",
  paper: "nonbinary",
  options: {
    seconds: SECONDS,
    frames: measurement.count("frames in flight, cut to the device's memory", "64", 256),
    simulate: measurement.count("frames to simulate for SER and FER", "2^18", 2 ** 18),
  },
  quick: { seconds: 0.5, frames: 4, simulate: 1024 },
  plan({ frames, seconds, simulate }, lab) {
    const fixed = paperJob(lab.engine, "stop=none");
    const early = paperJob(lab.engine, "stop=syndrome");
    const inFlight = Math.min(frames, lab.engine.framesMaximum(fixed.program));
    // The batch warms the device up.
    const oneFrame = (name: string, job: BenchJob, paper: typeof GPU): ReportMeasurement => ({
      name,
      async measure() {
        const latency = await measureLatency(job, LATENCY_RUNS, { job, frames: inFlight });
        const row = oneFrameRow(name, latency, paper.milliseconds);
        const rate = { what: `${name}: rate`, unit: "kbit/s", paper: paper.kilobitsPerSecond, how: row.how };
        return { rows: [row, { ...rate, ours: CODED_BITS / latency.seconds / 1e3 }], details: latency };
      },
    });
    const kilobits = (framesPerSecond: number) => (framesPerSecond * CODED_BITS) / 1e3;
    return {
      source: paperSource("Table III, (620,310) over GF(32)"),
      device: infoFor(lab.engine, fixed.program),
      settings: { seconds, simulate, serial: lab.serialText },
      notes: [
        "The paper decodes one frame at a time: its kbit/s are the bits of a frame over its milliseconds. The matrix is not published beyond its " +
          "parameters; ours is nb620-gf32 (ldpc code info nb620-gf32), so SER and FER are of the same kind of code, not of the same code.",
      ],
      measurements: [
        {
          name: "serial, 10 iterations",
          async measure() {
            const job = paperJob(lab.serial, "stop=none");
            const details = await measureThroughput(job, 1, seconds);
            const { driver } = infoFor(lab.serial, job.program);
            const how = `one frame after the other, one core, ${driver}; paper: ${SERIAL.program} on an ${SERIAL.processor}`;
            const ours = kilobits(runRate(details));
            const row = { what: "serial, 10 iterations", unit: "kbit/s", paper: SERIAL.kilobitsPerSecond, ours, how };
            return { rows: [row], details };
          },
        },
        oneFrame("one frame, 10 iterations", fixed, GPU),
        oneFrame("one frame, early termination", early, EARLY),
        {
          name: `10 iterations, ${inFlight} frames in flight`,
          async measure() {
            const details = await measureThroughput(fixed, inFlight, seconds);
            const how = `${inFlight} frames in flight, ${MANY}`;
            const ours = kilobits(details.framesPerSecond);
            return { rows: [{ what: "10 iterations", unit: "kbit/s", ours, how }], details };
          },
        },
        {
          name: `early termination, ${inFlight} frames in flight`,
          async measure(share) {
            const speed = await measureThroughput(early, inFlight, seconds);
            const counts = await countFrames(early, Number.POSITIVE_INFINITY, simulate, share);
            const errors = errorsOf(counts);
            const rows = [
              {
                what: "early termination, 3.0 dB",
                unit: "kbit/s",
                ours: kilobits(speed.framesPerSecond),
                how: `${inFlight} frames in flight, ${MANY}; ${speed.iterations.toFixed(2)} iterations on average`,
              },
              errorRow("SER at 3.0 dB", "", errors, {
                paper: EARLY.ser,
                ours: counts.symbolErrors / (counts.frames * CODE.matrix.columns),
                how: `${counts.frames} frames, ${counts.symbolErrors} symbol errors`,
              }),
              errorRow("FER at 3.0 dB", "", errors, { paper: EARLY.fer }),
            ];
            return { rows, details: { ...speed, counts } };
          },
        },
      ],
    };
  },
});
