import { readBounded } from "../../node/disk/bounded-text.ts";
import { isFile } from "../../node/disk/path-kind.ts";
import { readPointsBelow, readReference, TABLE_BYTES } from "../../node/run/run-points.ts";
import { compareWithReferences } from "../../report/compare.ts";
import { formatNumber, formatRate } from "../../report/format.ts";
import { commonFers, type Gap, gapAt, lowestGap } from "../../report/gap.ts";
import type { ReferenceCurve } from "../../report/reference.ts";
import { curvesOfRuns } from "../../report/run-curves.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, number, operands } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { printJson, printText, say } from "../output.ts";
import { COMPARE_OPTIONS, comparisonText, requireConsistency } from "../plot/compare.ts";

const { significance, correction, "require-consistent": requireConsistent } = COMPARE_OPTIONS;

export default defineCommand({
  options: {
    runs: operands({
      group: "Files",
      describe: "two runs: run folders or points.csv files; the second may be a CSV file of published points",
      example: "runs/a",
    }),
    at: number({
      group: "Comparison",
      placeholder: "FER",
      describe: "FER at which the gap in dB is measured, with its 95 % interval",
      example: "1e-3",
      noun: "the FER",
      above: 0,
      below: 1,
      defaultText: "the lowest power of ten that both curves cross",
    }),
    significance,
    correction,
    "require-consistent": requireConsistent,
    json: flag({ group: "Output", describe: "print JSON instead of text" }),
  },
  examples: [
    { line: "ldpc compare runs/a runs/b --at 1e-3", does: "two runs point by point, and their gap in dB" },
    { line: "ldpc compare runs/a paper.csv", does: "a run and published points" },
  ],
  run({ runs, at, json, ...options }) {
    if (runs.length !== 2) throw new UsageError(`give two runs to compare, not ${runs.length}`);
    const [path, other] = runs;
    const points = readPointsBelow([path], say);
    const isOfRuns = !isPublished(other);
    const references = isOfRuns ? curvesOfRuns(readPointsBelow([other], say)) : readReference(other);
    const comparisons = compareWithReferences(points, references, options);
    const pairs = pairsOf(curvesOfRuns(points), references);
    const found = pairs.map(([first, second]): NamedGap | undefined => {
      const gap = at === undefined ? lowestGap(first, second) : gapAt(first, second, at);
      return gap && { first: first.name, second: second.name, ...gap };
    });
    const gaps = found.filter((gap) => gap !== undefined);
    if (json) printJson({ significance: options.significance, correction: options.correction, comparisons, gaps });
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
