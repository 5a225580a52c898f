import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../index.ts";
import { jsonValue } from "../../json.ts";
import { makeFolder, userFolder, writeFileAtomic } from "../../node/disk/disk.ts";
import { type LockOptions, withLock } from "../../node/disk/folder-lock.ts";
import { sum } from "../../sum.ts";
import type { BitFile } from "./bit-file.ts";
import { createLinked } from "./growing-file.ts";
import { COUNT, HEX_DIGEST, HEX_SALT, PARTIES, type Party } from "./headers.ts";
import type { ValueFile } from "./value-file.ts";

/** Fingerprints that recognise secret data, as a whole and in parts, without storing the data. */
export interface DataIdentity {
  /** SHA-256 of the bytes that hold the data, 64 hexadecimal digits. */
  readonly sha256: string;
  /**
   * The first 8 bytes of the SHA-256 of windows chosen by their content, as 16 hexadecimal digits, ascending, each
   * once. Two sequences that share a long enough part share marks, wherever in either sequence the part begins.
   */
  readonly marks: readonly string[];
}

/** Units (bytes of packed bits, or values) that are read at once. */
const AT_ONCE = 2 ** 20;
const MARKS = 1024;
/** At least one unit in 2^3 begins a window. */
const SPARSEST_CHOICE = 3;
/** Bytes of a window of packed bits: 256 bits, which unrelated random strings never share. */
const WINDOW_BYTES = 32;
const WINDOW_VALUES = 16;
const MARK_BYTES = 8;
const OFFSET = 0x5bd1e995;
const FACTOR = 0x9e3779b1;

/**
 * The identity of a string of bits. A part of the string is found again at any offset of whole bytes.
 * @param marked false: without marks, which take longer than SHA-256, for a run that is not remembered.
 */
export async function bitIdentity(file: BitFile, marked = true): Promise<DataIdentity> {
  const bytes = Math.ceil(file.bits / 8);
  const hash = createHash("sha256");
  const marks = new Marks(bytes);
  for (let first = 0; first < bytes; first += AT_ONCE) {
    // The windows that begin in this part may end in the next.
    const end = Math.min(bytes, first + AT_ONCE + WINDOW_BYTES - 1);
    const part = await file.read(8 * first, [Math.min(file.bits, 8 * end) - 8 * first], end - first);
    const fresh = Math.min(AT_ONCE, bytes - first);
    hash.update(part.subarray(0, fresh));
    if (marked) marks.addWindows(part, Math.min(fresh, part.length - WINDOW_BYTES + 1));
  }
  return { sha256: hash.digest("hex"), marks: marks.list };
}

/** The identity of a sequence of values. Marks are of values rounded to float32, so that they do not depend on the file's type. */
export async function valueIdentity(file: ValueFile, marked = true): Promise<DataIdentity> {
  const hash = createHash("sha256");
  const marks = new Marks(file.values);
  for (let first = 0; first < file.values; first += AT_ONCE) {
    const end = Math.min(file.values, first + AT_ONCE + WINDOW_VALUES - 1);
    const part = await file.read(first, end - first);
    const fresh = part.subarray(0, Math.min(AT_ONCE, file.values - first));
    hash.update(new Uint8Array(fresh.buffer, fresh.byteOffset, fresh.byteLength));
    if (!marked) continue;
    const rounded = Float32Array.from(part);
    const words = new Uint32Array(rounded.buffer);
    for (let i = 0; i < fresh.length && i + WINDOW_VALUES <= words.length; i++) {
      if (marks.chooses(words[i])) marks.add(new Uint8Array(rounded.buffer, 4 * i, 4 * WINDOW_VALUES));
    }
  }
  return { sha256: hash.digest("hex"), marks: marks.list };
}

/** Whether two identities belong to data with a common part, as far as marks show. */
export function sharesData(a: DataIdentity, b: DataIdentity): boolean {
  if (a.sha256 === b.sha256) return true;
  const known = new Set(a.marks);
  return b.marks.some((mark) => known.has(mark));
}

