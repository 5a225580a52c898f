import { z } from "zod";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { speedUpRow } from "../shared/measure.ts";
import {
  arrangementExperiment,
  DECODING_TIMES,
  type DecodingCase,
  deviceSpeedUp,
  inSeries,
  microseconds,
  onDevice,
  withCheckRule,
} from "./shared/arrangement.ts";
import { PAPER } from "./shared/paper.ts";

/** Eb/N0 and saturation as in Table 2; the paper states neither for Table 3. */
const ITERATIONS = 30;
const EBN0 = 1;
/** Times of the cases of `casesOf`, in order. */
const TIMES = z.tuple([DECODING_TIMES, DECODING_TIMES, DECODING_TIMES]);

const NOTE =
  "Times are of the decoder's kernels alone. Made once: form=phi, the sum over all edges less the edge's own Φ, 2·d evaluations of Φ for a check of degree d. " +
  "Made anew: the sum over the others for each edge, d² evaluations (wgsl/reproductions/sum-product-direct). " +
  "Otherwise the programs are equal; in both an invocation has a whole check, where the paper's have an edge.";

const { source, gpu, table3 } = PAPER;
const { code, cpu, direct, rearranged } = table3;

export default arrangementExperiment({
  name: "eqml-table-3",
  summary: "Table 3: check nodes of sum-product, sums of Φ made once against made anew for each edge",
  source: `${source}: Table 3, ${code}, sum-product, ${ITERATIONS} iterations at ${EBN0} dB; paper's GPU: ${gpu}`,
  note: NOTE,
  schema: TIMES,
  cases: (mapping) => casesOf(code, mapping),
  times: ([anew, once, safe]) => [anew, once, safe] as const,
  compare: (mapping, [anew, once, safe]) => [
    speedUpRow(
      {
        what: `sums made once against anew, mapping=${mapping}`,
        paper: direct / rearranged,
        how: `${once.frames} frames at once, ${microseconds(once.device)} against ${microseconds(anew.device)} a frame`,
      },
      onDevice(once),
      onDevice(anew),
      "µs a frame",
    ),
    speedUpRow(
      {
        what: `the same in the serial decoder, mapping=${mapping}`,
        how: `${microseconds(once.serial)} against ${microseconds(anew.serial)} a frame`,
      },
      inSeries(once),
      inSeries(anew),
      "µs a frame",
    ),
    deviceSpeedUp(
      {
        what: `device against serial decoder, sums made once, mapping=${mapping}`,
        paper: cpu / rearranged,
        how: `the default form=safe: ${microseconds(safe.device)} on the device, ${microseconds(safe.serial)} serial`,
      },
      once,
    ),
  ],
});

/** Sums computed anew for each edge, computed once, and the default form. */
function casesOf(code: string, mapping: string): [DecodingCase, DecodingCase, DecodingCase] {
  const largest = tannerGraph(loadCode(code).matrix).checkDegreeMaximum;
  const made = (what: string, form: string): DecodingCase => ({
    what,
    code,
    decoder: `sum-product form=${form} iterations=${ITERATIONS} stop=none storage=flat mapping=${mapping}`,
    ebn0: EBN0,
  });
  return [
    {
      ...made("anew", "phi"),
      changed: (program) => withCheckRule(program, "reproductions/sum-product-direct", { LARGEST_DEGREE: largest }),
    },
    made("once", "phi"),
    made("safe", "safe"),
  ];
}
