import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import { defineExperiment } from "../shared/experiment.ts";
import type { Comparison } from "../shared/report.ts";
import { codeOfPoint, completeDecoder, decoderLabel } from "./shared/cases.ts";
import { besidePaper, cellMbit, type FerCell, meanIterations, slowestIterations } from "./shared/fer.ts";
import { checkCvqkdOptions, cvqkdOptions, IN_FLIGHT, publishCvqkd } from "./shared/options.ts";
import { PAPER, PAPER_POINTS, PAPER_TERMINATION, type PaperTermination } from "./shared/paper.ts";
import { withSession } from "./shared/session.ts";

/** The paper's table is of rate 0.1 alone. */
const [POINT] = PAPER_POINTS;

const NOTE =
  "Iterations are the average over frames; the paper's are those of the slowest of 128 frames that it decodes at once, so 50 " +
  "where any of them fails. Mbit/s: all frames over the device's time, sampling to counters.";

export default defineExperiment({
  summary: "early termination of the rate-0.1 code at three SNRs, as Table 3 of the layered QC-MET paper",
  options: {
    ...cvqkdOptions("cvqkd-table-3", ["cells"]),
    "in-flight": IN_FLIGHT,
  },
  async run(options) {
    checkCvqkdOptions(options);
    const code = codeOfPoint(POINT, options.code);
    await withSession(options, async (session) => {
      const comparisons: Comparison[] = [];
      for (const paper of PAPER_TERMINATION) {
        for (const text of options.decoder) {
          const decoder = completeDecoder(text, { iterations: POINT.iterations, stop: paper.stop });
          const cell = await session.cell({ code, snr: paper.snr, decoder }, options.frames);
          comparisons.push(...rows(paper, cell));
        }
      }
      const source = `${PAPER}, Table 3: early termination, rate ${POINT.rate}`;
      publishCvqkd(
        { experiment: "cvqkd-table-3", source, device: session.device(), comparisons, notes: [NOTE] },
        options,
      );
    });
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
      paper: failures.errors / failures.frames,
      ours: cell.frameErrors / cell.frames,
      how: besidePaper(cell, failures),
    },
    {
      what: `${name}: iterations`,
      unit: "",
      paper: iterations,
      ours: stop === "none" ? readDecoder(cell.decoder).iterations : meanIterations(cell),
      how: stop === "none" ? "fixed" : `slowest frame that converges ${slowestIterations(cell)}`,
    },
    {
      what: `${name}: speed`,
      unit: "Mbit/s",
      paper: speed.mbitPerSecond,
      ours: cellMbit(cell),
      how: `${cell.code}, ${cell.inFlight} frames at once; by the clock ${formatNumber((cell.frames * cell.bits) / cell.clockSeconds / 1e6, 4)} Mbit/s, one batch after the other`,
    },
  ];
}
