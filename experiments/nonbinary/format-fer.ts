import { ferCurves } from "../shared/fer-curves.ts";
import { ferExperiment } from "../shared/fer-experiment.ts";

/** A point above FER 1e-3 and a point below 1e-4. */
const LIMITS = { errors: 100, frames: 1e7 } as const;
const PAIR = (rule: string, messages: string) => [rule, `${rule} messages=${messages}`];

export default ferExperiment({
  fer: 1e-3,
  quick: PAIR("min-max", "int12").map((decoder) => `nb620-gf32: ${decoder} @ 2.4,2.8`),
  name: "nonbinary-format-fer",
  summary: "FER over GF(q) of the number formats that lose nothing, each beside f32 on the same noise at two points",
  curves: [
    ...ferCurves("nb620-gf32", "3.25,4.25", LIMITS, PAIR("min-max", "int12")),
    ...ferCurves("nb620-gf32", "3.25,4.25", LIMITS, PAIR("qspa", "bf16")),
    ...ferCurves("beidou-200-100-gf64", "2.6,3", LIMITS, PAIR("min-max", "int12")),
    ...ferCurves("beidou-200-100-gf64", "2.2,2.6", LIMITS, PAIR("qspa", "bf16")),
    ...ferCurves("peg388-gf256", "2.6,3", LIMITS, ["qspa"]),
    ...ferCurves("peg388-gf256", "2.6,3", { errors: 100, frames: 1.4e6 }, ["qspa messages=bf16"]),
    ...ferCurves("peg388-gf256", "2.9,3.15", { errors: 30, frames: 1e5 }, PAIR("min-max", "int12")),
    ...ferCurves("nb837-gf32", "4.2,4.45", LIMITS, PAIR("trellis-min-max", "levels32 step=0.5")),
  ],
});
