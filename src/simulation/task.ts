import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChannelFamily, ChannelPoint } from "../channel/channels.ts";
import { modulatedText } from "../channel/modulation/modulated.ts";
import type { RandomGenerator } from "../channel/random.ts";
import { tablesText } from "../channel/table/channel-tables.ts";
import { printable } from "../printable.ts";
import type { CodewordSource } from "../source/word-source.ts";

/**
 * Version of the meaning of a task. Raise it whenever the same task would give other counts than before (random
 * numbers, channel discretisation, rounding of a decoder), so that old and new chunks never mix.
 */
export const SEMANTICS_VERSION = 7;

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

/** Maximum number of characters of a value in a difference: specs of decoders have up to some hundred. */
const SHOWN = 1000;

/**
 * Describes the difference between two tasks that should differ only in the channel's value; undefined for equal tasks.
 */
export function taskDifference(task: Task, other: Task): string | undefined {
  const { value, ...channel } = task.channel;
  const { value: otherValue, ...otherChannel } = other.channel;
  const [a, b] = [
    { ...named(task), channel: channelText(channel) },
    { ...named(other), channel: channelText(otherChannel) },
  ];
  for (const key of Object.keys(a) as (keyof typeof a)[]) {
    const [x, y] = [a[key], b[key]].map(memberText);
    if (x !== y) return `its ${key} is ${printable(y, SHOWN)}, not ${printable(x, SHOWN)}`;
  }
  return undefined;
}

/** The members of a task under names for readers. */
function named({ chunkFrames, random, ...task }: Task) {
  return { ...task, "chunk size": chunkFrames, "random generator": random };
}

/** `awgn by ebn0`, and the channel's options, the modulation or the tables if there are any. */
function channelText({ name, parameter, modulation, table, options = {} }: ChannelFamily): string {
  if (table !== undefined) return `${name} by ${parameter} of ${tablesText(table)}`;
  const words = Object.entries(options).map(([option, value]) => ` ${option}=${value}`);
  return `${name}${words.join("")} by ${parameter}${modulation === undefined ? "" : ` with ${modulatedText(modulation)}`}`;
}

/** A member of a task in words: objects as their values, hashes by their first digits. */
function memberText(member: unknown): string {
  if (typeof member !== "object" || member === null) return String(member);
  const values = Object.values(member).map((value) => String(value).replace(/^([0-9a-f]{12})[0-9a-f]{20,}$/, "$1…"));
  return values.join(" by ");
}
