import { pathToFileURL } from "node:url";
import { entryBeside, type ProcessEntry } from "./entry.ts";

/**
 * Arguments for node that make a process of this package end within a second after this process, however this process
 * ends and whatever the other process does at the time: `parent-watch.ts` is loaded first.
 */
export function childExecArgv({ execArgv }: ProcessEntry): string[] {
  const watch = pathToFileURL(entryBeside("parent-watch", import.meta.url).path);
  watch.searchParams.set("parent", String(process.pid));
  return [...execArgv, `--import=${watch}`];
}
