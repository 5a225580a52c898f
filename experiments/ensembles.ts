import { number } from "../src/cli/command-line/option.ts";
import { formatInterval } from "../src/report/format.ts";
import { measureThroughput } from "../src/simulation/bench/bench.ts";
import { clopperPearson } from "../src/simulation/statistics/statistics.ts";
import { binaryJob } from "./shared/binary.ts";
import { countFrames } from "./shared/count-frames.ts";
import { measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { measureReport } from "./shared/runner/report-run.ts";

const POINTS = [
  { code: "ccsds-128-64", ebn0: 3 },
  { code: "wimax-576-288", ebn0: 2.25 },
] as const;

/** The decoders, behind the rule. */
const DECODERS = [
  "",
  "order=random",
  "order=random reprocess=ensemble ensemble=8",
  "order=random reprocess=ensemble ensemble=8 pick=lightest",
  "order=random reprocess=ensemble ensemble=32",
  "variable=memory gamma=uniform(-0.24,0.66) reprocess=ensemble ensemble=8",
  "reprocess=eqml stages=3",
  "reprocess=osd osd-order=2",
] as const;

export default defineExperiment({
  name: "ensembles",
  summary: "FER and time of ensembles of random orders beside one order, EQML and OSD",
  options: {
    ...measureOptions("ensembles"),
    frames: number({ group: "Measurement", describe: "frames of each decoder", example: "131072", default: 131_072 }),
    seconds: number({
      group: "Measurement",
      describe: "seconds of each measured speed; 0: no speeds",
      example: "1",
      default: 1,
    }),
  },
  quick: { frames: 2048, seconds: 0.1, out: "runs/ensembles-quick.json" },
  async run({ frames, seconds, out }, lab) {
    await measureReport(lab, out, {
      experiment: "ensembles",
      source:
        "normalised-min-sum scale=0.8 schedule=layered messages=int12 iterations=20, frames that failed decoded again",
      settings: { frames, seconds },
      measurements: POINTS.flatMap(({ code, ebn0 }) =>
        DECODERS.map((words) => ({
          name: `${code} at ${ebn0} dB, ${words === "" ? "natural order" : words}`,
          cost: 1,
          async measure(share) {
            const decoder = `normalised-min-sum scale=0.8 schedule=layered messages=int12 iterations=20 ${words}`;
            const job = binaryJob(lab.engine, { code, decoder, ebn0 });
            const counts = await countFrames(job, Number.POSITIVE_INFINITY, frames, share);
            const slots = Math.min(lab.engine.info.software ? 256 : 8192, lab.engine.framesMaximum(job.program));
            const framesPerSecond =
              seconds > 0 ? (await measureThroughput(job, slots, seconds)).framesPerSecond : undefined;
            const { low, high } = clopperPearson(counts.frameErrors, counts.frames);
            const what = `${code} at ${ebn0} dB, ${words === "" ? "natural order" : words}`;
            return {
              rows: [
                {
                  what,
                  unit: "FER",
                  ours: counts.frameErrors / counts.frames,
                  how: `95 % ${formatInterval(low, high)}; ${counts.undetected} of ${counts.frameErrors} errors undetected`,
                },
                ...(framesPerSecond === undefined
                  ? []
                  : [
                      {
                        what,
                        unit: "µs a frame",
                        ours: 1e6 / framesPerSecond,
                        how: `sampling to counters, ${slots} frames in flight`,
                      },
                    ]),
              ],
              details: { counts, framesPerSecond },
            };
          },
        })),
      ),
    });
  },
});
