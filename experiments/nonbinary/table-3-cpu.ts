import { availableParallelism } from "node:os";
import { cpuPool } from "../../src/node/engine/cpu-pool.ts";
import { measureLatency, measureThroughput } from "../../src/simulation/bench/bench.ts";
import { infoFor, jobOf } from "../shared/measure.ts";
import { measurement, SECONDS } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { CODE, paperSource, tableRow } from "./shared/paper.ts";

const SERIAL = tableRow("Intel i7-640LM", "serial C");
const RUNS = 5;
const [PLAIN, LEVELS] = ["min-max", "min-max messages=levels16 step=0.5"];

export default reportExperiment({
  name: "nonbinary-table-3-cpu",
  summary: "Table III, the processors' rows: one frame on one core, and a batch on all cores",
  paper: "nonbinary",
  opens: "core",
  options: { frames: measurement.count("frames of the batch", "32", 64), seconds: SECONDS },
  quick: { frames: 16, seconds: 0.2 },
  plan({ frames, seconds }, lab) {
    const jobOn = (engine: typeof lab.engine, decoder: string) =>
      jobOf(engine, { code: CODE, decoder: `${decoder} iterations=10 stop=none`, at: 3 });
    const cores = availableParallelism();
    return {
      source: paperSource("Table III, the processors' rows, 10 iterations"),
      settings: { frames, seconds, cores },
      notes: [
        "The paper's OpenCL on all cores takes 172 ms (i7-640LM) and 82.3 ms (Phenom II X4-940) for one frame. The CPU engine gives a frame to one core, so " +
          "all cores are measured with a batch, which the paper does not have.",
      ],
      measurements: [
        ...["min-max mapping=symbols", PLAIN, LEVELS].map((decoder) => ({
          name: `one frame on one core, ${decoder}`,
          async measure() {
            const job = jobOn(lab.engine, decoder);
            const { seconds: time } = await measureLatency(job, RUNS);
            const how = infoFor(lab.engine, job.program).driver;
            const what = `one frame on one core, ${decoder}`;
            return {
              rows: [{ what, unit: "ms", paper: SERIAL.milliseconds, ours: 1e3 * time, how }],
              details: { time },
            };
          },
        })),
        ...[PLAIN, LEVELS].map((decoder) => ({
          name: `batch on all cores, ${decoder}`,
          async measure() {
            const engine = cpuPool(cores);
            try {
              const details = await measureThroughput(jobOn(engine, decoder), frames, seconds);
              const how = `${frames} frames in flight, ${cores} cores`;
              const ours = 1e3 / details.framesPerSecond;
              return { rows: [{ what: `batch on all cores, ${decoder}`, unit: "ms a frame", ours, how }], details };
            } finally {
              await engine.close();
            }
          },
        })),
      ],
    };
  },
});
