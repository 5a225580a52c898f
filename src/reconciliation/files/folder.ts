import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { allEnded } from "../../all-ended.ts";
import { InputError } from "../../index.ts";
import { PartFile, requireNewFile } from "../../node/disk/disk.ts";
import { csvLine } from "../../simulation/csv.ts";
import { copyBits } from "../core/bit-source.ts";
import { isBegun, KeyFile } from "./growing-file.ts";
import { blockHash, hasHash } from "./hashes.ts";
import {
  blockLengths,
  DIGEST_BYTES,
  isOfValues,
  JOURNAL,
  type JournalHeader,
  journalRecordBytes,
  keyBitsOf,
  partyOf,
  RESULT_BYTES,
  type Role,
  runId,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  VERDICT,
  type VerdictHeader,
} from "./headers.ts";
import { type RecordReader, RecordWriter, type Seal } from "./record-file.ts";

const NAMES = {
  disclosed: "disclosed.ldpc",
  syndromes: "syndromes.ldpc",
  verdict: "verdict.ldpc",
  confirmation: "confirmation.ldpc",
  alice: "alice.key",
  bob: "bob.key",
  alicePending: "alice.pending",
  bobPending: "bob.pending",
  aliceSecret: "alice.secret",
  bobSecret: "bob.secret",
  seed: "seed.bin",
  secret: "bob.bin",
  private: "private.bin",
  report: "blocks.csv",
  journal: "journal.ldpc",
  ledger: "both.ledger",
} as const;

type ReconciliationFile = keyof typeof NAMES;

export function reconciliationFile(folder: string, file: ReconciliationFile): string {
  return join(folder, NAMES[file]);
}

export interface FolderRun {
  readonly folder: string;
  readonly header: JournalHeader;
  /**
   * The ends present: the reference end makes the syndrome file, the decoding end the verdict and its key, which is
   * pending until the reference end confirms it; both ends together make both keys. A reference end that is alone also
   * keeps its drawn bits: for values the random bits, from which its key is made later, and the bits of punctured
   * positions, which a retry reveals.
   */
  readonly ends: Readonly<Record<Role, boolean>>;
  readonly force: boolean;
  /** The syndrome file, if another process made it. */
  readonly received?: RecordReader<StreamHeader>;
}

/** The header of an unfinished run in the folder; undefined without such a run. */
export function unfinishedRun(folder: string): JournalHeader | undefined {
  const path = reconciliationFile(folder, "journal");
  if (!isBegun(path)) return undefined;
  const journal = RecordWriter.reopen(path, JOURNAL);
  journal?.file.close();
  return journal?.header;
}

/** Forgets an unfinished run; its files are begun anew by the next one. */
export function dropUnfinishedRun(folder: string): void {
  RecordWriter.reopen(reconciliationFile(folder, "journal"), JOURNAL)?.file.discard();
}

/** The decoding end's key, until the reference end confirms it. */
export const PENDING = { alice: "alicePending", bob: "bobPending" } as const;

/** Files of packed bits by their purpose. */
const BIT_FILES = ["reference", "decoding", "secret", "private"] as const;
type BitPurpose = (typeof BIT_FILES)[number];

/** The files that a run makes, without the journal, by their purpose. */
function madeFiles({ ends, header: { stream } }: FolderRun) {
  const ofValues = isOfValues(stream);
  const decoder = partyOf("decoding", ofValues);
  const isAlone = ends.reference && !ends.decoding;
  const made: Partial<Record<"syndromes" | "verdict" | "report" | BitPurpose, ReconciliationFile>> = {
    ...(ends.reference && { syndromes: "syndromes" }),
    ...(ends.decoding && { verdict: "verdict" }),
    ...(ends.reference && ends.decoding && { reference: partyOf("reference", ofValues) }),
    ...(ends.decoding && { decoding: ends.reference ? decoder : PENDING[decoder], report: "report" }),
    ...(isAlone && ofValues && { secret: "secret" }),
    ...(isAlone && stream.punctured > 0 && { private: "private" }),
  };
  return made;
}

interface BlockResult {
  readonly converged: boolean;
  readonly verified: boolean;
  readonly iterations: number;
  /** Bits that were wrong in a verified block. */
  readonly corrected: number;
  /** Blind steps: bits that were told of this block, and times that it was decoded again. */
  readonly told: number;
  readonly steps: number;
}

