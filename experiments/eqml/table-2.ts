import { z } from "zod";
import { speedUpRow } from "../shared/measure.ts";
import { arrangementExperiment, DECODING_TIMES, deviceSpeedUp, microseconds, onDevice } from "./shared/arrangement.ts";
import { PAPER } from "./shared/paper.ts";

const TIMES = z.strictObject({ flat: DECODING_TIMES, compact: DECODING_TIMES });

const NOTE =
  "Times are of the decoder's kernels alone. mapping=streaming: an invocation for a check of one frame, frame after frame in memory, as in the paper; " +
  "mapping=frames: frame-interleaved, so that one look-up of the matrix serves all frames of a workgroup.";

const { source, gpu, table2 } = PAPER;
const { code, snr, iterations, cpu, compact, flat } = table2;

export default arrangementExperiment({
  name: "eqml-table-2",
  summary: "Table 2: flat irregular storage of H against its base matrix, min-sum",
  source: `${source}: Table 2, ${code}, min-sum, ${iterations} iterations at ${snr} dB; paper's GPU: ${gpu}`,
  note: NOTE,
  schema: TIMES,
  cases: (mapping) =>
    ["flat", "compact"].map((storage) => {
      const decoder = `min-sum iterations=${iterations} stop=none storage=${storage} mapping=${mapping}`;
      return { what: storage, code, decoder, ebn0: snr };
    }),
  times: ([flat, compact]) => ({ flat, compact }),
  compare: (mapping, times) => [
    speedUpRow(
      {
        what: `flat arrays against base matrix, mapping=${mapping}`,
        paper: compact / flat,
        how: `${times.flat.frames} frames at once, ${microseconds(times.flat.device)} against ${microseconds(times.compact.device)} a frame`,
      },
      onDevice(times.flat),
      onDevice(times.compact),
      "µs a frame",
    ),
    deviceSpeedUp(
      {
        what: `device against serial decoder, flat arrays, mapping=${mapping}`,
        paper: cpu / flat,
        how: `serial ${microseconds(times.flat.serial)} a frame; with the base matrix ${microseconds(times.compact.serial)}`,
      },
      times.flat,
    ),
  ],
});
