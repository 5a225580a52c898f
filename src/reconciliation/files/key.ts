import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { InputError } from "../../index.ts";
import { diskError, syncFolderOf } from "../../node/disk/disk.ts";
import { requireNewFile } from "../../node/disk/new-file.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import type { BitFile } from "./bit-file.ts";
import { PENDING, reconciliationFile } from "./folder.ts";
import { hasHash, KeyHash } from "./hashes.ts";
import {
  blockLengths,
  CONFIRMATION,
  type ConfirmationHeader,
  keyBitsOf,
  type Party,
  type StreamHeader,
  splitMessages,
  VERDICT,
  type VerdictHeader,
} from "./headers.ts";
import type { KeyFile } from "./key-file.ts";
import { type RecordKind, RecordReader } from "./record-file.ts";

/** Payloads read at once. */
const AT_ONCE = 2 ** 16;

/**
 * Opens a verdict about a stream, and checks the whole file.
 * @param streamId id of the stream's syndrome file.
 * @param streamFile its name, for messages.
 * @param check checks its seal before any payload is read.
 * @throws InputError if it is about another stream, damaged, or inconsistent: a payload that is neither 0 nor 1,
 * another number of blocks or bits, another digest.
 */
export async function openVerdict(
  path: string,
  stream: StreamHeader,
  streamId: string,
  streamFile: string,
  check: (verdict: RecordReader<VerdictHeader>) => Promise<void>,
): Promise<RecordReader<VerdictHeader>> {
  const verdict = await RecordReader.open(path, VERDICT);
  try {
    if (verdict.header.stream !== streamId || verdict.header.blocks !== stream.blocks) {
      throw new InputError(`is not about the blocks of ${streamFile}: give the two of one stream`, { file: path });
    }
    await check(verdict);
    await requireConsistent(verdict, stream);
    return verdict;
  } catch (error) {
    await verdict.close();
    throw error;
  }
}

async function requireConsistent(verdict: RecordReader<VerdictHeader>, stream: StreamHeader): Promise<void> {
  const { header, path } = verdict;
  const mask = createHash("sha256");
  let kept = 0;
  let bits = 0;
  for (let first = 0; first < header.blocks; first += AT_ONCE) {
    const bytes = await verdict.read(first, Math.min(AT_ONCE, header.blocks - first));
    const bad = bytes.findIndex((byte) => byte > 1);
    if (bad >= 0) {
      throw new InputError(`says ${bytes[bad]} of block ${first + bad}: a verdict is 0 or 1`, { file: path });
    }
    for (const [i, length] of blockLengths(stream, first, bytes.length).entries()) {
      kept += bytes[i];
      bits += bytes[i] * length;
    }
    mask.update(bytes);
  }
  if (kept === header.kept && bits === header.bits && mask.digest("hex") === header.mask) return;
  throw new InputError("its blocks are not those of its header: it was changed, get the verdict file again", {
    file: path,
  });
}

/** The inputs of the reference end's key, after the decoding end's verdict. */
interface KeyJob {
  /** Its sifted bits, or for values the random bits that represent them. */
  readonly input: BitFile;
  /** The syndrome file that the reference end sent. */
  readonly syndromes: RecordReader<StreamHeader>;
  /** The verdict about the syndrome file, from `openVerdict`. */
  readonly verdict: RecordReader<VerdictHeader>;
  readonly key: KeyFile;
  readonly signal?: AbortSignal;
  /** Called with the number of finished blocks. */
  progress?(blocks: number): void;
}

/** Bytes of sifted bits that are read at once. */
const BATCH_BYTES = 2 ** 20;

/**
 * Writes the blocks that the decoding end verified. The caller finishes or discards the key.
 * @returns the number of blocks, and of verified blocks.
 * @throws InputError if the syndrome file belongs to other bits, with the block; for damaged files.
 */
export async function keepVerified(job: KeyJob): Promise<{ blocks: number; verified: number }> {
  const { input, syndromes, verdict, key } = job;
  const stream = syndromes.header;
  const keyBits = keyBitsOf(stream);
  const stride = Math.ceil(keyBits / 8);
  const atOnce = Math.ceil(BATCH_BYTES / stride);
  let blocks = 0;
  let verified = 0;
  while (blocks < stream.blocks && !job.signal?.aborted) {
    const lengths = blockLengths(stream, blocks, Math.min(atOnce, stream.blocks - blocks));
    const bits = await input.read(blocks * keyBits, lengths, stride);
    const { hashes } = splitMessages(await syndromes.read(blocks, lengths.length), stream);
    const verdicts = await verdict.read(blocks, lengths.length);
    const hashBytes = hashes.length / lengths.length;
    for (const [i, length] of lengths.entries()) {
      const packed = bits.subarray(i * stride, i * stride + Math.ceil(length / 8));
      if (hasHash(stream, blocks + i, packed, length, hashes.subarray(i * hashBytes, (i + 1) * hashBytes))) continue;
      throw new InputError(
        `block ${blocks + i} is not the one of ${syndromes.path}: give the string that it was made of`,
        {
          file: input.path,
        },
      );
    }
    key.append(
      bits,
      stride,
      lengths.map((length, i) => (verdicts[i] === 1 ? length : 0)),
    );
    verified += verdicts.filter((verdict) => verdict === 1).length;
    blocks += lengths.length;
    job.progress?.(blocks);
  }
  return { blocks, verified };
}

