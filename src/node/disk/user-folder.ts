import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** A user's files by kind: data that the program must remember between runs, and data that it could make again. */
const KINDS = {
  state: { variable: "XDG_STATE_HOME", fallback: [".local", "state"] },
  cache: { variable: "XDG_CACHE_HOME", fallback: [".cache"] },
} as const;

/**
 * The folder of this user for a kind of files: `$XDG_STATE_HOME/gfq-ldpc` or `$XDG_CACHE_HOME/gfq-ldpc`; if the variable is unset or
 * not an absolute path, `~/.local/state/gfq-ldpc` or `~/.cache/gfq-ldpc` (XDG Base Directory Specification 0.8).
 * @example
 * userFolder("cache", { XDG_CACHE_HOME: "/var/cache/me" }); // "/var/cache/me/gfq-ldpc"
 */
export function userFolder(kind: keyof typeof KINDS, environment: NodeJS.ProcessEnv = process.env): string {
  const { variable, fallback } = KINDS[kind];
  const given = environment[variable];
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ...fallback);
  return join(base, "gfq-ldpc");
}