/** Numbers of a result in a payload of a journal, u32 little-endian behind a byte of flags. */
const RESULT_COUNTS = ["iterations", "corrected", "told", "steps"] as const;

interface JournalRecord {
  readonly result: BlockResult;
  /** SHA-256 of the block's private bits; absent if none are kept. */
  readonly digest?: Uint8Array;
}

/** Records as payloads of a journal, [block][payload]: either all have a digest or none does. */
function writeResults(records: readonly JournalRecord[]): Uint8Array {
  const stride = journalRecordBytes(records[0]?.digest !== undefined);
  const bytes = new Uint8Array(stride * records.length);
  const view = new DataView(bytes.buffer);
  for (const [i, { result, digest = new Uint8Array(0) }] of records.entries()) {
    view.setUint8(stride * i, (result.converged ? 1 : 0) + (result.verified ? 2 : 0));
    for (const [k, count] of RESULT_COUNTS.entries()) view.setUint32(stride * i + 1 + 4 * k, result[count], true);
    bytes.set(digest, stride * i + RESULT_BYTES);
  }
  return bytes;
}

function readResults(bytes: Uint8Array, stride: number): JournalRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / stride }, (_, i) => {
    const at = stride * i;
    const flags = view.getUint8(at);
    const [iterations, corrected, told, steps] = RESULT_COUNTS.map((_, k) => view.getUint32(at + 1 + 4 * k, true));
    const result = { converged: (flags & 1) !== 0, verified: (flags & 2) !== 0, iterations, corrected, told, steps };
    return stride === RESULT_BYTES ? { result } : { result, digest: bytes.subarray(at + RESULT_BYTES, at + stride) };
  });
}

/** SHA-256 of the private bits of a block, packed, with its index and the salt of the stream. */
function privateDigest(stream: StreamHeader, block: number, bits: Uint8Array): Uint8Array {
  return blockHash({ ...stream, hashBits: 8 * DIGEST_BYTES }, block, bits, stream.punctured);
}

interface IndexedResult {
  readonly block: number;
  readonly length: number;
  readonly result: BlockResult;
}

/** What a verdict says of the blocks of a stream. */
export type JudgedBlocks = Pick<VerdictHeader, "blocks" | "attempt" | "kept" | "bits" | "told">;

/** Secret bits of a key by one end's statement about Eve. */
export type SecretBits = Pick<VerdictHeader, "secretBits" | "togetherBits">;

/**
 * Writes the decoding end's verdict for the reference end.
 * @param both whether the reference end is here, too.
 * @param secret secret bits that this end allows of the key.
 * @param results of all blocks; it may be called several times.
 */
function writeVerdict(
  path: string,
  facts: Pick<VerdictHeader, "stream" | "blocks" | "attempt" | "hashKey" | "hash">,
  both: boolean,
  secret: ((judged: JudgedBlocks) => SecretBits | undefined) | undefined,
  results: () => Iterable<readonly IndexedResult[]>,
  seal?: Seal,
): { readonly header: VerdictHeader; readonly id: string } {
  const verdicts = (group: readonly IndexedResult[]) =>
    Uint8Array.from(group, ({ result }) => (result.verified ? 1 : 0));
  const mask = createHash("sha256");
  let [kept, bits, told] = [0, 0, 0];
  for (const group of results()) {
    mask.update(verdicts(group));
    for (const { result, length } of group.filter((each) => each.result.verified)) {
      kept++;
      bits += length;
      told += result.told + result.steps;
    }
  }
  const { blocks, attempt } = facts;
  const judged = { blocks, attempt, kept, bits, ...(both && { told }) };
  const header = { ...facts, ...judged, ...secret?.(judged), mask: mask.digest("hex") };
  const file = RecordWriter.create(path, VERDICT, header);
  try {
    for (const group of results()) file.append(verdicts(group));
    file.finish(seal);
  } finally {
    file.file.discard();
  }
  return { header, id: file.id };
}

/**
 * Writes a CSV file with a line for each block; for values without the number of wrong bits, which did not exist before
 * decoding. That number is known for verified blocks only, and secret.
 */
