import { z } from "zod";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import type { Engine, EngineInfo } from "../../src/engine/engine.ts";
import { formatCount, formatNumber, formatProbability } from "../../src/report/format.ts";
import { formatTable, markdownTable } from "../../src/report/table.ts";
import { measureThroughput } from "../../src/simulation/bench/bench.ts";
import { clopperPearson, fisherTest, holmCorrection } from "../../src/simulation/statistics.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { codeOf, countFrames, jobOf } from "../shared/measure.ts";
import { channel, measurement, output, reportOut, SECONDS } from "../shared/options.ts";
import { rateDigits } from "../shared/rates.ts";
import { type Comparison, measureReport, readReport } from "../shared/report.ts";
import { defaultInFlight } from "./shared/cells.ts";
import { cellAt, comparedRow, PAPER, paperCodeOf, paperCodes } from "./shared/paper.ts";

/** Rate 5/6, at which the paper found a difference. */
const CODES = ["dvbs2-64800-54000", "dvbs2-16200-13320", "wifi-1944-1620", "wimax-2304-1920"];
const BITS = ["8", "10", "32"] as const;

type Bits = (typeof BITS)[number];

const COUNT = z.int().nonnegative();
const FIGURES = z.strictObject({
  /** A part of a chunk's counts. The file has all counts of a chunk. */
  counts: z.object({ frames: COUNT, frameErrors: COUNT, undetected: COUNT, iterations: COUNT }),
  /** Mbit/s of sifted key, sampling to counters by the clock. */
  rate: z.number().positive(),
});
const POINT = z.strictObject({
  code: z.string(),
  /** Percent. */
  qber: z.number(),
  figures: z.strictObject({ "8": FIGURES, "10": FIGURES, "32": FIGURES }),
});

/** The details of the experiment's file: by name, or in a list in files that are older than identities. */
const POINTS = z.union([z.record(z.string(), POINT), z.array(POINT)]);

/** A code at a QBER with one number of bits. */
type BitsFigures = Readonly<z.infer<typeof FIGURES>>;

/** A code at a QBER with each number of bits. */
type BitsPoint = Readonly<z.infer<typeof POINT>>;

export default defineExperiment({
  name: "qkd-message-bits",
  summary:
    "section 3: messages of 8, 10 and 32 bits in the paper's arithmetic: failures, iterations, Mbit/s at rate 5/6",
  paper: "qkd",
  options: {
    seconds: SECONDS,
    out: reportOut("qkd-message-bits"),
    code: paperCodes(CODES),
    qber: channel.numbers("QBER in percent", "1 2", [1, 2]),
    frames: measurement.count("least frames for each number of bits, in whole batches", "20480", 20_480),
    "in-flight": measurement.count("frames in flight for the rate, cut to the device's maximum", "4096", {
      unset: "16384; software device: 64",
    }),
    significance: measurement.number(
      "chance of calling any two numbers of bits different though all are equal",
      "0.01",
      0.01,
      { above: 0, below: 1 },
    ),
    from: output.text(
      "JSON file of an earlier run: the table of doc/papers/qkd.md, nothing is simulated",
      "runs/out.json",
    ),
    ...ENGINE_OPTIONS,
  },
  quick: {
    code: ["wifi-1944-1620", "wimax-2304-1920"],
    frames: 64,
    "in-flight": 16,
    seconds: 0.1,
    out: "runs/qkd-message-bits-quick.json",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    if (options.from !== undefined) {
      const { device, details } = readReport("qkd-message-bits", POINTS, options.from);
      print(pointsMarkdown(Object.values(details), device, options.significance));
      return;
    }
    options.code.forEach(paperCodeOf);
    const { out, frames, seconds, significance, inFlight = defaultInFlight(lab.device) } = options;
    const measured = await measureReport(lab, out, {
      experiment: "qkd-message-bits",
      source: `${PAPER.source}: messages of 10 bits, of which the paper says that they are better than 8 "mostly for the 5/6 rate matrices"`,
      settings: { frames, inFlight, seconds },
      notes: [
        "All numbers of bits are simulated with the same words and noise, which Fisher's test knows nothing of: small " +
          "differences are surer than it says.",
      ],
      measurements: options.code.flatMap((code) =>
        options.qber.map((qber) => ({
          name: `${code} at ${qber} %`,
          cost: Number(/\d+/.exec(code)?.[0] ?? 1),
          async measure(share) {
            const figures = {} as Record<Bits, BitsFigures>;
            for (const [i, bits] of BITS.entries()) {
              const part = (done: number) => share((i + done) / BITS.length);
              figures[bits] = await measureBits(lab.engine, code, bits, qber, { frames, inFlight, seconds }, part);
            }
            const point = { code, qber, figures };
            return { rows: comparisonsOf(point), details: point };
          },
        })),
      ),
    });
    printPoints(z.array(POINT).parse([...measured.values()].map(({ details }) => details)), significance);
  },
});

