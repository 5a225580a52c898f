import type { Result } from "../../cli/results.ts";
import {
  type EngineInfo,
  formatCount,
  formatDuration,
  formatNumber,
  formatQuantity,
  formatRate,
  InputError,
} from "../../index.ts";
import { codingEfficiency, reconciliationEfficiency } from "../core/secret-key.ts";
import { AuthKey, SLOT_KEY_BYTES } from "../files/auth-key.ts";
import type { BlockTotals } from "../files/folder.ts";
import { keyHashCollision } from "../files/hashes.ts";
import {
  type BitStreamHeader,
  disclosedValues,
  isOfValues,
  type JournalHeader,
  keyBitsOf,
  leakedPerBlock,
  type Party,
  partyOf,
  type Role,
  rootKeyBits,
  type StreamHeader,
  type ValueStreamHeader,
  type VerdictHeader,
  verdictBits,
} from "../files/headers.ts";
import { DisclosureLedger } from "../files/ledger.ts";
import type { RecordReader, RecordWriter, Seal } from "../files/record-file.ts";
import type { KeyOptions } from "./options.ts";
import { estimateSummary, type SecretKey } from "./secret.ts";

/** What a step prints when it is done: its summary as JSON, or as text. */
export interface Outcome {
  readonly summary: Result<"key 1">;
  readonly text: string;
  /** The key, if this process has the decoding end or its verdict. */
  readonly key?: KeySummary;
}

/** A line of a summary. */
export type Row = readonly [label: string, text: string];

const row = (label: string, text: string): Row => [label, text];

/** Lines with their labels in a column. */
export function rowsText(rows: readonly Row[]): string {
  return rows.map(([label, text]) => label.padEnd(12) + text).join("\n");
}

/** The key of the verified blocks, by its verdict. */
export type KeySummary = ReturnType<typeof keySummary>;

export function keySummary(
  { id, header }: { readonly id: string; readonly header: VerdictHeader },
  /** Whether the key has its final name. Otherwise it waits for the other end's confirmation. */
  delivered: boolean,
) {
  const { kept, blocks, bits } = header;
  return {
    verified: kept,
    failed: blocks - kept,
    bits,
    // Of the verdict alone, so that it is equal at both ends.
    id: id.slice(0, 16),
    // ε_cor: upper bound of the probability that the ends deliver different keys.
    correctness: keyHashCollision(bits),
    delivered: delivered && bits > 0,
    // One public bit for each block, and the bits of the key's hash.
    verdictBits: verdictBits(header),
  };
}

/** Lines of a summary about a key. @param wrong failed blocks in which the decoder converged to wrong bits, if known. */
export function keyRows(key: KeySummary | undefined, wrong = 0): Row[] {
  if (key === undefined) return [];
  const { verified, failed, bits, delivered, id, correctness } = key;
  const byHash = wrong === 0 ? "" : `, ${formatCount(wrong)} of them by the hash alone`;
  const state = delivered || bits === 0 ? "" : ", pending until ldpc key accept reads the other end's confirmation";
  const rows: Row[] = [
    ["verified", failed === 0 ? "all" : `${formatCount(verified)}; ${formatCount(failed)} failed${byHash}`],
    ["key", `${formatCount(bits)} bits${state}`],
  ];
  if (bits === 0) return rows;
  rows.push(["key id", `${id}: the same at both ends`]);
  rows.push(["ε_cor", `${formatRate(correctness)}, that the keys differ all the same`]);
  return rows;
}

export function nothingVerified(key: KeySummary): string {
  return `none of ${formatCount(key.failed)} blocks could be verified: the error rate is higher than the code corrects, or the data do not belong together; look at a lower rate of the code, more iterations in --decoder, and whether both files begin with the same bit`;
}

/** The part of a summary about the messages between the ends. */
export type MessageSecurity = Messages["summary"];

