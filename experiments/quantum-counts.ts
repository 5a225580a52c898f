import { formatProbability } from "../src/report/format.ts";
import { fisherTest, holmCorrection } from "../src/simulation/statistics.ts";
import { failuresText, type MeasuredShots, type ShotRow, shotExperiment, speedText } from "./shared/shots.ts";

/** Counts are inconsistent if their p-value, corrected for all rows, is below it. */
const LEVEL = 0.05;

const nameOf = ({ source, row, circuit, basis, p }: ShotRow) => `${source} ${row}: ${circuit}, basis ${basis}, p ${p}`;

export default shotExperiment({
  name: "quantum-counts",
  summary: "published counts of logical errors of quantum circuits, and ours with the same settings",
  source: "Published counts of logical errors",
  seconds: 5,
  quick: { seconds: 0.01, shots: 8, match: "bb72" },
  countsAlone: true,
  nameOf,
  rowsOf(row, measured) {
    const published = `published ${row.failures} of ${row.shots}, p-value ${formatProbability(pValue(row, measured))}`;
    return [
      {
        what: nameOf(row),
        unit: "failures of a shot",
        paper: row.failures! / row.shots!,
        ours: measured.failures / measured.shots,
        errors: measured.failures,
        how: `${failuresText(measured)}, ${published}; ${measured.undetected} explain all checks; ${speedText(measured)}`,
      },
    ];
  },
  /** The rows whose rates differ, with p-values corrected for the number of rows. */
  summaryOf(rows, measured) {
    const corrected = holmCorrection(rows.map((row, i) => pValue(row, measured[i])));
    const differing = rows.flatMap((row, i) => {
      if (corrected[i] >= LEVEL) return [];
      const isAbove = measured[i].failures / measured[i].shots > row.failures! / row.shots!;
      return [`${nameOf(row)} ${isAbove ? "above" : "below"} (${formatProbability(corrected[i])})`];
    });
    return [
      {
        what: `rows that are inconsistent at ${100 * LEVEL} % for all together`,
        unit: "rows",
        paper: 0,
        ours: differing.length,
        how: `of ${rows.length}, Fisher's exact test, Holm's correction${differing.length === 0 ? "" : `: ${differing.join("; ")}`}`,
      },
    ];
  },
});

/** The p-value of equal rates. */
function pValue(row: ShotRow, { failures, shots }: MeasuredShots): number {
  return fisherTest({ errors: row.failures!, frames: row.shots! }, { errors: failures, frames: shots });
}
