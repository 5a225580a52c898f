import { InputError } from "../errors.ts";
import { printable } from "../printable.ts";
import { wordList } from "../word-list.ts";

/** Values of a channel's own options by their names. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** The text of a file that a word names. @param label the word in messages. @throws InputError with the remedy in `about`. */
export type ReadFile = (path: string, label: string, about: FileAbout) => string;

interface FileAbout {
  /** Largest size of the file. */
  readonly bytes: number;
  /** The choices, for the error. */
  readonly rule: string;
  /** The choice that a mistyped text stands for, if one is near. */
  readonly meant?: string;
}

/** Where there are no files, every text that is no choice is an error. */
export const noFile: ReadFile = (text, label, { rule, meant }) => {
  throw new InputError(
    `${label} "${printable(text)}" is unknown: ${meant === undefined ? rule : `did you mean ${meant}?`}`,
  );
};

/** An option of a channel: a word `name=value` of its text, and an option of the commands. */
export interface ChannelOption<Value> {
  readonly describe: string;
  readonly placeholder: string;
  readonly example: string;
  readonly defaultText?: string;
  /** The value of an option that is not given, for options of a single channel. */
  readonly default?: Value;
  /** The words that it accepts, if no others. */
  readonly choices?: readonly string[];
  /** The form of its value in a JSON file. */
  readonly json: "text" | "number";
  /** @param label the option in messages. @throws InputError with the label for a text that is no value. */
  readonly read: (text: string, label: string, readFile: ReadFile) => Value;
}

/** An option for one of several words. */
export function wordOption<Word extends string>(
  choices: readonly Word[],
  said: { readonly describe: string; readonly defaultText?: string; readonly default?: Word },
): ChannelOption<Word> {
  const read = (text: string, label: string) => {
    const known = choices.find((choice) => choice === text);
    if (known !== undefined) return known;
    throw new InputError(`${label} "${printable(text)}" is unknown: choose ${wordList(choices, "or")}`);
  };
  return { placeholder: "WORD", example: choices[0], choices, json: "text", ...said, read };
}

/** An option for a number. */
export function numberOption({
  noun,
  whole = false,
  minimum,
  maximum,
  ...said
}: {
  readonly describe: string;
  readonly noun: string;
  readonly whole?: boolean;
  readonly minimum: number;
  readonly maximum: number;
  readonly placeholder?: string;
  readonly example: string;
  readonly defaultText?: string;
  readonly default?: number;
}): ChannelOption<number> {
  const rule = `${noun} is a ${whole ? "whole number" : "number"} from ${minimum} to ${maximum}, for example ${said.example}`;
  const read = (text: string, label: string) => {
    const value = /^\s*$/.test(text) ? Number.NaN : Number(text);
    if (value >= minimum && value <= maximum && (!whole || Number.isInteger(value))) return value;
    throw new InputError(`${label} ${printable(text)}: ${rule}`);
  };
  return { placeholder: "N", json: "number", ...said, read };
}
