import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Values } from "../../src/cli/command-line/command.ts";
import { ENGINE_OPTIONS } from "../../src/cli/options/engine.ts";
import { print } from "../../src/cli/output.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { makeFolder } from "../../src/node/disk/make-folder.ts";
import { formatNumber } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { formatTable } from "../../src/report/table.ts";
import { reportOut, SECONDS } from "./options.ts";

/** The options of every experiment that measures. */
export function measureOptions(name: string) {
  return {
    seconds: SECONDS,
    out: reportOut(name),
    ...ENGINE_OPTIONS,
  } as const;
}

/** Their values. */
export type MeasureArguments = Values<ReturnType<typeof measureOptions>>;

/** One figure of a paper beside ours. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** The paper's figure; undefined where it has none. */
  readonly paper?: number;
  readonly ours: number;
  /** What was run for it. */
  readonly how: string;
}

/** A table or figure of a paper, redone. */
export interface ExperimentReport {
  readonly experiment: string;
  /** Paper, table or section. */
  readonly source: string;
  /** On which it was measured; left out of what is computed. */
  readonly device?: EngineInfo;
  readonly comparisons: readonly Comparison[];
  /** Anything else worth keeping in the JSON. */
  readonly details?: unknown;
  /** Sentences for the reader. */
  readonly notes?: readonly string[];
}

const HEADERS = ["", "unit", "paper", "ours", "ours/paper", "how"];

/** Prints the table on stdout. */
export function printReport(report: ExperimentReport): void {
  const { device } = report;
  print(`${report.source}\n${device === undefined ? "" : `on ${device.adapter} (${device.driver})\n`}`);
  print(
    formatTable(HEADERS, rowsOf(report), {
      align: ["left", "left", "right", "right", "right", "left"],
    }),
  );
  for (const note of report.notes ?? []) print(`\n${note}`);
}

/** Prints the table on stdout and writes the JSON. */
export function publish(report: ExperimentReport, out = `runs/${report.experiment}.json`): void {
  printReport(report);
  makeFolder(dirname(out));
  const ratios = report.comparisons.map((row) => ({
    ...row,
    ratio: row.paper === undefined || row.paper === 0 ? null : row.ours / row.paper,
  }));
  writeFileSync(out, `${JSON.stringify({ ...report, comparisons: ratios }, null, 2)}\n`);
  print(`\n${out}`);
}

/** The table for a page of doc/, and the notes. */
export function reportMarkdown(report: ExperimentReport): string {
  const { device, notes = [] } = report;
  const where = device === undefined ? [] : [`On ${device.adapter} (${device.driver}).`];
  return [...where, markdownTable(HEADERS, rowsOf(report)), ...notes].join("\n\n");
}

function rowsOf({ comparisons }: ExperimentReport): string[][] {
  return comparisons.map(({ what, unit, paper, ours, how }) => [
    what,
    unit,
    paper === undefined ? "–" : formatNumber(paper, 4),
    formatNumber(ours, 4),
    paper === undefined || paper === 0 ? "–" : formatNumber(ours / paper, 3),
    how,
  ]);
}
