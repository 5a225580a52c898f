import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type ChunkRange, firstFreeRange } from "../simulation/claims.ts";
import type { Claim } from "../simulation/worker.ts";
import { diskError } from "./disk.ts";

/** A claim without a sign of life for longer is taken over. */
const STALE_SECONDS = 60;
const HEARTBEAT_SECONDS = 10;

const CLAIM = z.object({ count: z.number().int().positive(), pid: z.number().int(), host: z.string() });

/**
 * Claims as files `claims/<task>-<first chunk>.json` of a run, made by exclusive creation; the time of last change is
 * the heartbeat. They only save work: if two workers ever do the same chunk, the ledger finds both equal.
 */
export class ClaimFolder {
  readonly #folder: string;
  readonly #worker: string;
  readonly #held = new Set<string>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(run: string, worker: string) {
    this.#folder = join(run, "claims");
    this.#worker = worker;
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (error) {
      throw diskError(error, this.#folder);
    }
    this.#heartbeat = setInterval(() => this.#beat(), 1000 * HEARTBEAT_SECONDS);
    this.#heartbeat.unref();
  }

  /** Live claims on a task, own ones too. Stale ones are removed. */
  claimed(task: string): ChunkRange[] {
    return liveClaims(this.#folder, task);
  }

  /** Claims the first chunks that are neither done nor claimed; see `firstFreeRange`. */
  claim(task: string, done: { has(chunk: number): boolean }, limit: number, count: number): Claim | undefined {
    for (;;) {
      const range = firstFreeRange(done, this.claimed(task), limit, count);
      if (range === undefined) return undefined;
      const path = this.#path(task, range.first);
      try {
        const content = { ...range, task, pid: process.pid, host: hostname(), worker: this.#worker };
        writeFileSync(path, JSON.stringify(content), { flag: "wx" });
      } catch (error) {
        // Another worker was faster: its claim is there to be seen now.
        if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
        throw diskError(error, path);
      }
      this.#held.add(path);
      return { task, ...range };
    }
  }

  release({ task, first }: Claim): void {
    const path = this.#path(task, first);
    this.#held.delete(path);
    rmSync(path, { force: true });
  }

  /** Gives back all claims. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const path of this.#held) rmSync(path, { force: true });
    this.#held.clear();
  }

  #path(task: string, first: number): string {
    return join(this.#folder, `${task.slice(0, 16)}-${first}.json`);
  }

  #beat(): void {
    const now = new Date();
    for (const path of this.#held) {
      try {
        utimesSync(path, now, now);
      } catch {
        // Taken over by a worker that thought us dead: no harm, see above.
      }
    }
  }
}

/** Ranges claimed by workers that are alive; claims of others are removed. */
function liveClaims(folder: string, task: string): ChunkRange[] {
  const pattern = new RegExp(`^${task.slice(0, 16)}-(\\d+)\\.json$`);
  const ranges: ChunkRange[] = [];
  for (const name of readdirSync(folder)) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const count = liveCount(join(folder, name));
    if (count > 0) ranges.push({ first: Number(match[1]), count });
  }
  return ranges;
}

/** Chunks under a claim; 0 if it is gone or stale. */
function liveCount(path: string): number {
  try {
    const age = (Date.now() - statSync(path).mtimeMs) / 1000;
    const claim = parseClaim(readFileSync(path, "utf8"));
    const dead = claim !== undefined && claim.host === hostname() && !isAlive(claim.pid);
    if (dead || age > STALE_SECONDS) {
      rmSync(path, { force: true });
      return 0;
    }
    // Made this moment and not filled yet: its first chunk is all that is known.
    return claim?.count ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

function parseClaim(text: string): z.infer<typeof CLAIM> | undefined {
  try {
    return CLAIM.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
