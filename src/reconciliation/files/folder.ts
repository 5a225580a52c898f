import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../index.ts";
import { requireNewFile } from "../../node/disk/new-file.ts";
import { PartFile } from "../../node/disk/part-file.ts";
import { csvLine } from "../../simulation/csv.ts";
import { copyBits } from "./bit-string.ts";
import { blockHash, hasHash } from "./hashes.ts";
import {
  blockLengths,
  DIGEST_BYTES,
  isOfValues,
  JOURNAL,
  type JournalHeader,
  journalRecordBytes,
  keyBitsOf,
  messageBytesOf,
  type Party,
  partyOf,
  RESULT_BYTES,
  type Role,
  runId,
  type StreamHeader,
  SYNDROMES,
  VERDICT,
  type VerdictHeader,
} from "./headers.ts";
import { KeyFile } from "./key-file.ts";
import { RecordWriter, type Seal } from "./record-file.ts";
import { isBegun } from "./resumable-file.ts";

/** Names of the files in a folder of `ldpc key`. */
const NAMES = {
  disclosed: "disclosed.ldpc",
  syndromes: "syndromes.ldpc",
  verdict: "verdict.ldpc",
  confirmation: "confirmation.ldpc",
  alice: "alice.key",
  bob: "bob.key",
  alicePending: "alice.pending",
  bobPending: "bob.pending",
  secret: "bob.bin",
  private: "private.bin",
  report: "blocks.csv",
  journal: "journal.ldpc",
} as const;

/** A file in a folder of `ldpc key`. */
type ReconciliationFile = keyof typeof NAMES;

/** Path of a file in a folder of `ldpc key`. */
export function reconciliationFile(folder: string, file: ReconciliationFile): string {
  return join(folder, NAMES[file]);
}

/** The subject of a run in a folder. */
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
  /** Overwrites finished files. */
  readonly force: boolean;
  /** Id of the syndrome file, and its hashes [block][hashBits/8], if another process made it. */
  readonly received?: { readonly id: string; hashes(first: number, count: number): Promise<Uint8Array> };
}

/**
 * The header of an unfinished run in the folder; undefined without such a run. @throws InputError if it cannot be read.
 */
export function unfinishedRun(folder: string): JournalHeader | undefined {
  const path = reconciliationFile(folder, "journal");
  if (!isBegun(path)) return undefined;
  const journal = RecordWriter.reopen(path, JOURNAL);
  journal?.close();
  return journal?.header;
}

/** Forgets an unfinished run; its files are begun anew by the next one. */
export function dropUnfinishedRun(folder: string): void {
  RecordWriter.reopen(reconciliationFile(folder, "journal"), JOURNAL)?.discard();
}

/** The decoding end's key, until the reference end confirms it. */
export const PENDING = { alice: "alicePending", bob: "bobPending" } as const satisfies Record<
  Party,
  ReconciliationFile
>;

/** The files that a run makes, without the journal, by their purpose. */
function madeFiles({
  ends,
  header,
}: FolderRun): Partial<Record<"syndromes" | "verdict" | "report" | "secret" | "private" | Role, ReconciliationFile>> {
  const ofValues = isOfValues(header.stream);
  const decoder = partyOf("decoding", ofValues);
  return {
    ...(ends.reference && { syndromes: "syndromes" }),
    ...(ends.decoding && { verdict: "verdict" }),
    ...(ends.reference && ends.decoding && { reference: partyOf("reference", ofValues) }),
    ...(ends.decoding && { decoding: ends.reference ? decoder : PENDING[decoder], report: "report" }),
    ...(ends.reference && !ends.decoding && ofValues && { secret: "secret" }),
    ...(ends.reference && !ends.decoding && header.stream.punctured > 0 && { private: "private" }),
  };
}

/** @throws InputError if a finished file would be overwritten. */
function requireFree(run: FolderRun): void {
  const { folder, force } = run;
  const isResumed = isBegun(reconciliationFile(folder, "journal"));
  for (const file of Object.values(madeFiles(run))) {
    const path = reconciliationFile(folder, file);
    // In an unfinished run, a file without its part was finished by this very run, whose process ended a moment later.
    const isOther = existsSync(path) && (!isResumed || isBegun(path));
    if (isOther) requireNewFile(path, force);
  }
}

/** The result of a block. */
export interface BlockResult {
  readonly converged: boolean;
  readonly verified: boolean;
  readonly iterations: number;
  /** Bits that were wrong in a verified block. */
  readonly corrected: number;
}

