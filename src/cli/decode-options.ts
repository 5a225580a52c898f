import { resolve } from "node:path";
import type { Argv } from "yargs";
import { LLR_KINDS, type LlrKind } from "../decoder/llr.ts";
import { InputError } from "../errors.ts";
import { type CodeFileArguments, withCodeFileOptions } from "./code-options.ts";
import { DECODER_HELP, type ReprocessArguments, withReprocessOptions } from "./decoder-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";

/** The command line of `decode`. */
export interface DecodeArguments extends CodeFileArguments, EngineArguments, ReprocessArguments {
  readonly code: string;
  readonly decoder?: string;
  readonly iterations?: string;
  readonly input: string;
  readonly out: string;
  readonly llr?: LlrKind;
  readonly transmitted?: boolean;
  readonly raw: boolean;
  readonly syndrome?: string;
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
  return withReprocessOptions(withEngineOptions(withCodeFileOptions(yargs)))
    .option("code", { ...text, demandOption: true, describe: "name or file of the code" })
    .option("decoder", { ...text, describe: DECODER_HELP })
    .option("iterations", { ...text, describe: "decoding iterations [10]" })
    .option("input", {
      ...text,
      demandOption: true,
      describe: "LLRs to decode: .npy (float32, float64), or .f32 or .bin with plain little-endian f32 values",
    })
    .option("out", {
      ...text,
      demandOption: true,
      describe:
        "symbols to write: .npy (uint8), .bin (bytes), .txt (a frame per line) or .bits (packed, first bit highest)",
    })
    .option("llr", {
      choices: LLR_KINDS,
      describe: "bit: ln P(0)/P(1), N·p a frame; symbol: −ln P(a), N·q a frame; the input's shape decides if left out",
    })
    .option("transmitted", {
      type: "boolean",
      describe:
        "the input holds the transmitted symbols only, without punctured and shortened ones; its shape decides if left out",
    })
    .option("raw", { ...flag, describe: "the input holds plain f32 values whatever its name" })
    .option("syndrome", {
      ...text,
      describe:
        "syndromes that the words have, M a frame: .npy (uint8), .bin (bytes) or .bits (packed); zero if left out",
    })
    .option("information", {
      ...flag,
      describe: "write the information symbols only; with --syndrome all but the shortened ones",
    })
    .option("report", { ...text, describe: "CSV file to write: iterations and convergence of every frame" })
    .option("force", { ...flag, describe: "overwrite files if there are any" })
    .option("json", { ...flag, describe: "print JSON instead of text" })
    .option("quiet", { ...flag, describe: "no progress on stderr" });
}

/** @throws InputError if a file to write is also one to read, or two files to write are one. */
export function checkFilesDiffer({ input, syndrome, out, report }: DecodeArguments): void {
  const options: [string, string | undefined][] = [
    ["--input", input],
    ["--syndrome", syndrome],
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
