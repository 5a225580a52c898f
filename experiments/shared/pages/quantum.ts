import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { type ShotRow, shotTable } from "../shots.ts";
import { type Figures, jsonFile, type ReportRow, reportRows } from "./results.ts";

/** Ours: without ensembles, and with ensembles of 24 orders. */
const COUNTS = ["results/quantum-counts-h200.json", "results/quantum-counts-en24-h200.json"];

/** A line for each published count, with ours beside it. */
function countTable(): string {
  const { rows } = shotTable("quantum-counts");
  const measured = COUNTS.flatMap((file) => reportRows(file));
  const lines = [...rows]
    .sort(
      (a, b) =>
        (a.source === b.source ? 0 : a.source < b.source ? -1 : 1) || a.circuit.localeCompare(b.circuit) || a.p - b.p,
    )
    .map((row) => {
      const { source, circuit, basis, p, decoder, rewire, endsBy } = row;
      const words = [decoder, rewire && `--rewire ${rewire}`, endsBy && `--ends-by ${endsBy}`];
      const name = `${source} ${row.row}: ${circuit}, basis ${basis}, p ${p}`;
      const own = measured.find(({ what }) => what === name);
      return [
        `${circuit}, ${basis}`,
        formatNumber(p),
        `${source} ${row.row}`,
        `\`${words.filter((each) => each !== undefined).join(" ")}\``,
        countText(row.failures!, row.shots!),
        ...ownTexts(row, own),
      ];
    });
  return markdownTable(
    ["circuit, basis", "p", "published as", "decoder here", "published failures", "ours", "p-value"],
    lines,
  );
}

function ownTexts({ failures, shots }: ShotRow, own: ReportRow | undefined): readonly [string, string] {
  const [, errors, frames] = /^(\d+) of (\d+)/.exec(own?.how ?? "") ?? [];
  if (errors === undefined) return ["not measured", ""];
  const ours = { errors: Number(errors), frames: Number(frames) };
  return [
    countText(ours.errors, ours.frames),
    formatNumber(fisherTest({ errors: failures!, frames: shots! }, ours), 2),
  ];
}

const countText = (failures: number, shots: number) =>
  `${formatCount(failures)} of ${formatCount(shots)} (${formatRate(failures / shots)})`;

/** Failures of relays that end at a number of solutions, a line for each number. */
function solutionTable(): string {
  const curves = ["bb72", "bb144"].flatMap((circuit) => {
    const { details } = jsonFile(`results/quantum-solutions-${circuit}-h200.json`) as {
      readonly details: Readonly<
        Record<
          string,
          { readonly shots: number; readonly failures: readonly number[]; readonly iterations: readonly number[] }
        >
      >;
    };
    return Object.entries(details).map(([rate, curve]) => ({ head: `${circuit}, ${rate}`, ...curve }));
  });
  return markdownTable(
    ["solutions", ...curves.map(({ head, shots }) => `${head}: failures of ${formatCount(shots)}, iterations`)],
    [1, 2, 3, 5, 10, 20, 30].map((k) => [
      String(k),
      ...curves.map(
        ({ failures, iterations, shots }) =>
          `${formatCount(failures[k - 1])} (${formatRate(failures[k - 1] / shots)}), ${formatNumber(iterations[k - 1] / shots)}`,
      ),
    ]),
  );
}

export const QUANTUM_FIGURES: Figures = { "quantum counts": countTable, "quantum solutions": solutionTable };
