import { availableParallelism } from "node:os";
import { channelPoint } from "../../src/channel/channels.ts";
import { number } from "../../src/cli/command-line/option.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { cpuPool } from "../../src/node/engine/cpu-pool.ts";
import { measureLatency, measureThroughput } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { infoFor } from "../shared/kernel-form.ts";
import { reportOut, SECONDS } from "../shared/options.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { paperSource } from "./shared/nonbinary.ts";

/** Milliseconds of a frame, serial C on the i7-640LM. */
const SERIAL = 410.5;
const RUNS = 5;

const NOTE =
  "The paper's OpenCL on all cores takes 172 ms (i7-640LM) and 82.3 ms (Phenom II X4-940) for one frame. The CPU engine gives a frame to one core, so " +
  "all cores are measured with a batch, which the paper does not have.";

export default defineExperiment({
  name: "nonbinary-table-3-cpu",
  summary: "Table III, the processors' rows: one frame on one core, and a batch on all cores",
  paper: "nonbinary",
  opens: "core",
  options: {
    frames: number({ group: "Measurement", describe: "frames of the batch", example: "32", default: 64 }),
    seconds: SECONDS,
    out: reportOut("nonbinary-table-3-cpu"),
  },
  quick: { frames: 16, seconds: 0.2, out: "runs/nonbinary-table-3-cpu-quick.json" },
  async run({ frames, seconds, out }, lab) {
    const code = loadCode("nb620-gf32");
    const jobOf = (engine: typeof lab.engine, decoder: string) =>
      benchJob(engine, code, readDecoder(`${decoder} iterations=10 stop=none`), channelPoint("ebn0", 3));
    const cores = availableParallelism();
    await measureReport(lab, out, {
      experiment: "nonbinary-table-3-cpu",
      source: paperSource("Table III, the processors' rows, 10 iterations"),
      settings: { frames, seconds, cores },
      notes: [NOTE],
      measurements: [
        ...["min-max mapping=symbols", "min-max", "min-max messages=levels16 step=0.5"].map((decoder) => ({
          name: `one frame on one core, ${decoder}`,
          async measure() {
            const job = jobOf(lab.engine, decoder);
            const { seconds: time } = await measureLatency(job, RUNS);
            const how = infoFor(lab.engine, job.program).driver;
            const what = `one frame on one core, ${decoder}`;
            return { rows: [{ what, unit: "ms", paper: SERIAL, ours: 1e3 * time, how }], details: { time } };
          },
        })),
        ...["min-max", "min-max messages=levels16 step=0.5"].map((decoder) => ({
          name: `batch on all cores, ${decoder}`,
          async measure() {
            const engine = cpuPool(cores);
            try {
              const measured = await measureThroughput(jobOf(engine, decoder), frames, seconds);
              const row = {
                what: `batch on all cores, ${decoder}`,
                unit: "ms a frame",
                ours: 1e3 / measured.framesPerSecond,
                how: `${frames} frames in flight, ${cores} cores`,
              };
              return { rows: [row], details: measured };
            } finally {
              await engine.close();
            }
          },
        })),
      ],
    });
  },
});
