import type { z } from "zod";

/**
 * A kind of file of records: a line of JSON, the header, with a checksum of its own, then records of equal size, each
 *
 *     index      u64 little-endian, from 0
 *     payload    bytes
 *     checksum   u32 little-endian: CRC-32 of the header line, index and payload
 *
 * so that a record of another file is as wrong as a damaged record. In a sealed file a seal follows the records
 * (seal.ts).
 */
export interface RecordKind<Header extends object> {
  /** In words, for messages: `syndrome file`. */
  readonly name: string;
  /** The subject of a record, for messages: `block`. */
  readonly record: string;
  /** The value of `format` in the header. */
  readonly format: string;
  /** The header but format, version and checksum. */
  readonly schema: z.ZodType<Header>;
  payloadBytes(header: Header): number;
  /** Records of a whole file. */
  records(header: Header): number;
  /** Permissions of a file that is made, 0666 if left out. */
  readonly mode?: number;
}

/** Makes the seal of a file. */
export interface Seal {
  /** Takes the bytes of the file, in order. */
  add(bytes: Uint8Array): void;
  /** The seal after the records (seal.ts). */
  finish(): Uint8Array;
}
