import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Given, OptionTable, Values } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted, jsonValue } from "../../src/json.ts";
import { requireWritable, writeFileAtomic } from "../../src/node/disk/disk.ts";

import { formatNumber } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { defineExperiment, type ExperimentDefinition } from "./experiment.ts";
import {
  checkIdentity,
  DEVICE,
  IDENTITY,
  type Identity,
  identityOf,
  provenanceNow,
  type Settings,
  storedJson,
} from "./files.ts";
import type { Lab } from "./lab.ts";
import { reportOut } from "./options.ts";
import { countsText, type FrameErrors, rateDigits } from "./rates.ts";

/** Two figures: the paper's and the measured one. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** The paper's figure; undefined if it has none. */
  readonly paper?: number;
  /** A figure from a source other than a paper, which the report's `beside` names. */
  readonly beside?: number;
  readonly ours: number;
  /** Errors that `ours` is a rate of, the fewest of a ratio of rates: it and its ratio have as many digits as they carry. */
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
  /** Identities of the files behind the figures; left out for files older than identities, or if nothing was measured. */
  readonly identities?: readonly Identity[];
  /** Header of the column of figures from sources other than a paper. */
  readonly beside?: string;
  /** Further data for the JSON. */
  readonly details?: unknown;
  /** Sentences for the reader. */
  readonly notes?: readonly string[];
}

/** The row of a rate of wrong frames. */
export const errorRow = (
  what: string,
  unit: string,
  errors: FrameErrors,
  more: Partial<Comparison> = {},
): Comparison => ({
  what,
  unit,
  ours: errors.errors / errors.frames,
  errors: errors.errors,
  how: countsText(errors),
  ...more,
});

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
  const comparisons = report.comparisons.map((row) => ({ ...row, ratio: ratioOf(row) ?? null }));
  writeFileAtomic(out, `${JSON.stringify({ ...report, comparisons }, null, 2)}\n`);
  print(`\n${out}`);
}

function comparisonText(row: Comparison, besideHeader = "beside"): string {
  const { what, unit, paper, beside } = row;
  const theirs = [
    ...(paper === undefined ? [] : [`paper ${formatNumber(paper, 4)}`]),
    ...(beside === undefined ? [] : [`${besideHeader} ${formatNumber(beside, 4)}`]),
  ];
  const unitText = unit === "" ? "" : ` ${unit}`;
  return `${what}: ${ourText(row)}${unitText}${theirs.length === 0 ? "" : ` (${theirs.join(", ")})`}; ${howText(row)}`;
}

/** The measured figure; a figure that is not a number was refused. */
const ourText = ({ ours, errors }: Comparison) => formatNumber(ours, errors === undefined ? 4 : rateDigits(errors));

const howText = ({ how, unlike }: Comparison) => (unlike === undefined ? how : `${how}; no ratio: ${unlike}`);

/** Headers of columns of text. */
const TEXTS: ReadonlySet<string> = new Set(["", "unit", "how"]);

/** Columns of figures without a row are left out. */
function tableOf({ comparisons, beside = "beside" }: ExperimentReport) {
  const hasPaper = comparisons.some((row) => row.paper !== undefined);
  const hasBeside = comparisons.some((row) => row.beside !== undefined);
  const optional = (value: number | undefined, digits: number) =>
    value === undefined ? "–" : formatNumber(value, digits);
  type Column = readonly [header: string, cell: (row: Comparison) => string];
  const columns: readonly Column[] = [
    ["", (row) => row.what],
    ["unit", (row) => row.unit],
    ...(hasPaper ? ([["paper", (row) => optional(row.paper, 4)]] satisfies Column[]) : []),
    ...(hasBeside ? ([[beside, (row) => optional(row.beside, 4)]] satisfies Column[]) : []),
    ["ours", ourText],
    ...(hasPaper || hasBeside
      ? ([
          [
            hasPaper ? "ours/paper" : "ratio",
            (row) => optional(ratioOf(row), rateDigits(row.errors ?? Number.POSITIVE_INFINITY)),
          ],
        ] satisfies Column[])
      : []),
    ["how", howText],
  ];
  return {
    headers: columns.map(([header]) => header),
    rows: comparisons.map((row) => columns.map(([, cell]) => cell(row))),
  };
}

