import type { EngineInfo } from "../../../engine/engine.ts";
import { formatCount, formatDuration, formatNumber, formatQuantity } from "../../../report/format.ts";
import { codingEfficiency } from "../../core/cv-secret-key.ts";
import { disclosedValues } from "../../files/messages/gaussian-header.ts";
import { keyBitsOf, leakedPerBlock, rootKeyBits, type ValueStreamHeader } from "../../files/messages/headers.ts";
import type { BlockTotals } from "../../files/results.ts";
import { type KeySummary, keyRows } from "./key-summary.ts";
import { type EstimateSummary, estimateSummary, linkRows } from "./link.ts";
import { type MessageSecurity, messageRows } from "./messages.ts";
import { netKeyBits, type SecretKey, secretRows } from "./secret.ts";
import { type BlockSummary, blockRows, leakedBeside, type ReconcileTiming } from "./summary.ts";
import { type Row, rowsText } from "./summary-rows.ts";

/** The summary of the commands over Gaussian values, printed as JSON or text. Leaked bits count all blocks, including failed ones. */
export interface ValueSummary extends BlockSummary {
  /** Numbers of values of a sequence: all, in blocks, disclosed, and after the last whole block. */
  readonly values: {
    readonly all: number;
    readonly reconciled: number;
    readonly disclosed: number;
    readonly left: number;
  };
  readonly snr: number;
  /** The estimate, if the SNR or the link is estimated. */
  readonly estimate?: EstimateSummary;
  readonly leakage: {
    readonly syndromeBits: number;
    readonly hashBits: number;
    /** One bit for each block and the bits of the key's hash, if the verdict is known. */
    readonly verdictBits?: number;
    readonly perBit: number;
  };
  /** R: bits of a block that messages do not reveal, over all its values, also those whose bits a retry disclosed; 0 or more. */
  readonly rate: number;
  /** β = R/(½·log2(1 + SNR)). */
  readonly efficiency: number;
  readonly key?: KeySummary;
  /** The secret key, if the key and the link are known. */
  readonly secretKey?: SecretKey;
  /** Secret bits of the run and its retries less the one-time bits of their messages (`netKeyBits`). */
  readonly netKeyBits?: number;
  /** The messages, if the ends are apart. */
  readonly messages?: MessageSecurity;
  /** The decoding, if this process has the decoding end. */
  readonly decoding?: {
    readonly decoder: string;
    /** The SNR that the decoder used. */
    readonly snr: number;
    /** Failed blocks in which the decoder converged to wrong bits. */
    readonly wrong: number;
    readonly averageIterations: number;
    /** Failed blocks divided by all blocks of the first run. */
    readonly frameErrorRate: number;
  };
  readonly seconds: number;
  readonly valuesMbitPerSecond: number;
  readonly device?: EngineInfo;
  readonly files: readonly string[];
}

/** Results of a stream of values besides its header. */
export interface ValuesFound {
  readonly totals?: BlockTotals;
  readonly decoding?: { readonly decoder: string; readonly parameter: number };
  readonly key?: KeySummary;
  readonly secretKey?: SecretKey;
  readonly messages?: MessageSecurity;
}

/** Makes the summary of the commands over Gaussian values. */
export function summariseValues(
  stream: ValueStreamHeader,
  run: string,
  files: readonly string[],
  { seconds, bits, device }: ReconcileTiming,
  { totals, decoding, key, secretKey, messages }: ValuesFound,
): ValueSummary {
  const { code, punctured, shortened, blocks, gaussian } = stream;
  const keyBits = keyBitsOf(stream);
  const { syndrome: leaked, hash } = leakedPerBlock(stream);
  const rate = Math.max(0, (keyBits - leaked) / rootKeyBits(stream));
  const disclosed = disclosedValues(gaussian);
  return {
    run,
    code: code.name,
    columns: code.columns,
    blocks,
    bitsPerBlock: keyBits,
    punctured,
    shortened,
    values: {
      all: gaussian.values,
      reconciled: stream.bits,
      disclosed,
      left: stream.retry === undefined ? gaussian.values - stream.bits - disclosed : 0,
    },
    snr: gaussian.snr,
    estimate: estimateSummary(gaussian),
    leakage: {
      syndromeBits: blocks * leaked,
      hashBits: blocks * hash,
      verdictBits: key?.verdictBits,
      perBit: leaked / keyBits,
    },
    rate,
    efficiency: rate > 0 ? codingEfficiency(rate, gaussian.snr) : 0,
    key,
    secretKey,
    netKeyBits: key && netKeyBits(key, secretKey, messages),
    messages,
    ...(totals &&
      decoding && {
        decoding: {
          decoder: decoding.decoder,
          snr: decoding.parameter,
          wrong: totals.wrong,
          averageIterations: totals.iterations / blocks,
          frameErrorRate: (blocks - totals.verified) / ((stream.retry?.bits ?? stream.bits) / rootKeyBits(stream)),
        },
      }),
    seconds,
    valuesMbitPerSecond: bits / seconds / 1e6,
    device,
    files,
  };
}

/** The summary as text. */
export function valueSummaryText(summary: ValueSummary): string {
  const { values, snr, estimate, leakage, rate, efficiency, decoding } = summary;
  const apart = [
    ...(values.disclosed > 0 ? [`${formatCount(values.disclosed)} disclosed`] : []),
    ...(values.left > 0 ? [`${formatCount(values.left)} left over`] : []),
  ];
  const rows: Row[] = [
    ...blockRows(summary, [`${formatCount(values.all)} values`, ...apart].join(", ")),
    ...keyRows(summary.key, decoding?.wrong),
    [
      "SNR",
      estimate === undefined
        ? `${formatNumber(snr, 4)} given`
        : `${formatNumber(snr, 4)} (${formatNumber(estimate.low, 4)} … ${formatNumber(estimate.high, 4)}) from ${formatCount(estimate.values)} values`,
    ],
  ];
  rows.push(...linkRows(estimate));
  if (decoding !== undefined) {
    rows.push(["FER", formatNumber(decoding.frameErrorRate)]);
    rows.push(["iterations", `${formatNumber(decoding.averageIterations)} on average`]);
  }
  rows.push([
    "leakage",
    `${formatCount(leakage.syndromeBits)} syndrome bits, ${formatNumber(leakage.perBit, 4)} per bit of the key, ${leakedBeside(leakage.hashBits, leakage.verdictBits)}`,
  ]);
  rows.push(["efficiency", `β ${formatNumber(efficiency, 4)}, rate ${formatNumber(rate, 4)} over ½·log2(1 + SNR)`]);
  rows.push(
    ...secretRows(
      summary.key,
      summary.secretKey,
      summary.netKeyBits,
      "give --transmittance and the other options of the link, or --disclosed to estimate it",
    ),
  );
  rows.push(...messageRows(summary.messages));
  const speed = formatQuantity(summary.valuesMbitPerSecond * 1e6, "values/s");
  rows.push(["time", `${formatDuration(summary.seconds)}, ${speed}`]);
  rows.push(["written", summary.files.join(", ")]);
  return rowsText(rows);
}
