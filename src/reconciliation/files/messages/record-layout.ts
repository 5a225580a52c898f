import { crc32 } from "node:zlib";
import { InputError } from "../../../errors.ts";
import type { HeaderLine } from "./record-header.ts";
import type { RecordKind } from "./record-kind.ts";
import { EARLIER_SEAL_BYTES, SEAL_BYTES } from "./seal.ts";

/** Bytes of a file that are sealed at once. */
export const SEALED_AT_ONCE = 2 ** 20;

/** Bytes of a record before its payload. */
export const INDEX_BYTES = 8;
/** Bytes of a record behind its payload. */
export const CHECKSUM_BYTES = 4;

export function recordBytes(payloadBytes: number): number {
  return INDEX_BYTES + payloadBytes + CHECKSUM_BYTES;
}

export function checksum(record: Uint8Array, header: number): number {
  return crc32(record.subarray(0, record.length - CHECKSUM_BYTES), header);
}

export function isWhole(record: Uint8Array, index: number, header: number): boolean {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  return (
    view.getBigUint64(0, true) === BigInt(index) &&
    view.getUint32(record.length - CHECKSUM_BYTES, true) === checksum(record, header)
  );
}

/** @returns bytes after the records: 0, or the bytes of a seal. */
export function requireSize<Header extends object>(
  size: number,
  { header, bytes: { length: headerBytes } }: HeaderLine<Header>,
  kind: RecordKind<Header>,
  file: string,
): number {
  const records = kind.records(header);
  const bytes = recordBytes(kind.payloadBytes(header));
  const expected = headerBytes + records * bytes;
  if (size < expected) {
    const last = Math.floor((size - headerBytes) / bytes);
    throw new InputError(
      `is cut short: ${size} of ${expected} bytes, it ends in ${kind.record} ${last} of ${records}: get the ${kind.name} again`,
      { file },
    );
  }
  if (size === expected + SEAL_BYTES) return SEAL_BYTES;
  if (size === expected + EARLIER_SEAL_BYTES) {
    throw new InputError(
      `ends with a tag of an earlier version of this program, whose key bits may tag twice: the other end needs this version and ldpc key new-auth`,
      { file },
    );
  }
  if (size > expected) {
    throw new InputError(`has ${size} bytes, but its ${records} ${kind.record}s make ${expected}: it is damaged`, {
      file,
    });
  }
  return 0;
}
