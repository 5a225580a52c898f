import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { newFolder } from "../new-folder.ts";

/** Programs that a cluster needs, from Debian's slurmctld, slurmd, slurm-client and munge. */
const PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo"];
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

/** Programs of Slurm that this machine lacks. */
export function missingPrograms(): string[] {
  return PROGRAMS.filter((name) => !FOLDERS.some((folder) => existsSync(join(folder, name))));
}

/** Seconds without a heartbeat after which the controller gives up a node, and seconds before a requeued task starts again. */
const NODE_TIMEOUT = 10;
const REQUEUE_DELAY = 8;

/** A Slurm cluster with one controller and three nodes on this host, in a folder of its own and apart from other clusters. */
export class SlurmCluster {
  readonly folder = newFolder();
  /** Environment variables of Slurm's programs and of jobs. */
  readonly variables = { SLURM_CONF: join(this.folder, "slurm.conf") };

  /** Starts the daemons and waits until all nodes are idle. */
  async start(): Promise<void> {
    const at = (name: string) => join(this.folder, name);
    for (const name of ["state", "spool.n1", "spool.n2", "spool.n3"]) mkdirSync(at(name));
    writeFileSync(at("munge.key"), randomBytes(1024), { mode: 0o400 });
    const files = ["key", "socket", "pid", "log", "seed"].map(
      (name) => `--${name}${SUFFIX[name]}=${at(`munge.${name}`)}`,
    );
    this.#run("munged", "--force", ...files);
    writeFileSync(this.variables.SLURM_CONF, configuration(this.folder, await freePorts(4)));
    this.#run("slurmctld");
    for (const node of NODES) this.#run("slurmd", "-N", node);
    await until(
      () => this.#run("sinfo", "-h", "-o", "%T %D").trim() === `idle ${NODES.length}`,
      120,
      "three idle nodes",
    );
  }

  /** Tasks in the queue with their states: `1 RUNNING n2`. */
  queue(): string[] {
    return this.#run("squeue", "-h", "-r", "-o", "%K %T %N").split("\n").filter(Boolean);
  }

  /** The node that runs a task. Waits while the task has been requeued and is not started again yet. */
  async nodeOf(task: number): Promise<string> {
    let node: string | undefined;
    const runs = () => {
      const lines = this.queue().map((line) => new RegExp(`^${task} RUNNING (n\\d)$`).exec(line));
      node = lines.find((line) => line !== null)?.[1];
      return node !== undefined;
    };
    await until(runs, 120, `task ${task} on a node`);
    return node!;
  }

  /** Kills a node's daemon, as if the node had failed. Its jobs continue. */
  killNode(node: string): void {
    process.kill(this.#pid(`slurmd.${node}.pid`), "SIGKILL");
  }

  /** Ends all jobs and daemons. */
  async stop(): Promise<void> {
    spawnSync("scancel", ["-u", userInfo().username], { env: this.#environment });
    await until(() => this.queue().every((line) => !/RUNNING|COMPLETING/.test(line)), 15, "no running job").catch(
      () => {},
    );
    for (const name of [...NODES.map((node) => `slurmd.${node}.pid`), "slurmctld.pid", "munge.pid"]) {
      const pid = this.#pid(name);
      if (pid > 0 && isAlive(pid)) process.kill(pid, "SIGTERM");
      await until(() => pid <= 0 || !isAlive(pid), 10, name).catch(() => pid > 0 && process.kill(pid, "SIGKILL"));
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The daemons' latest output, for the message of a failing test. */
  logs(): string {
    return ["slurmctld.log", ...NODES.map((node) => `slurmd.${node}.log`)]
      .filter((name) => existsSync(join(this.folder, name)))
      .map((name) => `${name}\n${readFileSync(join(this.folder, name), "utf8").split("\n").slice(-25).join("\n")}`)
      .join("\n");
  }

  get #environment() {
    return { ...process.env, ...this.variables, PATH: FOLDERS.join(delimiter) };
  }

  #run(program: string, ...args: string[]): string {
    return execFileSync(program, args, { env: this.#environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  #pid(name: string): number {
    const file = join(this.folder, name);
    return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  }
}

const NODES = ["n1", "n2", "n3"];
/** munged's option names for its files. */
const SUFFIX: Readonly<Record<string, string>> = {
  key: "-file",
  socket: "",
  pid: "-file",
  log: "-file",
  seed: "-file",
};

function configuration(folder: string, [controller, ...nodes]: readonly number[]): string {
  const user = userInfo().username;
  const host = hostname().split(".")[0];
  return [
    "ClusterName=ldpc",
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${controller}`,
    `SlurmUser=${user}`,
    `SlurmdUser=${user}`,
    "AuthType=auth/munge",
    `AuthInfo=socket=${folder}/munge.socket,cred_expire=${REQUEUE_DELAY}`,
    "CredType=cred/munge",
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool.%n`,
    `SlurmctldPidFile=${folder}/slurmctld.pid`,
    `SlurmdPidFile=${folder}/slurmd.%n.pid`,
    `SlurmctldLogFile=${folder}/slurmctld.log`,
    `SlurmdLogFile=${folder}/slurmd.%n.log`,
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "SwitchType=switch/none",
    "MpiDefault=none",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_CPU",
    `SlurmdTimeout=${NODE_TIMEOUT}`,
    "KillWait=5",
    "ReturnToService=2",
    "SchedulerParameters=sched_interval=2,bf_interval=2",
    "JobAcctGatherType=jobacct_gather/none",
    "AccountingStorageType=accounting_storage/none",
    "SlurmdParameters=config_overrides",
    ...NODES.map((name, i) => `NodeName=${name} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodes[i]} CPUs=2`),
    "PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP",
    "",
  ].join("\n");
}

/** Waits for a condition. @throws Error that names the condition if it does not hold after `seconds` seconds. */
export async function until(isSo: () => boolean, seconds: number, what: string): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`after ${seconds} s still not: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Ports from which no connection starts: Linux takes 32,768 and above for the ends of connections, also right after a look. */
const PORTS = { from: 10_000, to: 32_000 };

async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>();
  while (free.size < count) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) free.add(port);
  }
  return [...free];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
