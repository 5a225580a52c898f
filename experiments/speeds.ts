import { join } from "node:path";
import { numbers, text, texts } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { InputError } from "../src/errors.ts";
import { runRate } from "../src/simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../src/simulation/bench/copy-bandwidth.ts";
import { latencyText } from "./shared/call-latency.ts";
import type { DeviceRates } from "./shared/limits/decoder-limit.ts";
import { ARITHMETIC, COMPARISONS, peakRates } from "./shared/limits/peak-rates.ts";
import { SECONDS } from "./shared/options.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import type { Lab } from "./shared/runner/lab.ts";
import { measureReport, type ReportMeasurement } from "./shared/runner/report-run.ts";
import { measureOneFrame, measureSpeed } from "./shared/speed.ts";
import {
  BINARY_SPEEDS,
  CPU_SPEEDS,
  EARLY_SPEEDS,
  ONE_FRAME,
  RECONCILIATION_SPEEDS,
  type SpeedCase,
  SYMBOL_SPEEDS,
  speedCaseText,
} from "./shared/speed-cases.ts";

const GROUPS: Readonly<Record<string, readonly SpeedCase[]>> = {
  symbols: SYMBOL_SPEEDS,
  early: EARLY_SPEEDS,
  binary: BINARY_SPEEDS,
  reconciliation: RECONCILIATION_SPEEDS,
  "one-frame": ONE_FRAME,
  cpu: CPU_SPEEDS,
};

export default defineExperiment({
  name: "speeds",
  summary: "every speed that README and doc/performance.md state, in one run",
  options: {
    cases: texts({
      group: "Measurement",
      describe: `groups of cases: ${Object.keys(GROUPS).join(", ")}`,
      placeholder: "GROUP",
      example: "binary",
      default: ["symbols", "early", "binary", "reconciliation", "one-frame"],
    }),
    frames: numbers({
      group: "Measurement",
      describe: "numbers of frames in flight of which the fastest counts, cut to the device's memory",
      example: "4096 65536",
      default: [16384],
    }),
    comparisons: COMPARISONS,
    arithmetic: ARITHMETIC,
    seconds: SECONDS,
    folder: text({
      group: "Output",
      describe: "folder to write a JSON file for each group to, GROUP-NAME.json",
      placeholder: "FOLDER",
      example: "runs/speeds",
      default: "runs/speeds",
    }),
    name: text({
      group: "Output",
      describe: "end of the files' names",
      placeholder: "NAME",
      example: "h200",
      default: "here",
    }),
    ...ENGINE_OPTIONS,
  },
  quick: { cases: ["cpu"], frames: [32], seconds: 0.2, name: "quick" },
  async run({ cases, frames, seconds, folder, name, ...given }, lab) {
    const wrong = cases.find((group) => GROUPS[group] === undefined);
    if (wrong !== undefined) {
      throw new InputError(`--cases ${wrong}: choose from ${Object.keys(GROUPS).join(", ")}`);
    }
    const copy = await measureCopyBandwidth(lab.engine);
    const { comparisons, arithmetic } = peakRates(given, lab.device.adapter);
    const rates = { copyBytes: copy.bytesPerSecond, comparisons, arithmetic };
    for (const group of cases) {
      const isOneFrame = group === "one-frame";
      await measureReport(lab, join(folder, `${group}-${name}.json`), {
        experiment: "speeds",
        source: isOneFrame
          ? "One frame alone, on a device that other work keeps at its clock rate"
          : "Speeds of decoders: batches from random words and noise to counters",
        settings: isOneFrame ? {} : { seconds, frames: [...frames], comparisons, arithmetic },
        measurements: GROUPS[group].map((one) =>
          isOneFrame ? latency(lab, one) : speed(lab, one, frames, seconds, rates),
        ),
      });
    }
  },
});

function latency(lab: Lab, one: SpeedCase): ReportMeasurement {
  const name = `one frame, ${speedCaseText(one)}`;
  return {
    name,
    async measure() {
      const measured = await measureOneFrame(lab.engine, one);
      const how = `submission to result, frames one after the other; ${latencyText(measured, ["ms", 1e-3])}`;
      return { rows: [{ what: name, unit: "ms", ours: 1e3 * measured.seconds, how }], details: measured };
    },
  };
}

function speed(
  lab: Lab,
  one: SpeedCase,
  frames: readonly number[],
  seconds: number,
  rates: DeviceRates,
): ReportMeasurement {
  const name = speedCaseText(one);
  return {
    name,
    async measure() {
      const measured = await measureSpeed(lab.engine, one, frames, seconds, rates);
      const { fixed, early, codedBits, iterations } = measured;
      const mbit = (rate: number) => (rate * codedBits) / 1e6;
      const rows = [
        {
          what: `${name}, ${iterations} iterations`,
          unit: "Mbit/s",
          ours: mbit(runRate(fixed)),
          how: `${fixed.frames} frames in flight; by the clock ${mbit(fixed.framesPerSecond).toFixed(0)}`,
        },
        {
          what: `${name}, early termination`,
          unit: "Mbit/s",
          ours: mbit(runRate(early)),
          how: `${early.frames} frames in flight, ${early.iterations.toFixed(2)} iterations on average; by the clock ${mbit(early.framesPerSecond).toFixed(0)}`,
        },
      ];
      return { rows, details: measured };
    },
  };
}
