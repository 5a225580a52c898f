import { number, numbers } from "../../src/cli/command-line/option.ts";
import { formatInterval, formatProbability, formatRate } from "../../src/report/format.ts";
import { fisherTest } from "../../src/simulation/statistics/exact-tests.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { countBlocks, publishedPoints } from "./shared/block-errors.ts";
import { tutorialDecoder, tutorialSource } from "./shared/tutorial.ts";

const ITERATIONS = 20;

/** Sum-product as Sionna's, the tutorial's decoder, and its rule without int8. */
const DECODERS = [
  `sum-product iterations=${ITERATIONS}`,
  tutorialDecoder(ITERATIONS),
  `normalised-min-sum iterations=${ITERATIONS} schedule=flooding scale=0.75`,
] as const;

const NOTE =
  "Sionna's published blocks are decoded with sum-product in f32 and all iterations; the other two decoders stand beside them to show what " +
  "they lose. Blocks count as wrong with an error among the information bits. p: Fisher's exact test that both have one block error rate.";

export default defineExperiment({
  name: "sionna-5g-fer",
  summary: "block error rate of the tutorial's decoder beside f32 and beside Sionna's published table",
  paper: "sionna",
  options: {
    length: numbers({ group: "Code", describe: "bits sent", example: "128", default: [128, 256, 512, 1000] }),
    errors: number({ group: "Measurement", describe: "block errors of a point", example: "50", default: 400 }),
    frames: number({ group: "Measurement", describe: "most blocks of a point", example: "1e4", default: 1e6 }),
    ...measureOptions("sionna-5g-fer"),
  },
  quick: { length: [128], errors: 20, frames: 2048, out: "runs/sionna-5g-fer-quick.json" },
  async run({ length, errors, frames, out }, lab) {
    // Points of every half dB with enough published errors to compare with.
    const points = publishedPoints().filter(
      (point) => length.includes(point.n) && point.errors >= 20 && Number.isInteger(2 * point.ebn0) && point.ebn0 > 0,
    );
    await measureReport(lab, out, {
      experiment: "sionna-5g-fer",
      source: tutorialSource("block error rates of codes of rate 1/2, beside those that Sionna's notebook prints"),
      settings: { errors, frames },
      beside: "published",
      notes: [NOTE],
      measurements: points.flatMap((point) =>
        DECODERS.map((decoder) => {
          const name = `n = ${point.n}, ${point.ebn0} dB: ${decoder}`;
          return {
            name,
            async measure() {
              const counted = await countBlocks(lab.engine, point, decoder, errors, frames);
              const { low, high } = clopperPearson(counted.errors, counted.frames);
              const row = {
                what: name,
                unit: "block errors",
                beside: point.errors / point.frames,
                ours: counted.errors / counted.frames,
                errors: counted.errors,
                how: `${counted.errors} of ${counted.frames}, ${counted.undetected} undetected, 95 % ${formatInterval(low, high)}; published ${formatRate(point.errors / point.frames)}, p = ${formatProbability(fisherTest(counted, point))}`,
              };
              return { rows: [row], details: { ...counted, published: point, decoder } };
            },
          };
        }),
      ),
    });
  },
});
