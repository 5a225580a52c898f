import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
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

/** All faults, by name. */
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
    const claim = pick(target, files(target.folder, "claims"));
    if (claim === undefined) return undefined;
    rmSync(claim, { force: true, recursive: true });
    return "remove a claim";
  },

  foreignClaim(target) {
    const { tasks } = readRun(target);
    if (tasks === undefined) return undefined;
    const task = tasks[Math.floor(tasks.length * target.random())];
    const file = join(target.folder, "claims", `${task.slice(0, 16)}-${Math.floor(40 * target.random())}.json`);
    mkdirSync(join(target.folder, "claims"), { recursive: true });
    const holder = { task, first: 0, count: 20, pid: 4711, host: "another-host", worker: "1", token: "0" };
    writeFileSync(file, target.random() < 0.5 ? "" : JSON.stringify(holder));
    const time = Date.now() / 1000 + 7200 * (target.random() - 0.5);
    utimesSync(file, time, time);
    return "leave a claim of another host, with a wrong time";
  },

  foreignLock(target) {
    writeFileSync(join(target.folder, "run.lock"), target.random() < 0.5 ? "" : '{"pid":4711,"host":"another-host"}');
    return "leave a lock of another host";
  },
};

/** Acts on a random living process of a random simulation. */
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

function readRun({ folder }: Target): { tasks?: string[] } {
  try {
    return JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
  } catch {
    return {};
  }
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
