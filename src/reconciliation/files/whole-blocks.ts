import type { FolderRun } from "./folder-files.ts";
import { type JournalRecord, privateDigest } from "./journal-records.ts";
import type { KeyFile } from "./keys/key-file.ts";
import { blockLengths, keyBitsOf, messageBytesOf, type StreamHeader, SYNDROMES } from "./messages/headers.ts";
import type { RecordWriter } from "./messages/record-writer.ts";
import { hasHash } from "./messages/verification-hash.ts";

/** The files of an unfinished run, as an earlier process left them. */
export interface FoundFiles {
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
export async function wholeBlocks(run: FolderRun, files: FoundFiles): Promise<{ blocks: number; keyBits: number }> {
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
