import { shellWord } from "../../shell-word.ts";
import type { GivenOption } from "./command.ts";
import type { OptionTable } from "./option.ts";

/**
 * The likely meaning of arguments that stand where a command takes none, with the command line that has it; undefined if none is likely.
 * @param words the arguments. @param argv the whole command line. @param given the options that it names.
 */
export function strayHint(
  words: readonly string[],
  argv: readonly string[],
  given: ReadonlyMap<string, GivenOption>,
  table: OptionTable,
): string | undefined {
  return unquotedHint(words, given) ?? listHint(words, argv, given, table) ?? unnamedHint(words[0], given, table);
}

/** Options of a code or a decoder that are no part of its word: `--decoder min-sum messages=int8`. */
function unquotedHint(words: readonly string[], given: ReadonlyMap<string, GivenOption>): string | undefined {
  const name = ["decoder", "code"].find((each) => given.has(each) && words.every((word) => /^[a-z-]+=\S+$/.test(word)));
  if (name === undefined) return undefined;
  const whole = [...given.get(name)!.texts, ...words].join(" ");
  return `quote --${name} with its options, --${name} ${shellWord(whole)}`;
}

/** Numbers behind the first one of a list: `--ebn0 1 2 3`. */
function listHint(
  words: readonly string[],
  argv: readonly string[],
  given: ReadonlyMap<string, GivenOption>,
  table: OptionTable,
): string | undefined {
  if (!words.every((word) => /^[\d.]/.test(word))) return undefined;
  const name = [...given.keys()].find((each) => stands(words[0], each, argv));
  if (name === undefined) return undefined;
  const { texts } = given.get(name)!;
  // An example with several values shows that the option takes a list.
  if (!/[:,]/.test(table[name].example)) return `--${name} takes one value`;
  return `write the values of --${name} without blanks, --${name} ${shellWord([...texts, ...words].join(","))}`;
}

/** Whether a word stands right behind the value of an option. */
function stands(word: string, option: string, argv: readonly string[]): boolean {
  return argv.some(
    (each, i) => each === word && (argv[i - 2] === `--${option}` || argv[i - 1]?.startsWith(`--${option}=`)),
  );
}

/** The value of an option that the command needs, or of its code, without the option's name: `bench wimax-576-288`. */
function unnamedHint(word: string, given: ReadonlyMap<string, GivenOption>, table: OptionTable): string | undefined {
  const [name] = Object.keys(table).filter(
    (each) => !given.has(each) && !table[each].positional && (each === "code" || table[each].required),
  );
  return name === undefined ? undefined : `did you mean --${name} ${shellWord(word)}?`;
}