/** A block's record in a journal. */
interface JournalRecord {
  readonly result: BlockResult;
  /** SHA-256 of the block's private bits (`privateDigests`); absent if none are kept. */
  readonly digest?: Uint8Array;
}

/** Records as payloads of a journal, [block][payload]: either all have a digest or none does. */
function writeResults(records: readonly JournalRecord[]): Uint8Array {
  const stride = journalRecordBytes(records[0]?.digest !== undefined);
  const bytes = new Uint8Array(stride * records.length);
  const view = new DataView(bytes.buffer);
  for (const [i, { result, digest = new Uint8Array(0) }] of records.entries()) {
    const at = stride * i;
    view.setUint8(at, (result.converged ? 1 : 0) + (result.verified ? 2 : 0));
    view.setUint32(at + 1, result.iterations, true);
    view.setUint32(at + 5, result.corrected, true);
    bytes.set(digest, at + RESULT_BYTES);
  }
  return bytes;
}

/** Reads the output of `writeResults`. @param stride bytes of a payload. */
function readResults(bytes: Uint8Array, stride: number): JournalRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / stride }, (_, i) => {
    const at = stride * i;
    const result = {
      converged: (view.getUint8(at) & 1) !== 0,
      verified: (view.getUint8(at) & 2) !== 0,
      iterations: view.getUint32(at + 1, true),
      corrected: view.getUint32(at + 5, true),
    };
    return stride === RESULT_BYTES ? { result } : { result, digest: bytes.subarray(at + RESULT_BYTES, at + stride) };
  });
}

/** SHA-256 of the private bits of a block, packed, with its index and the salt of the stream. */
function privateDigest(stream: StreamHeader, block: number, bits: Uint8Array): Uint8Array {
  return blockHash({ ...stream, hashBits: 8 * DIGEST_BYTES }, block, bits, stream.punctured);
}

/** `privateDigest` of consecutive blocks. @param privateBits [block][⌈p/8⌉], with anything behind the last bit of a block. */
function privateDigests(stream: StreamHeader, first: number, privateBits: Uint8Array): Uint8Array[] {
  const bytes = Math.ceil(stream.punctured / 8);
  return Array.from({ length: privateBits.length / bytes }, (_, i) => {
    const bits = new Uint8Array(bytes);
    copyBits(privateBits, 8 * bytes * i, bits, 0, stream.punctured);
    return privateDigest(stream, first + i, bits);
  });
}

/** Sums over blocks. */
export interface BlockTotals {
  readonly blocks: number;
  /** Corrected, with Alice's hash. */
  readonly verified: number;
  /** The decoder converged, but to bits with another hash. */
  readonly wrong: number;
  /** Sifted bits of verified blocks. */
  readonly keyBits: number;
  /** Bits that were wrong in verified blocks. */
  readonly corrected: number;
  readonly iterations: number;
}

/** A finished block: its index, its sifted bits and its result. */
interface IndexedResult {
  readonly block: number;
  readonly length: number;
  readonly result: BlockResult;
}

/** Blocks written at once. */
const AT_ONCE = 4096;

/** The fields of a verdict besides the result of each block. */
type VerdictFacts = Pick<VerdictHeader, "stream" | "blocks" | "attempt" | "hashKey" | "hash">;

/**
 * Writes the decoding end's verdict for the reference end.
 * @param results of all blocks; it may be called several times.
 * @param seal makes the tag that the file ends with.
 * @returns the header and the id of the file.
 * @throws InputError if it cannot be written.
 */
export function writeVerdict(
  path: string,
  facts: VerdictFacts,
  results: () => Iterable<IndexedResult>,
  seal?: Seal,
): { readonly header: VerdictHeader; readonly id: string } {
  const mask = createHash("sha256");
  let kept = 0;
  let bits = 0;
  for (const group of groups(results())) {
    mask.update(verdictBytes(group));
    for (const { result, length } of group) {
      if (!result.verified) continue;
      kept++;
      bits += length;
    }
  }
  const header = { ...facts, kept, bits, mask: mask.digest("hex") };
  const file = RecordWriter.create(path, VERDICT, header);
  try {
    for (const group of groups(results())) file.append(verdictBytes(group));
    file.finish(seal);
  } finally {
    file.discard();
  }
  return { header, id: file.id };
}

function verdictBytes(group: readonly IndexedResult[]): Uint8Array {
  return Uint8Array.from(group, ({ result }) => (result.verified ? 1 : 0));
}

/**
 * Writes a CSV file with a line for each block; for values without the number of wrong bits, which did not exist before
 * decoding.
 * @throws InputError if it cannot be written.
 */