/**
 * Messages to and from the other end. They have seals if there is a key. The ledger is opened with them, because the key
 * of a run's first step is that of all its steps.
 */
export class Messages {
  readonly ledger: DisclosureLedger;
  readonly #key: AuthKey | undefined;
  readonly #cv: boolean;
  /** Spent bits of this process that the ledger has, and of the run. */
  #noted = 0;
  #spent = 0;

  /** @throws InputError if the key cannot be used. */
  constructor({ authKey, ledger, cv }: KeyOptions) {
    this.#key = authKey === undefined ? undefined : AuthKey.open(authKey);
    this.ledger = new DisclosureLedger(ledger, this.#key?.id);
    this.#cv = cv;
  }

  /** Notes in the ledger what this process has spent for a run since the last call. */
  async note(run: string, party: Party): Promise<void> {
    if (this.#key === undefined) return;
    const { spentBits } = this.#key;
    this.#spent = await this.ledger.spend(run, party, spentBits - this.#noted);
    this.#noted = spentBits;
  }

  /** The seal for the message that an end sends; undefined without a key. */
  seal(sender: Role): Seal | undefined {
    return this.#key?.seal(partyOf(sender, this.#cv));
  }

  /** Gives a file its name and its seal, for the other end. What the seal spends is noted for a run before. */
  async send<Header extends object>(file: RecordWriter<Header>, sender: Role, run: string): Promise<void> {
    const seal = this.seal(sender);
    await this.note(run, partyOf(sender, this.#cv));
    file.finish(seal);
  }

  /** Checks a message, if there is a key. */
  check<Header extends object>(message: RecordReader<Header>, sender: Role): Promise<void> {
    return this.checkFrom(message, partyOf(sender, this.#cv));
  }

  async checkFrom<Header extends object>(message: RecordReader<Header>, party: Party): Promise<void> {
    if (this.#key !== undefined) await this.#key.check(message, party);
    else if (message.seal !== undefined) {
      throw new InputError("ends with a tag: give --auth-key to check it", { file: message.path });
    }
  }

  get summary() {
    if (this.#key === undefined) return { authenticated: false } as const;
    // One-time bits that messages of the run and its retries have used up at this end, of both directions.
    return { authenticated: true, ...this.#key.summary, spentBits: this.#spent } as const;
  }

  async close(): Promise<void> {
    this.#key?.close();
  }
}

/** The lines of a summary about messages, if the ends exchange any. */
export function messageRows(messages: MessageSecurity | undefined): Row[] {
  if (messages === undefined) return [];
  if (!messages.authenticated) {
    return [["messages", "are not authenticated: whoever can change them can be in the middle, see --auth-key"]];
  }
  const { mode, forgery, messagesLeft, spentBits, missed, notices } = messages;
  const isOneTime = mode === "one-time";
  const bound = isOneTime ? "" : ", unless HMAC-SHA-256 is broken (computational)";
  const forged = forgery > 0 ? `forged with probability ${formatRate(forgery)} at most${bound}; ` : "";
  const left = `--auth-key has bits for ${formatCount(messagesLeft)} more of this end's`;
  const lost = "has not come: it was lost, or its process was killed";
  return [
    ["messages", `authenticated: ${forged}${left}`],
    ...(isOneTime ? [row("spent", `${formatCount(spentBits)} one-time bits by the messages of this run`)] : []),
    ...missed.map((slot) => row("", `the other end's message in slot ${slot} ${lost}`)),
    ...notices.map((notice) => row("", `warning: ${notice}`)),
  ];
}

/** Lines of a summary about the secret key. @param needed the missing option. */
function secretRows(
  key: KeySummary | undefined,
  secret: SecretKey | undefined,
  net: number | undefined,
  needed: string,
): Row[] {
  if (key === undefined || key.bits === 0) return [];
  if (secret === undefined) return [["secret key", `not known: ${needed}`]];
  const { bits, promised, together, secrecy, leakedBits, phaseErrorBound } = secret;
  const text = `${formatCount(leakedBits)} leaked bits of ${together === undefined ? "these blocks" : "all keys of the run"}`;
  const known =
    phaseErrorBound === undefined ? text : `${text}, phase errors at most ${formatNumber(100 * phaseErrorBound)} %`;
  const length = `${formatCount(bits)} bits with ε_sec ${formatRate(secrecy)} (${known})`;
  const rows = [row("secret key", bits === 0 ? `none: Eve may know all of it (${known})` : length)];
  if (promised !== undefined && together !== undefined && together !== bits) {
    const beside = `${formatCount(promised)} bits were promised of the run's earlier keys`;
    rows.push(["", `${beside}; hashed as one string instead, all keys have ${formatCount(together)} secret bits`]);
  }
  return [...rows, ...netRows(net)];
}

/** The line of a summary about `netKeyBits`. */
export function netRows(net: number | undefined): Row[] {
  if (net === undefined) return [];
  const why = "the secret bits of the run less the one-time bits of its messages";
  const bits = net > 0 ? `${formatCount(net)} bits` : `none, ${formatCount(-net)} bits are lost`;
  return [["net key", `${bits}: ${why}`]];
}

/**
 * Secret bits of a run and its retries less the one-time bits that their messages use up, with those of a confirmation
 * that is still to come; undefined if the messages use none.
 */
export function netKeyBits(
  { delivered, bits }: KeySummary,
  secret: Pick<SecretKey, "bits" | "promised"> | undefined,
  messages: MessageSecurity | undefined,
): number | undefined {
  if (secret === undefined || !messages?.authenticated || messages.mode !== "one-time") return undefined;
  const toCome = delivered || bits === 0 ? 0 : 8 * SLOT_KEY_BYTES;
  return secret.bits + (secret.promised ?? 0) - messages.spentBits - toCome;
}

/** A key that was hashed to its secret bits. */
export interface HashedKey {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly summary: Readonly<Record<"keyBits" | "bits" | "prepareSeconds" | "seconds", number>> & {
    readonly seed: string;
  };
}

const FORGOTTEN: Row = [
  "data",
  "not remembered: later runs may use them again, which is for research (--ledger remembers them)",
];

/** Results of a stream besides its header, as far as this process knows them. */
interface Found {
  readonly totals?: BlockTotals;
  readonly decoding?: JournalHeader["decoding"];
  readonly key?: KeySummary;
  readonly secretKey?: SecretKey;
  readonly amplified?: HashedKey;
  /** Whether the ledger refuses the data to later runs. */
  readonly remembers?: boolean;
  /** The messages, if the ends are apart. */
  readonly messages?: MessageSecurity;
}

/**
 * Summarises a run over bits or values. Leaked bits count all blocks, including failed ones.
 * @param timing with the bits of the blocks of this process: earlier processes did the other blocks.
 */
export function summarise(
  stream: StreamHeader,
  run: string,
  files: readonly string[],
  { seconds, bits, device }: { readonly seconds: number; readonly bits: number; readonly device?: EngineInfo },
  { key, secretKey, amplified, messages, remembers = true, totals, decoding }: Found,
): Outcome {
  const { code, punctured, shortened, blocks } = stream;
  const bitsPerBlock = keyBitsOf(stream);
  const leaked = leakedPerBlock(stream);
  const [plannedBits, hashBits] = [blocks * leaked.syndrome, blocks * leaked.hash];
  // Blind steps add bits, and a verdict for each, to those of failed blocks.
  const blind = totals?.blind ?? { blocks: 0, bits: 0, verdicts: 0 };
  const syndromeBits = plannedBits + blind.bits;
  // One bit for each block and the bits of the key's hash, if the verdict is known.
  const verdicts = key && key.verdictBits + blind.verdicts;
  const told = blind.blocks > 0 ? blind : undefined;
  const net = key && netKeyBits(key, secretKey, messages);
  const decoded = totals && decoding && { totals, decoding };
  const own = isOfValues(stream)
    ? ofValues(stream, decoded)
    : ofBits(stream, plannedBits, syndromeBits, hashBits, decoded);
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
    leakage: { syndromeBits, hashBits, verdictBits: verdicts, blind: told, ...own.leakage },
    key,
    secretKey,
    amplified: amplified?.summary,
    netKeyBits: net,
    messages,
    seconds,
    [isOfValues(stream) ? "valuesMbitPerSecond" : "siftedMbitPerSecond"]: speed,
    device,
    files,
  };
  const unsent = punctured + shortened === 0 ? "" : `, ${punctured} positions punctured, ${shortened} shortened`;
  const beside = key
    ? `${formatCount(hashBits)} of hashes and ${formatCount(verdicts ?? 0)} of the verdict`
    : `and ${formatCount(hashBits)} of hashes`;
  const rows: Row[] = [
    ["run", run.slice(0, 16)],
    ["code", `${code.name}, ${code.columns} columns${unsent}`],
    ["blocks", `${formatCount(blocks)} of ${formatCount(bitsPerBlock)} bits, ${own.of}`],
    ...keyRows(key, decoded?.totals.wrong),
    ...own.rows,
    ...(decoded ? [row("iterations", `${formatNumber(decoded.totals.iterations / blocks)} on average`)] : []),
    ...(told ? [blindRow(told, blocks)] : []),
    ["leakage", `${formatCount(syndromeBits)} syndrome bits, ${own.perBit}, ${beside}`],
    ["efficiency", own.efficiency],
    ...secretRows(key, secretKey, net, own.needed),
    ...(amplified?.rows ?? []),
    ...messageRows(messages),
    ...(remembers ? [] : [FORGOTTEN]),
    ["time", `${formatDuration(seconds)}, ${formatQuantity(speed * 1e6, own.unit)}${own.done}`],
    ["written", files.join(", ")],
  ];
  return { summary, text: rowsText(rows), key };
}

type Decoded = { readonly totals: BlockTotals; readonly decoding: NonNullable<JournalHeader["decoding"]> } | undefined;

function blindRow({ blocks, bits, verdicts }: BlockTotals["blind"], all: number): Row {
  const share = `${formatCount(blocks)} of ${formatCount(all)} blocks failed at first (FER ${formatNumber(blocks / all)})`;
  return ["blind", `${share}, and were told ${formatCount(bits)} bits in ${formatCount(verdicts)} steps`];
}

function ofBits(
  stream: BitStreamHeader,
  plannedBits: number,
  syndromeBits: number,
  hashBits: number,
  decoded: Decoded,
) {
  const { qber, bits, blocks } = stream;
  const interleaved = stream.interleaver !== undefined;
  const totals = decoded?.totals;
  const qberFound = totals === undefined || totals.keyBits === 0 ? undefined : totals.corrected / totals.keyBits;
  // Syndrome bits over sifted bits × h(QBER): the found rate, or the given one, as without a wrong bit the leakage cannot be compared
  // with anything.
  const efficiencyOf = (leaked: number) => reconciliationEfficiency(leaked, bits, qberFound || qber);
  const [efficiency, efficiencyWithHash] = [efficiencyOf(syndromeBits), efficiencyOf(syndromeBits + hashBits)];
  const planned = reconciliationEfficiency(plannedBits, bits, qber);
  const perSiftedBit = syndromeBits / bits;
  const text = qberFound === undefined ? "no block verified" : `${formatNumber(100 * qberFound)} % in verified blocks`;
  const rows: Row[] = [["QBER", `${totals ? `${text}, ` : ""}${formatNumber(100 * qber)} % given`]];
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
    leakage: { perSiftedBit, efficiency, efficiencyWithHash, planned },
    of: `${formatCount(bits)} sifted bits${interleaved ? ", interleaved" : ""}`,
    rows,
    perBit: `${formatNumber(perSiftedBit)} per sifted bit`,
    efficiency: `${formatNumber(efficiency, 4)}, with hashes ${formatNumber(efficiencyWithHash, 4)}, planned ${formatNumber(planned, 4)}`,
    needed: "give --phase-error, bit errors say nothing of it",
    unit: "bit/s",
    done: " sifted",
  };
}

function ofValues(stream: ValueStreamHeader, decoded: Decoded) {
  const { bits, blocks, gaussian, retry } = stream;
  const { syndrome, hash } = leakedPerBlock(stream);
  const keyBits = keyBitsOf(stream);
  // R: bits of a block that messages do not reveal, over all its values, also those whose bits a retry disclosed.
  const rateWithout = (leaked: number) => Math.max(0, (keyBits - leaked) / rootKeyBits(stream));
  const rate = rateWithout(syndrome);
  // β = R/(½·log2(1 + SNR)).
  const efficiencyOf = (left: number) => (left > 0 ? codingEfficiency(left, gaussian.snr) : 0);
  const [efficiency, efficiencyWithHash] = [efficiencyOf(rate), efficiencyOf(rateWithout(syndrome + hash))];
  const disclosed = disclosedValues(gaussian);
  const left = retry === undefined ? gaussian.values - bits - disclosed : 0;
  const estimate = estimateSummary(gaussian);
  // Failed blocks divided by all blocks of the first run.
  const frameErrorRate = decoded && (blocks - decoded.totals.verified) / ((retry?.bits ?? bits) / rootKeyBits(stream));
  const of = [
    `${formatCount(gaussian.values)} values`,
    ...(disclosed > 0 ? [`${formatCount(disclosed)} disclosed`] : []),
    ...(left > 0 ? [`${formatCount(left)} left over`] : []),
  ];
  const number = (value: number) => formatNumber(value, 4);
  const interval =
    estimate && `(${number(estimate.low)} … ${number(estimate.high)}) from ${formatCount(estimate.values)} values`;
  const rows: Row[] = [["SNR", `${number(gaussian.snr)} ${interval ?? "given"}`]];
  if (estimate?.link !== undefined) {
    const { transmittance, excessNoise, leastTransmittance, mostExcessNoise, epsilon } = estimate.link;
    const from = `from ${formatCount(estimate.values)} disclosed values, worst cases with ε_PE ${formatRate(epsilon)}`;
    rows.push(["link", `T ${number(transmittance)}, at least ${number(leastTransmittance)}; ${from}`]);
    rows.push(["", `ξ ${number(excessNoise)}, at most ${number(mostExcessNoise)}`]);
  }
  if (frameErrorRate !== undefined) rows.push(["FER", formatNumber(frameErrorRate)]);
  return {
    summary: {
      // Numbers of values of a sequence: all, in blocks, disclosed, and after the last whole block.
      values: { all: gaussian.values, reconciled: bits, disclosed, left },
      snr: gaussian.snr,
      estimate,
      rate,
      efficiency,
      efficiencyWithHash,
      ...(decoded && {
        decoding: {
          decoder: decoded.decoding.decoder,
          snr: decoded.decoding.parameter,
          wrong: decoded.totals.wrong,
          averageIterations: decoded.totals.iterations / blocks,
          frameErrorRate,
        },
      }),
    },
    leakage: { perBit: syndrome / keyBits },
    of: of.join(", "),
    rows,
    perBit: `${number(syndrome / keyBits)} per bit of the key`,
    efficiency: `β ${number(efficiency)}, with hashes ${number(efficiencyWithHash)}, rate ${number(rate)} over ½·log2(1 + SNR)`,
    needed: "give --transmittance and the other options of the link, or --disclosed to estimate it",
    unit: "values/s",
    done: "",
  };
}
