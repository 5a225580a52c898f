import { ferExperiment } from "../shared/fer-experiment.ts";
import { NONBINARY_CURVES } from "./shared/curves.ts";

export default ferExperiment({
  name: "nonbinary-fer",
  summary: "FER of decoders and message formats over GF(q), and their losses at one FER",
  curves: NONBINARY_CURVES,
  quick: ["min-max", "min-max messages=levels16 step=0.5", "qspa"].map((decoder) => `nb620-gf32: ${decoder} @ 2.4,2.8`),
});
