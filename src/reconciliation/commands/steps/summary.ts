import type { EngineInfo } from "../../../engine/engine.ts";
import { formatCount, formatDuration, formatNumber, formatQuantity } from "../../../report/format.ts";
import { reconciliationEfficiency } from "../../core/secret-key.ts";
import { type BitStreamHeader, keyBitsOf, leakedPerBlock } from "../../files/messages/headers.ts";
import type { BlockTotals } from "../../files/results.ts";
import { type KeySummary, keyRows } from "./key-summary.ts";
import { type MessageSecurity, messageRows } from "./messages.ts";
import { netKeyBits, type SecretKey, secretRows } from "./secret.ts";
import { type Row, rowsText } from "./summary-rows.ts";

/** Duration and device of a run. */
export interface ReconcileTiming {
  readonly seconds: number;
  /** Sifted bits of the blocks of this process. Earlier processes did the other blocks. */
  readonly bits: number;
  readonly device?: EngineInfo;
}

/** The summary of `reconcile`, printed as JSON or text. Leaked bits count all blocks, including failed ones. */
export interface ReconcileSummary {
  /** Id of the run, which is its syndrome file's. */
  readonly run: string;
  readonly code: string;
  readonly columns: string;
  readonly blocks: number;
  readonly siftedBits: number;
  readonly bitsPerBlock: number;
  readonly punctured: number;
  readonly shortened: number;
  readonly qber: number;
  /** Whether the bits of blocks are interleaved. */
  readonly interleaved: boolean;
  readonly leakage: {
    readonly syndromeBits: number;
    readonly hashBits: number;
    /** One bit for each block and the bits of the key's hash, if the verdict is known. */
    readonly verdictBits?: number;
    readonly perSiftedBit: number;
    /** Syndrome bits over sifted bits × h(QBER), without and with hashes. QBER is the found rate, or the given one. */
    readonly efficiency: number;
    readonly efficiencyWithHash: number;
  };
  /** The key, if this process has Bob's end or his verdict. */
  readonly key?: KeySummary;
  /** The secret key, if the key and the rate of phase errors are known. */
  readonly secretKey?: SecretKey;
  /** Secret bits of the run and its retries less the one-time bits of their messages (`netKeyBits`). */
  readonly netKeyBits?: number;
  /** The messages, if the ends are apart. */
  readonly messages?: MessageSecurity;
  /** The decoding, if this process has Bob's end. */
  readonly decoding?: {
    readonly decoder: string;
    /** Failed blocks in which the decoder converged to other bits than Alice's. */
    readonly wrong: number;
    readonly averageIterations: number;
    /** Share of wrong bits in verified blocks. */
    readonly qberFound: number | null;
  };
  readonly seconds: number;
  readonly siftedMbitPerSecond: number;
  readonly device?: EngineInfo;
  readonly files: readonly string[];
}

/** Makes the summary of `reconcile`. @param found results of the blocks, if known. */
export function summarise(
  stream: BitStreamHeader,
  run: string,
  files: readonly string[],
  { seconds, bits, device }: ReconcileTiming,
  found: {
    readonly totals?: BlockTotals;
    readonly decoder?: string;
    readonly key?: KeySummary;
    readonly secretKey?: SecretKey;
    readonly messages?: MessageSecurity;
  } = {},
): ReconcileSummary {
  const { code, punctured, shortened, qber, blocks } = stream;
  const { totals, decoder } = found;
  const leaked = leakedPerBlock(stream);
  const [syndromeBits, hashBits] = [blocks * leaked.syndrome, blocks * leaked.hash];
  const qberFound = totals === undefined || totals.keyBits === 0 ? undefined : totals.corrected / totals.keyBits;
  // Without a wrong bit, the leakage cannot be compared with anything.
  const efficiency = (leaked: number) => reconciliationEfficiency(leaked, stream.bits, qberFound || qber);
  return {
    run,
    code: code.name,
    columns: code.columns,
    blocks,
    siftedBits: stream.bits,
    bitsPerBlock: keyBitsOf(stream),
    punctured,
    shortened,
    qber,
    interleaved: stream.interleaver !== undefined,
    leakage: {
      syndromeBits,
      hashBits,
      perSiftedBit: syndromeBits / stream.bits,
      ...(found.key && { verdictBits: found.key.verdictBits }),
      efficiency: efficiency(syndromeBits),
      efficiencyWithHash: efficiency(syndromeBits + hashBits),
    },
    key: found.key,
    secretKey: found.secretKey,
    netKeyBits: found.key && netKeyBits(found.key, found.secretKey, found.messages),
    messages: found.messages,
    ...(totals !== undefined &&
      decoder !== undefined && {
        decoding: {
          decoder,
          wrong: totals.wrong,
          averageIterations: totals.iterations / blocks,
          qberFound: qberFound ?? null,
        },
      }),
    seconds,
    siftedMbitPerSecond: bits / seconds / 1e6,
    device,
    files,
  };
}

