import { ldpc, type Said } from "../../cli/run-in-process.ts";

/** Commands of `ldpc key` with an option for the engine. */
const ON_AN_ENGINE = ["send", "correct", "confirm", "accept", "amplify", "both"];

/**
 * Words of a command line after `ldpc`, with the CPU engine.
 * @param words the command, then its operands and options: `correct`, or `cv`, `correct`.
 */
export function keyWords(words: readonly string[]): string[] {
  const command = words[0] === "cv" ? words[1] : words[0];
  return ["key", ...words, ...(ON_AN_ENGINE.includes(command) ? ["--engine=cpu"] : [])];
}

/** Runs a command of `ldpc key` in this process, on the CPU engine, without progress. */
export function key(...words: string[]): Promise<Said> {
  return ldpc(...keyWords(words), "--quiet");
}
