import { z } from "zod";
import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { CODE_COLUMNS } from "../../node/codes/codes.ts";
import { sum } from "../../sum.ts";
import { type ReferenceMessage, rotationBytes } from "../core/ends.ts";
import { disclosedGroups } from "../core/estimation.ts";
import { GROUP_BITS } from "../core/layout.ts";
import { KEY_HASH_BYTES } from "./hashes.ts";
import { type RecordKind, recordFileId } from "./record-file.ts";

export const COUNT = z.number().int().nonnegative();
export const HEX_DIGEST = z.string().regex(/^[0-9a-f]{64}$/);
/** 16 bytes in hexadecimal. */
export const HEX_SALT = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * The header of a disclosed file. It has no digest of the data file: that would reveal 256 bits about the values that
 * are not disclosed. The ledger of the disclosing end keeps the digest instead.
 */
const DISCLOSED_HEADER = z.strictObject({
  /** Values of the whole sequence. */
  values: COUNT.positive(),
  /** One group of eight values is disclosed in every `every` groups. */
  every: COUNT.min(2),
  /** Chooses the groups (`Disclosure`); drawn when the values were there. */
  seed: HEX_SALT,
  /** The physical scale of the values, if known. */
  modulation: z
    .strictObject({
      /** V_A in shot-noise units. */
      variance: z.number().positive(),
      /** Standard deviation of the whole sequence in the unit of the file. */
      deviation: z.number().positive(),
    })
    .optional(),
  /** SHA-256 of the payloads, so that the id of the file names the values too. */
  digest: HEX_DIGEST,
});

export type DisclosedHeader = z.infer<typeof DISCLOSED_HEADER>;

/** Decoding to reference end, before anything else: of each disclosed group its eight values, f64 little-endian, in the file's unit. */
export const DISCLOSED: RecordKind<DisclosedHeader> = {
  name: "disclosed file",
  record: "group",
  format: "gfq-ldpc disclosed",
  schema: DISCLOSED_HEADER,
  payloadBytes: () => 8 * OCTONION,
  records: ({ values, every }) => disclosedGroups(values, every),
};

/** Public bits of a disclosed file besides values that are in no key: the deviation, computed from all values. */
export function disclosedFileBits({ modulation }: DisclosedHeader): number {
  return modulation === undefined ? 0 : 64;
}

const GAUSSIAN = z
  .strictObject({
    /** ρ²/(1 − ρ²), given, or estimated if values were disclosed. */
    snr: z.number().positive(),
    /** Values of a sequence, including disclosed values and the rest at its end. */
    values: COUNT.positive(),
    /** One group of eight values in this number of groups was made public and is left out; 0 if none was. */
    disclosed: COUNT,
    /** The header of the decoding end's disclosed file, where the ends are apart: its seed has chosen the groups. Else the salt has. */
    message: DISCLOSED_HEADER.optional(),
    /** For an estimated link: sums of the disclosed values in shot-noise units, and the assumptions of the estimate. */
    link: z
      .strictObject({
        xx: z.number().positive(),
        xy: z.number(),
        yy: z.number().positive(),
        modulationVariance: z.number().positive(),
        detectorEfficiency: z.number().positive().max(1),
        electronicNoise: z.number().nonnegative(),
        epsilon: z.number().positive().lt(1),
      })
      .optional(),
  })
  .refine(
    ({ values, disclosed, message }) =>
      message === undefined || (message.values === values && message.every === disclosed),
    "the disclosed values are not those of the message",
  )
  .refine(
    ({ disclosed, message, link }) =>
      link === undefined ||
      (disclosed > 0 && (message === undefined || message.modulation?.variance === link.modulationVariance)),
    "the link was estimated from other values",
  );

export type GaussianHeader = z.infer<typeof GAUSSIAN>;

export function disclosedValues({ values, disclosed }: GaussianHeader): number {
  return OCTONION * disclosedGroups(values, disclosed);
}

export const RESULT_BYTES = 17;
export const DIGEST_BYTES = 32;

/** Bytes of a journal's payload. @param keepsPrivate whether it has digests of private bits. */
export function journalRecordBytes(keepsPrivate: boolean): number {
  return RESULT_BYTES + (keepsPrivate ? DIGEST_BYTES : 0);
}

/** Most columns or rows of a matrix in a header. Products of such sizes are exact. */
const MOST_COLUMNS = 2 ** 28;
const CODE_LABEL = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** The name of a code in the form of headers: characters other than letters, digits and `._+-` become `_`. */
export function codeLabel(name: string): string {
  const label = name.replace(/[^A-Za-z0-9._+-]/g, "_").slice(0, 99);
  return CODE_LABEL.test(label) ? label : `x${label}`;
}