/** Windows chosen by their first word, and their marks. */
class Marks {
  readonly #found = new Set<string>();
  readonly #shift: number;

  /** A longer sequence has a smaller share of its windows chosen, a subset of any larger share. */
  constructor(units: number) {
    this.#shift = 32 - Math.max(SPARSEST_CHOICE, Math.ceil(Math.log2(units / MARKS)));
  }

  /** Adds the chosen windows of bytes that begin at bytes 0 … count − 1, by their first four bytes, the first the lowest. */
  addWindows(bytes: Uint8Array, count: number): void {
    // This loop is over every byte of the data: four windows are tested for each word that is read.
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    const shift = this.#shift;
    const add = (at: number) => {
      if (at < count) this.add(bytes.subarray(at, at + WINDOW_BYTES));
    };
    for (let i = 0; 4 * i < count; i++) {
      const word = words[i];
      const next = words[i + 1];
      if (Math.imul(word ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i);
      if (Math.imul(((word >>> 8) | (next << 24)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 1);
      if (Math.imul(((word >>> 16) | (next << 16)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 2);
      if (Math.imul(((word >>> 24) | (next << 8)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 3);
    }
  }

  /** Multiplicative hashing; the offset keeps sequences of zeros, which no random data have, from choosing all windows. */
  chooses(word: number): boolean {
    return Math.imul(word ^ OFFSET, FACTOR) >>> this.#shift === 0;
  }

  add(window: Uint8Array): void {
    const digest = createHash("sha256").update(window).digest("hex");
    this.#found.add(digest.slice(0, 2 * MARK_BYTES));
  }

  get list(): string[] {
    return [...this.#found].sort();
  }
}

const ENTRY = z.strictObject({
  format: z.literal("gfq-ldpc told"),
  version: z.literal(1),
  /** Id of the run's syndrome file. */
  run: HEX_DIGEST,
  /** The use of the data: id of the disclosed file if values were disclosed, else of the first run's syndrome file. */
  root: HEX_DIGEST,
  /** Where the root is a disclosed file: id of the first run's syndrome file; nothing in the entry of the disclosed file itself. */
  first: HEX_DIGEST.optional(),
  /** Id of the run whose failed blocks this one retries. */
  parent: HEX_DIGEST.optional(),
  /** Id of the verdict that lists these blocks. */
  parentVerdict: HEX_DIGEST.optional(),
  /** Id of the key that authenticates all messages of the run; nothing if none does. */
  auth: HEX_SALT.optional(),
  party: z.enum(PARTIES),
  /** Name of the run's folder on this machine. */
  folder: z.string(),
  /** When the run began, ISO 8601. */
  begun: z.string(),
  /** `begun`: no message has left the folder yet. `told`: a finished file may be public. Words of a stored format. */
  state: z.enum(["begun", "told"]),
  data: z.strictObject({ sha256: HEX_DIGEST, marks: z.array(z.string().regex(/^[0-9a-f]{16}$/)) }),
  /** Which values `run` has disclosed, if it is a disclosed file: they are used up, in any key. */
  disclosed: z.strictObject({ every: COUNT.min(2), seed: HEX_SALT, values: COUNT }).optional(),
  /** Public bits: linear functions of the data, of all blocks, that this run has made public, at most. */
  publicBits: COUNT,
  /** One-time bits that the messages of this run have used up at this end. */
  spentBits: COUNT,
  verdicts: COUNT,
  /** Id of the verdict that the key was made by. */
  key: HEX_DIGEST.optional(),
  /** The keys of the run's verdicts, from which the secret length of a retry follows. */
  keys: z.array(
    z.strictObject({
      verdict: HEX_DIGEST,
      /** m: bits of the key. */
      keptBits: COUNT,
      /** Bits that they lose to Eve by messages. */
      leakedBits: COUNT,
      /** Secret bits that a summary promised; nothing if it promised none. */
      secretBits: COUNT.optional(),
      /** The same of this key of a retry and all earlier keys of the run, hashed as one string. */
      togetherBits: COUNT.optional(),
      /**
       * Its only hash: secret bits, SHA-256 of the seed, and the number of the run's earlier keys in one string with it. A key in the string
       * of a later one has no bits of its own.
       */
      amplified: z.strictObject({ bits: COUNT, digest: HEX_DIGEST, earlier: COUNT.optional() }).optional(),
    }),
  ),
});

/** A key of a run in the ledger, and the one hash of a key. */
export type LedgerKey = z.infer<typeof ENTRY>["keys"][number];
type KeyHashing = NonNullable<LedgerKey["amplified"]>;

type DisclosureEntry = z.infer<typeof ENTRY>;

/** The identity of a run (`lineageOf`). */
type Lineage = Pick<DisclosureEntry, "root" | "first">;

/** Whether an entry and a run belong to one use of the data: to one first run, its retries and the estimate before it. */
function isOfOneRun(entry: Lineage, { root, first }: Lineage): boolean {
  return entry.root === root && (entry.first === undefined || first === undefined || entry.first === first);
}

/** Keys of an entry with another one in the place of that of its verdict. */
function withKey({ keys }: DisclosureEntry, key: LedgerKey): LedgerKey[] {
  return [...keys.filter(({ verdict }) => verdict !== key.verdict), key];
}

function readEntry(path: string): DisclosureEntry {
  try {
    return ENTRY.parse(jsonValue(readFileSync(path, "utf8"), { file: path }));
  } catch {
    throw new InputError(
      "is damaged: the used data are unknown without it; restore it, or remove it if its data are destroyed",
      { file: path },
    );
  }
}

const short = (id: string) => id.slice(0, 16);

/** Why data cannot be used. @param whole whether they are the very same. */
function usedAlready({ run, begun, folder, state, disclosed }: DisclosureEntry, file: string, whole: boolean) {
  const what = whole ? "was" : "has parts that were";
  const where = `${short(run)} of ${begun.slice(0, 10)}, folder ${JSON.stringify(folder)}`;
  const remedy =
    state === "begun"
      ? "it is unfinished: go on with it, or drop it there with --force"
      : "what a second run tells adds up with what is public, and may tell the key: take fresh data, or retry the run by ldpc key retry (to try codes on data that are no secret, ldpc key both remembers none)";
  const fault = disclosed
    ? `disclosed already (file ${where}, one group in ${disclosed.every}): go on from that file, or take fresh data`
    : `used already (run ${where}); ${remedy}`;
  return new InputError(`${what} ${fault}`, { file });
}

/** Why a run can have no other verdict than that of its key. @param other a verdict that came. */
function keyMade(run: string, verdict: string, reason: string, other?: string): InputError {
  const instead = other === undefined ? "" : `, not by ${short(other)}`;
  return new InputError(`the key of run ${short(run)} was made by verdict ${short(verdict)}${instead}: ${reason}`);
}

export function requireNoKey({ run, key }: Pick<DisclosureEntry, "run" | "key">): void {
  if (key !== undefined) throw keyMade(run, key, "another verdict would disclose more of it");
}

/**
 * Security is decided for a run, not for a command: otherwise an end that leaves `--auth-key` out would take a forged
 * message for one of the run's.
 * @param auth id of the key of the present step.
 */
function requireSameAuth(entry: Pick<DisclosureEntry, "run" | "auth">, auth: string | undefined): void {
  if (entry.auth === auth) return;
  const run = `run ${short(entry.run)} was begun`;
  throw new InputError(
    entry.auth === undefined
      ? `${run} without --auth-key: its first messages are not authenticated, so no step of it can be; begin with fresh data`
      : `${run} with key ${entry.auth}: give its file as --auth-key in every step of the run${auth === undefined ? "" : `, not that of key ${auth}`}`,
  );
}

function retriedAlready(parent: string, retry: string, folder?: string): InputError {
  const where = folder === undefined ? "" : ` (folder ${JSON.stringify(folder)})`;
  return new InputError(
    `the blocks that failed in run ${short(parent)} were retried already, in run ${short(retry)}${where}: go on from that one`,
  );
}

/** A run that is about to use data. */
export interface LedgerRun extends Lineage, Pick<DisclosureEntry, "parent" | "parentVerdict" | "disclosed" | "folder"> {
  /** Id of its syndrome file, or of a disclosed file. */
  readonly run: string;
  /** The data of the ends that are here, with the file for messages. */
  readonly data: readonly { readonly party: Party; readonly file: string; readonly identity: DataIdentity }[];
}

/** Thrown where the lock was lost. */
const LOST = new Error("the ledger's lock was lost");

/**
 * Remembers the data that were used and the public information about them, in one small file for each run and end, readable by the user
 * only. Syndromes of two runs over the same data add up, and two rotations of the same values reveal the bits
 * (doc/design/reconciliation.md): so data are used in one run and its retries, and in no other. The data themselves are not kept.
 *
 * A ledger is opened by a step that authenticates its messages with a certain key, or with none. Every call about a run
 * refuses a run that was begun with another one.
 */
export class DisclosureLedger {
  readonly folder: string;
  readonly #auth: string | undefined;
  readonly #options: LockOptions;

  /**
   * @param folder the user's own if left out.
   * @param auth id of the key that authenticates the messages of this step; undefined if none does.
   * @param options of its lock.
   */
  constructor(folder = join(userFolder("state"), "reconcile"), auth?: string, options: LockOptions = {}) {
    this.folder = folder;
    this.#auth = auth;
    this.#options = options;
  }

  /** @throws InputError if the run, an estimate before it or a retry was begun with another key, or without this one. */
  async requireAuth(lineage: Lineage, party: Party): Promise<void> {
    await this.#alone(() => this.#requireAuth(lineage, [party]));
  }

  /** Notes that a run begins, or goes on. @throws InputError if another run used any of the data, and as `requireAuth`. */
  async begin({ data, ...run }: LedgerRun): Promise<void> {
    const requireFresh = () => {
      const others = this.#entries().filter((entry) => !isOfOneRun(entry, run));
      for (const { file, identity } of data) {
        const other = others.find((entry) => sharesData(entry.data, identity));
        if (other !== undefined) throw usedAlready(other, file, other.data.sha256 === identity.sha256);
      }
    };
    await this.#alone((write) => {
      const parties = data.map(({ party }) => party);
      this.#requireAuth(run, parties);
      requireFresh();
      const fresh = data.filter(({ party }) => !existsSync(this.#path(run.run, party)));
      for (const { party, identity } of fresh) {
        const { sha256, marks } = identity;
        write({ ...this.#newEntry(), ...run, party, data: { sha256, marks: [...marks] } });
      }
      try {
        // Checked again after the entry is written: of two processes that write at once, at least one sees the other.
        requireFresh();
      } catch (error) {
        for (const { party } of fresh) rmSync(this.#path(run.run, party), { force: true });
        throw error;
      }
    });
  }

  /**
   * Notes that the failed blocks of a run are retried.
   * @param retry the run `parent`, whose verdict `verdict` lists the failed blocks, and the run that reveals more about them.
   * @throws InputError if the ledger has no entry for that run, its key was not made by this verdict, or its blocks were
   * retried already: two retries of the same blocks could put them into two keys.
   */
  async beginRetry(
    retry: Pick<LedgerRun, "run" | "root" | "folder"> & Record<"parent" | "verdict", string> & { party: Party },
  ): Promise<void> {
    const { verdict, ...run } = retry;
    const { parent, party } = run;
    await this.#alone((write) => {
      const entry = this.#find(parent, party);
      if (entry === undefined) {
        const reason = "its disclosed bits must be known before more are disclosed";
        throw new InputError(`holds nothing about run ${short(parent)}: ${reason}`, { file: this.folder });
      }
      if (entry.key !== verdict) {
        const remedy = "was not made by this verdict: make it first, by ldpc key confirm";
        throw new InputError(`the key of run ${short(parent)} ${remedy}`);
      }
      const sibling = this.#entries().find(
        (other) => other.parent === parent && other.party === party && other.state === "told",
      );
      if (sibling !== undefined) throw retriedAlready(parent, sibling.run, sibling.folder);
      const { first, data } = entry;
      write({ ...this.#newEntry(), ...run, first, parentVerdict: verdict, data });
    });
  }

  /** The disclosure of these very data; undefined if none was made. */
  async disclosureOf({ sha256 }: DataIdentity, party: Party): Promise<DisclosureEntry["disclosed"]> {
    const isOne = (entry: DisclosureEntry) => entry.disclosed && entry.party === party && entry.data.sha256 === sha256;
    return this.#alone(() => this.#entries().find(isOne)?.disclosed);
  }

  /** @throws InputError if a disclosed file of this end was not made from these data, or the ledger does not know the file. */
  async requireDisclosed(message: string, { party, file, identity }: LedgerRun["data"][number]): Promise<void> {
    const entry = await this.find(message, party);
    const name = `disclosed file ${short(message)}`;
    if (entry === undefined) {
      throw new InputError(
        `holds nothing about ${name}, from which the other end has estimated: the values that it made public are unknown here, give the --ledger that it was made with`,
        { file: this.folder },
      );
    }
    if (entry.data.sha256 === identity.sha256) return;
    throw new InputError(`is not the sequence of ${name}: give the one that it was made of`, { file });
  }

  /** Forgets a run that began and has published nothing; any other run stays. */
  async forget(run: string): Promise<void> {
    await this.#alone((_, stillOurs) => {
      for (const { run: other, state, party } of this.#entries()) {
        if (other !== run || state !== "begun") continue;
        if (!stillOurs()) throw LOST;
        rmSync(this.#path(run, party), { force: true });
      }
    });
  }

  /**
   * Notes the public information of a run before its publication.
   * @param verdict whether it is a verdict.
   * @throws InputError if another run has begun to retry the same blocks, or if this is a verdict and the run has its key.
   */
  async disclose(run: string, party: Party, publicBits: number, verdict: boolean): Promise<void> {
    await this.#change(run, party, (entry) => {
      const { parent } = entry;
      if (verdict) requireNoKey(entry);
      const retry = parent !== undefined && !verdict ? this.#first(parent, party, "retry", run) : run;
      if (retry !== run) throw retriedAlready(parent!, retry);
      const verdicts = entry.verdicts + (verdict ? 1 : 0);
      return { ...entry, state: "told", publicBits: entry.publicBits + publicBits, verdicts };
    });
  }

  /** Notes by which verdict a key is made, before it is. @throws InputError for a second one: two keys would share bits. */
  async conclude(run: string, party: Party, verdict: string, publicBits: number): Promise<void> {
    await this.#change(run, party, (entry) => {
      if (entry.key === verdict) return entry;
      const first = entry.key ?? this.#first(run, party, "verdict", verdict);
      if (first !== verdict) throw keyMade(run, first, "a second key would share its bits, keep to the first", verdict);
      return { ...entry, state: "told", key: verdict, publicBits: entry.publicBits + publicBits };
    });
  }

  /** Notes the key of a verdict. The length of its hash stays, if it was hashed. */
  async noteKey(run: string, party: Party, key: LedgerKey): Promise<void> {
    await this.#change(run, party, (entry) => {
      const { amplified } = entry.keys.find(({ verdict }) => verdict === key.verdict) ?? {};
      const noted = { ...key, ...(amplified && { secretBits: amplified.bits, amplified }) };
      return { ...entry, keys: withKey(entry, noted) };
    });
  }

  /** The run and the key of a verdict that one of these ends has noted first; undefined if none has. */
  async keyOf(verdict: string, parties: readonly Party[]) {
    return this.#alone(() => {
      const all = this.#entries().flatMap(({ run, party, keys }) => keys.map((key) => ({ run, party, key })));
      const isOf = (party: Party) => all.find((each) => each.party === party && each.key.verdict === verdict);
      return parties.map(isOf).find((found) => found !== undefined);
    });
  }

  /**
   * Notes that the key of a verdict is hashed, before it is: alone, or as one string with all earlier keys of the run.
   * @throws InputError if one of them was hashed already with another seed, to other bits or in another string, if the bits are more than were
   * promised, or if the seed has hashed another key.
   */
  async amplify(run: string, party: Party, verdict: string, amplified: KeyHashing): Promise<void> {
    const { bits, digest, earlier = 0 } = amplified;
    await this.#alone((write) => {
      const chain = this.#chain(run, verdict, party)?.slice(0, 1 + earlier) ?? [];
      if (chain.length <= earlier || chain.some(({ entry, key }) => (entry.key ?? key.verdict) !== key.verdict)) {
        throw new Error(`verdict ${verdict} made no key of run ${run}`);
      }
      const hashes: KeyHashing[] = chain.map((_, i) => (i === 0 ? amplified : { bits: 0, digest }));
      for (const [i, { entry, key }] of chain.entries()) {
        const before = key.amplified;
        const isSame =
          before?.bits === hashes[i].bits &&
          before.digest === digest &&
          (before.earlier ?? 0) === (hashes[i].earlier ?? 0);
        if (before === undefined || isSame) continue;
        const size = before.bits === 0 ? "in one string with that of a retry" : `to ${before.bits} bits`;
        const all = before.earlier ? ` and --together with its ${before.earlier} earlier keys` : "";
        throw new InputError(
          `the key of run ${short(entry.run)} was hashed already, ${size} with seed ${short(before.digest)}${all}: two hashes together are longer than its secret length, use that seed${all}`,
        );
      }
      const { secretBits, togetherBits, amplified: hashed } = chain[0].key;
      const promised = earlier > 0 ? togetherBits : secretBits;
      if (bits > (hashed?.bits ?? promised ?? bits)) {
        throw new InputError(
          `the other end hashes the key of run ${short(run)} to ${bits} bits, but ${promised} are secret by what was said of Eve here: give both ends the same options`,
        );
      }
      const own = new Set(chain.map(({ key }) => key.verdict));
      const others = this.#entries().flatMap(({ keys }) => keys.filter((each) => !own.has(each.verdict)));
      if (others.some((each) => each.amplified?.digest === digest)) {
        throw new InputError(`seed ${short(digest)} has hashed another key: Eve knows it, draw a fresh one`);
      }
      // The earlier keys first: a process that ends between them may begin the same hash again.
      for (const [i, { entry, key }] of [...chain.entries()].reverse()) {
        write({ ...entry, keys: withKey(entry, { ...key, secretBits: hashes[i].bits, amplified: hashes[i] }) });
      }
    });
  }

  /** The key of a verdict and those before it in a chain of retries, the latest first; undefined if one is unknown. */
  async keysUntil(run: string, verdict: string, party: Party): Promise<readonly LedgerKey[] | undefined> {
    return this.#alone(() => this.#chain(run, verdict, party)?.map(({ key }) => key));
  }

  #chain(run: string, verdict: string, party: Party) {
    const chain: { readonly entry: DisclosureEntry; readonly key: LedgerKey }[] = [];
    let [at, by]: [string | undefined, string | undefined] = [run, verdict];
    while (at !== undefined) {
      const entry = this.#find(at, party);
      const key = entry?.keys.find((each) => each.verdict === by);
      if (entry === undefined || key === undefined) return undefined;
      chain.push({ entry, key });
      [at, by] = [entry.parent, entry.parentVerdict];
    }
    return chain;
  }

  /** Adds one-time bits to those that messages of a run have used up. @returns those of the run and all its retries. */
  async spend(run: string, party: Party, bits: number): Promise<number> {
    return this.#alone((write) => {
      const entry = this.#known(run, party);
      if (bits > 0) write({ ...entry, spentBits: entry.spentBits + bits });
      const ofRun = this.#entries().filter((other) => other.party === party && isOfOneRun(other, entry));
      return sum(ofRun.map(({ spentBits }) => spentBits));
    });
  }

  /** The entry of a run; undefined for an unknown run. */
  async find(run: string, party: Party): Promise<DisclosureEntry | undefined> {
    return this.#alone(() => this.#find(run, party));
  }

  /** The entry of a run that an end continues. @throws InputError for an unknown run: an earlier step used another ledger. */
  async require(run: string, party: Party): Promise<DisclosureEntry> {
    const entry = await this.find(run, party);
    if (entry !== undefined) return entry;
    throw new InputError(
      `holds nothing about run ${short(run)}, of which ${party}'s end has done earlier steps: give the --ledger that they had, or the HOME and XDG_STATE_HOME`,
      { file: this.folder },
    );
  }

  #change(run: string, party: Party, change: (entry: DisclosureEntry) => DisclosureEntry): Promise<void> {
    return this.#alone((write) => write(change(this.#known(run, party))));
  }

  #known(run: string, party: Party): DisclosureEntry {
    const entry = this.#find(run, party);
    if (entry === undefined) throw new Error(`no entry of run ${run} of ${party}`);
    return entry;
  }

  /**
   * The first id that claimed a role: the verdict by which the key of a run is made, or its retry. The file name is
   * made for one process, independently of the lock; a file system without hard links has the lock alone.
   */
  #first(run: string, party: Party, of: "verdict" | "retry", id: string): string {
    const path = join(this.folder, `${run}-${party}.${of}`);
    return createLinked(path, id) === "exists" ? readFileSync(path, "utf8") : id;
  }

  #path(run: string, party: Party): string {
    return join(this.folder, `${run}-${party}.json`);
  }

  /** The fields of a new entry that do not depend on its run. */
  #newEntry() {
    const begun = new Date().toISOString();
    const counts = { publicBits: 0, spentBits: 0, verdicts: 0, keys: [] as LedgerKey[] };
    return { format: "gfq-ldpc told", version: 1, auth: this.#auth, begun, state: "begun", ...counts } as const;
  }

  #find(run: string, party: Party): DisclosureEntry | undefined {
    const path = this.#path(run, party);
    if (!existsSync(path)) return undefined;
    const entry = readEntry(path);
    requireSameAuth(entry, this.#auth);
    return entry;
  }

  #requireAuth(lineage: Lineage, parties: readonly Party[]): void {
    for (const entry of this.#entries()) {
      if (parties.includes(entry.party) && isOfOneRun(entry, lineage)) requireSameAuth(entry, this.#auth);
    }
  }

  #entries(): DisclosureEntry[] {
    const names = readdirSync(this.folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => readEntry(join(this.folder, name)));
  }

  /**
   * Does something while no other process does anything with the ledger. A process that was stopped for so long that it has lost
   * the lock, writes nothing and begins again. An entry is written whole or not at all: one that cannot be read stops every later run.
   */
  async #alone<T>(work: (write: (entry: DisclosureEntry) => void, stillOurs: () => boolean) => T): Promise<T> {
    makeFolder(this.folder, 0o700);
    const once = (stillOurs: () => boolean) =>
      work((entry) => {
        const path = this.#path(entry.run, entry.party);
        if (!writeFileAtomic(path, JSON.stringify(entry), { mode: 0o600 }, stillOurs)) throw LOST;
      }, stillOurs);
    for (;;) {
      try {
        return await withLock(join(this.folder, "lock"), once, this.#options);
      } catch (error) {
        if (error !== LOST) throw error;
      }
    }
  }
}
