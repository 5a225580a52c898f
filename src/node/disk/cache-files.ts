import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pause } from "../program.ts";
import { discard, isGone, makeFolder, userFolder, writeFileAtomic } from "./disk.ts";
import { processState, thisProcess } from "./processes.ts";

const HASH_BYTES = 32;
/** Part of the limit that stays when files are removed. The newest file is at most a quarter, so it stays. */
const KEPT_OF_LIMIT = 0.75;

/** Results of one kind in the user's cache folder. */
interface CacheFilesOptions {
  /** In messages, with its article: "the encoder". */
  readonly result: string;
  /** First bytes of each file, with the version of the format. */
  readonly magic: string;
  /** Limit of the bytes of all files together, which several processes may exceed together; a file has at most a quarter of it. */
  readonly limit: number;
  /** Called for a file that is damaged, or cannot be read or written: the result is then made anew. */
  readonly say: (text: string) => void;
  readonly folder: string;
}

export function cacheFolder(kind: string): string {
  return join(userFolder("cache"), kind);
}

/**
 * Results that took time, a file each, named by the SHA-256 of the input. A file holds magic, name, body and the SHA-256 of all three, and is
 * used only if its size, its name and its hash are right. The least recently used files are removed once all together exceed the limit.
 */
export class CacheFiles {
  readonly #options: CacheFilesOptions;
  /** Bytes of the folder's files when this process last read the folder, and of the files that it has kept since. */
  #folderBytes = Number.POSITIVE_INFINITY;

  constructor(options: CacheFilesOptions) {
    this.#options = options;
  }

