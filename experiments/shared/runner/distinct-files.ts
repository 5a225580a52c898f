import { resolve } from "node:path";
import { camel, type OptionTable } from "../../../src/cli/command-line/option.ts";
import { UsageError } from "../../../src/cli/command-line/parse.ts";

/**
 * Requires that two options of group Output name different files: a report written into the file of its measurements
 * would destroy them.
 * @param options values by their names in camel case.
 * @throws UsageError naming both options.
 */
export function requireDistinctFiles(table: OptionTable, options: object): void {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const users = new Map<string, string>();
  for (const [name, { group, placeholder }] of Object.entries(table)) {
    const value = values[camel(name)];
    if (group !== "Output" || placeholder !== "FILE" || typeof value !== "string") continue;
    const other = users.get(resolve(value));
    if (other !== undefined) throw new UsageError(`--${name} ${value} is the file of --${other} too: choose another`);
    users.set(resolve(value), name);
  }
}