function writeReport(path: string, results: Iterable<readonly IndexedResult[]>, ofValues: boolean): void {
  const file = new PartFile(path, true, 0o600);
  const columns = ofValues ? 4 : 6;
  const write = (lines: readonly (readonly string[])[]) =>
    file.write(Buffer.from(lines.map((line) => `${csvLine(line.slice(0, columns))}\n`).join("")));
  const lineOf = ({ block, length, result }: IndexedResult) => {
    const { verified, converged, iterations, corrected } = result;
    const word = verified ? "verified" : converged ? "wrong" : "failed";
    const found = verified ? [String(corrected), String(corrected / length)] : ["", ""];
    return [String(block), String(length), word, String(iterations), ...found];
  };
  try {
    write([["block", "bits", "result", "iterations", "corrected", "qber"]]);
    for (const group of results) write(group.map(lineOf));
    file.finish();
  } finally {
    file.discard();
  }
}

export interface DoneBlocks {
  readonly results: readonly BlockResult[];
  /** Payloads of the syndrome file, [block][payload], if it is made here. */
  readonly syndromes?: Uint8Array;
  /** Bits of the keys made here, [block][⌈keyBits/8⌉]; bits of unverified blocks go into no key. */
  readonly reference?: Uint8Array;
  readonly decoding?: Uint8Array;
  /** Bits of punctured positions, [block][⌈p/8⌉], if they are drawn here. */
  readonly privateBits?: Uint8Array;
}

export type BlockTotals = ReturnType<ReconciliationFolder["totals"]>;

/** Blocks that are read at once if no device is at work. */
const BLOCKS_AT_ONCE = 1024;
/** Milliseconds between two flushes to the disk, the most that a power failure loses. The end of the process loses nothing. */
const FLUSH_MILLISECONDS = 5000;

/**
 * The growing files of a run. All are named `.part` until they are complete. A journal lists the finished blocks and is
 * removed when all are finished. However the process ends, another process continues after the last complete block.
 */
export class ReconciliationFolder {
  readonly #run: FolderRun;
  readonly #made: ReturnType<typeof madeFiles>;
  readonly #syndromes: RecordWriter<StreamHeader> | undefined;
  /** Bits of verified blocks for each end that is here; of all blocks, and of punctured positions, where an end that is alone draws them. */
  readonly #bits: Partial<Record<BitPurpose, KeyFile>> = {};
  readonly #journal: RecordWriter<JournalHeader>;
  #blocks = 0;
  #flushed = Date.now();

  private constructor(run: FolderRun) {
    const { header, force } = run;
    this.#run = run;
    const made = madeFiles(run);
    this.#made = made;
    // Without a journal, existing files belong to another run.
    const journal = this.#path("journal");
    const resumes = isBegun(journal);
    for (const file of Object.values(made)) {
      const path = this.#path(file);
      // In an unfinished run, a file without its part was finished by this very run, whose process ended a moment later.
      if (existsSync(path) && (!resumes || isBegun(path))) requireNewFile(path, force);
    }
    if (made.syndromes) {
      const path = this.#path("syndromes");
      const found = resumes ? RecordWriter.reopen(path, SYNDROMES, header.stream) : undefined;
      if (found === undefined && existsSync(path) && !force) {
        throw new InputError("is of another run than the unfinished one here: --force overwrites it", { file: path });
      }
      this.#syndromes = found ?? RecordWriter.create(path, SYNDROMES, header.stream);
    }
    for (const purpose of BIT_FILES) {
      const file = made[purpose] && this.#path(made[purpose]);
      if (file) this.#bits[purpose] = (resumes ? KeyFile.reopen(file) : undefined) ?? KeyFile.create(file);
    }
    // The journal is last: if it exists, all other files exist.
    this.#journal = RecordWriter.reopen(journal, JOURNAL) ?? RecordWriter.create(journal, JOURNAL, header);
  }

