import { z } from "zod";
import { InputError } from "../../../src/errors.ts";
import { fitted } from "../../../src/json.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { experimentsFile, jsonFile } from "./results.ts";

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
