import { formatNumber } from "../src/report/format.ts";
import { failuresText, type ShotRow, shotExperiment } from "./shared/shots.ts";

const nameOf = ({ circuit, p, decoder }: ShotRow) => `${circuit}, p ${p}, ${decoder}`;

export default shotExperiment({
  name: "quantum-shots",
  summary: "whole shots of quantum circuits: shots per second, failures and the time of one shot",
  source: "Whole shots of quantum circuits",
  seconds: 20,
  quick: { seconds: 0.1, shots: 256 },
  countsAlone: false,
  nameOf,
  rowsOf(row, measured) {
    const { failures, shots, undetected, iterations, rate, oneShot, digest } = measured;
    const what = nameOf(row);
    return [
      {
        what,
        unit: "shots/s",
        paper: row.rate,
        ours: rate,
        how: `${formatNumber(iterations / shots, 4)} iterations a shot`,
      },
      {
        what,
        unit: "failures of a shot",
        ...(row.failures !== undefined && { paper: row.failures / row.shots! }),
        ours: failures / shots,
        errors: failures,
        how: `${failuresText(measured)}; ${undetected} explain all detectors; first shots ${digest}`,
      },
      {
        what: `${what}, one shot`,
        unit: "ms",
        ours: 1000 * oneShot,
        how: "median of 64 calls, submission to counts on the host",
      },
    ];
  },
});
