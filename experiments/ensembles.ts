import { measureThroughput } from "../src/simulation/bench/bench.ts";
import { countFrames, jobOf } from "./shared/measure.ts";
import { measurement } from "./shared/options.ts";
import { errorsOf, intervalText } from "./shared/rates.ts";
import { reportExperiment } from "./shared/report.ts";

const POINTS = [
  { code: "ccsds-128-64", at: 3 },
  { code: "wimax-576-288", at: 2.25 },
] as const;

const RULE = "normalised-min-sum scale=0.8 schedule=layered messages=int12 iterations=20";
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

export default reportExperiment({
  name: "ensembles",
  summary: "FER and time of ensembles of random orders beside one order, EQML and OSD",
  options: {
    seconds: measurement.number("seconds of each measured speed; 0: no speeds", "1", 1),
    frames: measurement.count("frames of each decoder", "131072", 131_072),
  },
  quick: { frames: 2048, seconds: 0.1 },
  plan: ({ frames, seconds }, lab) => ({
    source: `${RULE}, frames that failed decoded again`,
    settings: { frames, seconds },
    measurements: POINTS.flatMap(({ code, at }) =>
      DECODERS.map((words) => {
        const what = `${code} at ${at} dB, ${words === "" ? "natural order" : words}`;
        return {
          name: what,
          async measure(share) {
            const job = jobOf(lab.engine, { code, decoder: `${RULE} ${words}`, at });
            const counts = await countFrames(job, Number.POSITIVE_INFINITY, frames, share);
            const slots = Math.min(lab.engine.info.software ? 256 : 8192, lab.engine.framesMaximum(job.program));
            const speed = seconds > 0 ? await measureThroughput(job, slots, seconds) : undefined;
            const framesPerSecond = speed?.framesPerSecond;
            const how = `${intervalText(errorsOf(counts))}; ${counts.undetected} of ${counts.frameErrors} errors undetected`;
            const fer = {
              what,
              unit: "FER",
              ours: counts.frameErrors / counts.frames,
              errors: counts.frameErrors,
              how,
            };
            const time = {
              what,
              unit: "µs a frame",
              ours: 1e6 / (framesPerSecond ?? Number.NaN),
              how: `sampling to counters, ${slots} frames in flight`,
            };
            return { rows: framesPerSecond === undefined ? [fer] : [fer, time], details: { counts, framesPerSecond } };
          },
        };
      }),
    ),
  }),
});
