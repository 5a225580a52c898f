import type { Engine } from "../../src/engine/engine.ts";
import { formatNumber, formatProbability } from "../../src/report/format.ts";
import { measureThroughput } from "../../src/simulation/bench/bench.ts";
import type { ChunkCounts } from "../../src/simulation/counts.ts";
import { fisherTest } from "../../src/simulation/statistics.ts";
import { codeOf, countFrames, jobOf } from "../shared/measure.ts";
import { channel, measurement, SECONDS } from "../shared/options.ts";
import { countsText, errorsOf } from "../shared/rates.ts";
import { type Comparison, reportExperiment } from "../shared/report.ts";
import { defaultInFlight } from "./shared/cells.ts";
import { cellAt, comparedRow, PAPER, paperCodeOf, paperCodes } from "./shared/paper.ts";

/** Rate 5/6, at which the paper found a difference. */
const CODES = ["dvbs2-64800-54000", "dvbs2-16200-13320", "wifi-1944-1620", "wimax-2304-1920"];
/** The paper's tables have 10 bits, which are measured first: the others are compared with them. */
const BITS = ["10", "8", "32"] as const;

/** A code at a QBER with one number of bits. */
interface BitsFigures {
  readonly counts: ChunkCounts;
  /** Mbit/s of sifted key, sampling to counters by the clock. */
  readonly rate: number;
}

export default reportExperiment({
  name: "qkd-message-bits",
  summary:
    "section 3: messages of 8, 10 and 32 bits in the paper's arithmetic: failures, iterations, Mbit/s at rate 5/6",
  paper: "qkd",
  options: {
    seconds: SECONDS,
    code: paperCodes(CODES),
    qber: channel.numbers("QBER in percent", "1 2", [1, 2]),
    frames: measurement.count("least frames for each number of bits, in whole batches", "20480", 20_480),
    "in-flight": measurement.count("frames in flight for the rate, cut to the device's maximum", "4096", {
      unset: "16384; software device: 64",
    }),
  },
  quick: { code: ["wifi-1944-1620", "wimax-2304-1920"], frames: 64, "in-flight": 16, seconds: 0.1 },
  plan({ code: codes, qber: qbers, frames, seconds, inFlight: asked }, lab) {
    codes.forEach(paperCodeOf);
    const inFlight = asked ?? defaultInFlight(lab.device);
    return {
      source: `${PAPER.source}: messages of 10 bits, of which the paper says that they are better than 8 "mostly for the 5/6 rate matrices"`,
      settings: { frames, inFlight, seconds },
      notes: [
        "All numbers of bits are simulated with the same words and noise, which Fisher's test knows nothing of: small " +
          "differences are surer than it says.",
      ],
      measurements: codes.flatMap((code) =>
        qbers.map((qber) => ({
          name: `${code} at ${qber} %`,
          cost: Number(/\d+/.exec(code)?.[0] ?? 1),
          async measure(share) {
            const figures = {} as Record<(typeof BITS)[number], BitsFigures>;
            for (const [i, bits] of BITS.entries()) {
              const part = (done: number) => share((i + done) / BITS.length);
              figures[bits] = await measureBits(lab.engine, code, bits, qber, { frames, inFlight, seconds }, part);
            }
            const rows = BITS.flatMap((bits) => rowsOf(code, qber, bits, figures[bits], figures["10"]));
            return { rows, details: { code, qber, figures } };
          },
        })),
      ),
    };
  },
});

async function measureBits(
  engine: Engine,
  name: string,
  bits: string,
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

/** Failures and iterations beside the paper's, and the p-value of Fisher's test against 10 bits. */
function rowsOf(code: string, qber: number, bits: string, { counts, rate }: BitsFigures, ten: BitsFigures) {
  const isTen = bits === "10";
  const paper = isTen ? cellAt(comparedRow(paperCodeOf(code)), qber) : undefined;
  const what = `${code}: QBER ${qber} %, ${bits} bits`;
  const errors = errorsOf(counts);
  const p = isTen ? "" : `; p against 10 bits ${formatProbability(fisherTest(errors, errorsOf(ten.counts)))}`;
  const failures: Comparison = {
    ...{ what, unit: "failures per 1000", paper: paper?.failures },
    ...{ ours: (1000 * errors.errors) / errors.frames, errors: errors.errors, how: `${countsText(errors)}${p}` },
  };
  const iterations = counts.iterations / counts.frames;
  const how = `${formatNumber(rate)} Mbit/s`;
  return [failures, { what, unit: "iterations", paper: paper?.iterations, ours: iterations, how }];
}
