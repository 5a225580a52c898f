import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pause } from "../pause.ts";
import { isGone, makeFolder } from "./disk.ts";
import { processState, thisProcess } from "./process-state.ts";

/** A claim that is older, or newer than now, does not count: its process may hang, or the clocks of two hosts differ. */
const PATIENCE_SECONDS = 20;
/** A wait looks again after a tenth of the time that it has taken, within these limits. */
const PAUSE_SECONDS = { least: 0.001, most: 0.05 };

/**
 * A stored result, or one that `make` makes and stores. Of the processes that want it at the same time, one makes it, and the others sleep
 * until it has done so. The claim of a process that has ended does not count. Where a claim can be neither made nor removed, and in rare
 * cases of two processes at the same moment, several processes make the result.
 * @param claim path of the file that names the process at work.
 * @param load the stored result; undefined if there is none.
 * @param make makes the result and stores it.
 * @example
 * const shader = madeOnce(`${path}.claim`, () => read(path), () => compileAndKeep(path));
 */
export function madeOnce<Result>(claim: string, load: () => Result | undefined, make: () => Result): Result {
  for (;;) {
    const found = load();
    if (found !== undefined) return found;
    const state = claimNow(claim);
    if (state === "ours") {
      try {
        return make();
      } finally {
        isRemoved(claim);
      }
    }
    if (state === "refused" || !isOver(claim)) return make();
  }
}

function claimNow(path: string): "ours" | "taken" | "refused" {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, JSON.stringify(thisProcess()), { flag: "wx" });
    return "ours";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? "taken" : "refused";
  }
}

/** Waits for the end of another process's claim. @returns false if the claim stays, although it does not count. */
function isOver(claim: string): boolean {
  const begin = performance.now();
  for (;;) {
    const state = stateOf(claim);
    if (state !== "counts") return state === "gone" || isRemoved(claim);
    const seconds = (performance.now() - begin) / 10_000;
    pause(1000 * Math.min(Math.max(seconds, PAUSE_SECONDS.least), PAUSE_SECONDS.most));
  }
}

function stateOf(claim: string): "counts" | "gone" | "stale" {
  try {
    const age = (Date.now() - statSync(claim).mtimeMs) / 1000;
    return Math.abs(age) < PATIENCE_SECONDS && isAtWork(readFileSync(claim, "utf8")) ? "counts" : "stale";
  } catch (error) {
    return isGone(error) ? "gone" : "stale";
  }
}

/** Whether the process that a claim names may be at work. A claim that is not written yet names none. */
function isAtWork(text: string): boolean {
  if (text === "") return true;
  const { pid, host, started, system } = JSON.parse(text);
  const isProcess = Number.isInteger(pid) && pid > 0 && pid <= 0x7fffffff && typeof host === "string";
  return isProcess && processState({ pid, host, started, system }) !== "gone";
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
