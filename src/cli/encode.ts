import type { Code } from "../code/code.ts";
import { randomSource } from "../code/construct/random.ts";
import { codeEncoder } from "../code/encoder.ts";
import { positionsText } from "../code/positions.ts";
import { encodeFrames, rateZeroError, requireOneLength } from "../code/rate-matching.ts";
import { InputError } from "../errors.ts";
import { loadCode } from "../node/codes/codes.ts";
import { readyEncoder } from "../node/codes/ready-encoder.ts";
import {
  checkSymbolFileName,
  createSymbolFile,
  openSymbolFile,
  type SymbolFile,
  type SymbolSource,
} from "../node/files/symbol-file.ts";
import { counted, formatCount } from "../report/format.ts";
import { defineCommand, flag, inGroup, number, SEED, text, type Values } from "./command-line/option.ts";
import { checkUsage, UsageError } from "./command-line/parse.ts";
import { requireOtherFiles, STREAM, withStreams } from "./decode.ts";
import { untilInterrupted } from "./exit.ts";
import { LABEL_OPTIONS } from "./options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPTION,
  loadOptions,
  TRANSPORT_OPTIONS,
  UNSENT_OPTIONS,
  withModel,
} from "./options/code.ts";
import { Progress, resultJson } from "./output.ts";

const { columns: _, hz: _hz, basis: _basis, rewire: _rewire, "ends-by": _ends, ...CODE_FILE } = CODE_FILE_OPTIONS;

const ENCODE_OPTIONS = {
  ...inGroup("Files", {
    input: text(
      { placeholder: "FILE", example: "information.npy" },
      "information symbols, k a frame: .npy (whole numbers), .bin (bytes), .txt (a frame per line) or .bits (packed); any other file is a stream of bits, the last frame filled with zeros; - for stdin",
    ),
    raw: flag("take the bits of the input, whatever its ending", { seldom: true }),
    seed: number(SEED, "random information in the place of --input"),
    frames: number({ example: "1000", whole: 1, maximum: 2 ** 32 }, "with --seed: words to write"),
    out: text(
      { placeholder: "FILE", example: "words.npy", required: true },
      "words to write: .npy (uint8), .bin (bytes), .txt (a word per line) or .bits (packed, the first bit highest); - for .npy on stdout",
    ),
    "information-out": text(
      { placeholder: "FILE", example: "information.npy" },
      "information symbols to write, in the same formats",
    ),
    "all-symbols": flag("write all N symbols of a word, with the punctured and shortened ones"),
  }),
  code: CODE_OPTION,
  ...UNSENT_OPTIONS,
  ...TRANSPORT_OPTIONS,
  modulation: {
    ...LABEL_OPTIONS.modulation,
    describe: "with --transport: modulation, whose points the sent bits fill",
  },
  ...inGroup("Output", {
    force: flag("overwrite files that are there"),
    json: flag("print the summary as JSON instead of text"),
    quiet: flag("show no progress on stderr"),
  }),
  ...CODE_FILE,
} as const;

type EncodeArguments = Values<typeof ENCODE_OPTIONS>;

export default defineCommand({
  options: ENCODE_OPTIONS,
  examples: {
    "ldpc encode --code wifi-648-324 --seed 1 --frames 1000 --out words.npy":
      "random words of shape (1000, 648), for a channel of your own",
    "ldpc encode --code nr-bg2-z10 --input message.txt --raw --out words.bits":
      "the bits of any file; punctured bits are left out",
    "ldpc encode --code nb620-gf32 --input information.npy --out words.npy":
      "symbols of GF(32), shape (frames, 310) to (frames, 620)",
  },
  complete: withModel,
  run: (options) => untilInterrupted((signal) => encode(options, signal)),
});

/** Symbols that are encoded between two looks at Ctrl-C. */
const AT_ONCE = 2 ** 20;