  /** Opens the files of an unfinished run with the same header, or begins them. */
  static async open(run: FolderRun): Promise<ReconciliationFolder> {
    const folder = new ReconciliationFolder(run);
    try {
      await folder.#keepWhole();
      return folder;
    } catch (error) {
      for (const file of folder.#files()) file.close();
      throw error;
    }
  }

  get blocks(): number {
    return this.#blocks;
  }

  append({ results, syndromes, reference, decoding, privateBits }: DoneBlocks): void {
    const { stream } = this.#run.header;
    const { punctured } = stream;
    const stride = Math.ceil(keyBitsOf(stream) / 8);
    const lengths = blockLengths(stream, this.#blocks, results.length);
    const verified = lengths.map((length, i) => (results[i].verified ? length : 0));
    if (syndromes !== undefined) this.#syndromes?.append(syndromes);
    if (reference !== undefined) {
      this.#bits.reference?.append(reference, stride, verified);
      this.#bits.secret?.append(reference, stride, lengths);
    }
    if (decoding !== undefined) this.#bits.decoding?.append(decoding, stride, verified);
    let records: JournalRecord[] = results.map((result) => ({ result }));
    if (privateBits !== undefined && this.#bits.private !== undefined) {
      const bytes = Math.ceil(punctured / 8);
      const unsent = results.map(() => punctured);
      this.#bits.private.append(privateBits, bytes, unsent);
      records = results.map((result, i) => {
        // Anything may stand behind the last bit of a block.
        const bits = new Uint8Array(bytes);
        copyBits(privateBits, 8 * bytes * i, bits, 0, punctured);
        return { result, digest: privateDigest(stream, this.#blocks + i, bits) };
      });
    }
    // Last: a block counts when the journal has it.
    this.#journal.append(writeResults(records));
    this.#blocks += results.length;
    if (Date.now() - this.#flushed >= FLUSH_MILLISECONDS) this.#flush();
  }

  /** Sums over the finished blocks. */
  totals() {
    // Blind steps: blocks that were decoded again, bits that were told, and further verdicts on a block.
    const blind = { blocks: 0, bits: 0, verdicts: 0 };
    // Bits of verified blocks and those of them that were wrong; blocks whose decoder converged, but to bits with another hash.
    const totals = { blocks: 0, verified: 0, wrong: 0, keyBits: 0, corrected: 0, iterations: 0, blind };
    for (const group of this.#results()) {
      for (const { result, length } of group) {
        totals.blocks++;
        if (result.steps > 0) blind.blocks++;
        blind.bits += result.told;
        blind.verdicts += result.steps;
        totals.iterations += result.iterations;
        totals.corrected += result.corrected;
        if (result.verified) {
          totals.verified++;
          totals.keyBits += length;
        } else if (result.converged) totals.wrong++;
      }
    }
    return totals;
  }

  /** Brings all files to the disk at the same time, before `finish`. */
  settle(): Promise<void> {
    return allEnded(this.#files().map((file) => file.settle()));
  }

  /**
   * Gives the files their names, when all blocks are finished. A key without bits gets none.
   * @param verdict number of verdicts of the decoding end, including this one, a newly drawn hash key, and the secret bits
   * that the decoding end allows.
   * @param seal makes the tag of the messages to the other end, if only one end is present.
   * @returns the paths, and where the decoding end is here its verdict.
   */
  finish(
    verdict?: {
      readonly attempt: number;
      readonly hashKey: Uint8Array;
      readonly secret?: (judged: JudgedBlocks) => SecretBits | undefined;
    },
    seal?: Seal,
  ) {
    const { header, folder } = this.#run;
    const [made, { reference, decoding }] = [this.#made, this.#bits];
    this.#flush();
    const results = () => this.#results();
    let written: ReturnType<typeof writeVerdict> | undefined;
    if (made.verdict && made.report && verdict) {
      if (reference !== undefined && !reference.equals(decoding!)) {
        const fault = "the keys of both ends differ, though every block has the other end's hash: none is written";
        throw new InputError(fault, { file: folder });
      }
      const { attempt, hashKey } = verdict;
      const [key, hash] = [hashKey, decoding!.hash(hashKey)].map((bytes) => Buffer.from(bytes).toString("hex"));
      const facts = { stream: runId(header), blocks: header.stream.blocks, attempt, hashKey: key, hash };
      written = writeVerdict(this.#path(made.verdict), facts, reference !== undefined, verdict.secret, results, seal);
      writeReport(this.#path(made.report), results(), isOfValues(header.stream));
    }
    this.#syndromes?.finish(made.verdict === undefined ? seal : undefined);
    const files = new Set(Object.values(made).map((file) => this.#path(file)));
    for (const { bits, file } of [reference, decoding].flatMap((key) => key ?? [])) {
      if (bits > 0) file.finish();
      else {
        file.discard();
        files.delete(file.path);
      }
    }
    this.#bits.secret?.file.finish();
    this.#bits.private?.file.finish();
    this.#journal.file.discard();
    return { files: [...files], verdict: written };
  }

  /** Closes the files. Unfinished files stay for another process, unless no block is finished. */
  close(): void {
    // The journal is first: without it the other files do not count.
    for (const file of this.#files().reverse()) {
      if (this.#blocks === 0) file.discard();
      else file.close();
    }
  }

  #path(file: ReconciliationFile): string {
    return reconciliationFile(this.#run.folder, file);
  }

  #flush(): void {
    for (const file of this.#files()) file.flush();
    this.#flushed = Date.now();
  }

  /** All of them; `#countWhole` finds what a crash left. */
  #files() {
    const files = [this.#syndromes, ...BIT_FILES.map((purpose) => this.#bits[purpose]), this.#journal];
    return files.flatMap((each) => each?.file ?? []);
  }

  /** Results of the finished blocks in order, in groups. */
  *#results(): Generator<IndexedResult[]> {
    for (let first = 0; first < this.#blocks; first += BLOCKS_AT_ONCE) {
      const found = this.#records(first, this.#blocks - first);
      const lengths = blockLengths(this.#run.header.stream, first, found.length);
      yield found.map(({ result }, i) => ({ block: first + i, length: lengths[i], result }));
    }
  }

  /** At most `count` records of the journal, fewer at its end or if that is many. */
  #records(first: number, count: number): JournalRecord[] {
    const payloads = this.#journal.whole(first, Math.min(BLOCKS_AT_ONCE, count));
    return readResults(payloads, JOURNAL.payloadBytes(this.#run.header));
  }

  /** Cuts all files off after the last block that is complete in every file. */
  async #keepWhole(): Promise<void> {
    const { stream } = this.#run.header;
    const { reference, decoding, secret, private: unsent } = this.#bits;
    const keyBits = await this.#countWhole();
    this.#syndromes?.keep(this.#blocks);
    for (const key of [reference, decoding]) key?.keep(keyBits);
    secret?.keep(Math.min(this.#blocks * keyBitsOf(stream), stream.bits));
    unsent?.keep(this.#blocks * stream.punctured);
    this.#journal.keep(this.#blocks);
  }

  /** Counts the first blocks that are whole in every file: a crash may have left anything after them. @returns their key bits. */
  async #countWhole(): Promise<number> {
    const { stream } = this.#run.header;
    const { reference, decoding, secret } = this.#bits;
    let keyBits = 0;
    while (this.#blocks < stream.blocks) {
      const records = this.#records(this.#blocks, stream.blocks - this.#blocks);
      if (records.length === 0) break;
      const hashes = await this.#hashes(this.#blocks, records.length);
      const lengths = blockLengths(stream, this.#blocks, records.length);
      for (const [i, { result, digest }] of records.entries()) {
        const [hash, length] = [hashes[i], lengths[i]];
        const hasBits = (file: KeyFile | undefined, position: number) => {
          const bits = file?.read(position, length);
          return file === undefined || (bits !== undefined && hasHash(stream, this.#blocks, bits, length, hash));
        };
        const isWhole =
          hash !== undefined &&
          (!result.verified || [reference, decoding].every((key) => hasBits(key, keyBits))) &&
          hasBits(secret, this.#blocks * keyBitsOf(stream)) &&
          this.#hasPrivate(digest);
        if (!isWhole) return keyBits;
        if (result.verified) keyBits += length;
        this.#blocks++;
      }
    }
    return keyBits;
  }

  /** Whether the syndrome of the next block was made with the private bits that are in their file, if there is one. */
  #hasPrivate(digest: Uint8Array | undefined): boolean {
    if (this.#bits.private === undefined) return true;
    const { stream } = this.#run.header;
    const bits = this.#bits.private.read(this.#blocks * stream.punctured, stream.punctured);
    if (bits === undefined || digest === undefined) return false;
    return Buffer.compare(privateDigest(stream, this.#blocks, bits), digest) === 0;
  }

  /** The reference end's hashes of blocks, as far as they exist. */
  async #hashes(first: number, count: number): Promise<Uint8Array[]> {
    const { header, received } = this.#run;
    const payloads = received ? await received.read(first, count) : this.#syndromes!.whole(first, count);
    const { hashes } = splitMessages(payloads, header.stream);
    const bytes = header.stream.hashBits / 8;
    return Array.from({ length: hashes.length / bytes }, (_, i) => hashes.subarray(i * bytes, (i + 1) * bytes));
  }
}
