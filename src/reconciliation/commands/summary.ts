import { type EngineInfo, formatCount, formatDuration, formatNumber, formatQuantity } from "../../index.ts";
import { codingEfficiency, reconciliationEfficiency } from "../core/secret-key.ts";
import type { BlockTotals } from "../files/folder.ts";
import {
  type BitStreamHeader,
  disclosedValues,
  isOfValues,
  type JournalHeader,
  keyBitsOf,
  leakedPerBlock,
  rootKeyBits,
  type StreamHeader,
  type ValueStreamHeader,
} from "../files/headers.ts";
import { type KeySummary, keyRows, type MessageSecurity, messageRows, type Row, rowsText } from "./messages.ts";
import { estimateSummary, linkRows, netKeyBits, type SecretKey, secretRows } from "./secret.ts";

/** What a step prints when it is done: its summary as JSON, or as text. */
export interface Outcome {
  readonly summary: object;
  readonly text: string;
  /** The key, if this process has the decoding end or its verdict. */
  readonly key?: KeySummary;
}

/** Duration and device of a run. */
interface ReconcileTiming {
  readonly seconds: number;
  /** Bits of the blocks of this process. Earlier processes did the other blocks. */
  readonly bits: number;
  readonly device?: EngineInfo;
}

/** Results of a stream besides its header, as far as this process knows them. */
interface Found {
  readonly totals?: BlockTotals;
  readonly decoding?: JournalHeader["decoding"];
  readonly key?: KeySummary;
  readonly secretKey?: SecretKey;
  /** The messages, if the ends are apart. */
  readonly messages?: MessageSecurity;
}

/** Summarises a run over bits or values. Leaked bits count all blocks, including failed ones. */
export function summarise(
  stream: StreamHeader,
  run: string,
  files: readonly string[],
  { seconds, bits, device }: ReconcileTiming,
  found: Found,
): Outcome {
  const { code, punctured, shortened, blocks } = stream;
  const { key, secretKey, messages, totals, decoding } = found;
  const bitsPerBlock = keyBitsOf(stream);
  const leaked = leakedPerBlock(stream);
  const [syndromeBits, hashBits] = [blocks * leaked.syndrome, blocks * leaked.hash];
  // One bit for each block and the bits of the key's hash, if the verdict is known.
  const published = { syndromeBits, hashBits, ...(key && { verdictBits: key.verdictBits }) };
  // Secret bits of the run and its retries less the one-time bits of their messages.
  const net = key && netKeyBits(key, secretKey, messages);
  const decoded = totals && decoding && { totals, decoding };
  const own = isOfValues(stream) ? ofValues(stream, decoded) : ofBits(stream, syndromeBits, hashBits, decoded);
  const speed = bits / seconds / 1e6;
  const summary = {
    run,
    code: code.name,
    columns: code.columns,
    blocks,
    bitsPerBlock,
    punctured,
    shortened,
    ...own.summary,
    leakage: { ...published, ...own.leakage },
    key,
    secretKey,
    netKeyBits: net,
    messages,
    seconds,
    [isOfValues(stream) ? "valuesMbitPerSecond" : "siftedMbitPerSecond"]: speed,
    device,
    files,
  };
  const unsent = punctured + shortened === 0 ? "" : `, ${punctured} positions punctured, ${shortened} shortened`;
  const beside = key
    ? `${formatCount(hashBits)} of hashes and ${formatCount(key.verdictBits)} of the verdict`
    : `and ${formatCount(hashBits)} of hashes`;
  const rows: Row[] = [
    ["run", run.slice(0, 16)],
    ["code", `${code.name}, ${code.columns} columns${unsent}`],
    ["blocks", `${formatCount(blocks)} of ${formatCount(bitsPerBlock)} bits, ${own.of}`],
    ...keyRows(key, decoded?.totals.wrong),
    ...own.rows,
    ...(decoded ? [["iterations", `${formatNumber(totals!.iterations / blocks)} on average`] satisfies Row] : []),
    ["leakage", `${formatCount(syndromeBits)} syndrome bits, ${own.perBit}, ${beside}`],
    ["efficiency", own.efficiency],
    ...secretRows(key, secretKey, net, own.needed),
    ...messageRows(messages),
    ["time", `${formatDuration(seconds)}, ${formatQuantity(speed * 1e6, own.unit)}${own.done}`],
    ["written", files.join(", ")],
  ];
  return { summary, text: rowsText(rows), key };
}

/** What a process that decoded knows. */
type Decoded = { readonly totals: BlockTotals; readonly decoding: NonNullable<JournalHeader["decoding"]> } | undefined;