const RETRY = z.strictObject({
  /** Ids of the first run's syndrome file, and of that of the run whose failed blocks these are. */
  root: HEX_DIGEST,
  parent: HEX_DIGEST,
  /** Id of the verdict that lists the failed blocks. */
  verdict: HEX_DIGEST,
  /** Bits of the key of the first run's stream. */
  bits: COUNT.positive(),
  /** Revealed positions of every block, in all retries (`FurtherDisclosure`). */
  punctured: COUNT,
  groups: COUNT,
  /** Number of these bits that this retry is the first to reveal. */
  fresh: COUNT.positive(),
  /** Bits of hashes and verdicts that earlier runs published about every block. */
  earlierBits: COUNT.positive(),
});

const COMMON_FIELDS = {
  code: z.strictObject({
    /** Name of a code of the package, or another name: never a path (`codeLabel`). */
    name: z.string().regex(CODE_LABEL),
    columns: z.enum(CODE_COLUMNS),
    /** `codeHash` of the columns used. */
    hash: HEX_DIGEST,
    /** n: columns of H that are used. */
    n: COUNT.positive().max(MOST_COLUMNS),
    /** M: rows of H. */
    checks: COUNT.positive().max(MOST_COLUMNS),
  }),
  punctured: COUNT,
  shortened: COUNT,
  seed: COUNT.max(2 ** 32 - 1),
  hashBits: COUNT.min(32).max(256).multipleOf(8),
  salt: HEX_SALT,
  /** For failed blocks of another run: the bits revealed since. */
  retry: RETRY.optional(),
};

/** Bits of the key of the whole stream, and its blocks. */
const SIZE_FIELDS = { bits: COUNT.positive(), blocks: COUNT.positive() };

const BIT_STREAM = z.strictObject({
  ...COMMON_FIELDS,
  /** QBER that both ends expect. */
  qber: z.number().positive().lt(0.5),
  /** Public seed of the order in which the bits are cut into blocks (`Interleaver`), 8 bytes in hexadecimal; optional. */
  interleaver: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  ...SIZE_FIELDS,
});

const VALUE_STREAM = z.strictObject({ ...COMMON_FIELDS, gaussian: GAUSSIAN, ...SIZE_FIELDS });

/** The public parameters of a stream of sifted bits that the decoding end needs. */
export type BitStreamHeader = z.infer<typeof BIT_STREAM>;
/** The public parameters of a stream whose key represents Gaussian values, in whole blocks. */
export type ValueStreamHeader = z.infer<typeof VALUE_STREAM>;
export type StreamHeader = BitStreamHeader | ValueStreamHeader;

const STREAM = z
  .union([BIT_STREAM, VALUE_STREAM])
  .refine(
    (stream) => keyBitsOf(stream) > 0 && (stream.retry?.punctured ?? 0) <= stream.punctured,
    "no position is left for a bit of the key",
  )
  .refine(
    (stream) => stream.blocks === Math.ceil(stream.bits / keyBitsOf(stream)),
    "the blocks are not those of the bits",
  )
  .refine(
    (stream) => !isOfValues(stream) || stream.bits === stream.blocks * keyBitsOf(stream),
    "blocks of values are whole",
  );

export function isOfValues(stream: StreamHeader): stream is ValueStreamHeader {
  return "gaussian" in stream;
}

/** Who has which part: the key is made of the reference end's data, and the other end decodes. */
export const ROLES = ["reference", "decoding"] as const;
export type Role = (typeof ROLES)[number];
export const PARTIES = ["alice", "bob"] as const;
export type Party = (typeof PARTIES)[number];

export function otherParty(party: Party): Party {
  return party === "alice" ? "bob" : "alice";
}

export function roleOf(party: Party, ofValues: boolean): Role {
  return partyOf("reference", ofValues) === party ? "reference" : "decoding";
}

/** Alice's bits are the reference where bits are reconciled, Bob's values (reverse reconciliation) where values are. */
export function partyOf(role: Role, ofValues: boolean): Party {
  return (role === "reference") === ofValues ? "bob" : "alice";
}

/** Bits of the key in a whole block. */
export function keyBitsOf(stream: StreamHeader): number {
  return rootKeyBits(stream) - GROUP_BITS * (stream.retry?.groups ?? 0);
}

/** Bits of the key in a whole block of the first run. */
export function rootKeyBits({ code, punctured, shortened }: StreamHeader): number {
  return code.n - punctured - shortened;
}

