import { type FerCurve, ferCurves } from "../../shared/fer-curves.ts";

/** The curves of experiments/results/nonbinary-fer-h200.csv, in its order. */
export const NONBINARY_CURVES: readonly FerCurve[] = [
  ...ferCurves("nb620-gf32", "2:0.1:2.9", { errors: 1000 }, [
    "min-max",
    "min-max messages=levels8 step=1",
    "min-max messages=levels16 step=0.5",
    "min-max messages=levels32 step=0.25",
    "qspa",
    "qspa messages=bf16",
    "min-max messages=int12",
  ]),
  ...ferCurves("nb620-gf32-best", "2:0.1:2.6", { errors: 500 }, ["min-max", "min-max messages=levels16 step=0.5"]),
  ...ferCurves("nb620-gf32-best", "2:0.1:2.5", { errors: 500 }, ["qspa"]),
  ...ferCurves("nb837-gf32", "3.8:0.1:4.2", { errors: 1000 }, ["min-max"]),
  ...ferCurves(
    "nb837-gf32",
    "3.9:0.1:4.2",
    { errors: 1000 },
    [0.375, 0.5, 0.625, 0.75].map((scale) => `trellis-min-max messages=f16 scale=${scale}`),
  ),
  ...ferCurves("nb837-gf32", "3.9:0.1:4.2", { errors: 1000 }, [
    "trellis-min-max",
    "trellis-min-max messages=levels32 step=0.5",
  ]),
  ...ferCurves("beidou-88-44-gf64", "2", { errors: 300 }, ["min-max iterations=50"]),
  // More errors, for comparison with a published FER.
  { code: "beidou-88-44-gf64", decoder: "qspa iterations=50", ebn0: "2", errors: 3000, frames: 1e7 },
  { code: "beidou-88-44-gf64", decoder: "qspa iterations=50 schedule=layered", ebn0: "2", errors: 1000, frames: 1e7 },
  ...ferCurves("beidou-88-44-gf64", "2", { errors: 300 }, [
    "qspa iterations=50 messages=bf16",
    ...[12, 20, 30].map((bound) => `qspa iterations=50 bound=${bound}`),
  ]),
  ...ferCurves("beidou-200-100-gf64", "1.4:0.2:2.6", { errors: 1000 }, ["min-max", "min-max messages=int12"]),
];
