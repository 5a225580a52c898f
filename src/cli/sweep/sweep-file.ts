import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InputError } from "../../errors.ts";
import { isObject, jsonValue, parseJson } from "../../json.ts";
import { jsonLine, jsonLines } from "../../json-line.ts";
import { nearest } from "../../nearest.ts";
import { printable } from "../../printable.ts";
import type { Given, GivenOption } from "../command-line/command.ts";
import { CONFIG_CHARACTERS, configSchema, configText } from "../command-line/config-file.ts";
import type { OptionTable } from "../command-line/option.ts";
import { replaceChannel, withChannelWords } from "../options/channel.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";
import { SIMULATE_OPTIONS } from "../simulate/options.ts";

/** Options of `ldpc simulate` about the machine and the display. They belong on the command line, never in a sweep file. */
const COMMAND_LINE_ONLY = [
  "out",
  "json",
  "quiet",
  "verbose",
  "again",
  "wall-time",
  "config",
  "jobs",
  "part",
  ...Object.keys(ENGINE_OPTIONS),
];

/** Options that define the simulation of a run. */
export const RUN_OPTIONS: OptionTable = Object.fromEntries(
  Object.entries(SIMULATE_OPTIONS).filter(([name]) => !COMMAND_LINE_ONLY.includes(name)),
);

/** Options that may have several values in a run. Each combination becomes a run. */
const LISTED = ["code", "decoder", "rv"] as const;

/** Largest number of runs of a sweep. Each has a folder. */
const RUNS_MAXIMUM = 10_000;

const SEVERAL = z
  .union([z.string(), z.array(z.string()).min(1)], { error: "must be a text or a list of texts" })
  .transform((texts) => [texts].flat());
const NAME = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    "must be letters, digits, points, hyphens or underscores: it names a folder",
  );

const COMMON = configSchema(RUN_OPTIONS).extend(
  Object.fromEntries(LISTED.map((option) => [option, SEVERAL.optional()])) as Record<
    (typeof LISTED)[number],
    z.ZodOptional<typeof SEVERAL>
  >,
);
const RUN = COMMON.extend({ name: NAME.optional() });
const SWEEP_FILE = z.strictObject({
  /** Options of all runs. A run's own options override them. */
  common: COMMON.optional(),
  runs: z.array(RUN).min(1),
});

/** One run of a sweep: a code, a decoder and their points. */
export interface SweepRun {
  /** Name of the run's folder, if the file has one. */
  readonly name?: string;
  /** Options of `ldpc simulate` from the file for this run. */
  readonly given: Given;
  /** Position of the run in the file. */
  readonly place: { readonly file: string; readonly line: number };
}

/**
 * Reads a sweep file: a JSON object with `runs`, a list of objects with options of `ldpc simulate`, and optionally `common`, options of all
 * runs. `code` and `decoder` may be lists: each combination is a run.
 * @returns the runs in the order of the file. Within an entry, all decoders of the first code come first.
 * @throws InputError with file and line for a file that cannot be read or is invalid.
 * @example
 * readSweepFile("sweep.json"); // {"runs": [{"code": "nb620-gf32", "decoder": ["min-max", "ems"], "ebn0": "1:0.5:3"}]}
 */
export function readSweepFile(file: string): readonly SweepRun[] {
  const text = configText(file, (reason) => `cannot be read, ${reason}: name a JSON file with runs`);
  refuseUnknown(jsonValue(text, { file }, CONFIG_CHARACTERS), text, file);
  const { common = {}, runs } = parseJson(text, file, SWEEP_FILE, CONFIG_CHARACTERS);
  const lineOf = jsonLines(text, LINE_DEPTH);
  const place = (path: Path) => ({ file, line: lineOf(path) });
  const ofAll = givenOptions(common, ["common"], place);
  const entries = runs.map(({ name, ...options }, i) => ({
    name,
    place: place(["runs", i]),
    options: runOptions(ofAll, givenOptions(options, ["runs", i], place)),
  }));
  const count = entries.reduce((sum, { options }) => sum + combinationCount(options), 0);
  if (count > RUNS_MAXIMUM) {
    throw new InputError(`stands for ${count} runs: at most ${RUNS_MAXIMUM} are taken, split the file`, { file });
  }
  return entries.flatMap(({ options, name, place }) => combinations(options, name, place));
}

