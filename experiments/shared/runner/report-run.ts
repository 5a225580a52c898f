import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { fitted, jsonValue } from "../../../src/json.ts";
import { requireWritable, writeFileAtomic } from "../../../src/node/disk/disk.ts";
import { provenanceNow } from "../provenance.ts";
import { type Comparison, comparisonText, type ExperimentReport, printReport, ratioOf } from "../report.ts";
import { checkIdentity, IDENTITY, type Identity, identityOf, type Setting } from "./identity.ts";
import type { Lab } from "./lab.ts";

/** One measurement of a report. */
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
  readonly settings: Readonly<Record<string, Setting | undefined>>;
  readonly measurements: readonly ReportMeasurement[];
  /** Rows that follow from all measurements together, at the end of the table. */
  summary?(details: readonly unknown[]): readonly Comparison[];
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
  const identity = identityOf(plan.device ?? lab.device, plan.settings);
  requireWritable(out, { force: true, makesFolder: true });
  const known = readMeasured(out, plan.experiment, identity);
  const measured = new Map<string, Measured>();
  for (const { name } of plan.measurements) {
    const one = known.get(name);
    if (one !== undefined) measured.set(name, one);
  }
  const ordered = () =>
    plan.measurements.flatMap(({ name }) => {
      const one = measured.get(name);
      return one === undefined ? [] : [[name, one] as const];
    });
  const steps = plan.measurements.map(({ name, cost, measure }) => ({
    what: name,
    cost,
    isDone: () => measured.has(name),
    async run(share: (done: number) => void, note: (text: string) => void) {
      const one = await measure(share, note);
      measured.set(name, one);
      save(out, plan, identity, ordered());
      return one.rows.map((row) => comparisonText(row, plan.beside));
    },
  }));
  await lab.measure(steps, out);
  const { experiment, source, notes, beside } = plan;
  const comparisons = rowsOf(plan, ordered()).map(([, row]) => row);
  printReport({ experiment, source, notes, beside, device: identity.device, comparisons }, out);
  return measured;
}

type NamedMeasured = readonly (readonly [name: string, measured: Measured])[];

/** All rows with the names of their measurements. */
function rowsOf({ measurements, summary }: ReportPlan, measured: NamedMeasured): [string, Comparison][] {
  const own = measured.flatMap(([name, { rows }]) => rows.map((row): [string, Comparison] => [name, row]));
  if (measured.length < measurements.length) return own;
  const more = summary?.(measured.map(([, { details }]) => details)) ?? [];
  return [...own, ...more.map((row): [string, Comparison] => [ALL, row])];
}

function save(out: string, plan: ReportPlan, identity: Identity, measured: NamedMeasured): void {
  const { experiment, source, notes, beside } = plan;
  const comparisons = rowsOf(plan, measured).map(([measurement, row]) => ({
    measurement,
    ...row,
    ratio: ratioOf(row) ?? null,
  }));
  const details = Object.fromEntries(measured.map(([name, one]) => [name, one.details]));
  const { device, commit } = identity;
  const head = { experiment, source, beside, measured: provenanceNow(commit, device), identity, device };
  writeFileAtomic(out, `${JSON.stringify({ ...head, comparisons, details, notes }, null, 2)}\n`);
}

/** The measurements of an earlier call; empty without a file. */
function readMeasured(file: string, experiment: string, wanted: Identity): Map<string, Measured> {
  if (!existsSync(file)) return new Map();
  const content = jsonValue(readFileSync(file, "utf8"), { file });
  const head = fitted(content, FILE);
  if (head.misfit !== undefined || head.content.experiment !== experiment) {
    throw new InputError(`is no file of ldpc experiment ${experiment}: give another one with --out`, { file });
  }
  const hasIdentity = typeof content === "object" && content !== null && "identity" in content;
  if (!hasIdentity) checkIdentity(file, undefined, wanted, "--out");
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
