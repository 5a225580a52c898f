import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Calls by which a process reads or changes files. */
const CALLS = [
  ...(["openSync", "closeSync", "readSync", "writeSync", "fsyncSync", "ftruncateSync", "readFileSync"] as const),
  ...(["statSync", "readdirSync", "linkSync", "renameSync", "rmSync", "writeFileSync", "mkdirSync"] as const),
];

/**
 * Numbers of the steps at which a test holds a process: every `stride`-th of them, the same in each run of the tests, or all of them with
 * RACE_STEPS=all, because each takes a process or a key file.
 * @param count number of the work's steps.
 */
export function heldSteps(count: number, stride: number): number[] {
  const isHeld = (step: number) => process.env.RACE_STEPS === "all" || step % stride === 1;
  return Array.from({ length: count }, (_, i) => i + 1).filter(isHeld);
}

/**
 * Runs `work`, and `before` before each of its calls to the file system, as if another process intervened.
 * @param before gets the number of the call, counted from 1. Its own calls do not count. An error that it throws ends the work.
 * @returns the result of the work or the error that it throws, and the number of its calls.
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