/** The measured figure over the figure beside it; undefined for unlike figures, and where one of both is 0. */
function ratioOf({ paper, beside, ours, unlike }: Comparison): number | undefined {
  const other = paper ?? beside;
  return other === undefined || other === 0 || ours === 0 || unlike !== undefined ? undefined : ours / other;
}

export interface ReportMeasurement {
  /** Names it in the report's file: no two are equal. */
  readonly name: string;
  /** Expected time relative to other measurements; 1 if left out. */
  readonly cost?: number;
  /** @param share receives the fraction that is done, from 0 to 1. @param note receives the progress in words. */
  measure(share: (done: number) => void, note: (text: string) => void): Promise<Measured>;
}

/** The result of a measurement. */
export interface Measured {
  readonly rows: readonly Comparison[];
  /** The whole result, as JSON. */
  readonly details: unknown;
}

/** A report before its measurements. */
export interface ReportPlan extends Pick<ExperimentReport, "experiment" | "source" | "notes" | "beside"> {
  /** Replaces the lab's device if only a part of it is used. */
  readonly device?: EngineInfo;
  /** Settings that change measurements and are not in their names. */
  readonly settings: Settings;
  readonly measurements: readonly ReportMeasurement[];
  /** Rows that follow from all measurements together, at the end of the table. */
  summary?(details: readonly unknown[]): readonly Comparison[];
}

/** The declaration of an experiment whose measurements are a report. Option --out is added, and the engine options where it opens a device. */
export interface ReportDefinition<Table extends OptionTable>
  extends Omit<ExperimentDefinition<Table>, "run" | "computes"> {
  /** The report of the options, before anything is measured. */
  plan(options: Values<Table>, lab: Lab, given: Given): Omit<ReportPlan, "experiment">;
}

/** An experiment that measures a report into a file, to which a later call adds the missing measurements. */
export function reportExperiment<const Table extends OptionTable>(definition: ReportDefinition<Table>) {
  const { plan, quick, ...rest } = definition;
  const { name, opens } = rest;
  return defineExperiment({
    ...rest,
    options: { ...definition.options, out: reportOut(name), ...(opens === undefined ? ENGINE_OPTIONS : {}) },
    ...(quick === undefined ? {} : { quick: { out: `runs/${name}-quick.json`, ...quick } }),
    async run(options: object, lab: Lab, given: Given) {
      const { out } = options as { readonly out: string };
      await measureReport(lab, out, { experiment: name, ...plan(options as Values<Table>, lab, given) });
    },
  } as unknown as ExperimentDefinition<Table>);
}

/** The measurement of rows that follow from all. */
const ALL = "all";

const COMPARISON = z.strictObject({
  measurement: z.string(),
  what: z.string(),
  unit: z.string(),
  paper: z.number().optional(),
  beside: z.number().optional(),
  ours: z.number(),
  errors: z.int().nonnegative().optional(),
  unlike: z.string().optional(),
  how: z.string(),
  ratio: z.number().nullable(),
});
const FILE = z.object({ experiment: z.string() });
const MEASURED = z.object({
  identity: IDENTITY,
  comparisons: z.array(COMPARISON),
  details: z.record(z.string(), z.unknown()),
});

/**
 * Measures what the report's file lacks, writes the file after each measurement, and prints the table at the end.
 * @returns the measurements, by name.
 * @throws InputError for a file of another experiment or identity, before anything is measured.
 */
