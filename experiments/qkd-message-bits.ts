import type { CommandModule } from "yargs";
import { print } from "../src/cli/output.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import type { Engine } from "../src/engine/engine.ts";
import { InputError } from "../src/errors.ts";
import { loadCode } from "../src/node/codes.ts";
import { openEngine } from "../src/node/engines.ts";
import { formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { measureThroughput } from "../src/simulation/bench.ts";
import { benchJob } from "../src/simulation/bench-job.ts";
import type { ChunkCounts } from "../src/simulation/chunk.ts";
import { fisherTest, holmCorrection } from "../src/simulation/exact-tests.ts";
import { clopperPearson } from "../src/simulation/statistics.ts";
import { countFrames } from "./shared/count-frames.ts";
import { defaultInFlight, qberPoint } from "./shared/qkd-measure.ts";
import { cellAt, comparedRow, paperTables } from "./shared/qkd-paper.ts";
import { type Comparison, type MeasureArguments, publish, withMeasureOptions } from "./shared/report.ts";
import { checkWholeNumbers } from "./shared/whole-numbers.ts";

/** Rate 5/6, where the paper found that it matters. */
const CODES = ["dvbs2-64800-54000", "dvbs2-16200-13320", "wifi-1944-1620", "wimax-2304-1920"];
const BITS = ["8", "10", "32"] as const;

type Bits = (typeof BITS)[number];

interface Arguments extends MeasureArguments {
  readonly code: readonly string[];
  readonly qber: readonly number[];
  readonly frames: number;
  readonly inFlight?: number;
  readonly significance: number;
}

/** A code at a QBER with one number of bits. */
interface BitsFigures {
  readonly counts: ChunkCounts;
  /** Mbit/s of sifted key, sampling to counters. */
  readonly rate: number;
}

/** A code at a QBER in percent. */
interface BitsPoint {
  readonly code: string;
  readonly qber: number;
  readonly figures: Readonly<Record<Bits, BitsFigures>>;
}

const command: CommandModule<object, Arguments> = {
  command: "qkd-message-bits",
  describe: "messages of 8, 10 and 32 bits in the QKD paper's arithmetic: failures, iterations, Mbit/s at rate 5/6",
  builder: (yargs) =>
    withMeasureOptions(yargs, "qkd-message-bits")
      .option("code", { type: "string", array: true, default: CODES, describe: "codes of the paper's tables" })
      .option("qber", { type: "number", array: true, default: [1, 2], describe: "QBER in percent" })
      .option("frames", {
        type: "number",
        default: 20_480,
        describe: "least frames for each number of bits, in whole batches",
      })
      .option("in-flight", {
        type: "number",
        describe: "frames in flight for the rate, cut to what the device holds [16384; software device: 64]",
      })
      .option("significance", {
        type: "number",
        default: 0.01,
        describe: "chance of calling any two numbers of bits different though all are equal",
      }) as never,
  async handler(options) {
    const { codes, source } = paperTables();
    checkWholeNumbers([
      ["frames", options.frames, 1],
      ["in-flight", options.inFlight, 1],
    ]);
    if (!(options.significance > 0 && options.significance < 1)) {
      throw new InputError(`--significance ${options.significance} is not above 0 and below 1`);
    }
    const unknown = options.code.find((name) => codes.every(({ code }) => code !== name));
    if (unknown !== undefined) {
      throw new InputError(
        `--code ${unknown} is not in the paper's tables: ${codes.map(({ code }) => code).join(", ")}`,
      );
    }
    const engine = await openEngine(options);
    try {
      const points: BitsPoint[] = [];
      for (const code of options.code) {
        for (const qber of options.qber) {
          const figures = {} as Record<Bits, BitsFigures>;
          for (const bits of BITS) figures[bits] = await measureBits(engine, code, bits, qber, options);
          points.push({ code, qber, figures });
        }
      }
      printPoints(points, options.significance);
      publish(
        {
          experiment: "qkd-message-bits",
          source: `${source}: messages of 10 bits, of which the paper says that they are better than 8 "mostly for the 5/6 rate matrices"`,
          device: engine.info,
          comparisons: points.flatMap(comparisonsOf),
          details: points,
          notes: [
            "All numbers of bits are simulated with the same words and noise, which Fisher's test knows nothing of: small " +
              "differences are surer than it says.",
          ],
        },
        options.out,
      );
    } finally {
      await engine.close();
    }
  },
};

export default command;

async function measureBits(
  engine: Engine,
  name: string,
  bits: Bits,
  qber: number,
  { frames, inFlight = defaultInFlight(engine.info), seconds }: Arguments,
): Promise<BitsFigures> {
  const code = loadCode(name, { columns: "information" });
  const spec = readDecoder(`ratio-sum-product bits=${bits} iterations=31`);
  const job = benchJob(engine, code, spec, qberPoint(qber), inFlight, "syndrome");
  const counts = await countFrames(job, Number.POSITIVE_INFINITY, frames);
  const slots = Math.min(inFlight, engine.framesMaximum(job.program));
  const { framesPerSecond } = await measureThroughput(job, slots, seconds);
  return { counts, rate: (framesPerSecond * code.matrix.columns) / 1e6 };
}

function printPoints(points: readonly BitsPoint[], significance: number): void {
  const pairs = points.flatMap((point) =>
    (["8", "32"] as const).map((bits) => ({ point, bits, pValue: againstTen(point, bits) })),
  );
  const corrected = holmCorrection(pairs.map(({ pValue }) => pValue));
  const rows = points.flatMap((point) =>
    BITS.map((bits) => {
      const { frameErrors, frames, iterations } = point.figures[bits].counts;
      const { low, high } = clopperPearson(frameErrors, frames);
      const test = pairs.findIndex((pair) => pair.point === point && pair.bits === bits);
      const verdict = test < 0 ? "" : corrected[test] < significance ? "differs" : "no difference seen";
      return [
        point.code,
        `${point.qber}`,
        bits,
        formatNumber((1000 * frameErrors) / frames),
        `${formatNumber(1000 * low)} … ${formatNumber(1000 * high)}`,
        test < 0 ? "" : formatNumber(pairs[test].pValue, 2),
        verdict,
        (iterations / frames).toFixed(3),
        formatNumber(point.figures[bits].rate),
      ];
    }),
  );
  print(
    formatTable(
      ["code", "QBER %", "bits", "failures per 1000", "95 %", "p against 10", "by Holm", "iterations", "Mbit/s"],
      rows,
      { align: ["left", "right", "right", "right", "left", "right", "left", "right", "right"] },
    ),
  );
  print("");
}

function againstTen({ figures }: BitsPoint, bits: Bits): number {
  const [ours, ten] = [bits, "10" as const].map((one) => {
    const { frameErrors, frames } = figures[one].counts;
    return { errors: frameErrors, frames };
  });
  return fisherTest(ours, ten);
}

function comparisonsOf({ code, qber, figures }: BitsPoint): Comparison[] {
  const paperCode = paperTables().codes.find((one) => one.code === code);
  const paper = paperCode === undefined ? undefined : cellAt(comparedRow(paperCode), qber);
  return BITS.flatMap((bits): Comparison[] => {
    const { frameErrors, frames, iterations } = figures[bits].counts;
    const what = `${code}: QBER ${qber} %, ${bits} bits`;
    const how = `${frameErrors} of ${frames} frames`;
    // The paper's tables are of 10 bits.
    const theirs = bits === "10" ? paper : undefined;
    return [
      { what, unit: "failures per 1000", paper: theirs?.failures, ours: (1000 * frameErrors) / frames, how },
      { what, unit: "iterations", paper: theirs?.iterations, ours: iterations / frames, how },
    ];
  });
}