/** @throws InputError with the nearest option for an unknown one. */
function refuseUnknown(value: unknown, text: string, file: string): void {
  if (!isObject(value)) return;
  const { common, runs } = value as { common?: unknown; runs?: unknown };
  const entries = Array.isArray(runs) ? runs.map((run, i) => [["runs", i], run, RUN] as const) : [];
  for (const [path, entry, schema] of [[["common"], common, COMMON] as const, ...entries]) {
    if (!isObject(entry)) continue;
    const unknown = Object.keys(entry).find((name) => !(name in schema.shape));
    if (unknown === undefined) continue;
    const place = { file, line: jsonLine(text, [...path, unknown]) };
    throw new InputError(`"${path.join(".")}" ${unknownText(unknown, Object.keys(schema.shape))}`, place);
  }
}

function unknownText(name: string, known: readonly string[]): string {
  if (COMMAND_LINE_ONLY.includes(name))
    return `cannot have "${name}": give --${name} on the command line of ldpc sweep`;
  const meant = nearest(name, known);
  return `has no option "${printable(name)}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** Keys from the root of the file to a value. */
type Path = readonly (string | number)[];

/** Number of keys to an option of a run: `["runs", 0, "code"]`. */
const LINE_DEPTH = 3;

type Several = ReadonlyMap<string, readonly GivenOption[]>;

/**
 * The values of an option. A code `FOLDER/*.alist` stands for the folder's matching files, by name.
 * @throws InputError for a pattern without a matching file.
 */
function valuesOf(name: string, value: string | string[], place: SweepRun["place"]): string[] {
  const values = [value].flat();
  if (name !== "code") return values;
  return values.flatMap((code) => {
    const pattern = basename(code);
    if (!pattern.includes("*")) return [code];
    const files = filesLike(dirname(code), pattern);
    if (files.length > 0) return files;
    throw new InputError(
      `"${printable(code)}": no file fits; * stands for any part of a file's name, not of a folder's`,
      place,
    );
  });
}

/** The files of a folder whose names match a pattern with `*`. */
function filesLike(folder: string, pattern: string): string[] {
  const parts = pattern.split("*");
  const fits = (name: string) => {
    let rest = name;
    for (const [i, part] of parts.entries()) {
      const at = i === parts.length - 1 ? rest.length - part.length : rest.indexOf(part);
      if (at < 0 || (i === 0 && at !== 0) || !rest.startsWith(part, at)) return false;
      rest = rest.slice(at + part.length);
    }
    return true;
  };
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name);
    return names
      .filter(fits)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // A folder that cannot be read has no matching files.
    return [];
  }
}

/** The options of an object in the file, with lines. Options of LISTED may have several values. */
function givenOptions(options: object, path: Path, placeOf: (path: Path) => SweepRun["place"]): Several {
  const said = Object.entries(options).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
  return new Map(
    said.map(([name, value]) => {
      const place = placeOf([...path, name]);
      return [name, valuesOf(name, value, place).map((each) => ({ texts: [each], ...place }))];
    }),
  );
}

/** The options of a run with the common options. A channel of the run replaces a common channel. */
function runOptions(common: Several, own: Several): Several {
  const merged = withWords(common);
  const replacing = withWords(own);
  replaceChannel(merged, replacing, ([{ texts }]) => texts[0]);
  for (const [name, value] of replacing) merged.set(name, value);
  return merged;
}

/** Gives the words of a channel's text to their options. */
function withWords(options: Several): Map<string, readonly GivenOption[]> {
  const given = withChannelWords(new Map([...options].map(([name, [first]]) => [name, first])), RUN_OPTIONS);
  return new Map(
    [...given].map(([name, one]) => [name, options.get(name)?.includes(one) ? options.get(name)! : [one]]),
  );
}

function combinationCount(options: Several): number {
  return LISTED.reduce((product, option) => product * (options.get(option)?.length ?? 1), 1);
}

/** The runs of all combinations. @throws InputError for a name that several runs would have. */
function combinations(options: Several, name: string | undefined, place: SweepRun["place"]): SweepRun[] {
  let runs: Given[] = [new Map([...options].map(([option, [first]]) => [option, first]))];
  for (const option of LISTED) {
    const values = options.get(option);
    if (values !== undefined) runs = runs.flatMap((run) => values.map((value) => new Map([...run, [option, value]])));
  }
  if (name === undefined || runs.length === 1) return runs.map((given) => ({ name, given, place }));
  throw new InputError(`"name" stands for ${runs.length} runs: leave it out, or give one code, decoder and rv`, place);
}
