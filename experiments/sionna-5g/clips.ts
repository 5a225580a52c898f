import { measurement, decoder as ofDecoder } from "../shared/options.ts";
import { errorRow, reportExperiment } from "../shared/report.ts";
import { countBlocks, tutorialDecoder, tutorialSource } from "./shared/blocks.ts";

const ITERATIONS = 20;
const POINT = { k: 500, n: 1000, ebn0: 2 };

export default reportExperiment({
  name: "sionna-5g-clips",
  summary: "block error rate over the two clips of the tutorial's decoder, MAX_LLR_MSG and the accumulator's",
  paper: "sionna",
  options: {
    clip: ofDecoder.numbers("steps, 1 to 127", "31 127", [7, 11, 15, 23, 31, 47, 63, 95, 127]),
    step: ofDecoder.numbers("LLR of a step", "0.5", [0.25, 1]),
    errors: measurement.count("block errors of a point", "50", 400),
    frames: measurement.count("most blocks of a point", "1e4", 1e6),
  },
  quick: { clip: [15, 127], step: [0.25], errors: 20, frames: 1024 },
  plan: ({ clip, step, errors, frames }, lab) => ({
    source: tutorialSource(`clips; k = ${POINT.k}, n = ${POINT.n}, ${POINT.ebn0} dB, ${ITERATIONS} iterations`),
    settings: { errors, frames, ...POINT },
    notes: [
      "The tutorial calls the choice of both clips critical and leaves them at 127. One is varied at a time. A step of the int8 LLRs is 1/4 or 1 in units " +
        "of the LLR: the coarser, the sooner a clip of few steps is as large as the LLRs.",
    ],
    measurements: step.flatMap((one) =>
      ["message-clip", "accumulator-clip"].flatMap((which) =>
        clip.map((steps) => {
          const name = `step ${one}, ${which}=${steps}`;
          return {
            name,
            async measure() {
              const decoder = tutorialDecoder(ITERATIONS, `step=${one} ${which}=${steps}`);
              const counted = await countBlocks(lab.engine, POINT, decoder, errors, frames);
              const details = { ...counted, step: one, which, clip: steps };
              return { rows: [errorRow(name, "block errors", counted)], details };
            },
          };
        }),
      ),
    ),
  }),
});
