import { type ChildProcess, fork } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DEFAULT_GENERATOR } from "../../channel/random.ts";
import { codeHash } from "../../code/hash.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { cpuEngine } from "../../engine/cpu/engine.ts";
import { InputError } from "../../errors.ts";
import { counted } from "../../report/format.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import { formatClaims, formatHeader } from "../../simulation/record.ts";
import { sweepDone } from "../../simulation/sweep.ts";
import { SEMANTICS_VERSION } from "../../simulation/task.ts";
import { loadCode } from "../codes/codes.ts";
import { diskError, type FolderFiles, makeFolder, requireSharedFolder } from "../disk/disk.ts";
import { childExecArgv } from "../engine/child-arguments.ts";
import { entryBeside } from "../engine/entry.ts";
import { openRun, type RunClaim } from "../run/run.ts";
import { commitRun, type RunFile, shardFolder, withPoints } from "../run/run-file.ts";
import { type WorkerJob, type WorkerMessage, workOnRun } from "../run/worker-process.ts";

/** The result of a step of the self-test. */
export interface Finding {
  readonly name: string;
  readonly verdict: "good" | "bad" | "done" | "left out";
  readonly text: string;
}

/** The code and decoder of the self-test: small, so that a second is hundreds of records. */
const CODE = "tiny12-gf8";
const DECODER = "min-max";
/** Frame errors of its point: about six seconds of four workers. */
const MAX_ERRORS = 1200;
/** Seconds after which the workers must have done the point. */
const DEADLINE_SECONDS = 120;
const LOOK_SECONDS = 0.1;

/**
 * Tries a shared folder with workers that are killed and hindered: at the end their counts must equal the counts of one
 * process. All files are in a new folder below it, which is removed afterwards, unless a step fails.
 * @param count of workers.
 * @param tell receives each finding at once.
 * @param files file operations of the check; tests pass operations that fail.
 * @returns whether workers can share the folder.
 * @throws InputError if the folder cannot be written, or the workers do not finish in two minutes.
 */
export async function selftest(
  ledger: string,
  count: number,
  tell: (finding: Finding) => void,
  files?: FolderFiles,
): Promise<boolean> {
  let folder: string;
  try {
    makeFolder(ledger);
    folder = mkdtempSync(join(ledger, "ldpc-selftest-"));
  } catch (error) {
    throw diskError(error, ledger);
  }
  let isGood = true;
  const found = (finding: Finding) => {
    isGood &&= finding.verdict !== "bad";
    tell(finding);
  };
  const workers = new SelftestWorkers(job(join(folder, "shared")));
  try {
    found(fileSystem(folder, files));
    if (!isGood) return false;
    const expected = await alone(join(folder, "alone"));
    found({ name: "one process", verdict: "done", text: "counted the point that the workers must come to" });
    await together(join(folder, "shared"), count, workers, found);
    found(compared(join(folder, "shared"), expected, workers.failures));
    return isGood;
  } catch (error) {
    isGood = false;
    throw error;
  } finally {
    workers.kill();
    if (isGood) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    else tell({ name: "files", verdict: "bad", text: `kept in ${folder}` });
  }
}

function fileSystem(folder: string, files?: FolderFiles): Finding {
  const name = "file system";
  try {
    requireSharedFolder(folder, files);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, verdict: "bad", text: error.message };
  }
  return { name, verdict: "good", text: "exclusive create, append and rename" };
}

function run(): RunFile {
  const code = loadCode(CODE);
  const { columns: symbols, field } = code.matrix;
  return withPoints(
    {
      format: 2,
      code: { name: code.name, hash: codeHash(code.matrix, code), given: CODE, symbols, bitsPerSymbol: field.p },
      decoder: decoderText(readDecoder(DECODER)),
      channel: { name: "awgn", parameter: "ebn0" },
      seed: 1,
      chunkFrames: 8,
      codeword: "random",
      semantics: SEMANTICS_VERSION,
      random: DEFAULT_GENERATOR,
      stopping: { maxErrors: MAX_ERRORS, maxFrames: 1e6 },
      versions: {},
      commit: null,
      points: [],
    },
    [1],
  );
}

function job(folder: string) {
  return { folder, code: CODE, load: {}, decoder: DECODER, engine: { engine: "cpu" as const } };
}

