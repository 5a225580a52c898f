import { defaultDecoder, readDecoder } from "../../decoder/decoder.ts";
import { giveText } from "../../decoder/given-files.ts";
import type { DecodableCode } from "../../decoder/rule.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine, EngineInfo } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { decoderFile } from "../../node/disk/disk.ts";
import {
  ALL_ADAPTERS,
  ENGINES,
  type EngineChoice,
  engineChoice,
  engineInfo,
  openEngine,
} from "../../node/engine/engines.ts";
import { camel, choice, inGroup, number, parsed, seldomIn, text, type Values } from "../command-line/option.ts";
import { checkUsage, UsageError } from "../command-line/parse.ts";

/** An option whose text becomes the word `name=…` of the decoder, which reads it. */
function decoderWord(name: string, describe: string, example: string, defaultText?: string, placeholder = "N") {
  const settings = { placeholder, example, defaultText };
  return parsed(settings, `${describe}; sets the decoder's ${name}=…`, (value): string => value);
}

/** Options of a decoder that users may give separately or as words of the decoder. */
const REPROCESS_OPTIONS = seldomIn("Decoder", {
  reprocess: choice(
    ["eqml", "abp", "osd", "ensemble", "relay", "ensemble+osd", "relay+osd", "none"],
    { defaultText: "none" },
    "decode failed frames again by osd, or binary ones with saturated bits or an ensemble; sets the decoder's reprocess=…",
  ),
  stages: decoderWord("stages", "stages of reprocessing, each with twice the decodings of the one before", "5", "3"),
  alpha: decoderWord("alpha", "LLR of a saturated bit in reprocessing", "20", undefined, "LLR"),
  "osd-order": decoderWord(
    "osd-order",
    "most information bits (or symbols) that --reprocess osd changes, 0 to 16",
    "4",
    "2",
  ),
  "osd-sweep": decoderWord(
    "osd-sweep",
    "least reliable information bits among which it changes two or more",
    "40",
    "0: all",
  ),
  "osd-from": choice(
    ["posterior", "channel"],
    { defaultText: "posterior; over GF(q) channel, but for variable=joint" },
    "LLRs that order the positions of --reprocess osd; sets the decoder's osd-from=…",
  ),
  "osd-basis": choice(
    ["bits", "symbols"],
    { defaultText: "bits" },
    "what --reprocess osd changes over GF(q); sets the decoder's osd-basis=…",
  ),
  ensemble: decoderWord("ensemble", "decoders of --reprocess ensemble, with random orders or values", "24", "8"),
  pick: choice(
    ["first", "lightest"],
    { defaultText: "first" },
    "the word of --reprocess ensemble among those that its decoders find; sets the decoder's pick=…",
  ),
});

/** The options of every command that decodes. */
export const DECODER_OPTIONS = inGroup("Decoder", {
  decoder: text(
    { placeholder: "DECODER", example: "min-max iterations=20", defaultText: "sum-product over GF(2), else min-max" },
    "decoder, its options behind it as words; ldpc decoders lists them",
  ),
  iterations: number(
    { example: "50", whole: 1, maximum: 10_000, defaultText: "10" },
    "maximum number of decoding iterations",
  ),
  ...REPROCESS_OPTIONS,
  rule: text(
    { seldom: true, placeholder: "FILE.wgsl", example: "my-rule.wgsl" },
    "own rule of checks, variables or edges in the place of the binary decoder's, which nothing tests; sets the decoder's rule=…",
  ),
});

/** Names of the options that are words of the decoder. */
export const DECODER_WORDS = Object.keys(DECODER_OPTIONS) as readonly (keyof typeof DECODER_OPTIONS)[];

/** Values of `DECODER_OPTIONS`. `iterations` overrides the decoder's own number. */
type DecoderArguments = Omit<Values<typeof DECODER_OPTIONS>, "iterations"> & {
  readonly iterations?: string | number;
};

/** The chosen decoder, or the code's default. @throws InputError for an invalid decoder or contradictory options. */
export function chosenDecoder(code: DecodableCode, options: DecoderArguments): DecoderSpec {
  const { decoder = defaultDecoder(code), ...separate } = options;
  return checkUsage(() => readDecoder(wordsWith(decoder, separate), decoderFile));
}

/** Adds separately given options to a decoder's words. @throws InputError if an option contradicts them. */
function wordsWith(decoder: string, options: Omit<DecoderArguments, "decoder">): string {
  const words = decoder.trim().split(/\s+/);
  for (const name of Object.keys(REPROCESS_OPTIONS) as (keyof typeof REPROCESS_OPTIONS)[]) {
    const value = options[camel(name)];
    if (value === undefined) continue;
    const said = words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    if (said === undefined) words.push(`${name}=${value}`);
    else if (!sameValue(said, value)) {
      throw new InputError(`--${name} ${value}, but --decoder says ${name}=${said}: leave one of them out`);
    }
  }
  const { iterations, rule } = options;
  if (rule !== undefined && words.some((word) => word.startsWith("rule=")))
    throw new InputError(`--rule ${rule}, but --decoder has a rule= too: leave one of them out`);
  // A file's name may have blanks.
  if (rule !== undefined) words.push(`rule=${giveText(decoderFile(rule), rule)}`);
  // A later word overrides an earlier one.
  return [...words, ...(iterations === undefined ? [] : [`iterations=${iterations}`])].join(" ");
}

function sameValue(one: string, other: string): boolean {
  return one === other || (one !== "" && other !== "" && Number(one) === Number(other));
}

/** The options of every command that computes. */
export const ENGINE_OPTIONS = inGroup("Computing", {
  engine: choice(ENGINES, { default: "auto" }, "auto takes a hardware GPU, else the CPU"),
  adapter: text(
    { seldom: true, placeholder: "NAME", example: "H200" },
    "adapter to use, by its number, its PCI address or a part of its name, as ldpc devices lists them",
  ),
  memory: number(
    { seldom: true, placeholder: "GIB", example: "8", unit: "GiB", above: 0, defaultText: "2" },
    "device memory for frames, in GiB or with a unit (500 MB); WebGPU cannot report free memory",
  ),
});

export type EngineArguments = Values<typeof ENGINE_OPTIONS>;

/** @throws UsageError for an adapter with the CPU engine, which has no adapters. */
export function requireEngineOptions({ engine, adapter }: Pick<EngineChoice, "engine" | "adapter">): void {
  if (engine !== "cpu" || adapter === undefined) return;
  throw new UsageError(`--adapter ${adapter} names a GPU: it does not go with --engine cpu`);
}

/**
 * Opens the engine of a command that computes in this process.
 * @param signal closes a CPU engine, which fails its runs at once: on a busy machine they take many seconds. Runs of a GPU are short.
 * @throws InputError as `openEngine`; UsageError for contradictory options.
 */
export async function openChosenEngine(options: EngineChoice, signal?: AbortSignal): Promise<Engine> {
  const engine = await openEngine(oneEngine(options));
  const close = () => void engine.close();
  if (engine.info.engine === "cpu") signal?.addEventListener("abort", close, { once: true });
  return engine;
}

/** As `engineInfo`. @throws UsageError for contradictory options. */
export function chosenEngineInfo(options: EngineChoice): Promise<EngineInfo> {
  return engineInfo(oneEngine(options));
}

function oneEngine(options: EngineChoice): EngineChoice {
  requireEngineOptions(options);
  if (options.adapter === ALL_ADAPTERS)
    throw new UsageError("--adapter all is for ldpc simulate and ldpc sweep, which start workers: name one adapter");
  return engineChoice(options);
}
