import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { type GfqPoint, hashingBound } from "../../quantum-gfq.ts";
import { rateText } from "../rates.ts";
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

/** Pairs over GF(q), a line for each point. */
function pairTable(): string {
  const { details } = jsonFile("results/quantum-gfq-h200.json") as {
    readonly details: Readonly<Record<string, GfqPoint>>;
  };
  return markdownTable(
    [
      ...["code", "p", "of the hashing bound", "FER", "failures: X wrong, Z wrong", "undetected", "iterations"],
      "logical qubits/s",
    ],
    Object.values(details).map(({ n, k, p, failures, shots, kinds: [x, z], undetected, iterations, rate }) => [
      `[[${n}, ${k}]]`,
      formatNumber(p),
      formatNumber(p / hashingBound(k / n), 3),
      rateText({ errors: failures, frames: shots }),
      `${formatCount(failures)} of ${formatCount(shots)}: ${formatCount(x)}, ${formatCount(z)}`,
      formatCount(undetected),
      formatNumber(iterations / shots, 3),
      formatNumber(k * rate, 3),
    ]),
  );
}

/** Decoders of quantum circuits, a line each. */
function circuitTable(): string {
  const rows = reportRows("results/quantum-shots-h200.json");
  const names = [...new Set(rows.filter(({ unit }) => unit === "shots/s").map(({ what }) => what))];
  const published = (value: number | undefined, text: (value: number) => string) =>
    value === undefined ? "" : ` (published ${text(value)})`;
  return markdownTable(
    ["circuit, error rate, decoder", "shots/s", "failures of a shot", "undetected of them", "one shot"],
    names.map((name) => {
      const [speed, failures, one] = ["shots/s", "failures of a shot", "ms"].map(
        (unit) => rows.find((row) => row.unit === unit && row.what.startsWith(name))!,
      );
      const [, errors, undetected] = /^(\d+) of .*; (\d+) explain all detectors/.exec(failures.how ?? "")!;
      return [
        name,
        `${formatNumber(speed.ours)}${published(speed.paper, formatNumber)}`,
        `${formatRate(failures.ours)}${published(failures.paper, formatRate)}`,
        `${formatCount(Number(undetected))} of ${formatCount(Number(errors))}`,
        `${formatNumber(one.ours)} ms`,
      ];
    }),
  );
}

export const QUANTUM_FIGURES: Figures = {
  "quantum shots": circuitTable,
  "quantum gfq": pairTable,
  "quantum counts": countTable,
  "quantum solutions": solutionTable,
};
