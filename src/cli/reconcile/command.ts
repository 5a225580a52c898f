import { type AnyCommand, defineCommand, isList } from "../command-line/command.ts";
import { checkUsage } from "../command-line/usage-error.ts";
import { untilInterrupted } from "../interrupt.ts";
import keyCommands from "../key/command.ts";
import { keyCommandLine, keyCommandWords } from "./key-command-line.ts";
import { reconcileTask } from "./options.ts";
import { RECONCILE_OPTIONS } from "./table.ts";
import { runTask } from "./task.ts";

/** The old command `reconcile`, which stays for one more release. It finds the role by the given files. */
export default defineCommand({
  options: RECONCILE_OPTIONS,
  about: ["This command is now ldpc key, with a command for each role; it goes on for one release."],
  async run(options, given) {
    const task = checkUsage(() => reconcileTask(options));
    const table = (await keyCommand(keyCommandWords(task, options.cv))).options;
    process.stderr.write(`ldpc: reconcile is now: ${keyCommandLine(task, options.cv, given, table)}\n`);
    await untilInterrupted((signal) => runTask(task, options, signal));
  },
});

/** @param words the words after `ldpc key`. */
async function keyCommand(words: readonly string[]): Promise<AnyCommand> {
  let item: AnyCommand | typeof keyCommands = keyCommands;
  for (const word of words) {
    if (!isList(item)) break;
    item = await item.entries.find(({ name }) => name === word)!.load();
  }
  if (isList(item)) throw new Error(`ldpc key ${words.join(" ")} is a list`);
  return item;
}
