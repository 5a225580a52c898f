import { z } from "zod";
import type { Code } from "../../../src/code/code.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PAPERS } from "../../../src/papers.ts";
import { formatCount } from "../../../src/report/format.ts";
import type { ErrorCount } from "../../../src/simulation/statistics.ts";
import type { Comparison } from "../../shared/report.ts";
import { readTable } from "../../shared/tables.ts";

const FAILURES = z.strictObject({ errors: z.int(), frames: z.int() });
/** Seconds of decoding over frames, the paper's "latency per iteration", and megabits per second. */
const SPEED = z.strictObject({ secondsPerFrame: z.number(), mbitPerSecond: z.number() });
const STOP = z.enum(["none", "syndrome"]);

/** A column of Table 2, with its two columns of Table 1. */
const POINT = z.strictObject({
  rate: z.number(),
  /** 1/σ². */
  snr: z.number(),
  iterations: z.int(),
  /** β in percent. */
  efficiency: z.number(),
  edges: z.int(),
  /** The FER as a fraction of 128 frames, as the paper's number of frames implies. */
  failures: FAILURES,
  /** Speed with layers of one block row, and of several block rows, the latter also in Table 2. */
  single: SPEED,
  merged: SPEED,
  /** Code of this project with its lifting size, 2500, and ensemble. */
  code: z.string(),
});

/** A column of Table 3: rate 0.1, at most 50 iterations. */
const TERMINATION = z.strictObject({
  snr: z.number(),
  stop: STOP,
  /** 0.0273 is 7 of 256 frames, so the table assumes 256 frames at all three SNRs. */
  failures: FAILURES,
  /** Iterations of the slowest of 128 frames that are decoded at once. */
  iterations: z.int(),
  speed: SPEED,
});

/** A row of Table 4: rate 0.1, SNR 0.161. */
const CITED = z.strictObject({
  work: z.string(),
  code: z.string(),
  bits: z.int(),
  /** Average number of iterations. */
  iterations: z.int(),
  fer: z.number(),
  mbitPerSecond: z.number(),
  note: z.string().optional(),
  /** Options of ours beside it: its largest number of iterations, and early termination if the work has it. */
  ours: z.strictObject({ iterations: z.int(), stop: STOP }),
});

/** Tables of `PAPERS.cvqkd` as printed, on an NVIDIA TITAN Xp. */
export const PAPER = readTable(
  "cvqkd-tables",
  z.strictObject({
    source: z.string(),
    /** Frames that the paper's GPU decodes at once, and bits of a frame. */
    frames: z.int(),
    bits: z.int(),
    points: z.array(POINT),
    termination: z.array(TERMINATION),
    cited: z.array(CITED),
  }),
);

export type PaperPoint = (typeof PAPER.points)[number];

/** All SNRs at which the paper states a FER for a point's code, the point's own SNR first. */
export function pointsOf({
  rate,
  snr,
  failures,
}: PaperPoint): { readonly snr: number; readonly failures: ErrorCount }[] {
  const isFirst = rate === PAPER.points[0].rate;
  const more = isFirst ? PAPER.termination.filter((one) => one.stop === "none" && one.snr !== snr) : [];
  return [{ snr, failures }, ...more];
}

/** The first words of reports. @param what table or figure, and the measurement. */
export const paperSource = (what: string) =>
  `${PAPERS.cvqkd.short}, ${what}; paper's GPU: TITAN Xp, codes of 1,000,000 bits`;

/** The paper's figure, which must not be divided by that of a code of another size. */
export function besidePaper(bits: number, figure: number): Pick<Comparison, "paper" | "unlike"> {
  const unlike = bits === PAPER.bits ? undefined : `ours has ${formatCount(bits)} bits, the paper's 1,000,000`;
  return { paper: figure, ...(unlike && { unlike }) };
}

export interface CvqkdCode {
  readonly code: Code;
  readonly point: PaperPoint;
}

/** Layered sum-product as the paper's, frame-interleaved, in both number formats. */
export const CVQKD_DECODERS: readonly string[] = ["messages=f32", "messages=f16"].map(
  (messages) => `sum-product schedule=layered form=tanh ${messages} mapping=frames`,
);

/** Largest difference between a code's rate and the paper's; the rates of small lifts are equal. */
const RATE_TOLERANCE = 0.02;

/**
 * The codes, each with the paper's point of its rate 1 − M/N; the paper's own sizes if none are named.
 * @param only the one point that a table is about.
 * @throws InputError as `loadCode`, for a rate that is not in the paper, or for other codes than one of the point.
 */
export function cvqkdCodes(names?: readonly string[], only?: PaperPoint): CvqkdCode[] {
  const own = (only === undefined ? PAPER.points : [only]).map(({ code }) => code);
  const found = (names ?? own).map((name) => {
    const code = loadCode(name);
    const rate = 1 - code.matrix.rows / code.matrix.columns;
    const point = PAPER.points.find((each) => Math.abs(rate / each.rate - 1) < RATE_TOLERANCE);
    if (point !== undefined) return { code, point };
    const rates = PAPER.points.map((each) => each.rate).join(", ");
    throw new InputError(`--code ${name} has rate ${rate.toPrecision(3)}, the paper has ${rates}`);
  });
  if (only !== undefined && (found.length > 1 || found[0].point !== only)) {
    throw new InputError(`--code: give one code of rate ${only.rate}`);
  }
  return found;
}

/**
 * A decoder with the experiment's options, iterations first; options in the text itself take precedence.
 * @returns the canonical spec with all options of speed that differ from their default.
 * @throws InputError as `readDecoder`.
 */
export function completeDecoder(text: string, decided: Readonly<Record<string, string | number>>): string {
  const [rule, ...words] = text.trim().split(/\s+/);
  const own = new Set(words.map((word) => word.split("=")[0]));
  const added = Object.entries(decided).filter(([name]) => !own.has(name));
  const spec = readDecoder([rule, ...added.map(([name, value]) => `${name}=${value}`), ...words].join(" "));
  const options = checkNodeRules[spec.rule].options;
  const how = Object.entries(spec.options).filter(
    ([name, value]) => options[name].how === true && value !== options[name].default,
  );
  return [decoderText(spec), ...how.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** The parts of a spec that distinguish an experiment's decoders: number format, mapping and a form other than tanh. */
export function decoderLabel(decoder: string): string {
  const { rule, options } = readDecoder(decoder);
  const words = [
    rule === "sum-product" ? undefined : rule,
    options.messages,
    options.mapping === "auto" ? undefined : options.mapping,
    options.form === undefined || options.form === "tanh" ? undefined : `form=${options.form}`,
  ];
  return words.filter((word) => word !== undefined).join(" ");
}
