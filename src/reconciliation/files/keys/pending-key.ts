import { existsSync, renameSync, rmSync } from "node:fs";
import { InputError } from "../../../errors.ts";
import { diskError } from "../../../node/disk/disk.ts";
import { requireNewFile } from "../../../node/disk/new-file.ts";
import { syncFolderOf } from "../../../node/disk/sync-folder.ts";
import { ArrayFile } from "../../../node/files/array-file.ts";
import { PENDING, reconciliationFile } from "../folder-files.ts";
import { CONFIRMATION, type ConfirmationHeader, type Party, VERDICT, type VerdictHeader } from "../messages/headers.ts";
import type { RecordKind } from "../messages/record-kind.ts";
import { RecordReader } from "../messages/record-reader.ts";
import { KeyHash } from "./key-hash.ts";

/** Bytes of a key that are hashed at once: a key may be larger than memory, and one read gives less than 2 GiB. */
const BYTES_AT_ONCE = 2 ** 20;

/** A key that both ends have. */
export interface DeliveredKey {
  /** Path. */
  readonly file: string;
  /** The decoding end's own verdict, which was confirmed. */
  readonly verdict: { readonly id: string; readonly header: VerdictHeader };
}

/** The inputs of the delivery of a key. */
export interface Delivery {
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
