import type { CommandModule } from "yargs";

/** What a command file exports to yargs; commands differ in their arguments, so a list of them forgets these. */
// biome-ignore lint/suspicious/noExplicitAny: CommandModule is invariant in its arguments
export type Command = CommandModule<object, any>;
