import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { claimName } from "../run/claim-file.ts";
import { type ListedClaim, listClaims } from "../run/claim-list.ts";

/** The result of a harm. */
export interface Harmed {
  readonly done: boolean;
  readonly text: string;
}

/** Something that happens to a run on a shared folder, done on purpose. */
export interface Harm {
  readonly name: string;
  /** @param folder of the run, while workers are at work in it. */
  readonly inflict: (folder: string, task: string) => Promise<Harmed>;
}

/** A host that no claim of a worker names. */
const GONE = "a host that is gone";

/** Seconds for which a folder is read-only: less than the lifetime of claims. */
const READ_ONLY_SECONDS = 0.8;

/**
 * Seconds after which a file system must show files that workers have created; workers start within a second or two.
 */
const CLAIM_SECONDS = 60;

/** All harms, in the order in which they are done. */
export const HARMS: readonly Harm[] = [
  {
    name: "kill -9",
    async inflict(folder) {
      const claim = await liveClaim(folder);
      process.kill(claim.holder!.pid, "SIGKILL");
      tearLine(folder, claim.holder!.pid);
      return { done: true, text: `a worker killed while it held a claim, the last line of its records torn` };
    },
  },
  {
    name: "two on one chunk",
    async inflict(folder, task) {
      const { first } = await liveClaim(folder);
      rmSync(join(folder, "claims", claimName(task, first)), { force: true });
      return { done: true, text: "a claim removed while its worker was at work, so that another one takes its chunks" };
    },
  },
  {
    name: "rubbish",
    async inflict(folder, task) {
      writeFileSync(join(folder, "claims", claimName(task, 1)), "rubbish");
      const holder = { task, first: 40, count: 9, pid: 4711, host: GONE, worker: "1", token: "0" };
      writeFileSync(join(folder, "claims", claimName(task, 40)), JSON.stringify(holder));
      mkdirSync(join(folder, "shards", "folder.jsonl"), { recursive: true });
      return {
        done: true,
        text: "a claim that is no claim, one of a host that is gone, and a folder among the records",
      };
    },
  },
  {
    name: "read-only",
    async inflict(folder) {
      const folders = [folder, join(folder, "claims"), join(folder, "shards")];
      const modes = folders.map((path) => statSync(path).mode);
      for (const path of folders) chmodSync(path, 0o555);
      const refused = isRefused(folder);
      try {
        await seconds(READ_ONLY_SECONDS);
      } finally {
        for (const [i, path] of folders.entries()) chmodSync(path, modes[i]);
      }
      return refused
        ? { done: true, text: `nothing could be created for ${READ_ONLY_SECONDS} s` }
        : {
            done: false,
            text: "this user may write everywhere (root, or a file system without permissions)",
          };
    },
  },
];

function isRefused(folder: string): boolean {
  const path = join(folder, "selftest.probe");
  try {
    writeFileSync(path, "");
    rmSync(path, { force: true });
    return false;
  } catch {
    return true;
  }
}

/** A claim of an active worker. @throws InputError if none appears for long. */
async function liveClaim(folder: string): Promise<ListedClaim> {
  for (const end = performance.now() + 1000 * CLAIM_SECONDS; ; ) {
    if (performance.now() > end) {
      const what = `shows no claim of a worker for ${CLAIM_SECONDS} s, while workers are at work`;
      throw new InputError(`${what}: do not share this folder`, { file: join(folder, "claims") });
    }
    const claim = listClaims(folder).find(({ isLive, holder }) => isLive && holder?.host !== GONE);
    if (claim !== undefined) return claim;
    await seconds(0.02);
  }
}

/** Tears the last line as a crash would. */
function tearLine(folder: string, pid: number): void {
  const name = readdirSync(join(folder, "shards")).find((shard) => shard.includes(`-${pid}-`));
  if (name === undefined) return;
  const file = join(folder, "shards", name);
  truncateSync(file, Math.max(0, statSync(file).size - 20));
}

export function seconds(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * time));
}
