import type { CommandModule } from "yargs";
import type { Code } from "../code/code.ts";
import { systematicEncoder } from "../code/encoder.ts";
import { frameDecoder } from "../engine/decode.ts";
import type { Engine, EngineInfo } from "../engine/engine.ts";
import { loadCode } from "../node/codes.ts";
import { type DecodeTotals, decodeFile } from "../node/decode-file.ts";
import { engineSentence, openEngine } from "../node/engines.ts";
import { type LlrFile, openLlrFile } from "../node/llr-file.ts";
import { PartFile } from "../node/part-file.ts";
import { checkSymbolFileName, createSymbolFile, type SymbolFile } from "../node/symbol-file.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { formatCount, formatDuration, formatNumber, formatQuantity } from "../report/format.ts";
import { loadOptions } from "./code-options.ts";
import { checkFilesDiffer, type DecodeArguments, decodeSpec, withDecodeOptions } from "./decode-options.ts";
import { CommandExit } from "./exit.ts";
import { untilInterrupted } from "./interrupt.ts";
import { print, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

const command: CommandModule<object, DecodeArguments> = {
  command: "decode",
  describe: "decode LLRs from a file",
  builder: (yargs) =>
    withDecodeOptions(yargs).example(
      "$0 decode --code nb620-gf32 --input llr.npy --out symbols.npy",
      "bit LLRs of shape (frames, 3100) or symbol vectors of shape (frames, 620, 32)",
    ),
  handler: (options) => untilInterrupted((signal) => decode(options, signal)),
};

export default command;

async function decode(options: DecodeArguments, signal: AbortSignal): Promise<void> {
  const spec = decodeSpec(options);
  checkFilesDiffer(options);
  checkSymbolFileName(options.out);
  const code = loadCode(options.code, loadOptions(options));
  const { field, columns: symbols } = code.matrix;
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const input = await openLlrFile(options.input, { field, symbols, kind: options.llr, raw: options.raw });
  let engine: Engine | undefined;
  let files: OutputFiles | undefined;
  try {
    files = createFiles(options, code, input);
    engine = await openEngine(options);
    progress.say(engineSentence(engine.info));
    const decoder = frameDecoder(engine, code, spec);
    const begin = performance.now();
    let totals: DecodeTotals = { frames: 0, converged: 0, iterations: 0, clamped: 0 };
    const line = () => `decoded ${formatCount(totals.frames)} of ${formatCount(input.frames)} frames`;
    progress.start({ table: line, line });
    totals = await decodeFile({
      ...{ input, decoder, field, symbols, signal, ...files },
      runsInFlight: engine.runsInFlight,
      progress: (now) => {
        totals = now;
      },
    });
    decoder.release();
    progress.stop();
    if (totals.frames < input.frames) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
    files.output.finish();
    files.report?.finish();
    const summary = summarise(totals, (performance.now() - begin) / 1000, symbols * field.p, input, engine.info);
    if (options.json) printJson(summary);
    else print(summaryText(summary));
  } finally {
    progress.stop();
    files?.output.discard();
    files?.report?.discard();
    await input.close();
    await engine?.close();
  }
}

interface OutputFiles {
  readonly output: SymbolFile;
  readonly report?: PartFile;
  readonly positions?: Uint32Array;
}

function createFiles(options: DecodeArguments, { matrix }: Code, { frames }: LlrFile): OutputFiles {
  const positions = options.information ? systematicEncoder(matrix).informationPositions : undefined;
  const report = options.report === undefined ? undefined : new PartFile(options.report, options.force);
  try {
    const shape = { frames, symbols: positions?.length ?? matrix.columns };
    return { output: createSymbolFile(options.out, shape, options.force), report, positions };
  } catch (error) {
    report?.discard();
    throw error;
  }
}

/** What is printed, as JSON or in words. */
interface Summary {
  readonly input: { readonly file: string; readonly llr: string };
  readonly frames: number;
  readonly converged: number;
  readonly notConverged: number;
  readonly averageIterations: number;
  /** LLRs cut at the bound. */
  readonly clamped: number;
  readonly seconds: number;
  readonly codedMbitPerSecond: number;
  readonly device: EngineInfo;
}

function summarise(
  { frames, converged, iterations, clamped }: DecodeTotals,
  seconds: number,
  bitsPerFrame: number,
  { path, kind }: LlrFile,
  device: EngineInfo,
): Summary {
  return {
    input: { file: path, llr: kind },
    frames,
    converged,
    notConverged: frames - converged,
    averageIterations: iterations / frames,
    clamped,
    seconds,
    codedMbitPerSecond: (frames * bitsPerFrame) / seconds / 1e6,
    device,
  };
}

function summaryText(summary: Summary): string {
  const { frames, converged, notConverged, averageIterations, clamped, seconds, codedMbitPerSecond, input } = summary;
  const rows: [string, string][] = [
    ["frames", `${formatCount(frames)}, ${input.llr} LLRs`],
    ["converged", notConverged === 0 ? "all" : `${formatCount(converged)}; ${formatCount(notConverged)} did not`],
    ["iterations", `${formatNumber(averageIterations)} on average`],
    ["time", `${formatDuration(seconds)}, ${formatQuantity(codedMbitPerSecond * 1e6, "bit/s")} coded`],
  ];
  if (clamped > 0) rows.push(["clamped", `${formatCount(clamped)} LLRs beyond the largest magnitude`]);
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text).join("\n");
}

const LABEL_WIDTH = 12;
