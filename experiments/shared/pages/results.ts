import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InputError } from "../../../src/errors.ts";
import { fitted } from "../../../src/json.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { readProvenance } from "../files.ts";

const cache = new Map<string, unknown>();

/** The end of the name of a measurement's file: its device. */
export const DEVICE_ENDING = /-[a-z]+\d+\.json$/;

/** The path of a file below experiments/. */
export function experimentsFile(name: string): string {
  return join(packageRoot(), "experiments", name);
}

/**
 * The one JSON file of a measurement, whose name ends with its device: `results/speeds/symbols` may be
 * `results/speeds/symbols-h200.json`. A new file takes the old one's place, and all pages follow.
 * @throws InputError if there is none, or several.
 */
export function resultFile(name: string): string {
  const folder = dirname(name);
  const isOfName = (file: string) => DEVICE_ENDING.test(file) && file.replace(DEVICE_ENDING, "") === basename(name);
  const found = readdirSync(experimentsFile(folder)).filter(isOfName);
  if (found.length === 1) return `${folder}/${found[0]}`;
  const text = found.length === 0 ? "no file" : found.join(" and ");
  throw new InputError(`holds ${text} of ${basename(name)}, and the pages need one: keep that of one device`, {
    file: experimentsFile(folder),
  });
}

/**
 * The graphics card of measurements that stand beside each other: `NVIDIA H100` of the adapter `nvidia-h100-80gb-hbm3`.
 * @throws InputError for files of several cards.
 */
export function cardOf(...files: readonly string[]): string {
  const cards = new Set(files.map(cardOfFile));
  if (cards.size === 1) return [...cards][0];
  const texts = files.map((file) => `${basename(file)} of ${cardOfFile(file)}`);
  throw new InputError(`holds ${texts.join(", ")}: measure them on one card`, {
    file: experimentsFile(dirname(files[0])),
  });
}

function cardOfFile(file: string): string {
  const { device } = readProvenance(experimentsFile(file));
  const [, maker, model] = /^(nvidia)-([a-z]+\d+)/.exec(device) ?? [];
  return model === undefined ? device : `${maker} ${model}`.toUpperCase();
}

/** A JSON file below experiments/, read once. @param name as `results/nonbinary-table-3-h200.json`. */
export function jsonFile(name: string): unknown {
  if (!cache.has(name)) cache.set(name, JSON.parse(readFileSync(experimentsFile(name), "utf8")));
  return cache.get(name);
}

/**
 * A number of a JSON file.
 * @param path names and indexes; `comparisons[what=one frame]` is the element of an array whose `what` begins with these words.
 * @throws InputError if the file has no number at the path.
 * @example numberOf("results/nonbinary-table-3-h200.json", "comparisons[what=one frame, 10]", "ours") // 0.888…
 */
export function numberOf(file: string, ...path: readonly (string | number)[]): number {
  let value = jsonFile(file);
  for (const step of path) {
    const [, name, key, start] = typeof step === "string" ? (/^(\w+)\[(\w+)=(.*)\]$/.exec(step) ?? []) : [];
    const inner = member(value, name ?? step);
    value = name === undefined ? inner : listOf(inner).find((one) => String(member(one, key)).startsWith(start));
  }
  if (typeof value === "number") return value;
  throw new InputError(`has no number at ${path.join(" → ")}`, { file: experimentsFile(file) });
}

const member = (value: unknown, name: string | number): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Figures of pages by name. Each figure reads its number from, or makes its table of, a file below experiments/. */
export type Figures = Readonly<Record<string, () => string>>;

const ROWS = z.looseObject({
  comparisons: z.array(
    z.looseObject({
      what: z.string(),
      unit: z.string(),
      paper: z.number().optional(),
      beside: z.number().optional(),
      ours: z.number(),
      how: z.string(),
    }),
  ),
});

/** A row of a report of `ldpc experiment`. */
export type ReportRow = z.infer<typeof ROWS>["comparisons"][number];

/** The rows of a report's file whose names begin with some words. @throws InputError if no row does. */
export function reportRows(file: string, start = ""): ReportRow[] {
  const read = fitted(jsonFile(file), ROWS);
  if (read.misfit !== undefined) throw new InputError("is no report", { file: experimentsFile(file) });
  const rows = read.content.comparisons.filter(({ what }) => what.startsWith(start));
  if (rows.length === 0) throw new InputError(`has no row "${start}"`, { file: experimentsFile(file) });
  return rows;
}

/** The first of these rows. */
export const reportRow = (file: string, start: string): ReportRow => reportRows(file, start)[0];

/**
 * Rows of a report as a table: name, the paper's figure if it has one, and the measured figure.
 * @param options unit: the unit of all rows, if they differ in words alone. how: whether each row has the conditions of
 * its measurement.
 * @throws Error if the rows have several units and the options have none.
 */
export function reportTable(file: string, options: { readonly unit?: string; readonly how?: boolean } = {}): string {
  const rows = reportRows(file);
  const [unit, ...others] = options.unit === undefined ? new Set(rows.map((row) => row.unit)) : [options.unit];
  if (others.length > 0) throw new Error(`${file} has several units`);
  const hasPaper = rows.some(({ paper }) => paper !== undefined);
  const cell = (value: number | undefined) => (value === undefined ? "–" : formatNumber(value));
  return markdownTable(
    [unit, ...(hasPaper ? ["paper"] : []), "ours", ...(options.how ? ["how"] : [])],
    rows.map((row) => [
      row.what,
      ...(hasPaper ? [cell(row.paper)] : []),
      cell(row.ours),
      ...(options.how ? [row.how] : []),
    ]),
  );
}