async function measureBits(
  engine: Engine,
  name: string,
  bits: Bits,
  qber: number,
  { frames, inFlight, seconds }: { readonly frames: number; readonly inFlight: number; readonly seconds: number },
  share: (done: number) => void,
): Promise<BitsFigures> {
  const one = { code: name, reconciles: true, decoder: `ratio-sum-product bits=${bits} iterations=31`, at: qber };
  const job = jobOf(engine, one, { frames: inFlight });
  const counts = await countFrames(job, Number.POSITIVE_INFINITY, frames, share);
  const slots = Math.min(inFlight, engine.framesMaximum(job.program));
  const { framesPerSecond } = await measureThroughput(job, slots, seconds);
  return { counts, rate: (framesPerSecond * codeOf(one).matrix.columns) / 1e6 };
}

/**
 * Fisher's test of 8 and of 32 bits against 10 at each point, and by Holm's correction of all tests whether they
 * differ.
 */
function testsOf(points: readonly BitsPoint[], significance: number) {
  const pairs = points.flatMap((point) =>
    (["8", "32"] as const).map((bits) => ({ point, bits, pValue: againstTen(point, bits) })),
  );
  const corrected = holmCorrection(pairs.map(({ pValue }) => pValue));
  return pairs.map((pair, i) => ({ ...pair, differs: corrected[i] < significance }));
}

function printPoints(points: readonly BitsPoint[], significance: number): void {
  const tests = testsOf(points, significance);
  const rows = points.flatMap((point) =>
    BITS.map((bits) => {
      const { frameErrors, frames, iterations } = point.figures[bits].counts;
      const { low, high } = clopperPearson(frameErrors, frames);
      const test = tests.find((one) => one.point === point && one.bits === bits);
      const verdict = test === undefined ? "" : test.differs ? "differs" : "no difference seen";
      return [
        point.code,
        `${point.qber}`,
        bits,
        formatNumber((1000 * frameErrors) / frames),
        `${formatNumber(1000 * low)} … ${formatNumber(1000 * high)}`,
        test === undefined ? "" : formatProbability(test.pValue),
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

/**
 * Failures per 1000 and iterations for all numbers of bits, beside the paper's for 10; bold where failures differ from
 * ours for 10.
 */
function pointsMarkdown(points: readonly BitsPoint[], { adapter, driver }: EngineInfo, significance: number): string {
  const tests = testsOf(points, significance);
  const rows = points.map((point) => {
    const paper = paperCell(point);
    const cells = BITS.map((bits) => {
      const { frameErrors, frames, iterations } = point.figures[bits].counts;
      const failures = formatNumber((1000 * frameErrors) / frames, rateDigits(frameErrors));
      const differs = tests.some((test) => test.point === point && test.bits === bits && test.differs);
      return `${differs ? `**${failures}**` : failures} / ${(iterations / frames).toFixed(2)}`;
    });
    const theirs = paper === undefined ? "–" : `${formatNumber(paper.failures)} / ${paper.iterations.toFixed(1)}`;
    const undetected = BITS.map((bits) => point.figures[bits].counts.undetected).join(" / ");
    return [point.code, `${point.qber} %`, theirs, ...cells, undetected];
  });
  const frames = points.flatMap(({ figures }) => BITS.map((bits) => figures[bits].counts.frames));
  return [
    `Failures per 1000 / average iterations, on ${adapter} (${driver}), ${formatCount(Math.min(...frames))} frames a cell or more; ` +
      `**bold**: other failures than with 10 bits by Fisher's test (${formatNumber(100 * significance)} % for all together, Holm).`,
    markdownTable(["code", "QBER", "paper, 10 bits", "8 bits", "10 bits", "32 bits", "undetected frames"], rows),
  ].join("\n\n");
}

function againstTen({ figures }: BitsPoint, bits: Bits): number {
  const [ours, ten] = [bits, "10" as const].map((one) => {
    const { frameErrors, frames } = figures[one].counts;
    return { errors: frameErrors, frames };
  });
  return fisherTest(ours, ten);
}

/** The paper's cell for comparison; undefined where it has none. */
function paperCell({ code, qber }: Pick<BitsPoint, "code" | "qber">) {
  const paperCode = PAPER.codes.find((one) => one.code === code);
  return paperCode === undefined ? undefined : cellAt(comparedRow(paperCode), qber);
}

function comparisonsOf({ code, qber, figures }: BitsPoint): Comparison[] {
  const paper = paperCell({ code, qber });
  return BITS.flatMap((bits): Comparison[] => {
    const { frameErrors, frames, iterations } = figures[bits].counts;
    const what = `${code}: QBER ${qber} %, ${bits} bits`;
    const how = `${frameErrors} of ${frames} frames`;
    // The paper's tables have 10 bits.
    const theirs = bits === "10" ? paper : undefined;
    return [
      {
        ...{ what, unit: "failures per 1000", paper: theirs?.failures },
        ...{ ours: (1000 * frameErrors) / frames, errors: frameErrors, how },
      },
      { what, unit: "iterations", paper: theirs?.iterations, ours: iterations / frames, how },
    ];
  });
}
