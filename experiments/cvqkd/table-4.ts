import { cvqkdExperiment } from "./shared/experiment.ts";
import { cellMbit, failuresText, meanIterations } from "./shared/measure.ts";
import { besidePaper, decoderLabel, PAPER } from "./shared/paper.ts";

/** The paper's table is of rate 0.1 alone. */
const [POINT] = PAPER.points;

export default cvqkdExperiment({
  name: "cvqkd-table-4",
  summary: "Table 4: FER, iterations and Mbit/s of rate 0.1 beside earlier decoders",
  source: `Table 4: rate ${POINT.rate}, SNR ${POINT.snr}, beside earlier decoders`,
  note:
    "[7]: a random MET-LDPC code; [8]: expansion factor 512, 8.21 Mbit/s without early termination; [9]: nodes of degree 1 updated once " +
    "at the end, 64 frames at once. Of [8] the table has the average of iterations and not their limit: for ours 100 is taken.",
  measures: ["cells"],
  only: POINT,
  cases: ({ snr }) => PAPER.cited.map(({ ours }) => ({ snr, decided: ours })),
  rows([entry], at) {
    const { work, code, bits, iterations, fer, mbitPerSecond, note, ours } = PAPER.cited[at];
    const cell = entry.cell();
    const name = `${work}, ${code}, ours ${decoderLabel(cell.decoder)}`;
    const limit = cell.converged.length - 1;
    const isFixed = ours.stop === "none";
    const theirs = [`${bits} bits`, note].filter((text) => text !== undefined).join(", ");
    return [
      {
        what: `${name}: speed`,
        unit: "Mbit/s",
        ...besidePaper(cell.bits, mbitPerSecond),
        ours: cellMbit(cell),
        how: `theirs ${theirs}; ours ${cell.code}, ${cell.inFlight} frames at once`,
      },
      {
        what: `${name}: iterations`,
        unit: "",
        ...besidePaper(cell.bits, iterations),
        ours: isFixed ? limit : meanIterations(cell),
        how: isFixed ? "fixed" : `early termination, at most ${limit}`,
      },
      {
        what: `${name}: FER`,
        unit: "",
        ...besidePaper(cell.bits, fer),
        ours: cell.frameErrors / cell.frames,
        errors: cell.frameErrors,
        how: `ours ${failuresText({ ...cell, errors: cell.frameErrors })}`,
      },
    ];
  },
});
