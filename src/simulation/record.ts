import { z } from "zod/mini";
import { CHANNEL_POINT } from "../channel/channel-schema.ts";
import { RANDOM_GENERATORS } from "../channel/random.ts";
import { InputError } from "../errors.ts";
import { fitted } from "../json.ts";
import { CODEWORD_SOURCES } from "../source/word-source.ts";
import {
  type ChunkBlock,
  type ChunkRange,
  inconsistency,
  isDyadic,
  WRONG_CHUNKS_MAXIMUM,
  WRONG_NUMBERS,
  type WrongChunks,
} from "./chunks/chunk-block.ts";
import { type ChunkCounts, COUNT_NAMES, countsOf } from "./counts.ts";
import { type Sha256, sha256Hex, type Task, taskDifference, taskId } from "./task.ts";

/** The place of a record. */
export interface RecordSource {
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
}

/**
 * The data that the following records share: a line of a shard, before the first record and after every change of the
 * task.
 */
export interface ShardHeader {
  /** The task that the worker computes. */
  readonly task: Task;
  /** Version of the program. */
  readonly program: string;
  readonly engine: string;
  readonly adapter: string;
  readonly driver: string;
  readonly host: string;
  /** The process, with its start and its machine's boot where the system tells them. */
  readonly pid: number;
  readonly started?: string;
  readonly system?: string;
  readonly worker: string;
}

/** A header with the identities to which its records refer. */
export interface ShardSection {
  readonly header: ShardHeader;
  /** See `taskId`. */
  readonly task: string;
  /** Identifies the header: the checksums of its records depend on it. */
  readonly checksum: string;
}

/** Version of the layout of shards. */
const VERSION = 2;
const FORMAT = "gfq-ldpc shard";

/** Hexadecimal digits of a checksum: the first of the SHA-256. */
const CHECKSUM_DIGITS = 16;
const CHECKSUM = new RegExp(`^(\\{.*),"checksum":"([0-9a-f]{${CHECKSUM_DIGITS}})"\\}$`, "s");

/**
 * Formats a header as a line with its line end, and the section to which its records refer.
 * @param sha256 computes the checksums of lines; a caller may pass a faster function.
 */
export function formatHeader(
  header: ShardHeader,
  sha256: Sha256 = sha256Hex,
): { readonly line: string; readonly section: ShardSection } {
  const { line, checksum } = sealed({ format: FORMAT, version: VERSION, ...header }, "", sha256);
  return { line, section: { header, task: taskId(header.task), checksum } };
}

/**
 * Formats a record as a line with its line end. Counts are members beside the other keys, so that table tools read them
 * as columns; wrong chunks are lists of numbers in the order of WrongChunks, with indices counted from the block's
 * first chunk.
 * @param sha256 as for `formatHeader`.
 */
export function formatRecord(
  { first, count, counts, wrong, seconds }: ChunkBlock,
  section: ShardSection,
  sha256: Sha256 = sha256Hex,
): string {
  const lists = wrong === undefined ? {} : { wrong: wrongLists(wrong, first) };
  return sealed({ first, chunks: count, ...counts, seconds, ...lists }, section.checksum, sha256).line;
}

function wrongLists(wrong: WrongChunks, first: number): number[][] {
  return Array.from({ length: wrong.length / WRONG_NUMBERS }, (_, i) => {
    const [chunk, ...numbers] = wrong.slice(i * WRONG_NUMBERS, (i + 1) * WRONG_NUMBERS);
    return [chunk - first, ...numbers];
  });
}

/** Formats the claims of a worker as a line with its line end. Claims only save work, so they need no checksum. */
export function formatClaims(ranges: readonly ChunkRange[]): string {
  return `${JSON.stringify({ claims: ranges.map(({ first, count }) => [first, count]) })}\n`;
}

/** A line of claims, of numbers that are exact. */
const CLAIMS = /^\{"claims":\[(?:\[\d{1,15},[1-9]\d{0,14}\](?:,(?=\[)|(?=\])))*\]\}$/;

/** Formats JSON with a checksum of its other members and of its header. */
function sealed(value: object, header: string, sha256: Sha256): { readonly line: string; readonly checksum: string } {
  const text = JSON.stringify(value).slice(0, -1);
  const checksum = checksumOf(text, header, sha256);
  return { line: `${text},"checksum":"${checksum}"}\n`, checksum };
}

function checksumOf(text: string, header: string, sha256: Sha256): string {
  return sha256(`${header}${text}`).slice(0, CHECKSUM_DIGITS);
}

/** The content of a line of a shard. `damaged` describes the damage of a line that does not count. */
export type ShardLine =
  | { readonly section: ShardSection }
  | { readonly block: ChunkBlock; readonly section: ShardSection }
  | { readonly claims: readonly ChunkRange[] }
  | { readonly damaged: string };

/**
 * Reads one complete line of a shard.
 * @param section the header before it; undefined at the head of a shard, or after a damaged header.
 * @param sha256 as for `formatHeader`.
 * @returns a header, a block of chunks or claims of the header's task, or `damaged` for a line that differs from its written form.
 * @throws InputError with file and line for an undamaged line that is impossible or of another version.
 */
