import { readRunPoints } from "../../../src/node/run/run-points.ts";
import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import type { PointRow } from "../../../src/simulation/points.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { type GfqPoint, gfqTable, hashingBound } from "../gfq.ts";
import { rateText } from "../rates.ts";
import { type ShotRow, shotTable } from "../shots.ts";
import { experimentsFile, type Figures, jsonFile, type ReportRow, reportRows } from "./results.ts";

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

/** The 312,000-qubit code of gd-css-decoder at one error rate. */
function longText(): string {
  const [row] = readRunPoints(experimentsFile("results/quantum-gfq-312000-h200.csv")).rows;
  const { point, frames, frame_errors: failures, undetected, iterations } = row;
  return `At p ${formatNumber(point)} ${formatCount(failures)} of ${formatCount(frames)} frames failed (${formatCount(undetected)} undetected), in ${formatNumber(iterations / frames, 3)} iterations a frame.`;
}

/** Points that others published of other codes. */
function gfqPublished(): string {
  return markdownTable(
    ["code", "p", "of the hashing bound", "FER", "undetected", "source"],
    gfqTable().published.map(({ code, n, k, p, fer, source }) => [
      code,
      formatNumber(p),
      formatNumber(p / hashingBound(k / n), 3),
      formatRate(fer, 1),
      "not published",
      source,
    ]),
  );
}

const DISTANCES = [4, 8, 12, 16];

/** Toric codes: failures over p, a column for each distance, and the p at which the curves of neighbouring distances cross. */
function toricTable(file: string): string {
  const { rows } = readRunPoints(experimentsFile(file));
  const curves = DISTANCES.map(
    (d) => new Map(rows.flatMap((row) => (row.code === `toric${d}` ? [[row.point, row]] : []))),
  );
  const points = [...curves[0].keys()].sort((a, b) => a - b);
  const crossing = (shorter: Curve, longer: Curve) => {
    const more = (p: number) => (longer.get(p)?.fer ?? Number.NaN) - (shorter.get(p)?.fer ?? Number.NaN);
    const i = points.findIndex((p, at) => more(p) <= 0 && more(points[at + 1]) > 0);
    if (i < 0) return "not here";
    const [here, next] = [more(points[i]), more(points[i + 1])];
    return formatNumber(points[i] + ((points[i + 1] - points[i]) * here) / (here - next), 3);
  };
  return markdownTable(
    ["p", ...DISTANCES.map((d) => `d = ${d}: failures (undetected)`)],
    [
      ...points.map((p) => [formatNumber(p), ...curves.map((curve) => failureCell(curve.get(p)))]),
      ["crosses the column before at", "", ...curves.slice(1).map((curve, i) => crossing(curves[i], curve))],
    ],
  );
}

type Curve = ReadonlyMap<number, PointRow>;

const failureCell = (row: PointRow | undefined) =>
  row === undefined
    ? "not measured"
    : `${formatCount(row.frame_errors)} of ${formatCount(row.frames)} (${formatCount(row.undetected)})`;

export const QUANTUM_FIGURES: Figures = {
  "quantum gfq": pairTable,
  "quantum gfq published": gfqPublished,
  "quantum gfq long": longText,
  "quantum toric": () => toricTable("results/quantum-toric-h200.csv"),
  "quantum toric joint": () => toricTable("results/quantum-toric-joint-h200.csv"),
  "quantum counts": countTable,
  "quantum solutions": solutionTable,
};
