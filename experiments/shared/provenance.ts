import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted, jsonValue } from "../../src/json.ts";
import { shellWord } from "../../src/shell-word.ts";

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

/**
 * Where the numbers of a file of results come from: commit, device, driver, command and date, or `earlier`, for a file
 * of an earlier version that lacks one of them.
 */
export const PROVENANCE = z.union([TRACED, EARLIER]);
export type Provenance = Readonly<z.infer<typeof PROVENANCE>>;

const HOLDER = z.object({ measured: PROVENANCE });

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
  const isCsv = extname(file) === ".csv";
  const json = isCsv ? `{"measured":${CSV_LINE.exec(text)?.[1] ?? "null"}}` : text;
  const read = fitted(jsonValue(json, { file }), HOLDER);
  if (read.misfit === undefined) return read.content.measured;
  const { path, message } = read.misfit;
  throw new InputError(
    `${path.join(".")} ${message}: a file of results has commit, device, driver, command and date, or says why it lacks one`,
    { file },
  );
}
