import { InputError } from "../../../errors.ts";
import { formatCount, formatRate } from "../../../report/format.ts";
import { AuthKey, type AuthSummary } from "../../files/authentication/auth-key.ts";
import { DisclosureLedger } from "../../files/keys/disclosure-ledger.ts";
import { type Party, partyOf, type Role } from "../../files/messages/headers.ts";
import type { Seal } from "../../files/messages/record-kind.ts";
import type { RecordReader } from "../../files/messages/record-reader.ts";
import type { ReconcileArguments } from "./options.ts";
import type { Row } from "./summary-rows.ts";

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
