import { number, text } from "../src/cli/command-line/option.ts";
import { formatInterval, formatNumber } from "../src/report/format.ts";
import type { ChunkCounts } from "../src/simulation/counts.ts";
import { clopperPearson } from "../src/simulation/statistics/statistics.ts";
import { binaryJob } from "./shared/binary.ts";
import { countFrames } from "./shared/count-frames.ts";
import { type Comparison, measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { measureReport } from "./shared/runner/report-run.ts";

const RULES = [
  "sum-product",
  "normalised-min-sum scale=0.75",
  "normalised-min-sum scale=0.75 messages=int12",
  "normalised-min-sum scale=0.75 messages=int8",
] as const;
/** Iterations of a flooding decoder; a layered one gets half. */
const ITERATIONS = [10, 20, 30, 50];

export default defineExperiment({
  name: "layered-iterations",
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
  quick: { code: "wimax-576-288", errors: 50, frames: 1024, out: "runs/layered-iterations-quick.json" },
  async run({ code, ebn0, errors, frames, out }, lab) {
    await measureReport(lab, out, {
      experiment: "layered-iterations",
      source: `Flooding against layered decoding with half the iterations, ${code} at ${ebn0} dB`,
      settings: { code, ebn0, errors, frames },
      measurements: RULES.flatMap((rule) =>
        ITERATIONS.map((iterations) => ({
          name: `${rule}, ${iterations} / ${iterations / 2} iterations`,
          cost: iterations,
          async measure(share) {
            const count = (schedule: string, limit: number, from: number) => {
              const decoder = `${rule} schedule=${schedule} iterations=${limit}`;
              return countFrames(binaryJob(lab.engine, { code, decoder, ebn0 }), errors, frames, (done) =>
                share(from + done / 2),
              );
            };
            const flooding = await count("flooding", iterations, 0);
            const layered = await count("layered", iterations / 2, 0.5);
            return { rows: rows(rule, iterations, flooding, layered), details: { flooding, layered } };
          },
        })),
      ),
    });
  },
});

function rows(rule: string, iterations: number, flooding: ChunkCounts, layered: ChunkCounts): Comparison[] {
  const fer = (counts: ChunkCounts) => counts.frameErrors / counts.frames;
  const row = (what: string, counts: ChunkCounts): Comparison => {
    const { low, high } = clopperPearson(counts.frameErrors, counts.frames);
    const average = (counts.iterations / counts.frames).toFixed(2);
    return {
      what,
      unit: "FER",
      ours: fer(counts),
      errors: counts.frameErrors,
      how: `${counts.frameErrors} of ${counts.frames} frames, ${counts.undetected} of them undetected, 95 % ${formatInterval(low, high)}; ${average} iterations on average`,
    };
  };
  return [
    row(`${rule}, flooding ${iterations}`, flooding),
    row(`${rule}, layered ${iterations / 2}`, layered),
    // A rate without errors has no quotient.
    ...[
      {
        what: `${rule}, layered ${iterations / 2} against flooding ${iterations}`,
        unit: "ratio of FER",
        ours: fer(layered) / fer(flooding),
        errors: Math.min(layered.frameErrors, flooding.frameErrors),
        how: `${formatNumber(fer(layered))} against ${formatNumber(fer(flooding))}`,
      },
    ].filter(({ errors }) => errors > 0),
  ];
}
