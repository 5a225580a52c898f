import { z } from "zod";
import { DEFAULT_GENERATOR, RANDOM_GENERATORS } from "../../../src/channel/random.ts";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { packageVersion, programCommit, programIsChanged } from "../../../src/node/program.ts";
import { SEMANTICS_VERSION } from "../../../src/simulation/task.ts";
import { DEVICE } from "../device-schema.ts";

const SETTING = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

/** A size, a seed or a baseline in words. */
export type Setting = z.infer<typeof SETTING>;

export const IDENTITY = z.strictObject({
  /** Version of this package. */
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

export function identityOf(device: EngineInfo, settings: Readonly<Record<string, Setting | undefined>>): Identity {
  return {
    version: packageVersion(),
    semantics: SEMANTICS_VERSION,
    commit: measuredCommit(),
    random: DEFAULT_GENERATOR,
    device: { engine: device.engine, adapter: device.adapter, driver: device.driver, software: device.software },
    settings: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

/** The program's commit, with `+changes` behind it if the program differs from it. */
function measuredCommit(): string | null {
  const commit = programCommit();
  return commit !== null && programIsChanged() ? `${commit}+changes` : commit;
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
  const flat = ({ device, settings, ...rest }: Identity) =>
    new Map(Object.entries({ ...rest, ...device, ...settings }));
  const [theirs, ours] = [flat(found), flat(wanted)];
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const [a, b] = [theirs.get(name), ours.get(name)].map((value) => (value === undefined ? "none" : String(value)));
    if (a !== b) return `has measurements with ${name} ${a}, and this run has ${name} ${b}`;
  }
  return undefined;
}