/** The text of points.csv of one undisturbed process. */
async function alone(folder: string): Promise<string> {
  const plan = await commitRun(folder, run());
  const shared = openRun(folder, () => {});
  const decoder = readDecoder(DECODER);
  const factory = await engineRunners({
    openEngine: async () => cpuEngine(),
    code: loadCode(CODE),
    decoder,
    codeword: plan.codeword,
    channel: plan.channel,
  });
  try {
    await workOnRun(shared, factory, { decoder, worker: "alone" });
  } finally {
    await factory.close();
  }
  shared.publish();
  return readFileSync(join(folder, "points.csv"), "utf8");
}

/** Lets workers compute the point while harm is done to them. */
async function together(folder: string, count: number, workers: SelftestWorkers, found: (finding: Finding) => void) {
  await commitRun(folder, run());
  const shared = openRun(folder, () => {});
  /** Keeps workers at work until something is done. */
  const until = async (isDone: () => boolean, least: number) => {
    for (const end = performance.now() + 1000 * DEADLINE_SECONDS; !isDone(); shared.refresh()) {
      if (performance.now() > end) {
        const [first] = workers.failures;
        const said = first === undefined ? "" : `; one said: ${first}`;
        const message = `the workers have not come to their end in ${DEADLINE_SECONDS} s${said}`;
        throw new InputError(message, { file: folder });
      }
      // Workers that the disk refused have ended; a user starts them again.
      workers.fill(least);
      await seconds(LOOK_SECONDS);
    }
  };
  const isDone = () => sweepDone(shared.points);
  workers.fill(count);
  for (const { name, inflict } of HARMS) {
    const { chunks } = shared.points[0].all;
    await until(() => isDone() || shared.points[0].all.chunks > chunks, count);
    const { done, text } = await inflict(folder);
    found({ name, verdict: done ? "done" : "left out", text });
    workers.fill(count);
  }
  await until(isDone, count);
  await until(() => workers.running === 0, 0);
  shared.publish();
}

function compared(folder: string, expected: string, failures: readonly string[]): Finding {
  const warnings: string[] = [];
  const shared = openRun(folder, (text) => warnings.push(text));
  const decoded = shared.processes.reduce((sum, { frames }) => sum + frames, 0);
  const twice = decoded - shared.points[0].all.total.frames;
  const points = readFileSync(join(folder, "points.csv"), "utf8");
  const text =
    `${counted(shared.processes.length, "worker")}, ${failures.length} of which the disk refused; ` +
    `${counted(warnings.length, "damaged file")}, ${counted(twice, "frame")} counted twice with equal counts`;
  const name = "points.csv";
  if (points === expected) return { name, verdict: "good", text: `the same bytes as one process's: ${text}` };
  return { name, verdict: "bad", text: `another one than one process's: ${text}` };
}

/** Worker processes of a self-test, which end in every way there is. */
class SelftestWorkers {
  readonly #entry = entryBeside("selftest-worker", import.meta.url);
  readonly #job: Omit<WorkerJob, "worker">;
  readonly #running = new Set<ChildProcess>();
  #started = 0;
  /** The workers' messages about their failures. */
  readonly failures: string[] = [];

  constructor(job: Omit<WorkerJob, "worker">) {
    this.#job = job;
  }

  /** Starts workers until `count` run. */
  fill(count: number): void {
    while (this.#running.size < count) this.#start();
  }

  get running(): number {
    return this.#running.size;
  }

  /** Ends all workers at once. */
  kill(): void {
    for (const child of this.#running) child.kill("SIGKILL");
  }

  #start(): void {
    const job: WorkerJob = { ...this.#job, worker: String(++this.#started) };
    const child = fork(this.#entry.path, [JSON.stringify(job)], {
      execArgv: childExecArgv(this.#entry),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#running.add(child);
    child.on("message", (sent: WorkerMessage) => {
      if ("failure" in sent) this.failures.push(sent.failure);
    });
    child.on("close", () => this.#running.delete(child));
  }
}

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
const HARMS: readonly Harm[] = [
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

function shardOf(folder: string, pid: number): string | undefined {
  const name = readdirSync(shardFolder(folder)).find((shard) => shard.includes(`-${pid}-`));
  return name === undefined ? undefined : join(shardFolder(folder), name);
}

function seconds(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * time));
}
