import { readFileSync } from "node:fs";
import type { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { CONFIRMATION, type Party } from "../../../src/reconciliation/files/headers.ts";
import {
  RecordReader,
  RecordWriter,
  readSeal,
  SEAL_BYTES,
  SEAL_TAG_BYTES,
} from "../../../src/reconciliation/files/record-file.ts";
import type { TaggedMessage } from "../../oracle/reconciliation/shared-slot.ts";

/** Writes a small sealed message of an end: a confirmation of the verdict with this number. @returns its path. */
export function send(key: AuthKey, party: Party, path: string, number: number): string {
  const writer = RecordWriter.create(path, CONFIRMATION, {
    verdict: number.toString(16).padStart(64, "0"),
    agreed: true,
  });
  try {
    writer.finish(key.seal(party));
  } finally {
    writer.file.discard();
  }
  return path;
}

/** Checks a message as the other end does. */
export async function receive(key: AuthKey, party: Party, path: string): Promise<void> {
  const reader = await RecordReader.open(path, CONFIRMATION);
  try {
    await key.check(reader, party);
  } finally {
    await reader.close();
  }
}

/** The parts of a sealed file that an eavesdropper sees. */
export function overheard(path: string): TaggedMessage & { readonly slot: number; readonly key: string } {
  const content = readFileSync(path);
  const seal = readSeal(content.subarray(content.length - SEAL_BYTES))!;
  return {
    slot: seal.slot,
    key: seal.key,
    bytes: content.subarray(0, content.length - SEAL_TAG_BYTES),
    tag: Buffer.from(seal.tag.subarray(0, 16)),
  };
}