/** Id of the disclosed file before a stream, if it has one. */
export function messageOf(stream: StreamHeader): string | undefined {
  if (!isOfValues(stream) || stream.gaussian.message === undefined) return undefined;
  return recordFileId(DISCLOSED, stream.gaussian.message);
}

/** The identity of a run in the ledger. @param id of its syndrome file. */
export function lineageOf(stream: StreamHeader, id: string): { readonly root: string; readonly first?: string } {
  const first = stream.retry?.root ?? id;
  const message = messageOf(stream);
  return message === undefined ? { root: first } : { root: message, first };
}

/** Bytes of the parts of a block's message: packed syndrome, hash, rotations of values. For a retry see `retryBytesOf`. */
function messageBytesOf(stream: StreamHeader): { syndrome: number; hash: number; rotations: number } {
  const { retry, hashBits } = stream;
  return {
    syndrome: retry ? retryBytesOf(retry) : Math.ceil(stream.code.checks / 8),
    hash: hashBits / 8,
    rotations: isOfValues(stream) && !retry ? rotationBytes(keyBitsOf(stream)) : 0,
  };
}

/**
 * Bytes of a retry's message about a block, which replaces a syndrome: its index in the first run, u64 little-endian;
 * the revealed private bits, packed; and the revealed groups, a byte each, in the order of `disclosedPositions`.
 */
function retryBytesOf({ punctured, groups }: NonNullable<StreamHeader["retry"]>): number {
  return 8 + Math.ceil(punctured / 8) + groups;
}

/** Bits of the key in blocks: the last block of a stream may have fewer. */
export function blockLengths(stream: StreamHeader, first: number, count: number): number[] {
  const keyBits = keyBitsOf(stream);
  return Array.from({ length: count }, (_, i) => Math.min(keyBits, stream.bits - (first + i) * keyBits));
}

/** Reference to decoding end: of each block the packed syndrome, the hash and of values the rotations. */
export const SYNDROMES: RecordKind<StreamHeader> = {
  name: "syndrome file",
  record: "block",
  format: "gfq-ldpc syndromes",
  schema: STREAM,
  payloadBytes: (stream) => sum(Object.values(messageBytesOf(stream))),
  records: ({ blocks }) => blocks,
};

const VERDICT_HEADER = z.strictObject({
  stream: HEX_DIGEST,
  blocks: COUNT.positive(),
  /** Blocks that are verified. */
  kept: COUNT,
  /** Bits of these: of the key. */
  bits: COUNT,
  mask: HEX_DIGEST,
  /** Of both ends in one place, and no others: public bits of blind steps about kept blocks, told bits and a verdict for each step. */
  told: COUNT.optional(),
  /** Secret bits that the decoding end allows by its own statement about Eve, if it made one. The key is hashed to no more. */
  secretBits: COUNT.optional(),
  /** Of a retry: the same of this key and the run's earlier keys, hashed as one string. */
  togetherBits: COUNT.optional(),
  /** 1, and one more for each further verdict of the decoding end about this stream. */
  attempt: COUNT.positive(),
  /** `keyHash` of the decoding end's key: the hash key, drawn when all the rest was fixed, and the hash, hexadecimal. */
  hashKey: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{32}$/),
});

export type VerdictHeader = z.infer<typeof VERDICT_HEADER>;

/** Bits of a syndrome file about the key: syndromes and hashes of all blocks. */
export function syndromeFileBits({ code, punctured, hashBits, blocks, retry }: StreamHeader): number {
  return blocks * (hashBits + (retry === undefined ? code.checks - punctured : retry.fresh));
}

/**
 * Public bits about the key's bits in each block, over all its runs: by syndromes, M − p and the private bits revealed
 * since, and by hashes and earlier verdicts. Revealed bits of the key are no longer part of it.
 */
export function leakedPerBlock({ code, punctured, hashBits, retry }: StreamHeader): { syndrome: number; hash: number } {
  return { syndrome: code.checks - punctured + (retry?.punctured ?? 0), hash: hashBits + (retry?.earlierBits ?? 0) };
}

/** Public bits of a verdict besides the syndromes: one for each block, and the hash of the key, for every attempt. */
export function verdictBits({ blocks, attempt }: Pick<VerdictHeader, "blocks" | "attempt">): number {
  return attempt * (blocks + 8 * KEY_HASH_BYTES);
}

/** Decoding to reference end: of each block a byte, 1 if it could be verified, else 0. */
export const VERDICT: RecordKind<VerdictHeader> = {
  name: "verdict file",
  record: "block",
  format: "gfq-ldpc verdict",
  schema: VERDICT_HEADER,
  payloadBytes: () => 1,
  records: ({ blocks }) => blocks,
};