/** Bytes of a key that are hashed at once: a key may be larger than memory, and one read gives less than 2 GiB. */
const BYTES_AT_ONCE = 2 ** 20;

/** A key that both ends have. */
interface DeliveredKey {
  /** Path. */
  readonly file: string;
  /** The decoding end's own verdict, which was confirmed. */
  readonly verdict: { readonly id: string; readonly header: VerdictHeader };
}

/** The inputs of the delivery of a key. */
interface Delivery {
  readonly folder: string;
  /** Path of the reference end's answer. */
  readonly confirmation: string;
  /** Overwrites a key. */
  readonly force: boolean;
  /** Checks that the ledger knows this end's earlier steps of the run. */
  requireKnown(run: string, party: Party): Promise<void>;
  /** Notes by which verdict the key is made, before it is. */
  conclude(run: string, party: Party, verdict: string): Promise<void>;
  /** Checks that the answer is authentic, if there is a key for that. */
  check?(answer: RecordReader<ConfirmationHeader>, from: Party): Promise<void>;
}

/**
 * Gives the decoding end's key its name, once the reference end confirms that its own key has the hash of this folder's
 * verdict.
 * @throws InputError if no key is pending in the folder, the answer belongs to another verdict or says that the keys
 * differ (the pending key is then removed), or the pending key has not the verdict's hash.
 */
export async function deliverKey({
  folder,
  confirmation,
  force,
  requireKnown,
  conclude,
  check,
}: Delivery): Promise<DeliveredKey> {
  const party = pendingParty(folder);
  const pending = reconciliationFile(folder, PENDING[party]);
  const file = reconciliationFile(folder, party);
  requireNewFile(file, force);
  const verdict = await headerOf(reconciliationFile(folder, "verdict"), VERDICT);
  await requireKnown(verdict.header.stream, party);
  const answer = await headerOf(confirmation, CONFIRMATION, (file) => check?.(file, party === "bob" ? "alice" : "bob"));
  if (answer.header.verdict !== verdict.id) {
    throw new InputError(
      `confirms verdict ${answer.header.verdict.slice(0, 16)}, but the one in ${folder} is ${verdict.id.slice(0, 16)}: the other end has a key of another try, get its answer to this one`,
      { file: confirmation },
    );
  }
  if (!answer.header.agreed) {
    rmSync(pending);
    throw new InputError(
      "reports that the keys differ: the pending key is removed, nothing of these data can be used",
      {
        file: confirmation,
      },
    );
  }
  await requireHash(pending, verdict.header);
  await conclude(verdict.header.stream, party, verdict.id);
  try {
    renameSync(pending, file);
    syncFolderOf(file);
  } catch (error) {
    throw diskError(error, file);
  }
  return { file, verdict };
}

function pendingParty(folder: string): Party {
  const found = (["alice", "bob"] as const).find((party) => existsSync(reconciliationFile(folder, PENDING[party])));
  if (found === undefined) {
    throw new InputError("has no key that waits for a confirmation: give the folder of the end that decoded as --out", {
      file: folder,
    });
  }
  return found;
}

async function headerOf<Header extends object>(
  path: string,
  kind: RecordKind<Header>,
  check?: (file: RecordReader<Header>) => Promise<void> | undefined,
) {
  const file = await RecordReader.open(path, kind);
  try {
    await check?.(file);
    return { id: file.id, header: file.header };
  } finally {
    await file.close();
  }
}

/** @throws InputError if a file has not the length and the hash of a key. */
async function requireHash(path: string, { bits, hashKey, hash }: VerdictHeader): Promise<void> {
  const bytes = Math.ceil(bits / 8);
  const key = new KeyHash(Buffer.from(hashKey, "hex"));
  const { file, layout: isWhole } = await ArrayFile.open(path, async (opened) => {
    for (let at = 0; opened.size === bytes && at < bytes; at += BYTES_AT_ONCE) {
      const part = new Uint8Array(Math.min(BYTES_AT_ONCE, bytes - at));
      await opened.read(part, at);
      key.add(part);
      part.fill(0);
    }
    return opened.size === bytes;
  });
  await file.close();
  if (isWhole && Buffer.from(key.finish()).toString("hex") === hash) return;
  throw new InputError("is not the key of its verdict: it was changed since", { file: path });
}
