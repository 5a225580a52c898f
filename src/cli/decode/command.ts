import type { Code } from "../../code/code.ts";
import { codeInformation } from "../../code/encoders/index.ts";
import { requireOneLength, transmittedPositions } from "../../code/rate-matching.ts";
import { frameDecoder } from "../../engine/decode.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { readyEncoder } from "../../node/codes/ready-encoder.ts";
import { PartFile } from "../../node/disk/part-file.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { type DecodeTotals, decodeFile } from "../../node/files/decode-file.ts";
import { type LlrFile, openLlrFile, repeatedFrame } from "../../node/files/llr-file.ts";
import { LlrStatistic } from "../../node/files/llr-statistic.ts";
import { openReceivedFile } from "../../node/files/received-file.ts";
import { checkSymbolFileName, createSymbolFile, type SymbolFile } from "../../node/files/symbol-file.ts";
import { openSyndromeFile, type SyndromeFile } from "../../node/files/syndrome-file.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { npyHeader } from "../../npy.ts";
import { formatCount } from "../../report/format.ts";
import { defineCommand } from "../command-line/command.ts";
import { checkUsage } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";
import { loadOptions, withModel } from "../options/code.ts";
import { chosenDecoder } from "../options/decoder.ts";
import { openChosenEngine } from "../options/engine.ts";
import { print, tell } from "../output.ts";
import { Progress } from "../progress.ts";
import { checkFilesDiffer, checkSoftFileName, DECODE_OPTIONS, type DecodeArguments } from "./options.ts";
import { checkInput, receiverOf } from "./received.ts";
import { decodeShots } from "./shots.ts";
import { printsDecisions, withFileNames, withStreams } from "./streams.ts";
import { summarise, summaryText } from "./summary.ts";

export default defineCommand({
  options: DECODE_OPTIONS,
  examples: [
    {
      line: "ldpc decode --code nb620-gf32 --input llr.npy --out symbols.npy",
      does: "bit LLRs of shape (frames, 3100), or symbol LLRs of shape (frames, 620, 32)",
    },
    {
      line: "ldpc decode --code nr-bg2-z10 --input llr.npy --information --out k.bits",
      does: "5G: LLRs of the transmitted bits, or of all bits with 0 for the punctured ones",
    },
    {
      line: "ldpc decode --code wifi-648-324 --input - --out -",
      does: "LLRs from stdin, decisions as .npy to stdout, and the summary on stderr",
    },
    {
      line: "ldpc decode --dem memory.dem --shots detectors.b8 --out observables.b8",
      does: "shots of a quantum circuit, as stim sample and stim detect write them",
    },
  ],
  complete: withModel,
  run: (options) =>
    untilInterrupted((signal) =>
      options.shots === undefined ? decode(options, signal) : decodeShots(options, options.shots, signal),
    ),
});

const NOTHING_WRITTEN = "interrupted; nothing is written";

async function decode(options: DecodeArguments, signal: AbortSignal): Promise<void> {
  checkUsage(() => {
    const named = withFileNames(options);
    checkInput(named);
    checkFilesDiffer(named);
    checkSymbolFileName(named.out);
    checkSoftFileName(named);
  });
  try {
    const say = printsDecisions(options) ? tell : print;
    await withStreams(options, signal, (named) => decodeFiles(named, signal, say));
  } catch (error) {
    if (signal.aborted && error === signal.reason) throw new CommandExit(NOTHING_WRITTEN, INTERRUPTED);
    throw error;
  }
}

/** @param say takes the summary. */
async function decodeFiles(options: DecodeArguments, signal: AbortSignal, say: (text: string) => void): Promise<void> {
  const code = loadCode(options.code, loadOptions(options));
  requireOneLength(code);
  const spec = chosenDecoder(code, options);
  const { field, rows: checks, columns: symbols } = code.matrix;
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const transmittedSymbols = transmittedPositions(code).length;
  const { llr: kind, transmitted, raw, llrType: type, llrSign: sign } = options;
  let input =
    options.received === undefined
      ? await openLlrFile(options.input!, { field, symbols, transmittedSymbols, kind, transmitted, raw, type, sign })
      : await openReceivedFile(options.received, { code, ...receiverOf(options, code) });
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
    let totals: DecodeTotals = { frames: 0, converged: 0, iterations: 0, clamped: 0 };
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
    if (totals.frames < input.frames) throw new CommandExit(NOTHING_WRITTEN, INTERRUPTED);
    files.output.finish();
    files.soft?.finish();
    files.report?.finish();
    const summary = summarise(totals, {
      input,
      statistic,
      syndromes,
      device: engine.info,
      seconds: (performance.now() - begin) / 1000,
      bitsPerFrame: transmittedSymbols * field.p,
    });
    say(options.json ? JSON.stringify(summary, null, 2) : summaryText(summary, statistic));
  } finally {
    progress.stop();
    files?.output.discard();
    files?.soft?.discard();
    files?.report?.discard();
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
