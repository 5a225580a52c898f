import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder of this user in which programs remember things between runs: `$XDG_STATE_HOME/gfq-ldpc`, or
 * `~/.local/state/gfq-ldpc` if the variable is unset or not an absolute path (XDG Base Directory Specification 0.8).
 */
export function stateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const given = environment.XDG_STATE_HOME;
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state");
  return join(base, "gfq-ldpc");
}
