import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import type { ChunkCounts } from "../../../src/simulation/counts.ts";
import type { PointRow } from "../../../src/simulation/points.ts";
import { clopperPearson } from "../../../src/simulation/statistics.ts";
import { type FrameErrors, rateDigits, rateText, undetectedText } from "../rates.ts";
import { errorsOf, pointsOfFile } from "./fer.ts";
import { cardOf, type Figures, jsonFile, numberOf, resultFile } from "./results.ts";

const rulesFile = () => resultFile("results/nonbinary/rules");
const SETTINGS_FILE = "results/nonbinary/ems-settings-h200.csv";

/** A FER with the 95 % interval of its counts: `9.5e-4 (8.5e-4 … 1.1e-3)`; without errors the upper end alone. */
function ferWithInterval(counts: FrameErrors): string {
  const { errors, frames } = counts;
  if (errors === 0) return rateText(counts);
  const { low, high } = clopperPearson(errors, frames);
  const ends = [low, high].map((end) => formatRate(end, rateDigits(errors)));
  return `${rateText(counts)} (${ends.join(" … ")})`;
}

interface RuleResult {
  readonly points: readonly { readonly ebn0: number; readonly counts: ChunkCounts }[];
  readonly operations?: number;
  readonly mbits: number;
}

const ruleResults = () =>
  Object.entries((jsonFile(rulesFile()) as { readonly details: Readonly<Record<string, RuleResult>> }).details);

/** BER at the lower Eb/N0, in as many digits as its frame errors carry, because the wrong bits of a frame depend on each other. */
function berText({ points: [{ counts }] }: RuleResult, decoder: string): string {
  return formatRate(ber(decoder), rateDigits(counts.frameErrors));
}

/** Bits of a frame of (837,726) over GF(32). */
const FRAME_BITS = 837 * 5;

function ber(decoder: string): number {
  const count = (name: string) => numberOf(rulesFile(), "details", decoder, "points", 0, "counts", name);
  return count("bitErrors") / (count("frames") * FRAME_BITS);
}

/** Every rule over GF(q) on one code, at both Eb/N0. */
function ruleTable(): string {
  const results = ruleResults();
  const [low] = results[0][1].points;
  return markdownTable(
    [
      "decoder",
      ...results[0][1].points.flatMap(({ ebn0 }) => [
        `FER at ${ebn0} dB (95 %)`,
        ...(ebn0 === low.ebn0 ? [`BER at ${ebn0} dB`] : []),
        "undetected",
      ]),
      "operations a check",
      "Mbit/s",
    ],
    results.map(([decoder, result]) => [
      `\`${decoder}\``,
      ...result.points.flatMap(({ counts }, i) => {
        const errors = { errors: counts.frameErrors, frames: counts.frames, undetected: counts.undetected };
        return [ferWithInterval(errors), ...(i === 0 ? [berText(result, decoder)] : []), undetectedText(errors)];
      }),
      result.operations === undefined ? "–" : formatNumber(result.operations, 6),
      formatNumber(result.mbits),
    ]),
  );
}

/** How many times the BER, or the speed, of one decoder is that of another. */
const berRatio = (one: string, other: string) => formatNumber(ber(one) / ber(other), 2);
const speedRatio = (one: string, other: string) =>
  formatNumber(numberOf(rulesFile(), "details", one, "mbits") / numberOf(rulesFile(), "details", other, "mbits"), 2);

const CASES = [
  { code: "nb620-gf32", ebn0: 2.25 },
  { code: "beidou-96-48-gf64", ebn0: 2 },
] as const;
/** Decoders of the table, by the words behind which the default options stand. */
const SETTINGS = [
  ...["qspa", "min-max", "ems"],
  ...[48, 32, 24, 16, 8].map((nm) => `ems nm=${nm}`),
  ...["ems nm=24 scale=0.75 offset=0", "ems scale=1"],
];

function settingsRow(code: string, ebn0: number, decoder: string): PointRow {
  const words = decoderText(readDecoder(`${decoder} iterations=10`));
  const row = pointsOfFile(SETTINGS_FILE).find(
    (one) => one.code === code && one.point === ebn0 && one.decoder === words,
  );
  if (row === undefined) throw new Error(`${SETTINGS_FILE} has no row of ${code} with ${words} at ${ebn0} dB`);
  return row;
}

/** FER of EMS with its default on nb620-gf32, over the least of all its settings. */
function defaultOverBest(): string {
  const [{ code, ebn0 }] = CASES;
  const all = pointsOfFile(SETTINGS_FILE).filter((one) => one.code === code && one.decoder.startsWith("ems "));
  return formatNumber(settingsRow(code, ebn0, "ems").fer / Math.min(...all.map(({ fer }) => fer)), 3);
}

/** EMS by its number of symbols and its correction on two codes, beside QSPA and Min-Max on the same noise. */
function settingsTable(): string {
  const cells = (code: string, ebn0: number, decoder: string) => {
    const errors = errorsOf(settingsRow(code, ebn0, decoder));
    return [ferWithInterval(errors), undetectedText(errors)];
  };
  return markdownTable(
    ["decoder", ...CASES.flatMap(({ code, ebn0 }) => [`FER of ${code} at ${ebn0} dB (95 %)`, "undetected"])],
    SETTINGS.map((decoder) => [`\`${decoder}\``, ...CASES.flatMap(({ code, ebn0 }) => cells(code, ebn0, decoder))]),
  );
}

const [MIN_MAX, EMS] = ["min-max iterations=10", "ems iterations=10"];

/** FER of a finite-alphabet decoder and of others on Tanner's code at two crossover probabilities. */
function finiteAlphabetFloor(): string {
  const rows = pointsOfFile("results/cpu/finite-alphabet-floor.csv");
  const rules = [...new Set(rows.map(({ decoder }) => decoder.split(" ")[0]))];
  return markdownTable(
    ["decoder", "FER at QBER 0.03", "FER at QBER 0.02", "undetected"],
    rules.map((rule) => {
      const own = rows.filter(({ decoder }) => decoder.startsWith(`${rule} `)).map(errorsOf);
      return [`\`${rule}\``, ...own.map(ferWithInterval), own.map(undetectedText).join(" / ")];
    }),
  );
}

export const RULE_FIGURES: Figures = {
  "finite alphabet floor": finiteAlphabetFloor,
  "rules card": () => cardOf(rulesFile(), SETTINGS_FILE),
  "rules table": ruleTable,
  "rules settings": settingsTable,
  "rules ems default": defaultOverBest,
  "rules ems ber": () => berRatio(MIN_MAX, EMS),
  "rules unscaled ber": () => berRatio(`${EMS} scale=1`, MIN_MAX),
  "rules ems speed": () => speedRatio(MIN_MAX, EMS),
  "rules trellis ber": () => berRatio("trellis-min-max iterations=10", MIN_MAX),
  "rules isrb ber": () => berRatio("isrb-mlgd iterations=30", MIN_MAX),
};
