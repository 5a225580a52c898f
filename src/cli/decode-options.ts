import { resolve } from "node:path";
import type { Argv } from "yargs";
import { readDecoder } from "../decoder/decoder.ts";
import { LLR_KINDS, type LlrKind } from "../decoder/llr.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { type CodeFileArguments, withCodeFileOptions } from "./code-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";

/** The command line of `decode`. */
export interface DecodeArguments extends CodeFileArguments, EngineArguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations?: string;
  readonly input: string;
  readonly out: string;
  readonly llr?: LlrKind;
  readonly raw: boolean;
  readonly information: boolean;
  readonly report?: string;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Adds the options of `decode`. */
export function withDecodeOptions<T>(yargs: Argv<T>): Argv<T & DecodeArguments> {
  const text = { type: "string", requiresArg: true } as const;
  const flag = { type: "boolean", default: false } as const;
  return withEngineOptions(withCodeFileOptions(yargs))
    .option("code", { ...text, demandOption: true, describe: "name or file of the code" })
    .option("decoder", { ...text, default: "min-max", describe: "decoder and its options" })
    .option("iterations", { ...text, describe: "decoding iterations [10]" })
    .option("input", {
      ...text,
      demandOption: true,
      describe: "LLRs to decode: .npy (float32, float64), or .f32 or .bin with plain little-endian f32 values",
    })
    .option("out", {
      ...text,
      demandOption: true,
      describe: "symbols to write: .npy (uint8), .bin (bytes) or .txt (a frame per line)",
    })
    .option("llr", {
      choices: LLR_KINDS,
      describe: "bit: ln P(0)/P(1), N·p a frame; symbol: −ln P(a), N·q a frame; the input's shape decides if left out",
    })
    .option("raw", { ...flag, describe: "the input holds plain f32 values whatever its name" })
    .option("information", { ...flag, describe: "write the information symbols only" })
    .option("report", { ...text, describe: "CSV file to write: iterations and convergence of every frame" })
    .option("force", { ...flag, describe: "overwrite files if there are any" })
    .option("json", { ...flag, describe: "print JSON instead of text" })
    .option("quiet", { ...flag, describe: "no progress on stderr" });
}

/** The decoder asked for. @throws InputError if it is not one. */
export function decodeSpec({ decoder, iterations }: DecodeArguments): DecoderSpec {
  const words = iterations === undefined ? "" : ` iterations=${iterations}`;
  return readDecoder(`${decoder}${words}`);
}

/** @throws InputError if a file to write is also one to read, or two files to write are one. */
export function checkFilesDiffer({ input, out, report }: DecodeArguments): void {
  const options: [string, string | undefined][] = [
    ["--input", input],
    ["--out", out],
    ["--report", report],
  ];
  const seen = new Map<string, string>();
  for (const [option, path] of options) {
    if (path === undefined) continue;
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`${option} ${path} is the file of ${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
