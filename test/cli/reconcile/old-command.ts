import { ldpc, type Said } from "../run-in-process.ts";

/** What `ldpc reconcile` writes to stderr before it does anything. */
export const NEW_COMMAND = /^ldpc: reconcile is now: ldpc key .*\n/;

/** What `ldpc reconcile` does and says, without the line that names the new command. */
export async function oldReconcile(...options: string[]): Promise<Said> {
  const said = await ldpc("reconcile", ...options);
  return { ...said, stderr: said.stderr.replace(NEW_COMMAND, "") };
}
