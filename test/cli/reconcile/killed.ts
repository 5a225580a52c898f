import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { compiled } from "../../setup/compiled.ts";
import { keyWords } from "./key-command.ts";

const ENTRY = compiled("src/cli/main.ts");

function parameters(options: readonly string[]): string[] {
  return [ENTRY, ...keyWords(withLedger(options))];
}

/** Adds a ledger of the folder's own, because the tests reconcile the same data many times. */
export function withLedger(options: readonly string[]): string[] {
  const out = options[options.indexOf("--out") + 1];
  return options.some((option) => option.startsWith("--ledger"))
    ? [...options]
    : [...options, `--ledger=${out}.ledger`];
}

/** Waits for the end of a process. @returns its exit status or signal, and its stderr. */
function ended(child: ChildProcess): Promise<{ status: number | null; signal: string | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    let stderr = "";
    child.stderr?.on("data", (data) => (stderr += data));
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stderr }));
  });
}

/** Number of blocks in the journal of an unfinished run. */
export function blocksDone(out: string): number {
  const path = join(out, "journal.ldpc.part");
  if (!existsSync(path)) return 0;
  const header = readFileSync(path).indexOf(10) + 1;
  return Math.floor((statSync(path).size - header) / (8 + 9 + 4));
}

/**
 * Starts a run and ends it by a signal as soon as more than `blocks` blocks are done. The process has a low priority, so that it does not
 * finish before the next look on a busy machine.
 */
export async function stoppedKey(out: string, signal: NodeJS.Signals, blocks: number, ...options: string[]) {
  const command = ["-n", "5", process.execPath, ...parameters([...options, "--quiet", "--out", out])];
  const child = spawn("nice", command, { stdio: ["ignore", "pipe", "pipe"] });
  const result = ended(child);
  const timer = setInterval(() => {
    if (blocksDone(out) <= blocks) return;
    clearInterval(timer);
    child.kill(signal);
  }, 2);
  const outcome = await result;
  clearInterval(timer);
  return outcome;
}

/** Expects both folders to have files of the same names, and the named files to have equal bytes. */
export function expectSameContents(folder: string, expected: string, names: readonly string[]): void {
  expect(readdirSync(folder).sort()).toEqual(readdirSync(expected).sort());
  for (const name of names) {
    expect([name, readFileSync(join(folder, name)).equals(readFileSync(join(expected, name)))]).toEqual([name, true]);
  }
}
