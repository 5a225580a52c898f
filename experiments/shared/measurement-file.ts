import { existsSync } from "node:fs";
import { z } from "zod";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted } from "../../src/json.ts";
import { requireWritable, writeFileAtomic } from "../../src/node/disk/disk.ts";
import { DEVICE } from "./device-schema.ts";
import { provenanceNow } from "./provenance.ts";
import { checkIdentity, IDENTITY, type Identity } from "./runner/identity.ts";
import { storedJson } from "./stored-json.ts";

/** The kind of measurements in a file. */
export interface MeasurementKind<T> {
  /** The experiment that writes it first. */
  readonly experiment: string;
  readonly schema: z.ZodType<T>;
  /** Measurements with equal keys are repetitions. */
  key(one: T): string;
}

/** The device and the random numbers of all measurements of a file. */
interface MeasurementHead {
  readonly device: EngineInfo;
  readonly seed: number;
  /** Left out in files older than identities, which can be read but not extended. */
  readonly identity?: Identity;
}

const HEAD = z.object({
  experiment: z.string(),
  device: DEVICE,
  seed: z.int().nonnegative(),
  identity: IDENTITY.optional(),
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
    const { device, seed, identity, measurements } = parse(kind, path);
    return new MeasurementFile(kind, path, { device, seed, identity }, measurements);
  }

  /**
   * Opens a file for writing, with the measurements of earlier calls.
   * @param identity of all measurements, with the seed among its settings.
   * @param option names the file: `--out`.
   * @throws InputError for a file of another kind or identity, or one that cannot be written.
   */
  static open<T>(kind: MeasurementKind<T>, path: string, identity: Identity, option = "--out"): MeasurementFile<T> {
    const { device, settings } = identity;
    const head = { device, seed: Number(settings.seed ?? 0), identity };
    requireWritable(path, { force: true, makesFolder: true });
    if (!existsSync(path)) return new MeasurementFile(kind, path, head, []);
    const found = MeasurementFile.read(kind, path);
    checkIdentity(path, found.head.identity, identity, option);
    return found;
  }

  get measurements(): T[] {
    return [...this.#byKey.values()];
  }

  find(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  /** Stores a measurement, in place of one with the same key. */
  set(one: T): void {
    this.#byKey.set(this.#kind.key(one), one);
  }

  /** Writes all measurements. A process killed meanwhile leaves the file unchanged. */
  save(): void {
    const { device, seed, identity } = this.head;
    const measured = provenanceNow(identity?.commit ?? null, device);
    const head = { experiment: this.#kind.experiment, measured, device, seed, identity };
    const start = JSON.stringify(head, null, 2).slice(0, -2);
    const lines = this.measurements.map((one) => `    ${JSON.stringify(one)}`);
    writeFileAtomic(this.#path, `${start},\n  "measurements": [\n${lines.join(",\n")}\n  ]\n}\n`);
  }
}

function parse<T>(kind: MeasurementKind<T>, file: string): MeasurementHead & { readonly measurements: readonly T[] } {
  const content = storedJson(kind.experiment, file);
  const whole = HEAD.extend({ experiment: z.literal(kind.experiment), measurements: z.array(kind.schema) });
  const read = fitted(content, whole);
  if (read.misfit === undefined) return read.content;
  const { path, message } = read.misfit;
  throw new InputError(`is no file of ldpc experiment ${kind.experiment}: ${path.join(".")} ${message}`, { file });
}
