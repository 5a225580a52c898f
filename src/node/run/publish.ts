import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatPoints } from "../../simulation/points.ts";
import { type SweepPoint, sweepPoints, sweepRows } from "../../simulation/sweep.ts";
import { writeFileWhile } from "../disk/disk.ts";
import type { LockOptions } from "../disk/folder-lock.ts";
import { withRunLock } from "./run-file.ts";
import type { RunReader } from "./run-reader.ts";

/**
 * Derives points.csv from run.json and the current shards, and writes it. No process publishes an older state
 * after a newer one, because both read and write under the folder's lock.
 * @param options of the folder's lock.
 * @returns the points.
 * @throws InputError as `RunReader.refresh`, or if the folder cannot be written.
 */
export async function publishPoints(reader: RunReader, options: LockOptions = {}): Promise<SweepPoint[]> {
  const file = pointsFile(reader);
  for (;;) {
    // The lock would make a removed folder anew.
    reader.requireFolder();
    const points = await withRunLock(
      reader.folder,
      (stillOurs) => {
        reader.refresh();
        const found = sweepPoints(reader.sweep, reader.ledger);
        const text = pointsText(reader, found);
        return writeFileWhile(file, text, stillOurs) ? found : undefined;
      },
      options,
    );
    if (points !== undefined) return points;
  }
}

/** The points of a run as its reader knows it, if points.csv has the same. Nothing is locked or written. */
export function publishedPoints(reader: RunReader): SweepPoint[] | undefined {
  const { points } = reader;
  try {
    return readFileSync(pointsFile(reader), "utf8") === pointsText(reader, points) ? points : undefined;
  } catch {
    // It is missing or unreadable: writing it reports any obstacle.
    return undefined;
  }
}

function pointsFile({ folder }: RunReader): string {
  return join(folder, "points.csv");
}

function pointsText({ sweep }: RunReader, points: readonly SweepPoint[]): string {
  return formatPoints(sweepRows(sweep, points));
}
