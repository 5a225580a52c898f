import { basename, join } from "node:path";
import { InputError } from "../../errors.ts";
import type { Given, GivenOption } from "../command-line/command.ts";
import { readOptions } from "../command-line/parse.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { SIMULATE_OPTIONS, type SimulateOptions } from "../simulate/options.ts";
import { planRun, type SimulatePlan } from "../simulate/plan.ts";
import { readSweepFile, type SweepRun } from "./sweep-file.ts";

/** A run of a sweep with the plan of `ldpc simulate`. */
export interface PlannedSweepRun {
  readonly plan: SimulatePlan;
  readonly options: SimulateOptions;
}

/** The folder of a sweep: the given folder, or `runs/` and the file's name without its extension. */
export function sweepFolder(file: string, out: string | undefined): string {
  return out ?? join("runs", basename(file).replace(/\.json$/i, ""));
}

/**
 * Reads a sweep file, loads its codes and decides the folder of each run, without writing.
 * @param folder folder of the sweep. Each run has a folder below it.
 * @param machine options of the command line that apply to all runs.
 * @throws InputError with file and line for errors of `readSweepFile`, for a run that `ldpc simulate` would refuse, and for two runs in one
 * folder.
 */
export async function planSweep(file: string, folder: string, machine: Given): Promise<readonly PlannedSweepRun[]> {
  const planned: PlannedSweepRun[] = [];
  const places = new Map<string, SweepRun["place"]>();
  for (const run of readSweepFile(file)) {
    const next = await withPlace(run, () => planOne(run, folder, machine));
    const before = places.get(next.plan.folder);
    if (before !== undefined) {
      const what = `is a run of line ${before.line} again, in ${next.plan.folder}`;
      throw new InputError(`${what}: give all its points in one place, or names to both`, run.place);
    }
    places.set(next.plan.folder, run.place);
    planned.push(next);
  }
  return planned;
}

async function planOne({ name, given }: SweepRun, folder: string, machine: Given): Promise<PlannedSweepRun> {
  if (!given.has("code")) throw new InputError('"code" is missing: name a built-in code, a file or a list of them');
  const out: [string, GivenOption][] = name === undefined ? [] : [["out", { texts: [join(folder, name)] }]];
  const all = new Map([...machine, ...given, ...out]);
  const options = await readOptions(SIMULATE_OPTIONS, all, "ldpc sweep");
  return { options, plan: planRun(options, all, folder) };
}

/** Adds the line of the run to an error that does not name the sweep file itself. */
async function withPlace<Value>({ place }: SweepRun, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError) || error.location.file === place.file) throw error;
    throw error instanceof UsageError ? new UsageError(error.message, place) : new InputError(error.message, place);
  }
}
