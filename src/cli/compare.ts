import { pointText } from "../channel/channel-kind.ts";
import { channels } from "../channel/channels.ts";
import { isFile, readBounded } from "../node/disk/disk.ts";
import { readPointsBelow, readReference, TABLE_BYTES } from "../node/run/run-points.ts";
import { type CompareOptions, type Comparison, compareWithReferences, curvesOfRuns } from "../report/compare.ts";
import { counted, formatCount, formatInterval, formatNumber, formatProbability, formatRate } from "../report/format.ts";
import { commonFers, type Gap, gapAt, lowestGap } from "../report/gap.ts";
import type { ReferenceCurve } from "../report/reference.ts";
import { formatTable } from "../report/table.ts";
import { choice, defineCommand, flag, inGroup, number, operands } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { CommandExit } from "./exit.ts";
import { printJson, printText, say } from "./output.ts";

/** The options of the comparison in `ldpc plot`. */
export const COMPARE_OPTIONS = inGroup("Comparison", {
  compare: flag("exact tests of the runs' FER against the references'"),
  significance: number(
    { seldom: true, placeholder: "LEVEL", example: "0.01", above: 0, below: 1, default: 0.05 },
    "probability of calling equal rates not consistent",
  ),
  correction: choice(
    ["holm", "none"],
    { seldom: true, default: "holm" },
    "holm bounds the probability of any such verdict; none bounds that of each verdict",
  ),
  "require-consistent": flag("end with status 3 if a point is not consistent"),
});

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

const { significance, correction, "require-consistent": requireConsistent } = COMPARE_OPTIONS;

export default defineCommand({
  options: {
    ...inGroup("Files", {
      runs: operands(
        { example: "runs/a" },
        "two runs: run folders or points.csv files; the second may be a CSV file of published points",
      ),
    }),
    ...inGroup("Comparison", {
      at: number(
        {
          placeholder: "FER",
          example: "1e-3",
          above: 0,
          below: 1,
          defaultText: "the lowest power of ten that both curves cross",
        },
        "FER at which the gap in dB is measured, with its 95 % interval",
      ),
    }),
    significance,
    correction,
    "require-consistent": requireConsistent,
    json: flag("print JSON instead of text", { group: "Output" }),
  },
  examples: {
    "ldpc compare runs/a runs/b --at 1e-3": "two runs point by point, and their gap in dB",
    "ldpc compare runs/a paper.csv": "a run and published points",
  },
  run({ runs, at, json, ...options }) {
    if (runs.length !== 2) throw new UsageError(`give two runs to compare, not ${runs.length}`);
    const [path, other] = runs;
    const points = readPointsBelow([path], say);
    const isOfRuns = !isPublished(other);
    const references = isOfRuns ? curvesOfRuns(readPointsBelow([other], say)) : readReference(other);
    const { significance, correction } = options;
    const test = { significance, correction };
    const comparisons = compareWithReferences(points, references, test);
    const pairs = pairsOf(curvesOfRuns(points), references);
    const found = pairs.map(([first, second]): NamedGap | undefined => {
      const gap = at === undefined ? lowestGap(first, second) : gapAt(first, second, at);
      return gap && { first: first.name, second: second.name, ...gap };
    });
    const gaps = found.filter((gap) => gap !== undefined);
    if (json) printJson("compare 1", { ...test, comparisons, gaps });
    else {
      const texts = pairs.flatMap((pair, i) => (found[i] === undefined ? remedyText(pair) : gapText(found[i])));
      printText(
        [comparisonText(comparisons, options, isOfRuns ? distinctNames(path, other) : undefined), ...texts].join("\n"),
      );
    }
    requireConsistency(comparisons, options);
  },
});

interface NamedGap extends Gap {
  readonly first: string;
  readonly second: string;
}

/** The ends of two paths from the first difference on. */
function distinctNames(path: string, other: string): [string, string] {
  const parts = [path, other].map((each) => each.split(/[/\\]/).filter((part) => part !== ""));
  const same = parts[0].findIndex((part, i) => part !== parts[1][i]);
  const names = parts.map((each) => each.slice(Math.max(0, same)).join("/"));
  return names.includes("") || same < 0 ? [path, other] : [names[0], names[1]];
}

type Pair = readonly [ReferenceCurve, ReferenceCurve];

/** Each curve with each other one over the same parameter. */
function pairsOf(curves: readonly ReferenceCurve[], references: readonly ReferenceCurve[]): readonly Pair[] {
  return curves.flatMap((first) =>
    references.filter(({ parameter }) => parameter === first.parameter).map((second): Pair => [first, second]),
  );
}

/** The reason why a pair has no gap, and the FERs at which it has one. */
function remedyText([first, second]: Pair): readonly string[] {
  const common = commonFers(first, second);
  if (common === undefined) return [];
  const [low, high] = common.map((rate) => formatRate(rate));
  return [
    `${first.name} and ${second.name} cross no power of ten together: --at measures their gap at a FER between ${low} and ${high}.`,
  ];
}

function gapText({ first, second, fer, gap, low, high }: NamedGap): string {
  const which = gap >= 0 ? "better" : "worse";
  const [from, to] = (gap >= 0 ? [low, high] : [-high, -low]).map((end) => formatNumber(end, 2));
  return `At FER ${formatRate(fer)} ${first} is ${formatNumber(Math.abs(gap), 2)} dB ${which} than ${second} (95 %: ${from} to ${to} dB).`;
}

/** Whether a file contains published points. A table of a run differs by its column "channel". */
function isPublished(path: string): boolean {
  if (!isFile(path)) return false;
  const header = readBounded(path, TABLE_BYTES).split("\n", 1)[0];
  return !header.split(",").includes("channel");
}