  /**
   * @param name SHA-256 of the input as 64 hexadecimal digits.
   * @param parse the result of a body; undefined if the body cannot be the result.
   * @returns undefined if no valid file exists.
   */
  load<Result>(name: string, parse: (body: Uint8Array) => Result | undefined): Result | undefined {
    const { result, say } = this.#options;
    const path = this.#pathOf(name);
    // Keeping another one reports any obstacle, such as a file in the place of a folder.
    if (!existsSync(path)) return undefined;
    try {
      const body = this.#body(path, name);
      const found = body && parse(body);
      if (found === undefined) say(`${path} is damaged: ${result} is made anew`);
      else touch(path);
      return found;
    } catch (error) {
      say(`${result} is made anew: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** @param parts of the body, one after the other. */
  keep(name: string, parts: readonly Uint8Array[]): void {
    const { folder, limit, result, say } = this.#options;
    const pieces = [this.#head(name), ...parts];
    const hash = createHash("sha256");
    for (const piece of pieces) hash.update(piece);
    const bytes = Buffer.concat([...pieces, hash.digest()]);
    if (bytes.length > limit / 4) return;
    try {
      writeFileAtomic(this.#pathOf(name), bytes, { isSynced: false });
      this.#folderBytes += bytes.length;
      if (this.#folderBytes > limit) this.#folderBytes = removeOldest(folder, limit);
    } catch (error) {
      say(`${result} is not kept for the next time: ${(error as Error).message}`);
    }
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, `${name}.bin`);
  }

  #head(name: string): Buffer {
    return Buffer.concat([Buffer.from(this.#options.magic, "latin1"), Buffer.from(name, "hex")]);
  }

  /** @returns undefined if the file is not the output of `keep` for the name. @throws NodeJS.ErrnoException if it cannot be read. */
  #body(path: string, name: string): Uint8Array | undefined {
    const head = this.#head(name);
    const descriptor = openSync(path, "r");
    try {
      const { size } = fstatSync(descriptor);
      if (size < head.length + HASH_BYTES || size > this.#options.limit / 4) return undefined;
      // Memory of its own, so that parts of it can become arrays of words.
      const bytes = new Uint8Array(size);
      if (readSync(descriptor, bytes) < size || !head.equals(bytes.subarray(0, head.length))) return undefined;
      const end = size - HASH_BYTES;
      const hash = createHash("sha256").update(bytes.subarray(0, end)).digest();
      return hash.equals(bytes.subarray(end)) ? bytes.subarray(head.length, end) : undefined;
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Marks the file as used, for `removeOldest`. Without permission the file only looks older. */
function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // A cache folder that cannot be written is still read.
  }
}

/**
 * Removes the least recently used files of a folder that exceeds the limit, and some more, so that the folder is not read at each file of
 * a full cache. Other processes may remove files at the same time.
 * @returns the bytes of the files that stay.
 */
function removeOldest(folder: string, limit: number): number {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".bin"))
    .flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, bytes: found.size, used: found.mtimeMs }];
    })
    .sort((a, b) => a.used - b.used);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= limit) return bytes;
  for (const file of files) {
    if (bytes <= KEPT_OF_LIMIT * limit) break;
    rmSync(file.path, { force: true });
    bytes -= file.bytes;
  }
  return bytes;
}

/** A claim that is older, or newer than now, does not count: its process may hang, or the clocks of two hosts differ. */
const PATIENCE_SECONDS = 20;
/** A wait looks again after a tenth of the time that it has taken, within these limits. */
const PAUSE_SECONDS = { least: 0.001, most: 0.05 };

/**
 * A stored result, or one that `make` makes and stores. Of the processes that want it at the same time, one makes it, and the others sleep
 * until it has done so. The claim of a process that has ended does not count. Where a claim can be neither made nor removed, and in rare
 * cases of two processes at the same moment, several processes make the result.
 * @param claim path of the file that names the process at work.
 * @param load the stored result; undefined if there is none.
 * @param make makes the result and stores it.
 */
export function madeOnce<Result>(claim: string, load: () => Result | undefined, make: () => Result): Result {
  for (;;) {
    const found = load();
    if (found !== undefined) return found;
    const state = claimNow(claim);
    if (state === "ours") {
      try {
        return make();
      } finally {
        discard(claim);
      }
    }
    if (state === "refused" || !isOver(claim)) return make();
  }
}

/**
 * Makes a result unless another process is at it.
 * @param claim path of the file that names the process at work, as for `madeOnce`.
 * @returns undefined if another process makes it, or no claim can be made.
 */
export async function claimed<Result>(claim: string, make: () => Promise<Result>): Promise<Result | undefined> {
  if (claimNow(claim) === "ours") {
    try {
      return await make();
    } finally {
      discard(claim);
    }
  }
  if (stateOf(claim) === "stale") discard(claim);
  return undefined;
}

function claimNow(path: string): "ours" | "taken" | "refused" {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, JSON.stringify(thisProcess()), { flag: "wx" });
    return "ours";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? "taken" : "refused";
  }
}

/** Waits for the end of another process's claim. @returns false if the claim stays, although it does not count. */
function isOver(claim: string): boolean {
  const begin = performance.now();
  for (;;) {
    const state = stateOf(claim);
    // A claim that is gone may have been made again by another process.
    if (state === "gone") return true;
    if (state === "stale") {
      discard(claim);
      return stateOf(claim) !== "stale";
    }
    const seconds = (performance.now() - begin) / 10_000;
    pause(1000 * Math.min(Math.max(seconds, PAUSE_SECONDS.least), PAUSE_SECONDS.most));
  }
}

function stateOf(claim: string): "counts" | "gone" | "stale" {
  try {
    const age = (Date.now() - statSync(claim).mtimeMs) / 1000;
    return Math.abs(age) < PATIENCE_SECONDS && isAtWork(readFileSync(claim, "utf8")) ? "counts" : "stale";
  } catch (error) {
    return isGone(error) ? "gone" : "stale";
  }
}

/** Whether the process that a claim names may be at work. A claim that is not written yet names none. */
function isAtWork(text: string): boolean {
  if (text === "") return true;
  const { pid, host, started, system } = JSON.parse(text);
  const isProcess = Number.isInteger(pid) && pid > 0 && pid <= 0x7fffffff && typeof host === "string";
  return isProcess && processState({ pid, host, started, system }) !== "gone";
}
