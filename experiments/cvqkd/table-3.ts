import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { codeOfPoint, completeDecoder, decoderLabel } from "./shared/cases.ts";
import { cellMbit, type FerCell, failuresBeside, meanIterations, slowestIterations } from "./shared/fer.ts";
import {
  besidePaper,
  checkCvqkdOptions,
  cvqkdOptions,
  cvqkdQuick,
  IN_FLIGHT,
  paperSource,
  publishCvqkd,
  READ_ONLY,
} from "./shared/options.ts";
import { PAPER_POINTS, PAPER_TERMINATION, type PaperTermination } from "./shared/paper.ts";
import { CvqkdSession } from "./shared/session.ts";

/** The paper's table is of rate 0.1 alone. */
const [POINT] = PAPER_POINTS;

const NOTE =
  "Iterations are the average over frames; the paper's are those of the slowest of 128 frames that it decodes at once, so 50 " +
  "where any of them fails. Mbit/s: all frames over the device's time, sampling to counters.";

export default defineExperiment({
  name: "cvqkd-table-3",
  summary: "Table 3: early termination of the rate-0.1 code at three SNRs",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-table-3", ["cells"]),
    "in-flight": IN_FLIGHT,
  },
  quick: cvqkdQuick("cvqkd-table-3", { code: ["met-10000-1000"], "in-flight": 16 }),
  computes: READ_ONLY,
  async run(options, lab) {
    checkCvqkdOptions(options);
    const code = codeOfPoint(POINT, options.code);
    const cases = PAPER_TERMINATION.flatMap((paper) =>
      options.decoder.map((text) => {
        const decoder = completeDecoder(text, { iterations: POINT.iterations, stop: paper.stop });
        return { paper, cell: { code, snr: paper.snr, decoder } };
      }),
    );
    const session = new CvqkdSession(options, lab);
    await session.measure(cases);
    const comparisons = cases.flatMap(({ paper, cell }) => rows(paper, session.cell(cell)));
    const source = paperSource(`Table 3: early termination, rate ${POINT.rate}`);
    publishCvqkd({ experiment: "cvqkd-table-3", source, ...session.measured(), comparisons, notes: [NOTE] }, options);
  },
});

function rows({ snr, failures, iterations, speed }: PaperTermination, cell: FerCell): Comparison[] {
  const { stop } = readDecoder(cell.decoder);
  const words = stop === "syndrome" ? "early termination" : "all iterations";
  const name = `SNR ${snr}, ${words}, ${decoderLabel(cell.decoder)}`;
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
      ours: stop === "none" ? readDecoder(cell.decoder).iterations : meanIterations(cell),
      how: stop === "none" ? "fixed" : `slowest frame that converges ${slowestIterations(cell)}`,
    },
    {
      what: `${name}: speed`,
      unit: "Mbit/s",
      ...besidePaper(cell.bits, speed.mbitPerSecond),
      ours: cellMbit(cell),
      how: `${cell.code}, ${cell.inFlight} frames at once; by the clock ${formatNumber((cell.frames * cell.bits) / cell.clockSeconds / 1e6, 4)} Mbit/s, one batch after the other`,
    },
  ];
}
