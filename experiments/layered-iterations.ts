import { number, text } from "../src/cli/command-line/option.ts";
import { print } from "../src/cli/output.ts";
import { openEngine } from "../src/node/engine/engines.ts";
import { formatInterval, formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { clopperPearson } from "../src/simulation/statistics/statistics.ts";
import { type BinaryCase, binaryJob, caseText } from "./shared/binary.ts";
import { countFrames } from "./shared/count-frames.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { type Comparison, measureOptions, publish } from "./shared/report.ts";

const RULES = [
  "sum-product",
  "normalised-min-sum scale=0.75",
  "normalised-min-sum scale=0.75 messages=int12",
  "normalised-min-sum scale=0.75 messages=int8",
] as const;
/** Iterations of a flooding decoder; a layered one gets half. */
const ITERATIONS = [10, 20, 30, 50];

export default defineExperiment({
  summary: "FER of flooding and of layered decoding with half as many iterations (802.16e)",
  options: {
    ...measureOptions("layered-iterations"),
    code: text({
      group: "Code",
      describe: "code",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      default: "wimax-2304-1152",
    }),
    ebn0: number({ group: "Channel", describe: "Eb/N0 in dB", example: "1.5", default: 1.5 }),
    errors: number({ group: "Measurement", describe: "frame errors of each point", example: "400", default: 400 }),
    frames: number({
      group: "Measurement",
      describe: "most frames of each point",
      example: "2000000",
      default: 2_000_000,
    }),
  },
  async run(options) {
    const engine = await openEngine(options);
    try {
      const comparisons: Comparison[] = [];
      const rows: string[][] = [];
      const details: Record<string, unknown> = {};
      for (const rule of RULES) {
        for (const iterations of ITERATIONS) {
          const fer: number[] = [];
          const cells: string[] = [];
          for (const [schedule, count] of [
            ["flooding", iterations],
            ["layered", iterations / 2],
          ] as const) {
            const decoder = `${rule} schedule=${schedule} iterations=${count}`;
            const one: BinaryCase = { code: options.code, decoder, ebn0: options.ebn0 };
            const counts = await countFrames(binaryJob(engine, one), options.errors, options.frames);
            const { low, high } = clopperPearson(counts.frameErrors, counts.frames);
            fer.push(counts.frameErrors / counts.frames);
            cells.push(
              `${formatNumber(counts.frameErrors / counts.frames)} ${formatInterval(low, high)}`,
              (counts.iterations / counts.frames).toFixed(2),
            );
            details[caseText(one)] = counts;
          }
          rows.push([rule, `${iterations} / ${iterations / 2}`, ...cells]);
          comparisons.push({
            what: `${rule}, flooding ${iterations} against layered ${iterations / 2} iterations`,
            unit: "ratio of FER",
            ours: fer[1] / fer[0],
            how: `${formatNumber(fer[1])} against ${formatNumber(fer[0])}`,
          });
        }
      }
      print(`${options.code}, Eb/N0 ${options.ebn0} dB\n`);
      print(
        formatTable(["rule", "iterations", "flooding FER", "average", "layered FER", "average"], rows, {
          align: ["left", "right", "left", "right", "left", "right"],
        }),
      );
      print("");
      publish(
        {
          experiment: "layered-iterations",
          source: `Flooding against layered decoding with half the iterations, ${options.code} at ${options.ebn0} dB`,
          device: engine.info,
          comparisons,
          details,
        },
        options.out,
      );
    } finally {
      await engine.close();
    }
  },
});
