import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import { DEFAULT_GENERATOR, RANDOM_GENERATORS } from "../../src/channel/random.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted, jsonValue } from "../../src/json.ts";
import { requireWritable, writeFileAtomic } from "../../src/node/disk/disk.ts";

import { packageVersion, programCommit, programIsChanged } from "../../src/node/program.ts";

import { shellWord } from "../../src/shell-word.ts";
import { SEMANTICS_VERSION } from "../../src/simulation/task.ts";

/** `EngineInfo` as files of measurements hold it. */
export const DEVICE = z.strictObject({
  engine: z.enum(["gpu", "cpu"]),
  adapter: z.string(),
  driver: z.string(),
  software: z.boolean(),
});

const SETTING = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

/** Sizes, seeds or a baseline in words, by name; undefined ones are left out of files. */
export type Settings = Readonly<Record<string, z.infer<typeof SETTING> | undefined>>;

export const IDENTITY = z.strictObject({
  version: z.string(),
  /** Version of the meaning of a seed, within which equal numbers of frames stand for equal frames. */
  semantics: z.int(),
  /** Random generator, as in a task: left out in files older than the second generator. */
  random: z.enum(RANDOM_GENERATORS).optional(),
  /** Git commit of the program, with `+changes` if it differs from it; null if it does not run from a repository. */
  commit: z.string().nullable(),
  device: DEVICE,
  /** All further settings that change a measurement and are not in its key: sizes, seeds, the serial baseline. */
  settings: z.record(z.string(), SETTING),
});

/**
 * The common identity of all measurements of a file. Measurements of another identity do not go into the same file: a
 * speed of another commit, or against another baseline, is another speed.
 */
export type Identity = Readonly<z.infer<typeof IDENTITY>>;

export function identityOf({ engine, adapter, driver, software }: EngineInfo, settings: Settings): Identity {
  const commit = programCommit();
  return {
    version: packageVersion(),
    semantics: SEMANTICS_VERSION,
    commit: commit !== null && programIsChanged() ? `${commit}+changes` : commit,
    random: DEFAULT_GENERATOR,
    device: { engine, adapter, driver, software },
    settings: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

/**
 * Refuses a file whose measurements are of another identity.
 * @param found the file's identity; undefined in a file older than identities.
 * @param remedy option that names another file: `--out`.
 * @throws InputError naming the difference.
 */
export function checkIdentity(file: string, found: Identity | undefined, wanted: Identity, remedy: string): void {
  const different =
    found === undefined ? "was written before files named their decoder, engine and commit" : difference(found, wanted);
  if (different === undefined) return;
  throw new InputError(`${different}: nothing is added to it; give another file with ${remedy}, or remove this one`, {
    file,
  });
}

/** The first difference, in words. */
function difference(found: Identity, wanted: Identity): string | undefined {
  const [theirs, ours] = [found, wanted].map(
    ({ device, settings, ...rest }) => new Map(Object.entries({ ...rest, ...device, ...settings })),
  );
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const [a, b] = [theirs.get(name), ours.get(name)].map((value) => (value === undefined ? "none" : String(value)));
    if (a !== b) return `has measurements with ${name} ${a}, and this run has ${name} ${b}`;
  }
  return undefined;
}

const DATE = z.string().regex(/^\d{4}-\d\d-\d\d$/, "is no date YYYY-MM-DD");

const TRACED = z.strictObject({
  /** The program's commit, all 40 digits, without changes. */
  commit: z.string().regex(/^[0-9a-f]{40}$/, "is no commit"),
  device: z.string().min(1),
  driver: z.string().min(1),
  /** Command line that measures again. */
  command: z.string().min(1),
  date: DATE,
});

const EARLIER = z.strictObject({
  /** Why the file does not count as a measurement of a known version: a sentence. */
  earlier: z.string().min(1),
  device: z.string().min(1),
  driver: z.string().optional(),
  command: z.string().optional(),
  /** The day on which the file was added, or measured. */
  date: DATE,
});

const HOLDER = z.object({ measured: z.union([TRACED, EARLIER]) });

/**
 * Where the numbers of a file of results come from: commit, device, driver, command and date, or `earlier`, for a file
 * of an earlier version that lacks one of them.
 */
export type Provenance = Readonly<z.infer<typeof HOLDER>["measured"]>;

/**
 * The provenance of results that this process writes now.
 * @param commit of the program; null if unknown: then the file is no result to keep, and says so.
 */
export function provenanceNow(commit: string | null, { adapter, driver }: EngineInfo): Provenance {
  const known = {
    device: adapter,
    driver,
    command: ["ldpc", ...process.argv.slice(2).map(shellWord)].join(" "),
    date: new Date().toISOString().slice(0, 10),
  };
  if (commit !== null && TRACED.shape.commit.safeParse(commit).success) return { commit, ...known };
  const why = commit === null ? "the program has no git repository" : `the program differs from its commit: ${commit}`;
  return { earlier: `Measured by an unknown version: ${why}.`, ...known };
}

/** The line of a CSV file that holds its provenance, which readers of points skip. */
const CSV_LINE = /^# measured (\{.*\})$/m;

/** A CSV file with its provenance in the last line. */
export function csvWithProvenance(csv: string, provenance: Provenance): string {
  return `${csv}# measured ${JSON.stringify(provenance)}\n`;
}

/**
 * The provenance in a file of results: the member `measured` of a JSON file, or the line `# measured` of a CSV file.
 * @throws InputError for a file without one, or with another form.
 */
export function readProvenance(file: string): Provenance {
  const text = readFileSync(file, "utf8");
  const json = extname(file) === ".csv" ? `{"measured":${CSV_LINE.exec(text)?.[1] ?? "null"}}` : text;
  const read = fitted(jsonValue(json, { file }), HOLDER);
  if (read.misfit === undefined) return read.content.measured;
  const { path, message } = read.misfit;
  throw new InputError(
    `${path.join(".")} ${message}: a file of results has commit, device, driver, command and date, or says why it lacks one`,
    { file },
  );
}

/**
 * The JSON of a file that an experiment wrote.
 * @param experiment its name, for errors.
 * @throws InputError if the file cannot be read or is no JSON.
 */
export function storedJson(experiment: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `there is no such file; ldpc experiment ${experiment} writes one` : message;
    throw new InputError(`cannot be read: ${reason}`, { file });
  }
}

