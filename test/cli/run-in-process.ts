import { expect, vi } from "vitest";
import type { AnyCommand, CommandList } from "../../src/cli/command-line/option.ts";
import { type ResultName, results } from "../../src/cli/results.ts";
import { runCli } from "../../src/cli/run.ts";

/** Exit status and output of a command line. */
export interface Said {
  status: number;
  stdout: string;
  stderr: string;
}

/** Checks that a command line was refused: the command expected the fault and printed nothing to stdout. @returns its stderr. */
export function refused({ status, stdout, stderr }: Said): string {
  expect({ status, stdout }).toEqual({ status: expect.toBeOneOf([1, 2]), stdout: "" });
  expect(stderr).not.toContain("unexpected error");
  return stderr;
}

/** The message of a command line that must be refused with one line. @returns that line, which begins with `ldpc: `. */
export function refusal(said: Said): string {
  const line = refused(said).trim();
  expect(line).toMatch(/^ldpc: .*$/);
  return line;
}

/** A program with a single command. */
export function only(name: string, command: AnyCommand): CommandList {
  return { noun: "command", entries: [{ name, summary: "the only command", load: async () => command }] };
}

/** Runs a command line in this process and returns its output, much faster than in a new process. */
export function ldpc(...args: string[]): Promise<Said> {
  return listenedTo(() => runCli(args));
}

/** Checks the JSON that a command printed: it is all that is on stdout, and of the schema that it names. */
export function checkResult(stdout: string): void {
  const { schema, ...value } = JSON.parse(stdout);
  expect(Object.keys(results)).toContain(schema);
  results[schema as ResultName].parse(value);
}

/** Runs the command line in this process and returns its output. @param run returns the exit status. */
export async function listenedTo(run: () => Promise<number>): Promise<Said> {
  const said = { stdout: "", stderr: "" };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      said.stdout += text;
      return true;
    }),
    vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      said.stderr += text;
      return true;
    }),
  ];
  try {
    const status = await run();
    if (said.stdout.startsWith('{\n  "schema":')) checkResult(said.stdout);
    return { status, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
