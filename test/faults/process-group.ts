import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A process of `ldpc simulate` with the worker processes that it starts. */
export class Simulation {
  readonly #child: ChildProcess;
  readonly ended: Promise<void>;
  /** Its output on stdout and stderr. */
  said = "";
  /** Exit status; undefined while it runs, null if a signal ended it. */
  status: number | null | undefined;
  /** Longest time without output, in seconds, in which the process neither worked, nor waited for a processor, nor was stopped. */
  longestSilence = 0;
  #silence = 0;
  #looked = performance.now();
  #busy = 0;
  #stopped = 0;
  readonly #look: NodeJS.Timeout;

  constructor(program: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    // The process group of its own lets its children be killed with it at the end.
    this.#child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const hear = (data: Buffer) => {
      this.said += data;
      this.#silence = 0;
    };
    this.#look = setInterval(() => this.#listen(), LOOK_MILLISECONDS);
    this.#child.stdout?.on("data", hear);
    this.#child.stderr?.on("data", hear);
    this.ended = new Promise((resolve) => {
      this.#child.on("close", (status) => {
        this.status = status;
        clearInterval(this.#look);
        resolve();
      });
    });
  }

  get running(): boolean {
    return this.status === undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** This process and its living workers. */
  pids(): number[] {
    return this.running ? [this.pid, ...childrenOf(this.pid)] : [];
  }

  /** Sends a signal to this process alone. */
  signal(name: NodeJS.Signals, pid = this.pid): void {
    if (name === "SIGSTOP") this.#stopped++;
    if (name === "SIGCONT") {
      this.#stopped = Math.max(0, this.#stopped - 1);
      this.#silence = 0;
    }
    try {
      process.kill(pid, name);
    } catch {
      // The process has just ended.
    }
  }

  /** Ends the process with all its descendants. */
  destroy(): void {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  }

  /** Adds the idle part of the last moment to the silence. On an overloaded machine a starting process is silent too. */
  #listen(): void {
    const now = performance.now();
    const busy = busySeconds(this.pid);
    const idle = (now - this.#looked) / 1000 - (busy - this.#busy);
    this.#looked = now;
    this.#busy = busy;
    if (this.#stopped > 0) return;
    this.#silence += Math.max(0, idle);
    this.longestSilence = Math.max(this.longestSilence, this.#silence);
  }
}

const LOOK_MILLISECONDS = 250;

/** Number of seconds that a process ran or waited for a processor. */
function busySeconds(pid: number): number {
  try {
    const [running, waiting] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return (Number(running) + Number(waiting)) / 1e9;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
