import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Calls by which a process looks at files or changes them. */
const CALLS = [
  ...(["openSync", "closeSync", "readSync", "writeSync", "fsyncSync", "ftruncateSync", "readFileSync"] as const),
  ...(["statSync", "readdirSync", "linkSync", "renameSync", "rmSync", "writeFileSync", "mkdirSync"] as const),
];

/**
 * Does something, and something else before each of its calls to the file system, as if another process came in between.
 * @param before called with the number of the call, from 1; its own calls do not count. An error of it ends the work.
 * @returns what the work returns, or the error that it throws, with the number of its calls.
 */
export async function withSteps<T>(
  work: () => T | Promise<T>,
  before: (step: number) => void,
): Promise<{ readonly value?: T; readonly error?: unknown; readonly steps: number }> {
  let steps = 0;
  let within = false;
  const originals = CALLS.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    const held = (...args: unknown[]) => {
      if (!within) {
        within = true;
        try {
          before(++steps);
        } finally {
          within = false;
        }
      }
      return (original as (...args: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: held });
  }
  syncBuiltinESMExports();
  try {
    return { value: await work(), steps };
  } catch (error) {
    return { error, steps };
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}
