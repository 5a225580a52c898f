import { existsSync } from "node:fs";
import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { fisherTest } from "../../../src/simulation/statistics/exact-tests.ts";
import { type ShotRow, shotTable } from "../shots.ts";
import type { Figures } from "./figure.ts";
import { type ReportRow, reportRows } from "./report-table.ts";
import { experimentsFile } from "./results.ts";

/** A line for each published count, with ours beside it once they are measured. */
function countTable(): string {
  const { rows } = shotTable("quantum-counts");
  const results = "results/quantum-counts-h200.json";
  const measured = existsSync(experimentsFile(results)) ? reportRows(results) : [];
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
        ...(measured.length === 0 ? [] : ownTexts(row, own)),
      ];
    });
  const heads = ["circuit, basis", "p", "published as", "decoder here", "published failures"];
  return markdownTable(measured.length === 0 ? heads : [...heads, "ours", "p-value"], lines);
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

export const QUANTUM_FIGURES: Figures = { "quantum counts": countTable };
