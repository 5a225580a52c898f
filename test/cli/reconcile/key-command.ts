import { ldpc, type Said } from "../run-in-process.ts";

/** Commands of `ldpc key` that have a choice of engines. */
const ON_AN_ENGINE = ["send", "correct", "both"];

/**
 * Runs a command of `ldpc key` in this process, on the CPU engine, without progress.
 * @param words the command, then its operands and options: `correct`, or `cv`, `correct`.
 */
export function key(...words: string[]): Promise<Said> {
  const command = words[0] === "cv" ? words[1] : words[0];
  return ldpc("key", ...words, ...(ON_AN_ENGINE.includes(command) ? ["--engine=cpu"] : []), "--quiet");
}
