/** A decoder of a code at a point of a channel, whose speed documents state. */
export interface SpeedCase {
  readonly code: string;
  /** 5G: block rows used. */
  readonly rows?: number;
  /** Whether it decodes the information columns over the BSC with a given syndrome. */
  readonly reconciles?: boolean;
  readonly decoder: string;
  /** Eb/N0 in dB, or with `reconciles` the QBER in percent. */
  readonly at: number;
  /** Numbers of frames in flight that replace `--frames`. */
  readonly frames?: readonly number[];
}

const cases = (
  code: string,
  at: number,
  decoders: readonly string[],
  rest: Pick<SpeedCase, "rows" | "reconciles" | "frames"> = {},
): SpeedCase[] => decoders.map((decoder) => ({ code, at, decoder, ...rest }));

const SHORT = ["min-max", "min-max messages=int12", "qspa", "qspa messages=bf16"];

/** Decoders over GF(q), clear of each code's waterfall, where early termination matters. */
export const SYMBOL_SPEEDS: readonly SpeedCase[] = [
  ...cases("nb620-gf32", 3, ["min-max mapping=symbols"], { frames: [256] }),
  ...cases("nb620-gf32", 3, [
    ...["min-max", "min-max messages=int12"],
    ...["min-max messages=levels32 step=0.25", "min-max messages=levels16 step=0.5"],
    ...["min-max messages=levels8 step=1", "qspa", "qspa messages=bf16"],
  ]),
  ...cases("beidou-200-100-gf64", 3, SHORT),
  ...cases("peg388-gf256", 3, SHORT, { frames: [1024] }),
  ...cases("nb837-gf32", 4.5, [
    ...["min-max", "trellis-min-max", "trellis-min-max messages=f16", "trellis-min-max messages=levels32 step=0.5"],
  ]),
];

const FEW = "schedule=layered iterations=6";

/** Decoders in a waterfall, where frames need more iterations: flooding, at most 10 iterations, and layered with an FER no higher. */
export const EARLY_SPEEDS: readonly SpeedCase[] = cases("nb620-gf32", 2.6, [
  ...["min-max", "min-max messages=int12", `min-max messages=int12 ${FEW}`, `min-max messages=levels8 step=1 ${FEW}`],
  "qspa messages=bf16",
]);

const FORMATS = ["int8", "int12", "f32"];
const layered = (iterations: number) =>
  FORMATS.map((messages) => `offset-min-sum schedule=layered messages=${messages} iterations=${iterations}`);

/** Binary decoders at the Eb/N0 of their frame error rates. */
export const BINARY_SPEEDS: readonly SpeedCase[] = [
  ...cases("wimax-2304-1152", 2.5, layered(10)),
  ...[46, 13, 5].flatMap((rows, i) => cases("nr-bg1-z384", [1.1, 2.65, 4.25][i], layered(8), { rows })),
  ...cases("dvbs2-64800-43200", 2.6, layered(10)),
];

/** Decoders of reconciliation: the default of `ldpc key`, and others for comparison. */
export const RECONCILIATION_SPEEDS: readonly SpeedCase[] = cases(
  "dvbs2-64800-43200",
  7,
  [
    "sum-product schedule=layered messages=f16 form=tanh iterations=31",
    "normalised-min-sum schedule=layered messages=int8 scale=0.75 iterations=31",
    "sum-product iterations=31",
    "ratio-sum-product iterations=31",
  ],
  { reconciles: true },
);

/** Decoders whose latency of one frame documents state. */
export const ONE_FRAME: readonly SpeedCase[] = [
  ...cases("nb620-gf32", 3, [
    "min-max mapping=symbols",
    "min-max mapping=symbols stop=none",
    "min-max stop=none",
    "min-max messages=levels16 step=0.5 stop=none",
    "qspa stop=none",
  ]),
];

/** The cases for the CPU engine. */
export const CPU_SPEEDS: readonly SpeedCase[] = [
  ...cases("wimax-2304-1152", 2.5, [
    "offset-min-sum schedule=layered messages=int8 iterations=10",
    "offset-min-sum schedule=layered messages=int12 iterations=10",
    "normalised-min-sum schedule=layered iterations=10",
    "sum-product schedule=layered iterations=10",
    "sum-product schedule=layered messages=f16 form=tanh iterations=10",
  ]),
  ...cases("nb620-gf32", 3, ["min-max", "min-max messages=levels16 step=0.5", "qspa"]),
];

/** Names a case in files and tables: `nr-bg1-z384 --rows 13: offset-min-sum … @ 2.65 dB`. */
export function speedCaseText({ code, rows, reconciles, decoder, at }: SpeedCase): string {
  const columns = reconciles ? " --columns information" : "";
  const point = reconciles ? `QBER ${at} %` : `${at} dB`;
  return `${code}${rows === undefined ? "" : ` --rows ${rows}`}${columns}: ${decoder} @ ${point}`;
}