/** @throws UsageError unless the options name one source of information, and files that differ. */
function checkOptions({ input, raw, seed, frames, out, informationOut, transport, modulation }: EncodeArguments): void {
  if (input === undefined && seed === undefined)
    throw new UsageError("no information: give --input FILE, or --seed N and --frames N for random information");
  if (input !== undefined) {
    const extra = seed !== undefined ? "seed" : frames === undefined ? undefined : "frames";
    if (extra !== undefined) throw new UsageError(`--${extra} belongs to random information: leave it or --input out`);
  } else {
    if (raw) throw new UsageError("--raw belongs to --input: leave it out, or name a file");
    if (frames === undefined)
      throw new UsageError(`--seed ${seed} needs a number of words: give --frames, for example 1000`);
  }
  if (transport === undefined && modulation !== undefined && modulation !== "bpsk")
    throw new UsageError("--modulation belongs to --transport: code words are bits, in any modulation");
  requireOtherFiles({ input, out, "information-out": informationOut });
  if (out !== STREAM) checkSymbolFileName(out);
  if (informationOut !== undefined) checkSymbolFileName(informationOut);
}

async function encode(options: EncodeArguments, signal: AbortSignal): Promise<void> {
  checkUsage(() => checkOptions(options));
  const code = loadCode(options.code, loadOptions(options));
  if (code.model !== undefined) throw new InputError(`${code.name} is an error model, and has no code words`);
  if (!options.allSymbols) requireOneLength(code);
  await withStreams(options, signal, async (named) => {
    const progress = new Progress(process.stderr, options.quiet, process.env);
    await readyEncoder(code, "encoder", { signal, say: (text) => progress.say(text) });
    if (codeEncoder(code).k === 0) throw rateZeroError(code);
    const information = await informationOf(named, code);
    try {
      const summary = await encodeAll(named, code, information, signal);
      return options.json ? resultJson("encode 1", summary) : summaryText(summary);
    } finally {
      await information.close();
    }
  });
}

/** The information of a file, or random symbols, which depend on the seed and the code's k and q alone. */
async function informationOf({ input, raw, seed, frames = 0 }: EncodeArguments, code: Code): Promise<SymbolSource> {
  const { k } = codeEncoder(code);
  const { q, p } = code.matrix.field;
  if (input !== undefined) return openSymbolFile(input, { q, p, symbols: k }, raw);
  const random = randomSource(seed!);
  const read = async (_: number, count: number) => Uint8Array.from({ length: count * k }, () => random.below(q));
  return { frames, padding: 0, read, close: async () => {} };
}

async function encodeAll(
  { out, informationOut, allSymbols, force }: EncodeArguments,
  code: Code,
  information: SymbolSource,
  signal: AbortSignal,
) {
  const { k, informationPositions } = codeEncoder(code);
  const { frames, padding } = information;
  const { q } = code.matrix.field;
  const form = { transmitted: !allSymbols };
  const symbols = encodeFrames(code, new Uint8Array(k), form).length;
  const files: SymbolFile[] = [];
  try {
    files.push(createSymbolFile(out, { frames, symbols, q, force }));
    if (informationOut !== undefined) files.push(createSymbolFile(informationOut, { frames, symbols: k, q, force }));
    const together = Math.max(1, Math.floor(AT_ONCE / symbols));
    for (let first = 0; first < frames; first += together) {
      // Signals are served between two parts.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      const read = await information.read(first, Math.min(together, frames - first));
      files[0].write(encodeFrames(code, read, form));
      files[1]?.write(read);
    }
    for (const file of files) file.finish();
  } finally {
    for (const file of files) file.discard();
  }
  const positions = positionsText([...informationPositions]);
  return { code: code.name, frames, information: k, informationPositions: positions, symbols, q, padding };
}

function summaryText(summary: Awaited<ReturnType<typeof encodeAll>>): string {
  const { code, frames, information, symbols, q, padding } = summary;
  const what = q === 2 ? "bits" : `symbols of GF(${q})`;
  const line = `${counted(frames, "word")} of ${code}: ${formatCount(information)} information ${what} each, ${formatCount(symbols)} written`;
  return padding === 0 ? line : `${line}; the last frame is filled with ${counted(padding, "zero bit")}`;
}
