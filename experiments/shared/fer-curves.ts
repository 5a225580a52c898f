import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";

/** A decoder of a code over points of the AWGN channel, with its stopping rule. */
export interface FerCurve extends CurveSettings {
  readonly code: string;
  readonly decoder: string;
  /** Eb/N0 in dB, as `ldpc simulate --ebn0` takes it. */
  readonly ebn0: string;
  /** Maximum number of frames of a point. */
  readonly frames: number;
}

/** The channel and the stopping rule of a curve. */
interface CurveSettings {
  /** Frame errors that end a point. */
  readonly errors: number;
  /** 5G: block rows used. */
  readonly rows?: number;
  /** As `ldpc simulate --modulation` takes it; BPSK if left out. */
  readonly modulation?: string;
  /** Rayleigh fading, or else AWGN alone. */
  readonly channel?: "rayleigh";
  /** FER of the last point; all points if left out. */
  readonly target?: number;
}

/** One curve for each decoder of a code. @param frames maximum number of frames of each point. */
export const ferCurves = (
  code: string,
  ebn0: string,
  { frames = 1e6, ...settings }: CurveSettings & { readonly frames?: number },
  decoders: readonly string[],
): FerCurve[] => decoders.map((decoder) => ({ code, decoder, ebn0, frames, ...settings }));

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=int12 @ 2:0.1:2.9`. Behind the code may stand a
 * modulation: `wimax-960-480 64qam: min-sum @ 6,7`.
 * @throws InputError for another form, or for an unknown code or decoder.
 */
export function readFerCurve(text: string): FerCurve {
  const [, code, modulation, decoder, ebn0] =
    /^\s*([^:\s]+)(?:\s+([^:\s]+))?\s*:\s*([^@]+?)\s*@\s*(\S.*?)\s*$/.exec(text) ?? [];
  if (code === undefined) {
    throw new InputError(`"${text}" is not a curve: write CODE: DECODER @ EBN0, as "nb620-gf32: min-max @ 2:0.1:2.9"`);
  }
  loadCode(code);
  readDecoder(decoder);
  return { code, decoder, ebn0, errors: 1000, frames: 1e6, ...(modulation && { modulation }) };
}
