import { ferCurves } from "./shared/fer-curves.ts";
import { ferExperiment } from "./shared/fer-experiment.ts";

/** Offset min-sum in every number format, f32 first. */
const FORMATS = (iterations: number) =>
  ["f32", "int12", "int8"].map(
    (messages) => `offset-min-sum schedule=layered iterations=${iterations} messages=${messages}`,
  );

export default ferExperiment({
  quick: FORMATS(10).map((decoder) => `wimax-2304-1152: ${decoder} @ 1.5:0.25:2.25`),
  name: "binary-fer",
  summary: "FER of offset min-sum in f32, int12 and int8 over the standards' codes, and the formats' losses at one FER",
  curves: [
    ...ferCurves("wimax-2304-1152", "1.75:0.25:2.75", { errors: 100, frames: 1e8 }, FORMATS(10)),
    ...ferCurves("wifi-1944-972", "1.75:0.25:3", { errors: 100, frames: 1e8 }, FORMATS(10)),
    ...ferCurves("nr-bg1-z384", "3.8:0.15:4.4", { rows: 5, errors: 100, frames: 3e7 }, FORMATS(8)),
    ...ferCurves("nr-bg1-z384", "2.35:0.1:2.85", { rows: 13, errors: 100, frames: 3e7 }, FORMATS(8)),
    ...ferCurves("dvbs2-64800-43200", "2.3:0.1:2.8", { errors: 100, frames: 1e6 }, FORMATS(10)),
    ...ferCurves("nr-bg1-z384", "0.9:0.1:1.3", { rows: 46, errors: 100, frames: 1e7 }, FORMATS(10)),
  ],
});
