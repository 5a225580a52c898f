import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted } from "../../src/json.ts";
import { makeFolder } from "../../src/node/disk/make-folder.ts";
import { DEVICE } from "./device-schema.ts";

/** What a file holds measurements of. */
export interface MeasurementKind<T> {
  /** The experiment that writes it first. */
  readonly experiment: string;
  readonly schema: z.ZodType<T>;
  /** Measurements with equal keys are the same, done again. */
  key(one: T): string;
}

/** On what and of which random numbers all measurements of a file are. */
export interface MeasurementHead {
  readonly device: EngineInfo;
  readonly seed: number;
}

const HEAD = z.object({
  experiment: z.string(),
  device: DEVICE,
  seed: z.int().nonnegative(),
  measurements: z.array(z.unknown()),
});

/** Measurements of one device with one seed, in a JSON file with a line for each. */
export class MeasurementFile<T> {
  readonly head: MeasurementHead;
  readonly #kind: MeasurementKind<T>;
  readonly #path: string;
  readonly #byKey: Map<string, T>;

  private constructor(kind: MeasurementKind<T>, path: string, head: MeasurementHead, measurements: readonly T[]) {
    this.head = head;
    this.#kind = kind;
    this.#path = path;
    this.#byKey = new Map(measurements.map((one) => [kind.key(one), one]));
  }

  /** Reads a file. @throws InputError if it cannot be read or is of another kind. */
  static read<T>(kind: MeasurementKind<T>, path: string): MeasurementFile<T> {
    const { device, seed, measurements } = parse(kind, path);
    return new MeasurementFile(kind, path, { device, seed }, measurements);
  }

  /**
   * A file to write, with what an earlier call wrote to it.
   * @throws InputError if there is one of another kind, device or seed.
   */
  static open<T>(kind: MeasurementKind<T>, path: string, head: MeasurementHead): MeasurementFile<T> {
    if (!existsSync(path)) return new MeasurementFile(kind, path, head, []);
    const found = MeasurementFile.read(kind, path);
    const { device, seed } = found.head;
    if (seed !== head.seed) throw new InputError(`${path} is of seed ${seed}, not ${head.seed}: give another --out`);
    if (device.adapter !== head.device.adapter || device.driver !== head.device.driver) {
      const names = [device, head.device].map(({ adapter, driver }) => `${adapter} (${driver})`);
      throw new InputError(`${path} is of ${names[0]}, not of ${names[1]}: give another --out`);
    }
    return found;
  }

  get measurements(): T[] {
    return [...this.#byKey.values()];
  }

  find(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  /** Keeps a measurement, in place of one with the same key. */
  set(one: T): void {
    this.#byKey.set(this.#kind.key(one), one);
  }

  /** Writes all of them. A process killed meanwhile leaves the file as it was. */
  save(): void {
    const { device, seed } = this.head;
    const start = JSON.stringify({ experiment: this.#kind.experiment, device, seed }, null, 2).slice(0, -2);
    const lines = this.measurements.map((one) => `    ${JSON.stringify(one)}`);
    makeFolder(dirname(this.#path));
    writeFileSync(`${this.#path}.part`, `${start},\n  "measurements": [\n${lines.join(",\n")}\n  ]\n}\n`);
    renameSync(`${this.#path}.part`, this.#path);
  }
}

function parse<T>(kind: MeasurementKind<T>, file: string): MeasurementHead & { readonly measurements: readonly T[] } {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new InputError(`cannot be read: ${(error as Error).message}`, { file });
  }
  const whole = HEAD.extend({ experiment: z.literal(kind.experiment), measurements: z.array(kind.schema) });
  const read = fitted(content, whole);
  if (read.misfit === undefined) return read.content;
  const { path, message } = read.misfit;
  throw new InputError(`is no file of ldpc experiment ${kind.experiment}: ${path.join(".")} ${message}`, { file });
}
