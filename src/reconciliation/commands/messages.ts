import { formatCount, formatRate, InputError } from "../../index.ts";
import { AuthKey, type AuthSummary } from "../files/auth-key.ts";
import { keyHashCollision } from "../files/hashes.ts";
import { keyId, type Party, partyOf, type Role, type VerdictHeader, verdictBits } from "../files/headers.ts";
import { DisclosureLedger } from "../files/ledger.ts";
import type { RecordReader, Seal } from "../files/record-file.ts";
import type { ReconcileArguments } from "./options.ts";

/** A line of a summary. */
export type Row = readonly [label: string, text: string];

const LABEL_WIDTH = 12;

/** Lines with their labels in a column. */
export function rowsText(rows: readonly Row[]): string {
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text).join("\n");
}

/** Numbers of verified and failed blocks, and the key of the verified blocks. */
export interface KeySummary {
  readonly verified: number;
  readonly failed: number;
  readonly bits: number;
  /** The key's id, equal at both ends. */
  readonly id: string;
  /** ε_cor: upper bound of the probability that the ends deliver different keys. */
  readonly correctness: number;
  /** Whether the key has its final name. Otherwise it waits for the other end's confirmation. */
  readonly delivered: boolean;
  /** Public bits of verdicts: one for each block, and the bits of the key's hash. */
  readonly verdictBits: number;
}

/** The summary of the key from a verdict. */
export function keySummary(
  { id, header }: { readonly id: string; readonly header: VerdictHeader },
  delivered: boolean,
): KeySummary {
  const { kept, blocks, bits } = header;
  return {
    verified: kept,
    failed: blocks - kept,
    bits,
    id: keyId(id),
    correctness: keyHashCollision(bits),
    delivered: delivered && bits > 0,
    verdictBits: verdictBits(header),
  };
}

/** Lines of a summary about a key. @param wrong failed blocks in which the decoder converged to wrong bits, if known. */
export function keyRows(key: KeySummary | undefined, wrong = 0): Row[] {
  if (key === undefined) return [];
  const byHash = wrong === 0 ? "" : `, ${formatCount(wrong)} of them by the hash alone`;
  const verified =
    key.failed === 0 ? "all" : `${formatCount(key.verified)}; ${formatCount(key.failed)} failed${byHash}`;
  const state =
    key.delivered || key.bits === 0 ? "" : ", pending until ldpc key accept reads the other end's confirmation";
  const rows: Row[] = [
    ["verified", verified],
    ["key", `${formatCount(key.bits)} bits${state}`],
  ];
  if (key.bits === 0) return rows;
  return [
    ...rows,
    ["key id", `${key.id}: the same at both ends`],
    ["ε_cor", `${formatRate(key.correctness)}, that the keys differ all the same`],
  ];
}

/** Advice if no block could be verified. */
export function nothingVerified(key: KeySummary): string {
  return `none of ${formatCount(key.failed)} blocks could be verified: the error rate is higher than the code corrects, or the data do not belong together; look at a lower rate of the code, more iterations in --decoder, and whether both files begin with the same bit`;
}

/** @throws InputError if a message has a tag but no key to check it is given. */
export function requireBare({ seal, path }: Pick<RecordReader<object>, "seal" | "path">): void {
  if (seal !== undefined) throw new InputError("ends with a tag: give --auth-key to check it", { file: path });
}

/** The part of a summary about the messages between the ends. */
export type MessageSecurity =
  | { readonly authenticated: false }
  | ({
      readonly authenticated: true;
      /** One-time bits that messages of the run and its retries have used up at this end, of both directions. */
      readonly spentBits: number;
    } & AuthSummary);

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

  private constructor({ ledger, cv }: ReconcileArguments, key: AuthKey | undefined) {
    this.ledger = new DisclosureLedger(ledger, key?.id);
    this.#key = key;
    this.#cv = cv;
  }

  /** @throws InputError if the key cannot be used. */
  static open(options: ReconcileArguments): Messages {
    return new Messages(options, options.authKey === undefined ? undefined : AuthKey.open(options.authKey));
  }

  /** Notes in the ledger what this process has spent for a run since the last call. */
  async note(run: string, party: Party): Promise<void> {
    if (this.#key === undefined) return;
    const { spentBits } = this.#key;
    this.#spent = await this.ledger.spend(run, party, spentBits - this.#noted);
    this.#noted = spentBits;
  }

  /** The seal for the message that an end sends; undefined without a key. @throws InputError as `AuthKey.seal`. */
  seal(sender: Role): Seal | undefined {
    return this.#key?.seal(partyOf(sender, this.#cv));
  }

  /** Checks a message, if there is a key. @throws InputError as `AuthKey.check` and `requireBare`. */
  async check<Header extends object>(message: RecordReader<Header>, sender: Role): Promise<void> {
    await this.checkFrom(message, partyOf(sender, this.#cv));
  }

  async checkFrom<Header extends object>(message: RecordReader<Header>, party: Party): Promise<void> {
    if (this.#key === undefined) requireBare(message);
    else await this.#key.check(message, party);
  }

  get summary(): MessageSecurity {
    return this.#key === undefined
      ? { authenticated: false }
      : { authenticated: true, ...this.#key.summary, spentBits: this.#spent };
  }

  async close(): Promise<void> {
    this.#key?.close();
  }
}

/** The line of a summary about messages, if the ends exchange any. */
export function messageRows(messages: MessageSecurity | undefined): Row[] {
  if (messages === undefined) return [];
  if (!messages.authenticated) {
    return [["messages", "are not authenticated: whoever can change them can be in the middle, see --auth-key"]];
  }
  const { mode, forgery, messagesLeft, spentBits, missed, notices } = messages;
  const bound = mode === "one-time" ? "" : ", unless HMAC-SHA-256 is broken (computational)";
  const parts = [
    ...(forgery > 0 ? [`forged with probability ${formatRate(forgery)} at most${bound}`] : []),
    `--auth-key has bits for ${formatCount(messagesLeft)} more of this end's`,
  ];
  return [
    ["messages", `authenticated: ${parts.join("; ")}`],
    ...(mode === "one-time"
      ? [["spent", `${formatCount(spentBits)} one-time bits by the messages of this run`] satisfies Row]
      : []),
    ...missed.map(
      (slot): Row => [
        "",
        `the other end's message in slot ${slot} has not come: it was lost, or its process was killed`,
      ],
    ),
    ...notices.map((notice): Row => ["", `warning: ${notice}`]),
  ];
}
