import { readDecoder } from "../../src/decoder/decoder.ts";
import { PAPERS } from "../../src/papers.ts";
import { throughputFigure } from "../../src/report/line-figure.ts";
import { figureOptions, writeFigures } from "../shared/figures.ts";
import { measurement } from "../shared/options.ts";
import type { Comparison } from "../shared/report.ts";
import { type CvqkdEntry, cvqkdExperiment } from "./shared/experiment.ts";
import { chainMbit, speedText } from "./shared/measure.ts";
import { besidePaper, CVQKD_DECODERS, decoderLabel, PAPER } from "./shared/paper.ts";

const FRAMES = [1, 4, 16, 32, 64, 128, 256];

export default cvqkdExperiment({
  name: "cvqkd-figure-4",
  summary: "Fig. 4: Mbit/s of QC-MET codes against frames decoded at once",
  source: "Fig. 4: speed against frames decoded at once, sampling to counters, no early termination",
  note:
    "The paper's figure is printed without numbers; 128 frames are those of its Table 2. mapping=frames is frame-interleaved, " +
    "mapping=streaming the Z checks of a circulant.",
  measures: ["speeds"],
  decoders: [...CVQKD_DECODERS, CVQKD_DECODERS[0].replace("mapping=frames", "mapping=streaming")],
  options: {
    ...figureOptions("cvqkd-figure-4"),
    "in-flight": measurement.counts("numbers of frames decoded at once", FRAMES.join(" "), FRAMES),
  },
  quick: {
    code: ["met-10000-1000"],
    decoder: CVQKD_DECODERS,
    "in-flight": [1, 4, 16],
    html: "runs/cvqkd-figure-4-quick.html",
  },
  cases: ({ snr, iterations }) => [{ snr, decided: { iterations, stop: "none" } }],
  rows([entry]) {
    const { point, decoder } = entry;
    const speeds = speedsOf(entry);
    const rows = speeds.map(
      (speed): Comparison => ({
        what: `rate ${point.rate}, ${decoderLabel(decoder)}: ${speed.frames} frames at once`,
        unit: "Mbit/s",
        ...(speed.frames === PAPER.frames ? besidePaper(speed.bits, point.merged.mbitPerSecond) : {}),
        ours: chainMbit(speed),
        how: speedText(speed),
      }),
    );
    if (rows.some(({ paper }) => paper !== undefined)) return rows;
    const unlike = `ours has ${speeds[speeds.length - 1].frames} frames at once, the paper ${PAPER.frames}`;
    return rows.map((row, i) => (i < rows.length - 1 ? row : { ...row, paper: point.merged.mbitPerSecond, unlike }));
  },
  async draw(entries, { adapter }, options) {
    const sweeps = entries.map((entry) => ({ ...entry, measured: speedsOf(entry) }));
    const ours = sweeps.map(({ point, decoder, measured }) => ({
      name: `rate ${point.rate}, ${readDecoder(decoder).iterations} iterations, ${decoderLabel(decoder)}`,
      group: point.code,
      points: measured.map((speed) => ({ frames: speed.frames, bitsPerSecond: 1e6 * chainMbit(speed) })),
    }));
    const ofPaperSize = sweeps.filter(({ measured }) => measured.every(({ bits }) => bits === PAPER.bits));
    const theirs = [...new Set(ofPaperSize.map(({ point }) => point))].map(({ rate, iterations, merged, code }) => ({
      name: `${PAPERS.cvqkd.short}, rate ${rate}, ${iterations} iterations (TITAN Xp)`,
      group: code,
      points: [{ frames: PAPER.frames, bitsPerSecond: PAPER.bits / merged.secondsPerFrame }],
    }));
    const curves = [...ours, ...theirs];
    const title = "Speed against frames decoded at once";
    const subtitle = `all iterations, sampling to counters, ${adapter}`;
    const size = { width: 1000, height: 640 + 22 * curves.length };
    await writeFigures({ figure: throughputFigure(curves, { title, subtitle }), title }, options, size);
  },
});

/** Speeds by ascending numbers of frames; equal numbers, after the cut to the maximum, count once. */
function speedsOf(entry: CvqkdEntry) {
  const all = [...entry.speeds()].sort((a, b) => a.asked - b.asked);
  return all.filter(({ frames }, i) => all.findIndex((each) => each.frames === frames) === i);
}
