import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { codeOfPoint, completeDecoder, decoderLabel } from "./shared/cases.ts";
import { cellFailures, cellMbit, type FerCell, meanIterations } from "./shared/fer.ts";
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
import { PAPER_CITED, PAPER_POINTS, type PaperCited } from "./shared/paper.ts";
import { CvqkdSession } from "./shared/session.ts";

/** The paper's table is of rate 0.1 alone. */
const [POINT] = PAPER_POINTS;

/**
 * Options for comparison with a cited work: its largest number of iterations, and early termination if the work has it.
 */
const BESIDE: Readonly<Record<string, { readonly iterations: number; readonly stop: "none" | "syndrome" }>> = {
  "[7]": { iterations: 100, stop: "none" },
  "[8]": { iterations: 100, stop: "syndrome" },
  "[9]": { iterations: 100, stop: "none" },
  "the paper": { iterations: 50, stop: "none" },
};

const NOTE =
  "[7]: a random MET-LDPC code; [8]: expansion factor 512, 8.21 Mbit/s without early termination; [9]: nodes of degree 1 updated once " +
  "at the end, 64 frames at once. Of [8] the table has the average of iterations and not their limit: for ours 100 is taken.";

export default defineExperiment({
  name: "cvqkd-table-4",
  summary: "Table 4: FER, iterations and Mbit/s of rate 0.1 beside earlier decoders",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-table-4", ["cells"]),
    "in-flight": IN_FLIGHT,
  },
  quick: cvqkdQuick("cvqkd-table-4", { code: ["met-10000-1000"], "in-flight": 16 }),
  computes: READ_ONLY,
  async run(options, lab) {
    checkCvqkdOptions(options);
    const code = codeOfPoint(POINT, options.code);
    const cases = PAPER_CITED.flatMap((cited) =>
      options.decoder.map((text) => ({
        cited,
        cell: { code, snr: POINT.snr, decoder: completeDecoder(text, BESIDE[cited.work]) },
      })),
    );
    const session = new CvqkdSession(options, lab);
    await session.measure(cases);
    const comparisons = cases.flatMap(({ cited, cell }) => rows(cited, session.cell(cell)));
    const source = paperSource(`Table 4: rate ${POINT.rate}, SNR ${POINT.snr}, beside earlier decoders`);
    publishCvqkd({ experiment: "cvqkd-table-4", source, ...session.measured(), comparisons, notes: [NOTE] }, options);
  },
});

function rows({ work, code, bits, iterations, fer, mbitPerSecond, note }: PaperCited, cell: FerCell): Comparison[] {
  const { stop } = BESIDE[work];
  const name = `${work}, ${code}, ours ${decoderLabel(cell.decoder)}`;
  const limit = cell.converged.length - 1;
  return [
    {
      what: `${name}: speed`,
      unit: "Mbit/s",
      ...besidePaper(cell.bits, mbitPerSecond),
      ours: cellMbit(cell),
      how: `theirs ${[`${bits} bits`, note].filter((text) => text !== undefined).join(", ")}; ours ${cell.code}, ${cell.inFlight} frames at once`,
    },
    {
      what: `${name}: iterations`,
      unit: "",
      ...besidePaper(cell.bits, iterations),
      ours: stop === "none" ? limit : meanIterations(cell),
      how: stop === "none" ? "fixed" : `early termination, at most ${limit}`,
    },
    {
      what: `${name}: FER`,
      unit: "",
      ...besidePaper(cell.bits, fer),
      ours: cell.frameErrors / cell.frames,
      errors: cell.frameErrors,
      how: `ours ${cellFailures(cell)}`,
    },
  ];
}
