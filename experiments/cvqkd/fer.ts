import { choice } from "../../src/cli/command-line/option.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { channel } from "../shared/options.ts";
import { cvqkdExperiment } from "./shared/experiment.ts";
import { failuresBeside, failuresText } from "./shared/measure.ts";
import { besidePaper, decoderLabel, PAPER, pointsOf } from "./shared/paper.ts";

export default cvqkdExperiment({
  name: "cvqkd-fer",
  summary: "Tables 2 and 3: FER of QC-MET codes at all of the paper's operating points, with intervals, f32 and f16",
  source: "Tables 2 and 3: FER, random words, syndromes given",
  note:
    "A frame fails that has any wrong bit. Intervals are Clopper–Pearson; the paper's failures are those of which its printed rate is " +
    "the quotient; p is Fisher's exact test of equal rates, two-sided. Its base matrices are not published: ours are built from the same ensembles.",
  measures: ["cells"],
  options: {
    snr: channel.numbers(
      "SNRs 1/σ², of every code",
      "0.161 0.171",
      { unset: "the paper's: 0.161, 0.171, 0.181 at rate 0.1, 0.076, 0.03" },
      { above: 0 },
    ),
    stop: choice(
      ["none", "syndrome"],
      { group: "Decoder", default: "none" },
      "none: all iterations, as the paper's Table 2; syndrome: early termination",
    ),
  },
  cases: (point, { snr, stop }) =>
    (snr ?? pointsOf(point).map((one) => one.snr)).map((each) => ({
      snr: each,
      decided: { iterations: point.iterations, stop },
    })),
  rows([entry]) {
    const { point } = entry;
    const cell = entry.cell();
    const { frameErrors: errors, frames, snr, bits } = cell;
    const paper = pointsOf(point).find((one) => one.snr === snr)?.failures;
    const what = `rate ${point.rate}, SNR ${snr}, ${cell.converged.length - 1} iterations, ${decoderLabel(cell.decoder)}`;
    const row = { what, unit: "FER", ours: errors / frames, errors };
    if (paper === undefined) return [{ ...row, how: failuresText({ ...cell, errors }) }];
    const how = failuresBeside(cell, paper);
    const beside = { ...row, ...besidePaper(bits, paper.errors / paper.frames), how };
    if (bits !== PAPER.bits) return [beside];
    const isInside = row.ours <= clopperPearson(paper.errors, paper.frames).high;
    const verdict = isInside ? "inside the paper's interval or better" : "above the paper's interval";
    return [{ ...beside, how: `${verdict}; ${how}; ${cell.code}` }];
  },
});
