import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { type CvqkdCase, type CvqkdCode, completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
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
import { CvqkdSession } from "./shared/session.ts";
import { chainMbit, type MeasuredSpeed, speedText } from "./shared/speed.ts";

const NOTE =
  "Single layers are a block row each; merged ones are all that share no block column, by a greedy colouring of the base matrix. " +
  "The paper's latency per iteration is the time of a frame, 1/speed. Its gain is that of the printed speeds.";

export default defineExperiment({
  name: "cvqkd-table-1",
  summary: "Table 1: single against merged layers of QC-MET codes of three rates",
  paper: "cvqkd",
  options: {
    ...cvqkdOptions("cvqkd-table-1", ["speeds"]),
    "in-flight": IN_FLIGHT,
  },
  quick: cvqkdQuick("cvqkd-table-1"),
  computes: READ_ONLY,
  async run(options, lab) {
    checkCvqkdOptions(options);
    const frames = [options.inFlight];
    const pairs = cvqkdCodes(options.code).flatMap((one) =>
      options.decoder.map((text) => {
        const { code, point } = one;
        const [single, merged] = (["rows", "merged"] as const).map((layers): CvqkdCase => {
          const decided = { iterations: point.iterations, stop: "none", schedule: "layered", layers };
          return { code, snr: point.snr, decoder: completeDecoder(text, decided) };
        });
        return { one, single, merged };
      }),
    );
    const session = new CvqkdSession(options, lab);
    await session.measure(
      pairs.flatMap(({ single, merged }) => [single, merged].map((speeds) => ({ speeds, frames }))),
    );
    const comparisons = pairs.flatMap(({ one, single, merged }) => {
      const [[slow], [fast]] = [single, merged].map((each) => session.speeds(each, frames));
      return rows(one, slow, fast);
    });
    const source = paperSource("Table 1: single against merged layers, sampling to counters, no early termination");
    publishCvqkd({ experiment: "cvqkd-table-1", source, ...session.measured(), comparisons, notes: [NOTE] }, options);
  },
});

function rows({ point }: CvqkdCode, single: MeasuredSpeed, merged: MeasuredSpeed): Comparison[] {
  const name = `rate ${point.rate}, ${readDecoder(single.decoder).iterations} iterations, ${decoderLabel(single.decoder)}`;
  const gain = (a: number, b: number) => 100 * (b / a - 1);
  return [
    {
      what: `${name}: single layers`,
      unit: "Mbit/s",
      ...besidePaper(single.bits, point.single.mbitPerSecond),
      ours: chainMbit(single),
      how: speedText(single),
    },
    {
      what: `${name}: merged layers`,
      unit: "Mbit/s",
      ...besidePaper(merged.bits, point.merged.mbitPerSecond),
      ours: chainMbit(merged),
      how: speedText(merged),
    },
    {
      what: `${name}: gained by merging`,
      unit: "%",
      ...besidePaper(merged.bits, gain(point.single.mbitPerSecond, point.merged.mbitPerSecond)),
      ours: gain(chainMbit(single), chainMbit(merged)),
      how: `of the kernels of the decoder alone, ${formatNumber(gain(merged.decoderSeconds, single.decoderSeconds))} %`,
    },
  ];
}
