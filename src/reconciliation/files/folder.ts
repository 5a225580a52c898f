import { existsSync } from "node:fs";
import { InputError } from "../../errors.ts";
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
import { isBegun } from "./resumable-file.ts";
import { wholeBlocks } from "./whole-blocks.ts";

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
export interface FinishedRun {
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
