import type { Code } from "../code.ts";
import {
  type Encoder,
  encoderSteps,
  type InformationSet,
  informationSteps,
  type SystematicEncoder,
} from "../encoder.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { NO_POSITIONS } from "../positions.ts";
import { finish, finishInTurns, type Steps, type TurnOptions } from "../steps.ts";
import { shortenedEncoder, shortenedInformation } from "./shortened.ts";
import { structuredEncoder } from "./structured.ts";

/**
 * The encoder of a code.
 * @example
 * const encoder: CodeEncoder = codeEncoder(code);
 * encoder.k; // → 12
 */
export interface CodeEncoder extends Encoder {
  /**
   * The encoder by elimination, with shortened symbols among its information. Absent if the parity structure encodes.
   */
  readonly general?: SystematicEncoder;
}

const encoders = new WeakMap<Code, CodeEncoder>();
const informationSets = new WeakMap<Code, InformationSet>();

/**
 * The encoder of a code, made once: in linear time if its parity part has a structure, else by Gaussian elimination.
 * Both give the same code; elimination may find other information positions.
 * @param code its matrix, and its parity structure if it has one.
 * @throws InputError if the base matrix has not the structure that the code claims, if a shortened symbol is no
 * information symbol, or if a code without structure is too large for elimination.
 * @example
 * const encoder = codeEncoder(code);
 * const word = encoder.encode(Array.from({ length: encoder.k }, (_, i) => i % 4));
 * syndrome(code.matrix, word).every((symbol) => symbol === 0); // → true
 */
export function codeEncoder(code: Code): CodeEncoder {
  return encoders.get(code) ?? finish(codeEncoderSteps(code));
}

/**
 * Positions of the information of `codeEncoder(code)`, found once, without the generator, which takes three times as
 * long if the parity part has no structure. Callers that send no random codewords need only these positions.
 * @throws InputError as `codeEncoder`.
 * @example
 * codeInformation(loadCode("wimax-2304-1152")).k; // 1152
 */
export function codeInformation(code: Code): InformationSet {
  return encoders.get(code) ?? informationSets.get(code) ?? finish(codeInformationSteps(code));
}

/** Keeps encoders found by elimination between runs; `load` must return an encoder of the given matrix. */
export interface EncoderStore {
  load(matrix: ParityCheckMatrix): SystematicEncoder | undefined;
  /** @param seconds that the encoder took. */
  keep(matrix: ParityCheckMatrix, encoder: SystematicEncoder, seconds: number): void;
}

export interface PrepareOptions extends TurnOptions {
  readonly store?: EncoderStore;
}

/**
 * Computes the later result of `codeEncoder` (or `codeInformation`) in advance, in short turns between which signals
 * and timers are served.
 * @param wanted the encoder, or only the positions of its information.
 * @throws InputError as `codeEncoder`; the signal's reason once it is aborted.
 * @example
 * await prepareEncoder(code, "encoder", { signal, onProgress: (share) => console.error(`${Math.round(100 * share)} %`) });
 */
export async function prepareEncoder(
  code: Code,
  wanted: "encoder" | "information",
  { store, ...turns }: PrepareOptions = {},
): Promise<void> {
  if (encoders.has(code) || (wanted === "information" && informationSets.has(code))) return;
  const kept = code.parity === undefined ? store?.load(code.matrix) : undefined;
  if (kept !== undefined) {
    encoders.set(code, generalEncoder(kept, code));
    return;
  }
  const begin = performance.now();
  if (wanted === "information") {
    await finishInTurns(codeInformationSteps(code), turns);
    return;
  }
  const { general } = await finishInTurns(codeEncoderSteps(code), turns);
  if (general !== undefined) store?.keep(code.matrix, general, (performance.now() - begin) / 1000);
}

function* codeEncoderSteps(code: Code): Steps<CodeEncoder> {
  const { matrix, parity } = code;
  const encoder =
    parity === undefined ? generalEncoder(yield* encoderSteps(matrix), code) : structuredEncoder(code, parity);
  encoders.set(code, encoder);
  return encoder;
}

function* codeInformationSteps(code: Code): Steps<InformationSet> {
  const { matrix, parity, shortened = NO_POSITIONS } = code;
  if (parity !== undefined) return yield* codeEncoderSteps(code);
  const information = shortenedInformation(yield* informationSteps(matrix), shortened);
  informationSets.set(code, information);
  return information;
}

function generalEncoder(general: SystematicEncoder, { shortened = NO_POSITIONS }: Code): CodeEncoder {
  return { ...shortenedEncoder(general, shortened), general };
}
