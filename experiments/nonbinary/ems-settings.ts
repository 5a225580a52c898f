import { ferCurves } from "../shared/fer-curves.ts";
import { ferExperiment } from "../shared/fer-experiment.ts";

const LIMITS = { errors: 1000, frames: 2e5 } as const;
/** Numbers of symbols with the default correction, and corrections of all symbols. */
const SETTINGS = [
  "",
  ...[4, 8, 16, 24, 32, 48].map((nm) => ` nm=${nm}`),
  ...[0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1].map((scale) => ` scale=${scale}`),
  ...[16, 24].flatMap((nm) => [0.75, 0.85].map((scale) => ` nm=${nm} scale=${scale} offset=0`)),
];
const DECODERS = ["min-max", "qspa", ...SETTINGS.map((setting) => `ems${setting}`)];

export default ferExperiment({
  name: "nonbinary-ems-settings",
  summary: "FER of EMS by its number of symbols and its correction, beside Min-Max and QSPA on the same noise",
  curves: [
    ...ferCurves("nb620-gf32", "2.25", LIMITS, DECODERS),
    ...ferCurves("beidou-96-48-gf64", "2", LIMITS, DECODERS),
  ],
  quick: ["min-max", "ems"].map((decoder) => `nb620-gf32: ${decoder} @ 2.4,2.9`),
});
