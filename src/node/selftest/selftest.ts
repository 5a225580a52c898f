import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_GENERATOR } from "../../channel/random.ts";
import { codeHash } from "../../code/hash.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { cpuEngine } from "../../engine/cpu/engine.ts";
import { InputError } from "../../errors.ts";
import { counted } from "../../report/format.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import { sweepDone } from "../../simulation/sweep.ts";
import { SEMANTICS_VERSION } from "../../simulation/task.ts";
import { work } from "../../simulation/worker.ts";
import { sum } from "../../sum.ts";
import { loadCode } from "../codes/codes.ts";
import { diskError, makeFolder } from "../disk/disk.ts";
import { type FolderFiles, requireSharedFolder } from "../disk/shared-folder.ts";
import { openRun, type Run } from "../run/run.ts";
import { commitRun, type RunFile, runIdentity, withPoints } from "../run/run-file.ts";
import { RunWorker } from "../run/run-worker.ts";
import { START } from "./create-race.ts";
import { HARMS, seconds } from "./harm.ts";
import { SelftestWorkers } from "./workers.ts";

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
/** Files that racers create. */
const RACED_FILES = 300;
/** Seconds after which the workers must have done the point. */
const DEADLINE_SECONDS = 120;
/** Seconds between two looks. */
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
    found(await createRace(folder, count, workers));
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
  try {
    writeFileSync(join(folder, "linked"), "");
    linkSync(join(folder, "linked"), join(folder, "link"));
  } catch {
    return {
      name,
      verdict: "good",
      text: "exclusive create, append, rename; no hard links: a lock alone guards the first run.json",
    };
  }
  return { name, verdict: "good", text: "exclusive create, append, rename and hard links" };
}

/** Each of many files may have one creator. */
async function createRace(folder: string, count: number, workers: SelftestWorkers): Promise<Finding> {
  const race = join(folder, "race");
  mkdirSync(race);
  const wins = await workers.race(race, count, RACED_FILES, () => writeFileSync(join(race, START), ""));
  const total = sum(wins);
  const shares = `${count} processes at once were the first ${wins.join(", ")} times for ${RACED_FILES} files`;
  if (total === RACED_FILES) return { name: "exclusive create", verdict: "good", text: shares };
  const fault =
    total > RACED_FILES ? "it is not exclusive" : "a process failed, or found files that nobody had created";
  return { name: "exclusive create", verdict: "bad", text: `${shares}: ${fault}; do not share this folder` };
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
  const worker = new RunWorker(shared, { engine: factory.description, worker: "alone", computes: runIdentity(plan) });
  try {
    await work({ shared: worker, factory });
  } finally {
    worker.close();
    await factory.close();
  }
  shared.publish();
  return readFileSync(join(folder, "points.csv"), "utf8");
}

/** Lets workers compute the point while harm is done to them. */
async function together(folder: string, count: number, workers: SelftestWorkers, found: (finding: Finding) => void) {
  await commitRun(folder, run());
  const shared = openRun(folder, () => {});
  workers.fill(count);
  for (const { name, inflict } of HARMS) {
    await grown(shared, workers, count);
    const { done, text } = await inflict(folder);
    found({ name, verdict: done ? "done" : "left out", text });
    workers.fill(count);
  }
  const end = performance.now() + 1000 * DEADLINE_SECONDS;
  while (!sweepDone(shared.points)) {
    if (performance.now() > end) throw new InputError(late(workers.failures), { file: folder });
    // Workers that the disk refused have ended; a user starts them again.
    workers.fill(count);
    await seconds(LOOK_SECONDS);
    shared.refresh();
  }
  while (workers.running > 0) {
    if (performance.now() > end) throw new InputError(late(workers.failures), { file: folder });
    await seconds(LOOK_SECONDS);
  }
  shared.publish();
}

/** Waits until something was counted. */
async function grown(shared: Run, workers: SelftestWorkers, count: number): Promise<void> {
  const end = performance.now() + 1000 * DEADLINE_SECONDS;
  const chunks = () => shared.points[0].all.chunks;
  const before = chunks();
  while (chunks() === before && !sweepDone(shared.points)) {
    if (performance.now() > end) throw new InputError(late(workers.failures), { file: shared.folder });
    workers.fill(count);
    await seconds(LOOK_SECONDS);
    shared.refresh();
  }
}

function late(failures: readonly string[]): string {
  const [first] = failures;
  return `the workers have not come to their end in ${DEADLINE_SECONDS} s${first === undefined ? "" : `; one said: ${first}`}`;
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
