import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { camel } from "../command-line/case.ts";
import type { Option } from "../command-line/option.ts";
import { CODE_FILE_OPTIONS, type CodeFileArguments } from "./code.ts";

const WORD = /^(.*\S)\s+([a-z][a-z-]*)=(\S+)$/s;

/**
 * Reads a code with the options of its file as words: `H.json lifting-size=96 columns=all`. A path may contain spaces.
 * @param label the option in messages: `--code`.
 * @throws InputError with the option's name for a word that is no option of a code's file or has an invalid value.
 */
export async function readCodeWords(
  text: string,
  label: string,
): Promise<CodeFileArguments & { readonly code: string }> {
  const found: Record<string, unknown> = {};
  let rest = text.trim();
  for (let words = WORD.exec(rest); words !== null; words = WORD.exec(rest)) {
    const [, before, name, value] = words;
    found[camel(name)] ??= await readWord(name, value, label);
    rest = before;
  }
  return { ...found, code: rest };
}

async function readWord(name: string, value: string, label: string): Promise<unknown> {
  const names = Object.keys(CODE_FILE_OPTIONS);
  const option: Option | undefined = Object.entries(CODE_FILE_OPTIONS).find(([each]) => each === name)?.[1];
  if (option === undefined) {
    const meant = nearest(name, names);
    const hint = meant === undefined ? `it may have ${names.join(", ")}` : `did you mean ${meant}=?`;
    throw new InputError(`${label} has no word ${name}=; ${hint}`);
  }
  const { choices = [value] } = option;
  if (!choices.includes(value)) {
    throw new InputError(`${label}: ${name}=${value} is unknown: choose ${choices.join(" or ")}`);
  }
  return option.read([value], `${label}: ${name}=`);
}
