import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { formatClaims, formatHeader } from "../../simulation/record.ts";
import { openRun, type RunClaim } from "../run/run.ts";
import { shardFolder } from "../run/run-log.ts";

/** The result of a harm. */
interface Harmed {
  readonly done: boolean;
  readonly text: string;
}

/** Something that happens to a run on a shared folder, done on purpose. */
interface Harm {
  readonly name: string;
  /** @param folder of the run, while workers are at work in it. */
  readonly inflict: (folder: string) => Promise<Harmed>;
}

/** A host that no claim of a worker names. */
const GONE = "a host that is gone";

/** Seconds for which a folder is read-only: less than the silence after which claims do not count. */
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
      const { pid } = (await liveClaim(folder)).holder;
      process.kill(pid, "SIGKILL");
      const shard = shardOf(folder, pid);
      if (shard !== undefined) truncateSync(shard, Math.max(0, statSync(shard).size - 20));
      return { done: true, text: `a worker killed while it held a claim, the last line of its records torn` };
    },
  },
  {
    name: "two on one chunk",
    async inflict(folder) {
      for (;;) {
        const shard = shardOf(folder, (await liveClaim(folder)).holder.pid);
        const text = shard === undefined ? "" : readFileSync(shard, "latin1");
        const last = text.lastIndexOf("\n", text.length - 2) + 1;
        if (shard === undefined || !text.startsWith('{"claims":[[', last)) continue;
        truncateSync(shard, last);
        break;
      }
      return { done: true, text: "a claim removed while its worker was at work, so that another one takes its chunks" };
    },
  },
  {
    name: "rubbish",
    async inflict(folder) {
      const [task] = openRun(folder, () => {}).sweep.tasks;
      const labels = { program: "", engine: "", adapter: "", driver: "", host: GONE, pid: 4711, worker: "1" };
      const claims = formatClaims([1, 40].map((first) => ({ first, count: 9 })));
      writeFileSync(join(shardFolder(folder), "gone.jsonl"), `${formatHeader({ task, ...labels }).line}${claims}`);
      writeFileSync(join(shardFolder(folder), "rubbish.jsonl"), "rubbish\n");
      mkdirSync(join(shardFolder(folder), "folder.jsonl"), { recursive: true });
      return { done: true, text: "claims of a host that is gone, and rubbish and a folder among the records" };
    },
  },
  {
    name: "read-only",
    async inflict(folder) {
      const folders = [folder, shardFolder(folder)];
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
async function liveClaim(folder: string): Promise<RunClaim> {
  for (const end = performance.now() + 1000 * CLAIM_SECONDS; ; ) {
    if (performance.now() > end) {
      const what = `shows no claim of a worker for ${CLAIM_SECONDS} s, while workers are at work`;
      throw new InputError(`${what}: do not share this folder`, { file: shardFolder(folder) });
    }
    const claim = openRun(folder, () => {}).claims.find(({ isLive, holder }) => isLive && holder.host !== GONE);
    if (claim !== undefined) return claim;
    await seconds(0.02);
  }
}

/** The shard of a process. */
function shardOf(folder: string, pid: number): string | undefined {
  const name = readdirSync(shardFolder(folder)).find((shard) => shard.includes(`-${pid}-`));
  return name === undefined ? undefined : join(shardFolder(folder), name);
}

export function seconds(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * time));
}
