import { statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import { Ledger, type TaskIdentity } from "../../simulation/ledger.ts";
import { sectionOfRun } from "../../simulation/record.ts";
import type { RecordSource } from "../../simulation/record-source.ts";
import { type Sweep, type SweepPoint, sweepPoints } from "../../simulation/sweep.ts";
import { taskDifference } from "../../simulation/task-difference.ts";
import { SpeedMeter } from "../../simulation/time-left/speed-meter.ts";
import type { Speed } from "../../simulation/time-left/time-left.ts";
import { isFile } from "../disk/path-kind.ts";
import { ReadBlocks } from "./read-blocks.ts";
import { type RunFile, requireRunFile, runSweep, runTasks } from "./run-file.ts";
import { type ShardWorker, ShardWorkers } from "./shard-workers.ts";
import { ShardReader } from "./shards.ts";

/** A growing run folder: run.json and the ledger of all shards. A process has exactly one reader for a run. */
export class RunReader {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly #shards: ShardReader;
  #run: RunFile;
  #sweep: Sweep;
  /** Signature of the last run.json that was read. */
  #signature: string;
  /** Measures the blocks that arrive after the first reading. */
  #meter = new SpeedMeter();
  readonly #workers = new ShardWorkers();
  readonly #read = new ReadBlocks((task, blocks) => {
    this.ledger.addAll(task, blocks);
    for (const { counts, seconds } of blocks) this.#meter.add(counts.frames, seconds);
  });

  /**
   * Reads a run.
   * @param warn called once for each content that does not count: damaged lines, and entries that are no shards.
   * @throws InputError if the folder holds no run, or a shard that is impossible, of another run, or contradicts another.
   */
  constructor(folder: string, warn: (text: string) => void) {
    this.folder = folder;
    this.#signature = signatureOf(folder);
    this.#run = requireRunFile(folder);
    this.#sweep = runSweep(this.#run);
    this.ledger = new Ledger(this.#run.part);
    const [task] = runTasks(this.#run);
    this.#shards = new ShardReader(folder, {
      section: (section, source) => sectionOfRun(task, section, source),
      block: (block, section, source) => {
        this.#workers.add(block, section.header, source.file);
        this.#read.push(block, section, source);
      },
      warn,
    });
    this.refresh();
    // Blocks of the first reading were not computed just now.
    this.#meter = new SpeedMeter();
  }

  /**
   * Adds a block that this process has computed.
   * @throws InputError naming both places if the ledger has chunks of the block with other counts.
   */
  add(task: TaskIdentity, block: ChunkBlock, source: RecordSource): void {
    this.ledger.add(task, block, source);
    this.#meter.add(block.counts.frames, block.seconds);
  }

  /** The workers whose shards this process has read: all but its own. */
  get workers(): readonly ShardWorker[] {
    return this.#workers.list;
  }

  /**
   * Joint speed of all workers in the last minute, as far as this process has observed; undefined if no worker computes.
   */
  get speed(): Speed | undefined {
    return this.#meter.speed;
  }

  /** The run as run.json describes it now: more points or a longer rule than before, if another command has extended it. */
  get run(): RunFile {
    return this.#run;
  }

  get sweep(): Sweep {
    return this.#sweep;
  }

  /** Progress of the run's points. */
  get points(): SweepPoint[] {
    return sweepPoints(this.#sweep, this.ledger);
  }

  /** @returns the signature of run.json. @throws InputError if the folder is missing. */
  requireFolder(): string {
    const signature = signatureOf(this.folder);
    if (signature !== GONE) return signature;
    const remedy = "go on with --out and its new name, or run the same command again to begin anew";
    throw new InputError(`the folder is gone, renamed or removed under way: ${remedy}`, { file: this.folder });
  }

  /**
   * Reads the blocks that other workers have added.
   * @param except shards not to read: the reader's own.
   * @throws InputError as the constructor, or if the folder is missing or contains another run.
   */
  refresh(except?: ReadonlySet<string>): void {
    const signature = this.requireFolder();
    if (signature !== this.#signature) {
      const run = requireRunFile(this.folder);
      const difference = taskDifference(runTasks(this.#run)[0], runTasks(run)[0]);
      if (difference !== undefined) {
        throw new InputError(`the folder is now that of another run: ${difference}`, { file: this.folder });
      }
      this.#run = run;
      this.#sweep = runSweep(run);
      this.#signature = signature;
    }
    try {
      this.#shards.refresh(except);
    } finally {
      this.#read.flush();
    }
  }
}

/** Signature of a missing run.json. */
const GONE = "gone";

/** Changes whenever run.json is written. */
function signatureOf(folder: string): string {
  // A path below a file has no run.json, and reading it reports that.
  if (isFile(folder)) return GONE;
  const state = statSync(join(folder, "run.json"), { throwIfNoEntry: false, bigint: true });
  return state === undefined ? GONE : `${state.ino} ${state.size} ${state.mtimeNs}`;
}
