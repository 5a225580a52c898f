import { formatNumber } from "../src/report/format.ts";
import type { ChunkCounts } from "../src/simulation/counts.ts";
import { countFrames, jobOf } from "./shared/measure.ts";
import { channel, measurement, code as ofCode } from "./shared/options.ts";
import { countsText, errorsOf } from "./shared/rates.ts";
import { errorRow, reportExperiment } from "./shared/report.ts";

const RULES = [
  "sum-product",
  "normalised-min-sum scale=0.75",
  "normalised-min-sum scale=0.75 messages=int12",
  "normalised-min-sum scale=0.75 messages=int8",
] as const;
/** Iterations of a flooding decoder; a layered one gets half. */
const ITERATIONS = [10, 20, 30, 50];

export default reportExperiment({
  name: "layered-iterations",
  summary: "FER of flooding and of layered decoding with half as many iterations (802.16e)",
  options: {
    code: ofCode.text("code", "wimax-2304-1152", "wimax-2304-1152"),
    ebn0: channel.number("Eb/N0 in dB", "1.5", 1.5),
    errors: measurement.count("frame errors of each point", "400", 400),
    frames: measurement.count("most frames of each point", "2000000", 2_000_000),
  },
  quick: { code: "wimax-576-288", errors: 50, frames: 1024 },
  plan: ({ code, ebn0, errors, frames }, lab) => ({
    source: `Flooding against layered decoding with half the iterations, ${code} at ${ebn0} dB`,
    settings: { code, ebn0, errors, frames },
    measurements: RULES.flatMap((rule) =>
      ITERATIONS.map((iterations) => ({
        name: `${rule}, ${iterations} / ${iterations / 2} iterations`,
        cost: iterations,
        async measure(share) {
          const count = (schedule: string, limit: number, from: number) => {
            const decoder = `${rule} schedule=${schedule} iterations=${limit}`;
            const job = jobOf(lab.engine, { code, decoder, at: ebn0 });
            return countFrames(job, errors, frames, (done) => share(from + done / 2));
          };
          const flooding = await count("flooding", iterations, 0);
          const layered = await count("layered", iterations / 2, 0.5);
          const [slow, fast] = [`flooding ${iterations}`, `layered ${iterations / 2}`];
          const least = Math.min(layered.frameErrors, flooding.frameErrors);
          const [ours, theirs] = [layered, flooding].map((counts) => counts.frameErrors / counts.frames);
          const ratio = {
            what: `${rule}, ${fast} against ${slow}`,
            unit: "ratio of FER",
            ours: ours / theirs,
            errors: least,
            how: `${formatNumber(ours)} against ${formatNumber(theirs)}`,
          };
          const rows = [row(`${rule}, ${slow}`, flooding), row(`${rule}, ${fast}`, layered)];
          // A rate without errors has no quotient.
          return { rows: least > 0 ? [...rows, ratio] : rows, details: { flooding, layered } };
        },
      })),
    ),
  }),
});

const row = (what: string, counts: ChunkCounts) =>
  errorRow(what, "FER", errorsOf(counts), {
    how: `${countsText(errorsOf(counts))}; ${(counts.iterations / counts.frames).toFixed(2)} iterations on average`,
  });