function ofBits(stream: BitStreamHeader, syndromeBits: number, hashBits: number, decoded: Decoded) {
  const { qber, bits, blocks } = stream;
  const interleaved = stream.interleaver !== undefined;
  const totals = decoded?.totals;
  const qberFound = totals === undefined || totals.keyBits === 0 ? undefined : totals.corrected / totals.keyBits;
  // Syndrome bits over sifted bits × h(QBER): the found rate, or the given one, as without a wrong bit the leakage cannot be compared
  // with anything.
  const efficiencyOf = (leaked: number) => reconciliationEfficiency(leaked, bits, qberFound || qber);
  const [efficiency, efficiencyWithHash] = [efficiencyOf(syndromeBits), efficiencyOf(syndromeBits + hashBits)];
  const perSiftedBit = syndromeBits / bits;
  const text = qberFound === undefined ? "no block verified" : `${formatNumber(100 * qberFound)} % in verified blocks`;
  return {
    summary: {
      siftedBits: bits,
      qber,
      interleaved,
      ...(decoded && {
        decoding: {
          decoder: decoded.decoding.decoder,
          // Failed blocks in which the decoder converged to other bits than Alice's.
          wrong: decoded.totals.wrong,
          averageIterations: decoded.totals.iterations / blocks,
          qberFound: qberFound ?? null,
        },
      }),
    },
    leakage: { perSiftedBit, efficiency, efficiencyWithHash },
    of: `${formatCount(bits)} sifted bits${interleaved ? ", interleaved" : ""}`,
    rows: [["QBER", `${totals ? `${text}, ` : ""}${formatNumber(100 * qber)} % given`]] satisfies Row[],
    perBit: `${formatNumber(perSiftedBit)} per sifted bit`,
    efficiency: `${formatNumber(efficiency, 4)}, with hashes ${formatNumber(efficiencyWithHash, 4)}`,
    needed: "give --phase-error, bit errors say nothing of it",
    unit: "bit/s",
    done: " sifted",
  };
}

function ofValues(stream: ValueStreamHeader, decoded: Decoded) {
  const { bits, blocks, gaussian, retry } = stream;
  const { syndrome } = leakedPerBlock(stream);
  const keyBits = keyBitsOf(stream);
  // R: bits of a block that messages do not reveal, over all its values, also those whose bits a retry disclosed.
  const rate = Math.max(0, (keyBits - syndrome) / rootKeyBits(stream));
  // β = R/(½·log2(1 + SNR)).
  const efficiency = rate > 0 ? codingEfficiency(rate, gaussian.snr) : 0;
  const disclosed = disclosedValues(gaussian);
  const left = retry === undefined ? gaussian.values - bits - disclosed : 0;
  const estimate = estimateSummary(gaussian);
  const frameErrorRate = decoded && (blocks - decoded.totals.verified) / ((retry?.bits ?? bits) / rootKeyBits(stream));
  const apart = [
    ...(disclosed > 0 ? [`${formatCount(disclosed)} disclosed`] : []),
    ...(left > 0 ? [`${formatCount(left)} left over`] : []),
  ];
  const snr = formatNumber(gaussian.snr, 4);
  const interval =
    estimate &&
    `(${formatNumber(estimate.low, 4)} … ${formatNumber(estimate.high, 4)}) from ${formatCount(estimate.values)} values`;
  const rows: Row[] = [
    ["SNR", `${snr} ${interval ?? "given"}`],
    ...linkRows(estimate),
    ...(frameErrorRate === undefined ? [] : [["FER", formatNumber(frameErrorRate)] satisfies Row]),
  ];
  return {
    summary: {
      // Numbers of values of a sequence: all, in blocks, disclosed, and after the last whole block.
      values: { all: gaussian.values, reconciled: bits, disclosed, left },
      snr: gaussian.snr,
      estimate,
      rate,
      efficiency,
      ...(decoded && {
        decoding: {
          decoder: decoded.decoding.decoder,
          snr: decoded.decoding.parameter,
          wrong: decoded.totals.wrong,
          averageIterations: decoded.totals.iterations / blocks,
          // Failed blocks divided by all blocks of the first run.
          frameErrorRate,
        },
      }),
    },
    leakage: { perBit: syndrome / keyBits },
    of: [`${formatCount(gaussian.values)} values`, ...apart].join(", "),
    rows,
    perBit: `${formatNumber(syndrome / keyBits, 4)} per bit of the key`,
    efficiency: `β ${formatNumber(efficiency, 4)}, rate ${formatNumber(rate, 4)} over ½·log2(1 + SNR)`,
    needed: "give --transmittance and the other options of the link, or --disclosed to estimate it",
    unit: "values/s",
    done: "",
  };
}
