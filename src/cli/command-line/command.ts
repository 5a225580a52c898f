import type { Camel } from "./case.ts";
import type { Option, OptionTable } from "./option.ts";

type ValueOf<Entry> = Entry extends Option<infer Value> ? Value : never;

type OptionalNames<Table> = {
  [Name in keyof Table]: undefined extends ValueOf<Table[Name]> ? Name : never;
}[keyof Table];

/** The values of a table's options, by their names in camel case. */
export type Values<Table extends OptionTable> = {
  readonly [Name in Exclude<keyof Table, OptionalNames<Table>> & string as Camel<Name>]: ValueOf<Table[Name]>;
} & {
  readonly [Name in OptionalNames<Table> & string as Camel<Name>]?: ValueOf<Table[Name]>;
};

/** The unread texts of a given option. */
export interface GivenOption {
  /** For a flag, `true` or `false`. */
  readonly texts: readonly string[];
  /** The file that gives the option; undefined if the command line does. */
  readonly file?: string;
  /** Line of the option in the file, from 1, if it is known. */
  readonly line?: number;
}

/** The given options by their names in the table. */
export type Given = ReadonlyMap<string, GivenOption>;

/** A command line for help, and its effect. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** The default export of a command's module. */
export interface Command<Table extends OptionTable = OptionTable> {
  /** Options in the order of help, the most used first. Groups come in the order of their first options. */
  readonly options: Table;
  readonly examples?: readonly Example[];
  /** Paragraphs below the command's summary. */
  readonly about?: readonly string[];
  /** Completes the options of the command line, for example from a config file. @throws InputError for a bad file. */
  complete?(given: Given, table: OptionTable): Given;
  /** @param given the given options and their places. */
  run(options: Values<Table>, given: Given): void | Promise<void>;
}

/** A command with any options. The type of a list of commands does not know them. */
// biome-ignore lint/suspicious/noExplicitAny: a command's run is contravariant in its options
export type AnyCommand = Command<any>;

/** Checks a command's types against its table. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command<Table> {
  return command;
}

/** A line of a list of commands. Its module is loaded when the command is chosen. */
export interface CommandEntry {
  readonly name: string;
  /** A phrase that begins with a verb, or a function if the phrase is in the command's module. */
  readonly summary: string | (() => Promise<string>);
  /** Heading above the command in a list. */
  readonly topic?: string;
  /** The command, or the subcommands that the name stands for. */
  readonly load: () => Promise<AnyCommand | CommandList>;
}

/** A list of commands to choose from. */
export interface CommandList {
  /** The word for a command of the list in messages: "command", "experiment". */
  readonly noun: string;
  readonly about?: readonly string[];
  readonly entries: readonly CommandEntry[];
  /** Text for a list without entries: the reason, and a way to get them. */
  readonly none?: string;
  /** Whether the reference only names the commands. Their `--help` shows the options. */
  readonly isBrief?: boolean;
  readonly examples?: readonly Example[];
}

export function isList(item: AnyCommand | CommandList): item is CommandList {
  return "entries" in item;
}