function writeReport(path: string, results: Iterable<IndexedResult>, ofValues: boolean): void {
  // The number of wrong bits in each block is secret.
  const file = new PartFile(path, true, 0o600);
  const write = (lines: readonly (readonly string[])[]) =>
    file.write(new TextEncoder().encode(lines.map((line) => `${csvLine(line)}\n`).join("")));
  try {
    const columns = ["block", "bits", "result", "iterations", "corrected", "qber"].slice(0, ofValues ? 4 : undefined);
    write([columns]);
    for (const group of groups(results)) write(group.map((result) => reportLine(result).slice(0, columns.length)));
    file.finish();
  } finally {
    file.discard();
  }
}

/** The number of wrong bits is known for verified blocks only. */
function reportLine({ block, length, result }: IndexedResult): string[] {
  const { verified, converged, iterations, corrected } = result;
  const found = verified ? [String(corrected), String(corrected / length)] : ["", ""];
  return [
    String(block),
    String(length),
    verified ? "verified" : converged ? "wrong" : "failed",
    String(iterations),
    ...found,
  ];
}

function* groups<T>(items: Iterable<T>): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The files of an unfinished run, as an earlier process left them. */
interface FoundFiles {
  /** Where the syndrome file is made here. */
  readonly syndromes: RecordWriter<StreamHeader> | undefined;
  /** Bits of the verified blocks, one file for each end that is here. */
  readonly keys: readonly KeyFile[];
  /** Bits of all blocks, where the reference end has drawn them. */
  readonly secret: KeyFile | undefined;
  /** Bits of punctured positions, if they are drawn here. */
  readonly privateBits: KeyFile | undefined;
  /** At most `count` records of the journal from block `first` on, fewer at its end. */
  records(first: number, count: number): JournalRecord[];
}

/**
 * Counts the blocks that are complete in every file, from the first on: a crash of the machine may have left anything
 * after them.
 * @returns the blocks, and the bits of their keys.
 * @throws InputError if a file cannot be read.
 */
async function wholeBlocks(run: FolderRun, files: FoundFiles): Promise<{ blocks: number; keyBits: number }> {
  const { stream } = run.header;
  let [blocks, keyBits] = [0, 0];
  while (blocks < stream.blocks) {
    const records = files.records(blocks, stream.blocks - blocks);
    const hashes = await referenceHashes(run, files.syndromes, blocks, records.length);
    const lengths = blockLengths(stream, blocks, records.length);
    if (records.length === 0) break;
    for (const [i, record] of records.entries()) {
      const block = { block: blocks, length: lengths[i], hash: hashes[i] };
      if (block.hash === undefined || !isWhole(stream, files, block, keyBits, record)) return { blocks, keyBits };
      if (record.result.verified) keyBits += lengths[i];
      blocks++;
    }
  }
  return { blocks, keyBits };
}

/** A block's place, its bits, and the reference end's hash of it. */
interface Block {
  readonly block: number;
  readonly length: number;
  readonly hash: Uint8Array;
}

/** Whether all files have a block's bits. @param keyBits of the keys before this block. */
function isWhole(
  stream: StreamHeader,
  { keys, secret, privateBits }: FoundFiles,
  block: Block,
  keyBits: number,
  { result, digest }: JournalRecord,
): boolean {
  const hasBits = (file: KeyFile, position: number) => {
    const bits = file.read(position, block.length);
    return bits !== undefined && hasHash(stream, block.block, bits, block.length, block.hash);
  };
  if (result.verified && !keys.every((key) => hasBits(key, keyBits))) return false;
  if (secret !== undefined && !hasBits(secret, block.block * keyBitsOf(stream))) return false;
  return privateBits === undefined || hasPrivate(stream, privateBits, block.block, digest);
}

/** Whether the syndrome of a block was made with these private bits. */
function hasPrivate(stream: StreamHeader, file: KeyFile, block: number, digest: Uint8Array | undefined): boolean {
  const bits = file.read(block * stream.punctured, stream.punctured);
  if (bits === undefined || digest === undefined) return false;
  return Buffer.compare(privateDigest(stream, block, bits), digest) === 0;
}

/** The reference end's hashes of blocks, as far as they exist. */
async function referenceHashes(
  { header, received }: FolderRun,
  syndromes: RecordWriter<StreamHeader> | undefined,
  first: number,
  count: number,
): Promise<Uint8Array[]> {
  const { syndrome: start, hash: hashBytes } = messageBytesOf(header.stream);
  if (received !== undefined) {
    const hashes = await received.hashes(first, count);
    return Array.from({ length: count }, (_, i) => hashes.subarray(i * hashBytes, (i + 1) * hashBytes));
  }
  const bytes = SYNDROMES.payloadBytes(header.stream);
  const payloads = syndromes!.whole(first, count);
  return Array.from({ length: payloads.length / bytes }, (_, i) =>
    payloads.subarray(i * bytes + start, i * bytes + start + hashBytes),
  );
}

