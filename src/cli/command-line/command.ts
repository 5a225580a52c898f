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

/** The texts given for an option, before they are read. */
export interface GivenOption {
  /** Of a flag `true` or `false`. */
  readonly texts: readonly string[];
  /** The file that said it; undefined if the command line did. */
  readonly file?: string;
  /** Its line, from 1, where that is known. */
  readonly line?: number;
}

/** The options that were given, by their names in the table. */
export type Given = ReadonlyMap<string, GivenOption>;

/** A command line to show, and its effect. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** What a module of a command exports. */
export interface Command<Table extends OptionTable = OptionTable> {
  /** In the order of help, the most used first; groups come in the order in which they first appear. */
  readonly options: Table;
  readonly examples?: readonly Example[];
  /** Paragraphs below the command's summary. */
  readonly about?: readonly string[];
  /** Completes what the command line says, from a config file. @throws InputError for a bad file. */
  complete?(given: Given): Given;
  /** @param given which options were said, and where. */
  run(options: Values<Table>, given: Given): void | Promise<void>;
}

/** A command of any options: which they are is forgotten where commands stand in a list. */
// biome-ignore lint/suspicious/noExplicitAny: a command's run is contravariant in its options
export type AnyCommand = Command<any>;

/** Checks a command's types against its table. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command<Table> {
  return command;
}

/** A line of a list of commands. The module is only loaded once the command is chosen. */
export interface CommandEntry {
  readonly name: string;
  /** Half a line that begins with a verb; asked for where the command's module has it. */
  readonly summary: string | (() => Promise<string>);
  /** Heading above it in a list. */
  readonly topic?: string;
  /** Whether lists leave it out: an older name that goes on. */
  readonly hidden?: boolean;
  /** The command, or the subcommands that the name stands for. */
  readonly load: () => Promise<AnyCommand | CommandList>;
}

/** Commands to choose from. */
export interface CommandList {
  /** What one of them is called in messages: "command", "experiment". */
  readonly noun: string;
  readonly about?: readonly string[];
  readonly entries: readonly CommandEntry[];
  /** Text in place of the list where an installation has no entry: the reason, and a way to get them. */
  readonly none?: string;
  /** Whether the reference only names them: `--help` shows their options. */
  readonly isBrief?: boolean;
  readonly examples?: readonly Example[];
}

export function isList(item: AnyCommand | CommandList): item is CommandList {
  return "entries" in item;
}
