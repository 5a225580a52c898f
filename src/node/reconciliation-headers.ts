import { z } from "zod";
import { CODE_COLUMNS } from "./codes.ts";
import type { RecordKind } from "./record-file.ts";

const COUNT = z.number().int().nonnegative();
const HEX_DIGEST = z.string().regex(/^[0-9a-f]{64}$/);

const STREAM_FIELDS = z.strictObject({
  code: z.strictObject({
    /** As `loadCode` knows it, or without folder and ending the file's. */
    name: z.string(),
    columns: z.enum(CODE_COLUMNS),
    /** `codeHash` of the columns used. */
    hash: HEX_DIGEST,
    /** n: columns of H that are used. */
    n: COUNT.positive(),
    /** M: rows of H. */
    checks: COUNT.positive(),
  }),
  punctured: COUNT,
  shortened: COUNT,
  seed: COUNT.max(2 ** 32 - 1),
  hashBits: COUNT.positive().multipleOf(8),
  /** 16 bytes in hexadecimal. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** What both ends expect. */
  qber: z.number().positive().lt(0.5),
  /** Sifted bits of the stream. */
  bits: COUNT.positive(),
  blocks: COUNT.positive(),
});

/** What Bob must know of a stream, beside his bits: all of it is public. */
export type StreamHeader = z.infer<typeof STREAM_FIELDS>;

const STREAM = STREAM_FIELDS.refine(
  ({ code, punctured, shortened }) => code.n > punctured + shortened,
  "no position is left for a sifted bit",
).refine(
  (stream) => stream.blocks === Math.ceil(stream.bits / keyBitsOf(stream)),
  "the blocks are not those of the bits",
);

/** Sifted bits of a whole block. */
export function keyBitsOf({ code, punctured, shortened }: StreamHeader): number {
  return code.n - punctured - shortened;
}

/** Bytes of a packed syndrome. */
export function syndromeBytesOf({ code }: StreamHeader): number {
  return Math.ceil(code.checks / 8);
}

/** Sifted bits of blocks: the last one of a stream may have fewer than the others. */
export function blockLengths(stream: StreamHeader, first: number, count: number): number[] {
  const keyBits = keyBitsOf(stream);
  return Array.from({ length: count }, (_, i) => Math.min(keyBits, stream.bits - (first + i) * keyBits));
}

/** Alice to Bob: of each block the packed syndrome and the hash. */
export const SYNDROMES: RecordKind<StreamHeader> = {
  name: "syndrome file",
  record: "block",
  format: "gfq-ldpc syndromes",
  schema: STREAM,
  payloadBytes: (stream) => syndromeBytesOf(stream) + stream.hashBits / 8,
  records: ({ blocks }) => blocks,
};

const VERDICT_HEADER = z.strictObject({
  /** Id of the syndrome file. */
  stream: HEX_DIGEST,
  blocks: COUNT.positive(),
});

/** Which stream a verdict is about. */
export type VerdictHeader = z.infer<typeof VERDICT_HEADER>;

/** Bob to Alice: of each block a byte, 1 if he could verify it, else 0. */
export const VERDICT: RecordKind<VerdictHeader> = {
  name: "verdict file",
  record: "block",
  format: "gfq-ldpc verdict",
  schema: VERDICT_HEADER,
  payloadBytes: () => 1,
  records: ({ blocks }) => blocks,
};

const STRING_FILE = z.strictObject({
  bits: COUNT,
  /** Time of last change, milliseconds since 1970. */
  modified: COUNT,
});

const JOURNAL_HEADER = z.strictObject({
  stream: STREAM,
  /** The strings that are here. */
  alice: STRING_FILE.optional(),
  bob: STRING_FILE.optional(),
  /** Id of the syndrome file, where it comes from elsewhere. */
  received: HEX_DIGEST.optional(),
  /** Where Bob decodes. */
  decoding: z.strictObject({ decoder: z.string(), qber: z.number() }).optional(),
});

/** What an unfinished run is about: a run with another header is another run. */
export type JournalHeader = z.infer<typeof JOURNAL_HEADER>;

/** What became of a block. */
export interface BlockResult {
  readonly converged: boolean;
  readonly verified: boolean;
  readonly iterations: number;
  /** Bits that were wrong in a verified block. */
  readonly corrected: number;
}

/** An unfinished run's record of what is done: whoever goes on with it begins behind its last whole record. */
export const JOURNAL: RecordKind<JournalHeader> = {
  name: "journal",
  record: "block",
  format: "gfq-ldpc journal",
  schema: JOURNAL_HEADER,
  payloadBytes: () => 9,
  records: ({ stream }) => stream.blocks,
};

/** Results as payloads of a journal. */
export function writeResults(results: readonly BlockResult[]): Uint8Array {
  const bytes = new Uint8Array(9 * results.length);
  const view = new DataView(bytes.buffer);
  for (const [i, { converged, verified, iterations, corrected }] of results.entries()) {
    view.setUint8(9 * i, (converged ? 1 : 0) + (verified ? 2 : 0));
    view.setUint32(9 * i + 1, iterations, true);
    view.setUint32(9 * i + 5, corrected, true);
  }
  return bytes;
}

/** The results in payloads of a journal. */
export function readResults(bytes: Uint8Array): BlockResult[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 9 }, (_, i) => ({
    converged: (view.getUint8(9 * i) & 1) !== 0,
    verified: (view.getUint8(9 * i) & 2) !== 0,
    iterations: view.getUint32(9 * i + 1, true),
    corrected: view.getUint32(9 * i + 5, true),
  }));
}