/** Consecutive finished blocks. */
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

/** The results of a run. */
interface FinishedRun {
  /** Paths. */
  readonly files: readonly string[];
  /** Where the decoding end is here. */
  readonly verdict?: { readonly id: string; readonly header: VerdictHeader };
}

/** Blocks that are read at once if no device is at work. */
const BLOCKS_AT_ONCE = 1024;
/**
 * Milliseconds between two flushes to the disk, the most that a power failure loses. The end of the process loses
 * nothing.
 */
const FLUSH_MILLISECONDS = 5000;

/**
 * The growing files of a run. All are named `.part` until they are complete. A journal lists the finished blocks and is
 * removed when all are finished. However the process ends, another process continues after the last complete block.
 */
export class ReconciliationFolder {
  readonly #run: FolderRun;
  readonly #syndromes: RecordWriter<StreamHeader> | undefined;
  readonly #keys: Partial<Readonly<Record<Role, KeyFile>>>;
  readonly #secret: KeyFile | undefined;
  readonly #private: KeyFile | undefined;
  readonly #journal: RecordWriter<JournalHeader>;
  #blocks = 0;
  #flushed = Date.now();

  private constructor(run: FolderRun) {
    const { folder, header } = run;
    const path = (file: ReconciliationFile) => reconciliationFile(folder, file);
    requireFree(run);
    this.#run = run;
    // Without a journal, existing files belong to another run.
    const resumes = isBegun(path("journal"));
    const bits = (file: ReconciliationFile) =>
      (resumes ? KeyFile.reopen(path(file)) : undefined) ?? KeyFile.create(path(file));
    const made = madeFiles(run);
    if (made.syndromes) {
      const found = resumes ? RecordWriter.reopen(path("syndromes"), SYNDROMES, header.stream) : undefined;
      if (found === undefined && existsSync(path("syndromes")) && !run.force) {
        throw new InputError("is of another run than the unfinished one here: --force overwrites it", {
          file: path("syndromes"),
        });
      }
      this.#syndromes = found ?? RecordWriter.create(path("syndromes"), SYNDROMES, header.stream);
    }
    this.#keys = {
      ...(made.reference && { reference: bits(made.reference) }),
      ...(made.decoding && { decoding: bits(made.decoding) }),
    };
    this.#secret = made.secret && bits(made.secret);
    this.#private = made.private && bits(made.private);
    // The journal is last: if it exists, all other files exist.
    this.#journal =
      RecordWriter.reopen(path("journal"), JOURNAL) ?? RecordWriter.create(path("journal"), JOURNAL, header);
  }

  /**
   * Opens the files of an unfinished run with the same header, or begins them.
   * @throws InputError if finished files exist and `force` is not set, or if they cannot be written.
   */
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

  /** Number of finished blocks. */
  get blocks(): number {
    return this.#blocks;
  }

  /** Writes the next blocks. @throws InputError if the disk refuses: the blocks before are kept. */
  append({ results, syndromes, reference, decoding, privateBits }: DoneBlocks): void {
    const { stream } = this.#run.header;
    const stride = Math.ceil(keyBitsOf(stream) / 8);
    const lengths = blockLengths(stream, this.#blocks, results.length);
    const verified = lengths.map((length, i) => (results[i].verified ? length : 0));
    if (syndromes !== undefined) this.#syndromes?.append(syndromes);
    if (reference !== undefined) {
      this.#keys.reference?.append(reference, stride, verified);
      this.#secret?.append(reference, stride, lengths);
    }
    if (privateBits !== undefined) {
      const { punctured } = stream;
      this.#private?.append(
        privateBits,
        Math.ceil(punctured / 8),
        results.map(() => punctured),
      );
    }
    if (decoding !== undefined) this.#keys.decoding?.append(decoding, stride, verified);
    // Last: a block counts when the journal has it.
    const digests = privateBits && this.#private && privateDigests(stream, this.#blocks, privateBits);
    this.#journal.append(writeResults(results.map((result, i) => ({ result, digest: digests?.[i] }))));
    this.#blocks += results.length;
    if (Date.now() - this.#flushed >= FLUSH_MILLISECONDS) this.#flush();
  }

  /** Sums over the finished blocks. */
  totals(): BlockTotals {
    const totals = { blocks: 0, verified: 0, wrong: 0, keyBits: 0, corrected: 0, iterations: 0 };
    for (const { result, length } of this.#results()) {
      totals.blocks++;
      totals.iterations += result.iterations;
      totals.corrected += result.corrected;
      if (result.verified) {
        totals.verified++;
        totals.keyBits += length;
      } else if (result.converged) totals.wrong++;
    }
    return totals;
  }

  /**
   * Gives the files their names, when all blocks are finished. A key without bits gets none.
   * @param verdict number of verdicts of the decoding end, including this one, and a newly drawn hash key.
   * @param seal makes the tag of the messages to the other end, if only one end is present.
   * @throws InputError if the keys of both ends are here and differ.
   */
  finish(verdict?: { readonly attempt: number; readonly hashKey: Uint8Array }, seal?: Seal): FinishedRun {
    const { header } = this.#run;
    const made = madeFiles(this.#run);
    const path = (file: ReconciliationFile) => reconciliationFile(this.#run.folder, file);
    this.#flush();
    const results = () => this.#results();
    let written: FinishedRun["verdict"];
    if (made.verdict && made.report && verdict) {
      const facts = { stream: runId(header), blocks: header.stream.blocks, ...this.#hashed(verdict) };
      written = writeVerdict(path(made.verdict), facts, results, seal);
      writeReport(path(made.report), results(), isOfValues(header.stream));
    }
    const empty = Object.values(this.#keys).filter(({ bits }) => bits === 0);
    for (const key of empty) key.discard();
    for (const file of this.#files()) {
      if (file === this.#syndromes) file.finish(made.verdict === undefined ? seal : undefined);
      else if (file !== this.#journal && !empty.includes(file as KeyFile)) file.finish();
    }
    this.#journal.discard();
    const files = Object.values(made).map(path);
    return { files: files.filter((file) => empty.every((key) => key.path !== file)), verdict: written };
  }

  /** The hash of the keys for a verdict. @throws InputError if both keys are present and differ. */
  #hashed({ attempt, hashKey }: { readonly attempt: number; readonly hashKey: Uint8Array }) {
    const { reference, decoding } = this.#keys;
    if (reference !== undefined && !reference.equals(decoding!)) {
      throw new InputError(
        "the keys of both ends differ, though every block has the other end's hash: none is written",
        {
          file: this.#run.folder,
        },
      );
    }
    const hash = Buffer.from(decoding!.hash(hashKey)).toString("hex");
    return { attempt, hashKey: Buffer.from(hashKey).toString("hex"), hash };
  }

  /** Closes the files. Unfinished files stay for another process, unless no block is finished. */
  close(): void {
    // The journal is first: without it the other files do not count.
    for (const file of this.#files().reverse()) {
      if (this.#blocks === 0) file.discard();
      else file.close();
    }
  }

  #flush(): void {
    for (const file of this.#files()) file.flush();
    this.#flushed = Date.now();
  }

  /** In the order in which they must be on the disk. */
  #files() {
    const { reference, decoding } = this.#keys;
    const files = [this.#syndromes, reference, decoding, this.#secret, this.#private, this.#journal];
    return files.filter((file) => file !== undefined);
  }

  *#results(): Generator<{ block: number; length: number; result: BlockResult }> {
    for (let first = 0; first < this.#blocks; first += BLOCKS_AT_ONCE) {
      const found = this.#records(first, this.#blocks - first);
      const lengths = blockLengths(this.#run.header.stream, first, found.length);
      for (const [i, { result }] of found.entries()) yield { block: first + i, length: lengths[i], result };
    }
  }

  /** At most `count` records of the journal, fewer at its end or if that is many. */
  #records(first: number, count: number): JournalRecord[] {
    const payloads = this.#journal.whole(first, Math.min(BLOCKS_AT_ONCE, count));
    return readResults(payloads, JOURNAL.payloadBytes(this.#run.header));
  }

  /** Cuts all files off after the last block that is complete in every file. */
  async #keepWhole(): Promise<void> {
    const { header } = this.#run;
    const { blocks, keyBits } = await wholeBlocks(this.#run, {
      syndromes: this.#syndromes,
      keys: Object.values(this.#keys),
      secret: this.#secret,
      privateBits: this.#private,
      records: (first, count) => this.#records(first, count),
    });
    this.#blocks = blocks;
    this.#syndromes?.keep(blocks);
    for (const key of Object.values(this.#keys)) key.keep(keyBits);
    this.#secret?.keep(Math.min(blocks * keyBitsOf(header.stream), header.stream.bits));
    this.#private?.keep(blocks * header.stream.punctured);
    this.#journal.keep(blocks);
  }
}
