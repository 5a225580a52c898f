import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import { cvqkdExperiment } from "./shared/experiment.ts";
import { cellMbit, failuresBeside, meanIterations } from "./shared/measure.ts";
import { besidePaper, decoderLabel, PAPER } from "./shared/paper.ts";

/** The paper's table is of rate 0.1 alone. */
const [POINT] = PAPER.points;

export default cvqkdExperiment({
  name: "cvqkd-table-3",
  summary: "Table 3: early termination of the rate-0.1 code at three SNRs",
  source: `Table 3: early termination, rate ${POINT.rate}`,
  note:
    "Iterations are the average over frames; the paper's are those of the slowest of 128 frames that it decodes at once, so 50 " +
    "where any of them fails. Mbit/s: all frames over the device's time, sampling to counters.",
  measures: ["cells"],
  only: POINT,
  cases: ({ iterations }) => PAPER.termination.map(({ snr, stop }) => ({ snr, decided: { iterations, stop } })),
  rows([entry], at) {
    const { snr, failures, iterations, speed } = PAPER.termination[at];
    const cell = entry.cell();
    const { stop, iterations: most } = readDecoder(cell.decoder);
    const isFixed = stop === "none";
    const name = `SNR ${snr}, ${isFixed ? "all iterations" : "early termination"}, ${decoderLabel(cell.decoder)}`;
    const clock = formatNumber((cell.frames * cell.bits) / cell.clockSeconds / 1e6, 4);
    const slowest = Math.max(
      0,
      cell.converged.findLastIndex((frames) => frames > 0),
    );
    return [
      {
        what: `${name}: FER`,
        unit: "",
        ...besidePaper(cell.bits, failures.errors / failures.frames),
        ours: cell.frameErrors / cell.frames,
        errors: cell.frameErrors,
        how: failuresBeside(cell, failures),
      },
      {
        what: `${name}: iterations`,
        unit: "",
        ...besidePaper(cell.bits, iterations),
        ours: isFixed ? most : meanIterations(cell),
        how: isFixed ? "fixed" : `slowest frame that converges ${slowest}`,
      },
      {
        what: `${name}: speed`,
        unit: "Mbit/s",
        ...besidePaper(cell.bits, speed.mbitPerSecond),
        ours: cellMbit(cell),
        how: `${cell.code}, ${cell.inFlight} frames at once; by the clock ${clock} Mbit/s, one batch after the other`,
      },
    ];
  },
});