export function parseShardLine(
  text: string,
  section: ShardSection | undefined,
  source: RecordSource,
  sha256: Sha256 = sha256Hex,
): ShardLine {
  if (section !== undefined && CLAIMS.test(text)) {
    const { claims } = JSON.parse(text) as { claims: [number, number][] };
    return { claims: claims.map(([first, count]) => ({ first, count })) };
  }
  const match = CHECKSUM.exec(text);
  if (match === null) return { damaged: "it does not end with a checksum" };
  const [, sealedText, checksum] = match;
  const isHeader = text.startsWith(`{"format":`);
  if (!isHeader && section === undefined) return { damaged: "it has no header before it" };
  if (checksum !== checksumOf(sealedText, isHeader ? "" : section!.checksum, sha256)) {
    return { damaged: "its checksum is not that of its text" };
  }
  const value = parsed(`${sealedText}}`, source);
  if (isHeader) {
    requireVersion(value, source);
    const { format, version, ...header } = checked(HEADER, value, source);
    return { section: { header, task: taskId(header.task), checksum } };
  }
  if (!isWrittenRecord(value)) throw new InputError(`an impossible record; ${REMEDY}`, source);
  const block = blockOf(value);
  const fault = inconsistency(block, section!.header.task.chunkFrames);
  if (fault !== undefined) throw new InputError(`an impossible record: ${fault}; ${REMEDY}`, source);
  return { block, section: section! };
}

/** Copies members by name: spreads would take longer than the rest of this function. */
function blockOf(record: WrittenRecord): ChunkBlock {
  const { first, chunks: count, seconds, wrong } = record;
  const counts = countsOf(record);
  if (wrong === undefined) return { first, count, counts, seconds };
  return { first, count, counts, seconds, wrong: wrongChunks(wrong, first) };
}

/** The remedy for a shard with an impossible line. */
const REMEDY = "delete the shard and run the same command again";

function parsed(text: string, source: RecordSource): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON, or nested more deeply than the parser allows.
    throw new InputError(`not JSON, in spite of its checksum; ${REMEDY}`, source);
  }
}

function requireVersion(value: unknown, source: RecordSource): void {
  const { version } = value as { version?: unknown };
  if (typeof version !== "number" || version === VERSION) return;
  throw new InputError(`has version ${version} of the layout of shards; this program reads version ${VERSION}`, source);
}

function checked<T>(schema: z.ZodMiniType<T>, value: unknown, source: RecordSource): T {
  const result = fitted(value, schema);
  if (result.misfit === undefined) return result.content;
  const { path, message } = result.misfit;
  throw new InputError(
    `an impossible record: ${[path.join("."), message].filter(Boolean).join(": ")}; ${REMEDY}`,
    source,
  );
}

function wrongChunks(lists: readonly (readonly number[])[], first: number): WrongChunks {
  const wrong = new Array<number>(lists.length * WRONG_NUMBERS);
  for (let i = 0, at = 0; i < lists.length; i++, at += WRONG_NUMBERS) {
    for (let j = 0; j < WRONG_NUMBERS; j++) wrong[at + j] = lists[i][j];
    wrong[at] += first;
  }
  return wrong;
}

const COUNT = z.int().check(z.nonnegative());

/** The task of a header. */
const TASK: z.ZodMiniType<Task> = z.strictObject({
  code: z.strictObject({ name: z.string(), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  decoder: z.string(),
  channel: CHANNEL_POINT,
  seed: COUNT,
  chunkFrames: z.int().check(z.positive()),
  codeword: z.enum(CODEWORD_SOURCES),
  semantics: z.int().check(z.positive()),
  random: z.enum(RANDOM_GENERATORS),
});

const HEADER = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  task: TASK,
  program: z.string(),
  engine: z.string(),
  adapter: z.string(),
  driver: z.string(),
  host: z.string(),
  pid: z.int().check(z.positive(), z.lte(0x7fffffff)),
  started: z.optional(z.string()),
  system: z.optional(z.string()),
  worker: z.string(),
});

/** A record without its checksum. */
type WrittenRecord = ChunkCounts & {
  readonly first: number;
  readonly chunks: number;
  readonly seconds: number;
  readonly wrong?: readonly (readonly number[])[];
};

/** Members of a record in their written order: counts, seconds, and the wrong chunks if there are any. */
const RECORD_NAMES = ["first", "chunks", ...COUNT_NAMES, "seconds", "wrong"];
const SECONDS = RECORD_NAMES.indexOf("seconds");

/**
 * Whether a value is a record with its members in the order of writing, in a twentieth of the time that a schema takes: a run has
 * hundreds of thousands of records.
 */
function isWrittenRecord(value: unknown): value is WrittenRecord {
  if (typeof value !== "object" || value === null) return false;
  const names = Object.keys(value);
  if (names.length <= SECONDS || names.some((name, i) => name !== RECORD_NAMES[i])) return false;
  const numbers: unknown[] = Object.values(value);
  for (let i = 0; i < SECONDS; i++) if (!isCount(numbers[i])) return false;
  const [seconds, wrong = []] = numbers.slice(SECONDS);
  return (
    isDyadic({ first: numbers[0] as number, count: numbers[1] as number }) &&
    typeof seconds === "number" &&
    seconds >= 0 &&
    Number.isFinite(seconds) &&
    Array.isArray(wrong) &&
    wrong.length <= WRONG_CHUNKS_MAXIMUM &&
    wrong.every((list) => Array.isArray(list) && list.length === WRONG_NUMBERS && list.every(isCount))
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * The section itself, if it is of the run.
 * @param task any task of the run.
 * @throws InputError if its header is from another run.
 */
export function sectionOfRun(task: Task, section: ShardSection, source: RecordSource): ShardSection {
  const difference = taskDifference(task, section.header.task);
  if (difference === undefined) return section;
  throw new InputError(`a shard of another run: ${difference}; move it out of this folder`, source);
}