export interface MeasurementKind<T> {
  /** The experiment that writes it first. */
  readonly experiment: string;
  readonly schema: z.ZodType<T>;
  /** Measurements with equal keys are repetitions. */
  key(one: T): string;
}

const HEAD = z.object({
  device: DEVICE,
  seed: z.int().nonnegative(),
  /** Left out in files older than identities, which can be read but not extended. */
  identity: IDENTITY.optional(),
});

/** Measurements of one device with one seed, in a JSON file with a line for each. */
export class MeasurementFile<T> {
  /** The device and the random numbers of all measurements. */
  readonly head: Readonly<z.infer<typeof HEAD>>;
  readonly #kind: MeasurementKind<T>;
  readonly #path: string;
  readonly #byKey: Map<string, T>;

  private constructor(kind: MeasurementKind<T>, path: string, head: z.infer<typeof HEAD>, measurements: readonly T[]) {
    this.head = head;
    this.#kind = kind;
    this.#path = path;
    this.#byKey = new Map(measurements.map((one) => [kind.key(one), one]));
  }

  /** Reads a file. @throws InputError if it cannot be read or is of another kind. */
  static read<T>(kind: MeasurementKind<T>, file: string): MeasurementFile<T> {
    const whole = HEAD.extend({ experiment: z.literal(kind.experiment), measurements: z.array(kind.schema) });
    const read = fitted(storedJson(kind.experiment, file), whole);
    if (read.misfit !== undefined) {
      const { path, message } = read.misfit;
      throw new InputError(`is no file of ldpc experiment ${kind.experiment}: ${path.join(".")} ${message}`, { file });
    }
    const { device, seed, identity, measurements } = read.content;
    return new MeasurementFile(kind, file, { device, seed, identity }, measurements);
  }

  /**
   * Opens a file for writing, with the measurements of earlier calls.
   * @param identity of all measurements, with the seed among its settings.
   * @param option names the file: `--out`.
   * @throws InputError for a file of another kind or identity, or one that cannot be written.
   */
  static open<T>(kind: MeasurementKind<T>, path: string, identity: Identity, option = "--out"): MeasurementFile<T> {
    const head = { device: identity.device, seed: Number(identity.settings.seed ?? 0), identity };
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