/** The summary as text. */
export function summaryText(summary: ReconcileSummary): string {
  const { siftedBits, leakage, decoding } = summary;
  const rows: Row[] = [
    ...blockRows(summary, `${formatCount(siftedBits)} sifted bits${summary.interleaved ? ", interleaved" : ""}`),
    ...keyRows(summary.key, decoding?.wrong),
  ];
  if (decoding !== undefined) {
    const { qberFound, averageIterations } = decoding;
    const found = qberFound === null ? "no block verified" : `${formatNumber(100 * qberFound)} % in verified blocks`;
    rows.push(["QBER", `${found}, ${formatNumber(100 * summary.qber)} % given`]);
    rows.push(["iterations", `${formatNumber(averageIterations)} on average`]);
  } else rows.push(["QBER", `${formatNumber(100 * summary.qber)} % given`]);
  const { syndromeBits, hashBits, verdictBits, perSiftedBit, efficiency, efficiencyWithHash } = leakage;
  rows.push([
    "leakage",
    `${formatCount(syndromeBits)} syndrome bits, ${formatNumber(perSiftedBit)} per sifted bit, ${leakedBeside(hashBits, verdictBits)}`,
  ]);
  rows.push(["efficiency", `${formatNumber(efficiency, 4)}, with hashes ${formatNumber(efficiencyWithHash, 4)}`]);
  rows.push(
    ...secretRows(
      summary.key,
      summary.secretKey,
      summary.netKeyBits,
      "give --phase-error, bit errors say nothing of it",
    ),
  );
  rows.push(...messageRows(summary.messages));
  rows.push([
    "time",
    `${formatDuration(summary.seconds)}, ${formatQuantity(summary.siftedMbitPerSecond * 1e6, "bit/s")} sifted`,
  ]);
  rows.push(["written", summary.files.join(", ")]);
  return rowsText(rows);
}

/** The common part of the summaries of bits and of values. */
export interface BlockSummary {
  readonly run: string;
  readonly code: string;
  readonly columns: string;
  readonly blocks: number;
  readonly bitsPerBlock: number;
  readonly punctured: number;
  readonly shortened: number;
}

/** Lines about code and blocks. */
export function blockRows(
  { run, code, columns, blocks, bitsPerBlock, punctured, shortened }: BlockSummary,
  of: string,
): Row[] {
  const unsent = punctured + shortened === 0 ? "" : `, ${punctured} positions punctured, ${shortened} shortened`;
  return [
    ["run", run.slice(0, 16)],
    ["code", `${code}, ${columns} columns${unsent}`],
    ["blocks", `${formatCount(blocks)} of ${formatCount(bitsPerBlock)} bits, ${of}`],
  ];
}

/** Public bits besides syndromes, as text. */
export function leakedBeside(hashBits: number, verdictBits: number | undefined): string {
  if (verdictBits === undefined) return `and ${formatCount(hashBits)} of hashes`;
  return `${formatCount(hashBits)} of hashes and ${formatCount(verdictBits)} of the verdict`;
}
