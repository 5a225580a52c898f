import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

/** A decoder of a code over points of the AWGN channel, with its stopping rule. */
export interface FerCurve {
  readonly code: string;
  /** 5G: block rows used. */
  readonly rows?: number;
  readonly decoder: string;
  /** Eb/N0 in dB, as `ldpc simulate --ebn0` takes it. */
  readonly ebn0: string;
  /** Frame errors and frames that end a point. */
  readonly errors: number;
  readonly frames: number;
}

/** One curve for each decoder of a code. @param frames maximum number of frames of each point. */
export const ferCurves = (
  code: string,
  ebn0: string,
  { errors, frames = 1e6, rows }: { readonly errors: number; readonly frames?: number; readonly rows?: number },
  decoders: readonly string[],
): FerCurve[] => decoders.map((decoder) => ({ code, rows, decoder, ebn0, errors, frames }));

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=int12 @ 2:0.1:2.9`.
 * @throws InputError for another form, or for an unknown code or decoder.
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
