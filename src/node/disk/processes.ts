import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * A process in a file that other processes read. `started` is the time since boot at which the process started, in clock ticks; `system`
 * names the boot of the machine and the namespace in which `pid` counts. Both are known on Linux alone.
 */
interface ProcessName {
  readonly pid: number;
  readonly host: string;
  readonly started?: string;
  readonly system?: string;
}

let self: ProcessName | undefined;

/** This process, as it names itself in files. */
export function thisProcess(): ProcessName {
  self ??= {
    pid: process.pid,
    host: hostName(hostname()),
    started: processStat(process.pid)?.started,
    system: systemName(),
  };
  return self;
}

/**
 * Whether the process runs: `unknown` for processes of other hosts, of another boot of this host and of
 * other containers. A process that has ended and waits for its parent to notice is `gone`, and so is a process whose
 * number another process has by now.
 */
export function processState({ pid, host, started, system }: ProcessName): "running" | "gone" | "unknown" {
  const here = thisProcess();
  if (host !== here.host) return "unknown";
  if (system !== undefined && here.system !== undefined && system !== here.system) return "unknown";
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return "gone";
  }
  const stat = processStat(pid);
  if (stat === undefined) return "running";
  const isSame = started === undefined || started === stat.started;
  return isSame && !"ZX".includes(stat.state) ? "running" : "gone";
}

/** A host's name as files hold it: without control characters, of at most 255 characters. */
export function hostName(name: string): string {
  return name.replaceAll(/\p{C}/gu, "?").slice(0, 255);
}

/** State and start time of a process from /proc; undefined if /proc does not have them. */
function processStat(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}

/** Hosts may share a name, and containers of one host may share it too, while each counts its own processes. */
function systemName(): string | undefined {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/**
 * A process in words: `process 4711 of node7 (worker 2), last sign of life 12 s ago`.
 * @param process undefined for a file that names none.
 * @param silence seconds since its last sign of life.
 */
export function processText(
  process: { readonly pid: number; readonly host: string; readonly worker?: string } | undefined,
  silence: number,
): string {
  const worker = process?.worker === undefined ? "" : ` (worker ${process.worker})`;
  const who = process === undefined ? "an unknown process" : `process ${process.pid} of ${process.host}${worker}`;
  return `${who}, last sign of life ${Math.round(silence)} s ago`;
}
