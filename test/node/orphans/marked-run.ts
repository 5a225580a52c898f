import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";

const MARK = "GFQ_LDPC_TEST_MARK";

/** A command with all its descendants. A variable that processes inherit marks them, so that orphans are found too. */
export class MarkedRun {
  readonly #mark = `${MARK}=${randomUUID()}`;
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** Resolves when all its output is in `said`: after its end, and after the end of descendants that may write too. */
  readonly closed: Promise<unknown>;
  said = "";

  /** @param args of the program, Node if none is named. */
  constructor(args: readonly string[], cwd?: string, program = process.execPath) {
    this.#child = spawn(program, args, {
      cwd,
      env: { ...process.env, [MARK]: this.#mark.slice(MARK.length + 1) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.ended = new Promise((resolve) => this.#child.on("exit", resolve));
    this.closed = new Promise((resolve) => this.#child.on("close", resolve));
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on("data", (data) => (this.said += data));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Command lines of the living processes that the command has started, without the command itself. */
  started(): string[] {
    return this.startedIds()
      .map((pid) => contents(pid, "cmdline").replaceAll("\0", " "))
      .filter((line) => line !== "");
  }

  /** Ids of these processes. */
  startedIds(): number[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== this.pid)
      .filter((pid) => contents(pid, "environ").split("\0").includes(this.#mark))
      .map(Number);
  }

  /** Waits until the command has started a process with this name. @returns false if it ended before. */
  async starts(name: string): Promise<boolean> {
    while (this.running) {
      if (this.started().some((line) => line.includes(name))) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  /** Sends a signal to the command alone and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#child.kill(signal);
    await this.ended;
  }

  /** Ends the command and all its descendants. */
  destroy(): void {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  }
}

/** Ends a command by a signal as soon as it has started a process with this name. All its descendants must then end. */
export async function endsAll(run: MarkedRun, worker: string, signal: NodeJS.Signals): Promise<void> {
  try {
    expect(await run.starts(worker), `it started no ${worker}: ${run.said}`).toBe(true);
    await run.end(signal);
    await noneLeft(run);
  } finally {
    run.destroy();
  }
}

/**
 * Processor time that a process may take after the command's end, in seconds: a starting process needs a part of it until it watches its
 * parent. Seconds by the clock depend on the other work of the machine.
 */
const PROCESSOR_SECONDS = 2;
/** Limit by the clock, for processes that do nothing. */
const PATIENCE = 120_000;

/** Expects all descendants of an ended command to end soon. */
export async function noneLeft(run: MarkedRun): Promise<void> {
  const before = new Map<number, number>();
  const deadline = performance.now() + PATIENCE;
  while (run.started().length > 0 && performance.now() < deadline) {
    for (const pid of run.startedIds()) {
      const seconds = processorSeconds(pid);
      if (!before.has(pid)) before.set(pid, seconds);
      expect(seconds - before.get(pid)!, run.started().join("\n")).toBeLessThan(PROCESSOR_SECONDS);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(run.started()).toEqual([]);
}

/** Seconds that a process and its threads have run; 0 after its end. */
function processorSeconds(pid: number): number {
  const stat = contents(pid, "stat");
  // The fields after the name, which may contain spaces: times stand in hundredths of a second.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return stat === "" ? 0 : (Number(user) + Number(system)) / 100;
}

/** Content of a process's file. A zombie has no command line, and another user's process has no readable environment. */
function contents(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
