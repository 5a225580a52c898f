import { existsSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { isBegun } from "../disk/resumable-file.ts";
import { type FolderRun, madeFiles, type ReconciliationFile, reconciliationFile, requireFree } from "./folder-files.ts";
import { type BlockResult, type JournalRecord, privateDigests, readResults, writeResults } from "./journal-records.ts";
import { KeyFile } from "./keys/key-file.ts";
import {
  blockLengths,
  isOfValues,
  JOURNAL,
  type JournalHeader,
  keyBitsOf,
  type Role,
  runId,
  type StreamHeader,
  SYNDROMES,
  type VerdictHeader,
} from "./messages/headers.ts";
import type { Seal } from "./messages/record-kind.ts";
import { RecordWriter } from "./messages/record-writer.ts";
import { type BlockTotals, writeReport, writeVerdict } from "./results.ts";
import { wholeBlocks } from "./whole-blocks.ts";

/** Consecutive blocks that are done. */
export interface DoneBlocks {
  readonly results: readonly BlockResult[];
  /** Of the syndrome file, [block][payload], where it is made here. */
  readonly syndromes?: Uint8Array;
  /** Bits of the keys made here, [block][⌈keyBits/8⌉]; those of blocks that are not verified go into no key. */
  readonly reference?: Uint8Array;
  readonly decoding?: Uint8Array;
  /** Bits of punctured positions, [block][⌈p/8⌉], where they are drawn here. */
  readonly privateBits?: Uint8Array;
}

/** What a run has made. */
export interface FinishedRun {
  /** Paths. */
  readonly files: readonly string[];
  /** Where the decoding end is here. */
  readonly verdict?: { readonly id: string; readonly header: VerdictHeader };
}

/** Blocks that are read at once where no device is at work. */
const BLOCKS_AT_ONCE = 1024;
/** Milliseconds between two flushes to the disk: what a power failure may cost. The end of the process costs nothing. */
const FLUSH_MILLISECONDS = 5000;

/**
 * The growing files of a run: all named `.part` until they are whole, and a journal that says which blocks are done and
 * goes when all are. However the process ends, another one goes on behind the last block that is whole.
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
    // What is there belongs to another run unless there is a journal.
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
    // Last: with a journal, all the others are there.
    this.#journal =
      RecordWriter.reopen(path("journal"), JOURNAL) ?? RecordWriter.create(path("journal"), JOURNAL, header);
  }

  /**
   * Opens the files of an unfinished run with the same header, or begins them.
   * @throws InputError if there are finished files without `force`, or they cannot be written.
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

  /** Blocks that are done. */
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

  /** Sums over the blocks that are done. */
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
   * Gives the files their names, when all blocks are done. A key without a bit gets none.
   * @param verdict how often the decoding end has answered, this time included, and a hash key that is drawn now.
   * @param seal makes the tag of what goes to the other end, where only one end is here.
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

  /** What a verdict says of the keys. @throws InputError if both are here and differ. */
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

  /** Closes the files. What is not finished stays for another process, unless nothing is done. */
  close(): void {
    // The journal first: without it, nothing of the others counts.
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

  /** Cuts all files off behind the last block of which everything is there. */
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
