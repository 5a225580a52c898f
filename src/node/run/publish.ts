import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatPoints } from "../../simulation/points.ts";
import { type SweepPoint, sweepRows } from "../../simulation/sweep.ts";
import { writeFileWhile } from "../disk/disk.ts";
import type { LockOptions } from "../disk/folder-lock.ts";
import { withRunLock } from "./run-file.ts";
import type { RunReader } from "./run-reader.ts";

/**
 * Derives points.csv from run.json and the current shards, and writes it unless it is equal already: a finished run may be in a folder
 * that cannot be written. No process publishes an older state after a newer one, because both read and write under the folder's lock.
 * @param options of the folder's lock.
 * @returns the points.
 * @throws InputError as `RunReader.refresh`, or if the folder cannot be written.
 */
export async function publishPoints(reader: RunReader, options: LockOptions = {}): Promise<SweepPoint[]> {
  const file = join(reader.folder, "points.csv");
  // Before the lock, which would make a removed folder anew.
  reader.refresh();
  const known = derived(reader);
  if (contentOf(file) === known.text) return known.points;
  for (;;) {
    reader.requireFolder();
    const points = await withRunLock(
      reader.folder,
      (stillOurs) => {
        reader.refresh();
        const { points, text } = derived(reader);
        return writeFileWhile(file, text, stillOurs) ? points : undefined;
      },
      options,
    );
    if (points !== undefined) return points;
  }
}

/** The points of a run as its reader knows it, and the text of points.csv. */
function derived({ points, sweep }: RunReader): { readonly points: SweepPoint[]; readonly text: string } {
  return { points, text: formatPoints(sweepRows(sweep, points)) };
}

/** A file's text. Undefined if it is missing or unreadable: writing it reports any obstacle. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
