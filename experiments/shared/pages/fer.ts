import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { type Comparison, compareWithReferences } from "../../../src/report/compare.ts";
import { formatRate } from "../../../src/report/format.ts";
import { parseReference } from "../../../src/report/reference.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { type PointRow, parsePoints } from "../../../src/simulation/points.ts";
import { type Crossing, type FrameErrors, ferCrossing, rateText, undetectedText } from "../rates.ts";
import { experimentsFile, type Figures } from "./results.ts";

/** The curves of decoders over GF(q). */
export const SYMBOL_FER = "results/nonbinary-fer-h200.csv";
/** The curves of decoders over GF(2), by number format. */
export const BINARY_FER = "results/binary/fer-h200.csv";
/** Points of decoders with messages in registers. */
export const REGISTER_FER = "results/binary/registers-fer-h100.csv";

const known = new Map<string, readonly PointRow[]>();

/** The points of a CSV file below experiments/, read once. @param name as `results/binary/fer-h200.csv`. */
export function pointsOfFile(name: string): readonly PointRow[] {
  let points = known.get(name);
  if (points === undefined) {
    points = parsePoints(readFileSync(experimentsFile(name), "utf8"), name);
    known.set(name, points);
  }
  return points;
}

/** Points of a decoder, whose canonical words begin with its rule and contain all given ones. */
export function ferRows(file: string, code: string, decoder: string): PointRow[] {
  const [rule, ...options] = decoder.split(" ");
  const wanted = options.filter((word) => /^(messages|step|iterations|scale)=/.test(word));
  const formatless = !wanted.some((word) => word.startsWith("messages="));
  return pointsOfFile(file).filter((row) => {
    const words = row.decoder.split(" ");
    const others = formatless && words.some((word) => /^messages=(?!f32)/.test(word));
    return row.code === code && words[0] === rule && !others && wanted.every((word) => words.includes(word));
  });
}

export const errorsOf = ({ frame_errors: errors, frames, undetected }: PointRow): FrameErrors => ({
  errors,
  frames,
  undetected,
});

/** The wrong frames of a decoder at a point; undefined without a simulation. */
export function ferErrors(file: string, code: string, decoder: string, point: number): FrameErrors | undefined {
  const row = ferRows(file, code, decoder).find((one) => one.point === point);
  return row === undefined ? undefined : errorsOf(row);
}

/** FER of a decoder at a point; `–` without a simulation. */
export function ferText(...point: Parameters<typeof ferErrors>): string {
  const errors = ferErrors(...point);
  return errors === undefined ? "–" : rateText(errors);
}

/** The undetected of the wrong frames of a decoder at a point; `–` without a simulation. */
export function undetectedAt(...point: Parameters<typeof ferErrors>): string {
  const errors = ferErrors(...point);
  return errors === undefined ? "–" : undetectedText(errors);
}

/** Wrong frames of offset min-sum in a number format, wimax-2304-1152, 10 iterations at 2.5 dB. */
export function wimaxErrors(format: string, file = BINARY_FER): FrameErrors {
  return ferErrors(file, "wimax-2304-1152", `offset-min-sum messages=${format} iterations=10`, 2.5)!;
}

const CODES = ["nb620-gf32", "nb620-gf32-best"];
const FER = 1e-2;
/** Decoders of ten iterations. */
const DECODERS = [
  "min-max",
  "min-max messages=levels32 step=0.25",
  "min-max messages=levels16 step=0.5",
  "min-max messages=levels8 step=1",
  "qspa",
];

/** Eb/N0 at which each decoder passes the FER, with its interval, and the difference to Min-Max in f32. */
function lossTable(): string {
  const points = pointsOfFile(SYMBOL_FER);
  const crossing = (code: string, decoder: string): Crossing | undefined =>
    ferCrossing(
      points.filter((row) => row.code === code && row.decoder === decoderText(readDecoder(`${decoder} iterations=10`))),
      FER,
    );
  const rows = DECODERS.map((decoder) => [
    `\`${decoder}\``,
    ...CODES.flatMap((code) => {
      const [own, f32] = [crossing(code, decoder), crossing(code, DECODERS[0])];
      if (own === undefined || f32 === undefined) return ["–", "–"];
      const { at, low, high } = own;
      return [`${at.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`, (at - f32.at).toFixed(3)];
    }),
  ]);
  return markdownTable(["decoder", ...CODES.flatMap((code) => [`${code}, dB`, "to f32"])], rows);
}

export const LEVELS_FIGURES: Figures = { "levels loss": lossTable };

const RUNS = "results/published";

/** The project's runs, each tested against its published curve, at 5 % for all points of a curve. */
function comparisons(): Comparison[] {
  return readdirSync(experimentsFile(RUNS)).flatMap((name) => {
    const file = join(packageRoot(), "codes", name.split("-")[0], "reference", name);
    const runs = [{ origin: name, rows: pointsOfFile(`${RUNS}/${name}`) }];
    const curves = parseReference(readFileSync(file, "utf8"), name, file);
    return compareWithReferences(runs, curves, { significance: 0.05, correction: "holm" });
  });
}

const isConsistent = ({ consistent }: Comparison) => consistent;

function consistentText(): string {
  const all = comparisons();
  return `${all.filter(isConsistent).length} of ${all.length} points`;
}

function pointErrors(run: string, value: number): string[] {
  const errors = errorsOf(pointsOfFile(`${RUNS}/${run}`).find(({ point }) => point === value)!);
  return [rateText(errors), undetectedText(errors)];
}

function otherTable(): string {
  const rows = comparisons().filter((one) => !one.consistent);
  return markdownTable(
    ["curve", "Eb/N0", "our FER", "undetected", "published FER"],
    rows.map(({ run, value, published }) => [
      run.replace(".csv", ""),
      `${value} dB`,
      ...pointErrors(run, value),
      formatRate(published.fer),
    ]),
  );
}

/** FER of flooding sum-product with 50 iterations over that with 40, wimax-2304-1152. @param point Eb/N0 in dB. */
function moreIterations(point: number): string {
  const [fifty, forty] = [
    "results/wimax-2304-1152-sum-product-flooding-50.csv",
    `${RUNS}/wimax-2304-1152-sum-product-flooding-40.csv`,
  ].map((name) => pointsOfFile(name).find((row) => row.point === point)!.fer);
  return (fifty / forty).toFixed(2);
}

export const PUBLISHED_FIGURES: Figures = {
  "published points": consistentText,
  "published others": otherTable,
  "published 0.75 dB": () => moreIterations(0.75),
  "published 1.75 dB": () => moreIterations(1.75),
};
