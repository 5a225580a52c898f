import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { channelFamily } from "../channel/channels.ts";
import type { Modulated } from "../channel/modulation/modulated.ts";
import type { Code } from "../code/code.ts";
import { codeInformation } from "../code/encoder.ts";
import { requireOneLength, transmittedPositions } from "../code/rate-matching.ts";
import { LLR_KINDS } from "../decoder/llr.ts";
import { isModelCode } from "../decoder/shots/model.ts";
import { frameDecoder } from "../engine/decode.ts";
import { shotFrameDecoder } from "../engine/decode-shots.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { loadCode } from "../node/codes/codes.ts";
import { readyEncoder } from "../node/codes/ready-encoder.ts";
import { diskError, PartFile, requireWritable, temporaryFolder } from "../node/disk/disk.ts";
import { engineSentence } from "../node/engine/engines.ts";
import { type DecodeTotals, decodeFile, LlrStatistic } from "../node/files/decode-file.ts";
import {
  LLR_SIGNS,
  type LlrFile,
  openHardFile,
  openLlrFile,
  PLAIN_TYPES,
  repeatedFrame,
} from "../node/files/llr-file.ts";
import { openReceivedFile } from "../node/files/received-file.ts";
import { readShots, shotEnding, shotStride, writeShots } from "../node/files/shot-file.ts";
import {
  checkSymbolFileName,
  createSymbolFile,
  openSyndromeFile,
  type SymbolFile,
  type SyndromeFile,
} from "../node/files/symbol-file.ts";
import { npyHeader } from "../npy.ts";
import { formatCount, formatDuration, formatNumber, formatQuantity } from "../report/format.ts";
import {
  choice,
  defineCommand,
  flag,
  inGroup,
  kebab,
  number,
  text,
  undecidedFlag,
  type Values,
} from "./command-line/option.ts";
import { checkUsage, UsageError } from "./command-line/parse.ts";
import { interruption, untilInterrupted } from "./exit.ts";
import { chosenModulation, LABEL_OPTIONS } from "./options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPTION,
  loadOptions,
  MODEL_OPTIONS,
  TRANSPORT_OPTIONS,
  UNSENT_OPTIONS,
  withModel,
} from "./options/code.ts";
import { chosenDecoder, DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "./options/decoder.ts";
import { isClosedPipe, Progress, print, resultJson, tell } from "./output.ts";
import type { Result } from "./results.ts";

const DECODE_OPTIONS = {
  ...inGroup("Files", {
    input: text(
      { placeholder: "FILE", example: "llr.npy" },
      "LLRs to decode: .npy, .f32, .f64, .f16, .i8, or .bin (f32 unless --llr-type); - for stdin",
    ),
  }),
  ...inGroup("Channel", {
    received: text(
      { seldom: true, placeholder: "FILE", example: "points.npy" },
      "received points in the place of LLRs: .npy (complex64 or complex128), the transmitted points of each frame",
    ),
    gains: text(
      { seldom: true, placeholder: "FILE", example: "gains.npy" },
      "with --received: complex gain of each point, known to the receiver, in the form of the points; 1 if left out",
    ),
    esn0: number(
      { seldom: true, placeholder: "DB", example: "9.5", minimum: -50, maximum: 100 },
      "with --received: Es/N0 in dB, for points of mean energy 1",
    ),
  }),
  ...LABEL_OPTIONS,
  ...inGroup("Files", {
    out: text(
      { placeholder: "FILE", example: "symbols.npy", required: true },
      "symbols to write: .npy (uint8), .bin (bytes), .txt (a frame per line) or .bits (packed, the first bit highest); - for .npy on stdout",
    ),
    llr: choice(
      LLR_KINDS,
      { defaultText: "by shape and field" },
      "bit: ln P(0)/P(1), N·p values a frame; symbol: −ln P(a), N·q values a frame",
    ),
    "llr-type": choice(
      PLAIN_TYPES,
      { seldom: true, defaultText: "by the file's ending, f32 of .bin and --raw" },
      "type of the values of a plain file",
    ),
    "llr-sign": choice(
      LLR_SIGNS,
      { seldom: true, defaultText: "normal" },
      "reversed: the input holds ln P(1)/P(0), or ln P(a) of symbols",
    ),
    "llr-scale": number(
      { seldom: true, placeholder: "STEP", example: "0.25", above: 0, defaultText: "1" },
      "LLR of a value of 1, such as the step of a modem's int8",
    ),
    transmitted: undecidedFlag(
      "the input holds the transmitted symbols only, without the punctured and shortened ones",
      { defaultText: "by the input's shape" },
    ),
  }),
  ...inGroup("Channel", {
    qber: number(
      { seldom: true, placeholder: "P", example: "0.02", above: 0, below: 0.5 },
      "the input holds hard symbols, as ldpc encode writes them (.npy, .bin, .txt, .bits): probability that a bit is wrong",
    ),
  }),
  ...inGroup("Files", {
    raw: flag("the input holds plain values, for any file name", { seldom: true }),
    syndrome: text(
      { placeholder: "FILE", example: "syndromes.npy", defaultText: "zero" },
      "syndromes of the words, M values a frame: .npy (uint8), .bin (bytes) or .bits (packed)",
    ),
    information: flag("write the information symbols only; with --syndrome all but the shortened symbols"),
    soft: text(
      { placeholder: "FILE", example: "soft.npy" },
      ".npy file (float32) to write, soft output of all symbols: bit LLRs over GF(2), else costs −ln P(a), 0 of the likeliest symbol",
    ),
    report: text(
      { placeholder: "FILE", example: "frames.csv" },
      "CSV file to write, with iterations and convergence of every frame",
    ),
    shots: text(
      { seldom: true, placeholder: "FILE", example: "detectors.b8" },
      "with --dem or --circuit: detectors of shots in the place of LLRs, .b8 (packed, the first detector lowest) or .01 (lines); --out gets their observables",
    ),
    p: number(
      { seldom: true, example: "0.003", defaultText: "that of the file" },
      "with --shots: error rate of a circuit or a quantum code, for priors",
    ),
  }),
  code: CODE_OPTION,
  ...MODEL_OPTIONS,
  ...UNSENT_OPTIONS,
  ...TRANSPORT_OPTIONS,
  ...DECODER_OPTIONS,
  ...inGroup("Output", {
    force: flag("overwrite files that are there"),
    json: flag("print the summary as JSON instead of text"),
    quiet: flag("show no progress on stderr"),
  }),
  ...ENGINE_OPTIONS,
  ...CODE_FILE_OPTIONS,
} as const;

type DecodeArguments = Values<typeof DECODE_OPTIONS>;

/** @throws InputError if two options name the same file. @param files by their options; stdin and stdout are none. */
export function requireOtherFiles(files: Readonly<Record<string, string | undefined>>): void {
  const seen = new Map<string, string>();
  for (const [option, path] of Object.entries(files)) {
    if (path === undefined || (path === STREAM && ["input", "received", "out"].includes(option))) continue;
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`--${option} ${path} is the file of --${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}

/** @throws InputError if soft output would have another ending than its form. */
function checkSoftFileName({ soft }: Pick<DecodeArguments, "soft">): void {
  if (soft === undefined || soft.toLowerCase().endsWith(".npy")) return;
  throw new InputError(`--soft ${soft}: soft output is an array of NumPy: let the name end in .npy`);
}

export default defineCommand({
  options: DECODE_OPTIONS,
  examples: {
    "ldpc decode --code nb620-gf32 --input llr.npy --out symbols.npy":
      "bit LLRs of shape (frames, 3100), or symbol LLRs of shape (frames, 620, 32)",
    "ldpc decode --code nr-bg2-z10 --input llr.npy --information --out k.bits":
      "5G: LLRs of the transmitted bits, or of all bits with 0 for the punctured ones",
    "ldpc decode --code wifi-648-324 --input - --out -":
      "LLRs from stdin, decisions as .npy to stdout, and the summary on stderr",
    "ldpc decode --dem memory.dem --shots detectors.b8 --out observables.b8":
      "shots of a quantum circuit, as stim sample and stim detect write them",
  },
  complete: withModel,
  run: (options) =>
    untilInterrupted((signal) =>
      options.shots === undefined ? decode(options, signal) : decodeShots(options, options.shots, signal),
    ),
});

const NOTHING_WRITTEN = "nothing is written";

async function decode(options: DecodeArguments, signal: AbortSignal): Promise<void> {
  const { input, received, gains, syndrome, out, soft, report } = options;
  checkUsage(() => {
    checkInput(options);
    requireOtherFiles({ input, received, gains, syndrome, out, soft, report });
    if (out !== STREAM) checkSymbolFileName(out);
    checkSoftFileName(options);
  });
  const code = loadCode(options.code, loadOptions(options));
  requireOneLength(code);
  const spec = chosenDecoder(code, options);
  await withStreams(options, signal, (named) => decodeFiles(named, code, spec, signal));
}

/** @returns the summary. */
async function decodeFiles(
  options: DecodeArguments,
  code: Code,
  spec: ReturnType<typeof chosenDecoder>,
  signal: AbortSignal,
): Promise<string> {
  const { field, rows: checks, columns: symbols } = code.matrix;
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const transmittedSymbols = transmittedPositions(code).length;
  const { llr: kind, transmitted, raw, llrType: type, llrSign: sign, llrScale: scale } = options;
  const shape = { field, symbols, transmittedSymbols, transmitted };
  let input =
    options.received !== undefined
      ? await openReceivedFile(options.received, { code, ...receiverOf(options, code) })
      : options.qber === undefined
        ? await openLlrFile(options.input!, { ...shape, kind, raw, type, sign, scale })
        : await openHardFile(options.input!, { ...shape, qber: options.qber });
  let syndromes: SyndromeFile | undefined;
  let engine: Engine | undefined;
  let files: OutputFiles | undefined;
  try {
    if (options.syndrome !== undefined) {
      syndromes = await openSyndromeFile(options.syndrome, {
        q: field.q,
        checks,
        emptyRows: code.emptyRows,
        frames: input.frames,
      });
      if (syndromes.frames !== input.frames) input = repeatedFrame(input, syndromes.frames);
    }
    if (options.information && options.syndrome === undefined) {
      await readyEncoder(code, "information", { signal, say: (text) => progress.say(text) });
    }
    files = createFiles(options, code, input);
    engine = await openChosenEngine(options);
    progress.say(engineSentence(engine.info));
    const decoder = frameDecoder(engine, code, spec, {
      syndrome: syndromes !== undefined,
      soft: options.soft !== undefined,
    });
    const statistic = new LlrStatistic(input.kind, code, decoder.input);
    const begin = performance.now();
    let totals: DecodeTotals = { frames: 0, converged: 0, iterations: 0, clamped: 0, scaled: 0, least: 1, most: 1 };
    const line = () => `decoded ${formatCount(totals.frames)} of ${formatCount(input.frames)} frames`;
    progress.start({ table: line, line });
    totals = await decodeFile({
      input,
      syndromes,
      decoder,
      code,
      statistic,
      signal,
      ...files,
      runsInFlight: engine.runsInFlight,
      progress: (now) => {
        totals = now;
      },
    });
    decoder.release();
    progress.stop();
    if (totals.frames < input.frames) throw interruption(NOTHING_WRITTEN);
    for (const file of [files.output, files.soft, files.report]) file?.finish();
    const { frames, converged, iterations, clamped, scaled, least, most } = totals;
    const seconds = (performance.now() - begin) / 1000;
    const summary: DecodeSummary = {
      input: {
        file: input.path,
        llr: input.kind,
        symbols: input.symbols,
        syndromes: syndromes?.path,
        statistic: statistic.result(),
        hint: statistic.hint(converged / frames),
      },
      frames,
      converged,
      notConverged: frames - converged,
      averageIterations: iterations / frames,
      clamped,
      scaled: { frames: scaled, least, most },
      seconds,
      codedMbitPerSecond: (frames * transmittedSymbols * field.p) / seconds / 1e6,
      device: engine.info,
    };
    return options.json ? resultJson("decode 1", summary) : summaryText(summary, statistic);
  } finally {
    progress.stop();
    for (const file of [files?.output, files?.soft, files?.report]) file?.discard();
    await syndromes?.close();
    await input.close();
    await engine?.close();
  }
}

interface OutputFiles {
  readonly output: SymbolFile;
  readonly soft?: PartFile;
  readonly report?: PartFile;
  readonly positions?: Uint32Array;
}

function createFiles(options: DecodeArguments, code: Code, { frames }: LlrFile): OutputFiles {
  const { columns, field } = code.matrix;
  const positions = options.information ? informationPositions(code, options.syndrome !== undefined) : undefined;
  const report = options.report === undefined ? undefined : new PartFile(options.report, options.force);
  let soft: PartFile | undefined;
  try {
    if (options.soft !== undefined) {
      soft = new PartFile(options.soft, options.force);
      soft.write(npyHeader("f32", [frames, columns, ...(field.q === 2 ? [] : [field.q])]));
    }
    const shape = { frames, symbols: positions?.length ?? columns, q: field.q };
    return { output: createSymbolFile(options.out, { ...shape, force: options.force }), soft, report, positions };
  } catch (error) {
    soft?.discard();
    report?.discard();
    throw error;
  }
}

/** Positions that carry information. With a syndrome these are all symbols except shortened ones. */
function informationPositions(code: Code, hasSyndrome: boolean): Uint32Array {
  if (!hasSyndrome) return codeInformation(code).informationPositions;
  const shortened = new Set(code.shortened);
  return Uint32Array.from({ length: code.matrix.columns }, (_, n) => n).filter((n) => !shortened.has(n));
}

/** Options that received points exclude, because the modulation determines them. */
const OF_LLRS = ["qber", "llr", "llrType", "llrSign", "llrScale", "transmitted"] as const;
/** Options of LLRs that hard symbols exclude. */
const OF_SOFT = ["llr", "llrType", "llrSign", "llrScale"] as const;
const LABEL_WORDS = Object.keys(LABEL_OPTIONS) as (keyof typeof LABEL_OPTIONS)[];

/** @throws UsageError unless the options describe either LLRs or received points. */
function checkInput(options: DecodeArguments): void {
  const { input, received, gains, esn0, raw, modulation, transport } = options;
  if (input === undefined && received === undefined)
    throw new UsageError("no LLRs: give --input llr.npy, or received points as --received FILE");
  if (input !== undefined && received !== undefined)
    throw new UsageError("--input and --received both name the frames: leave one of them out");
  if (received === undefined) {
    const soft =
      options.qber === undefined ? undefined : raw ? "raw" : OF_SOFT.find((word) => options[word] !== undefined);
    if (soft !== undefined)
      throw new UsageError(`--${kebab(soft)} describes LLRs: with --qber the input holds hard symbols`);
    const isGiven = (word: (typeof LABEL_WORDS)[number]) => options[word] !== undefined && options[word] !== "bpsk";
    // The modulation orders the bits of a transport block, with labels of 5G.
    const words =
      transport === undefined
        ? LABEL_WORDS
        : LABEL_WORDS.filter((word) => word !== "modulation" && options[word] !== "5g");
    const wrong = gains !== undefined ? "gains" : esn0 === undefined ? words.find(isGiven) : "esn0";
    if (wrong !== undefined) throw new UsageError(`--${wrong} belongs to --received: LLRs have no modulation any more`);
    return;
  }
  const wrong = raw ? "raw" : OF_LLRS.find((word) => options[word] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(`--${kebab(wrong)} belongs to --input: the modulation says what points hold`);
  if (esn0 === undefined) {
    const of = typeof modulation === "string" ? modulation : modulation.name;
    throw new UsageError(`--received needs the noise: give --esn0 in dB, for points of ${of} with mean energy 1`);
  }
}

/** Modulation and noise of received points. @throws UsageError and InputError as `chosenModulation`. */
function receiverOf(
  options: DecodeArguments,
  code: Code,
): { readonly modulation: Modulated; readonly esn0: number; readonly gains?: string } {
  const { modulation: points, labeling, demapper, interleaver } = options;
  const chosen = chosenModulation({ modulation: points, labeling, demapper, interleaver }, channelFamily("esn0"), code);
  const modulation: Modulated = chosen ?? { name: "bpsk", labeling: "gray", demapper: "log-map" };
  return { modulation, esn0: options.esn0!, ...(options.gains === undefined ? {} : { gains: options.gains }) };
}

/** The name by which an option means stdin or stdout. */
export const STREAM = "-";

/**
 * Runs a command with files in the place of `-`: stdin is copied to a temporary file first, since batches are read by their place, and
 * the output to stdout at the end, where nothing else may stand.
 * @param run gets the options, and returns the summary.
 * @throws UsageError if stdin is read twice or is a terminal; InputError if the temporary file cannot be written; CommandExit if the signal
 * ended the command.
 */
export async function withStreams<Options extends { input?: string; received?: string; out: string }>(
  options: Options,
  signal: AbortSignal,
  run: (options: Options) => Promise<string>,
): Promise<void> {
  const { input, received, out } = options;
  const read = ([input, received] as const).indexOf(STREAM);
  if (read >= 0 && process.stdin.isTTY)
    throw new UsageError(`--${["input", "received"][read]} - reads stdin, a terminal: pipe a file into it`);
  let folder: string | undefined;
  try {
    if (read < 0 && out !== STREAM) return print(await run(options));
    folder = await temporaryFolder("ldpc-");
    const stdin = read < 0 ? "" : await spooled(folder, signal);
    const stdout = join(folder, "stdout.npy");
    const named = (file: string | undefined) => (file === STREAM ? stdin : file);
    const files = { input: named(input), received: named(received), out: out === STREAM ? stdout : out };
    const summary = await run({ ...options, ...files });
    if (out !== STREAM) return print(summary);
    await copyToStdout(stdout);
    tell(summary);
  } catch (error) {
    throw signal.aborted && error === signal.reason ? interruption(NOTHING_WRITTEN) : error;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a file to stdout. */
async function copyToStdout(file: string): Promise<void> {
  try {
    await pipeline(createReadStream(file), process.stdout, { end: false });
  } catch (error) {
    // A reader may need only the first decisions.
    if (!isClosedPipe(error)) throw error;
  }
}

/** Copies stdin to a file, whose ending says whether it begins as an .npy file does. */
async function spooled(folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, "stdin");
  try {
    await pipeline(process.stdin, createWriteStream(path), { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : diskError(error, path);
  }
  const magic = npyHeader("u8", []).subarray(0, 6);
  const file = await open(path);
  const begin = new Uint8Array(magic.length);
  await file.read(begin, 0, begin.length, 0);
  await file.close();
  const named = `${path}${magic.every((byte, i) => byte === begin[i]) ? ".npy" : ".f32"}`;
  await rename(path, named);
  return named;
}

type DecodeSummary = Extract<Result<"decode 1">, { readonly input: unknown }>;

function summaryText(summary: DecodeSummary, statistic: LlrStatistic): string {
  const { frames, converged, notConverged, averageIterations, clamped, scaled, seconds, codedMbitPerSecond, input } =
    summary;
  const rows: [string, string][] = [
    ["frames", `${formatCount(frames)}, ${input.llr} LLRs${input.syndromes === undefined ? "" : " and syndromes"}`],
    ["input", statistic.text()],
    ...(input.hint === undefined ? [] : [["hint", input.hint] as [string, string]]),
    ["converged", notConverged === 0 ? "all" : `${formatCount(converged)}; ${formatCount(notConverged)} did not`],
    ["iterations", `${formatNumber(averageIterations)} on average`],
    ["time", `${formatDuration(seconds)}, ${formatQuantity(codedMbitPerSecond * 1e6, "bit/s")} coded`],
  ];
  if (clamped > 0) rows.push(["clamped", `${formatCount(clamped)} LLRs beyond the largest magnitude`]);
  if (scaled.frames > 0) {
    const { frames: some, least, most } = scaled;
    const powers = [least, most].filter((scale) => scale !== 1).map((scale) => `2^${Math.log2(scale)}`);
    const by = [...new Set(powers)].join(" to ");
    rows.push([
      "scaled",
      `LLRs of ${formatCount(some)} frames times ${by}: they are ${sizeText(scaled)} for the decoder`,
    ]);
  }
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text).join("\n");
}

/** Direction in which LLRs leave the decoder's range. */
function sizeText({ least, most }: DecodeSummary["scaled"]): string {
  return [...(least < 1 ? ["too large"] : []), ...(most > 1 ? ["too small"] : [])].join(" or ");
}

const LABEL_WIDTH = 12;

/** Shots decoded between two looks at Ctrl-C. */
const AT_ONCE = 4096;

/**
 * Decodes shots of an error model, detectors in and observables out.
 * @throws InputError for a code that is no error model, shots of another length, or a file that cannot be written; CommandExit after Ctrl-C,
 * before anything is written.
 */
async function decodeShots(options: DecodeArguments, shots: string, signal: AbortSignal): Promise<void> {
  const code = loadCode(options.code, loadOptions(options));
  if (!isModelCode(code))
    throw new InputError(
      `${code.name} is no error model, whose shots --shots has: give --dem, --circuit or a quantum code`,
    );
  const { detectors, observables } = code.model;
  shotEnding(options.out);
  requireWritable(options.out, options);
  const packed = readShots(shots, detectors, "detectors");
  const stride = shotStride(detectors);
  const count = packed.length / stride;
  const spec = chosenDecoder(code, options);
  const progress = new Progress(process.stderr, options.quiet, process.env);
  let engine: Engine | undefined;
  try {
    engine = await openChosenEngine(options);
    progress.say(engineSentence(engine.info));
    const decoder = await shotFrameDecoder(engine, code, spec, {
      shots: Math.min(AT_ONCE, Math.max(1, count)),
      ...(options.p !== undefined && { point: { p: options.p } }),
    });
    const flips = new Uint8Array(count * shotStride(observables));
    let [done, explained, iterations] = [0, 0, 0];
    const line = () => `decoded ${formatCount(done)} of ${formatCount(count)} shots`;
    progress.start({ table: line, line });
    const begin = performance.now();
    while (done < count) {
      if (signal.aborted) throw interruption(NOTHING_WRITTEN);
      const part = await decoder.decode(packed.subarray(done * stride, Math.min(count, done + decoder.shots) * stride));
      flips.set(part.observables, done * shotStride(observables));
      for (const [i, each] of part.iterations.entries()) {
        explained += Number(part.found[i] > 0);
        iterations += each;
      }
      done += part.iterations.length;
    }
    const seconds = (performance.now() - begin) / 1000;
    decoder.release();
    progress.stop();
    writeShots(options.out, flips, observables, options.force);
    const summary = { shots: count, explained, iterations, seconds };
    print(options.json ? resultJson("decode 1", summary) : shotsText(summary));
  } finally {
    progress.stop();
    await engine?.close();
  }
}

function shotsText({
  shots,
  explained,
  iterations,
  seconds,
}: Record<"shots" | "explained" | "iterations" | "seconds", number>): string {
  if (shots === 0) return "no shots";
  const left = shots - explained;
  return [
    `${formatCount(shots)} shots, ${formatNumber(iterations / shots, 4)} iterations each, ${formatCount(Math.round(shots / seconds))} shots/s`,
    left === 0
      ? "a correction of every shot explains its detectors"
      : `of ${formatCount(left)} shots no correction explains the detectors: their observables are those of the first leg`,
  ].join("\n");
}
