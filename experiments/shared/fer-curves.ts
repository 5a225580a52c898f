import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

/** A decoder of a code over points of the AWGN channel, and when a point ends. */
export interface FerCurve {
  readonly code: string;
  readonly decoder: string;
  /** Eb/N0 in dB, as `ldpc simulate --ebn0` takes it. */
  readonly ebn0: string;
  /** Frame errors and frames at which a point ends. */
  readonly errors: number;
  readonly frames: number;
}

const curves = (code: string, ebn0: string, errors: number, decoders: readonly string[]): FerCurve[] =>
  decoders.map((decoder) => ({ code, decoder, ebn0, errors, frames: 1e6 }));

/** The curves of experiments/results/nonbinary-fer-h200.csv, in its order. */
export const FER_CURVES: readonly FerCurve[] = [
  ...curves("nb620-gf32", "2:0.1:2.9", 1000, [
    "min-max",
    "min-max messages=f16",
    "min-max messages=levels8 step=1",
    "min-max messages=levels16 step=0.5",
    "min-max messages=levels32 step=0.25",
    "qspa",
    "qspa messages=bf16",
  ]),
  ...curves("nb620-gf32-best", "2:0.1:2.6", 500, ["min-max", "min-max messages=levels16 step=0.5"]),
  ...curves("nb620-gf32-best", "2:0.1:2.5", 500, ["qspa"]),
  ...curves("nb837-gf32", "3.8:0.1:4.2", 1000, ["min-max"]),
  ...curves(
    "nb837-gf32",
    "3.9:0.1:4.2",
    1000,
    [0.375, 0.5, 0.625, 0.75].map((scale) => `trellis-min-max messages=f16 scale=${scale}`),
  ),
  ...curves("nb837-gf32", "3.9:0.1:4.2", 1000, ["trellis-min-max", "trellis-min-max messages=levels32 step=0.5"]),
  ...curves("beidou-88-44-gf64", "2", 300, ["min-max iterations=50"]),
  // Beside a published FER, so more errors.
  { code: "beidou-88-44-gf64", decoder: "qspa iterations=50", ebn0: "2", errors: 3000, frames: 1e7 },
  { code: "beidou-88-44-gf64", decoder: "qspa iterations=50 schedule=layered", ebn0: "2", errors: 1000, frames: 1e7 },
  ...curves("beidou-88-44-gf64", "2", 300, [
    "qspa iterations=50 messages=bf16",
    ...[12, 20, 30].map((bound) => `qspa iterations=50 bound=${bound}`),
  ]),
];

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=f16 @ 2:0.1:2.9`.
 * @throws InputError if it is not of that form, or names no code or decoder.
 */
export function readFerCurve(text: string): FerCurve {
  const [, code, decoder, ebn0] = /^\s*([^:\s]+)\s*:\s*([^@]+?)\s*@\s*(\S.*?)\s*$/.exec(text) ?? [];
  if (code === undefined) {
    throw new InputError(`"${text}" is not a curve: write CODE: DECODER @ EBN0, as "nb620-gf32: min-max @ 2:0.1:2.9"`);
  }
  loadCode(code);
  readDecoder(decoder);
  return { code, decoder, ebn0, errors: 1000, frames: 1e6 };
}
