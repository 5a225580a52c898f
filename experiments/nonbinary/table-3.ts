import { number } from "../../src/cli/command-line/option.ts";
import { formatInterval } from "../../src/report/format.ts";
import { type BenchJob, measureLatency, measureThroughput, runRate } from "../../src/simulation/bench/bench.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { countFrames } from "../shared/count-frames.ts";
import { infoFor } from "../shared/kernel-form.ts";
import { type Comparison, measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { type Measured, measureReport, type ReportMeasurement } from "../shared/runner/report-run.ts";
import { CODED_BITS, paperJob, paperSource } from "./shared/nonbinary.ts";
import { tableRow } from "./shared/paper.ts";

/** Table III: serial C on the faster of the two processors, and OpenCL on the GPU. */
const SERIAL = tableRow("Intel i7-640LM", "serial C");
const GPU = tableRow("NVIDIA GTX 470", "OpenCL");
const EARLY = tableRow("NVIDIA GTX 470", "OpenCL, early termination");

const NOTE =
  "The paper decodes one frame at a time: its kbit/s are the bits of a frame over its milliseconds. The matrix is not published beyond its " +
  "parameters; ours is nb620-gf32 (ldpc code info nb620-gf32), so SER and FER are of the same kind of code, not of the same code.";

export default defineExperiment({
  name: "nonbinary-table-3",
  summary: "Table III: throughput, fixed 10 iterations and early termination at 3.0 dB with SER and FER",
  paper: "nonbinary",
  options: {
    ...measureOptions("nonbinary-table-3"),
    frames: number({
      group: "Measurement",
      describe: "frames in flight, cut to the device's memory",
      example: "64",
      default: 256,
    }),
    simulate: number({
      group: "Measurement",
      describe: "frames to simulate for SER and FER",
      example: "2^18",
      default: 2 ** 18,
    }),
  },
  quick: { seconds: 0.5, frames: 4, simulate: 1024, out: "runs/nonbinary-table-3-quick.json" },
  async run({ frames, seconds, simulate, out }, lab) {
    const fixed = paperJob(lab.engine, "stop=none");
    const early = paperJob(lab.engine, "stop=syndrome");
    const inFlight = Math.min(frames, lab.engine.framesMaximum(fixed.program));
    await measureReport(lab, out, {
      experiment: "nonbinary-table-3",
      source: paperSource("Table III, (620,310) over GF(32)"),
      device: infoFor(lab.engine, fixed.program),
      settings: { seconds, simulate, serial: lab.serialText },
      notes: [NOTE],
      measurements: [
        serial(lab, seconds),
        oneFrame("one frame, 10 iterations", fixed, inFlight, GPU),
        oneFrame("one frame, early termination", early, inFlight, EARLY),
        throughput(fixed, inFlight, seconds),
        {
          name: `early termination, ${inFlight} frames in flight`,
          measure: (share) => terminated(early, inFlight, { seconds, simulate }, share),
        },
      ],
    });
  },
});

function serial(lab: Lab, seconds: number): ReportMeasurement {
  return {
    name: "serial, 10 iterations",
    async measure() {
      const job = paperJob(lab.serial, "stop=none");
      const measured = await measureThroughput(job, 1, seconds);
      const { driver } = infoFor(lab.serial, job.program);
      const row = {
        what: "serial, 10 iterations",
        unit: "kbit/s",
        paper: SERIAL.kilobitsPerSecond,
        ours: (runRate(measured) * CODED_BITS) / 1e3,
        how: `one frame after the other, one core, ${driver}; paper: ${SERIAL.program} on an ${SERIAL.processor}`,
      };
      return { rows: [row], details: measured };
    },
  };
}

/**
 * @param frames of the batch that warms the device up.
 * @param paper the paper's milliseconds and kbit/s for a frame.
 */
function oneFrame(name: string, job: BenchJob, frames: number, paper: ReturnType<typeof tableRow>): ReportMeasurement {
  return {
    name,
    async measure() {
      const latency = await measureLatency(job, LATENCY_RUNS, { job, frames });
      const how = `submission to result; ${(1e3 * latency.deviceSeconds).toFixed(3)} ms on the device`;
      const rows = [
        { what: name, unit: "ms", paper: paper.milliseconds, ours: 1e3 * latency.seconds, how },
        {
          what: `${name}: rate`,
          unit: "kbit/s",
          paper: paper.kilobitsPerSecond,
          ours: CODED_BITS / latency.seconds / 1e3,
          how,
        },
      ];
      return { rows, details: latency };
    },
  };
}

const LATENCY_RUNS = 20;

function throughput(job: BenchJob, frames: number, seconds: number): ReportMeasurement {
  const name = `10 iterations, ${frames} frames in flight`;
  return {
    name,
    async measure() {
      const measured = await measureThroughput(job, frames, seconds);
      const ours = (measured.framesPerSecond * CODED_BITS) / 1e3;
      return {
        rows: [{ what: "10 iterations", unit: "kbit/s", ours, how: `${frames} frames in flight, ${MANY}` }],
        details: measured,
      };
    },
  };
}

const MANY = "sampling to counters; the paper has no such figure";

async function terminated(
  job: BenchJob,
  inFlight: number,
  { seconds, simulate }: { readonly seconds: number; readonly simulate: number },
  share: (done: number) => void,
): Promise<Measured> {
  const speed = await measureThroughput(job, inFlight, seconds);
  const counts = await countFrames(job, Number.POSITIVE_INFINITY, simulate, share);
  const { frames, frameErrors, symbolErrors, undetected } = counts;
  const { low, high } = clopperPearson(frameErrors, frames);
  const rows: Comparison[] = [
    {
      what: "early termination, 3.0 dB",
      unit: "kbit/s",
      ours: (speed.framesPerSecond * CODED_BITS) / 1e3,
      how: `${inFlight} frames in flight, ${MANY}; ${speed.iterations.toFixed(2)} iterations on average`,
    },
    {
      what: "SER at 3.0 dB",
      unit: "",
      paper: EARLY.ser,
      ours: symbolErrors / (frames * 620),
      errors: frameErrors,
      how: `${frames} frames, ${symbolErrors} symbol errors`,
    },
    {
      what: "FER at 3.0 dB",
      unit: "",
      paper: EARLY.fer,
      ours: frameErrors / frames,
      errors: frameErrors,
      how: `${frameErrors} frame errors, ${undetected} undetected, 95 % ${formatInterval(low, high)}`,
    },
  ];
  return { rows, details: { ...speed, counts } };
}