const CONFIRMATION_HEADER = z.strictObject({
  verdict: HEX_DIGEST,
  /** Whether the reference end's key has the hash of the verdict. */
  agreed: z.boolean(),
  /** The seed of privacy amplification, drawn when both keys were fixed. The records are its bits. */
  seed: z
    .strictObject({
      /** Bits of the hash. */
      bits: COUNT.positive(),
      /** Bits of the seed: one less than those of the key. */
      seedBits: COUNT.positive(),
      /** SHA-256 of the packed seed. */
      digest: HEX_DIGEST,
      /** Number of the run's earlier keys that are hashed with this one, as one string; none if left out. */
      earlier: COUNT.positive().optional(),
    })
    .refine(({ bits, seedBits }) => bits <= seedBits, "the hash is longer than the key")
    .optional(),
});

/** Bytes of a seed in a record of a confirmation; zeros follow the last of the seed. */
export const SEED_RECORD_BYTES = 4096;

export type ConfirmationHeader = z.infer<typeof CONFIRMATION_HEADER>;

/** Reference to decoding end: whether the keys agree, and the seed by which both are hashed. */
export const CONFIRMATION: RecordKind<ConfirmationHeader> = {
  name: "confirmation file",
  record: "record",
  format: "gfq-ldpc confirmation",
  schema: CONFIRMATION_HEADER,
  payloadBytes: () => SEED_RECORD_BYTES,
  records: ({ seed }) => (seed === undefined ? 0 : Math.ceil(seed.seedBits / (8 * SEED_RECORD_BYTES))),
};

const INPUT_FILE = z.strictObject({
  /** Bits, or values. */
  length: COUNT,
  /** Digest of the data (`DataIdentity`). */
  sha256: HEX_DIGEST,
});

const JOURNAL_HEADER = z.strictObject({
  stream: STREAM,
  /** The data that are here. */
  files: z.strictObject({ reference: INPUT_FILE.optional(), decoding: INPUT_FILE.optional() }),
  /** Step of the reference end's values, if they are digitised. */
  resolution: z.number().positive().optional(),
  /** Id of the syndrome file, if another process made it. */
  received: HEX_DIGEST.optional(),
  /** Where the decoding end is: decoder, and the QBER or the SNR that it takes for the channel's. */
  decoding: z.strictObject({ decoder: z.string(), parameter: z.number() }).optional(),
});

/** The subject of an unfinished run: another header means another run. */
export type JournalHeader = z.infer<typeof JOURNAL_HEADER>;

/** Id of the run that a journal is about: that of its syndrome file, whichever end made it. */
export function runId({ stream, received }: JournalHeader): string {
  return received ?? recordFileId(SYNDROMES, stream);
}

/** An unfinished run's record of its finished blocks. A process continues it after its last complete record. */
export const JOURNAL: RecordKind<JournalHeader> = {
  name: "journal",
  record: "block",
  format: "gfq-ldpc journal",
  schema: JOURNAL_HEADER,
  payloadBytes: ({ stream, decoding }) => journalRecordBytes(stream.punctured > 0 && decoding === undefined),
  records: ({ stream }) => stream.blocks,
  // Digests of a few private bits would reveal them.
  mode: 0o600,
};

/** Messages of blocks as the payloads of a syndrome file: of each block its syndrome, its hash and of values its rotations. */
export function joinMessages(
  { syndromes, hashes, rotations = new Uint8Array(0) }: Omit<ReferenceMessage, "rotations"> & Partial<ReferenceMessage>,
  stream: StreamHeader,
): Uint8Array {
  const sizes = messageBytesOf(stream);
  const parts = [
    [syndromes, sizes.syndrome] as const,
    [hashes, sizes.hash] as const,
    [rotations, sizes.rotations] as const,
  ];
  const blocks = Array.from({ length: hashes.length / sizes.hash }, (_, i) =>
    parts.map(([part, size]) => part.subarray(i * size, (i + 1) * size)),
  );
  return Buffer.concat(blocks.flat());
}

/** Splits the output of `joinMessages`; rotations are empty unless the stream is of values. */
export function splitMessages(payloads: Uint8Array, stream: StreamHeader): ReferenceMessage {
  const { syndrome, hash, rotations } = messageBytesOf(stream);
  const bytes = syndrome + hash + rotations;
  const count = payloads.length / bytes;
  const part = (start: number, size: number) => {
    const all = new Uint8Array(count * size);
    for (let i = 0; i < count; i++) {
      all.set(payloads.subarray(i * bytes + start, i * bytes + start + size), i * size);
    }
    return all;
  };
  return { syndromes: part(0, syndrome), hashes: part(syndrome, hash), rotations: part(syndrome + hash, rotations) };
}
