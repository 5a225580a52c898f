import type { Values } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { writeFileAtomic } from "../../src/node/disk/disk.ts";
import { formatNumber } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { formatTable } from "../../src/report/table.ts";
import { rateDigits } from "./error-rate.ts";
import { reportOut, SECONDS } from "./options.ts";
import type { Identity } from "./runner/identity.ts";

/** The options of every experiment that measures. */
export function measureOptions(name: string) {
  return {
    seconds: SECONDS,
    out: reportOut(name),
    ...ENGINE_OPTIONS,
  } as const;
}

/** Values of these options. */
export type MeasureArguments = Values<ReturnType<typeof measureOptions>>;

/** Two figures: the paper's and the measured one. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** The paper's figure; undefined if it has none. */
  readonly paper?: number;
  /** A figure from a source other than a paper, which the report's `beside` names. */
  readonly beside?: number;
  readonly ours: number;
  /** Errors that `ours` is a rate of: it has as many digits as they carry. */
  readonly errors?: number;
  /** Why the two figures must not be divided, of unlike programs or codes; left out where they may. */
  readonly unlike?: string;
  /** The conditions of the measurement. */
  readonly how: string;
}

/** A table or figure of a paper, redone. */
export interface ExperimentReport {
  readonly experiment: string;
  /** Paper, table or section. */
  readonly source: string;
  /** The device of the measurement; left out for computed figures. */
  readonly device?: EngineInfo;
  readonly comparisons: readonly Comparison[];
  /**
   * Identities of the files behind the figures; left out for files older than identities, or if nothing was measured.
   */
  readonly identities?: readonly Identity[];
  /** Header of the column of figures from sources other than a paper. */
  readonly beside?: string;
  /** Further data for the JSON. */
  readonly details?: unknown;
  /** Sentences for the reader. */
  readonly notes?: readonly string[];
}

/** Prints the table and the notes on stdout. @param file that holds the report, named at the end. */
export function printReport(report: ExperimentReport, file?: string): void {
  const { device, notes = [], source } = report;
  print(`${source}\n${device === undefined ? "" : `on ${device.adapter} (${device.driver})\n`}`);
  const { headers, rows } = tableOf(report);
  const align = headers.map((header) => (TEXTS.has(header) ? ("left" as const) : ("right" as const)));
  print(formatTable(headers, rows, { align }));
  for (const note of notes) print(`\n${note}`);
  if (file !== undefined) print(`\n${file}`);
}

/** Prints the table on stdout and writes the JSON. */
export function publish(report: ExperimentReport, out = `runs/${report.experiment}.json`): void {
  printReport(report);
  const ratios = report.comparisons.map((row) => ({ ...row, ratio: ratioOf(row) ?? null }));
  writeFileAtomic(out, `${JSON.stringify({ ...report, comparisons: ratios }, null, 2)}\n`);
  print(`\n${out}`);
}

/** The table for a page of doc/, and the notes. */
export function reportMarkdown(report: ExperimentReport): string {
  const { device, notes = [] } = report;
  const where = device === undefined ? [] : [`On ${device.adapter} (${device.driver}).`];
  const { headers, rows } = tableOf(report);
  return [...where, markdownTable(headers, rows), ...notes].join("\n\n");
}

/** A comparison in one line. */
export function comparisonText(row: Comparison, besideHeader = "beside"): string {
  const { what, unit, paper, beside } = row;
  const theirs = [
    ...(paper === undefined ? [] : [`paper ${formatNumber(paper, 4)}`]),
    ...(beside === undefined ? [] : [`${besideHeader} ${formatNumber(beside, 4)}`]),
  ];
  const unitText = unit === "" ? "" : ` ${unit}`;
  return `${what}: ${ourText(row)}${unitText}${theirs.length === 0 ? "" : ` (${theirs.join(", ")})`}; ${howText(row)}`;
}

/** The measured figure; a figure that is not a number was refused. */
function ourText({ ours, errors }: Comparison): string {
  return formatNumber(ours, errors === undefined ? 4 : rateDigits(errors));
}

function howText({ how, unlike }: Comparison): string {
  return unlike === undefined ? how : `${how}; no ratio: ${unlike}`;
}

/** Headers of columns of text. */
const TEXTS: ReadonlySet<string> = new Set(["", "unit", "how"]);

/** Columns of figures without a row are left out. */
function tableOf({ comparisons, beside = "beside" }: ExperimentReport) {
  const hasPaper = comparisons.some((row) => row.paper !== undefined);
  const hasBeside = comparisons.some((row) => row.beside !== undefined);
  const ratio = hasPaper ? "ours/paper" : "ratio";
  const headers = [
    ...["", "unit"],
    ...(hasPaper ? ["paper"] : []),
    ...(hasBeside ? [beside] : []),
    ...["ours", ...(hasPaper || hasBeside ? [ratio] : []), "how"],
  ];
  const optional = (value: number | undefined, digits: number) =>
    value === undefined ? "–" : formatNumber(value, digits);
  const rows = comparisons.map((row) => [
    ...[row.what, row.unit],
    ...(hasPaper ? [optional(row.paper, 4)] : []),
    ...(hasBeside ? [optional(row.beside, 4)] : []),
    ...[ourText(row), ...(hasPaper || hasBeside ? [optional(ratioOf(row), 3)] : []), howText(row)],
  ]);
  return { headers, rows };
}

/** The measured figure over the figure beside it; undefined for unlike figures, and where one of both is 0. */
export function ratioOf({ paper, beside, ours, unlike }: Comparison): number | undefined {
  const other = paper ?? beside;
  return other === undefined || other === 0 || ours === 0 || unlike !== undefined ? undefined : ours / other;
}
