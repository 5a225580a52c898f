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
  #busy: ReadonlyMap<string, number> = new Map();
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

  /**
   * Adds the idle part of the last moment to the silence: the time in which no thread of the processes worked or waited for a processor. On
   * an overloaded machine a starting process is silent too, and so is one whose driver compiles.
   */
  #listen(): void {
    const now = performance.now();
    const busy = busySeconds(this.pids());
    const busiest = Math.max(0, ...[...busy].map(([thread, seconds]) => seconds - (this.#busy.get(thread) ?? 0)));
    const idle = (now - this.#looked) / 1000 - busiest;
    this.#looked = now;
    this.#busy = busy;
    if (this.#stopped > 0) return;
    this.#silence += Math.max(0, idle);
    this.longestSilence = Math.max(this.longestSilence, this.#silence);
  }
}

const LOOK_MILLISECONDS = 250;

/** Number of seconds that each thread of these processes ran or waited for a processor. */
function busySeconds(pids: readonly number[]): ReadonlyMap<string, number> {
  const busy = new Map<string, number>();
  for (const pid of pids) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const [running, waiting] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
        busy.set(`${pid} ${thread}`, (Number(running) + Number(waiting)) / 1e9);
      }
    } catch {
      // The process has just ended, or a thread of it.
    }
  }
  return busy;
}

/** Children of a process's main thread. A kernel may lack the list of them: then the parents of all processes tell. */
function childrenOf(pid: number): number[] {
  if (!existsSync("/proc")) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
      .map(Number);
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
