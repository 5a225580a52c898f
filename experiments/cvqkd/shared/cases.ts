import type { Code } from "../../../src/code/code.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PAPER_POINTS, type PaperPoint } from "./paper.ts";

/** A code and the point of the paper with its rate. */
export interface CvqkdCode {
  readonly code: Code;
  readonly point: PaperPoint;
}

/** A decoder of a code at a point of the BI-AWGN channel, syndromes given. */
export interface CvqkdCase {
  readonly code: Code;
  /** A spec from `completeDecoder`. */
  readonly decoder: string;
  /** 1/σ². */
  readonly snr: number;
}

/** Layered sum-product as the paper's, frame-interleaved, in both number formats. */
export const CVQKD_DECODERS: readonly string[] = ["messages=f32", "messages=f16"].map(
  (messages) => `sum-product schedule=layered form=tanh ${messages} mapping=frames`,
);

/** Largest difference between a code's rate and the paper's; the rates of small lifts are equal. */
const RATE_TOLERANCE = 0.02;

/**
 * The codes, each with the paper's point of its rate 1 − M/N; the paper's own sizes if none are named.
 * @throws InputError as `loadCode`, or for a rate that is not in the paper.
 */
export function cvqkdCodes(names: readonly string[] = PAPER_POINTS.map(({ code }) => code)): CvqkdCode[] {
  return names.map((name) => {
    const code = loadCode(name);
    const rate = 1 - code.matrix.rows / code.matrix.columns;
    const point = PAPER_POINTS.find((each) => Math.abs(rate / each.rate - 1) < RATE_TOLERANCE);
    if (point !== undefined) return { code, point };
    const rates = PAPER_POINTS.map((each) => each.rate).join(", ");
    throw new InputError(`--code ${name} has rate ${rate.toPrecision(3)}, the paper has ${rates}`);
  });
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
    options.messages,
    options.mapping === "auto" ? undefined : options.mapping,
    options.form === undefined || options.form === "tanh" ? undefined : `form=${options.form}`,
  ];
  return [rule === "sum-product" ? undefined : rule, ...words].filter((word) => word !== undefined).join(" ");
}

/**
 * The code of a table about one point of the paper.
 * @param names the requested codes; the point's own code if left out.
 * @throws InputError unless the names are one code of the point's rate.
 */
export function codeOfPoint(wanted: PaperPoint, names: readonly string[] = [wanted.code]): Code {
  const [{ code, point }, ...more] = cvqkdCodes(names);
  if (point !== wanted || more.length > 0) throw new InputError(`--code: give one code of rate ${wanted.rate}`);
  return code;
}
