import { InputError, unlessRefused } from "../errors.ts";
import type { DeviceLimits } from "../gpu/program.ts";
import { requireRequest } from "./arguments.ts";
import type { DecoderProgram } from "./decoder-program.ts";
import type { FileText } from "./given-files.ts";
import { llrWidest } from "./llr-maximum.ts";
import type { RuleWithOptions } from "./option.ts";
import { reprocesses } from "./reprocess/options.ts";
import type { DecodableCode, DecoderRequest } from "./rule.ts";
import { checkNodeRules } from "./rules.ts";
import { DEFAULT_SHOT_DECODER, isShotDecoder, modelRules, shotRules } from "./shots/rules.ts";
import { canonicalDecoderSpec, type DecoderSpec, parseDecoderSpec, specWithStop } from "./spec.ts";
import { windowedProgram } from "./windows.ts";

/** The decoders of codes, and those of error models, with all that a spec may name. */
export const decoderRules: Readonly<Record<string, RuleWithOptions>> = { ...checkNodeRules, ...shotRules };

/**
 * The program of a decoder for a code.
 * @param code H, and its compact form if it has one.
 * @param spec as `readDecoder` makes it.
 * @param limits of the device that will run it.
 * @param request syndromes, frames in flight, and other requests besides the spec.
 * @throws InputError if the decoder does not support the code, has no soft output that the request wants, or the device cannot meet an explicit option.
 * @example
 * const program = decoderProgram(code, decoder, engine.limits);
 * Object.keys(program.buffers).includes("channel_llr"); // → true
 */
export function decoderProgram(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  requireRequest("decoderProgram", request);
  if (isShotDecoder(spec)) {
    throw new InputError(
      `${Object.hasOwn(modelRules, spec.rule) ? spec.rule : `messages=${spec.options.messages}`} decodes error models alone: name one by --circuit or --dem, or choose another decoder`,
    );
  }
  const { windows, model } = code;
  const decoderOf = (part: DecodableCode, own: DecoderRequest) =>
    checkNodeRules[spec.rule].decoder(part, spec, limits, own);
  const made =
    windows === undefined || model !== undefined
      ? decoderOf(code, request)
      : windowedProgram({ ...code, windows }, spec, limits, request, decoderOf);
  const program = { ...made, llrWidest: llrWidest(spec, code) };
  if (!request.soft || program.buffers.soft !== undefined) return program;
  const remedy =
    "choose a rule with messages of f32, f16, int12 or int8, the default mapping, no reprocessing and no windows";
  throw new InputError(`${decoderText(spec)} has no soft output: ${remedy}`);
}

/**
 * The decoder of a code if none is named: the name of its check-node rule, `sum-product` over GF(2), `min-max` over larger fields, `relay` for an error model,
 * and for a pair of codes `qspa` that decodes both together.
 * @param code decides by its field, and by its error model if it has one.
 * @example
 * defaultDecoder(code); // → "min-max"
 */
export function defaultDecoder({ matrix, model, rewired }: DecodableCode): string {
  if (rewired?.pair !== undefined) return "qspa variable=joint";
  if (model !== undefined) return DEFAULT_SHOT_DECODER;
  return matrix.field.q === 2 ? "sum-product" : "min-max";
}

/**
 * Reads a decoder spec.
 * @param text the rule's name, then `option=value` words: `min-max iterations=10 stop=none`. `ldpc decoders` lists rules and options. The
 * field's other names are taken too: `spa`, `layered nms`, `ffht-spa` (`usualName`).
 * @param files the texts of the files that options such as `weights` name, by these names, or a function that reads them. The spec has the
 * SHA-256 of a text in the place of its file's name.
 * @throws InputError for an unknown rule, option or value, an option that does not apply beside the others, or a file without a text.
 * @example
 * const { rule, iterations, stop } = readDecoder("offset-min-sum iterations=20 schedule=layered messages=int8");
 * [rule, iterations, stop]; // → ["offset-min-sum", 20, "syndrome"]
 */
export function readDecoder(text: string, files: FileText | Readonly<Record<string, string>> = {}): DecoderSpec {
  const fileText = typeof files === "function" ? files : (name: string) => textOfFile(files, name);
  return parseDecoderSpec(usualName(text), decoderRules, fileText);
}

