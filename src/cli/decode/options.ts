import { resolve } from "node:path";
import { LLR_KINDS } from "../../decoder/llr.ts";
import { InputError } from "../../errors.ts";
import { LLR_SIGNS, PLAIN_TYPES } from "../../node/files/llr-file.ts";
import type { Values } from "../command-line/command.ts";
import { choice, flag, number, text, undecidedFlag } from "../command-line/option.ts";
import { LABEL_OPTIONS } from "../options/channel.ts";
import { CODE_FILE_OPTIONS, CODE_OPTION, MODEL_OPTIONS } from "../options/code.ts";
import { DECODER_OPTIONS } from "../options/decoder.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";
import { UNSENT_OPTIONS } from "../options/positions.ts";
import { TRANSPORT_OPTIONS } from "../options/transport.ts";

/** The options of `ldpc decode`. */
export const DECODE_OPTIONS = {
  input: text({
    group: "Files",
    placeholder: "FILE",
    describe: "LLRs to decode: .npy, .f32, .f64, .f16, .i8, or .bin (f32 unless --llr-type); - for stdin",
    example: "llr.npy",
  }),
  received: text({
    group: "Channel",
    seldom: true,
    placeholder: "FILE",
    describe:
      "received points in the place of LLRs: .npy (complex64 or complex128), the transmitted points of each frame",
    example: "points.npy",
  }),
  gains: text({
    group: "Channel",
    seldom: true,
    placeholder: "FILE",
    describe:
      "with --received: complex gain of each point, known to the receiver, in the form of the points; 1 if left out",
    example: "gains.npy",
  }),
  esn0: number({
    group: "Channel",
    seldom: true,
    placeholder: "DB",
    describe: "with --received: Es/N0 in dB, for points of mean energy 1",
    example: "9.5",
    noun: "the Es/N0 in dB",
    minimum: -50,
    maximum: 100,
  }),
  ...LABEL_OPTIONS,
  out: text({
    group: "Files",
    placeholder: "FILE",
    describe:
      "symbols to write: .npy (uint8), .bin (bytes), .txt (a frame per line) or .bits (packed, the first bit highest); - for .npy on stdout",
    example: "symbols.npy",
    required: true,
  }),
  llr: choice(LLR_KINDS, {
    group: "Files",
    describe: "bit: ln P(0)/P(1), N·p values a frame; symbol: −ln P(a), N·q values a frame",
    defaultText: "by shape and field",
  }),
  "llr-type": choice(PLAIN_TYPES, {
    group: "Files",
    seldom: true,
    describe: "type of the values of a plain file",
    defaultText: "by the file's ending, f32 of .bin and --raw",
  }),
  "llr-sign": choice(LLR_SIGNS, {
    group: "Files",
    seldom: true,
    describe: "reversed: the input holds ln P(1)/P(0), or ln P(a) of symbols",
    defaultText: "normal",
  }),
  transmitted: undecidedFlag({
    group: "Files",
    describe: "the input holds the transmitted symbols only, without the punctured and shortened ones",
    defaultText: "by the input's shape",
  }),
  raw: flag({ group: "Files", seldom: true, describe: "the input holds plain values, for any file name" }),
  syndrome: text({
    group: "Files",
    placeholder: "FILE",
    describe: "syndromes of the words, M values a frame: .npy (uint8), .bin (bytes) or .bits (packed)",
    example: "syndromes.npy",
    defaultText: "zero",
  }),
  information: flag({
    group: "Files",
    describe: "write the information symbols only; with --syndrome all but the shortened symbols",
  }),
  soft: text({
    group: "Files",
    placeholder: "FILE",
    describe:
      ".npy file (float32) to write, soft output of all symbols: bit LLRs over GF(2), else costs −ln P(a), 0 of the likeliest symbol",
    example: "soft.npy",
  }),
  report: text({
    group: "Files",
    placeholder: "FILE",
    describe: "CSV file to write, with iterations and convergence of every frame",
    example: "frames.csv",
  }),
  shots: text({
    group: "Files",
    seldom: true,
    placeholder: "FILE",
    describe:
      "with --dem or --circuit: detectors of shots in the place of LLRs, .b8 (packed, the first detector lowest) or .01 (lines); --out gets their observables",
    example: "detectors.b8",
  }),
  code: CODE_OPTION,
  ...MODEL_OPTIONS,
  ...UNSENT_OPTIONS,
  ...TRANSPORT_OPTIONS,
  ...DECODER_OPTIONS,
  force: flag({ group: "Output", describe: "overwrite files that are there" }),
  json: flag({ group: "Output", describe: "print the summary as JSON instead of text" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
  ...ENGINE_OPTIONS,
  ...CODE_FILE_OPTIONS,
} as const;

export type DecodeArguments = Values<typeof DECODE_OPTIONS>;

/** @throws InputError if an output file is also an input file, or two output files are the same. */
export function checkFilesDiffer({ input, received, gains, syndrome, out, soft, report }: DecodeArguments): void {
  const options: [string, string | undefined][] = [
    ["--input", input],
    ["--received", received],
    ["--gains", gains],
    ["--syndrome", syndrome],
    ["--out", out],
    ["--soft", soft],
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

/** @throws InputError if soft output would have another ending than its form. */
export function checkSoftFileName({ soft }: Pick<DecodeArguments, "soft">): void {
  if (soft === undefined || soft.toLowerCase().endsWith(".npy")) return;
  throw new InputError(`--soft ${soft}: soft output is an array of NumPy: let the name end in .npy`);
}