export async function measureReport(lab: Lab, out: string, plan: ReportPlan): Promise<ReadonlyMap<string, Measured>> {
  const { experiment, source, notes, beside, measurements, summary } = plan;
  const identity = identityOf(plan.device ?? lab.device, plan.settings);
  requireWritable(out, { force: true, makesFolder: true });
  const measured = readMeasured(out, experiment, identity);
  const inOrder = () =>
    measurements.flatMap(({ name }) => (measured.has(name) ? [[name, measured.get(name)!] as const] : []));
  const rows = () => {
    const own = inOrder();
    const more = own.length < measurements.length ? [] : (summary?.(own.map(([, { details }]) => details)) ?? []);
    return [
      ...own.flatMap(([name, one]) => one.rows.map((row) => [name, row] as const)),
      ...more.map((row) => [ALL, row] as const),
    ];
  };
  const save = () => {
    const comparisons = rows().map(([measurement, row]) => ({ measurement, ...row, ratio: ratioOf(row) ?? null }));
    const details = Object.fromEntries(inOrder().map(([name, one]) => [name, one.details]));
    const { device, commit } = identity;
    const head = { experiment, source, beside, measured: provenanceNow(commit, device), identity, device };
    writeFileAtomic(out, `${JSON.stringify({ ...head, comparisons, details, notes }, null, 2)}\n`);
  };
  const steps = measurements.map(({ name, cost, measure }) => ({
    what: name,
    cost,
    isDone: () => measured.has(name),
    async run(share: (done: number) => void, note: (text: string) => void) {
      const one = await measure(share, note);
      measured.set(name, one);
      save();
      return one.rows.map((row) => comparisonText(row, beside));
    },
  }));
  await lab.measure(steps, out);
  const comparisons = rows().map(([, row]) => row);
  printReport({ experiment, source, notes, beside, device: identity.device, comparisons }, out);
  return new Map(inOrder());
}

/** The measurements of an earlier call; empty without a file. */
function readMeasured(file: string, experiment: string, wanted: Identity): Map<string, Measured> {
  if (!existsSync(file)) return new Map();
  const content = jsonValue(readFileSync(file, "utf8"), { file });
  const head = fitted(content, FILE);
  if (head.misfit !== undefined || head.content.experiment !== experiment) {
    throw new InputError(`is no file of ldpc experiment ${experiment}: give another one with --out`, { file });
  }
  if (!("identity" in (content as object))) checkIdentity(file, undefined, wanted, "--out");
  const read = fitted(content, MEASURED);
  if (read.misfit !== undefined) {
    const { path, message } = read.misfit;
    throw new InputError(`is damaged: ${path.join(".")} ${message}; give another file with --out, or remove it`, {
      file,
    });
  }
  const { identity, comparisons, details } = read.content;
  checkIdentity(file, identity, wanted, "--out");
  return new Map(
    Object.entries(details).map(([name, one]) => {
      const own = comparisons.filter(({ measurement }) => measurement === name);
      return [name, { rows: own.map(({ measurement: _, ratio: __, ...row }) => row), details: one }];
    }),
  );
}

/** The results of an experiment, and their device. */
export interface ReportDetails<T> {
  readonly device: EngineInfo;
  readonly details: T;
}

/**
 * The details in the file of a report.
 * @param details their schema.
 * @throws InputError if the file cannot be read or belongs to another experiment.
 */
export function readReport<T>(experiment: string, details: z.ZodType<T>, file: string): ReportDetails<T> {
  const report = FILE.extend({ device: DEVICE, details: z.unknown() }).safeParse(storedJson(experiment, file));
  if (!report.success || report.data.experiment !== experiment) {
    throw new InputError(`is no file of ldpc experiment ${experiment}`, { file });
  }
  const read = fitted(report.data.details, details);
  if (read.misfit === undefined) return { device: report.data.device, details: read.content };
  const { path, message } = read.misfit;
  throw new InputError(`has other details than ${experiment} writes: ${path.join(".")} ${message}`, { file });
}
