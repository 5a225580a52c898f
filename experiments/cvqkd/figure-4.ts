import { numbers } from "../../src/cli/command-line/option.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { PAPERS } from "../../src/papers.ts";
import { throughputFigure } from "../../src/report/throughput-figure.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { CVQKD_DECODERS, completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import {
  besidePaper,
  checkCvqkdOptions,
  cvqkdOptions,
  cvqkdQuick,
  paperSource,
  publishCvqkd,
  READ_ONLY,
} from "./shared/options.ts";
import { PAPER_BITS, PAPER_FRAMES, type PaperPoint } from "./shared/paper.ts";
import { CvqkdSession } from "./shared/session.ts";
import { chainMbit, type MeasuredSpeed, speedText } from "./shared/speed.ts";

const NOTE =
  "The paper's figure is printed without numbers; 128 frames are those of its Table 2. mapping=frames is frame-interleaved, " +
  "mapping=streaming the Z checks of a circulant.";

/** One curve: a code with a decoder. */
interface Sweep {
  readonly point: PaperPoint;
  readonly decoder: string;
  readonly speeds: readonly MeasuredSpeed[];
}

const DECODERS = [...CVQKD_DECODERS, CVQKD_DECODERS[0].replace("mapping=frames", "mapping=streaming")];

export default defineExperiment({
  name: "cvqkd-figure-4",
  summary: "Fig. 4: Mbit/s of QC-MET codes against frames decoded at once",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-figure-4", ["speeds"], DECODERS),
    ...figureOptions("cvqkd-figure-4"),
    "in-flight": numbers({
      group: "Measurement",
      describe: "numbers of frames decoded at once",
      example: "1 4 16 32 64 128 256",
      default: [1, 4, 16, 32, 64, 128, 256],
    }),
  },
  quick: cvqkdQuick("cvqkd-figure-4", {
    code: ["met-10000-1000"],
    decoder: CVQKD_DECODERS,
    "in-flight": [1, 4, 16],
    html: "runs/cvqkd-figure-4-quick.html",
  }),
  computes: READ_ONLY,
  async run(options, lab) {
    checkWholeNumbers(options.inFlight.map((frames) => ["in-flight", frames, 1]));
    checkCvqkdOptions({ ...options, inFlight: 1 });
    const frames = [...options.inFlight].sort((a, b) => a - b);
    const cases = cvqkdCodes(options.code).flatMap(({ code, point }) =>
      options.decoder.map((text) => {
        const decoder = completeDecoder(text, { iterations: point.iterations, stop: "none" });
        return { point, speeds: { code, snr: point.snr, decoder }, frames };
      }),
    );
    const session = new CvqkdSession({ ...options, inFlight: 1 }, lab);
    await session.measure(cases);
    const sweeps = cases.map(({ point, speeds: one }): Sweep => {
      const all = session.speeds(one, frames);
      // Equal numbers of frames, after the cut to the maximum, count once.
      const speeds = all.filter(({ frames }, i) => all.findIndex((each) => each.frames === frames) === i);
      return { point, decoder: one.decoder, speeds };
    });
    const measured = session.measured();
    const source = paperSource(
      "Fig. 4: speed against frames decoded at once, sampling to counters, no early termination",
    );
    publishCvqkd(
      { experiment: "cvqkd-figure-4", source, ...measured, comparisons: sweeps.flatMap(rows), notes: [NOTE] },
      options,
    );
    if (!options.markdown) await draw(sweeps, measured.device.adapter, options);
  },
});

function rows({ point, decoder, speeds }: Sweep): Comparison[] {
  const rows = speeds.map(
    (speed): Comparison => ({
      what: `rate ${point.rate}, ${decoderLabel(decoder)}: ${speed.frames} frames at once`,
      unit: "Mbit/s",
      ...(speed.frames === PAPER_FRAMES ? besidePaper(speed.bits, point.merged.mbitPerSecond) : {}),
      ours: chainMbit(speed),
      how: speedText(speed),
    }),
  );
  if (rows.some(({ paper }) => paper !== undefined)) return rows;
  const unlike = `ours has ${speeds[speeds.length - 1].frames} frames at once, the paper ${PAPER_FRAMES}`;
  return rows.map((row, i) => (i < rows.length - 1 ? row : { ...row, paper: point.merged.mbitPerSecond, unlike }));
}

async function draw(sweeps: readonly Sweep[], adapter: string, files: FigureArguments): Promise<void> {
  const ours = sweeps.map(({ point, decoder, speeds }) => ({
    name: `rate ${point.rate}, ${readDecoder(decoder).iterations} iterations, ${decoderLabel(decoder)}`,
    group: point.code,
    points: speeds.map((speed) => ({ frames: speed.frames, bitsPerSecond: 1e6 * chainMbit(speed) })),
  }));
  const ofPaperSize = sweeps.filter(({ speeds }) => speeds.every(({ bits }) => bits === PAPER_BITS));
  const points = [...new Set(ofPaperSize.map(({ point }) => point))];
  const theirs = points.map(({ rate, iterations, merged, code }) => ({
    name: `${PAPERS.cvqkd.short}, rate ${rate}, ${iterations} iterations (TITAN Xp)`,
    group: code,
    points: [{ frames: PAPER_FRAMES, bitsPerSecond: PAPER_BITS / merged.secondsPerFrame }],
  }));
  const curves = [...ours, ...theirs];
  const title = "Speed against frames decoded at once";
  const subtitle = `all iterations, sampling to counters, ${adapter}`;
  const size = { width: 1000, height: 640 + 22 * curves.length };
  await writeFigures({ figure: throughputFigure(curves, { title, subtitle }), title }, files, size);
}
