import { formatProbability, formatRate } from "../../src/report/format.ts";
import { fisherTest } from "../../src/simulation/statistics.ts";
import { code, measurement } from "../shared/options.ts";
import { countsText } from "../shared/rates.ts";
import { errorRow, reportExperiment } from "../shared/report.ts";
import { countBlocks, publishedPoints, tutorialDecoder, tutorialSource } from "./shared/blocks.ts";

const ITERATIONS = 20;

/** Sum-product as Sionna's, the tutorial's decoder, and its rule without int8. */
const DECODERS = [
  `sum-product iterations=${ITERATIONS}`,
  tutorialDecoder(ITERATIONS),
  `normalised-min-sum iterations=${ITERATIONS} schedule=flooding scale=0.75`,
] as const;

export default reportExperiment({
  name: "sionna-5g-fer",
  summary: "block error rate of the tutorial's decoder beside f32 and beside Sionna's published table",
  paper: "sionna",
  options: {
    length: code.numbers("bits sent", "128", [128, 256, 512, 1000]),
    errors: measurement.count("block errors of a point", "50", 400),
    frames: measurement.count("most blocks of a point", "1e4", 1e6),
  },
  quick: { length: [128], errors: 20, frames: 2048 },
  plan({ length, errors, frames }, lab) {
    // Points of every half dB with enough published errors to compare with.
    const points = publishedPoints().filter(
      (point) => length.includes(point.n) && point.errors >= 20 && Number.isInteger(2 * point.ebn0) && point.ebn0 > 0,
    );
    return {
      source: tutorialSource("block error rates of codes of rate 1/2, beside those that Sionna's notebook prints"),
      settings: { errors, frames },
      beside: "published",
      notes: [
        "Sionna's published blocks are decoded with sum-product in f32 and all iterations; the other two decoders stand beside them to show what " +
          "they lose. Blocks count as wrong with an error among the information bits. p: Fisher's exact test that both have one block error rate.",
      ],
      measurements: points.flatMap((point) =>
        DECODERS.map((decoder) => {
          const name = `n = ${point.n}, ${point.ebn0} dB: ${decoder}`;
          return {
            name,
            async measure() {
              const counted = await countBlocks(lab.engine, point, decoder, errors, frames);
              const beside = point.errors / point.frames;
              const p = formatProbability(fisherTest(counted, point));
              const how = `${countsText(counted)}; published ${formatRate(beside)}, p = ${p}`;
              const row = errorRow(name, "block errors", counted, { beside, how });
              return { rows: [row], details: { ...counted, published: point, decoder } };
            },
          };
        }),
      ),
    };
  },
});
