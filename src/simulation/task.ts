import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChannelPoint } from "../channel/channels.ts";
import type { RandomGenerator } from "../channel/random.ts";
import type { CodewordSource } from "../source/word-source.ts";

/**
 * Version of the meaning of a task. Raise it whenever the same task would give other counts than before (random
 * numbers, channel discretisation, rounding of a decoder), so that old and new chunks never mix.
 */
export const SEMANTICS_VERSION = 4;

/** Everything that the counts of a chunk depend on. Two tasks with equal identity have equal counts, on any device. */
export interface Task {
  readonly code: { readonly name: string; readonly hash: string };
  /** Canonical decoder spec, as `decoderText` makes it. */
  readonly decoder: string;
  readonly channel: ChannelPoint;
  /** Key of the random numbers, 0 … 2³² − 1. */
  readonly seed: number;
  /** Frames per chunk. */
  readonly chunkFrames: number;
  /** Source of the words. */
  readonly codeword: CodewordSource;
  readonly semantics: number;
  /** Random generator of the words and the noise. */
  readonly random: RandomGenerator;
}

/** SHA-256 of the task's canonical JSON, 64 hexadecimal digits. */
export function taskId(task: Task): string {
  let id = taskIds.get(task);
  if (id === undefined) {
    id = sha256Hex(canonicalJson(task));
    taskIds.set(task, id);
  }
  return id;
}

/** Cache of ids, which workers and displays read repeatedly. */
const taskIds = new WeakMap<Task, string>();

/** Computes the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string;

/**
 * SHA-256 of a text in UTF-8, 64 hexadecimal digits, in JavaScript, for every platform. Callers with much data pass a
 * faster function if they have one.
 */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** JSON without white space and with the keys of every object in code-unit order: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Most frames of a chunk: kernels have 32-bit words for the frames of a chunk and for its errors. */
export const CHUNK_FRAMES_MAXIMUM = 65_536;

/**
 * Default number of frames per chunk: the largest power of two with at most 2¹⁸ coded bits in a chunk, within 1 … 1024.
 */
export function defaultChunkFrames(codedBits: number): number {
  const exponent = Math.floor(Math.log2(2 ** 18 / codedBits));
  return 2 ** Math.min(10, Math.max(0, exponent));
}
