import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { compiled } from "../../setup/compiled.ts";
import { keyWords } from "./key-command.ts";

export { blocksDone } from "./blocks-done.js";

const ENTRY = compiled("src/cli/main.ts");
const STOP = new URL("stop-after-blocks.js", import.meta.url).href;

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

/** Starts a run that ends itself by a signal amid a batch, after more than `blocks` blocks are done. */
export function stoppedKey(out: string, signal: NodeJS.Signals, blocks: number, ...options: string[]) {
  const words = [`--import=${STOP}`, ...parameters([...options, "--quiet", "--out", out])];
  const env = { ...process.env, STOP_AFTER_BLOCKS: JSON.stringify({ out, signal, blocks }) };
  return ended(spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], env }));
}

/** Expects both folders to have files of the same names, and the named files to have equal bytes. */
export function expectSameContents(folder: string, expected: string, names: readonly string[]): void {
  expect(readdirSync(folder).sort()).toEqual(readdirSync(expected).sort());
  for (const name of names) {
    expect([name, readFileSync(join(folder, name)).equals(readFileSync(join(expected, name)))]).toEqual([name, true]);
  }
}
