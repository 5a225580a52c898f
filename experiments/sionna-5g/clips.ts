import { number, numbers } from "../../src/cli/command-line/option.ts";
import { formatInterval } from "../../src/report/format.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { countBlocks } from "./shared/block-errors.ts";
import { tutorialDecoder, tutorialSource } from "./shared/tutorial.ts";

const ITERATIONS = 20;
const POINT = { k: 500, n: 1000, ebn0: 2 };

const NOTE =
  "The tutorial calls the choice of both clips critical and leaves them at 127. One is varied at a time. A step of the int8 LLRs is 1/4 or 1 in units " +
  "of the LLR: the coarser, the sooner a clip of few steps is as large as the LLRs.";

export default defineExperiment({
  name: "sionna-5g-clips",
  summary: "block error rate over the two clips of the tutorial's decoder, MAX_LLR_MSG and the accumulator's",
  paper: "sionna",
  options: {
    clip: numbers({
      group: "Decoder",
      describe: "steps, 1 to 127",
      example: "31 127",
      default: [7, 11, 15, 23, 31, 47, 63, 95, 127],
    }),
    step: numbers({ group: "Decoder", describe: "LLR of a step", example: "0.5", default: [0.25, 1] }),
    errors: number({ group: "Measurement", describe: "block errors of a point", example: "50", default: 400 }),
    frames: number({ group: "Measurement", describe: "most blocks of a point", example: "1e4", default: 1e6 }),
    ...measureOptions("sionna-5g-clips"),
  },
  quick: { clip: [15, 127], step: [0.25], errors: 20, frames: 1024, out: "runs/sionna-5g-clips-quick.json" },
  async run({ clip, step, errors, frames, out }, lab) {
    await measureReport(lab, out, {
      experiment: "sionna-5g-clips",
      source: tutorialSource(`clips; k = ${POINT.k}, n = ${POINT.n}, ${POINT.ebn0} dB, ${ITERATIONS} iterations`),
      settings: { errors, frames, ...POINT },
      notes: [NOTE],
      measurements: step.flatMap((one) =>
        ["message-clip", "accumulator-clip"].flatMap((which) =>
          clip.map((steps) => {
            const name = `step ${one}, ${which}=${steps}`;
            return {
              name,
              async measure() {
                const decoder = tutorialDecoder(ITERATIONS, `step=${one} ${which}=${steps}`);
                const counted = await countBlocks(lab.engine, POINT, decoder, errors, frames);
                const { low, high } = clopperPearson(counted.errors, counted.frames);
                const row = {
                  what: name,
                  unit: "block errors",
                  ours: counted.errors / counted.frames,
                  errors: counted.errors,
                  how: `${counted.errors} of ${counted.frames}, ${counted.undetected} undetected, 95 % ${formatInterval(low, high)}`,
                };
                return { rows: [row], details: { ...counted, step: one, which, clip: steps } };
              },
            };
          }),
        ),
      ),
    });
  },
});
