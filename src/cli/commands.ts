import type { CommandModule } from "yargs";
import code from "./code.ts";
import codes from "./codes.ts";

/** What the commands hand to yargs; their arguments differ, so the list forgets them. */
// biome-ignore lint/suspicious/noExplicitAny: CommandModule is invariant in its arguments
export type Command = CommandModule<object, any>;

/** The commands of `ldpc`, in the order of its help. A new command is its file and its line here. */
export const commands: readonly Command[] = [codes, code];