/** Names of the literature by the rule, with its options, that they mean. */
export const DECODER_ALIASES: Readonly<Record<string, readonly string[]>> = {
  "sum-product": ["bp", "spa", "sp", "belief-propagation", "log-bp", "log-spa", "llr-bp", "llr-spa", "log-sum-product"],
  "sum-product form=tanh": ["tanh", "tanh-bp", "tanh-spa"],
  "sum-product reprocess=osd": ["bp-osd", "bposd", "bp+osd"],
  "a-min-star": ["a-min*", "amin*"],
  "min-sum": ["ms", "msa"],
  "normalised-min-sum": ["nms", "normalized-min-sum", "scaled-min-sum", "attenuated-min-sum"],
  "offset-min-sum": ["oms"],
  "min-sum edge=self-corrected": ["scms", "self-corrected-min-sum"],
  "finite-alphabet": ["faid"],
  "gdbf probability=0.9": ["pgdbf"],
  "weighted-bit-flipping factor=0": ["wbf"],
  "weighted-bit-flipping": ["mwbf", "modified-weighted-bit-flipping"],
  "black-gray-flip": ["bgf"],
  osd: ["ordered-statistics"],
  ems: ["extended-min-sum"],
  "trellis-min-max": ["tmm", "t-min-max"],
  "one-minimum-trellis-min-max": ["omo-tmm", "omo-t-mm"],
  "basic-set-trellis-min-max": ["bs-tmm"],
  qspa: [
    "q-spa",
    "fft-qspa",
    "fht-qspa",
    "ffht-qspa",
    "fft-spa",
    "fft-bp",
    "fht-spa",
    "fht-bp",
    "ffht",
    "ffht-spa",
    "ffht-bp",
  ],
  relay: ["relay-bp"],
  memory: ["mem-bp", "memory-bp"],
};

/**
 * A decoder's text with the rule's name in the place of another name of the literature. Names may have capitals, blanks or underscores for
 * hyphens, and `layered` or `flooding` before or behind them, which is `schedule=`. A text without such a name stays as it is.
 * @example
 * usualName("Layered NMS iterations=20"); // → "normalised-min-sum schedule=layered iterations=20"
 */
export function usualName(text: string): string {
  const words = text.trim().split(/\s+/);
  const options = words.findIndex((word) => word.includes("="));
  const named = words.slice(0, options < 0 ? words.length : options);
  if (named.length === 1 && Object.hasOwn(decoderRules, named[0])) return text;
  const whole = named.join("-").toLowerCase().replaceAll("_", "-");
  const schedule = /^(layered|flooding)-|-(layered|flooding)$/.exec(whole);
  const name = schedule === null ? whole : whole.replace(schedule[0], "");
  const known = Object.hasOwn(decoderRules, name)
    ? name
    : Object.keys(DECODER_ALIASES).find((rule) => DECODER_ALIASES[rule].includes(name));
  if (known === undefined) return text;
  const order = schedule === null ? [] : [`schedule=${schedule[1] ?? schedule[2]}`];
  return [known, ...order, ...words.slice(named.length)].join(" ");
}

function textOfFile(files: Readonly<Record<string, string>>, name: string): string {
  if (Object.hasOwn(files, name)) return files[name];
  throw new InputError(`the decoder names the file ${name}: give its text, readDecoder(words, { "${name}": text })`);
}

/**
 * The spec of a decoder as one canonical string, with all options that apply but those that only change the speed: equal strings mean
 * equal results.
 * @param spec as `readDecoder` makes it.
 * @example
 * decoderText(readDecoder("min-max")); // → "min-max iterations=10 stop=syndrome schedule=flooding messages=f32 variable=plain edge=plain rule=none reprocess=none"
 */
export function decoderText(spec: DecoderSpec): string {
  return canonicalDecoderSpec(spec, decoderRules);
}

/** The words of a decoder for another process: `decoderText` with the options that only change the speed, files by their hashes. */
export function decoderWords(spec: DecoderSpec): string {
  return canonicalDecoderSpec(spec, decoderRules, true);
}

/**
 * A spec without the words that equal the defaults of its rule, for readers; the number of iterations stays. A text that cannot be read stays whole.
 * @param text as `decoderText` makes it.
 * @example
 * shortDecoderText(decoderText(readDecoder("min-max"))); // → "min-max iterations=10"
 */
export function shortDecoderText(text: string): string {
  const meaningOf = (words: readonly string[]) => unlessRefused(() => decoderText(readDecoder(words.join(" "))));
  let words = text.split(" ");
  const meaning = meaningOf(words);
  if (meaning === undefined) return text;
  for (const word of words.slice(1)) {
    if (word.startsWith("iterations=")) continue;
    const rest = words.filter((other) => other !== word);
    if (meaningOf(rest) === meaning) words = rest;
  }
  return words.join(" ");
}

/**
 * Whether a stored run's decoder is near maximum likelihood, so that the lower bound of its FER says something: with reprocessing or OSD.
 * @param stored as `decoderText` makes it; of an unknown rule or option, which no command decodes with, nothing is known: false.
 */
export function storedDecoderReprocesses(stored: string): boolean {
  return unlessRefused(() => reprocesses(readDecoder(stored))) ?? false;
}

/** A decoder of the family with another rule for early termination; as `specWithStop`. */
export function withStop(spec: DecoderSpec, stop: DecoderSpec["stop"]): DecoderSpec {
  return specWithStop(spec, stop, decoderRules);
}
