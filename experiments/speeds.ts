import { join } from "node:path";
import { z } from "zod";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { runRate } from "../src/simulation/bench/bench.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { ARITHMETIC, COMPARISONS, copyBandwidth, peakRates } from "./shared/limits.ts";
import { latencyText, measureOneFrame, measureSpeed, speedText } from "./shared/measure.ts";
import { measurement, output, SECONDS } from "./shared/options.ts";
import { measureReport, type ReportMeasurement } from "./shared/report.ts";
import { CASES, readTable, ungrouped } from "./shared/tables.ts";

/** Decoders whose speed documents state, in groups that share a file. `frames` replaces --frames. */
export const SPEED_GROUPS = readTable(
  "speeds",
  z.record(z.string(), z.array(CASES.extend({ frames: z.array(z.int()).optional() })).transform(ungrouped)),
);

/** A decoder of a code at a point of a channel, whose speed documents state. */
export type SpeedCase = (typeof SPEED_GROUPS)[string][number];

const GROUPS = Object.keys(SPEED_GROUPS);

export default defineExperiment({
  name: "speeds",
  summary: "every speed that README and doc/performance.md state, in one run",
  options: {
    cases: measurement.texts(
      `groups of cases: ${GROUPS.join(", ")}`,
      "binary",
      ["symbols", "early", "binary", "reconciliation", "one-frame"],
      { placeholder: "GROUP", choices: GROUPS },
    ),
    frames: measurement.counts(
      "numbers of frames in flight of which the fastest counts, cut to the device's memory",
      "4096 65536",
      [16384],
    ),
    comparisons: COMPARISONS,
    arithmetic: ARITHMETIC,
    seconds: SECONDS,
    folder: output.text(
      "folder to write a JSON file for each group to, GROUP-NAME.json",
      "runs/speeds",
      "runs/speeds",
      {
        placeholder: "FOLDER",
      },
    ),
    name: output.text("end of the files' names", "h200", "here", { placeholder: "NAME" }),
    ...ENGINE_OPTIONS,
  },
  quick: { cases: ["cpu"], frames: [32], seconds: 0.2, name: "quick" },
  async run({ cases, frames, seconds, folder, name: ending, ...given }, lab) {
    const copy = copyBandwidth(() => lab.engine);
    const { comparisons, arithmetic } = peakRates(given, lab.device.adapter);
    const latency = (one: SpeedCase): ReportMeasurement => {
      const name = `one frame, ${speedText(one)}`;
      return {
        name,
        async measure() {
          const details = await measureOneFrame(lab.engine, one);
          const how = `submission to result, frames one after the other; ${latencyText(details, ["ms", 1e-3])}`;
          return { rows: [{ what: name, unit: "ms", ours: 1e3 * details.seconds, how }], details };
        },
      };
    };
    const speed = (one: SpeedCase): ReportMeasurement => {
      const name = speedText(one);
      return {
        name,
        async measure() {
          const rates = { copyBytes: await copy(), comparisons, arithmetic };
          const details = await measureSpeed(lab.engine, one, one.frames ?? frames, seconds, rates);
          const { fixed, early, codedBits, iterations } = details;
          const mbit = (rate: number) => (rate * codedBits) / 1e6;
          const clock = (framesPerSecond: number) => `by the clock ${mbit(framesPerSecond).toFixed(0)}`;
          const rows = [
            {
              what: `${name}, ${iterations} iterations`,
              unit: "Mbit/s",
              ours: mbit(runRate(fixed)),
              how: `${fixed.frames} frames in flight; ${clock(fixed.framesPerSecond)}`,
            },
            {
              what: `${name}, early termination`,
              unit: "Mbit/s",
              ours: mbit(runRate(early)),
              how: `${early.frames} frames in flight, ${early.iterations.toFixed(2)} iterations on average; ${clock(early.framesPerSecond)}`,
            },
          ];
          return { rows, details };
        },
      };
    };
    for (const group of cases) {
      const isOneFrame = group === "one-frame";
      await measureReport(lab, join(folder, `${group}-${ending}.json`), {
        experiment: "speeds",
        source: isOneFrame
          ? "One frame alone, on a device that other work keeps at its clock rate"
          : "Speeds of decoders: batches from random words and noise to counters",
        settings: isOneFrame ? {} : { seconds, frames: [...frames], comparisons, arithmetic },
        measurements: SPEED_GROUPS[group].map(isOneFrame ? latency : speed),
      });
    }
  },
});
