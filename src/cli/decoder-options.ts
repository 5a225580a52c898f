import type { Argv } from "yargs";
import { defaultDecoder, readDecoder } from "../decoder/decoder.ts";
import type { DecodableCode } from "../decoder/rule.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";

/** Options of a decoder that may be said apart from it, as texts. */
export interface ReprocessArguments {
  readonly reprocess?: string;
  readonly stages?: string;
  readonly alpha?: string;
}

/** The options of every command that decodes. */
export interface DecoderArguments extends ReprocessArguments {
  readonly decoder?: string;
  /** Wins over the decoder's own. */
  readonly iterations?: string | number;
}

/** Help text of `--decoder`. */
export const DECODER_HELP =
  "decoder, with further options as words: 'min-max stop=none' [sum-product over GF(2), else min-max]";

/** Help of the options of reprocessing, in their order; their values are read with the decoder's. */
const REPROCESS_HELP: Readonly<Record<keyof ReprocessArguments, string>> = {
  reprocess: "eqml or abp: decode binary frames that failed again with saturated bits, the decoder's reprocess=…",
  stages: "stages of reprocessing, the decoder's stages=…: twice as many decodings in each [3]",
  alpha: "LLR of saturated bits, the decoder's alpha=…",
};

/** Adds the options of reprocessing. */
export function withReprocessOptions<T>(yargs: Argv<T>): Argv<T & ReprocessArguments> {
  const added = Object.entries(REPROCESS_HELP).reduce(
    (all: Argv, [option, describe]) => all.option(option, { type: "string", requiresArg: true, describe }),
    yargs,
  );
  return added as Argv<T & ReprocessArguments>;
}

/** The decoder asked for, or the code's default. @throws InputError if it is not one, or its options contradict. */
export function chosenDecoder(code: DecodableCode, options: DecoderArguments): DecoderSpec {
  return readDecoder(decoderWords(code, options));
}

/** The same as it would be written out. @throws InputError if an option and the decoder's own words contradict. */
export function decoderWords(code: DecodableCode, { decoder, ...options }: DecoderArguments): string {
  return wordsWith(decoder ?? defaultDecoder(code), options);
}

/** A decoder with the options that are said apart from it. Same errors as `decoderWords`. */
export function wordsWith(decoder: string, { iterations, ...options }: Omit<DecoderArguments, "decoder">): string {
  const words = decoder.trim().split(/\s+/);
  for (const name of Object.keys(REPROCESS_HELP) as (keyof ReprocessArguments)[]) {
    const value = options[name];
    if (value === undefined) continue;
    const said = words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    if (said === undefined) words.push(`${name}=${value}`);
    else if (!sameValue(said, value)) {
      throw new InputError(`--${name} ${value}, but --decoder says ${name}=${said}: leave one of them out`);
    }
  }
  // A later word wins.
  return [...words, ...(iterations === undefined ? [] : [`iterations=${iterations}`])].join(" ");
}

function sameValue(one: string, other: string): boolean {
  return one === other || (one !== "" && other !== "" && Number(one) === Number(other));
}
