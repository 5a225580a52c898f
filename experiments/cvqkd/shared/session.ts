import { Progress } from "../../../src/cli/progress.ts";
import type { Engine, EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";
import { measureCopyBandwidth } from "../../../src/simulation/bench/copy-bandwidth.ts";
import { MeasurementFile, type MeasurementKind } from "../../shared/measurement-file.ts";
import type { CvqkdCase } from "./cases.ts";
import { FER_CELLS, type FerCell, ferKey, measureFer } from "./fer.ts";
import type { CvqkdArguments } from "./options.ts";
import { type MeasuredSpeed, measureSpeeds, SPEEDS, speedKey } from "./speed.ts";

/** Where an experiment of CV-QKD has its numbers from: files of earlier calls, and a device for what they have not. */
export interface CvqkdSession {
  /** On which they are measured; known once there is a number. */
  device(): EngineInfo;
  /** A speed for each number of frames at once, in their order. */
  speeds(one: CvqkdCase, frames: readonly number[]): Promise<MeasuredSpeed[]>;
  /** A simulated cell with no fewer frames than asked for. */
  cell(one: CvqkdCase, frames: number): Promise<FerCell>;
}

/** Runs an experiment with a session. The engine is opened when the first number is missing, and closed at the end. */
export async function withSession<T>(
  options: CvqkdArguments,
  experiment: (session: CvqkdSession) => Promise<T>,
): Promise<T> {
  const session = new Session(options);
  try {
    return await experiment(session);
  } finally {
    await session.close();
  }
}

class Session implements CvqkdSession {
  readonly #options: CvqkdArguments;
  readonly #progress = new Progress(process.stderr, false, process.env);
  #engine: Engine | undefined;
  #copyBytesPerSecond: number | undefined;
  #speeds: MeasurementFile<MeasuredSpeed> | undefined;
  #cells: MeasurementFile<FerCell> | undefined;

  constructor(options: CvqkdArguments) {
    this.#options = options;
  }

  device(): EngineInfo {
    const file = this.#speeds ?? this.#cells;
    if (file === undefined) throw new Error("no number was asked for yet");
    return file.head.device;
  }

  async speeds(one: CvqkdCase, frames: readonly number[]): Promise<MeasuredSpeed[]> {
    this.#speeds ??= await this.#file(SPEEDS, this.#options.speeds);
    const file = this.#speeds;
    const find = (asked: number) => file.find(speedKey(one.code.name, one.decoder, asked));
    const missing = frames.filter((asked) => find(asked) === undefined);
    if (missing.length > 0) {
      const what = `speed of ${one.code.name} with ${one.decoder}, ${missing.join(", ")} frames at once`;
      const engine = await this.#opened(what, this.#options.speeds);
      this.#copyBytesPerSecond ??= (await measureCopyBandwidth(engine)).bytesPerSecond;
      const how = { seconds: this.#options.seconds, copyBytesPerSecond: this.#copyBytesPerSecond };
      await this.#timed(what, () =>
        measureSpeeds(engine, one, missing, how, (speed) => {
          file.set(speed);
          file.save();
        }),
      );
    }
    return frames.map((asked) => find(asked)!);
  }

  async cell(one: CvqkdCase, frames: number): Promise<FerCell> {
    this.#cells ??= await this.#file(FER_CELLS, this.#options.cells);
    const file = this.#cells;
    const found = file.find(ferKey(one.code.name, one.decoder, one.snr));
    if (found !== undefined && found.frames >= frames) return found;
    const what = `FER of ${one.code.name} with ${one.decoder} at SNR ${one.snr}, ${frames} frames`;
    const engine = await this.#opened(what, this.#options.cells);
    const { inFlight, seed } = this.#options;
    return this.#timed(what, () =>
      measureFer(engine, one, { frames, inFlight, seed }, found, (cell) => {
        file.set(cell);
        file.save();
      }),
    );
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  async #file<T>(kind: MeasurementKind<T>, path: string): Promise<MeasurementFile<T>> {
    if (this.#options.readOnly) return MeasurementFile.read(kind, path);
    this.#engine ??= await openEngine(this.#options);
    return MeasurementFile.open(kind, path, { device: this.#engine.info, seed: this.#options.seed });
  }

  async #opened(what: string, path: string): Promise<Engine> {
    if (this.#engine === undefined) throw new InputError(`has no ${what}: leave --read-only out`, { file: path });
    return this.#engine;
  }

  async #timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    const result = await work();
    this.#progress.say(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return result;
  }
}
