import { vi } from "vitest";
import type { AnyCommand, CommandList } from "../../src/cli/command-line/command.ts";
import { runCli } from "../../src/cli/run.ts";

/** Exit status and output of a command line. */
export interface Said {
  status: number;
  stdout: string;
  stderr: string;
}

/** A program with a single command. */
export function only(name: string, command: AnyCommand): CommandList {
  return { noun: "command", entries: [{ name, summary: "the only command", load: async () => command }] };
}

/** Runs a command line in this process and returns its output, much faster than in a new process. */
export function ldpc(...args: string[]): Promise<Said> {
  return listenedTo(() => runCli(args));
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
    return { status, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
