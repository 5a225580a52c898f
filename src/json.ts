import { type $ZodType, safeParse } from "zod/v4/core";
import { InputError, type InputLocation } from "./errors.ts";
import { jsonLine, repeatedMember } from "./json-line.ts";
import { misfitText } from "./misfit-text.ts";

/** Longest text that is read unless a caller says otherwise: the matrix of a million-bit code has 2²⁶ characters. */
const CHARACTERS_MAXIMUM = 2 ** 28;
/**
 * Largest depth of nested arrays and objects. Files of this project have six; thousands would overflow the stack of
 * recursive code.
 */
const DEPTH_MAXIMUM = 64;

/** Whether a JSON value has members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value of an untrusted JSON text.
 * @param place the text's name in error messages; its `line` is that of the text's first character, 1 if left out.
 * @param characters length of the longest accepted text.
 * @throws InputError with file and line for a text that is too long, nested deeper than 64 levels, or not JSON, and for two members of one name
 * in an object, of which `JSON.parse` would take the last.
 */
export function jsonValue(text: string, place: InputLocation, characters = CHARACTERS_MAXIMUM): unknown {
  const { file, line = 1 } = place;
  if (text.length > characters) {
    throw new InputError(`has ${text.length} characters: at most ${characters} are read`, { file });
  }
  const { deepAt, members } = scanned(text);
  if (deepAt >= 0) {
    const at = line + text.slice(0, deepAt).split("\n").length - 1;
    throw new InputError(`arrays and objects are nested deeper than ${DEPTH_MAXIMUM} levels`, { file, line: at });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === "") throw new InputError("is empty, not JSON", { file, line });
    throw new InputError("not valid JSON from this line on", { file, line: line + jsonLine(text, null) - 1 });
  }
  if (membersOf(value) === members) return value;
  const { name, line: at } = repeatedMember(text);
  throw new InputError(`an object has "${name}" twice: delete one of the two`, { file, line: line + at - 1 });
}

/** Members of all objects in a value. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const each of Array.isArray(value) ? value : Object.values(value)) members += membersOf(each);
  return members;
}

/** A value that does not fit a schema: its path from the root, and the fault. */
export interface Misfit {
  readonly path: readonly PropertyKey[];
  /** The end of a message that begins with the value's name: `is missing`. */
  readonly message: string;
}

/** The content of a value that fits a schema, or what does not fit: all of it, or its first by `fitted`. */
function allFitted<Content>(value: unknown, schema: $ZodType<Content>) {
  try {
    const result = safeParse(schema, value, { error: misfitText });
    return result.success ? { content: result.data, issues: [] } : { issues: result.error.issues };
  } catch (error) {
    // zod spreads the list of all that is wrong into a call, and a file can have more of it than a call has arguments.
    if (error instanceof RangeError) return { issues: [{ path: [], message: "has too many values that are wrong" }] };
    throw error;
  }
}

/** The content of a value that fits a schema, or the first thing that does not. */
export function fitted<Content>(
  value: unknown,
  schema: $ZodType<Content>,
): { readonly content: Content; readonly misfit?: undefined } | { readonly misfit: Misfit } {
  const { content, issues } = allFitted(value, schema);
  const [first] = issues;
  return first === undefined
    ? { content: content as Content }
    : { misfit: { path: first.path, message: first.message } };
}

/** Number of faults of a file that one message names. */
const FAULTS_SHOWN = 12;

/** A fault of a file: the path of its place from the root, and its text. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/**
 * As `parseJson`, but the error names everything that does not fit, each fault with its line.
 * @param faultsOf further faults of a content that fits the schema, or would without its unknown entries.
 * @throws InputError with file and the line of the first fault.
 */
export function parseJsonWhole<Content>(
  text: string,
  file: string,
  schema: $ZodType<Content>,
  faultsOf: (content: Content) => readonly Fault[] = () => [],
): Content {
  const value = jsonValue(text, { file });
  const { content, issues } = allFitted(value, schema);
  const isWhole = issues.every(
    (issue) => "code" in issue && issue.code === "unrecognized_keys" && issue.path.length === 0,
  );
  const faults = [
    ...issues.map(({ path, message }) => ({ path, text: `${memberText(path)} ${message}` })),
    ...(isWhole ? faultsOf(content ?? (value as Content)) : []),
  ].map((fault) => ({ line: jsonLine(text, fault.path), text: fault.text }));
  if (content !== undefined && faults.length === 0) return content;
  if (faults.length === 1) throw new InputError(faults[0].text, { file, line: faults[0].line });
  const said = faults.slice(0, FAULTS_SHOWN).map((fault) => `line ${fault.line}: ${fault.text}`);
  const more = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : "";
  throw new InputError(`${faults.length} faults: ${said.join("; ")}${more}`, { file, line: faults[0].line });
}

function memberText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the file" : `"${path.join(".")}"`;
}

/**
 * The content of an untrusted JSON text that fits a schema.
 * @param file the text's name in error messages.
 * @param characters length of the longest accepted text.
 * @throws InputError with file and line as `jsonValue`, or for a text that does not fit.
 */
export function parseJson<Content>(
  text: string,
  file: string,
  schema: $ZodType<Content>,
  characters = CHARACTERS_MAXIMUM,
): Content {
  const result = fitted(jsonValue(text, { file }, characters), schema);
  if (result.misfit === undefined) return result.content;
  const { path, message } = result.misfit;
  throw new InputError(`${memberText(path)} ${message}`, { file, line: jsonLine(text, path) });
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/**
 * Position of the bracket that opens one level too many, −1 if none does, and until there the colons outside of strings, which are the members of
 * objects. It works without recursion; the text need not be JSON.
 */
function scanned(text: string): { readonly deepAt: number; readonly members: number } {
  let depth = 0;
  let members = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === QUOTE) quoted = !quoted;
    else if (quoted) {
      if (character === BACKSLASH) i++;
    } else if (character === 0x5b || character === 0x7b) {
      if (++depth > DEPTH_MAXIMUM) return { deepAt: i, members };
    } else if (character === 0x5d || character === 0x7d) depth--;
    else if (character === COLON) members++;
  }
  return { deepAt: -1, members };
}
