import { pointText } from "../../channel/channel-kind.ts";
import { channels } from "../../channel/channels.ts";
import type { CompareOptions, Comparison } from "../../report/compare.ts";
import {
  counted,
  formatCount,
  formatInterval,
  formatNumber,
  formatProbability,
  formatRate,
} from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import type { Values } from "../command-line/command.ts";
import { choice, flag, number } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { printJson, printText } from "../output.ts";

/** The options of the comparison in `ldpc plot`. */
export const COMPARE_OPTIONS = {
  compare: flag({
    group: "Comparison",
    describe: "exact tests of the runs' FER against the references'",
  }),
  significance: number({
    group: "Comparison",
    seldom: true,
    placeholder: "LEVEL",
    describe: "probability of calling equal rates not consistent",
    example: "0.01",
    noun: "the significance level",
    above: 0,
    below: 1,
    default: 0.05,
  }),
  correction: choice(["holm", "none"], {
    group: "Comparison",
    seldom: true,
    describe: "holm bounds the probability of any such verdict; none bounds that of each verdict",
    default: "holm",
  }),
  "require-consistent": flag({
    group: "Comparison",
    describe: "end with status 3 if a point is not consistent",
  }),
} as const;

export interface CompareArguments extends Values<typeof COMPARE_OPTIONS> {
  readonly json: boolean;
}

/** @throws UsageError for an option of the comparison without --compare. */
export function checkCompareOptions({ compare, requireConsistent, json }: CompareArguments): void {
  if (compare) return;
  const alone = requireConsistent ? "--require-consistent" : json ? "--json" : undefined;
  if (alone !== undefined) throw new UsageError(`${alone} belongs to --compare: add it`);
}

/**
 * Prints a comparison as a table or JSON.
 * @throws CommandExit with status 3 if --require-consistent is given and a point is not consistent.
 */
export function printComparison(comparisons: readonly Comparison[], options: CompareArguments): void {
  const { significance, correction, json } = options;
  if (json) printJson({ significance, correction, comparisons });
  else printText(comparisonText(comparisons, options));
  requireConsistency(comparisons, options);
}

/** A comparison as a table with its summary. @param names of the two sides in the table. */
export function comparisonText(
  comparisons: readonly Comparison[],
  options: CompareOptions,
  names: readonly [run: string, reference: string] = ["run", "reference"],
): string {
  const table = comparisonTable(comparisons, names, process.stdout.columns);
  return [table, "", ...comparisonSummary(comparisons, options)].join("\n");
}

/** @throws CommandExit with status 3 if --require-consistent is given and a point is not consistent. */
export function requireConsistency(
  comparisons: readonly Comparison[],
  { requireConsistent }: { readonly requireConsistent: boolean },
): void {
  const wrong = comparisons.filter(({ consistent }) => !consistent).length;
  if (!requireConsistent || wrong === 0) return;
  throw new CommandExit(`${wrong} of ${comparisons.length} points are not consistent with the reference`, 3);
}

/** Columns that a narrow screen drops, in order. */
const DROPPED_FIRST = ["errors of", "its errors", "p", "95 % interval", "corrected p", "seed"];

/** A line for each published point: both rates with intervals, p-value and verdict. */
function comparisonTable(
  comparisons: readonly Comparison[],
  [first, second]: readonly [string, string],
  width: number | undefined,
): string {
  const several = (of: (comparison: Comparison) => unknown) => new Set(comparisons.map(of)).size > 1;
  const columns: [header: string, cell: (comparison: Comparison) => string, shown?: boolean][] = [
    [second, ({ reference }) => reference, several(({ reference }) => reference)],
    [first, ({ run }) => run, several(({ run }) => run)],
    ["seed", ({ seed }) => String(seed), several(({ seed }) => seed)],
    ["at", ({ parameter, value }) => pointText(channels[parameter], value)],
    ["errors of", ({ errors }) => errors],
    [`${first} FER`, ({ measured }) => rateText(measured.fer.value, measured.fer.high)],
    ["95 % interval", ({ measured }) => formatInterval(measured.fer.low, measured.fer.high)],
    [`${second} FER`, ({ published }) => rateText(published.fer, published.high)],
    [
      "95 % interval",
      ({ published: { low, high } }) => (low === undefined ? "unknown" : formatInterval(low, high ?? 1)),
    ],
    ["its errors", ({ published: { errors } }) => (errors === undefined ? "" : formatCount(errors))],
    ["p", ({ pValue }) => formatProbability(pValue)],
    ["corrected p", ({ correctedPValue }) => formatProbability(correctedPValue), comparisons.length > 1],
    ["verdict", ({ consistent }) => (consistent ? "consistent" : "not consistent")],
  ];
  const shown = columns.filter(([, , wanted]) => wanted !== false);
  return formatTable(
    shown.map(([header]) => header),
    comparisons.map((comparison) => shown.map(([, cell]) => cell(comparison))),
    { width, drop: DROPPED_FIRST },
  );
}

/** Number of consistent points, the tests used, and the number that chance alone would make inconsistent. */
function comparisonSummary(comparisons: readonly Comparison[], { significance, correction }: CompareOptions): string[] {
  const count = comparisons.length;
  const consistent = comparisons.filter((comparison) => comparison.consistent).length;
  const level = `${formatNumber(100 * significance)} %`;
  const chance =
    correction === "holm"
      ? `Holm's correction for ${counted(count, "comparison")}: equal rates give any "not consistent" with at most ${level}`
      : `without correction: equal rates give about ${formatNumber(count * significance)} "not consistent" by chance`;
  const kinds = new Set(comparisons.map(({ test }) => test));
  return [
    `${consistent} of ${counted(count, "point")} consistent at ${level}; ${chance}.`,
    ...(kinds.has("fisher") ? ["Counts: Fisher's exact test, two-sided."] : []),
    ...(kinds.has("binomial")
      ? ["Rates without counts: exact binomial test, two-sided, as if the published rate had no error of its own."]
      : []),
  ];
}

function rateText(value: number, high: number | undefined): string {
  return value === 0 && high !== undefined ? `< ${formatRate(high)}` : formatRate(value);
}
