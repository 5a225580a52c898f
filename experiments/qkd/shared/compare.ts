import { readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { formatTable } from "../../../src/report/table.ts";
import { iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import {
  clopperPearson,
  fisherTest,
  holmCorrection,
  type MeasuredMean,
  publishedMeanTest,
} from "../../../src/simulation/statistics.ts";
import { copyShareText } from "../../shared/limits.ts";
import { bandwidthShare, chainRate, decoderRate, type MeasuredCell } from "./cells.ts";
import { cellAt, comparedRow, ITERATIONS_ROUNDING, PAPER, type PaperCell, type PaperCode } from "./paper.ts";

interface CellTest {
  readonly pValue: number;
  /** After Holm's correction over all tests of the decoder. */
  readonly correctedPValue: number;
  readonly consistent: boolean;
  /** Whether the value lies between the least and the most of the paper's own GPU rows, up to rounding. */
  readonly insideSpread: boolean;
}

/** A simulated cell beside the paper's. */
export interface CellComparison {
  readonly paperCode: PaperCode;
  readonly ours: MeasuredCell;
  readonly iterations: MeasuredMean;
  /** The paper's row for the comparison of counts, and its cell. */
  readonly mode: string;
  readonly paper: PaperCell;
  readonly cpu?: PaperCell;
  /** The fastest of the paper's GPU rows at this QBER. */
  readonly fastest: PaperCell;
  /**
   * Whether more frames fail than in the paper, and not by chance: by Fisher's test at the significance, without
   * correction.
   */
  readonly failsMore: boolean;
  /** Only for decoders with the paper's schedule and limit: flooding. */
  readonly tests?: { readonly failures: CellTest; readonly iterations: CellTest };
}

/**
 * Compares cells with the paper's, in the order of its tables and of `cells`; cells of codes and QBERs that the paper
 * lacks are left out. Failures: Fisher's exact test, with the paper's share as a number of failures among `datasets`
 * strings. With 1000, the least number that the paper states, the rounding error is less than one string. Iterations:
 * z-test with our deviation, taken for both. Holm's correction runs over all tests of one decoder.
 * @param significance chance that the test calls any cell of a decoder inconsistent though all are equal, above 0,
 * below 1.
 */
export function compareCells(cells: readonly MeasuredCell[], significance: number): CellComparison[] {
  const { codes, datasets, maximumIterations } = PAPER;
  const pairs = codes
    .flatMap((paperCode) =>
      cells.filter(({ code }) => code === paperCode.code).flatMap((ours) => besidePaper(paperCode, ours)),
    )
    .map((pair) => ({ ...pair, failsMore: failsMore(pair, datasets, significance) }));
  const tests = new Map<CellComparison, NonNullable<CellComparison["tests"]>>();
  for (const decoder of new Set(cells.map((cell) => cell.decoder))) {
    const { iterations, options, stop } = readDecoder(decoder);
    if (options.schedule === "layered" || iterations !== maximumIterations || stop !== "syndrome") continue;
    const own = pairs.filter(({ ours }) => ours.decoder === decoder);
    const pValues = own.flatMap((pair) => [failuresTest(pair, datasets), iterationsTest(pair, datasets)]);
    const corrected = holmCorrection(pValues);
    own.forEach((pair, i) => {
      const [failures, mean] = [2 * i, 2 * i + 1].map((at, kind) => ({
        pValue: pValues[at],
        correctedPValue: corrected[at],
        consistent: corrected[at] >= significance,
        insideSpread: insideSpread(pair, kind === 0 ? "failures" : "iterations"),
      }));
      tests.set(pair, { failures, iterations: mean });
    });
  }
  return pairs.map((pair) => ({ ...pair, ...(tests.has(pair) ? { tests: tests.get(pair) } : {}) }));
}

function failuresPerThousand({ failed, frames }: Pick<MeasuredCell, "failed" | "frames">): number {
  return (1000 * failed) / frames;
}

/** A comparison before the tests. */
type CellPair = Omit<CellComparison, "tests" | "failsMore">;

function besidePaper(paperCode: PaperCode, ours: MeasuredCell): CellPair[] {
  const row = comparedRow(paperCode);
  const paper = cellAt(row, ours.qber);
  if (paper === undefined) return [];
  const gpu = gpuCells(paperCode, ours.qber);
  const fastest = gpu.reduce((best, now) => (now.mbitPerSecond > best.mbitPerSecond ? now : best));
  const cpu = cellAt(
    paperCode.rows.find(({ device }) => device === "CPU"),
    ours.qber,
  );
  return [{ paperCode, ours, iterations: iterationMean(ours), mode: row.mode, paper, cpu, fastest }];
}

function gpuCells({ rows }: PaperCode, qber: number): PaperCell[] {
  return rows.flatMap((row) => (row.device === "CPU" ? [] : (cellAt(row, qber) ?? [])));
}

function failsMore(pair: CellPair, datasets: number, significance: number): boolean {
  const more = failuresPerThousand(pair.ours) > pair.paper.failures;
  return more && failuresTest(pair, datasets) < significance;
}

function failuresTest({ ours, paper }: CellPair, datasets: number): number {
  const theirs = { errors: Math.round((paper.failures * datasets) / 1000), frames: datasets };
  return fisherTest({ errors: ours.failed, frames: ours.frames }, theirs);
}

function iterationsTest({ iterations, paper }: CellPair, datasets: number): number {
  return publishedMeanTest(iterations, {
    mean: paper.iterations,
    count: datasets,
    rounding: ITERATIONS_ROUNDING,
  });
}

function insideSpread({ paperCode, ours, iterations }: CellPair, kind: "failures" | "iterations"): boolean {
  const values = gpuCells(paperCode, ours.qber).map((cell) => cell[kind]);
  const value = kind === "failures" ? failuresPerThousand(ours) : iterations.mean;
  const rounding = kind === "failures" ? 0.5 : ITERATIONS_ROUNDING;
  // Decimal fractions are not exact in binary.
  const room = rounding + 1e-9;
  return value >= Math.min(...values) - room && value <= Math.max(...values) + room;
}

/** The check-node rule and the options that are not the rule's defaults. */
export function shortDecoder(decoder: string): string {
  const { rule, options } = readDecoder(decoder);
  const known = checkNodeRules[rule].options;
  const words = Object.entries(options).filter(([name, value]) => known[name]?.default !== value);
  return [rule, ...words.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** Formats every cell with intervals and p-values, for a terminal. */
export function cellsText(comparisons: readonly CellComparison[]): string {
  const headers = [
    ...["code", "QBER", "decoder", "failures/1000", "95 %", "paper", "iterations", "±", "paper"],
    ...["Mbit/s", "decoder alone", "of copy bandwidth", "paper's fastest", "ratio", "consistent"],
  ];
  const rows = comparisons.map((one) => {
    const { ours, iterations, paper, fastest } = one;
    const { low, high } = clopperPearson(ours.failed, ours.frames);
    return [
      ...[ours.code, `${ours.qber} %`, shortDecoder(ours.decoder)],
      ...[formatNumber(failuresPerThousand(ours)), `${formatNumber(1000 * low)}–${formatNumber(1000 * high)}`],
      ...[String(paper.failures), iterations.mean.toFixed(3)],
      (iterations.deviation / Math.sqrt(iterations.count)).toFixed(3),
      paper.iterations.toFixed(1),
      ...[chainRate(ours), decoderRate(ours)].map((rate) => formatNumber(rate)),
      copyShareText(bandwidthShare(ours)),
      formatNumber(fastest.mbitPerSecond),
      formatNumber(chainRate(ours) / fastest.mbitPerSecond),
      verdict(one),
    ];
  });
  const align = headers.map((_, i) => ([0, 2, 14].includes(i) ? "left" : "right"));
  return [formatTable(headers, rows, { align }), ...summary(comparisons)].join("\n\n");
}

function verdict({ tests }: CellComparison): string {
  if (tests === undefined) return "–";
  const wrong = (["failures", "iterations"] as const).filter((kind) => !tests[kind].consistent);
  return wrong.length === 0 ? "yes" : `not ${wrong.join(" nor ")}`;
}

/**
 * For each decoder the number of consistent cells, then every inconsistent cell, then the cells without a comparison.
 */
function summary(comparisons: readonly CellComparison[]): string[] {
  const tested = comparisons.filter(({ tests }) => tests !== undefined);
  const decoders = [...new Set(tested.map(({ ours }) => ours.decoder))].map((decoder) => {
    const own = tested.filter(({ ours }) => ours.decoder === decoder);
    const count = (kind: "failures" | "iterations", what: "consistent" | "insideSpread") =>
      `${own.filter(({ tests }) => tests?.[kind][what]).length} of ${own.length}`;
    return [
      `${shortDecoder(decoder)}: failures consistent at ${count("failures", "consistent")} cells, iterations at ` +
        `${count("iterations", "consistent")}; between the paper's own GPU rows at ${count("failures", "insideSpread")} and ` +
        `${count("iterations", "insideSpread")}.`,
      ...own.flatMap(inconsistencies),
    ].join("\n");
  });
  const leftOut = [...new Set(comparisons.map(({ paperCode }) => paperCode))].flatMap(({ table, code, leftOut }) =>
    leftOut.map(({ mode, why }) => `Table ${table}, ${code}, ${mode} is left out: it ${why}.`),
  );
  return [...decoders, leftOut.join("\n")].filter((text) => text !== "");
}

function inconsistencies({ ours, iterations, paper, mode, tests }: CellComparison): string[] {
  const where = `- ${ours.code} at ${ours.qber} %`;
  const doubt = paper.doubtful === undefined ? "" : ` (doubtful cell: ${paper.doubtful})`;
  const line = (kind: "failures" | "iterations", value: string, theirs: string) => {
    const test = tests?.[kind];
    if (test === undefined || test.consistent) return [];
    const place = test.insideSpread ? "within" : "outside";
    const p = `p = ${test.pValue.toPrecision(2)}, corrected ${test.correctedPValue.toPrecision(2)}`;
    return [`${where}: ${value}, the paper's ${mode} ${theirs}${doubt}; ${p}; ${place} the spread of its GPU rows`];
  };
  return [
    ...line("failures", `${formatNumber(failuresPerThousand(ours))} failures per 1000`, String(paper.failures)),
    ...line("iterations", `${iterations.mean.toFixed(3)} iterations`, paper.iterations.toFixed(1)),
  ];
}
