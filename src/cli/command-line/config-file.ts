import { z } from "zod";
import { InputError } from "../../errors.ts";
import { fitted, isObject, jsonValue } from "../../json.ts";
import { nearest } from "../../nearest.ts";
import { readBounded } from "../../node/disk/bounded-text.ts";
import { readFailure } from "../../node/disk/read-failure.ts";
import type { Given } from "./command.ts";
import { withoutComments } from "./json-comments.ts";
import type { JsonForm, Option, OptionTable } from "./option.ts";

/** Maximum length of a config file. Ten thousand points take a fifth of it. */
export const CONFIG_CHARACTERS = 2 ** 20;

const TEXT = z.string();
const NUMBER = z.union([TEXT, z.number().transform(String)], { error: "it must be a number, or a text" });

/** Allowed values of an option in a config file, converted to texts of the command line. */
const FORMS: Readonly<Record<JsonForm, z.ZodType<string>>> = {
  text: TEXT,
  number: NUMBER,
  numbers: z.union([NUMBER, z.array(z.number()).transform(String)], { error: "it must be a number, a list or a text" }),
  flag: z.boolean().transform(String),
};

/**
 * The options of a command line, completed by the options of the file that --config names.
 * @throws InputError with the file's name if the file cannot be read or contains an invalid option.
 */
export function withConfigFile(said: Given, table: OptionTable): Given {
  const config = said.get("config");
  return config === undefined ? said : new Map([...readConfigFile(config.texts[0], table), ...said]);
}

/** The schema of a config file with options of a table, under their names on the command line. */
export function configSchema(table: OptionTable) {
  const entries = Object.entries(table).filter(([name, { positional }]) => !positional && name !== "config");
  return z.strictObject(Object.fromEntries(entries.map(([name, option]) => [name, formOf(option).optional()])));
}

function formOf({ choices, json }: Option): z.ZodType<string> {
  return choices === undefined ? FORMS[json] : z.enum(choices as [string, ...string[]]);
}

const unreadable = (reason: string, code: string | undefined) =>
  code === "EISDIR"
    ? "--config names a folder: name a JSON file with options; ldpc simulate --again repeats the run of a folder"
    : `--config cannot be read, ${reason}: name a JSON file with options`;

/**
 * Reads the options of a config file.
 * @throws InputError with the file's name for a file that cannot be read, an unknown option or an invalid value.
 */
export function readConfigFile(file: string, table: OptionTable): Given {
  const schema = configSchema(table);
  const value = jsonValue(configText(file, unreadable), { file }, CONFIG_CHARACTERS);
  const unknown = isObject(value) ? Object.keys(value).find((name) => !(name in schema.shape)) : undefined;
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(schema.shape));
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    throw new InputError(`--config: there is no option "${unknown}"${hint}`, { file });
  }
  const { content, misfit } = fittedTexts(value, schema);
  if (misfit !== undefined) {
    throw new InputError(`--config: ${[...misfit.path, ""].join(": ")}${misfit.message}`, { file });
  }
  return new Map(Object.entries(content).map(([name, text]) => [name, { texts: [text], file }]));
}

function fittedTexts(value: unknown, schema: ReturnType<typeof configSchema>) {
  const result = fitted(value, schema);
  if (result.misfit !== undefined) return { content: {}, misfit: result.misfit };
  const given = Object.entries(result.content).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { content: Object.fromEntries(given) };
}

/**
 * Reads the text of a config file, and removes the comments from its JSON.
 * @param refusal message for a file that cannot be read, given the reason in words and the operating system's code.
 * @throws InputError with the file's name for a file that cannot be read or is too long.
 */
export function configText(file: string, refusal: (reason: string, code: string | undefined) => string): string {
  try {
    // A character takes at most four bytes.
    return withoutComments(readBounded(file, 4 * CONFIG_CHARACTERS));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(refusal(readFailure(error), (error as NodeJS.ErrnoException).code), { file });
  }
}
