import { readDecoder } from "../../src/decoder/decoder.ts";
import { formatNumber } from "../../src/report/format.ts";
import { cvqkdExperiment } from "./shared/experiment.ts";
import { chainMbit, speedText } from "./shared/measure.ts";
import { besidePaper, decoderLabel } from "./shared/paper.ts";

export default cvqkdExperiment({
  name: "cvqkd-table-1",
  summary: "Table 1: single against merged layers of QC-MET codes of three rates",
  source: "Table 1: single against merged layers, sampling to counters, no early termination",
  note:
    "Single layers are a block row each; merged ones are all that share no block column, by a greedy colouring of the base matrix. " +
    "The paper's latency per iteration is the time of a frame, 1/speed. Its gain is that of the printed speeds.",
  measures: ["speeds"],
  together: true,
  cases: ({ snr, iterations }) =>
    ["rows", "merged"].map((layers) => ({ snr, decided: { iterations, stop: "none", schedule: "layered", layers } })),
  rows([one, other]) {
    const { point } = one;
    const [[single], [merged]] = [one.speeds(), other.speeds()];
    const name = `rate ${point.rate}, ${readDecoder(single.decoder).iterations} iterations, ${decoderLabel(single.decoder)}`;
    const gain = (a: number, b: number) => 100 * (b / a - 1);
    const decoderGain = formatNumber(gain(merged.decoderSeconds, single.decoderSeconds));
    return [
      ...(
        [
          ["single", single],
          ["merged", merged],
        ] as const
      ).map(([layers, speed]) => ({
        what: `${name}: ${layers} layers`,
        unit: "Mbit/s",
        ...besidePaper(speed.bits, point[layers].mbitPerSecond),
        ours: chainMbit(speed),
        how: speedText(speed),
      })),
      {
        what: `${name}: gained by merging`,
        unit: "%",
        ...besidePaper(merged.bits, gain(point.single.mbitPerSecond, point.merged.mbitPerSecond)),
        ours: gain(chainMbit(single), chainMbit(merged)),
        how: `of the kernels of the decoder alone, ${decoderGain} %`,
      },
    ];
  },
});
