import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import { defineExperiment } from "../shared/experiment.ts";
import type { Comparison } from "../shared/report.ts";
import { type CvqkdCode, completeDecoder, cvqkdCodes, decoderLabel } from "./shared/cases.ts";
import { checkCvqkdOptions, cvqkdOptions, IN_FLIGHT, publishCvqkd } from "./shared/options.ts";
import { PAPER } from "./shared/paper.ts";
import { withSession } from "./shared/session.ts";
import { chainMbit, type MeasuredSpeed, speedText } from "./shared/speed.ts";

const NOTE =
  "Single layers are a block row each; merged ones are all that share no block column, by a greedy colouring of the base matrix. " +
  "The paper's latency per iteration is the time of a frame, 1/speed. Its gain is that of the printed speeds.";

export default defineExperiment({
  summary: "single against merged layers of QC-MET codes of three rates, as Table 1 of the layered QC-MET paper",
  options: {
    ...cvqkdOptions("cvqkd-table-1", ["speeds"]),
    "in-flight": IN_FLIGHT,
  },
  async run(options) {
    checkCvqkdOptions(options);
    const codes = cvqkdCodes(options.code);
    await withSession(options, async (session) => {
      const comparisons: Comparison[] = [];
      for (const one of codes) {
        const { code, point } = one;
        for (const text of options.decoder) {
          const [single, merged] = (["rows", "merged"] as const).map((layers) => {
            const decided = { iterations: point.iterations, stop: "none", schedule: "layered", layers };
            return { code, snr: point.snr, decoder: completeDecoder(text, decided) };
          });
          const [slow] = await session.speeds(single, [options.inFlight]);
          const [fast] = await session.speeds(merged, [options.inFlight]);
          comparisons.push(...rows(one, slow, fast));
        }
      }
      const source = `${PAPER}, Table 1: single against merged layers, sampling to counters, no early termination`;
      publishCvqkd(
        { experiment: "cvqkd-table-1", source, device: session.device(), comparisons, notes: [NOTE] },
        options,
      );
    });
  },
});

function rows({ point }: CvqkdCode, single: MeasuredSpeed, merged: MeasuredSpeed): Comparison[] {
  const name = `rate ${point.rate}, ${readDecoder(single.decoder).iterations} iterations, ${decoderLabel(single.decoder)}`;
  const gain = (a: number, b: number) => 100 * (b / a - 1);
  return [
    {
      what: `${name}: single layers`,
      unit: "Mbit/s",
      paper: point.single.mbitPerSecond,
      ours: chainMbit(single),
      how: speedText(single),
    },
    {
      what: `${name}: merged layers`,
      unit: "Mbit/s",
      paper: point.merged.mbitPerSecond,
      ours: chainMbit(merged),
      how: speedText(merged),
    },
    {
      what: `${name}: gained by merging`,
      unit: "%",
      paper: gain(point.single.mbitPerSecond, point.merged.mbitPerSecond),
      ours: gain(chainMbit(single), chainMbit(merged)),
      how: `of the decoder alone, each dispatch timed by itself, ${formatNumber(gain(merged.decoderSeconds, single.decoderSeconds))} %`,
    },
  ];
}
