import { ferCurves } from "./shared/fer-curves.ts";
import { ferExperiment } from "./shared/fer-experiment.ts";

const LIMITS = { errors: 100, frames: 4e6, modulation: "64qam", target: 1e-4 } as const;
/** A code whose symbols are the points, with metrics of points. */
const SYMBOLS = ["beidou-162-81-gf64", ["qspa iterations=50"]] as const;
/** A binary code of nearly the same number of bits and the same rate, with metrics of bits. */
const BITS = ["wimax-960-480", ["sum-product schedule=layered iterations=50"]] as const;

export default ferExperiment({
  quick: [
    "beidou-162-81-gf64 64qam: qspa iterations=50 @ 5.75,6.25",
    "wimax-960-480 64qam: sum-product schedule=layered iterations=50 @ 6.5,7.25",
  ],
  name: "modulation-fer",
  summary:
    "FER on 64-QAM, AWGN and Rayleigh fading: a code over GF(64) with metrics of points, a binary code with metrics of bits",
  comparedBy: "channel",
  curves: [
    ...ferCurves(SYMBOLS[0], "5:0.25:8", LIMITS, SYMBOLS[1]),
    ...ferCurves(BITS[0], "5.5:0.25:9", LIMITS, BITS[1]),
    ...ferCurves(SYMBOLS[0], "7:0.25:12", { ...LIMITS, channel: "rayleigh" }, SYMBOLS[1]),
    ...ferCurves(BITS[0], "7.5:0.25:13", { ...LIMITS, channel: "rayleigh" }, BITS[1]),
  ],
});
