import type { DecodableCode } from "../decoder/check-node-rule.ts";
import { defaultDecoder, readDecoder } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";

/** The options of every command that decodes. */
export interface DecoderArguments {
  readonly decoder?: string;
  /** Wins over the decoder's own. */
  readonly iterations?: string | number;
}

/** Help text of `--decoder`. */
export const DECODER_HELP =
  "decoder, with further options as words: 'min-max stop=none' [sum-product over GF(2), else min-max]";

/** The decoder asked for, or the code's default. @throws InputError if it is not one. */
export function chosenDecoder(code: DecodableCode, options: DecoderArguments): DecoderSpec {
  return readDecoder(decoderWords(code, options));
}

/** The same as it would be written out. */
export function decoderWords(code: DecodableCode, { decoder, iterations }: DecoderArguments): string {
  // A later word wins.
  return `${decoder ?? defaultDecoder(code)}${iterations === undefined ? "" : ` iterations=${iterations}`}`;
}
