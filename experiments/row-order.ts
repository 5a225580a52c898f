import { codeRate } from "../src/code/rate-matching.ts";
import type { Engine } from "../src/engine/engine.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { formatNumber } from "../src/report/format.ts";
import type { ChunkCounts } from "../src/simulation/counts.ts";
import { codeOf, countFrames, jobOf } from "./shared/measure.ts";
import { decoder, measurement, code as ofCode } from "./shared/options.ts";
import { intervalText } from "./shared/rates.ts";
import { type Comparison, reportExperiment } from "./shared/report.ts";

/** Base matrices of all rates of the standards, 5G's with several numbers of rows; other binary codes; and codes over GF(q). */
const CODES = [
  ...["wimax-2304-1152", "wimax-2304-1536a", "wimax-2304-1536b", "wimax-2304-1728a", "wimax-2304-1728b"],
  ...["wimax-2304-1920", "wifi-1944-972", "wifi-1944-1296", "wifi-1944-1458", "wifi-1944-1620"],
  ...[5, 8, 13, 46].map((rows) => `nr-bg1-z384:${rows}`),
  ...[6, 12, 42].map((rows) => `nr-bg2-z384:${rows}`),
  // 5G has eight tables of shifts. Z = 384, Z = 32 and these sizes are of one each.
  ...["bg1:13", "bg1:46", "bg2:12", "bg2:42"].flatMap((graph) => {
    const [name, rows] = graph.split(":");
    return [208, 224, 240, 288, 320, 352].map((z) => `nr-${name}-z${z}:${rows}`);
  }),
  ...["wifi-648-324", "wifi-648-432", "wifi-648-486", "wifi-648-540"],
  ...["wifi-1296-648", "wifi-1296-864", "wifi-1296-972", "wifi-1296-1080"],
  "ccsds-128-64",
  ...[3240, 5400, 6480, 7200, 9720, 10800, 11880, 12600, 13320, 14400].map((bits) => `dvbs2-16200-${bits}`),
  ...[16200, 21600, 25920, 32400, 38880, 43200, 48600, 51840, 54000, 57600, 58320].map((bits) => `dvbs2-64800-${bits}`),
  ...[200, 500, 1000].map((bits) => `met-10000-${bits}`),
  ...["nb620-gf32", "nb837-gf32", "peg1550-gf4", "peg776-gf16"],
  ...["beidou-88-44-gf64", "beidou-96-48-gf64", "beidou-162-81-gf64", "beidou-200-100-gf64"],
];
const ORDERS = ["natural", "descending"] as const;
/** The rules over GF(2) and over larger fields, in whole numbers; multi-edge codes of rates of 0.1 and less need more than min-sum. */
const RULES = {
  bits: "offset-min-sum messages=int12",
  symbols: "min-max messages=int12",
  multiEdge: "sum-product form=tanh",
};

/** Eb/N0 from which the search goes up, dB above −1.6, by rate; its steps, and where it ends. */
const SEARCH = { start: 1.2, perRate: 3, step: 0.25, fer: 0.05, frames: 4096, points: 60 };

/** A code, 5G's with its block rows. */
interface Named {
  readonly code: string;
  readonly rows?: number;
}

export default reportExperiment({
  name: "row-order",
  summary:
    "FER of layered decoding with rows in natural and in descending order, for every standard's base matrices and codes over GF(q)",
  options: {
    codes: ofCode.texts("codes, 5G's with their rows behind a colon", "wimax-2304-1152 nr-bg1-z384:13", CODES),
    iterations: decoder.counts("numbers of iterations: few, at which orders differ most, and many", "5 8 20", [8, 20]),
    errors: measurement.count("frame errors of each point", "400", 400),
    frames: measurement.count("most frames of a point", "50000", 262_144),
  },
  quick: { codes: ["wimax-576-288"], errors: 20, frames: 256 },
  plan: ({ codes, iterations: all, errors, frames }, lab) => ({
    source: `Orders of rows, layered ${Object.values(RULES).join(" or ")}, where the natural order has an FER of at most ${SEARCH.fer}`,
    settings: { errors, frames },
    measurements: codes.flatMap((code) =>
      all.map((iterations) => ({
        name: `${code}, ${iterations} iterations`,
        async measure(share) {
          const [name, rows] = code.split(":");
          const one = { code: name, ...(rows === undefined ? {} : { rows: Number(rows) }) };
          const at = await startingPoint(lab.engine, one, iterations, Math.min(frames, SEARCH.frames));
          const counts: ChunkCounts[] = [];
          for (const order of ORDERS) {
            const job = jobOf(lab.engine, { ...one, decoder: decoderOf(one, iterations, order), at });
            counts.push(await countFrames(job, errors, frames, (done) => share((counts.length + done) / 2)));
          }
          const [natural, descending] = counts;
          return {
            rows: [rowOf(`${code}, ${iterations} iterations, ${at} dB`, counts)],
            details: { code, iterations, ebn0: at, natural, descending },
          };
        },
      })),
    ),
  }),
});

function decoderOf({ code }: Named, iterations: number, order: string): string {
  const ofBits = code.startsWith("met-") ? RULES.multiEdge : RULES.bits;
  const rule = loadCode(code).matrix.field.q === 2 ? ofBits : RULES.symbols;
  return `${rule} schedule=layered stop=none iterations=${iterations} order=${order}`;
}

/** The first Eb/N0 of the search where the natural order has few frame errors. */
async function startingPoint(engine: Engine, one: Named, iterations: number, frames: number): Promise<number> {
  const decoder = decoderOf(one, iterations, "natural");
  const first = Math.round((SEARCH.start - 1.6 + SEARCH.perRate * codeRate(codeOf(one))) / SEARCH.step);
  for (let i = 0; i < SEARCH.points; i++) {
    const at = (first + i) * SEARCH.step;
    const counts = await countFrames(jobOf(engine, { ...one, decoder, at }), SEARCH.fer * frames + 1, frames);
    if (counts.frameErrors <= SEARCH.fer * counts.frames) return at;
  }
  return (first + SEARCH.points) * SEARCH.step;
}

function rowOf(what: string, counts: readonly ChunkCounts[]): Comparison {
  // Half an error more, since there may be none.
  const fer = counts.map(({ informationFrameErrors, frames }) => (informationFrameErrors + 0.5) / frames);
  const texts = counts.map(
    ({ informationFrameErrors: errors, frames }, i) =>
      `${ORDERS[i]} ${formatNumber(errors / frames)} (${intervalText({ errors, frames })})`,
  );
  const errors = Math.min(...counts.map(({ informationFrameErrors }) => informationFrameErrors));
  const unit = "descending/natural, FER of information bits";
  return { what, unit, ours: fer[1] / fer[0], errors, how: texts.join(", ") };
}
