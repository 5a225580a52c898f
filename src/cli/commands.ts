import code from "./code.ts";
import codes from "./codes.ts";
import type { Command } from "./command.ts";
import plot from "./plot.ts";

/** The commands of `ldpc`, in the order of its help. A new command is its file and its line here. */
export const commands: readonly Command[] = [codes, code, plot];
