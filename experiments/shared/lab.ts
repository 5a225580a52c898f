import { Progress } from "../../src/cli/output.ts";
import { roughDuration } from "../../src/cli/run-text.ts";
import type { Engine, EngineInfo } from "../../src/engine/engine.ts";
import { cpuPool } from "../../src/node/engine/cpu-pool.ts";
import { counted } from "../../src/report/format.ts";
import { sum } from "../../src/sum.ts";
import { type Identity, identityOf, type Provenance, provenanceNow, type Settings } from "./files.ts";

/** One measurement of an experiment, in the form for the runner. */
export interface Step {
  readonly what: string;
  /** Expected time relative to other steps; 1 if left out. */
  readonly cost?: number;
  /** Whether a file of an earlier call contains it. */
  isDone?(): boolean;
  /**
   * Measures, and stores the result in the file of `Lab.measure`.
   * @param share receives the fraction of the step that is done, from 0 to 1.
   * @param note receives the progress in words.
   * @returns rows to show at once.
   */
  run(share: (done: number) => void, note: (text: string) => void): Promise<readonly string[]>;
}

/** Ctrl-C while an experiment measured. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Seconds between two lines of progress without a terminal. */
const LINE_SECONDS = 3;
/** Maximum number of steps that the plan names one by one. */
const NAMED = 6;

/** The device of an experiment, and the display of its progress. */
export class Lab {
  readonly isQuick: boolean;
  readonly signal: AbortSignal;
  /** The results that are kept, for the sentence after Ctrl-C. */
  kept = "no measurement is complete";
  readonly #device: EngineInfo | undefined;
  readonly #engine: Engine | undefined;
  readonly #progress = new Progress(process.stderr, false, process.env);
  #serial: Engine | undefined;

  /** @param engine left out where processes of the experiment's own use the device. */
  constructor(device: EngineInfo | undefined, engine: Engine | undefined, isQuick: boolean, signal: AbortSignal) {
    this.#device = device;
    this.#engine = engine;
    this.isQuick = isQuick;
    this.signal = signal;
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error("this experiment opens no engine");
    return this.#engine;
  }

  get device(): EngineInfo {
    if (this.#device === undefined) throw new Error("this experiment measures nothing");
    return this.#device;
  }

  /**
   * The CPU engine on one core, the baseline of speed-ups, in a process of its own, so that this process can react to
   * Ctrl-C.
   */
  get serial(): Engine {
    this.#serial ??= cpuPool(1);
    return this.#serial;
  }

  /** The serial baseline in words: processor, one process, form of the kernels. */
  get serialText(): string {
    const { adapter, driver } = this.serial.info;
    return `${adapter}, ${driver}`;
  }

  /** @param settings all settings that change measurements and are not in their keys; undefined values are left out. */
  identity(settings: Settings): Identity {
    return identityOf(this.device, settings);
  }

  /** The origin of results that this process writes. */
  provenance(): Provenance {
    return provenanceNow(this.identity({}).commit, this.device);
  }

  /** A line on stderr. */
  say(text: string): void {
    this.#progress.say(text);
  }

  /**
   * Runs the remaining steps one after the other, and shows the step, its progress and the remaining time.
   * @param file where steps keep their results.
   * @throws Interrupted after Ctrl-C, without waiting for the step.
   */
  async measure(steps: readonly Step[], file: string): Promise<void> {
    const missing = steps.filter((step) => step.isDone?.() !== true);
    const done = () => steps.filter((step) => step.isDone?.() === true).length;
    let made = 0;
    const keep = () => {
      const count = Math.max(done(), made);
      if (count > 0)
        this.kept = `${count} of ${counted(steps.length, "measurement")} ${count === 1 ? "is" : "are"} kept in ${file}`;
    };
    keep();
    this.say(planText(steps, missing, file));
    const clock = new Clock(missing);
    for (const [i, step] of missing.entries()) {
      clock.begin(i);
      let said: string | undefined;
      const note = (line: string) => {
        said = line;
      };
      const text = () => `${i + 1} of ${missing.length}, ${clock.text(said === undefined)}: ${said ?? step.what}`;
      this.#progress.start({ table: text, line: text }, LINE_SECONDS);
      try {
        const rows = await this.#untilInterrupted(step.run((share) => clock.share(share), note));
        this.#progress.stop();
        for (const row of rows) this.say(row);
      } finally {
        this.#progress.stop();
      }
      made++;
      keep();
      clock.end();
      if (i === 0 && missing.length > 1) this.say(`all ${missing.length}: ${clock.wholeText()}, by the first`);
    }
  }

  /**
   * Releases the device and its processes. @param isOver whether the process ends now and need not wait for a busy
   * device.
   */
  async close(isOver: boolean): Promise<void> {
    await this.#serial?.close();
    if (isOver && this.#engine?.abandon !== undefined) this.#engine.abandon();
    else await this.#engine?.close();
  }

  async #untilInterrupted<T>(work: Promise<T>): Promise<T> {
    // The measurement continues until its device is closed; its result no longer matters.
    work.catch(() => undefined);
    const { signal } = this;
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(new Interrupted());
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }
}

function planText(steps: readonly Step[], missing: readonly Step[], file: string): string {
  const all = counted(steps.length, "measurement");
  if (missing.length === 0) return `${all}: ${file} has all of them`;
  const names = missing.slice(0, NAMED).map(({ what }) => what);
  const more = missing.length > NAMED ? [`and ${missing.length - NAMED} more`] : [];
  const had = steps.length === missing.length ? "" : `, ${steps.length - missing.length} of them in ${file} already`;
  return `${all}${had}: ${[...names, ...more].join("; ")}`;
}

/** Estimates the remaining time of steps, by their costs and the time of the finished steps. */
class Clock {
  readonly #costs: readonly number[];
  readonly #begin = performance.now();
  #step = 0;
  #share = 0;

  constructor(steps: readonly Step[]) {
    this.#costs = steps.map(({ cost = 1 }) => cost);
  }

  begin(step: number): void {
    this.#step = step;
    this.#share = 0;
  }

  share(done: number): void {
    this.#share = done;
  }

  end(): void {
    this.#step++;
    this.#share = 0;
  }

  /** `12 s, about 40 s left`. @param isAlone whether no other display shows the duration. */
  text(isAlone: boolean): string {
    const seconds = this.#seconds();
    const whole = this.#whole();
    if (whole === undefined) return `${roughDuration(seconds)}${isAlone ? ", time left is known after the first" : ""}`;
    return `${roughDuration(seconds)}, about ${roughDuration(Math.max(0, whole - seconds))} left`;
  }

  wholeText(): string {
    return `about ${roughDuration(this.#whole() ?? 0)}`;
  }

  #seconds(): number {
    return (performance.now() - this.#begin) / 1000;
  }

  /** Seconds of all steps; undefined before anything is done. */
  #whole(): number | undefined {
    const done = sum(this.#costs.slice(0, this.#step)) + this.#share * (this.#costs[this.#step] ?? 0);
    return done === 0 ? undefined : (this.#seconds() * sum(this.#costs)) / done;
  }
}
