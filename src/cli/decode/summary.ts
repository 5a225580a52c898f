import type { EngineInfo } from "../../engine/engine.ts";
import type { DecodeTotals } from "../../node/files/decode-file.ts";
import type { LlrFile } from "../../node/files/llr-file.ts";
import type { LlrStatistic } from "../../node/files/llr-statistic.ts";
import type { SyndromeFile } from "../../node/files/syndrome-file.ts";
import { formatCount, formatDuration, formatNumber, formatQuantity } from "../../report/format.ts";

/** The summary of `decode`, printed as JSON or text. */
interface DecodeSummary {
  readonly input: {
    readonly file: string;
    readonly llr: string;
    /** Symbols of a frame in the file. */
    readonly symbols: number;
    readonly syndromes?: string;
    /** Of the file's first frames. */
    readonly statistic: ReturnType<LlrStatistic["result"]>;
    /** What the values may be instead, where they are implausible. */
    readonly hint?: string;
  };
  readonly frames: number;
  readonly converged: number;
  readonly notConverged: number;
  readonly averageIterations: number;
  /** Number of LLRs clipped to the bound. */
  readonly clamped: number;
  readonly seconds: number;
  readonly codedMbitPerSecond: number;
  readonly device: EngineInfo;
}

/** Input, device and speed of a decoding. */
export interface DecodeSubject {
  readonly input: LlrFile;
  readonly statistic: LlrStatistic;
  readonly syndromes?: SyndromeFile;
  /** Number of transmitted bits of a frame. */
  readonly bitsPerFrame: number;
  readonly seconds: number;
  readonly device: EngineInfo;
}

/** Makes the summary of `decode`. */
export function summarise(
  { frames, converged, iterations, clamped }: DecodeTotals,
  { input, statistic, syndromes, bitsPerFrame, seconds, device }: DecodeSubject,
): DecodeSummary {
  const { path: file, kind: llr, symbols } = input;
  const hint = statistic.hint(converged / frames);
  return {
    input: { file, llr, symbols, syndromes: syndromes?.path, statistic: statistic.result(), hint },
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

/** The summary as text. */
export function summaryText(summary: DecodeSummary, statistic: LlrStatistic): string {
  const { frames, converged, notConverged, averageIterations, clamped, seconds, codedMbitPerSecond, input } = summary;
  const rows: [string, string][] = [
    ["frames", `${formatCount(frames)}, ${input.llr} LLRs${input.syndromes === undefined ? "" : " and syndromes"}`],
    ["input", statistic.text()],
    ...(input.hint === undefined ? [] : [["hint", input.hint] as [string, string]]),
    ["converged", notConverged === 0 ? "all" : `${formatCount(converged)}; ${formatCount(notConverged)} did not`],
    ["iterations", `${formatNumber(averageIterations)} on average`],
    ["time", `${formatDuration(seconds)}, ${formatQuantity(codedMbitPerSecond * 1e6, "bit/s")} coded`],
  ];
  if (clamped > 0) rows.push(["clamped", `${formatCount(clamped)} LLRs beyond the largest magnitude`]);
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text).join("\n");
}

const LABEL_WIDTH = 12;
