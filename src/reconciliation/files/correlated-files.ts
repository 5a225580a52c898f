import { join } from "node:path";
import { diskError } from "../../node/disk/disk.ts";
import { makeFolder, removeEmpty } from "../../node/disk/make-folder.ts";
import { PartFile } from "../../node/disk/part-file.ts";
import { npyHeader } from "../../npy.ts";
import { correlatedValues } from "../core/correlated-values.ts";

/** Correlated values to be written. */
export interface CorrelatedFiles {
  readonly folder: string;
  readonly snr: number;
  readonly seed: number;
  /** Number of values of each end. */
  readonly values: number;
  /** Overwrites files. */
  readonly force: boolean;
  readonly signal?: AbortSignal;
}

/** Values that are made at once. */
const AT_ONCE = 2 ** 18;

/**
 * Writes Gaussian values of both ends (`correlatedValues`) as float32: Alice's x to `alice.npy`, Bob's y to `bob.npy`.
 * @returns their paths; an empty list if it was interrupted.
 * @throws InputError if a file exists and `force` is not set, or if it cannot be written.
 */
export async function writeCorrelatedValues(job: CorrelatedFiles): Promise<string[]> {
  const { folder, snr, seed, values, force, signal } = job;
  let made: readonly string[];
  try {
    made = makeFolder(folder);
  } catch (error) {
    throw diskError(error, folder);
  }
  const paths = ["alice.npy", "bob.npy"].map((name) => join(folder, name));
  const files: PartFile[] = [];
  try {
    for (const path of paths) files.push(new PartFile(path, force));
    for (const file of files) file.write(npyHeader("f32", [values]));
    for (let first = 0; first < values; first += AT_ONCE) {
      // Without this pause the process would not notice an interruption.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) return [];
      const { x, y } = correlatedValues(snr, seed, { first, count: Math.min(AT_ONCE, values - first) });
      [x, y].forEach((part, i) => {
        files[i].write(new Uint8Array(Float32Array.from(part).buffer));
      });
    }
    for (const file of files) file.finish();
    return paths;
  } finally {
    for (const file of files) file.discard();
    removeEmpty(made);
  }
}
