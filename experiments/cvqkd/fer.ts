import { choice, numbers } from "../../src/cli/command-line/option.ts";
import { InputError } from "../../src/errors.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { defineExperiment } from "../shared/experiment.ts";
import type { Comparison } from "../shared/report.ts";
import { completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import { besidePaper, type FerCell, failuresText } from "./shared/fer.ts";
import { checkCvqkdOptions, cvqkdOptions, IN_FLIGHT, publishCvqkd } from "./shared/options.ts";
import { PAPER, type PaperPoint, pointsOf } from "./shared/paper.ts";
import { withSession } from "./shared/session.ts";

export default defineExperiment({
  summary: "FER of QC-MET codes at the layered QC-MET paper's operating points, with intervals, f32 and f16",
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
  async run(options) {
    checkCvqkdOptions(options);
    const wrong = options.snr?.find((snr) => !(snr > 0 && Number.isFinite(snr)));
    if (wrong !== undefined) throw new InputError(`--snr ${wrong}: give 1/σ² above 0, linear`);
    const codes = cvqkdCodes(options.code);
    await withSession(options, async (session) => {
      const comparisons: Comparison[] = [];
      for (const { code, point } of codes) {
        for (const snr of options.snr ?? pointsOf(point).map(({ snr }) => snr)) {
          for (const text of options.decoder) {
            const decoder = completeDecoder(text, { iterations: point.iterations, stop: options.stop });
            comparisons.push(row(point, await session.cell({ code, snr, decoder }, options.frames)));
          }
        }
      }
      const source = `${PAPER}, Tables 2 and 3: FER, random words, syndromes given`;
      publishCvqkd({ experiment: "cvqkd-fer", source, device: session.device(), comparisons, notes: [NOTE] }, options);
    });
  },
});

const NOTE =
  "A frame fails that has any wrong bit. Intervals are Clopper–Pearson; the paper's failures are those of which its printed rate is " +
  "the quotient; p is Fisher's exact test of equal rates, two-sided. Its base matrices are not published: ours are built from the same ensembles.";

function row(point: PaperPoint, cell: FerCell): Comparison {
  const paper = pointsOf(point).find(({ snr }) => snr === cell.snr)?.failures;
  const fer = cell.frameErrors / cell.frames;
  const what = `rate ${point.rate}, SNR ${cell.snr}, ${cell.converged.length - 1} iterations, ${decoderLabel(cell.decoder)}`;
  if (paper === undefined) {
    return { what, unit: "FER", ours: fer, how: failuresText({ errors: cell.frameErrors, frames: cell.frames }) };
  }
  const { high } = clopperPearson(paper.errors, paper.frames);
  const verdict = fer <= high ? "inside the paper's interval or better" : "above the paper's interval";
  return {
    what,
    unit: "FER",
    paper: paper.errors / paper.frames,
    ours: fer,
    how: `${verdict}; ${besidePaper(cell, paper)}; ${cell.code}`,
  };
}
