import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readRunFile, runTasks } from "../../src/node/run/run-file.ts";
import { formatClaims, formatHeader } from "../../src/simulation/record.ts";
import type { Simulation } from "./process-group.ts";

/** The run that a fault disturbs. */
export interface Target {
  readonly folder: string;
  readonly simulations: readonly Simulation[];
  /** A number from 0 (included) to 1. */
  readonly random: () => number;
  /** Starts another process on the folder. */
  start(): void;
}

/** One fault. @returns a description of the damage, or undefined if the fault has no target. */
export type Fault = (target: Target) => Promise<string | undefined> | string | undefined;

export const faults: Readonly<Record<string, Fault>> = {
  kill: (target) => toProcess(target, (simulation, pid) => simulation.signal("SIGKILL", pid)),

  async stop(target) {
    const milliseconds = 50 + 2500 * target.random() ** 2;
    return toProcess(target, (simulation, pid) => {
      simulation.signal("SIGSTOP", pid);
      setTimeout(() => simulation.signal("SIGCONT", pid), milliseconds);
    });
  },

  interrupt: (target) => toParent(target, (simulation) => simulation.signal("SIGINT")),

  interruptTwice: (target) =>
    toParent(target, (simulation) => {
      simulation.signal("SIGINT");
      // Two signals in shorter time would count as one.
      setTimeout(() => simulation.signal("SIGINT"), 600);
    }),

  start(target) {
    if (target.simulations.filter(({ running }) => running).length >= 4) return undefined;
    target.start();
    return "start";
  },

  tearLine(target) {
    // A shard of an ended process, as after a crash.
    const shard = pick(target, deadShards(target));
    if (shard === undefined) return undefined;
    const { size } = statSync(shard);
    truncateSync(shard, Math.max(0, size - 1 - Math.floor(target.random() * 60)));
    return "tear the last line of a shard";
  },

  appendRubbish(target) {
    const shard = pick(target, files(target.folder, "shards"));
    if (shard === undefined) return undefined;
    const text = readFileSync(shard, "utf8");
    // Random bytes, or a truncated copy of the present content, with or without a line end.
    const kinds = [
      "\0".repeat(300),
      text.slice(0, 1 + Math.floor(200 * target.random())),
      "{}\n",
      `${text.slice(0, 90)}\n`,
    ];
    appendFileSync(shard, kinds[Math.floor(kinds.length * target.random())]);
    return "append to a shard";
  },

  loseClaim(target) {
    const shard = pick(target, files(target.folder, "shards"));
    if (shard === undefined) return undefined;
    const text = readFileSync(shard, "latin1");
    const last = text.lastIndexOf("\n", text.length - 2) + 1;
    if (!text.startsWith('{"claims":', last)) return undefined;
    truncateSync(shard, last);
    return "remove a claim";
  },

  foreignClaim(target) {
    const run = readRunFile(target.folder);
    if (run === undefined) return undefined;
    const tasks = runTasks(run);
    const task = tasks[Math.floor(tasks.length * target.random())];
    const labels = { program: "", engine: "", adapter: "", driver: "", host: "another-host", pid: 4711, worker: "1" };
    const claims = [{ first: Math.floor(40 * target.random()), count: 20 }];
    const file = join(target.folder, "shards", `another-host-4711-${Math.floor(1e6 * target.random())}.jsonl`);
    mkdirSync(join(target.folder, "shards"), { recursive: true });
    writeFileSync(file, `${formatHeader({ task, ...labels }).line}${formatClaims(claims)}`);
    const time = Date.now() / 1000 + 7200 * (target.random() - 0.5);
    utimesSync(file, time, time);
    return "leave a claim of another host, with a wrong time";
  },

  foreignLock(target) {
    const place = Math.floor(2 ** 32 * target.random())
      .toString(16)
      .padStart(16, "0");
    const content = target.random() < 0.5 ? "" : '{"pid":4711,"host":"another-host"}';
    writeFileSync(join(target.folder, `run.lock.${place}`), content);
    return "leave a lock of another host";
  },
};

function toProcess(target: Target, act: (simulation: Simulation, pid: number) => void): string | undefined {
  const simulation = pick(
    target,
    target.simulations.filter(({ running }) => running),
  );
  const pid = simulation === undefined ? undefined : pick(target, simulation.pids());
  if (simulation === undefined || pid === undefined) return undefined;
  act(simulation, pid);
  return `to process ${pid}${pid === simulation.pid ? "" : " (a worker)"}`;
}

function toParent(target: Target, act: (simulation: Simulation) => void): string | undefined {
  const simulation = pick(
    target,
    target.simulations.filter(({ running }) => running),
  );
  if (simulation === undefined) return undefined;
  act(simulation);
  return `to process ${simulation.pid}`;
}

function deadShards(target: Target): string[] {
  const alive = new Set(target.simulations.flatMap((simulation) => simulation.pids()));
  return files(target.folder, "shards").filter((file) => {
    const pid = /-(\d+)-[^-]*(-\d+)?\.jsonl$/.exec(file)?.[1];
    return pid !== undefined && !alive.has(Number(pid));
  });
}

function files(folder: string, name: string): string[] {
  try {
    return readdirSync(join(folder, name)).map((file) => join(folder, name, file));
  } catch {
    return [];
  }
}

function pick<T>({ random }: Target, choices: readonly T[]): T | undefined {
  return choices[Math.floor(choices.length * random())];
}
