import { choice, numbers } from "../../src/cli/command-line/option.ts";
import { InputError } from "../../src/errors.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import { cellFailures, type FerCell, failuresBeside } from "./shared/fer.ts";
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
import { PAPER_BITS, type PaperPoint, pointsOf } from "./shared/paper.ts";
import { CvqkdSession } from "./shared/session.ts";

export default defineExperiment({
  name: "cvqkd-fer",
  summary: "Tables 2 and 3: FER of QC-MET codes at all of the paper's operating points, with intervals, f32 and f16",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-fer", ["cells"]),
    "in-flight": IN_FLIGHT,
    snr: numbers({
      group: "Channel",
      describe: "SNRs 1/σ², of every code",
      defaultText: "the paper's: 0.161, 0.171, 0.181 at rate 0.1, 0.076, 0.03",
      example: "0.161 0.171",
    }),
    stop: choice(["none", "syndrome"], {
      group: "Decoder",
      describe: "none: all iterations, as the paper's Table 2; syndrome: early termination",
      default: "none",
    }),
  },
  quick: cvqkdQuick("cvqkd-fer"),
  computes: READ_ONLY,
  async run(options, lab) {
    checkCvqkdOptions(options);
    const wrong = options.snr?.find((snr) => !(snr > 0 && Number.isFinite(snr)));
    if (wrong !== undefined) throw new InputError(`--snr ${wrong}: give 1/σ² above 0, linear`);
    const cases = cvqkdCodes(options.code).flatMap(({ code, point }) =>
      (options.snr ?? pointsOf(point).map(({ snr }) => snr)).flatMap((snr) =>
        options.decoder.map((text) => {
          const decoder = completeDecoder(text, { iterations: point.iterations, stop: options.stop });
          return { point, cell: { code, snr, decoder } };
        }),
      ),
    );
    const session = new CvqkdSession(options, lab);
    await session.measure(cases);
    const comparisons = cases.map(({ point, cell }) => row(point, session.cell(cell)));
    const source = paperSource("Tables 2 and 3: FER, random words, syndromes given");
    publishCvqkd({ experiment: "cvqkd-fer", source, ...session.measured(), comparisons, notes: [NOTE] }, options);
  },
});

const NOTE =
  "A frame fails that has any wrong bit. Intervals are Clopper–Pearson; the paper's failures are those of which its printed rate is " +
  "the quotient; p is Fisher's exact test of equal rates, two-sided. Its base matrices are not published: ours are built from the same ensembles.";

function row(point: PaperPoint, cell: FerCell): Comparison {
  const paper = pointsOf(point).find(({ snr }) => snr === cell.snr)?.failures;
  const errors = cell.frameErrors;
  const fer = errors / cell.frames;
  const what = `rate ${point.rate}, SNR ${cell.snr}, ${cell.converged.length - 1} iterations, ${decoderLabel(cell.decoder)}`;
  if (paper === undefined) return { what, unit: "FER", ours: fer, errors, how: cellFailures(cell) };
  if (cell.bits !== PAPER_BITS) {
    const how = failuresBeside(cell, paper);
    return { what, unit: "FER", ...besidePaper(cell.bits, paper.errors / paper.frames), ours: fer, errors, how };
  }
  const { high } = clopperPearson(paper.errors, paper.frames);
  const verdict = fer <= high ? "inside the paper's interval or better" : "above the paper's interval";
  return {
    what,
    unit: "FER",
    paper: paper.errors / paper.frames,
    ours: fer,
    errors,
    how: `${verdict}; ${failuresBeside(cell, paper)}; ${cell.code}`,
  };
}
